"""The auction at a glance: every private with its price, income, power and bids; every player's money."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.i18n import translate
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.marks import initial
from stellwerk.web.pages.table_page import TablePage


class BidRow(Struct, frozen=True):
    """A private; `bids` has one entry for each player: the amount in words, and whether it is the highest."""

    id: str
    name: str
    price: str
    full_price: str
    income: str
    power: str
    owner: str
    next: bool
    bids: list[tuple[str, bool]]


def auction_runs(page: TablePage) -> bool:
    """True while privates are auctioned."""
    return page.family and bool(page.view.get("auction"))


def auction_view(page: TablePage) -> Panel:
    """The privates in order, players as columns; below them cash, what is bound and what is free."""
    auction = page.view["auction"]
    players = page.view["players"]
    names = [player["name"] for player in players]
    first = next((name for name, entry in page.view["privates"].items() if not entry["owner"]), "")
    rows = []
    for number, entry in enumerate(page.t.privates):
        bids = auction["bids"].get(entry.id, {})
        best = max(bids.values(), default=0)
        price = auction["first_price"] if number == 0 else entry.price
        rows.append(
            BidRow(
                id=entry.id,
                name=entry.name,
                price=page.money(price),
                full_price=page.money(entry.price) if price != entry.price else "",
                income=page.money(entry.income),
                power="" if entry.power == "none" else translate(entry.power, page.language),
                owner=page.view["privates"][entry.id]["owner"] or "",
                next=entry.id == first,
                bids=[(page.money(bids[name]), bids[name] == best) if name in bids else ("", False) for name in names],
            )
        )
    bound = auction["committed"]
    purses = [
        (player["cash"], bound.get(player["name"], 0), player["cash"] - bound.get(player["name"], 0))
        for player in players
    ]
    return Panel(
        "tabs/auction.html",
        {
            "rows": rows,
            "people": [(seat, name, initial(page, seat)) for seat, name in enumerate(names)],
            "cash": [page.money(cash) for cash, _, _ in purses],
            "bound": [page.money(held) if held else "" for _, held, _ in purses],
            "free": [page.money(left) for _, _, left in purses],
            "asked": page.asked,
        },
    )
