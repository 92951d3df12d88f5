"""What a bot remembers of one game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from stellwerk.core import Action
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.tiles import EDGES

FAR = 99  # the distance of hexes no track can lead to
AROUND = 3  # hexes that are near
REMEMBERED = 20_000  # runs kept in memory

MORE = ("tunnels", "merged", "repair", "bonus")  # what titles add that track and tokens depend on

R = TypeVar("R", bound=FamilyRules)


class Memory(Generic[R]):
    """What a bot has worked out about one game: runs it asks for again, and distances on the map."""

    def __init__(self, rules: R) -> None:
        """Empty."""
        self.rules = rules
        self.totals: dict[tuple[object, ...], int] = {}
        self.far: dict[int, tuple[int, ...]] = {}
        self.near: dict[int, tuple[tuple[int, int], ...]] = {}
        self.habits: dict[tuple[object, ...], Action] = {}  # what was decided before in the same circumstances

    def total(self, key: tuple[object, ...], work: Callable[[], int]) -> int:
        """What is remembered under a key, or worked out now; the older half is forgotten when it gets too much."""
        found = self.totals.get(key)
        if found is None:
            if len(self.totals) >= REMEMBERED:
                for old in list(self.totals)[: REMEMBERED // 2]:
                    del self.totals[old]
            found = self.totals[key] = work()
        return found

    def decided(self, key: tuple[object, ...], action: Action) -> None:
        """Remember a decision; the older half is forgotten when it gets too much."""
        if len(self.habits) >= REMEMBERED:
            for old in list(self.habits)[: REMEMBERED // 2]:
                del self.habits[old]
        self.habits[key] = action

    def around(self, hex_: int) -> tuple[tuple[int, int], ...]:
        """The hexes with stops near one, and how far away they are."""
        found = self.near.get(hex_)
        if found is None:
            stops = self.rules.t.hexmap.hexes
            row = self.distances(hex_)
            found = self.near[hex_] = tuple(
                (other, far) for other, far in enumerate(row) if far <= AROUND and stops[other].stops
            )
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


def circumstances(s: Any, kind: str, company: int) -> tuple[object, ...]:
    """All that track and tokens of a company depend on: in its head a bot decides the same where it is the same."""
    holder = s.companies[company]
    own = (holder.cash, holder.trains, holder.tokens, holder.operated)
    more = tuple(getattr(s, name, ()) for name in MORE)
    return (kind, company, s.frames[-1], s.board, s.phase, s.depot, s.train_pool, s.privates, s.broken, own, more)
