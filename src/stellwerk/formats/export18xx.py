"""Writes a game of 1830 as an 18xx.games file; see docs/transcripts.md for what can be written and what cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from stellwerk.core import Action, BadInput, Game
from stellwerk.eighteen import actions
from stellwerk.eighteen.frames import Auction, CityChoice, Consent, OperatingTurn, SpecialToken
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import Frame, State
from stellwerk.formats.games18xx import OPTIONAL_RULES, PRESET
from stellwerk.formats.replay18xx import DIVIDENDS, par_cell_id
from stellwerk.formats.site_entities import entity_of
from stellwerk.formats.site_ids import SiteIds
from stellwerk.formats.site_routes import encode_route
from stellwerk.titles.t1830.rules import Rules1830, make

# Options that may differ from the preset: consent is never written down there, a list of sales is written as
# single sales in the order they were carried out, and the site knows the other two as optional rules.
FREE_OPTIONS = {"consent", "batch_sale_order", *OPTIONAL_RULES.values()}
ROUNDS = {"auction": "Auction Round", "stock": "Stock Round", "operating": "Operating Round"}
KINDS = {ours: theirs for theirs, ours in DIVIDENDS.items()}


class Written(Struct, frozen=True):
    """An action as the site writes it, and how many of our actions had been applied when it was complete."""

    line: dict[str, Any]
    ply: int


def export(game: Game[Any]) -> dict[str, Any]:
    """The game up to its present position, as the content of an 18xx.games file."""
    rules = _rules(game)
    state, result, count = game.state, game.result(), len(rules.seats)
    ranking = sorted(range(count), key=lambda seat: -result.scores[seat])
    return {
        "id": f"hs_stellwerk_{game.digest()[:10]}",
        "description": "",
        "mode": "hotseat",
        "user": {"id": 0, "name": "You"},
        "players": [{"id": seat + 1, "name": name} for seat, name in enumerate(rules.seats)],
        "min_players": count,
        "max_players": count,
        "title": rules.title,
        "settings": {
            "seed": rules.seed,
            "is_async": False,
            "unlisted": True,
            "auto_routing": False,
            "player_order": None,
            "optional_rules": [theirs for theirs, ours in OPTIONAL_RULES.items() if rules.options[ours]],
        },
        "user_settings": None,
        "status": "finished" if result.finished else "active",
        "turn": state.round.number,
        "round": ROUNDS[state.round.kind],
        "acting": [seat + 1 for seat in _acting(game, state)],
        "result": {str(seat + 1): result.scores[seat] for seat in ranking} if result.finished else {},
        "game_end_reason": result.reason or None,
        "manually_ended": False,
        "loaded": True,
        "actions": [written.line for written in written_actions(game)],
    }


def written_actions(game: Game[Any]) -> list[Written]:
    """The actions in the site's form, numbered from 1."""
    writer = SiteWriter(_rules(game))
    before: State = game.at(0).state
    found: list[Written] = []
    for number, ply in enumerate(game.plies, 1):
        for line in writer.lines(ply.action, ply.seat, before, ply.state):
            found.append(Written({**line, "id": len(found) + 1}, number))
        before = ply.state
    return found


def possible(game: Game[Any]) -> bool:
    """True if the game is one that the site could have played."""
    try:
        _rules(game)
    except BadInput:
        return False
    return True


def _rules(game: Game[Any]) -> Rules1830:
    """The rules, if the site can play them."""
    rules = game.rules
    if not isinstance(rules, Rules1830):
        raise BadInput(f"only games of 1830 can be written as 18xx.games files, not {rules.title}")
    preset = make(rules.seats, None, 0, PRESET).options
    different = [
        f"{key} is {value!r} instead of {preset[key]!r}"
        for key, value in rules.options.items()
        if value != preset[key] and key not in FREE_OPTIONS
    ]
    if different:
        raise BadInput(
            f"an 18xx.games file can hold only games played by the preset {PRESET}; here {', '.join(different)}"
        )
    return rules


def _acting(game: Game[Any], state: State) -> list[int]:
    """The seats to act. When the bank has ended the game these are all, from the holder of the priority card on."""
    decision = game.decision()
    if decision is not None:
        return [decision.seat]
    bankrupt = [seat for seat, player in enumerate(state.players) if player.bankrupt]
    count = len(state.players)
    return bankrupt or [(state.priority + step) % count for step in range(count)]


