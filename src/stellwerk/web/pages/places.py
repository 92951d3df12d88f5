"""The places around the views that titles fill in their own way: the column at the left, the strip below, the top."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from stellwerk.web.errors import marked
from stellwerk.web.pages.players_strip import player_cards
from stellwerk.web.pages.side import company_column
from stellwerk.web.pages.table_page import TablePage


def no_chips(page: TablePage) -> list[tuple[str, str]]:
    """Nothing more in the top bar."""
    return []


def no_tokens(page: TablePage) -> dict[str, str]:
    """No marks of companies."""
    return {}


class Surroundings(Struct, frozen=True):
    """Templates with what fills them; labels are English texts of the catalogue. `chips` are figures of the top bar,
    `tokens` the marks of companies (SVG around the origin, 26 units wide) where the family does not draw them.
    """

    side_label: str = "Companies"
    side_template: str = "table/side.html"
    side: Callable[[TablePage], Any] = company_column
    players_label: str = "Players"
    players_template: str = "table/players.html"
    players: Callable[[TablePage], Any] = player_cards
    chips: Callable[[TablePage], list[tuple[str, str]]] = no_chips
    tokens: Callable[[TablePage], dict[str, str]] = no_tokens


FAMILY = Surroundings()
OTHER = Surroundings(side_label=marked("Overview"))


def place_of(page: TablePage) -> Surroundings:
    """What the title of a table puts there."""
    return page.ui.place or (FAMILY if page.family else OTHER)
