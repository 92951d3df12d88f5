"""A face as SVG: the hex, its track and stops, and around them the lettering, each piece where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec import Struct

from stellwerk.draw.boxes import Box, Disc, FreeSpace, Spots, grid, ring, text_width
from stellwerk.draw.geometry import APOTHEM, Point, depth, direction, num, polar, through
from stellwerk.draw.glyphs import arrow, outline, terrain_picture, tunnel
from stellwerk.draw.plan import BAR, DOT, SLOT, FacePlan, Spot, has_bar, obstacles, plan
from stellwerk.draw.style import escape, text
from stellwerk.eighteen.tiles import Face, Stop

REVENUE = 10.2
_EVERYWHERE = Spots(tuple(grid(2.0)))
_COARSELY = Spots(tuple(grid(4.0)))
_FINELY = Spots(tuple(grid(1.0)))
_CENTRAL = Spots(tuple(spot for spot in grid(2.0) if abs(spot[0]) <= 24))
_AROUND = Spots(tuple(ring((26.0, 28.5, 31.0, 33.5, 36.0, 38.5))))
_NAME_SIZES = (10.8, 9.8, 9.0)
_NAME_RIM = 0.3
_SHORT_SIZES = (9.4, 8.2)  # an abbreviation where the name finds no room
_CLOSE_SIZES = (7.4, 6.0)  # the whole name for pages that are zoomed in far enough to read it
_NAME_RIMS = (3.0, _NAME_RIM)  # a name as wide as its hex runs into that of the next one: only where it must
_LEADING = 1.04
_FAR_SIZE = 8.0
_BOLD = 1.08  # how much wider bold letters and a star are than widths are reckoned
_FAR_ROWS = (33.0, -33.0, 27.0, -27.0, 21.0, -21.0, 15.0, -15.0, 9.0, -9.0)


class Print(Struct, frozen=True):
    """What the board has printed on a hex besides stops and track."""

    name: str = ""
    cost: str = ""
    terrain: str = ""
    coordinate: str = ""
    goal: str = ""
    short: str = ""  # the name where it finds no room
    towards: int | None = None  # an edge every tile here needs track to
    customs: tuple[tuple[int, int], str] | None = None  # a track that costs, and how much
    tile: str = ""  # the number of the tile that lies there; a page shows it to those who want it


class FaceArt(Struct, frozen=True):
    """A drawn face in pieces: `ground` below the routes, `stops[number]` above them, `lettering` on top."""

    layout: str
    colour: str
    plan: FacePlan
    ground: str
    stops: tuple[str, ...]
    lettering: str
    unnamed: bool  # the name found no room; it stands in the tooltip only
    room: FreeSpace  # what is taken

    def body(self, upon: str = "") -> str:
        """All of it; `upon` (tokens) lies on the stops."""
        return f"{self.ground}{''.join(self.stops)}{upon}{self.lettering}"


def draw_face(layout: str, face: Face, printed: Print | None = None, column: str = "") -> FaceArt:
    """A face with its lettering. `column` is the column off-board areas pay now."""
    printed = printed or Print()
    drawn = plan(layout, face)
    letters, named, room = _lettering(layout, face, drawn, printed, column)
    stops = [_stop(stop, spot) for stop, spot in zip(face.stops, drawn.spots, strict=True)]
    lettering = f'<g class="on-{escape(face.colour)}">{"".join(letters)}</g>' if letters else ""
    ground = _ground(layout, face, drawn, printed.terrain == "tunnel")
    ground += "".join(tunnel(layout, pair) for pair in face.tunnels) + _marks(layout, printed)
    return FaceArt(layout, face.colour, drawn, ground, tuple(stops), lettering, not named, room)


def _marks(layout: str, printed: Print) -> str:
    """What the board says about building and running here: a side every tile leads to, customs."""
    parts = []
    if printed.towards is not None:
        way = direction(layout, printed.towards)
        x, y = polar(way, APOTHEM - 3)
        corners = [(x, y), *(polar(way + turn, APOTHEM - 12) for turn in (-12, 12))]
        parts.append(f'<polygon class="towards" points="{" ".join(f"{num(a)},{num(b)}" for a, b in corners)}"/>')
    if printed.customs is not None:
        pair, amount = printed.customs
        x, y, _ = through(layout, *pair).at(0.5)
        half = text_width(amount, 9.5) / 2 + 3
        box = f'<rect class="toll" x="{num(x - half)}" y="{num(y - 7)}" width="{num(2 * half)}" height="14" rx="4"/>'
        parts.append(box + text(x, y, amount, "tollt", 9.5))
    return "".join(parts)


def _lettering(
    layout: str, face: Face, drawn: FacePlan, printed: Print, column: str
) -> tuple[list[str], bool, FreeSpace]:
    """All lettering, whether the name found room, and what room is taken: first in the usual order, then with the name
    before the label.
    """
    base = FreeSpace(layout)
    base.add(*obstacles(layout, face))
    always = [_coordinate(base, printed.coordinate)] if printed.coordinate else []
    offboard = next((stop for stop in face.stops if stop.kind == "offboard"), None)
    valued = offboard or next((stop for stop in face.stops if stop.by_phase), None)
    if valued is not None:
        always += _values(base, valued, column, printed.name)
    else:
        always += _revenues(base, face, drawn, bool(printed.name))
    near = (0.0, -14.0) if offboard is not None else (0.0, -26.0 if face.stops else 0.0)
    splits = _splits(base, printed.name, near) if printed.name else []
    best: tuple[int, list[str], FreeSpace] | None = None
    # Where there is nothing but a name, no other order can help it.
    orders = ("label name cost", "name label cost", "cost name label")[: 3 if face.label or printed.cost else 1]
    for order in orders:
        room, letters, missing = base.copy(), list(always), 0
        for piece in order.split():
            if piece == "label":
                found, wanted, weight = _label(room, face.label), bool(face.label), 4
            elif piece == "cost":
                found, wanted, weight = _cost(room, printed), bool(printed.cost), 2
            else:
                found, wanted, weight = _name(room, splits, near), bool(splits), 1
            letters += found
            missing += weight if wanted and not found else 0
        letters += _goal(room, printed.goal)
        if best is None or missing < best[0]:
            best = (missing, letters, room)
        if not missing:
            break
    assert best is not None
    missing, letters, room = best
    named = not printed.name or (bool(splits) and not missing % 2)  # only the name has an odd weight
    rooms = [room]
    if not named:
        more, rooms = _unplaced(room, printed, near, face.label)
        letters += more
    if printed.tile:
        letters += _tile_number(rooms, printed.tile)
    return letters, named, room


def _unplaced(room: FreeSpace, printed: Print, near: Point, label: str) -> tuple[list[str], list[FreeSpace]]:
    """A name without room: a page may lay it over the hex when it is zoomed in (`far`).

    Where there is an abbreviation it stands there instead, unless the label says it already. The whole name, in letters
    so small that it finds room, takes its place when the page is closer (`close`). Also what room is left with either.
    """
    if not printed.short:
        return _far(room, printed.name), [room]
    splits = _splits(room, printed.name, near, _CLOSE_SIZES[-1], _COARSELY)
    closer = room.copy()
    whole = _name(closer, splits, near, _CLOSE_SIZES, "nm close", _COARSELY)
    if printed.short == label:
        return whole, [closer]
    words = printed.short.split(" ")  # one below the other
    css = "nm short swap" if whole else "nm short"
    return [*_name(room, [words], near, _SHORT_SIZES, css), *whole], [room, closer]


def _ground(layout: str, face: Face, drawn: FacePlan, dark: bool) -> str:
    parts = [f'<polygon class="hx c-{escape(face.colour)}" points="{outline(layout)}"/>']
    if dark:  # nothing but tunnels is built here
        parts.append(f'<polygon class="under" points="{outline(layout)}"/>')
        parts.append(terrain_picture("tunnel", 0, 26 if face.stops else 0, 0.9 if face.stops else 1.2))
    for stop in face.stops:
        if stop.kind == "offboard":
            parts += [arrow(layout, edge) for edge in stop.exits]
    pieces = [
        line.path()
        for number, stop in enumerate(face.stops)
        if stop.kind != "offboard"
        for line in drawn.spokes[number].values()
    ]
    pieces += [line.path() for line in drawn.tracks.values()]
    if pieces:
        d = "".join(pieces)
        parts.append(f'<path class="tb" d="{d}"/><path class="tr" d="{d}"/>')
    return "".join(parts)


def _stop(stop: Stop, spot: Spot) -> str:
    if stop.kind == "city":
        rings = "".join(f'<circle class="slot" cx="{num(x)}" cy="{num(y)}" r="{SLOT:g}"/>' for x, y in spot.slots)
        if len(spot.slots) < 2:
            return rings
        d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in spot.slots) + ("Z" if len(spot.slots) > 2 else "")
        return f'<path class="cb" d="{d}"/><path class="ch" d="{d}"/>{rings}'
    if stop.kind == "town":
        if has_bar(stop):
            return (
                f'<rect class="bar" x="-3.6" y="{-BAR:g}" width="7.2" height="{2 * BAR:g}" '
                f'transform="translate({num(spot.x)} {num(spot.y)}) rotate({num(spot.heading % 180)})"/>'
            )
        return f'<circle class="dot" cx="{num(spot.x)}" cy="{num(spot.y)}" r="{DOT:g}"/>'
    return ""


def _coordinate(room: FreeSpace, name: str) -> str:
    """The coordinate, faint in a corner: the top one if it is free. Track never comes near a corner, cities may."""
    boxes = _corners(room, name)
    chosen = next((box for box in boxes if room.gap(box) > 0), boxes[0])
    room.add(chosen)
    return text(chosen.x, chosen.y, name, "xy")


def _tile_number(rooms: Sequence[FreeSpace], number: str) -> list[str]:
    """The number of the tile in a corner that is free, or wherever there is room; the tooltip has it in any case."""
    room = rooms[0].copy()
    for other in rooms[1:]:
        room.add(*other.things)
    box = next((box for box in reversed(_corners(room, number)) if room.gap(box) > 0), None)
    if box is None:
        box = room.place_box(text_width(number, 8.0) / 2, 3.2, _FINELY, (0.0, 30.0), 0.01, 0.5)
    return [] if box is None else [text(box.x, box.y, number, "tn")]


def _corners(room: FreeSpace, name: str) -> list[Box]:
    half = text_width(name, 8.0) / 2
    if room.layout == "pointy":
        spots = [(0.0, -38.5), (half - 40.5, -19.5), (40.5 - half, -19.5), (half - 40.5, 19.5), (40.5 - half, 19.5)]
    else:
        spots = [
            (half - 25.5, -38.0),
            (25.5 - half, -38.0),
            (half - 25.5, 38.0),
            (25.5 - half, 38.0),
            (half - 46.0, 0.0),
        ]
    return [Box(x, y, half, 3.2) for x, y in spots]


def _revenues(room: FreeSpace, face: Face, drawn: FacePlan, named: bool) -> list[str]:
    """One circle for each value; stops of the same value share it."""
    values: dict[int, list[Point]] = {}
    for stop, spot in zip(face.stops, drawn.spots, strict=True):
        if stop.value:
            values.setdefault(stop.value, []).append(spot.at)
    parts = []
    for value, spots in values.items():
        near = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
        if named:  # leave the middle above and below to the name
            near = (near[0] + 60.0, near[1])
        disc = room.place_disc(REVENUE + 0.6, _AROUND, near, 0.012, margin=1.5)
        size = 12.4 if value < 100 else 10.0
        circle = f'<circle class="revc" cx="{num(disc.x)}" cy="{num(disc.y)}" r="{REVENUE:g}"/>'
        parts.append(circle + text(disc.x, disc.y, str(value), "rev", None if value < 100 else size))
    return parts


def _label(room: FreeSpace, label: str) -> list[str]:
    if not label:
        return []
    for size in (16.0, 14.0, 12.0, 10.0):
        box = room.place_box(text_width(label, size) / 2, size * 0.4, _EVERYWHERE, (-60.0, 10.0), 0.005, 1.5, 2.0)
        if box is not None:
            return [text(box.x, box.y, label, "lab", None if size == 16 else size)]
    box = room.place_box(text_width(label, 9.0) / 2, 3.2, _FINELY, margin=0.5)
    return [text(box.x, box.y, label, "lab", 9.0)] if box else []


def _cost(room: FreeSpace, printed: Print) -> list[str]:
    if not printed.cost:
        return []
    half = text_width(printed.cost, 12.5) / 2
    if printed.terrain:
        beside = any(isinstance(thing, Disc) for thing in room.things)  # stops or track: the middle is taken
        box = None if beside else room.place_box(half, 14.0, _EVERYWHERE, pull=0.03, margin=1.5)
        if box is not None:  # the picture above the price
            return [
                terrain_picture(printed.terrain, box.x, box.y - 7.5),
                text(box.x, box.y + 8.0, printed.cost, "cost"),
            ]
        box = room.place_box(half + 8.5, 5.4, _EVERYWHERE, (0.0, 40.0), 0.02, 1.0, 1.5)
        if box is not None:
            icon = terrain_picture(printed.terrain, box.x - half + 0.5, box.y, 0.62)
            return [icon, text(box.x + 8.0, box.y, printed.cost, "cost")]
    for size in (12.5, 11.0, 9.5):
        half = text_width(printed.cost, size) / 2
        box = room.place_box(half, size * 0.4, _EVERYWHERE, (0.0, 40.0), 0.02, 1.0)
        if box is not None:
            return [text(box.x, box.y, printed.cost, "cost", size)]
    return []


def _goal(room: FreeSpace, goal: str) -> list[str]:
    """Whose goal the hex is, if there is room; the tooltip says it in any case."""
    for size in (9.5, 8.5, 7.5) if goal else ():
        wide = text_width(goal, size) * _BOLD / 2
        box = room.place_box(wide, size * 0.45, _EVERYWHERE, (0.0, 36.0), 0.02, 2.0)
        if box is not None:
            return [text(box.x, box.y, goal, "goal", size)]
    return []


def _splits(
    room: FreeSpace, name: str, near: Point, size: float = _NAME_SIZES[-1], spots: Spots = _EVERYWHERE
) -> list[list[str]]:
    """A name on one, two and three lines, broken where its words are: those ways that have room in small letters."""
    words = name.split(" ")
    count = len(words)
    ways = [[words]]
    ways += [[words[:a], words[a:]] for a in range(1, count)]
    ways += [[words[:a], words[a:b], words[b:]] for a in range(1, count) for b in range(a + 1, count)]
    split = [[" ".join(line) for line in lines] for lines in ways]
    fitting = [lines for lines in split if room.fits(*_halves(lines, size), spots, near, _NAME_RIM)]
    return sorted(fitting, key=lambda lines: (len(lines), max(text_width(line, 1.0) for line in lines)))


def _halves(lines: list[str], size: float) -> tuple[float, float]:
    """Half the width and half the height of lines of a name."""
    wide = max(text_width(line, size * 0.96) for line in lines)
    return wide / 2, size * (0.38 + 0.5 * _LEADING * (len(lines) - 1))


def _name(
    room: FreeSpace,
    splits: list[list[str]],
    near: Point,
    sizes: Sequence[float] = _NAME_SIZES,
    css: str = "nm",
    spots: Spots = _EVERYWHERE,
) -> list[str]:
    """The name, as large as there is room for; nothing if there is none (the tooltip has it)."""
    rims = _NAME_RIMS if sizes is _NAME_SIZES else (_NAME_RIM,)
    for rim, size, lines in product(rims, sizes, splits):
        box = room.place_box(*_halves(lines, size), spots, near, 0.03, 1.2, rim)
        if box is not None:
            top = box.y - size * 0.5 * _LEADING * (len(lines) - 1)
            return [text(box.x, top + size * _LEADING * n, line, css, size) for n, line in enumerate(lines)]
    return []


def _far(room: FreeSpace, name: str) -> list[str]:
    """A name without room, small and where it hides least: a page shows it when it is zoomed in."""
    words = name.split(" ")
    ways = [[name], *([" ".join(words[:a]), " ".join(words[a:])] for a in range(1, len(words)))]

    def free(place: tuple[list[str], float, float]) -> float:
        lines, x, y = place
        w, h = _halves(lines, _FAR_SIZE)
        return min(room.gap(Box(x, y, w, h)), depth(room.layout, x, y, w, h))

    lines, x, y = max(product(ways, (0.0, -9.0, 9.0), _FAR_ROWS), key=free)
    top = y - _FAR_SIZE * 0.5 * _LEADING * (len(lines) - 1)
    return [text(x, top + _FAR_SIZE * _LEADING * n, line, "nm far", _FAR_SIZE) for n, line in enumerate(lines)]


def _values(room: FreeSpace, stop: Stop, column: str, name: str) -> list[str]:
    """The values of an off-board area or a city, a box for each phase colour; the one that counts has a heavy frame."""
    columns = stop.by_phase or (("yellow", stop.value),)
    near, spots = (0.0, 8.0 if name else 0.0), _CENTRAL
    ways = [(24.0 if len(columns) < 4 else 19.0, len(columns)), (24.0, -(-len(columns) // 2)), (19.0, 1)]
    high, size = 9.0, None
    if stop.slots:  # beside the circle
        near, spots, high, size = (0.0, 24.0), _FINELY, 6.2, 8.5
        ways = [(14.5, len(columns)), (15.0, -(-len(columns) // 2)), (15.0, 1)]
    box = None
    for width, across in ways:  # in one row, in two, or one below the other
        rows = -(-len(columns) // across)
        box = room.place_box(width * across / 2, high * rows, spots, near, 0.03, 1.0)
        if box is not None:
            break
    if box is None and not stop.slots:  # track runs through the middle: smaller, and on either side of it
        width, across, high, size = 15.0, -(-len(columns) // 2), 6.6, 9.0
        rows = -(-len(columns) // across)
        box = room.place_box(width * across / 2, high * rows, _FINELY, (0.0, 14.0), 0.03, 1.0)
    if box is None:
        (width, across), rows = ways[0], 1
        box = Box(0.0, 6.0, width * across / 2, high)
    parts = []
    for number, (colour, value) in enumerate(columns):
        x = box.x - box.w + width * (number % across + 0.5)
        y = box.y - high * rows + 2 * high * (number // across) + high
        on = " on" if colour == column else ""
        parts.append(
            f'<rect class="obv c-{escape(colour)}{on}" x="{num(x - width / 2 + 1)}" y="{num(y - high + 0.5)}" '
            f'width="{width - 2:g}" height="{2 * high - 1:g}" rx="4"/>' + text(x, y, str(value), f"obt{on}", size)
        )
    return parts
