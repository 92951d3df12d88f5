"""Reads drawn faces back from their SVG as plain shapes, measured without the drawing code."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

from msgspec import Struct

from stellwerk.draw.style import stylesheet

SVG = "{http://www.w3.org/2000/svg}"
APOTHEM = 25 * math.sqrt(3)
CASING = 5.5
# Widths of a common bold sans serif in thousandths of the size.
_WIDTHS = (
    dict.fromkeys("ABCDHKNRU&", 722)
    | dict.fromkeys("EPSVXY", 667)
    | dict.fromkeys("FLTZ", 611)
    | dict.fromkeys("GOQ", 778)
    | {"M": 833, "W": 944, "m": 889, "w": 778, "r": 389, "f": 333, "t": 333}
    | dict.fromkeys("Iijl .,", 278)
    | dict.fromkeys("bdghnopqu", 611)
)
_SIZES = {found[1]: float(found[2]) for found in re.finditer(r"text\.(\w+)\{font-size:([\d.]+)px", stylesheet(None))}
Point = tuple[float, float]


class Disc(Struct, frozen=True):
    what: str
    x: float
    y: float
    r: float


class Rect(Struct, frozen=True):
    what: str
    left: float
    top: float
    right: float
    bottom: float

    def corners(self) -> list[Point]:
        return [(x, y) for x in (self.left, self.right) for y in (self.top, self.bottom)]


Shape = Disc | Rect


class Arc(Struct, frozen=True):
    """A piece of a path: a straight line has radius 0."""

    start: Point
    end: Point
    radius: float
    sweep: int

    def centre(self) -> Point:
        (x1, y1), (x2, y2) = self.start, self.end
        chord = math.dist(self.start, self.end)
        off = math.sqrt(max(self.radius**2 - chord**2 / 4, 0.0)) * (1 if self.sweep else -1)
        return (x1 + x2) / 2 - off * (y2 - y1) / chord, (y1 + y2) / 2 + off * (x2 - x1) / chord

    def points(self, count: int = 40) -> list[Point]:
        (x1, y1), (x2, y2) = self.start, self.end
        if not self.radius:
            return [(x1 + (x2 - x1) * k / count, y1 + (y2 - y1) * k / count) for k in range(count + 1)]
        cx, cy = self.centre()
        begin, finish = math.atan2(y1 - cy, x1 - cx), math.atan2(y2 - cy, x2 - cx)
        turn = (finish - begin) % math.tau if self.sweep else -((begin - finish) % math.tau)
        return [
            (
                cx + self.radius * math.cos(begin + turn * k / count),
                cy + self.radius * math.sin(begin + turn * k / count),
            )
            for k in range(count + 1)
        ]


def parse_path(d: str) -> list[Arc]:
    """Absolute M, L, A, and Z are all our track uses."""
    pieces: list[Arc] = []
    here = first = (0.0, 0.0)
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        numbers = [float(part) for part in rest.split()]
        if letter == "M":
            here = first = (numbers[0], numbers[1])
        elif letter == "L":
            pieces.append(Arc(here, (numbers[0], numbers[1]), 0.0, 0))
            here = (numbers[0], numbers[1])
        elif letter == "A":
            assert numbers[0] == numbers[1], "an ellipse is no true arc"
            assert numbers[3] == 0
            pieces.append(Arc(here, (numbers[5], numbers[6]), numbers[0], int(numbers[4])))
            here = (numbers[5], numbers[6])
        else:
            assert letter == "Z", d
            pieces.append(Arc(here, first, 0.0, 0))
    return pieces


class Reading:
    """The shapes of one drawn hex: `fixed` (track and stops) and `letters` (what must keep clear)."""

    def __init__(self, body: str) -> None:
        self.fixed: list[Disc] = []
        self.slots: list[Disc] = []
        self.letters: list[Shape] = []
        self.track: list[Arc] = []
        root = ElementTree.fromstring(f'<g xmlns="http://www.w3.org/2000/svg">{body}</g>')
        for element in root.iter():
            self._read(element)

    def _read(self, element: ElementTree.Element) -> None:
        tag, css = element.tag.removeprefix(SVG), element.get("class", "").split()
        if tag == "path" and "tb" in css:
            self.track = parse_path(element.get("d", ""))
            self.fixed += [Disc("track", x, y, CASING) for arc in self.track for x, y in arc.points()]
        elif tag == "circle" and ("slot" in css or "dot" in css):
            disc = Disc(css[0], _f(element, "cx"), _f(element, "cy"), _f(element, "r"))
            self.fixed.append(disc)
            if css[0] == "slot":
                self.slots.append(disc)
        elif tag == "circle" and "revc" in css:
            self.letters.append(Disc("revenue", _f(element, "cx"), _f(element, "cy"), _f(element, "r")))
        elif tag == "rect" and "bar" in css:
            found = re.fullmatch(r"translate\((\S+) (\S+)\) rotate\((\S+)\)", element.get("transform", ""))
            assert found is not None
            x, y, turn = float(found[1]), float(found[2]), math.radians(float(found[3]) + 90)
            half, r = _f(element, "height") / 2, _f(element, "width") / 2
            for k in (-1, -0.5, 0, 0.5, 1):
                reach = k * (half - r)
                self.fixed.append(Disc("bar", x + reach * math.cos(turn), y + reach * math.sin(turn), r))
        elif tag == "polygon" and "arrow" in css:
            points = [tuple(map(float, pair.split(","))) for pair in element.get("points", "").split()]
            (x1, y1), (x2, y2), (x3, y3) = points
            mx, my = (x1 + x3) / 2, (y1 + y3) / 2
            wide = math.dist((x1, y1), (x3, y3)) / 2
            for k in range(11):
                self.fixed.append(Disc("arrow", mx + (x2 - mx) * k / 10, my + (y2 - my) * k / 10, wide * (1 - k / 10)))
        elif tag == "rect" and "obv" in css:
            x, y = _f(element, "x"), _f(element, "y")
            self.letters.append(Rect("value box", x, y, x + _f(element, "width"), y + _f(element, "height")))
        elif tag == "text" and not {"far", "close", "rev", "obt", "kn"} & set(css) and css:
            self.letters.append(_text(element, css[0]))


def _text(element: ElementTree.Element, css: str) -> Rect:
    words = element.text or ""
    found = re.search(r"\bz(\d+)", element.get("class", ""))
    size = int(found[1]) / 2 if found else _SIZES[css]
    wide = size * sum(_WIDTHS.get(sign, 556) for sign in words) / 1000
    x, y = _f(element, "x"), _f(element, "y")
    below = 0.2 * size if set(words) & set("gjpqy,") else 0.0
    return Rect(f"{css} {words!r}", x - wide / 2, y - 0.72 * size, x + wide / 2, y + below)


def _f(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "nan"))


def gap(a: Shape, b: Shape) -> float:
    """The free distance between two shapes, negative if they overlap."""
    if isinstance(a, Disc) and isinstance(b, Disc):
        return math.dist((a.x, a.y), (b.x, b.y)) - a.r - b.r
    if isinstance(a, Rect) and isinstance(b, Disc):
        dx = max(a.left - b.x, b.x - a.right, 0.0)
        dy = max(a.top - b.y, b.y - a.bottom, 0.0)
        return math.hypot(dx, dy) - b.r
    if isinstance(a, Disc):
        return gap(b, a)
    assert isinstance(b, Rect)
    return max(max(a.left - b.right, b.left - a.right), max(a.top - b.bottom, b.top - a.bottom))


def outside(layout: str, shape: Shape) -> float:
    """How far a shape sticks out of the hex."""
    first = 120 if layout == "pointy" else 90
    far = 0.0
    for edge in range(6):
        turn = math.radians(first + 60 * edge)
        dx, dy = math.cos(turn), math.sin(turn)
        if isinstance(shape, Disc):
            far = max(far, shape.x * dx + shape.y * dy + shape.r)
        else:
            far = max(far, max(x * dx + y * dy for x, y in shape.corners()))
    return far - APOTHEM
