"""Where things lie on a face: stops, the slots of cities, track. Pure geometry, one plan per face."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import permutations, product

from msgspec import Struct

from stellwerk.draw.boxes import Disc
from stellwerk.draw.geometry import APOTHEM, Point, Segment, depth, direction, polar, spoke, through
from stellwerk.eighteen.tiles import Face, Stop

SLOT = 13.5  # radius of a city's slot
CASING = 5.5  # half the width of track with its casing
BAR = 9.5  # half the length of a town's bar
DOT = 6.5
_WAYS = (0.5, 0.44, 0.56, 0.38, 0.62, 0.33, 0.67, 0.28, 0.72)


class Spot(Struct, frozen=True):
    """A stop on the face: its middle, the heading of its track there, and the middles of its slots."""

    x: float
    y: float
    heading: float
    slots: tuple[Point, ...]

    @property
    def at(self) -> Point:
        """The middle."""
        return self.x, self.y


class FacePlan(Struct, frozen=True):
    """A face laid out. `spokes[stop]` are its pieces of track by edge, from the side inwards."""

    layout: str
    spots: tuple[Spot, ...]
    spokes: tuple[dict[int, Segment], ...]
    tracks: dict[tuple[int, int], Segment]

    def lines(self) -> list[Segment]:
        """All track."""
        return [line for pieces in self.spokes for line in pieces.values()] + list(self.tracks.values())

    def track(self, a: int, b: int) -> Segment:
        """Plain track from side a to side b; a tunnel lies where plain track would."""
        line = self.tracks.get((a, b))
        if line is not None:
            return line
        return self.tracks[b, a].back() if (b, a) in self.tracks else through(self.layout, a, b)


def plan(layout: str, face: Face) -> FacePlan:
    """Lay a face out."""
    return _plan(layout, face.stops, face.track)


@lru_cache(maxsize=4096)
def _plan(layout: str, stops: tuple[Stop, ...], track: tuple[tuple[int, int], ...]) -> FacePlan:
    spots = _single(layout, stops[0], track) if len(stops) == 1 else _several(layout, stops)
    spokes = []
    for stop, spot in zip(stops, spots, strict=True):
        if stop.kind == "offboard":
            spokes.append({edge: _arrow(layout, edge) for edge in stop.exits})
        else:
            spokes.append({edge: spoke(layout, edge, spot.at) for edge in stop.exits})
    tracks = {(a, b): through(layout, a, b) for a, b in track}
    return FacePlan(layout, tuple(spots), tuple(spokes), tracks)


def obstacles(layout: str, face: Face) -> tuple[Disc, ...]:
    """Where no lettering may be on a face: its track and its stops."""
    return _obstacles(layout, face.stops, face.track)


@lru_cache(maxsize=4096)
def _obstacles(layout: str, stops: tuple[Stop, ...], track: tuple[tuple[int, int], ...]) -> tuple[Disc, ...]:
    drawn = _plan(layout, stops, track)
    found = [Disc(x, y, CASING) for line in drawn.lines() for x, y in line.points(12)]
    for stop, spot in zip(stops, drawn.spots, strict=True):
        found += _stop_discs(stop, spot)
    return tuple(found)


def _arrow(layout: str, edge: int) -> Segment:
    way = direction(layout, edge)
    return Segment(polar(way, APOTHEM), polar(way, APOTHEM * 0.58))


def slots_of(x: float, y: float, count: int, heading: float) -> tuple[Point, ...]:
    """The middles of a city's slots, so that the circles touch; two lie along `heading`, left one first."""
    if count <= 1:
        return ((x, y),)
    if count == 2:
        dx, dy = polar(heading, SLOT)
        if dx < -1e-6 or (abs(dx) < 1e-6 and dy < 0):
            dx, dy = -dx, -dy
        return (x - dx, y - dy), (x + dx, y + dy)
    radius = SLOT / math.sin(math.pi / count)
    first = 150.0 if count == 3 else 225.0 if count == 4 else 270.0
    spots = [polar(first + 360.0 * number / count, radius) for number in range(count)]
    return tuple((x + dx, y + dy) for dx, dy in spots)


def _spot(stop: Stop, x: float, y: float, heading: float, along: float = 0.0) -> Spot:
    slots = slots_of(x, y, stop.slots, along) if stop.kind == "city" else ()
    return Spot(x, y, heading, slots)


def _single(layout: str, stop: Stop, track: tuple[tuple[int, int], ...]) -> list[Spot]:
    if len(stop.exits) == 2:
        line = through(layout, *stop.exits)
        x, y, heading = line.at(0.5)
        if any({a, b} == set(stop.exits) for a, b in track):  # plain track runs past the stop: the stop steps aside
            dx, dy = polar(heading - 90, 20.0)
            return [_spot(stop, x + dx, y + dy, heading)]
        if stop.kind == "town":
            return [_spot(stop, x, y, heading)]
    return [_spot(stop, 0.0, 0.0, direction(layout, stop.exits[0]) if stop.exits else 0.0)]


