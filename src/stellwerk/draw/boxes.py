"""What is in the way on a hex, and the search for a free place for something more."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from stellwerk.draw.geometry import Point, depth

# Widths of letters of a bold sans serif, in parts of the letter's size: on the wide side of the common ones.
_WIDE = {**dict.fromkeys("MWmw@%", 0.92), **dict.fromkeys("ijlftrI.,:;'|!()-/ ", 0.38)}


def text_width(text: str, size: float) -> float:
    """About how wide a bold text is."""
    return size * sum(_WIDE.get(sign, 0.74 if sign.isupper() or sign == "&" else 0.62) for sign in text)


TOUCH = 0.6  # closer than this counts as touching


class Disc(Struct, frozen=True):
    """A round obstacle; track is a row of them."""

    x: float
    y: float
    r: float


class Spots(Struct, frozen=True, eq=False):
    """Places to try, in order. Known by identity, so that what is worked out for them can be looked up quickly."""

    points: tuple[Point, ...]


class Box(Struct, frozen=True):
    """An upright rectangle by its middle and its half sizes."""

    x: float
    y: float
    w: float
    h: float

    def gap(self, other: Disc | Box) -> float:
        """The free distance to something else; negative where they overlap."""
        if isinstance(other, Disc):
            dx = max(abs(self.x - other.x) - self.w, 0.0)
            dy = max(abs(self.y - other.y) - self.h, 0.0)
            if not dx and not dy:
                return -other.r - min(self.w - abs(self.x - other.x), self.h - abs(self.y - other.y))
            return math.hypot(dx, dy) - other.r
        dx = abs(self.x - other.x) - self.w - other.w
        dy = abs(self.y - other.y) - self.h - other.h
        return math.hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)


def disc_gap(disc: Disc, other: Disc | Box) -> float:
    """The free distance of a disc."""
    if isinstance(other, Box):
        return other.gap(disc)
    return math.hypot(disc.x - other.x, disc.y - other.y) - disc.r - other.r


class Room:
    """The obstacles on a hex. `place_…` finds the best free place, marks it as taken and returns it, or None."""

    def __init__(self, layout: str) -> None:
        """An empty hex."""
        self.layout = layout
        self.things: list[Disc | Box] = []

    def add(self, *things: Disc | Box) -> None:
        """Something is there."""
        self.things += things

    def place_disc(self, r: float, spots: Iterable[Point], near: Point, pull: float, margin: float = 1.0) -> Disc:
        """The best place for a disc, taken even if it is not quite free."""
        best, score = None, -math.inf
        for x, y in spots:
            inner = depth(self.layout, x, y) - r
            price = pull * math.hypot(x - near[0], y - near[1])
            if inner < 0.5 or _worth(inner + 1.0, margin) - price <= score:
                continue
            disc = Disc(x, y, r)
            gap = min((disc_gap(disc, thing) for thing in self.things), default=9.0)
            found = _worth(min(gap, inner + 1.0), margin) - price
            if found > score + 1e-9:
                best, score = disc, found
        assert best is not None
        self.add(best)
        return best

    def place_box(
        self,
        w: float,
        h: float,
        spots: Spots,
        near: Point = (0.0, 0.0),
        pull: float = 0.02,
        margin: float = 1.0,
        rim: float = 0.5,
    ) -> Box | None:
        """The best place for a box of these half sizes; None if it would touch something or leave the hex."""
        best, score = None, -math.inf
        things = list(self.things)
        for x, y in _inner(self.layout, round(w, 1), round(h, 1), rim, spots):
            price = pull * math.hypot(x - near[0], y - near[1])
            if 2 * margin - price <= score:
                continue
            box = Box(x, y, w, h)
            least = max(score + price, TOUCH)  # a smaller gap anywhere makes the place useless
            gap = 9.0
            for number, thing in enumerate(things):
                gap = min(gap, box.gap(thing))
                if gap <= least:
                    things.insert(0, things.pop(number))  # what is in the way here is so next door, too
                    break
            else:
                found = min(gap, 2 * margin) - price
                if found > score + 1e-9:
                    best, score = box, found
        if best is not None:
            self.add(best)
        return best


@lru_cache(maxsize=2048)
def _inner(layout: str, w: float, h: float, rim: float, spots: Spots) -> tuple[Point, ...]:
    """The places where a box of that size is inside the hex: the same for every face a name may stand on."""
    return tuple((x, y) for x, y in spots.points if depth(layout, x, y, w, h) >= rim)


def _worth(gap: float, margin: float) -> float:
    """A free margin is worth having; more than twice of it is not worth more; an overlap costs dearly."""
    return gap * 8 - margin if gap < 0 else min(gap, 2 * margin)


def grid(step: float, width: float = 44.0, height: float = 44.0) -> list[Point]:
    """Places all over a hex, in a fixed order from the middle."""
    columns, rows = int(width // step), int(height // step)
    spots = [(step * i, step * j) for j in range(-rows, rows + 1) for i in range(-columns, columns + 1)]
    return sorted(spots, key=lambda spot: (round(spot[0] ** 2 + spot[1] ** 2, 3), spot[1], spot[0]))


def ring(radii: Iterable[float], turn: float = 0.0) -> list[Point]:
    """Places around the middle, every 7.5 degrees."""
    return [
        (r * math.cos(math.radians(turn + 7.5 * k)), r * math.sin(math.radians(turn + 7.5 * k)))
        for r in radii
        for k in range(48)
    ]
