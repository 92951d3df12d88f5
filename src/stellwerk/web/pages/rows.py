"""The views on a small screen: rows that open where they stand, and say their most wanted figure while closed."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.web.pages.at import At
from stellwerk.web.pages.marks import card_name
from stellwerk.web.pages.tabs import Tab, auction_runs, tabs_of

# These have a row of their own with cards (table.html); what the view adds is the table.
_CARDS = ("companies", "players")
_LAST = ("companies", "players", "tiles", "ledger", "charts", "rules")


class ViewRow(Struct, frozen=True):
    """A view as a row; `figure` may be empty."""

    id: str
    label: str
    figure: str


def view_rows(at: At) -> list[ViewRow]:
    """All views, those asked for most often first."""
    tabs = sorted(tabs_of(at), key=lambda tab: _LAST.index(tab.id) if tab.id in _LAST else -1)
    return [ViewRow(tab.id, _label(at, tab), _figure(at, tab.id) if at.family else "") for tab in tabs]


def _label(at: At, tab: Tab) -> str:
    name = at.reader.say(tab.label)
    cards = _CARDS if at.family else ("players",)
    return at.say("{view}: table", view=name) if tab.id in cards else name


def _figure(at: At, tab: str) -> str:
    if tab == "market":
        return _price(at)
    if tab == "trains":
        return _trains(at)
    if tab == "auction" and auction_runs(at):
        return next((name for name, entry in at.view["privates"].items() if not entry["owner"]), "")
    if tab == "ledger" and at.seat is not None:
        return at.say("worth {amount}", amount=at.money(at.view["players"][at.seat]["score"]))
    if tab == "charts":
        best = max(at.result.scores)
        return f"{at.t.seats[at.result.scores.index(best)]} {at.money(best)}"
    if tab == "rules" and at.decision is not None:
        return at.decision.rule.partition(" ")[2]
    return ""


def _price(at: At) -> str:
    """The company that acts with its price, else the dearest."""
    prices = {name: entry["price"] for name, entry in at.view["companies"].items() if entry["price"]}
    actor = at.decision.actor if at.decision is not None else ""
    name = actor if actor in prices else max(prices, key=lambda each: prices[each], default="")
    return f"{name} {at.money(prices[name])}" if name else ""


def _trains(at: At) -> str:
    """What the bank sells."""
    offers = {card_name(at, offer["train"]): offer["price"] for offer in at.view["on_sale"] if offer["from"] == "depot"}
    return " · ".join(f"{kind} {at.money(price)}" for kind, price in offers.items())
