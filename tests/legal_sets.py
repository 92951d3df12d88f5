"""Our options in the form of the recorded legal sets, so that both can be compared."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    DiscardTrain,
    Dividend,
    Exchange,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.titles.t1830.rules import Rules1830

INFORMATIVE = {"step", "actions", "turn", "bid_off", "seller", "revenue", "place_token_owner"}


def our_sets(game: Game[Any], owner: dict[int, str]) -> dict[str, Any]:
    """Every option of the position, grouped as the recorded sets are."""
    rules, s = game.rules, game.state
    assert isinstance(rules, Rules1830)
    t = rules.t
    sets: dict[str, Any] = {}
    frame = s.frames[-1]
    for option in game.options():
        action, amount = option.action, option.amount
        if isinstance(action, Pass):
            sets["pass"] = True
        elif isinstance(action, LayTile):
            key = f"lay_tile_{action.power}" if action.power else "lay_tile"
            cost = rules.track.cost(s, t.hexmap.index[action.hex])
            lays = sets.setdefault(key, {})
            lays.setdefault((action.hex, action.tile, cost), []).append(action.rotation)
        elif isinstance(action, PlaceToken):
            key = "place_token_DH" if action.power else "place_token"
            price = 0
            if not action.power:
                assert isinstance(frame, OperatingTurn)
                before = s.companies[frame.company]
                price = t.companies[frame.company].tokens[before.tokens]
            sets.setdefault(key, set()).add((action.hex, action.stop, price))
        elif isinstance(action, ChooseCity):
            sets.setdefault("place_token", set()).add((action.hex, action.stop, 0))
        elif isinstance(action, BuyShare):
            company = s.companies[t.company(action.company)]
            price = company.par if action.source == "ipo" else rules.shares.price(company)
            sets.setdefault("buy_shares", set()).add((action.company, action.source, 10, price))
        elif isinstance(action, Par):
            sets.setdefault("par", {}).setdefault(action.company, set()).add(action.price)
        elif isinstance(action, SellShares):
            sets.setdefault("sell_shares", set()).add(sale(game, action, owner))
        elif isinstance(action, Bid):
            assert amount is not None
            sets.setdefault("bid", set()).add((action.private, "bid", amount.low, amount.high))
        elif isinstance(action, BuyPrivate):
            if s.round.kind == "auction":
                sets.setdefault("bid", set()).add((action.private, "buy", action.price, action.price))
            else:
                assert amount is not None
                holder = s.privates[t.private(action.private)].owner
                row = (action.private, amount.low, amount.high, owner[holder])
                sets.setdefault("buy_company", set()).add(row)
        elif isinstance(action, Exchange):
            sets.setdefault("exchange_MH", set()).add(action.source)
        elif isinstance(action, BuyTrain):
            sets.setdefault("buy_train", []).append(option)
        elif isinstance(action, Bankrupt):
            sets["bankrupt"] = True
        elif isinstance(action, DiscardTrain):
            sets.setdefault("discard_train", set()).add(action.train)
        elif isinstance(action, Dividend):
            sets.setdefault("dividend", set()).add({"pay": "payout", "withhold": "withhold"}[action.choice])
        elif isinstance(action, RunRoutes):
            assert isinstance(frame, OperatingTurn)
            sets["run_routes"] = set(s.companies[frame.company].trains)
            sets["run_routes_empty"] = True
        else:
            raise AssertionError(f"no recorded form for {action}")
    for key in [key for key in sets if key.startswith("lay_tile")]:
        sets[key] = {(hex_, tile, tuple(sorted(turns)), cost) for (hex_, tile, cost), turns in sets[key].items()}
    if "buy_train" in sets:
        sets["buy_train"] = train_sets(rules, game, sets["buy_train"])
    return sets


def sale(game: Game[Any], action: SellShares, owner: dict[int, str]) -> tuple[Any, ...]:
    """A sale with what it brings, found by making it on a branch."""
    decision = game.decision()
    assert decision is not None
    rules = game.rules
    assert isinstance(rules, Rules1830)
    branch = game.branch()
    number = rules.t.company(action.company)
    branch.apply(action)
    company = branch.state.companies[number]
    cell = rules.t.market.cells[company.cell]
    before = game.state.companies[number]
    price = rules.t.market.price[before.cell]
    proceeds = price * action.percent // 10
    paid = branch.state.players[decision.seat].cash - game.state.players[decision.seat].cash
    assert paid == proceeds
    return (action.company, action.percent, proceeds, cell.price, (cell.row, cell.column), owner[company.president])


def train_sets(rules: Rules1830, game: Game[Any], options: list[Any]) -> dict[str, Any]:
    """Train purchases by source."""
    s = game.state
    frame = s.frames[-1]
    assert isinstance(frame, OperatingTurn)
    cash = s.companies[frame.company].cash
    found: dict[str, Any] = {"depot": set(), "pool": set(), "exchange": set(), "other": set()}
    for option in options:
        action = option.action
        kind = action.train.rpartition("-")[0]
        if action.trade_in:
            found["exchange"].add((action.trade_in, action.train, action.price))
        elif option.amount is not None:
            seller = next(n for n, company in enumerate(s.companies) if action.train in company.trains)
            name = rules.t.companies[seller].id
            low, high = option.amount.low, option.amount.high
            found["other"].add((action.train, name, low, high, max(0, high - cash)))
        elif action.train in s.train_pool:
            found["pool"].add((action.train, kind, action.price, max(0, action.price - cash)))
        else:
            found["depot"].add((action.train, kind, action.price, max(0, action.price - cash)))
    return found


def their_sets(sets: dict[str, Any]) -> dict[str, Any]:
    """The recorded sets in comparable form, with the two known departures of that engine taken into account."""
    found: dict[str, Any] = {}
    for key, value in sets.items():
        if key in INFORMATIVE or key.startswith("loose_") or value in ([], {}, False, None):
            continue
        if key.startswith("lay_tile"):
            found[key] = {(hex_, tile, tuple(sorted(turns)), cost) for hex_, tile, turns, cost in value}
        elif key == "par":
            found[key] = {company: set(prices) for company, prices in value.items()}
        elif key == "sell_shares":
            found[key] = {(*row[:4], tuple(row[4]), str(row[5])) for row in value}
        elif key in ("buy_company", "buy_company_broken"):  # the second is legal by 1830 4.15
            rows = {(row[0], row[1], row[2], str(row[3])) for row in value}
            found["buy_company"] = found.get("buy_company", set()) | rows
        elif key == "buy_train":
            trains = {
                "depot": {tuple(row) for row in value["depot"]},
                "pool": {tuple(row) for row in value["pool"]},
                "exchange": {tuple(row) for row in value["exchange"]},
                "other": {tuple(row) for row in value["other"]},
            }
            if any(trains.values()):
                found[key] = trains
        elif isinstance(value, list):
            found[key] = {tuple(row) if isinstance(row, list) else row for row in value}
        else:
            found[key] = value
    return found
