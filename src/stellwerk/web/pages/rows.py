"""The views on a small screen: rows that open where they stand, and say their most wanted figure while closed."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.web.pages.marks import card_name
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs import Tab, auction_runs, tabs_of

# These have a row of their own with cards (table.html); what the view adds is the table.
_CARDS = ("companies", "players")
_LAST = ("companies", "players", "tiles", "ledger", "charts", "rules")


class ViewRow(Struct, frozen=True):
    """A view as a row; `figure` may be empty."""

    id: str
    label: str
    figure: str


def view_rows(page: TablePage) -> list[ViewRow]:
    """All views, those asked for most often first."""
    tabs = sorted(tabs_of(page), key=lambda tab: _LAST.index(tab.id) if tab.id in _LAST else -1)
    return [ViewRow(tab.id, _label(page, tab), _figure(page, tab.id) if page.family else "") for tab in tabs]


def _label(page: TablePage, tab: Tab) -> str:
    name = page.reader.say(tab.label)
    cards = _CARDS if page.family else ("players",)
    return page.say("{view}: table", view=name) if tab.id in cards else name


def _figure(page: TablePage, tab: str) -> str:
    if tab == "market":
        return _price(page)
    if tab == "trains":
        return _trains(page)
    if tab == "auction" and auction_runs(page):
        return next((name for name, entry in page.view["privates"].items() if not entry["owner"]), "")
    if tab == "ledger" and page.seat is not None:
        return page.say("worth {amount}", amount=page.money(page.view["players"][page.seat]["score"]))
    if tab == "charts":
        best = max(page.result.scores)
        return f"{page.t.seats[page.result.scores.index(best)]} {page.money(best)}"
    if tab == "rules" and page.decision is not None:
        return page.decision.rule.partition(" ")[2]
    return ""


def _price(page: TablePage) -> str:
    """The company that acts with its price, else the dearest."""
    prices = {name: entry["price"] for name, entry in page.view["companies"].items() if entry["price"]}
    actor = page.decision.actor if page.decision is not None else ""
    name = actor if actor in prices else max(prices, key=lambda each: prices[each], default="")
    return f"{name} {page.money(prices[name])}" if name else ""


def _trains(page: TablePage) -> str:
    """What the bank sells."""
    offers = {
        card_name(page, offer["train"]): offer["price"] for offer in page.view["on_sale"] if offer["from"] == "depot"
    }
    return " · ".join(f"{kind} {page.money(price)}" for kind, price in offers.items())
