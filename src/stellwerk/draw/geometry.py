"""Geometry of one hex: sides, corners, and the arcs track lies on. Units: the side of a hex is 50; y goes down."""

from __future__ import annotations

import math

from msgspec import Struct

SIDE = 50.0
APOTHEM = SIDE * math.sqrt(3) / 2
_FIRST = {"pointy": 120.0, "flat": 90.0}  # direction of side 0; the others follow clockwise

Point = tuple[float, float]


def polar(degrees: float, radius: float) -> Point:
    """A point by direction (clockwise from the right, as on a screen) and distance."""
    turn = math.radians(degrees)
    return radius * math.cos(turn), radius * math.sin(turn)


def direction(layout: str, edge: int) -> float:
    """The direction of a side, seen from the middle of the hex."""
    return _FIRST[layout] + 60.0 * edge


def middle(layout: str, edge: int) -> Point:
    """The middle of a side."""
    return polar(direction(layout, edge), APOTHEM)


def corner(layout: str, number: int) -> Point:
    """Corner `number` lies between the sides `number` and `number + 1`."""
    return polar(direction(layout, number) + 30.0, SIDE)


def centre(layout: str, place: tuple[int, int]) -> Point:
    """Where the hex at (row, column) lies; the coordinates are doubled."""
    row, column = place
    if layout == "pointy":
        return APOTHEM * column, 1.5 * SIDE * row
    return 1.5 * SIDE * column, APOTHEM * row


def _axes(layout: str) -> tuple[tuple[float, float], ...]:
    """Directions of three sides; the other three are opposite."""
    return tuple(polar(direction(layout, edge), 1.0) for edge in range(3))


AXES = {layout: _axes(layout) for layout in _FIRST}


def depth(layout: str, x: float, y: float, w: float = 0.0, h: float = 0.0) -> float:
    """How far a point is inside the hex, or the outermost corner of a box with these half sizes; negative outside."""
    (ax, ay), (bx, by), (cx, cy) = AXES[layout]
    return APOTHEM - max(
        abs(x * ax + y * ay) + w * abs(ax) + h * abs(ay),
        abs(x * bx + y * by) + w * abs(bx) + h * abs(by),
        abs(x * cx + y * cy) + w * abs(cx) + h * abs(cy),
    )


def num(value: float) -> str:
    """A coordinate as short as it can be said to a tenth."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


class Segment(Struct, frozen=True):
    """A piece of track from `start` to `end`: straight if `radius` is 0, else an arc shorter than a half turn."""

    start: Point
    end: Point
    radius: float = 0.0
    sweep: int = 0

    def draw(self) -> str:
        """What follows a path that has reached `start`."""
        if not self.radius:
            return f"L{num(self.end[0])} {num(self.end[1])}"
        return f"A{num(self.radius)} {num(self.radius)} 0 0 {self.sweep} {num(self.end[0])} {num(self.end[1])}"

    def path(self) -> str:
        """The piece on its own."""
        return f"M{num(self.start[0])} {num(self.start[1])}{self.draw()}"

    def back(self) -> Segment:
        """The same piece, the other way round."""
        return Segment(self.end, self.start, self.radius, 1 - self.sweep)

    def moved(self, dx: float, dy: float) -> Segment:
        """The same piece elsewhere."""
        (x1, y1), (x2, y2) = self.start, self.end
        return Segment((x1 + dx, y1 + dy), (x2 + dx, y2 + dy), self.radius, self.sweep)

    def at(self, share: float) -> tuple[float, float, float]:
        """The point after a share of the way, and the direction of travel there in degrees."""
        (x1, y1), (x2, y2) = self.start, self.end
        if not self.radius:
            heading = math.degrees(math.atan2(y2 - y1, x2 - x1))
            return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, heading
        cx, cy = self._centre()
        begin = math.atan2(y1 - cy, x1 - cx)
        turn = math.atan2(y2 - cy, x2 - cx) - begin
        turn = turn % math.tau if self.sweep else -(-turn % math.tau)
        angle = begin + turn * share
        heading = math.degrees(angle) + (90 if self.sweep else -90)
        return cx + self.radius * math.cos(angle), cy + self.radius * math.sin(angle), heading

    def _centre(self) -> Point:
        (x1, y1), (x2, y2) = self.start, self.end
        half = math.hypot(x2 - x1, y2 - y1) / 2
        off = math.sqrt(max(self.radius**2 - half**2, 0.0))
        nx, ny = -(y2 - y1) / (2 * half), (x2 - x1) / (2 * half)  # to the right of the way on a screen
        side = 1 if self.sweep else -1
        return (x1 + x2) / 2 + side * off * nx, (y1 + y2) / 2 + side * off * ny

    def points(self, count: int) -> list[Point]:
        """Points along the piece, both ends included."""
        return [self.at(step / count)[:2] for step in range(count + 1)]


def spoke(layout: str, edge: int, target: Point) -> Segment:
    """Track from the middle of a side to a point: it leaves the side at a right angle and is a circle from there on."""
    x, y = middle(layout, edge)
    dx, dy = polar(direction(layout, edge) + 180.0, 1.0)  # inwards
    tx, ty = target[0] - x, target[1] - y
    across = dx * ty - dy * tx
    if abs(across) < 0.05:
        return Segment((x, y), target)
    radius = (tx * tx + ty * ty) / (2 * abs(across))
    return Segment((x, y), target, radius, 1 if across > 0 else 0)


def through(layout: str, a: int, b: int) -> Segment:
    """Plain track between the middles of two sides: straight, or an arc that meets both at a right angle."""
    return spoke(layout, a, middle(layout, b))
