"""Stock markets: cells with their zones, and the markers stacked in order. Grids and hex-shaped ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

from stellwerk.draw.geometry import Point, num
from stellwerk.draw.style import document, escape, text
from stellwerk.draw.token import token
from stellwerk.eighteen.market import FALLS, RISES, Cell, Market
from stellwerk.eighteen.schema import CompanyData, MarketData

WIDTH, HEIGHT = 58.0, 46.0
MARGIN = 12.0
SPLITS = "s"  # the zone beyond the line where shares are split
_MARKER = 10.5
_LINE = 24.0
_SIDE = WIDTH / math.sqrt(3)  # of a hex
_LETTER = 46.0  # from the price to the end of the zone letters, above the markers


class Shape(Protocol):
    """How the cells of a market lie: corners of a cell, and where its price, zone letters and markers go."""

    price_css: str

    def __hash__(self) -> int:
        """What has been drawn in a shape is kept."""

    def corners(self, row: int, column: int) -> list[Point]:
        """The outline of a cell, clockwise from the top left."""

    def price(self, row: int, column: int) -> Point:
        """Where the price stands: its beginning, or its middle if `price_css` does not say `start`."""

    def letters(self, row: int, column: int) -> Point:
        """Where the zone letters end."""

    def markers(self, row: int, column: int, count: int) -> list[Point]:
        """The middles of the markers, top of the stack first."""


class GridShape:
    """Rectangles in rows and columns."""

    price_css = "price start"

    def corners(self, row: int, column: int) -> list[Point]:
        """A rectangle."""
        x, y = WIDTH * column, HEIGHT * row
        return [(x, y), (x + WIDTH, y), (x + WIDTH, y + HEIGHT), (x, y + HEIGHT)]

    def price(self, row: int, column: int) -> Point:
        """Top left."""
        return WIDTH * column + 6, HEIGHT * row + 11

    def letters(self, row: int, column: int) -> Point:
        """Top right."""
        x, y = self.price(row, column)
        return x + _LETTER, y

    def markers(self, row: int, column: int, count: int) -> list[Point]:
        """Bottom right; three and more overlap, the top of the stack leftmost."""
        step = min(2 * _MARKER + 2, (WIDTH - 2 * _MARKER - 6) / max(count - 1, 1))
        right = WIDTH * (column + 1) - _MARKER - 3
        y = HEIGHT * (row + 1) - _MARKER - 3
        return [(right - step * (count - 1 - number), y) for number in range(count)]


class HexShape:
    """Pointy hexes; each row lies half a cell further left than the one above, so that up-right is the same column."""

    price_css = "price"

    def corners(self, row: int, column: int) -> list[Point]:
        """A hex."""
        x, y = self._middle(row, column)
        w, h = WIDTH / 2, _SIDE / 2
        return [(x - w, y - h), (x, y - 2 * h), (x + w, y - h), (x + w, y + h), (x, y + 2 * h), (x - w, y + h)]

    def price(self, row: int, column: int) -> Point:
        """In the upper half."""
        x, y = self._middle(row, column)
        return x, y - 13

    def letters(self, row: int, column: int) -> Point:
        """In the right corner above the markers."""
        x, y = self._middle(row, column)
        return x + WIDTH / 2 - 4, y - 10

    def markers(self, row: int, column: int, count: int) -> list[Point]:
        """In the lower half, the top of the stack leftmost."""
        x, y = self._middle(row, column)
        step = min(2 * _MARKER + 2, (WIDTH - 2 * _MARKER - 6) / max(count - 1, 1))
        return [(x + step * (number - (count - 1) / 2), y + 8) for number in range(count)]

    def _middle(self, row: int, column: int) -> Point:
        return WIDTH * (column - row / 2), 1.5 * _SIDE * row


class CellMark(Struct, frozen=True):
    """A frame of class `css` around a cell. With `company` there is a pale marker that is not there yet; `moved` is one
    that has come there, from the cell `came` if it was on the market.
    """

    cell: int
    css: str
    company: int = -1
    moved: str = ""
    came: int = -1


SHAPES: dict[str, Shape] = {"grid": GridShape(), "hex": HexShape()}


def market_svg(
    market: Market,
    data: MarketData,
    companies: Sequence[CompanyData],
    stacks: Mapping[int, Sequence[int]],
    *,
    money: str = "{}",
    theme: str | None = "light",
    label: str = "Stock market",
    shape: Shape | None = None,
    marks: Sequence[CellMark] = (),
    legend: bool = True,
    around: Sequence[int] = (),
) -> str:
    """A market. `stacks` are company numbers by cell number, top of the stack first.

    `marks` are drawn on top of it; with `around` only the part with these cells and their neighbours is shown.
    """
    form = shape or SHAPES.get(data.kind, SHAPES["grid"])
    cells = [
        _cell(form, cell, number, ", ".join(companies[company].id for company in stacks.get(number, ())), money)
        for number, cell in enumerate(market.cells)
    ]
    ledges, lines = _lines(form, market)
    markers = [
        f'<g data-marker="{escape(companies[company].id)}">{token(companies[company], *place, r=_MARKER)}</g>'
        for number, stack in sorted(stacks.items())
        for company, place in reversed(list(zip(stack, _places(form, market.cells[number], len(stack)), strict=True)))
    ]
    shown = [market.cells[number] for number in around] or market.cells
    points = [point for cell in shown for point in form.corners(cell.row, cell.column)]
    left, top = min(x for x, _ in points) - MARGIN, min(y for _, y in points) - MARGIN
    right, bottom = max(x for x, _ in points) + MARGIN, max(y for _, y in points) + MARGIN
    if around:
        left, right, bottom = left - 1.5 * WIDTH, right + 1.5 * WIDTH, bottom + 0.5 * HEIGHT
    marked = [_mark(form, market.cells[mark.cell], mark, companies) for mark in marks]
    if around or not legend:
        content = "".join([*cells, lines, *markers, *marked])
        return document(content, (left, top, right - left, bottom - top), label, theme=theme, kind="market")
    used = {letter for cell in market.cells for letter in cell.zones}
    key = _key({letter: words for letter, words in data.zones.items() if letter in used}, left + MARGIN, bottom, ledges)
    bottom += _LINE * key.count('<g class="entry">')
    content = "".join([*cells, lines, *markers, *marked, key])
    return document(content, (left, top, right - left, bottom - top), label, theme=theme, kind="market")


def _places(form: Shape, cell: Cell, count: int) -> list[Point]:
    return form.markers(cell.row, cell.column, count)


def _mark(form: Shape, cell: Cell, mark: CellMark, companies: Sequence[CompanyData]) -> str:
    drawn = _outline(form, cell, "cmarkc") + _outline(form, cell, f"cmark {mark.css}")
    if mark.company >= 0:
        place = form.markers(cell.row, cell.column, 1)[0]
        drawn += token(companies[mark.company], *place, r=_MARKER, css="tok ghost")
    way = f' data-moved="{escape(mark.moved)}" data-came="{mark.came}"' if mark.moved else ""
    return f'<g class="marked" data-cell="{mark.cell}"{way}>{drawn}</g>'


def _outline(form: Shape, cell: Cell, css: str) -> str:
    inner = 1.5 if css == "par" else 2.5 if css.startswith("cmark") else 0.0
    points = form.corners(cell.row, cell.column)
    mx, my = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    shown = [(x - inner * _side(x - mx), y - inner * _side(y - my)) for x, y in points]
    return f'<polygon class="{css}" points="{" ".join(f"{num(x)},{num(y)}" for x, y in shown)}"/>'


def _side(off: float) -> int:
    """On which side of the middle."""
    return 0 if abs(off) < 0.01 else 1 if off > 0 else -1


@lru_cache(maxsize=16)
def _lines(form: Shape, market: Market) -> tuple[bool, str]:
    """What lies on the cells and never moves: frames of par cells, ledges (True: there are some), the split."""
    frames = [_outline(form, cell, "par") for cell in market.cells if "p" in cell.zones]
    ledges = _ledges(market) if isinstance(form, GridShape) else []
    return bool(ledges), "".join([*frames, *ledges, _split_line(form, market)])


@lru_cache(maxsize=4096)
def _cell(form: Shape, cell: Cell, number: int, here: str, money: str) -> str:
    """A cell with the companies that are `here`: from move to move nearly all stay as they are."""
    zones = "".join(f" z-{letter}" for letter in cell.zones)
    tooltip = money.replace("{}", str(cell.price)) + (f": {here}" if here else "")
    x, y = form.price(cell.row, cell.column)
    named = _signs(cell.zones)
    letters = text(*form.letters(cell.row, cell.column), named, "zl end") if named else ""
    return (
        f'<g id="cell-{cell.row}-{cell.column}" class="mc" data-cell="{number}"><title>{escape(tooltip)}</title>'
        f"{_outline(form, cell, f'cell{zones}')}{text(x, y, str(cell.price), form.price_css)}{letters}</g>"
    )


def _signs(zones: str) -> str:
    """The zone letters of a cell; par cells have a frame instead, splits a line, and arrows are drawn as such."""
    return zones.replace("p", "").replace(SPLITS, "").replace(RISES, "\u2191").replace(FALLS, "\u2193")


def _ledges(market: Market) -> list[str]:
    """A heavy line where a marker cannot drop further although the market goes on below."""
    last = max(cell.row for cell in market.cells)
    lines = []
    for number, cell in enumerate(market.cells):
        if market.down[number] == number and cell.row < last:
            x, y = WIDTH * cell.column, HEIGHT * (cell.row + 1)
            lines.append(f'<line class="ledge" x1="{num(x)}" y1="{num(y)}" x2="{num(x + WIDTH)}" y2="{num(y)}"/>')
    return lines


def _split_line(form: Shape, market: Market) -> str:
    """The line beyond which shares split: the sides between cells of the zone and those before it."""
    beyond = {(cell.row, cell.column) for cell in market.cells if SPLITS in cell.zones}
    if not beyond:
        return ""
    sides: dict[frozenset[Point], list[bool]] = {}
    ends: dict[frozenset[Point], tuple[Point, Point]] = {}
    for cell in market.cells:
        points = [(round(x, 2), round(y, 2)) for x, y in form.corners(cell.row, cell.column)]
        for start, end in zip(points, [*points[1:], points[0]], strict=True):
            side = frozenset((start, end))
            sides.setdefault(side, []).append((cell.row, cell.column) in beyond)
            ends[side] = (start, end)
    d = "".join(
        f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
        for side, across in sides.items()
        if len(set(across)) == 2
        for (x1, y1), (x2, y2) in [ends[side]]
    )
    return f'<path class="splitc" d="{d}"/><path class="split" d="{d}"/>'


def _key(zones: Mapping[str, str], left: float, top: float, ledges: bool) -> str:
    """What the colours mean, in the words of the title."""
    entries = []
    for letter, words in zones.items():
        css = f"cell z-{letter}" if letter != "p" else "par"
        sample = f'<rect class="{css}" x="{{x}}" y="{{y}}" width="26" height="14"/>'
        if letter == SPLITS:
            sample = '<path class="split" d="M{x} {m}H{r}"/>'
        entries.append((sample, _signs(letter), words))
    if ledges:
        sample = '<line class="ledge" x1="{x}" y1="{m}" x2="{r}" y2="{m}"/>'
        entries.append((sample, "", "ledge: the price cannot fall further"))
    parts = []
    for number, (sample, letter, words) in enumerate(entries):
        y = top + _LINE * number
        drawn = sample.format(x=num(left), y=num(y), m=num(y + 7), r=num(left + 26))
        drawn += text(left + 13, y + 7, letter, "zl") if letter else ""
        parts.append(f'<g class="entry">{drawn}{text(left + 36, y + 7, words, "t1 start")}</g>')
    return "".join(parts)
