"""Random nets, denser than small boards, and their best runs the slow way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct, structs

from stellwerk.core import Chance
from stellwerk.routing import TrainSpec, diesel, express, ordinary, plus_train
from stellwerk.routing.contract import Net
from stellwerk.routing.problem import Plans, Problem
from stellwerk.routing.solve import Outcome, solve
from stellwerk.routing.track import Link

MOST_SETS = 15_000
VALUES = (0, 10, 10, 20, 20, 30, 40, 50, 60, 70, 100)


class Path(Struct, frozen=True):
    """A route on a net."""

    stops: tuple[int, ...]
    links: tuple[int, ...]
    mask: int


def random_net(chance: Chance) -> tuple[Net, list[int]]:
    """Three to eight stops, links with conflicts between them, and what the stops pay."""
    count = 3 + chance.below(6)
    tokens = 1 + chance.below(min(3, count - 1))
    kinds = [0] * tokens + [chance.below(8) for _ in range(count - tokens)]
    towns, offboard, shut = (sum(1 << at for at, kind in enumerate(kinds) if kind == wanted) for wanted in (1, 2, 3))
    bits = 2 + chance.below(70)
    links: list[Link] = []
    for _ in range(count + chance.below(count + 2)):
        a, b = sorted(chance.shuffled(range(count))[:2])
        mask = 0
        for _ in range(1 + chance.below(2)):
            mask |= 1 << chance.below(bits)
        if not ((offboard | shut) >> a & 1 and (offboard | shut) >> b & 1):
            links.append(Link(a, b, (len(links),), mask))
    links.sort(key=lambda link: (link.a, link.b))
    twins = [1 << at for at in range(count)]
    outside = [at for at in range(count) if offboard >> at & 1]
    if len(outside) > 1 and chance.below(2):
        both = 1 << outside[0] | 1 << outside[1]
        twins[outside[0]] = twins[outside[1]] = both
    exits = tuple(sum(at in (link.a, link.b) for link in links) for at in range(count))
    net = Net(tuple(range(count)), (1 << tokens) - 1, towns, offboard, shut, tuple(twins), exits, tuple(links), bits)
    return net, [chance.choice(VALUES) for _ in range(count)]


def random_trains(chance: Chance) -> list[TrainSpec]:
    """One to four trains of all kinds."""
    trains: list[TrainSpec] = []
    for number in range(1 + chance.below(4)):
        name = f"t{number}"
        kinds = [
            ordinary(name, 2 + chance.below(4)),
            diesel(name),
            plus_train(name, 1 + chance.below(3), 1 + chance.below(3)),
            TrainSpec(name, cities=1 + chance.below(3), towns=chance.below(3)),
            express(name, 2 + chance.below(4)),
            TrainSpec(name, pays=2 + chance.below(3), ends_count=False),
            TrainSpec(name, pays=2 + chance.below(3), ends_count=bool(chance.below(2)), token_counts=True),
            TrainSpec(name, stops=3 + chance.below(3), pays=2),
            TrainSpec(name, never=(str(chance.below(6)),)),
            TrainSpec(name, passes=(str(chance.below(6)), str(chance.below(6)))),
        ]
        spec = chance.choice(kinds)
        trains.append(spec)
        if chance.below(3) == 0:
            trains.append(structs.replace(spec, name=f"u{number}"))
    return trains[:4]


def all_paths(net: Net, spec: TrainSpec) -> list[Path]:
    """Every route a train may take on the net, in one direction."""
    passes = sum(1 << int(name) for name in set(spec.passes) if int(name) < len(net.stops))
    never = {int(name) for name in spec.never}
    only_end = (net.offboard & ~passes) | net.shut
    found: list[Path] = []

    def grow(path: Path) -> None:
        if len(path.stops) > 1:
            towns = sum(net.towns >> stop & 1 for stop in path.stops)
            fits = len(path.stops) <= spec.stops and towns <= spec.towns and len(path.stops) - towns <= spec.cities
            if fits and any(net.tokens >> stop & 1 for stop in path.stops) and path.stops[0] < path.stops[-1]:
                found.append(path)
            if only_end >> path.stops[-1] & 1:
                return
        for number, link in enumerate(net.links):
            if path.stops[-1] in (link.a, link.b) and not link.mask & path.mask:
                to = link.a + link.b - path.stops[-1]
                if to not in never and not any(net.twins[stop] >> to & 1 for stop in path.stops):
                    grow(Path((*path.stops, to), (*path.links, number), path.mask | link.mask))

    for stop in range(len(net.stops)):
        if stop not in never:
            grow(Path((stop,), (), 0))
    return found


def earns(net: Net, spec: TrainSpec, path: Path, value: Sequence[int]) -> int | None:
    """What a train is paid, by trying all choices of stops."""
    if not spec.pays:
        return sum(value[stop] for stop in path.stops)
    best = None
    ends = {path.stops[0], path.stops[-1]}
    for size in range(2, min(spec.pays, len(path.stops)) + 1):
        for chosen in combinations(path.stops, size):
            if spec.ends_count and not ends <= set(chosen):
                continue
            if spec.token_counts and not any(net.tokens >> stop & 1 for stop in chosen):
                continue
            total = sum(value[stop] for stop in chosen)
            best = total if best is None else max(best, total)
    return best


def brute(net: Net, trains: Sequence[TrainSpec], value: Sequence[int]) -> int | None:
    """The best total, or None if there are too many sets to try."""
    choices = []
    sets = 1
    for spec in trains:
        mine = [(path.mask, earns(net, spec, path, value)) for path in all_paths(net, spec)]
        choices.append([(mask, total) for mask, total in mine if total is not None])
        sets *= len(choices[-1]) + 1
    if sets > MOST_SETS:
        return None

    def choose(number: int, used: int) -> int:
        if number == len(choices):
            return 0
        best = choose(number + 1, used)
        for mask, total in choices[number]:
            if not mask & used:
                best = max(best, total + choose(number + 1, used | mask))
        return best

    return choose(0, 0)


def check_plans(problem: Problem, plans: Plans, total: int, trains: Sequence[TrainSpec]) -> None:
    """The routes are among all routes of their trains, share nothing, and earn the total."""
    used = earned = 0
    for train, plan in enumerate(plans):
        if plan is None:
            continue
        spec = problem.trains[train]
        stops, links = tuple(problem.stops_of(plan)), tuple(problem.links_of(plan))
        if stops[0] > stops[-1]:
            stops, links = stops[::-1], links[::-1]
        mask = 0
        for link in links:
            mask |= problem.net.links[link].mask
        assert Path(stops, links, mask) in all_paths(problem.net, spec)
        assert not used & mask
        used |= mask
        earned += earns(problem.net, spec, Path(stops, links, mask), problem.value[train]) or 0
    assert earned == total
    assert len(plans) == len(trains)


def compare(seed: int, kernel: bool | None, budget: int = 1_000_000) -> Outcome | None:
    """One random net: the answer, compared with brute force; None if that would take too long."""
    chance = Chance(seed, "nets")
    net, value = random_net(chance)
    trains = random_trains(chance)
    expected = brute(net, trains, value)
    problem = Problem(net, trains, lambda spec: value, str)
    outcome = solve(problem, budget, kernel=kernel)
    total, plans = outcome.runs[0]
    check_plans(problem, plans, total, trains)
    if expected is None:
        return None
    assert total <= expected <= outcome.upper, f"net {seed}"
    if outcome.proven:
        assert total == expected, f"net {seed}"
    assert outcome.nodes <= budget + 60, f"net {seed}"
    return outcome
