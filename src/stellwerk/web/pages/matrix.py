"""The holdings matrix: one row per company in operating order, players as columns, buttons that carry their price."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import Illegal, Plural
from stellwerk.eighteen.actions import BidCompany, BuyShare, Par, SellShares
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import Choice, Query, options_of, query, seat_of
from stellwerk.web.pages.decisions.facts import place_name
from stellwerk.web.pages.decisions.panel import to_json
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.history_facts import last_income, outcome_word
from stellwerk.web.pages.market_picture import cell_of, market
from stellwerk.web.pages.marks import TrainChip, initial, receipt_link, token, train_chips
from stellwerk.web.pages.units import unit_of


class Holding(Struct, frozen=True):
    """What one player has of a company."""

    percent: int
    president: bool
    you: bool
    optioned: bool = False  # one of the certificates is paid for half (1854 4.31)


class MatrixRow(Struct, frozen=True):
    """One company."""

    id: str
    name: str
    par: str
    price: str
    ipo: int
    pool: int
    split: int
    cash: str
    started: bool
    gone: bool  # it has left the game
    sold_out: bool
    rises: bool
    trains: list[TrainChip]
    token: Markup
    last: str
    outcome: str
    holdings: list[Holding]
    yours: int
    president: str
    buys: list[Choice]
    sell: Choice | None
    chosen: bool


class Matrix(Struct, frozen=True):
    """The whole table; `players` are (name, is it you, cash, worth, certificates, over the limit)."""

    rows: list[MatrixRow]
    players: list[dict[str, Any]]
    limit: int
    acts: bool
    splits: bool  # the title has shares that split
    market: Markup  # the market under it, with what is chosen


def percent_text(percent: int, unit: int) -> str:
    """`2 × 10 %`."""
    return f"{percent // unit} × {unit} %" if percent % unit == 0 else f"{percent} %"


def matrix(at: At, chosen: Query | None = None, picture: Markup | None = None) -> Matrix:
    """The matrix of the shown position; with buttons if the reader decides in a stock round.

    `picture` is the market if it is drawn already (or not wanted: then it is empty).
    """
    picked = chosen or {}
    decision = at.decision
    acts = at.yours and decision is not None and decision.kind in ("stock", "must_sell")
    order = [*at.view["operating_order"]]
    priced = sorted(
        (name for name, entry in at.view["companies"].items() if entry["price"] and name not in order),
        key=lambda name: -at.view["companies"][name]["price"],
    )
    order += priced
    order += [name for name in at.view["companies"] if name not in order]
    rows = [_row(at, name, acts, picked) for name in order if at.ui.traded(at, name)]
    players = [
        {
            "name": entry["name"],
            "initial": initial(at, seat),
            "you": seat == at.actor_seat,
            "cash": at.money(entry["cash"]),
            "worth": at.money(entry["score"]),
            "certificates": entry["certificates"],
            "worth_receipt": receipt_link(at, f"score {entry['name']}"),
            "certificates_receipt": receipt_link(at, f"certificates {entry['name']}"),
            "full": entry["certificates"] >= entry["certificate_limit"],
        }
        for seat, entry in enumerate(at.view["players"])
    ]
    limit = at.view["players"][0]["certificate_limit"]
    splits = any("split_area" in entry for entry in at.view["companies"].values())
    return Matrix(rows, players, limit, acts, splits, market(at) if picture is None else picture)


def _row(at: At, name: str, acts: bool, picked: Query) -> MatrixRow:
    entry = at.view["companies"][name]
    number = at.t.company(name)
    cell = cell_of(at, name)
    gone = bool(entry.get("removed"))
    sold_out: bool = entry["sold_out"]
    income = last_income(at, name)
    return MatrixRow(
        id=name,
        token=token(at, name),
        name=at.t.companies[number].name,
        par=at.money(entry["par"]) if entry["par"] else "–",
        price=at.money(entry["price"]) if entry["price"] else "–",
        ipo=entry.get("ipo", 0),
        pool=entry.get("pool", 0),
        split=entry.get("split_area", 0),
        cash=at.money(entry["cash"]) if entry["floated"] and not gone else "",
        gone=gone,
        started=entry["president"] is not None,
        sold_out=sold_out,
        rises=sold_out and cell is not None and at.t.market.up[cell] != cell,
        trains=train_chips(at, entry["trains"], name),
        last=at.money(income.revenue) if income else "",
        outcome=outcome_word(at, income) if income else "",
        holdings=[
            Holding(
                player["shares"].get(name, 0),
                name in player["president_of"],
                seat == at.actor_seat,
                player["name"] in entry.get("options", ()),
            )
            for seat, player in enumerate(at.view["players"])
        ],
        yours=0 if at.actor_seat is None else at.view["players"][at.actor_seat]["shares"].get(name, 0),
        president=entry["president"] or "",
        buys=_buys(at, name, entry, picked) if acts else [],
        sell=_sell(at, name, entry, picked) if acts else None,
        chosen=bool(picked) and picked.get("company") == name,
    )


# -- buttons


def _buys(at: At, name: str, entry: dict[str, Any], picked: Query) -> list[Choice]:
    """Every certificate that can be bought; else one grey button that says why not."""
    found = []
    options = [entry for entry in options_of(at, BuyShare) if entry[1].company == name]
    for option, action in options:
        done = effect(at, action, seat_of(at, option))
        cost = at.money(-done.player(seat_of(at, option)).cash.by) if done else ""
        text = at.say("Buy") if len(options) == 1 else place_name(at, action.source)
        here = picked.get("do") == "buy" and picked.get("company") == name and picked.get("source") == action.source
        found.append(Choice(text, query("buy", company=name, source=action.source), cost, company=name, chosen=here))
    if any(action.company == name for _, action in options_of(at, Par)):
        here = picked.get("do") == "par" and picked.get("company") == name
        found.append(Choice(at.say("Start…"), query("par", company=name), company=name, chosen=here))
    for _, bid in options_of(at, BidCompany):
        if bid.company == name:
            here = picked.get("do") == "found" and picked.get("company") == name
            from_ = at.say("from {amount}", amount=at.money(bid.amount))
            found.append(Choice(at.say("Auction…"), query("found", company=name), from_, company=name, chosen=here))
    found += at.ui.trades(at, name, picked)
    if found or at.decision is None or at.decision.kind == "must_sell":
        return found
    if entry["par"]:
        wish: BuyShare | Par | BidCompany = BuyShare(name, next(iter(entry["prices"]), at.rules.unsold))
    elif "bid_company" in at.rules.action_types:
        if entry.get("closed"):
            return []
        wish = BidCompany(name, at.t.data.limits.least_bid)
    else:
        wish = Par(name, at.t.market.par_prices[0])
    refusal = at.game.why_not(wish, at.asked)
    return [Choice(short_refusal(at, refusal), why=to_json(wish), seat=at.asked, company=name)] if refusal else []


def short_refusal(at: At, refusal: Illegal) -> str:
    """Two or three words for a cell of the table; the whole sentence comes with a click."""
    told = set(refusal.facts)
    if told == {"company", "group"}:
        return at.say("group {number}", number=refusal.facts["group"])
    if told == {"company"} and "bid.order" in at.t.data.cite and refusal.rule == at.t.cite("bid.order"):
        return at.say("later")
    if told in ({"source", "company"}, {"place", "company"}):
        return at.say("none left")
    if {"limit", "company"} <= told:
        return at.say("{limit} % limit", limit=refusal.facts["limit"])
    if {"count", "limit"} <= told:
        return at.say(Plural("{limit:n} certificate", "{limit:n} certificates"), limit=refusal.facts["limit"])
    if {"price", "who"} <= told or "cost" in told:
        return at.say("too dear")
    if told == {"who", "company"}:
        return at.say("sold")
    if refusal.rule == at.t.cite("buy.one"):
        return at.say("one a turn")
    return at.say("not now")


def _sell(at: At, name: str, entry: dict[str, Any], picked: Query) -> Choice | None:
    if any(action.company == name for _, action in options_of(at, SellShares)):
        here = picked.get("do") == "sell" and picked.get("company") == name
        return Choice(at.say("Sell"), query("sell", company=name), company=name, chosen=here)
    if not at.view["players"][at.asked]["shares"].get(name):
        return None
    wish = SellShares(name, unit_of(at, name))
    return Choice(at.say("Sell"), why=to_json(wish), seat=at.asked, company=name) if entry["par"] else None