class SiteWriter:
    """Turns our actions into the site's, one after another; follows the ids of shares and tiles on the way."""

    def __init__(self, rules: Rules1830) -> None:
        """At the start of a game."""
        self.rules, self.t = rules, rules.t
        self.ids = SiteIds(rules)

    def lines(self, action: Action, seat: int, before: State, after: State) -> Iterator[dict[str, Any]]:
        """The lines of one action: usually one, for a list of sales several, for an offer none before it is agreed."""
        frame = before.frames[-1]
        if isinstance(frame, Consent) and isinstance(action, actions.Answer):
            if action.accept:
                yield self.line(frame.offer, frame.by, before.frames[-2], before, after)
        elif after.frames and isinstance(after.frames[-1], Consent) and not isinstance(frame, Consent):
            return  # 1830 0.6: an offer; the deal is written down when it is made
        elif isinstance(action, actions.SellList):
            for sale in self.in_order(action, before):
                yield self.line(sale, seat, frame, before, after)
        else:
            yield self.line(action, seat, frame, before, after)

    def in_order(self, action: actions.SellList, before: State) -> list[actions.SellShares]:
        """Sales of a list in the order in which they are carried out (1830 4.4a)."""
        percents = {self.t.company(sale.company): sale.percent for sale in action.sales}
        order = [number for number in self.rules.shares.operating_order(before) if number in percents]
        return [actions.SellShares(self.t.companies[number].id, percents[number]) for number in order]

    def line(self, action: Action, seat: int, frame: Frame, before: State, after: State) -> dict[str, Any]:
        """One action, with the ids it uses; `frame` is the step it stands in."""
        entity = entity_of(self.rules, frame, action, seat)
        name = entity.name + 1 if isinstance(entity.name, int) else entity.name
        shares = self.shares(action, seat)
        tile = self.ids.next_tile(action.tile) if isinstance(action, actions.LayTile) else ""
        fields = self.fields(action, frame, before, after, shares, tile)
        self.ids.follow(action, seat, before, after, shares, tile)
        return {"type": fields.pop("type"), "entity": name, "entity_type": entity.kind, **fields}

    def shares(self, action: Action, seat: int) -> list[str]:
        """The certificates an action moves."""
        held = self.ids.shares
        if isinstance(action, actions.BuyShare):
            return [held.first(action.company, action.source)]
        if isinstance(action, actions.Exchange):
            return [held.first(self.rules.exchanges.powers[action.private][1].corporation, action.source)]
        if isinstance(action, actions.SellShares):
            return held.choose_sale(action.company, seat, action.percent)
        return []

    def fields(
        self, action: Action, frame: Frame, before: State, after: State, shares: list[str], tile: str
    ) -> dict[str, Any]:
        """The type of an action there, and the fields that go with it."""
        match action:
            case actions.Bid(private, amount):
                return {"type": "bid", "company": private, "price": amount}
            case actions.BuyPrivate(private, price):
                kind = "bid" if isinstance(frame, Auction) else "buy_company"
                return {"type": kind, "company": private, "price": price}
            case actions.Par(company, price):
                return {"type": "par", "corporation": company, "share_price": par_cell_id(self.rules, price)}
            case actions.BuyShare() | actions.Exchange():
                return {"type": "buy_shares", "shares": shares, "percent": self.ids.shares.sizes[shares[0]]}
            case actions.SellShares(_, percent):
                return {"type": "sell_shares", "shares": shares, "percent": percent}
            case actions.LayTile(hex_, _, rotation):
                return {"type": "lay_tile", "hex": hex_, "tile": tile, "rotation": rotation}
            case actions.PlaceToken(hex_, stop) | actions.ChooseCity(hex_, stop):
                return {"type": "place_token", **self.token(frame, after, hex_, stop)}
            case actions.RunRoutes(routes):
                return {"type": "run_routes", "routes": self.routes(before, routes), "extra_revenue": 0, "subsidy": 0}
            case actions.Dividend(kind):
                return {"type": "dividend", "kind": KINDS[kind]}
            case actions.BuyTrain(train, price, trade_in):
                exchange = {"exchange": trade_in} if trade_in else {}
                return {"type": "buy_train", "train": train, "price": price, "variant": kind_of(train), **exchange}
            case actions.DiscardTrain(train):
                return {"type": "discard_train", "train": train}
            case actions.Pass():
                return {"type": "pass"}
            case actions.Bankrupt():
                return {"type": "bankrupt"}
            case _:
                raise BadInput(f"an 18xx.games file has no form for {action.kind}")

    def token(self, frame: Frame, after: State, hex_: str, stop: int) -> dict[str, Any]:
        """City, slot and owner of a token. In the question for a home city the deciding company is named as owner."""
        if isinstance(frame, CityChoice):
            company, named = frame.company, frame.decider
        else:
            assert isinstance(frame, OperatingTurn | SpecialToken)
            company = named = frame.company
        number = self.t.hex(hex_)
        place = self.ids.on_hex.get(hex_, f"{hex_}-0")
        homes, settled = after.board.homes, after.board.settled
        kept = sum(  # the site keeps the first slot for a home token that is still to come
            other != company and not settled[other] and (entry.home.hex, homes[other]) == (hex_, stop)
            for other, entry in enumerate(self.t.companies)
        )
        slot = after.board.tokens[number][stop].index(company) + kept
        return {"city": f"{place}-{stop}", "slot": slot, "tokener": self.t.companies[named].id}

    def routes(self, before: State, routes: tuple[actions.Route, ...]) -> list[dict[str, Any]]:
        """The routes of a run, with what each pays."""
        frame = before.frames[-1]
        assert isinstance(frame, OperatingTurn)
        check = self.rules.run.check(before, frame.company)
        return [encode_route(check, route) for route in routes]
