"""A small line chart: axes, bands, marks, and a label at the end of every line."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from stellwerk.draw.boxes import text_width
from stellwerk.draw.geometry import num
from stellwerk.draw.style import document, escape, text
from stellwerk.draw.token import token
from stellwerk.eighteen.schema import CompanyData

STYLES = 6
SIZE = (680.0, 520.0)
_LABEL = 19.0
_TOP, _BOTTOM, _LEFT = 74.0, 40.0, 64.0
_HEAD = 58.0  # what title and subtitle take


class Series(Struct, frozen=True):
    """A line: a value for each place on the x axis (None where there is none). Companies bring token and colour; others
    may have a class that gives `--pl`, the colour, and a sign around the origin that stands at the end of the line.
    """

    name: str
    values: tuple[int | None, ...]
    company: CompanyData | None = None
    css: str = ""
    sign: str = ""


class ChartMark(Struct, frozen=True):
    """A vertical line at a place of the x axis, with a word."""

    at: int
    word: str


def chart_svg(
    title: str,
    subtitle: str,
    places: Sequence[str],
    series: Sequence[Series],
    *,
    bands: Sequence[int] = (),
    marks: Sequence[ChartMark] = (),
    money: Callable[[int], str] = str,
    size: tuple[float, float] = SIZE,
    theme: str | None = "light",
    here: int | None = None,
    goals: Sequence[int] = (),
    headed: bool = True,
) -> str:
    """A line chart. `places` name the x axis; `bands` are places with a grey ground.

    `here` is a place that is marked as the one looked at; `goals` are numbers, one for each place, that a page finds in
    `data-goal` where somebody points. Without `headed` the page has title and subtitle beside the chart.
    """
    content, spoken = chart(title, subtitle, places, series, bands, marks, money, size, here, goals, headed)
    top = 0.0 if headed else _HEAD
    return document(content, (0, top, size[0], size[1] - top), spoken, theme=theme, kind="chart")


def chart(
    title: str,
    subtitle: str,
    places: Sequence[str],
    series: Sequence[Series],
    bands: Sequence[int] = (),
    marks: Sequence[ChartMark] = (),
    money: Callable[[int], str] = str,
    size: tuple[float, float] = SIZE,
    here: int | None = None,
    goals: Sequence[int] = (),
    headed: bool = True,
) -> tuple[str, str]:
    """A chart without the document around it, and what it says in words."""
    width, height = size
    ends = [(entry, *_last(entry.values)) for entry in series]
    ends = [end for end in ends if end[1] >= 0]
    labels = [f"{entry.name} {money(value)}" for entry, _, value in ends]
    right = max((text_width(words, 13.0) for words in labels), default=40.0) + 58.0
    frame = _Frame(width - _LEFT - right, height - _TOP - _BOTTOM, len(places), _top(series), min(_bottom(series), 0))
    parts = [text(20, 28, title, "h1 start"), text(20, 50, subtitle, "t1 start")] if headed else []
    for band in bands:
        x = frame.x(band) - frame.step / 2
        parts.append(
            f'<rect class="band" x="{num(x)}" y="{_TOP:g}" width="{num(frame.step)}" height="{num(frame.height)}"/>'
        )
    for value in range(frame.least, frame.most + 1, frame.tick):
        y = frame.y(value)
        parts.append(f'<line class="gl" x1="{_LEFT:g}" y1="{num(y)}" x2="{num(_LEFT + frame.width)}" y2="{num(y)}"/>')
        parts.append(text(_LEFT - 8, y, money(value), "t2 end"))
    parts += _places(frame, places)
    parts += _marks(frame, marks)
    parts += [_line(frame, entry, number) for number, entry in enumerate(series)]
    heights = _spread([frame.y(value) for _, _, value in ends], _TOP, _TOP + frame.height)
    for (entry, at, value), y, words in zip(ends, heights, labels, strict=True):
        parts.append(_end(frame, entry, series.index(entry), at, value, y, words))
    parts += _here(frame, here) + _goals(frame, goals)
    spoken = f"{title}: {', '.join(labels)}" if labels else title
    return "".join(parts), spoken


class _Frame:
    """The field of the chart and its two scales."""

    def __init__(self, width: float, height: float, places: int, top: int, bottom: int) -> None:
        """`bottom` is 0, or below it where somebody owes more than he has."""
        self.width, self.height, self.places = width, height, places
        self.tick = _tick(max(top, -bottom))
        self.most = max(self.tick, self.tick * math.ceil(top / self.tick))
        self.least = self.tick * math.floor(bottom / self.tick)
        self.step = width / max(places - 1, 1)

    def x(self, place: int) -> float:
        return _LEFT + self.step * place

    def y(self, value: int) -> float:
        return _TOP + self.height * (self.most - value) / (self.most - self.least)


def _top(series: Sequence[Series]) -> int:
    return max((value for entry in series for value in entry.values if value is not None), default=1) or 1


def _bottom(series: Sequence[Series]) -> int:
    return min((value for entry in series for value in entry.values if value is not None), default=0)


def _tick(top: int) -> int:
    """1, 2 or 5 times a power of ten, so that there are four to eight lines."""
    power = int("1" + "0" * max(len(str(top)) - 2, 0))
    return next(power * factor for factor in (1, 2, 5, 10, 20, 50) if top <= 6 * power * factor)


def _last(values: Sequence[int | None]) -> tuple[int, int]:
    for place in range(len(values) - 1, -1, -1):
        value = values[place]
        if value is not None:
            return place, value
    return -1, 0


def _places(frame: _Frame, places: Sequence[str]) -> list[str]:
    """The words of the x axis, as many as find room."""
    y = _TOP + frame.height
    parts = [f'<line class="ax" x1="{_LEFT:g}" y1="{num(y)}" x2="{num(_LEFT + frame.width)}" y2="{num(y)}"/>']
    free = -math.inf
    for place, word in enumerate(places):
        half = text_width(word, 11.5) / 2
        if word and frame.x(place) - half > free:
            parts.append(text(frame.x(place), y + 15, word, "t2"))
            free = frame.x(place) + half + 5
    return parts


def _marks(frame: _Frame, marks: Sequence[ChartMark]) -> list[str]:
    parts = []
    rows: list[float] = [-math.inf] * 3  # where each row of words ends
    for mark in marks:
        x = frame.x(mark.at)
        wide = text_width(mark.word, 11.0)
        row = next((number for number, end in enumerate(rows) if x + 3 > end), 0)
        rows[row] = x + wide + 8
        parts.append(f'<line class="mark" x1="{num(x)}" y1="{_TOP:g}" x2="{num(x)}" y2="{num(_TOP + frame.height)}"/>')
        parts.append(text(x + 4, _TOP + 8 + 13 * row, mark.word, "mk start"))
    return parts


def _here(frame: _Frame, place: int | None) -> list[str]:
    """An arrow below the axis and a line up from it: the place that is looked at."""
    if place is None:
        return []
    x, y = frame.x(place), _TOP + frame.height
    return [
        f'<line class="ax" x1="{num(x)}" y1="{_TOP:g}" x2="{num(x)}" y2="{num(y)}"/>'
        f'<path class="arrow here" d="M{num(x)} {num(y + 24)}l5 9h-10z"/>'
    ]


def _goals(frame: _Frame, goals: Sequence[int]) -> list[str]:
    """Invisible columns that can be pointed at."""
    width = frame.step if frame.places > 1 else frame.width
    return [
        f'<rect class="goto" data-goal="{goal}" fill="none" pointer-events="all" x="{num(frame.x(place) - width / 2)}" '
        f'y="{_TOP:g}" width="{num(width)}" height="{num(frame.height + 20)}"/>'
        for place, goal in enumerate(goals)
    ]


def _line(frame: _Frame, entry: Series, number: int) -> str:
    d = ""
    gap = True
    for place, value in enumerate(entry.values):
        if value is None:
            gap = True
            continue
        d += f"{'M' if gap else 'L'}{num(frame.x(place))} {num(frame.y(value))}"
        gap = False
    if not d:
        return ""
    named = f"<title>{escape(entry.name)}</title>"
    if entry.company is not None:  # cased: some company colours are as light as the paper
        dash = _DASHES[number % len(_DASHES)]
        return (
            f'<g data-series="{escape(entry.name)}">{named}<path class="sc" d="{d}"/>'
            f'<path class="sl" stroke="{entry.company.color}"{dash} d="{d}"/></g>'
        )
    return f'<g data-series="{escape(entry.name)}">{named}<path class="{_style(entry, number)}" d="{d}"/></g>'


_DASHES = ("", ' stroke-dasharray="10 6"', ' stroke-dasharray="3 6"', ' stroke-dasharray="14 5 3 5"')


def _spread(wanted: list[float], top: float, bottom: float) -> list[float]:
    """Heights for the labels: in the order of the values, none on another."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    placed = [0.0] * len(wanted)
    last = -math.inf
    for number in order:
        placed[number] = last = max(wanted[number], last + _LABEL)
    limit = bottom
    for number in reversed(order):  # push back up what went below the field
        placed[number] = min(placed[number], limit)
        limit = placed[number] - _LABEL
    return placed if not order or placed[order[0]] >= top - _LABEL else sorted(placed)


def _end(frame: _Frame, entry: Series, number: int, at: int, value: int, y: float, words: str) -> str:
    x1, y1 = frame.x(at), frame.y(value)
    x2 = _LEFT + frame.width + 12
    lead = f'<path class="lead" d="M{num(x1 + 2)} {num(y1)}L{num(x2 - 4)} {num(y)}h3"/>'
    if entry.company is not None:
        return f"{lead}{token(entry.company, x2 + 10, y, 8.5)}{text(x2 + 24, y, words, 'sn start')}"
    if entry.sign:
        sign = f'<g transform="translate({num(x2 + 10)} {num(y)}) scale(.7)">{entry.sign}</g>'
        return f"{lead}{sign}{text(x2 + 24, y, words, 'sn start')}"
    dash = f'<path class="{_style(entry, number)}" d="M{num(x2 + 1)} {num(y)}h22"/>'
    return f"{lead}{dash}{text(x2 + 30, y, words, 'sn start')}"


def _style(entry: Series, number: int) -> str:
    """The classes of a line that is no company's; lines differ by their dashes, whatever their colour is."""
    return f"sl n{number % STYLES + 1}{f' own {entry.css}' if entry.css else ''}"
