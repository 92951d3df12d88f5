"""The holdings matrix: one row per company in operating order, players as columns, buttons that carry their price."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import Illegal, Plural
from stellwerk.eighteen.actions import BidCompany, BuyShare, Par, SellShares
from stellwerk.web.pages.decisions.chosen import Choice, Query, opening, options_of, refusing, seat_of
from stellwerk.web.pages.decisions.facts import place_name
from stellwerk.web.pages.history_facts import last_income, outcome_word
from stellwerk.web.pages.market_picture import cell_of, market
from stellwerk.web.pages.marks import TrainChip, initial, receipt_link, token, train_chips
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.units import unit_of


class HoldingCell(Struct, frozen=True):
    """What one player has of a company."""

    percent: int
    president: bool
    you: bool
    optioned: bool = False  # one of the certificates is paid for half (1854 4.31)
    last: bool = False  # the last move has changed it


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
    holdings: list[HoldingCell]
    yours: int
    president: str
    buys: list[Choice]
    sell: Choice | None
    chosen: bool
    changed: list[str]  # where the last move has changed something: `price`, `ipo`, `pool`, `split_area`, `trains`


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


def matrix(page: TablePage, chosen: Query | None = None, picture: Markup | None = None) -> Matrix:
    """The matrix of the shown position; with buttons if the reader decides in a stock round.

    `picture` is the market if it is drawn already (or not wanted: then it is empty).
    """
    picked = chosen or {}
    decision = page.decision
    acts = page.yours and decision is not None and decision.kind in ("stock", "must_sell")
    order = [*page.view["operating_order"]]
    priced = sorted(
        (name for name, entry in page.view["companies"].items() if entry["price"] and name not in order),
        key=lambda name: -page.view["companies"][name]["price"],
    )
    order += priced
    order += [name for name in page.view["companies"] if name not in order]
    rows = page.matrix_rows if not picked else None  # the view beside the decision shows the same rows
    if rows is None:
        rows = [_row(page, name, acts, picked) for name in order if page.ui.traded(page, name)]
        if not picked:
            page.matrix_rows = rows
    players = [
        {
            "name": entry["name"],
            "initial": initial(page, seat),
            "you": seat == page.actor_seat,
            "cash": page.money(entry["cash"]),
            "worth": page.money(entry["score"]),
            "certificates": entry["certificates"],
            "worth_receipt": receipt_link(page, f"score {entry['name']}"),
            "certificates_receipt": receipt_link(page, f"certificates {entry['name']}"),
            "full": entry["certificates"] >= entry["certificate_limit"],
        }
        for seat, entry in enumerate(page.view["players"])
    ]
    limit = page.view["players"][0]["certificate_limit"]
    splits = any("split_area" in entry for entry in page.view["companies"].values())
    return Matrix(rows, players, limit, acts, splits, market(page) if picture is None else picture)


def _row(page: TablePage, name: str, acts: bool, picked: Query) -> MatrixRow:
    entry = page.view["companies"][name]
    number = page.t.company(name)
    cell = cell_of(page, name)
    gone = bool(entry.get("removed"))
    sold_out: bool = entry["sold_out"]
    income = last_income(page, name)
    return MatrixRow(
        id=name,
        token=token(page, name),
        name=page.t.companies[number].name,
        par=page.money(entry["par"]) if entry["par"] else "–",
        price=page.money(entry["price"]) if entry["price"] else "–",
        ipo=entry.get("ipo", 0),
        pool=entry.get("pool", 0),
        split=entry.get("split_area", 0),
        cash=page.money(entry["cash"]) if entry["floated"] and not gone else "",
        gone=gone,
        started=entry["president"] is not None,
        sold_out=sold_out,
        rises=sold_out and cell is not None and page.t.market.up[cell] != cell,
        trains=train_chips(page, entry["trains"], name),
        last=page.money(income.revenue) if income else "",
        outcome=outcome_word(page, income) if income else "",
        holdings=[
            HoldingCell(
                player["shares"].get(name, 0),
                name in player["president_of"],
                seat == page.actor_seat,
                player["name"] in entry.get("options", ()),
                (seat, name) in page.last.shares,
            )
            for seat, player in enumerate(page.view["players"])
        ],
        yours=0 if page.actor_seat is None else page.view["players"][page.actor_seat]["shares"].get(name, 0),
        president=entry["president"] or "",
        buys=_buys(page, name, entry, picked) if acts else [],
        sell=_sell(page, name, entry, picked) if acts else None,
        chosen=bool(picked) and picked.get("company") == name,
        changed=last_changes(page, name),
    )


def last_changes(page: TablePage, name: str) -> list[str]:
    """What the last move has changed of a company, besides holdings of players."""
    last = page.last
    found = [place for place in ("ipo", "pool", "split_area") if (place, name) in last.shares]
    found += ["price"] if any(marker.company == name for marker in last.markers) else []
    return found + (["trains"] if name in last.trains else [])


# -- buttons


def _buys(page: TablePage, name: str, entry: dict[str, Any], picked: Query) -> list[Choice]:
    """Every certificate that can be bought; else one grey button that says why not."""
    found = []
    options = [entry for entry in options_of(page, BuyShare) if entry[1].company == name]
    for option, action in options:
        cost = page.money(-page.game.quote(option).gain(seat_of(page, option)))
        text = page.verb(action) if len(options) == 1 else place_name(page, action.source)
        parts = {"company": name, "source": action.source}
        found.append(opening(picked, text, "buy", parts, amount=cost, company=name))
    start = next((action for _, action in options_of(page, Par) if action.company == name), None)
    if start is not None:
        found.append(opening(picked, page.verb(start), "par", {"company": name}, company=name))
    for _, bid in options_of(page, BidCompany):
        if bid.company == name:
            least = page.say("from {amount}", amount=page.money(bid.amount))
            found.append(opening(picked, page.verb(bid), "found", {"company": name}, amount=least, company=name))
    found += page.ui.trades(page, name, picked)
    if found or page.decision is None or page.decision.kind == "must_sell":
        return found
    if entry["par"]:
        wish: BuyShare | Par | BidCompany = BuyShare(name, next(iter(entry["prices"]), page.rules.unsold))
    elif "bid_company" in page.rules.action_types:
        if entry.get("closed"):
            return []
        wish = BidCompany(name, page.t.data.limits.least_bid)
    else:
        wish = Par(name, page.t.market.par_prices[0])
    refusal = page.game.why_not(wish, page.asked)
    return [refusing(page, short_refusal(page, refusal), wish, company=name)] if refusal else []


def short_refusal(page: TablePage, refusal: Illegal) -> str:
    """Two or three words for a cell of the table; the whole sentence comes with a click."""
    told = set(refusal.facts)
    if told == {"company", "group"}:
        return page.say("group {number}", number=refusal.facts["group"])
    if told == {"company"} and "bid.order" in page.t.data.cite and refusal.rule == page.t.cite("bid.order"):
        return page.say("later")
    if told in ({"source", "company"}, {"place", "company"}):
        return page.say("none left")
    if {"limit", "company"} <= told:
        return page.say("{limit} % limit", limit=refusal.facts["limit"])
    if {"count", "limit"} <= told:
        return page.say(Plural("{limit:n} certificate", "{limit:n} certificates"), limit=refusal.facts["limit"])
    if {"price", "who"} <= told or "cost" in told:
        return page.say("too dear")
    if told == {"who", "company"}:
        return page.say("sold")
    if refusal.rule == page.t.cite("buy.one"):
        return page.say("one a turn")
    return page.say("not now")


def _sell(page: TablePage, name: str, entry: dict[str, Any], picked: Query) -> Choice | None:
    wish = SellShares(name, unit_of(page, name))
    if any(action.company == name for _, action in options_of(page, SellShares)):
        return opening(picked, page.verb(wish), "sell", {"company": name}, company=name)
    held = page.view["players"][page.asked]["shares"].get(name)
    return refusing(page, page.verb(wish), wish, company=name) if held and entry["par"] else None
