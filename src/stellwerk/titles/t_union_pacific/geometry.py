"""Where sections run on the drawing, and whether they get into each other's way."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from .schema import BoardData, Section

Point = tuple[float, float]
NEAR = 6.0  # a section this close to a third city seems to run through it


def path(board: BoardData, section: Section) -> list[Point]:
    """The points of a section from `a` over its bends to `b`."""
    places = {city.id: (float(city.x), float(city.y)) for city in board.city}
    return [places[section.a], *((float(x), float(y)) for x, y in section.via), places[section.b]]


def crossings(board: BoardData) -> Iterator[tuple[int, str]]:
    """Sections that cross an earlier one or run through a third city: number and sentence."""
    ways = [path(board, section) for section in board.section]
    for number, section in enumerate(board.section):
        for other in range(number):
            shared = {section.a, section.b} & {board.section[other].a, board.section[other].b}
            if _cross(ways[number], ways[other], bool(shared)):
                yield number, f"crosses {board.section[other].id}"
        for city in board.city:
            if city.id not in (section.a, section.b) and distance((city.x, city.y), ways[number]) < NEAR:
                yield number, f"runs through {city.id}"


def distance(spot: Point, way: list[Point]) -> float:
    """How far a point is from a line of points."""
    return min(_to_leg(spot, start, end) for start, end in pairwise(way))


def _to_leg(spot: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = dx * dx + dy * dy
    part = 0.0 if not size else max(0.0, min(1.0, ((spot[0] - start[0]) * dx + (spot[1] - start[1]) * dy) / size))
    return math.hypot(spot[0] - start[0] - part * dx, spot[1] - start[1] - part * dy)


def _cross(one: list[Point], other: list[Point], touching: bool) -> bool:
    """True if two lines of points meet anywhere but in a city both end in."""
    for a, b in pairwise(one):
        for c, d in pairwise(other):
            if touching and {a, b} & {c, d}:
                continue
            if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
                return True
    return False


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
