"""Faces: what lies on a hex, turned as it lies there. A tile in one rotation is a face, a printed hex is one too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

EDGES = 6
TILE_COLOURS = ("yellow", "green", "brown", "gray")
COLOURS = ("white", "yellow", "green", "brown", "gray")


class Stop(Struct, frozen=True):
    """A city, a town or an off-board area, and the hex sides its track leads to."""

    kind: str
    exits: tuple[int, ...]
    slots: int = 0
    value: int = 0
    by_phase: tuple[tuple[str, int], ...] = ()
    reserve: tuple[str, ...] = ()

    def worth(self, colour: str) -> int:
        """Its value while off-board areas pay the column `colour`."""
        for name, value in self.by_phase:
            if name == colour:
                return value
        return self.value

    def turned(self, rotation: int) -> Stop:
        """The stop on a tile turned clockwise by `rotation` sixths."""
        exits = tuple((edge + rotation) % EDGES for edge in self.exits)
        return Stop(self.kind, exits, self.slots, self.value, self.by_phase, self.reserve)


class Face:
    """Stops and plain track as they lie on a hex, with what a walk over the track needs to know."""

    def __init__(
        self,
        tile: str,
        rotation: int,
        colour: str,
        label: str,
        stops: Sequence[Stop],
        track: Sequence[tuple[int, int]],
        joins: bool = False,
        over: Sequence[tuple[str, ...]] = (),
        tunnels: Sequence[tuple[int, int]] = (),
    ) -> None:
        """`tile` is empty for what is printed on the board; stops and track are already turned.

        A face that `joins` has one city, which takes the place of all the old ones. `over` are further kinds of stops
        it may replace, each going to the new stop with its exits. `tunnels` run below, unconnected with the rest; for
        a walk over the track they are plain track, `track` and `exits` are what lies above.
        """
        self.joins = joins
        self.over = tuple(over)
        self.tunnels = tuple(tunnels)
        self.tile, self.rotation, self.colour, self.label = tile, rotation, colour, label
        self.stops = tuple(stops)
        self.track = tuple(track)
        through: list[list[int]] = [[] for _ in range(EDGES)]
        for a, b in self.track:
            through[a].append(b)
            through[b].append(a)
        stop_at = [-1] * EDGES
        for number, stop in enumerate(self.stops):
            for edge in stop.exits:
                stop_at[edge] = number
        self.through = tuple(tuple(ends) for ends in through)
        self.stop_at = tuple(stop_at)
        mask = 0
        for edge in range(EDGES):
            if through[edge] or stop_at[edge] >= 0:
                mask |= 1 << edge
        self.exits = mask
        self.tunnel_exits = sum(1 << edge for pair in self.tunnels for edge in pair)
        if self.tunnels:
            for a, b in self.tunnels:
                through[a].append(b)
                through[b].append(a)
            self.through = tuple(tuple(ends) for ends in through)

    @property
    def name(self) -> str:
        """`57/2`, or `printed`."""
        return f"{self.tile}/{self.rotation}" if self.tile else "printed"

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of the stops, sorted: what a tile must have in common with the hex it goes on."""
        return tuple(sorted(stop.kind for stop in self.stops))

    def alike(self, old: Face) -> bool:
        """True if the stops are of the kinds `old` has, or make one city of all its cities, or may replace them."""
        return self.kinds == old.kinds or (self.joins and set(self.kinds) == set(old.kinds)) or self.regroups(old)

    def regroups(self, old: Face) -> bool:
        """True if the stops of `old` are of other kinds, and of such as this face may replace."""
        return old.kinds in self.over and self.kinds != old.kinds

    @cached_property
    def segments(self) -> frozenset[tuple[int, int]]:
        """Plain track as ordered pairs of edges."""
        return frozenset((min(a, b), max(a, b)) for a, b in self.track)

    def keeps(self, old: Face) -> tuple[int, ...] | None:
        """Where the stops of `old` go if this face replaces it; None if some old connection would be lost.

        Each old stop goes to the one new stop that contains all its exits, no two to the same one unless the face
        regroups them.
        """
        if not old.segments <= self.segments:
            return None
        if self.regroups(old):
            return self.gather(old)
        if self.joins:
            (stop,) = self.stops
            kept = all(set(other.exits) <= set(stop.exits) for other in old.stops)
            return (0,) * len(old.stops) if kept and old.stops else None
        return _match([set(stop.exits) for stop in old.stops], [set(stop.exits) for stop in self.stops])

    def gather(self, old: Face) -> tuple[int, ...] | None:
        """For each stop of `old` the stop with all its exits; stops without exits go to the first."""
        homes = []
        for stop in old.stops:
            fits = [number for number, new in enumerate(self.stops) if set(stop.exits) <= set(new.exits)]
            if not fits:
                return None
            homes.append(fits[0])
        return tuple(homes)


def _match(old: list[set[int]], new: list[set[int]]) -> tuple[int, ...] | None:
    """An injective map of old stops to new ones that contain their exits; the identity if that fits."""
    if len(old) != len(new):
        return None
    chosen: list[int] = []

    def place(number: int) -> bool:
        if number == len(old):
            return True
        for candidate in [number, *(other for other in range(len(new)) if other != number)]:
            if candidate not in chosen and old[number] <= new[candidate]:
                chosen.append(candidate)
                if place(number + 1):
                    return True
                chosen.pop()
        return False

    return tuple(chosen) if place(0) else None


def edge_names(mask: int) -> list[int]:
    """The edges in a bit mask."""
    return [edge for edge in range(EDGES) if mask >> edge & 1]
