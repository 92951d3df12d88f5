"""Union Pacific in the browser: its panels, views, words and places, added to those of the pages."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game
from stellwerk.draw import board_svg
from stellwerk.web.errors import said
from stellwerk.web.pages import new_game, pictures, places
from stellwerk.web.pages.decisions import OF_TITLE as PANELS
from stellwerk.web.pages.tabs import OF_TITLE as TABS
from stellwerk.web.pages.tabs import Tab
from stellwerk.web.pages.tabs.rules import rules
from stellwerk.web.pages.union_pacific import panels, phrases, routes, views
from stellwerk.web.pages.union_pacific.around import PLACE

TITLE = "union-pacific"
HANDLERS: list[Any] = routes.HANDLERS
# Why something cannot be taken back, as the rules of the title say it.
REASONS = (
    said("a first share stands once it is picked (2.5a)"),
    said("a hidden card has been turned up since: this cannot be taken back (13.9)"),
)


def register() -> None:
    """Fill the registries of the pages."""
    PANELS.update(
        {
            (TITLE, "pick"): panels.pick,
            (TITLE, "turn"): panels.turn,
            (TITLE, "take"): panels.take,
            (TITLE, "exchange"): panels.exchange,
            (TITLE, "replace"): panels.replace,
            (TITLE, "waiting"): panels.waits,
            (TITLE, "over"): panels.ended,
        }
    )
    TABS[TITLE] = [
        Tab("map", "Map", views.board),
        Tab("payout", "Payout", views.payout_view),
        Tab("companies", "Companies", views.company_view),
        Tab("players", "Players", views.player_view),
        Tab("charts", "Charts", views.charts),
        Tab("rules", "Rules", rules),
    ]
    places.OF_TITLE[TITLE] = PLACE
    new_game.MORE[TITLE] = "union_pacific/board_option.html"
    pictures.DRAWN[TITLE] = lambda made, theme: board_svg(Game(made), theme=theme)
    phrases.register()


register()
