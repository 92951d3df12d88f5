"""Titles with several boards: which one the decision is about, and where each lies on the drawing."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.draw.board import map_art
from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.web.pages.at import At

BOTH = "both"


class BoardView(Struct, frozen=True):
    """A board as the map view offers it: its part of the drawing and how many of its hexes glow."""

    id: str
    label: str
    box: str
    hexes: str
    count: int
    shown: bool


def board_views(at: At, glowing: set[str]) -> list[BoardView]:
    """The boards of the title, and all of them together; empty where there is only one (left)."""
    art = map_art(at.t.hexmap)
    names = [name for name in art.boards if name not in gone(at)]
    if len(names) < 2:
        return []
    first = board_of_decision(at)
    found = []
    for name in names:
        hexes = [hex_ for hex_, board in zip(art.names, art.board_of, strict=True) if board == name]
        count = sum(1 for hex_ in hexes if hex_ in glowing)
        found.append(
            BoardView(name, board_name(at, name), _box(art.boxes[name]), " ".join(hexes), count, name == first)
        )
    return [*found, BoardView(BOTH, at.say("Both boards"), _box(art.box), "", 0, False)]


def board_name(at: At, name: str) -> str:
    """What a board is called."""
    return {"austria": at.say("Austria"), "local": at.say("Local board")}.get(name, name)


def only_board(at: At) -> str:
    """The one board that is left of several; empty while there are more, or in titles with a single one."""
    boards = map_art(at.t.hexmap).boards
    left = [name for name in boards if name not in gone(at)]
    return left[0] if len(left) == 1 < len(boards) else ""


def gone(at: At) -> tuple[str, ...]:
    """Boards that have been cleared: nothing happens there any more."""
    return ("local",) if at.view.get("local_board_cleared") else ()


def board_of_decision(at: At) -> str:
    """The board that the decision is about: where something can be done, else that of the company whose turn it is."""
    hexmap = at.t.hexmap
    for option in at.options if at.yours else ():
        if isinstance(option.action, LayTile | PlaceToken):
            return str(hexmap.hexes[hexmap.index[option.action.hex]].board)
    company = at.company
    if company is None and at.decision is not None:  # locals that merge
        company = at.t.kit.company_index.get(at.decision.actor)
    entry = at.t.companies[company] if company is not None else None
    home = hexmap.hexes[hexmap.index[entry.home.hex]].board if entry is not None else ""
    return home if home and home not in gone(at) else map_art(hexmap).boards[0]


def _box(box: tuple[float, float, float, float]) -> str:
    return " ".join(f"{side:g}" for side in (round(value, 1) for value in box))
