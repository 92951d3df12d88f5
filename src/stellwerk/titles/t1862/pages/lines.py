"""What the heavy lines on the map mean (1862 8.6, 9.3): the black bar and the border."""

from __future__ import annotations

from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.title_ui import LineKey


def line_keys(page: TablePage) -> list[LineKey]:
    """The lines this map has."""
    borders = [border for entry in page.t.data.map.hex.values() for border in entry.borders]
    found = []
    if any(border.kind == "impassable" and border.color == "black" for border in borders):
        found.append(LineKey("wall black", page.say("black bar"), "8.6"))
    if any(border.kind == "frontier" for border in borders):
        found.append(LineKey("border b-frontier", page.say("border"), "9.3"))
    return found
