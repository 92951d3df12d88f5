"""Large maps: a small picture of the whole board with the parts it can be zoomed to, and the part that matters now."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.draw.board import MapArt
from stellwerk.draw.geometry import num
from stellwerk.draw.glyphs import outline
from stellwerk.eighteen.board import FREE, Board
from stellwerk.web.pages.board_art import art_of
from stellwerk.web.pages.table_page import TablePage

LARGE = 120  # hexes from which on a board does not fit a screen at a readable size
_WIDE, _HIGH = 640.0, 640.0  # how much of a map, in its own units, one part is about
_MOST = 3  # parts side by side
_COLOURS = ("white", "yellow", "green", "brown", "gray", "red", "blue")

Box = tuple[float, float, float, float]  # left, top, width, height


class MapPart(Struct, frozen=True):
    """A part of the map that can be shown: its name, where it is, and its place among the parts."""

    name: str
    box: str
    row: int
    column: int


class MiniMap(Struct, frozen=True):
    """The small picture, its parts row by row, and the part that matters now (empty: the whole map)."""

    svg: str
    parts: tuple[MapPart, ...]
    columns: int
    rows: int
    matters: str


def minimap(page: TablePage, marked: Sequence[int] = ()) -> MiniMap | None:
    """The mini map of a large board, with the hexes where the reader can act; None where the board needs none."""
    art = art_of(page)
    if len(art.names) < LARGE:
        return None
    columns, rows = _split(art.box[2], _WIDE), _split(art.box[3], _HIGH)
    matters = _matters(page, art, page.board)
    return MiniMap(
        svg=_picture(art, page.board, marked),
        parts=tuple(_part(page, art, row, column, rows, columns) for row in range(rows) for column in range(columns)),
        columns=columns,
        rows=rows,
        matters=_box_text(matters) if matters else "",
    )


def _split(size: float, part: float) -> int:
    return min(max(round(size / part), 1), _MOST)


def _box_text(box: Box) -> str:
    return " ".join(num(value) for value in box)


def _part(page: TablePage, art: MapArt, row: int, column: int, rows: int, columns: int) -> MapPart:
    left, top, wide, high = art.box
    w, h = wide / columns, high / rows
    return MapPart(
        _name(page, row, column, rows, columns), _box_text((left + column * w, top + row * h, w, h)), row, column
    )


def _name(page: TablePage, row: int, column: int, rows: int, columns: int) -> str:
    """Where a part lies, by the compass."""
    names = (
        (page.say("north-west"), page.say("north"), page.say("north-east")),
        (page.say("west"), page.say("middle"), page.say("east")),
        (page.say("south-west"), page.say("south"), page.say("south-east")),
    )
    spread = {1: (1,), 2: (0, 2), 3: (0, 1, 2)}
    return names[spread[rows][row]][spread[columns][column]]


def _picture(art: MapArt, board: Board, marked: Sequence[int]) -> str:
    """Hexes by colour, rings where the reader can act, and a dot in its company's colour for every token."""
    points = [pair.split(",") for pair in outline(art.layout, 1.0).split()]
    shape = [(float(x), float(y)) for x, y in points]
    paths: dict[str, list[str]] = {colour: [] for colour in _COLOURS}
    dots, rings = [], []
    for hex_, (x, y) in enumerate(art.centres):
        corners = "L".join(f"{x + dx:.0f} {y + dy:.0f}" for dx, dy in shape)
        paths.setdefault(art.faces[board.faces[hex_]].colour, []).append(f"M{corners}z")
        if hex_ in marked:
            rings.append(f"M{corners}z")
        here = [company for slots in board.tokens[hex_] for company in slots if company != FREE]
        for number, company in enumerate(here):
            fill = art.companies[company].color if 0 <= company < len(art.companies) else "#15181e"  # it only blocks
            at_x = x + 34 * (number - (len(here) - 1) / 2)
            dots.append(f'<circle cx="{at_x:.0f}" cy="{y:.0f}" r="24" fill="{fill}"/>')
    hexes = "".join(f'<path class="c-{colour}" d="{"".join(d)}"/>' for colour, d in paths.items() if d)
    able = f'<path class="able" d="{"".join(rings)}"/>' if rings else ""
    return (
        f'<svg class="sw" viewBox="{_box_text(art.box)}" aria-hidden="true" focusable="false">{hexes}{able}'
        f'<g class="dots">{"".join(dots)}</g><rect class="here"/></svg>'
    )


def _matters(page: TablePage, art: MapArt, board: Board) -> Box | None:
    """What the whole table looks at: the tokens of the company whose turn it is, with room around them, else all."""
    acting = page.company
    own, others = [], []
    for hex_, cities in enumerate(board.tokens):
        for slots in cities:
            own += [hex_ for company in slots if company == acting]
            others += [hex_ for company in slots if company >= 0]
    if acting is not None and not own:
        own = [art.homes[acting]]
    hexes = own or others
    if not hexes:
        return None
    xs, ys = [art.centres[hex_][0] for hex_ in hexes], [art.centres[hex_][1] for hex_ in hexes]
    room = 190.0
    return min(xs) - room, min(ys) - room, max(xs) - min(xs) + 2 * room, max(ys) - min(ys) + 2 * room
