"""Titles with several boards: which one the decision is about, and where each lies on the drawing."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.draw.board import map_art
from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.web.pages.table_page import TablePage

BOTH = "both"


class BoardView(Struct, frozen=True):
    """A board as the map view offers it: its part of the drawing and how many of its hexes glow."""

    id: str
    label: str
    box: str
    hexes: str
    count: int
    shown: bool


def board_views(page: TablePage, glowing: set[str]) -> list[BoardView]:
    """The boards of the title, and all of them together; empty where there is only one (left)."""
    art = map_art(page.t.hexmap)
    names = [name for name in art.boards if name not in gone(page)]
    if len(names) < 2:
        return []
    first = board_of_decision(page)
    found = []
    for name in names:
        hexes = [hex_ for hex_, board in zip(art.names, art.board_of, strict=True) if board == name]
        count = sum(1 for hex_ in hexes if hex_ in glowing)
        found.append(
            BoardView(name, board_name(page, name), _box(art.boxes[name]), " ".join(hexes), count, name == first)
        )
    return [*found, BoardView(BOTH, page.say("Both boards"), _box(art.box), "", 0, False)]


def board_name(page: TablePage, name: str) -> str:
    """What a board is called."""
    return {"austria": page.say("Austria"), "local": page.say("Local board")}.get(name, name)


def only_board(page: TablePage) -> str:
    """The one board that is left of several; empty while there are more, or in titles with a single one."""
    boards = map_art(page.t.hexmap).boards
    left = [name for name in boards if name not in gone(page)]
    return left[0] if len(left) == 1 < len(boards) else ""


def gone(page: TablePage) -> tuple[str, ...]:
    """Boards that have been cleared: nothing happens there any more."""
    return ("local",) if page.view.get("local_board_cleared") else ()


def board_of_decision(page: TablePage) -> str:
    """The board that the decision is about: where something can be done, else that of the company whose turn it is."""
    hexmap = page.t.hexmap
    for option in page.options if page.yours else ():
        if isinstance(option.action, LayTile | PlaceToken):
            return str(hexmap.hexes[hexmap.index[option.action.hex]].board)
    company = page.company
    if company is None and page.decision is not None:  # locals that merge
        company = page.t.kit.company_index.get(page.decision.actor)
    entry = page.t.companies[company] if company is not None else None
    home = hexmap.hexes[hexmap.index[entry.home.hex]].board if entry is not None else ""
    return home if home and home not in gone(page) else map_art(hexmap).boards[0]


def _box(box: tuple[float, float, float, float]) -> str:
    return " ".join(f"{side:g}" for side in (round(value, 1) for value in box))
