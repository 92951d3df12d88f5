"""The network of Union Pacific as SVG: four kinds of lines, free spaces, and locomotives with their letters."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from stellwerk.core import BadInput, Game
from stellwerk.draw.boxes import text_width
from stellwerk.draw.style import document, escape, text
from stellwerk.draw.token import _contrast as contrast

from .geometry import Point, distance, path
from .rules import UnionPacificRules
from .schema import BoardData
from .table import Kit

SPACE, TALL = 25.0, 13.0  # a space and the locomotive on it
GAP = 1.5
LETTERS = 12.0  # size of the cities' names
MARGIN = 40.0
HOME = "{city}, home of {company}"
_BOX = f'x="{-SPACE / 2 - 3}" y="{-TALL / 2 - 3}" width="{SPACE + 6}" height="{TALL + 6}" rx="5"'
_RING = f'<g class="lastloc"><rect class="lastc" {_BOX}/><rect class="lastr" {_BOX}/></g>'


def network_svg(
    game: Game[Any],
    *,
    theme: str | None = "light",
    role: str = "img",
    marks: Collection[str] = (),
    label: str = "",
    words: Callable[[int], str] | None = None,
    types: Sequence[str] = (),
    over: str = "",
    last: Collection[tuple[str, int]] = (),
    home: str = HOME,
) -> str:
    """The board of a position; sections in `marks` glow, spaces in `last` (section, number) were built on last.

    A page in another language brings its own `label`, `words` for sections by number, names of the track `types`, and
    what a `home` is called; `over` is drawn on top.
    """
    rules = game.rules
    if not isinstance(rules, UnionPacificRules):
        raise BadInput(f"{rules.title} has no network to draw")
    kit, state = rules.kit, game.state
    unknown = [name for name in marks if name not in kit.section_index]
    if unknown:
        raise BadInput(f"there is no section {unknown[0]!r}")
    parts = [_shore(kit.board)]
    parts += [
        _section(kit, number, standing, kit.sections[number].id in marks, words(number) if words else "", last)
        for number, standing in enumerate(state.board)
    ]
    parts += [_cities(kit, home), _key(kit, types), over]
    label = label or f"{rules.t.data.title.name}, {state.payouts} of {rules.t.last_payout} payouts: network"
    return document("".join(parts), _frame(kit.board), label, theme=theme, ground="sea", kind="network", role=role)


def board_svg(game: Game[Any], *, theme: str | None, role: str) -> str:
    """The board, for whoever draws any title."""
    return network_svg(game, theme=theme, role=role)


@lru_cache(maxsize=16)
def _frame(board: BoardData) -> tuple[float, float, float, float]:
    """The board's size with a margin, wider where the name of a city needs it."""
    left, right = -MARGIN, board.board.width + MARGIN
    spots = labels(board)
    for city in board.city:
        x, _, anchor = spots[city.id]
        start = _left(x, anchor, text_width(city.name, LETTERS))
        left, right = min(left, start - 8), max(right, start + text_width(city.name, LETTERS) + 8)
    return (left, -MARGIN, right - left, board.board.height + 2 * MARGIN)


def _left(x: float, anchor: str, wide: float) -> float:
    return x if anchor == "start" else x - wide if anchor == "end" else x - wide / 2


