"""Tiles on their own, and the sheet of all tiles of a title with what each may become."""

from __future__ import annotations

from functools import lru_cache
from weakref import WeakKeyDictionary

from stellwerk.core import BadInput
from stellwerk.draw.face import draw_face
from stellwerk.draw.geometry import APOTHEM, SIDE
from stellwerk.draw.style import document, escape, text
from stellwerk.draw.words import ENGLISH, HexWords, face_words
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.tiles import COLOURS, EDGES, Face

_CARD_W, _CARD_H, _GAP = 318.0, 132.0, 10.0
_COLUMNS = 3
_NARROW, _NARROW_COLUMNS = 116.0, 7
_SMALL = 0.42
_PER_ROW = 4
_UPGRADES: WeakKeyDictionary[HexMap, dict[str, tuple[str, ...]]] = WeakKeyDictionary()


def tile_face(hexmap: HexMap, tile: str, rotation: int = 0) -> Face:
    """A tile of the title in a rotation."""
    if tile not in hexmap.tile_index:
        raise BadInput(f"{hexmap.data.title.id} has no tile {tile!r}; it has {', '.join(hexmap.tile_names)}")
    if not 0 <= rotation < EDGES:
        raise BadInput(f"a tile has rotations 0 to 5, not {rotation}")
    return hexmap.faces[hexmap.face_number(tile, rotation)]


def face_svg(layout: str, face: Face) -> str:
    """A face alone, without lettering: what a small picture needs."""
    drawn = draw_face(layout, face)
    return f"{drawn.ground}{''.join(drawn.stops)}"


def tile_svg(
    hexmap: HexMap, tile: str, rotation: int = 0, *, theme: str | None = "light", words: HexWords = ENGLISH
) -> str:
    """One tile; a page in another language brings its own `words`."""
    layout = hexmap.data.map.layout
    face = tile_face(hexmap, tile, rotation)
    w, h = (APOTHEM, SIDE) if layout == "pointy" else (SIDE, APOTHEM)
    box = (-w - 2, -h - 2, 2 * w + 4, 2 * h + 4)
    body = _body(hexmap, tile, rotation)
    return document(body, box, face_words(face, words), theme=theme, ground="", kind="tile")


def upgrades(hexmap: HexMap) -> dict[str, tuple[str, ...]]:
    """For each tile the tiles that can replace it somewhere: next colour, same label and stops, old track kept."""
    found = _UPGRADES.get(hexmap)
    if found is None:
        found = _UPGRADES[hexmap] = {tile: tuple(_upgrades(hexmap, tile)) for tile in hexmap.tile_names}
    return found


def _upgrades(hexmap: HexMap, tile: str) -> list[str]:
    number = hexmap.face_number(tile, 0)
    old, colour = hexmap.faces[number], hexmap.next_colour(number)
    return [
        name
        for name, entry in hexmap.data.tiles.items()
        if entry.color == colour and entry.label == old.label and _fits(hexmap, name, old)
    ]


def _fits(hexmap: HexMap, name: str, old: Face) -> bool:
    faces = (hexmap.faces[hexmap.face_number(name, rotation)] for rotation in range(EDGES))
    return any(face.kinds == old.kinds and face.keeps(old) is not None for face in faces)


@lru_cache(maxsize=4096)
def _body(hexmap: HexMap, tile: str, rotation: int) -> str:
    layout = hexmap.data.map.layout
    return draw_face(layout, tile_face(hexmap, tile, rotation)).body()


def sheet_svg(hexmap: HexMap, *, theme: str | None = "light") -> str:
    """All tiles by colour, each with its number, how many there are, and its upgrades in small."""
    data = hexmap.data
    becomes = upgrades(hexmap)
    parts = []
    y = _GAP
    width = _COLUMNS * (_CARD_W + _GAP) + _GAP
    parts.append(text(_GAP + 4, y + 14, f"{data.title.name}: tiles", "h1 start"))
    y += 36
    colours = [*COLOURS, *dict.fromkeys(entry.color for entry in data.tiles.values() if entry.color not in COLOURS)]
    for colour in colours:
        names = [name for name, entry in data.tiles.items() if entry.color == colour]
        if not names:
            continue
        parts.append(text(_GAP + 4, y + 10, f"{colour} ({len(names)})", "h2 start"))
        y += 26
        column, row_height = 0, 0.0
        narrow = not any(becomes[name] for name in names)  # the last colour: nothing to show beside the tiles
        card, columns = (_NARROW, _NARROW_COLUMNS) if narrow else (_CARD_W, _COLUMNS)
        for name in names:
            height = _card_height(len(becomes[name]))
            if column == columns:
                y += row_height + _GAP
                column, row_height = 0, 0.0
            parts.append(_card(hexmap, name, becomes[name], (_GAP + column * (card + _GAP), y, card, height)))
            row_height = max(row_height, height)
            column += 1
        y += row_height + 2 * _GAP
    label = f"{data.title.name}: all tiles with their upgrades"
    return document("".join(parts), (0, 0, width, y), label, theme=theme, kind="sheet")


def _card_height(count: int) -> float:
    return max(_CARD_H, 26.0 + 62.0 * -(-count // _PER_ROW))


def _card(hexmap: HexMap, name: str, becomes: tuple[str, ...], box: tuple[float, float, float, float]) -> str:
    x, y, width, height = box
    entry = hexmap.data.tiles[name]
    words = f"{face_words(tile_face(hexmap, name))}; {entry.count} of them; upgrades: {', '.join(becomes) or 'none'}"
    parts = [
        f'<g id="tile-{escape(name)}" class="entry" data-tile="{escape(name)}" transform="translate({x:g} {y:g})">',
        f"<title>{escape(words)}</title>",
        f'<rect class="card" x="0" y="0" width="{width:g}" height="{height:g}" rx="8"/>',
        f'<g transform="translate(58 54) scale(.92)">{_body(hexmap, name, 0)}</g>',
        text(58, 116, f"{name} · {entry.count}×", "h2"),
    ]
    if not becomes and width > _NARROW:
        parts.append(text(124, 54, "no upgrade", "t2 start"))
    for number, other in enumerate(becomes):
        left = 140.0 + 47.0 * (number % _PER_ROW)
        top = 28.0 + 62.0 * (number // _PER_ROW)
        parts.append(f'<g transform="translate({left:g} {top:g}) scale({_SMALL})">{_body(hexmap, other, 0)}</g>')
        parts.append(text(left, top + 30, other, "t2"))
    return "".join(parts) + "</g>"
