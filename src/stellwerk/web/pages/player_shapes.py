"""The marks of the players as drawings: a shape in a colour with an initial, defined once a page and used by number.

`#player-3` is the mark of seat 3. Whatever shows a player refers to it, so that a changed mark is changed everywhere.
"""

from __future__ import annotations

import math

from markupsafe import Markup, escape
from msgspec import Struct

from stellwerk.draw.chart import Series
from stellwerk.draw.geometry import num
from stellwerk.web.pages.table_page import TablePage

VIEW = "-13 -13 26 26"


class Outline(Struct, frozen=True):
    """A shape around the origin: its path, where the middle of a letter lies, how large one letter and two can be."""

    path: str
    y: float = 0.3
    one: float = 13.0
    two: float = 10.5


def _corners(count: int, turn: float, outer: float, inner: float = 0.0, y: float = 0.0) -> str:
    """A regular polygon, or a star if it has an inner radius; `turn` in degrees."""
    steps = count * 2 if inner else count
    points = []
    for step in range(steps):
        angle = math.radians(turn + 360 * step / steps)
        far = inner if inner and step % 2 else outer
        points.append(f"{num(far * math.cos(angle))} {num(y + far * math.sin(angle))}")
    return f"M{'L'.join(points)}z"


OUTLINES = {
    "circle": Outline("M0-11a11 11 0 1 1 0 22a11 11 0 1 1 0-22z"),
    "square": Outline("M-9.8-9.8h19.6v19.6h-19.6z"),
    "triangle": Outline("M0-12L12.3 10.4H-12.3z", 4.0, 11.5, 8.5),
    "diamond": Outline("M0-12.3L12.3 0L0 12.3L-12.3 0z", 0.3, 12.0, 9.0),
    "hexagon": Outline(_corners(6, 0, 12.2)),
    "star": Outline(_corners(5, -90, 13.0, 7.6, 0.8), 1.2, 10.5, 8.0),
    "cross": Outline("M-6-12h12v6h6v12h-6v6h-12v-6h-6v-12h6z", 0.3, 12.5, 9.5),
    "pentagon": Outline(_corners(5, -90, 12.3, y=0.8), 1.4, 12.5, 9.5),
    "shield": Outline("M-10.4-11h20.8v9.5c0 7-5 10.7-10.4 13.5c-5.4-2.8-10.4-6.5-10.4-13.5z", -1.0, 12.5, 10.0),
    "drop": Outline("M0-12.8C4.5-7.5 10.4-3 10.4 2.5a10.4 9.5 0 0 1-20.8 0C-10.4-3-4.5-7.5 0-12.8z", 2.2, 12.0, 9.5),
    "arch": Outline("M-10.4 11V-1a10.4 10.4 0 0 1 20.8 0V11z", 1.0, 13.0, 10.5),
    "wedge": Outline("M0 12L-12.3-10.4H12.3z", -3.6, 11.5, 8.5),
}


def drawn(shape: str, colour: str, letters: str = "") -> Markup:
    """The content of a mark, around the origin."""
    outline = OUTLINES[shape]
    size = outline.one if len(letters) < 2 else outline.two
    said = f'<text class="pt" y="{num(outline.y)}" font-size="{num(size)}">{escape(letters)}</text>' if letters else ""
    return Markup(f'<g class="c-{colour}"><path class="pf" d="{outline.path}"/>{said}</g>')


def sample(shape: str, colour: str, letters: str = "") -> Markup:
    """A mark on its own, where one is chosen."""
    return Markup(f'<svg class="pm" viewBox="{VIEW}" aria-hidden="true">{drawn(shape, colour, letters)}</svg>')


def symbols(page: TablePage) -> list[tuple[int, Markup]]:
    """The marks of the table, to be defined once a page."""
    seats = page.table.seats
    return [(seat.number, drawn(seat.shape, seat.colour, page.initials[seat.number])) for seat in seats]


def player_series(page: TablePage, seat: int, values: tuple[int | None, ...]) -> Series:
    """A player's line in a chart, in his colour and with his mark at its end."""
    entry = page.table.seats[seat]
    return Series(
        page.game.rules.seats[seat],
        values,
        css=f"c-{entry.colour}",
        sign=drawn(entry.shape, entry.colour, page.initials[seat]),
    )


def mark(seat: int, css: str = "") -> Markup:
    """The mark of a seat; it says nothing to screen readers, the name stands beside it."""
    more = f" {css}" if css else ""
    return Markup(f'<svg class="pm{more}" aria-hidden="true"><use href="#player-{seat}"/></svg>')