def _d(way: list[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in way)


def _shore(board: BoardData) -> str:
    """Land is where sections run."""
    return f'<path class="shore" d="{"".join(_d(path(board, section)) for section in board.section)}"/>'


def section_path(kit: Kit, number: int) -> str:
    """The way of a section, for what is drawn over it."""
    return _d(path(kit.board, kit.sections[number]))


def _section(
    kit: Kit,
    number: int,
    standing: tuple[int, ...],
    marked: bool,
    spoken: str = "",
    last: Collection[tuple[str, int]] = (),
) -> str:
    entry = kit.sections[number]
    kind = kit.board.track_type[kit.type[number]]
    spots = kit.slots(number, standing)
    free = spots.count(None)
    there = ", ".join(kit.abbr[company] for company in standing) or "no locomotive"
    words = spoken or f"{kit.section_names[number]}, {kind.name}: {free} of {entry.spaces} spaces free; {there}"
    if marked and not spoken:
        words += "; a build is possible"
    way = path(kit.board, entry)
    d = _d(way)
    parts = [
        f'<g class="section{" marked" if marked else ""}" id="section-{escape(entry.id)}" '
        f'data-section="{escape(entry.id)}" '
        f'data-type="{escape(entry.type)}" role="img" aria-label="{escape(words)}"><title>{escape(words)}</title>',
        f'<path class="can" d="{d}"/>' if marked else "",
        f'<path class="bed" d="{d}"/><path class="line l-{kind.pattern}" d="{d}"/>',
        f'<path class="line l-between" d="{d}"/>' if kind.pattern == "double" else "",
    ]
    places = _places(way, entry.spaces)
    for slot, company in enumerate(spots):
        x, y, angle = places[slot]
        place = f'transform="translate({x:.1f} {y:.1f}) rotate({angle:.1f})"'
        box = f'x="{-SPACE / 2}" y="{-TALL / 2}" width="{SPACE}" height="{TALL}" rx="3"'
        if company is None:
            parts.append(f'<rect class="space" {place} {box} data-slot="{slot}"/>')
        else:
            ring = _RING if (entry.id, slot) in last else ""
            parts.append(f"<g {place}>{locomotive(kit, company)}{ring}</g>")
    return "".join(parts) + "</g>"


def locomotive(kit: Kit, company: int) -> str:
    """A locomotive in its company's colour, with its letters."""
    colour, abbr = kit.companies[company].color, kit.abbr[company]
    pale = contrast(colour, "#ffffff") > contrast(colour, "#15181e")
    size = min(8.5, 0.92 * SPACE / max(text_width(abbr, 1.0), 0.1))
    return (
        f'<g class="loc" data-company="{escape(kit.shares[company])}"><rect x="{-SPACE / 2}" y="{-TALL / 2}" '
        f'width="{SPACE}" height="{TALL}" rx="3" fill="{colour}"/>'
        f"{text(0, 0, abbr, 'lt pale' if pale else 'lt deep', size)}</g>"
    )


def _places(way: list[Point], count: int) -> list[tuple[float, float, float]]:
    """Middle and angle of each space, side by side around the middle of the section; letters never upside down."""
    legs = [math.dist(a, b) for a, b in pairwise(way)]
    total = sum(legs)
    step = min(SPACE + GAP, max((total - 2 * TALL) / count, SPACE * 0.75))
    found = []
    for slot in range(count):
        at = total / 2 + (slot - (count - 1) / 2) * step
        leg = 0
        while leg < len(legs) - 1 and at > legs[leg]:
            at -= legs[leg]
            leg += 1
        (ax, ay), (bx, by) = way[leg], way[leg + 1]
        part = at / legs[leg] if legs[leg] else 0.5
        angle = math.degrees(math.atan2(by - ay, bx - ax))
        found.append((ax + part * (bx - ax), ay + part * (by - ay), (angle + 90) % 180 - 90))
    return found


def _cities(kit: Kit, home: str) -> str:
    homes = {entry.home: entry for entry in kit.companies}
    spots = labels(kit.board)
    parts = []
    for city in kit.cities:
        company = homes.get(city.id)
        words = city.name if company is None else home.format(city=city.name, company=company.abbr)
        parts.append(f'<g class="city" data-city="{escape(city.id)}"><title>{escape(words)}</title>')
        if company is None:
            parts.append(f'<circle class="stop" cx="{city.x}" cy="{city.y}" r="5.5"/>')
        else:
            parts.append(
                f'<rect class="home" data-company="{escape(company.id)}" x="{city.x - 6.5}" y="{city.y - 6.5}" '
                f'width="13" height="13" rx="2.5" fill="{company.color}"/>'
            )
        x, y, anchor = spots[city.id]
        parts.append(text(x, y, city.name, f"cn {anchor}".strip()) + "</g>")
    return "".join(parts)


@lru_cache(maxsize=16)
def labels(board: BoardData) -> dict[str, tuple[float, float, str]]:
    """Where each city's name stands: the side with the most room to lines, spaces and other names."""
    ways = [path(board, section) for section in board.section]
    spaces = [
        (x, y) for way, section in zip(ways, board.section, strict=True) for x, y, _ in _places(way, section.spaces)
    ]
    taken: list[tuple[float, float, float, float]] = []
    found: dict[str, tuple[float, float, str]] = {}
    for city in board.city:
        wide = text_width(city.name, LETTERS)
        tries = [
            (city.x + dx, city.y + dy, anchor)
            for dx, dy, anchor in (
                (11, 0, "start"), (-11, 0, "end"), (0, -15, ""), (0, 15, ""),
                (9, -12, "start"), (9, 12, "start"), (-9, -12, "end"), (-9, 12, "end"),
            )
        ]  # fmt: skip
        near = [way for way in ways if distance((city.x, city.y), way) < wide + 40]
        boxes = [space for space in spaces if math.dist((city.x, city.y), space) < wide + 40]
        best, top = tries[0], -math.inf
        for x, y, anchor in tries:
            room = _room((_left(x, anchor, wide), y, wide), near, boxes, taken)
            if room > top + 0.01:
                best, top = (x, y, anchor), room
        x, y, anchor = best
        left = _left(x, anchor, wide)
        taken.append((left, y - LETTERS / 2, left + wide, y + LETTERS / 2))
        found[city.id] = best
    return found


def _room(
    label: tuple[float, float, float],
    ways: list[list[Point]],
    spaces: list[Point],
    taken: list[tuple[float, float, float, float]],
) -> float:
    """How free a label would be: the least distance of its points to anything; other labels weigh most."""
    left, y, wide = label
    points = [(left + wide * part / 6, y) for part in range(7)]
    lines = sum(max(0.0, 9.0 - min((distance(point, way) for way in ways), default=9.0)) for point in points)
    boxes = sum(max(0.0, 18.0 - min((math.dist(point, space) for space in spaces), default=18.0)) for point in points)
    over = sum(
        left < right and left + wide > start and y + LETTERS / 2 > top and y - LETTERS / 2 < bottom
        for start, top, right, bottom in taken
    )
    return -lines - 1.5 * boxes - 200.0 * over


def _key(kit: Kit, types: Sequence[str] = ()) -> str:
    """The four lines and their names, in the corner with the most sea."""
    board = kit.board
    names = list(types) or [kind.name for kind in board.track_type]
    wide = 80.0 + max(text_width(name, 13.0) for name in names)
    tall = 26.0 * len(board.track_type) + 16
    x0, y0, w, h = _frame(board)
    corners = [(x, y) for x in (x0 + w - wide - 14, x0 + 14) for y in (y0 + h - tall - 14, y0 + 14)]
    ways = [path(board, section) for section in board.section]

    def clear(corner: tuple[float, float]) -> float:
        middle = (corner[0] + wide / 2, corner[1] + tall / 2)
        return min(distance(middle, way) for way in ways)

    x, y = max(corners, key=clear)
    parts = [
        f'<g class="legend" transform="translate({x:g} {y:g})">'
        f'<rect class="card" x="0" y="0" width="{wide:g}" height="{tall:g}" rx="8"/>'
    ]
    for row, kind in enumerate(board.track_type):
        at = 21 + 26.0 * row
        parts.append(f'<path class="line l-{kind.pattern}" d="M12 {at:g}H54"/>')
        if kind.pattern == "double":
            parts.append(f'<path class="line l-between" d="M12 {at:g}H54"/>')
        parts.append(text(62, at, names[row], "t1 start"))
    return "".join(parts) + "</g>"
