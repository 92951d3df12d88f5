"""What is in the way on a hex, and the search for a free place for something more."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from stellwerk.draw.geometry import APOTHEM, AXES, Point, depth

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

    @property
    def shape(self) -> Shape:
        """As a box without sides that has a round rim."""
        return self.x, self.y, 0.0, 0.0, self.r


class Box(Struct, frozen=True):
    """An upright rectangle by its middle and its half sizes."""

    x: float
    y: float
    w: float
    h: float

    @property
    def shape(self) -> Shape:
        """As a box without a rim."""
        return self.x, self.y, self.w, self.h, 0.0


Shape = tuple[float, float, float, float, float]  # middle, half sizes, and the width of the rim around them
Place = tuple[float, float, float]  # how far it is from where it should be, and where it is


class Spots(Struct, frozen=True, eq=False):
    """Places to try, in order. Known by identity, so that what is worked out for them can be looked up quickly."""

    points: tuple[Point, ...]


class FreeSpace:
    """The obstacles on a hex. `place_…` finds the best free place, marks it as taken and returns it, or None."""

    def __init__(self, layout: str) -> None:
        """An empty hex."""
        self.layout = layout
        self.things: list[Disc | Box] = []

    def add(self, *things: Disc | Box) -> None:
        """Something is there."""
        self.things += things

    def copy(self) -> FreeSpace:
        """The same obstacles, to try something."""
        twin = FreeSpace(self.layout)
        twin.add(*self.things)
        return twin

    def fits(self, w: float, h: float, spots: Spots, near: Point = (0.0, 0.0), rim: float = 0.5) -> bool:
        """True if `place_box` would find a place."""
        things = self._grown(w, h)
        return any(
            _gap(x, y, things, TOUCH, math.inf) > TOUCH
            for _, x, y in _inside(self.layout, spots, near, round(w, 1), round(h, 1), rim)
        )

    def gap(self, box: Box) -> float:
        """The free distance around a box; negative where it overlaps something."""
        return _gap(box.x, box.y, self._grown(box.w, box.h), -math.inf, 9.0)

    def place_disc(self, r: float, spots: Spots, near: Point, pull: float, margin: float = 1.0) -> Disc:
        """The best place for a disc, taken even if it is not quite free."""
        best, score = None, -math.inf
        things = self._grown(0.0, 0.0, r)
        for far, x, y in _nearest(spots, near):
            price = pull * far
            if 2 * margin - price <= score:
                break  # all that follow are farther
            inner = depth(self.layout, x, y) - r
            if inner < 0.5 or _worth(inner + 1.0, margin) - price <= score:
                continue
            worth = score + price  # a smaller one is useless
            least = worth if worth > 0 else min((worth + margin) / 8, -1e-9)
            gap = _gap(x, y, things, least, min(inner + 1.0, 2 * margin))
            found = _worth(gap, margin) - price
            if found > score + 1e-9:
                best, score = Disc(x, y, r), found
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
        things = self._grown(w, h)
        for far, x, y in _inside(self.layout, spots, near, round(w, 1), round(h, 1), rim):
            price = pull * far
            if 2 * margin - price <= score:
                break  # all that follow are farther
            least = max(score + price, TOUCH)  # a smaller gap anywhere makes the place useless
            gap = _gap(x, y, things, least, 2 * margin)
            if gap > least and gap - price > score + 1e-9:
                best, score = Box(x, y, w, h), gap - price
        if best is not None:
            self.add(best)
        return best

    def freest(self, w: float, h: float, spots: Spots, near: Point = (0.0, 0.0), rim: float = 0.5) -> Box:
        """The best place for a box, or the one where it covers least if there is no free one; nothing is taken."""
        box = self.copy().place_box(w, h, spots, near, rim=rim)
        places = _inside(self.layout, spots, near, round(w, 1), round(h, 1), rim) if box is None else []
        boxes = [Box(x, y, w, h) for _, x, y in places]
        return box or max(boxes, key=self.gap, default=Box(*near, w, h))

    def _grown(self, w: float, h: float, r: float = 0.0) -> list[Shape]:
        """The obstacles, larger by what is to be placed: then its middle alone has to keep clear of them."""
        shapes = (thing.shape for thing in self.things)
        return [(x, y, half_w + w, half_h + h, rim + r) for x, y, half_w, half_h, rim in shapes]


def _gap(x: float, y: float, things: list[Shape], least: float, most: float) -> float:
    """The free distance of a point, at most `most`. What is not more than `least` may be any such distance; the thing
    that comes so near goes to the front of the list, for it is in the way next door, too.
    """
    gap = most
    for number, thing in enumerate(things):
        mx, my, w, h, r = thing
        near = gap + r
        dx = abs(x - mx) - w
        if dx >= near:
            continue
        dy = abs(y - my) - h
        if dy >= near:
            continue
        found = (math.hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)) - r
        if found < gap:
            gap = found
            if gap <= least:
                things.insert(0, things.pop(number))
                break
    return gap


@lru_cache(maxsize=512)
def _nearest(spots: Spots, near: Point) -> list[Place]:
    """Places with their distance from a point, the nearest first; of places equally far the first stays the first."""
    found = [(math.hypot(x - near[0], y - near[1]), x, y) for x, y in spots.points]
    return sorted(found, key=lambda spot: round(spot[0], 6))


@lru_cache(maxsize=64)
def _outwards(layout: str, spots: Spots, near: Point) -> list[tuple[Place, float, float, float]]:
    """The nearest places inside the hex, with how far each lies out towards its sides."""
    (ax, ay), (bx, by), (cx, cy) = AXES[layout]
    found = [
        (place, abs(x * ax + y * ay), abs(x * bx + y * by), abs(x * cx + y * cy))
        for place in _nearest(spots, near)
        for _, x, y in (place,)
    ]
    return [entry for entry in found if max(entry[1:]) < APOTHEM]


@lru_cache(maxsize=2048)
def _inside(layout: str, spots: Spots, near: Point, w: float, h: float, rim: float) -> list[Place]:
    """The nearest places where a box of that size is inside the hex: the same for every face a name may stand on."""
    most_a, most_b, most_c = (APOTHEM - rim - w * abs(x) - h * abs(y) for x, y in AXES[layout])
    places = _outwards(layout, spots, near)
    return [place for place, a, b, c in places if a <= most_a and b <= most_b and c <= most_c]


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
