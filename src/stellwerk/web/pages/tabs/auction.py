"""The auction at a glance: every private with its price, income, power and bids; every player's money."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.i18n import translate
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.marks import initial


class PrivateRow(Struct, frozen=True):
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


def auction_runs(at: At) -> bool:
    """True while privates are auctioned."""
    return at.family and bool(at.view.get("auction"))


def auction_view(at: At) -> Panel:
    """The privates in order, players as columns; below them cash, what is bound and what is free."""
    auction = at.view["auction"]
    players = at.view["players"]
    names = [player["name"] for player in players]
    first = next((name for name, entry in at.view["privates"].items() if not entry["owner"]), "")
    rows = []
    for number, entry in enumerate(at.t.privates):
        bids = auction["bids"].get(entry.id, {})
        best = max(bids.values(), default=0)
        price = auction["first_price"] if number == 0 else entry.price
        rows.append(
            PrivateRow(
                id=entry.id,
                name=entry.name,
                price=at.money(price),
                full_price=at.money(entry.price) if price != entry.price else "",
                income=at.money(entry.income),
                power="" if entry.power == "none" else translate(entry.power, at.language),
                owner=at.view["privates"][entry.id]["owner"] or "",
                next=entry.id == first,
                bids=[(at.money(bids[name]), bids[name] == best) if name in bids else ("", False) for name in names],
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
            "people": [(seat, name, initial(at, seat)) for seat, name in enumerate(names)],
            "cash": [at.money(cash) for cash, _, _ in purses],
            "bound": [at.money(held) if held else "" for _, held, _ in purses],
            "free": [at.money(left) for _, _, left in purses],
            "asked": at.asked,
        },
    )
