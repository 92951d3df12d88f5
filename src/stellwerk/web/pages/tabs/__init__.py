"""The views beside the decision: map, market, companies … A tab is a name, a label and a function that draws it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs.auction import auction_runs, auction_view
from stellwerk.web.pages.tabs.board import board
from stellwerk.web.pages.tabs.charts import charts
from stellwerk.web.pages.tabs.companies import companies
from stellwerk.web.pages.tabs.ledger import ledger
from stellwerk.web.pages.tabs.market import market
from stellwerk.web.pages.tabs.plans import plans
from stellwerk.web.pages.tabs.players import players
from stellwerk.web.pages.tabs.rules import rules
from stellwerk.web.pages.tabs.tiles import tiles
from stellwerk.web.pages.tabs.trains import trains


class Tab(Struct, frozen=True):
    """A view; `label` is an English text of the catalogue. A view with `room` "full" has the whole page on a wide
    screen, one with "wide" all but the decision; others leave the companies and the players in sight.
    """

    id: str
    label: str
    build: Callable[[TablePage], Panel]
    room: str = ""


FAMILY: list[Tab] = [
    Tab("map", "Map", board),
    Tab("market", "Market", market),
    Tab("companies", "Companies", companies, "wide"),
    Tab("players", "Players", players),
    Tab("trains", "Trains", trains),
    Tab("tiles", "Tiles", tiles),
    Tab("ledger", "Ledger", ledger, "full"),
    Tab("charts", "Charts", charts, "full"),
    Tab("rules", "Rules", rules),
    Tab("plans", "Plans", plans),
]
AUCTION = Tab("auction", "Auction", auction_view, "wide")  # first, as long as there is one
OTHER: list[Tab] = [Tab("rules", "Rules", rules), Tab("plans", "Plans", plans)]  # what every title has


def tabs_of(page: TablePage) -> list[Tab]:
    """The views of a title, in their order; the number of a tab is its key."""
    tabs = list(page.ui.tabs) or (FAMILY if page.family else OTHER)
    return [AUCTION, *tabs] if auction_runs(page) else tabs


def tab_of(page: TablePage, name: str | None) -> Tab:
    """The wished view, else the one that fits the decision: the matrix where shares are traded, the first otherwise."""
    tabs = tabs_of(page)
    kind = page.decision.kind if page.decision is not None and page.now and page.rights.seats else ""
    trades = page.family and kind in ("stock", "must_sell", "company_auction")
    wished = name or ("companies" if trades else "")
    return next((tab for tab in tabs if tab.id == wished), tabs[0])


__all__ = ["FAMILY", "Tab", "auction_runs", "tab_of", "tabs_of"]
