"""What a bot remembers of one game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.tiles import EDGES

FAR = 99  # the distance of hexes no track can lead to
REMEMBERED = 6000  # runs kept in memory

R = TypeVar("R", bound=FamilyRules)


class Memory(Generic[R]):
    """What a bot has worked out about one game: runs it asks for again, and distances on the map."""

    def __init__(self, rules: R) -> None:
        """Empty."""
        self.rules = rules
        self.totals: dict[tuple[object, ...], int] = {}
        self.far: dict[int, tuple[int, ...]] = {}

    def total(self, key: tuple[object, ...], work: Callable[[], int]) -> int:
        """What is remembered under a key, or worked out now; the older half is forgotten when it gets too much."""
        found = self.totals.get(key)
        if found is None:
            if len(self.totals) >= REMEMBERED:
                for old in list(self.totals)[: REMEMBERED // 2]:
                    del self.totals[old]
            found = self.totals[key] = work()
        return found

    def distances(self, hex_: int) -> tuple[int, ...]:
        """How many hexes every hex is away from one, over sides that track may cross."""
        found = self.far.get(hex_)
        if found is None:
            hexmap = self.rules.t.hexmap
            steps = [FAR] * len(hexmap.names)
            steps[hex_] = 0
            ring = [hex_]
            while ring:
                here, ring = ring, []
                for near in here:
                    for arc in hexmap.entry[near * EDGES : near * EDGES + EDGES]:
                        if arc >= 0 and steps[arc // EDGES] == FAR:
                            steps[arc // EDGES] = steps[near] + 1
                            ring.append(arc // EDGES)
            found = self.far[hex_] = tuple(steps)
        return found