def _several(layout: str, stops: tuple[Stop, ...]) -> list[Spot]:
    """Several stops: each has a few candidates; the set with the most room between them is taken."""
    if not any(stop.exits for stop in stops):
        apart = 16.5 if stops and stops[0].kind == "city" else 14.0
        if len(stops) == 2:
            return [_spot(stop, side * apart, 0.0, 90.0) for stop, side in zip(stops, (-1, 1), strict=True)]
        turns = [270.0 + 360.0 * number / len(stops) for number in range(len(stops))]
        return [_spot(stop, *polar(turn, 24.0), turn) for stop, turn in zip(stops, turns, strict=True)]
    choices = [[_Choice(layout, stop, *found) for found in _candidates(layout, stop)] for stop in stops]
    if len(stops) > 3:
        choices = [found[:1] for found in choices]
    together = lru_cache(maxsize=None)(lambda i, a, j, b: round(choices[i][a].beside(choices[j][b]), 6))
    pairs = list(permutations(range(len(stops)), 2))
    most = sum(choices[i][0].most for i, _ in pairs)
    best, score = (0,) * len(stops), -math.inf
    ways = product(*(range(len(found)) for found in choices))
    known = [(sum(choices[i][at].worth for i, at in enumerate(chosen)), chosen) for chosen in ways]
    for own, chosen in sorted(known, key=lambda pair: -pair[0]):
        if own + most < score - 1e-6:
            break  # with all the room there can be, those that follow are worth less
        found = own + sum(together(i, chosen[i], j, chosen[j]) for i, j in pairs)
        if found > score + 1e-6 or (found > score - 1e-6 and chosen < best):
            best, score = chosen, found
    return [choices[i][at].spot for i, at in enumerate(best)]


class _Choice:
    """A stop in one place, with what it is worth there and how it gets on with another one."""

    def __init__(self, layout: str, stop: Stop, spot: Spot, price: float) -> None:
        self.spot = spot
        city = stop.kind == "city"  # a row of circles, as a town's bar is one of small ones
        self.middles, self.r = (list(spot.slots), SLOT + 1) if city else (bar_points(spot), 4.0)
        self.ways = [spoke(layout, edge, spot.at).points(8) for edge in stop.exits]
        self.ease = 3.0 if stop.slots < 2 else 0.5
        self.most = 4 * len(self.ways) + 3 * self.ease * len(self.middles)  # that `beside` can be
        self.worth = -price
        for x, y in self.middles:
            self.worth += 6 * min(depth(layout, x, y) - self.r, 0.0)
        for way in self.ways:  # large cities must not hide where their track leaves the hex
            self.worth += min(self._gap(way[:1]), 3.0)

    def _gap(self, points: list[Point]) -> float:
        """How far it is from the nearest of some points."""
        return min([math.dist(point, middle) for point in points for middle in self.middles]) - self.r

    def beside(self, other: _Choice) -> float:
        """How well its track and its slots keep clear of another stop."""
        score = 0.0
        for way in self.ways:
            score += 4 * min(other._gap(way) - CASING, 1.0)
        for middle in self.middles:
            gap = other._gap([middle]) - self.r
            score += 3 * min(gap, self.ease) + 12 * min(gap, 0.0)
        return score


def _candidates(layout: str, stop: Stop) -> list[tuple[Spot, float]]:
    """Places for a stop, each with what it costs to use it."""
    exits = stop.exits
    found: list[tuple[Spot, float]] = []
    if len(exits) == 2:
        line = through(layout, *exits)
        for way in _WAYS if stop.slots < 2 else _WAYS[:5]:
            x, y, heading = line.at(way)
            price = abs(way - 0.5) * 10
            found.append((_spot(stop, x, y, heading, heading), price))
            if stop.slots < 2:
                continue
            far = math.hypot(x, y) or 1.0
            for step in (3.0, 6.0):  # large cities may leave the line towards the middle, and lie across it
                px, py = x - x / far * step, y - y / far * step
                found.append((_spot(stop, px, py, heading, heading), price + step / 3))
                found.append((_spot(stop, px, py, heading, heading + 90), price + step / 3 + 8))
        return found
    if len(exits) == 1:
        way = direction(layout, exits[0])
        radii = (22.0, 25.0, 19.0, 28.0) if stop.slots < 2 else (25.0, 22.0)
        return [(_spot(stop, *polar(way, r), way, way + 90), abs(r - 22) / 5) for r in radii]
    x = sum(polar(direction(layout, edge), 1.0)[0] for edge in exits)
    y = sum(polar(direction(layout, edge), 1.0)[1] for edge in exits)
    length = math.hypot(x, y) or 1.0
    return [
        (_spot(stop, r * x / length, r * y / length, math.degrees(math.atan2(y, x))), r / 10) for r in (0.0, 12.0, 20.0)
    ]


def bar_points(spot: Spot) -> list[Point]:
    """Points along the bar of a town, across its track."""
    dx, dy = polar(spot.heading + 90, 1.0)
    return [(spot.x + dx * k, spot.y + dy * k) for k in (-BAR, -BAR / 2, 0.0, BAR / 2, BAR)]


def _stop_discs(stop: Stop, spot: Spot) -> list[Disc]:
    """A stop as obstacles for lettering."""
    if stop.kind == "city":
        return [Disc(x, y, SLOT + 1) for x, y in spot.slots] + [Disc(spot.x, spot.y, SLOT)]
    if stop.kind == "town":
        return [Disc(x, y, 4.4) for x, y in bar_points(spot)] if has_bar(stop) else [Disc(spot.x, spot.y, DOT + 0.8)]
    return []


def has_bar(stop: Stop) -> bool:
    """Towns on a line are bars; others are dots."""
    return stop.kind == "town" and len(stop.exits) == 2
