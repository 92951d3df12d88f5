"""The question a search answers, as plain tables: a net, what each stop pays each train, and what each train may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct

from stellwerk.routing.contract import Net
from stellwerk.routing.trainspec import TrainSpec

NONE = -1


class Plan(Struct, frozen=True, gc=False):
    """A route on the net: a start with a token, the links of one arm from there, then those of the other arm."""

    start: int
    first: tuple[int, ...]
    second: tuple[int, ...] = ()


class Gains(Struct, frozen=True):
    """A hook's gate in the numbers of the net: `home` is a stop, `targets` are bits, `brings[s]` is what stop s brings.

    `sides[l]` is how many sides link l crosses; train i earns at most `most[i]`.
    """

    home: int
    targets: int
    at_end: bool
    whole: bool
    per_side: int
    brings: tuple[int, ...]
    sides: tuple[int, ...]
    most: tuple[int, ...]


Plans = list[Plan | None]  # a route or none for each train
Leaf = Callable[[int, Plans], int]
Level = Callable[[int, Plans], int]


class Stage(Struct, frozen=True):
    """A search of trains from `base` on for a run above `best`.

    `suffix[i]` is an upper bound for trains from i on. At most `limit` nodes are looked at. `leaf(total, routes)`
    is asked at every complete run worth it and gives the total to beat from then on; `level(i, routes so far)`
    says how much a complete run may be above the sum of its stops. With `gains` instead of these two, totals have
    the bonus of the best train in them.
    """

    base: int
    best: int
    suffix: list[int]
    limit: int
    leaf: Leaf | None = None
    level: Level | None = None
    gains: Gains | None = None


def _best_first(row: Sequence[int]) -> list[int]:
    """Stops in order of their value, the best first."""
    return sorted(range(len(row)), key=[-value for value in row].__getitem__)


class Problem:
    """Tables by number. Trains are in search order (the strongest first); `original[i]` is their place in the input.

    `adjacent[s]` lists (link, other stop, its bit, conflict mask), the dearest neighbour first. `value[i][s]` is what
    stop s pays train i, `order[i]` the stops from the dearest on, `admits[i]` what the train may visit, `ends[i]`
    what it may visit only as an end. `same[i]`: train i can do what train i - 1 can; `twin_run[i]`: how many such
    trains follow it.
    """

    def __init__(
        self,
        net: Net,
        trains: Sequence[TrainSpec],
        values: Callable[[TrainSpec], Sequence[int]],
        hex_name: Callable[[int], str],
    ) -> None:
        """`values(train)` is what the stops of the net pay it; `hex_name` the name of a stop's hex."""
        self.net = net
        count = len(net.stops)
        self.count = count
        strengths = [_strength(spec) for spec in trains]
        placed = sorted(range(len(trains)), key=strengths.__getitem__)
        self.original = tuple(placed)
        self.trains = tuple(trains[at] for at in placed)
        self.same = [n > 0 and strengths[at] == strengths[placed[n - 1]] for n, at in enumerate(placed)]
        self.value: list[Sequence[int]] = []
        self.order: list[list[int]] = []
        for spec, same in zip(self.trains, self.same, strict=True):
            row = self.value[-1] if same else values(spec)
            self.value.append(row)
            self.order.append(self.order[-1] if same else _best_first(row))
        everything = (1 << count) - 1
        names = [hex_name(stop) for stop in net.stops] if any(spec.never or spec.passes for spec in trains) else []
        self.admits = [everything & ~_places(names, spec.never) for spec in self.trains]
        self.ends = [net.offboard & ~_places(names, spec.passes) | net.shut for spec in self.trains]
        self.most = [spec.stops for spec in self.trains]
        self.cities = [spec.cities for spec in self.trains]
        self.town_most = [spec.towns for spec in self.trains]
        self.pays = [spec.pays for spec in self.trains]
        self.free = [
            not spec.pays and spec.stops >= count and spec.cities >= count and spec.towns >= count
            for spec in self.trains
        ]
        self.twin_run = [0] * len(trains)
        for at in range(len(trains) - 2, -1, -1):
            self.twin_run[at] = self.twin_run[at + 1] + 1 if self.same[at + 1] else 0
        self.own = [number for number in range(count) if net.tokens >> number & 1]
        self.masks = [link.mask for link in net.links]
        self.adjacent: list[list[tuple[int, int, int, int]]] = [[] for _ in range(count)]
        self.near = [0] * count
        for number, link in enumerate(net.links):
            a, b, mask = link.a, link.b, link.mask
            self.adjacent[a].append((number, b, 1 << b, mask))
            self.adjacent[b].append((number, a, 1 << a, mask))
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a
        if self.value:
            first = self.value[0]
            for ways in self.adjacent:
                if len(ways) > 1:
                    ways.sort(key=lambda way: -first[way[1]])

    def stops_of(self, plan: Plan) -> list[int]:
        """The stops of a route in order, from the end of the second arm to the end of the first."""
        forward = self._follow(plan.start, plan.first)
        return [*reversed(self._follow(plan.start, plan.second)[1:]), *forward]

    def links_of(self, plan: Plan) -> list[int]:
        """The links of a route in the same order."""
        return [*reversed(plan.second), *plan.first]

    def plan_of(self, start: int, links: Sequence[int]) -> Plan:
        """The plan of a route given from end to end: it is split at its first token."""
        stops = self._follow(start, links)
        at = next(at for at, stop in enumerate(stops) if self.net.tokens >> stop & 1)
        return Plan(stops[at], tuple(links[at:]), tuple(reversed(links[:at])))

    def _follow(self, start: int, links: Sequence[int]) -> list[int]:
        stops = [start]
        for number in links:
            link = self.net.links[number]
            stops.append(link.b if link.a == stops[-1] else link.a)
        return stops

    def paid(self, train: int, stops: Sequence[int]) -> list[int]:
        """The stops of a route the train is paid for, in the order of the route; empty if it may not run it."""
        spec, row = self.trains[train], self.value[train]
        if not spec.pays:
            return list(stops)
        forced = [stops[0], stops[-1]] if spec.ends_count else []
        others = sorted((stop for stop in stops if stop not in forced), key=self.order[train].index)
        chosen = others[: max(0, spec.pays - len(forced))]
        tokens = self.net.tokens
        if spec.token_counts and not any(tokens >> stop & 1 for stop in (*forced, *chosen)):
            spare = [stop for stop in others[len(chosen) :] if tokens >> stop & 1]
            if not spare or not chosen:
                return []
            chosen[-1] = max(spare, key=lambda stop: row[stop])
        wanted = {*forced, *chosen}
        return [stop for stop in stops if stop in wanted]

    def earns(self, train: int, plan: Plan) -> int:
        """What a route pays a train by its stops alone."""
        row = self.value[train]
        return sum(row[stop] for stop in self.paid(train, self.stops_of(plan)))


def _places(names: Sequence[str], wanted: Sequence[str]) -> int:
    """The bits of the stops whose hex is one of those."""
    if not any(name in names for name in wanted):
        return 0
    return sum(1 << number for number, name in enumerate(names) if name in wanted)


@lru_cache(maxsize=1024)
def _strength(spec: TrainSpec) -> tuple[object, ...]:
    """What trains are put in order by: equal for trains of the same power alone."""
    return (-(spec.pays or spec.stops), -spec.cities, -spec.towns, *(repr(part) for part in spec.power))
