"""Maps: the printed board, and a position on it with tiles, tokens, kept homes and routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from stellwerk.draw.board import DASHES, MARGIN, DrawnRoute, MapArt, map_art
from stellwerk.draw.boxes import text_width
from stellwerk.draw.geometry import num
from stellwerk.draw.style import document, text
from stellwerk.draw.words import ENGLISH, HexWords
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import HexMap

_KEY_HEIGHT = 34.0
_BOARDS = 256  # whose hexes are kept together; what is in them is kept by itself


def map_svg(
    hexmap: HexMap,
    board: Board | None = None,
    column: str = "",
    *,
    ways: Sequence[DrawnRoute] = (),
    marked: Iterable[str] = (),
    theme: str | None = "light",
    label: str = "",
    caption: str = "",
    role: str = "img",
    words: HexWords = ENGLISH,
    over: str = "",
    part: str = "",
) -> str:
    """A map: as printed, or with the tiles and tokens of a board.

    `column` is what off-board areas pay now. Routes are drawn in order, the hexes they do not touch are faint,
    and a key above the map says which line is which, after the caption.
    Hexes named in `marked` have the class `marked` and a ring: where something can be done.
    `words` are those of the tooltips; `over` is SVG that a page lays on top.
    With `part` only that board is drawn, where a title has several.
    """
    art = map_art(hexmap)
    shown = art.blank if board is None else board
    layer, touched = art.ways(shown, ways, column) if ways else ("", set())
    chosen = frozenset(marked)
    parts = []
    bodies = _bodies(art, shown, column, words)
    for number, head in enumerate(_heads(art.names, art.centres, art.board_of)):
        if part and art.hexes[number].board != part:
            continue
        extra = (" faint" if ways and number not in touched else "") + (
            " marked" if art.names[number] in chosen else ""
        )
        parts.append(f'{head}{extra}">')
        parts.append(bodies[number])
    kept = art.kept(shown) if chosen else {}
    rings = "".join(
        art.ring(number, shown, kept.get(number, ()), column)
        for number, name in enumerate(art.names)
        if name in chosen and (not part or art.hexes[number].board == part)
    )
    x, y, w, h = art.boxes[part] if part else art.box
    key, high = _key(ways, caption, x + MARGIN, y, w - 2 * MARGIN)
    y, h = y - high, h + high
    content = f'<g class="hexes">{"".join(parts)}</g>{art.borders}{layer}{rings}{over}{key}'
    return document(
        content, (x, y, w, h), label or f"{art.title}: map", theme=theme, ground="sea", kind="map", role=role
    )


def _bodies(art: MapArt, board: Board, column: str, words: HexWords) -> tuple[str, ...]:
    """What is inside the groups of all hexes; whoever looks at a table after a move sees the same board."""
    key = (board, column, words)
    found = art.bodies.get(key)
    if found is None:
        kept = art.kept(board)
        found = tuple(
            art.hex_body(number, face, tokens, kept.get(number, ()), column, words)
            for number, (face, tokens) in enumerate(zip(board.faces, board.tokens, strict=True))
        )
        if len(art.bodies) >= _BOARDS:
            art.bodies.clear()
        art.bodies[key] = found
    return found


@lru_cache(maxsize=16)
def _heads(
    names: tuple[str, ...], centres: tuple[tuple[float, float], ...], boards: tuple[str, ...]
) -> tuple[str, ...]:
    """The beginning of each hex's group, up to its classes."""
    return tuple(
        f'<g id="hex-{name}" data-hex="{name}" transform="translate({num(x)} {num(y)})" class="hex'
        + (f" on-{board}" if board else "")
        for name, (x, y), board in zip(names, centres, boards, strict=True)
    )


def _key(ways: Sequence[DrawnRoute], caption: str, left: float, bottom: float, width: float) -> tuple[str, float]:
    """Which line is which train, in rows that end at `bottom`; and how high they are."""
    rows: list[list[tuple[float, int, str]]] = [[]]
    x = text_width(caption, 15.0) + 24 if caption else 0.0
    for number, way in enumerate(ways):
        if not way.label:
            continue
        wide = 62.0 + text_width(way.label, 15.0)
        if x and x + wide > width:
            rows.append([])
            x = 0.0
        rows[-1].append((x, number % DASHES + 1, way.label))
        x += wide + 16
    if not rows[0] and not caption:
        return "", 0.0
    high = _KEY_HEIGHT * len(rows)
    parts = [text(left, bottom - high + _KEY_HEIGHT / 2 + 6, caption, "key cap start")] if caption else []
    for row, entries in enumerate(rows):
        y = bottom - high + _KEY_HEIGHT * (row + 0.5) + 6
        for x, kind, label in entries:
            d = f"M{num(left + x + 4)} {num(y)}h44"
            parts.append(f'<path class="rc" d="{d}"/><path class="rt r{kind}" d="{d}"/>')
            parts.append(text(left + x + 60, y, label, "key start"))
    return f'<g class="legend">{"".join(parts)}</g>', high
