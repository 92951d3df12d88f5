"""Upper bounds for a route that is being grown, from the track that is left. `_kernel.c` has the same functions.

Two ideas. *Places*: a train with n places left adds at most the n dearest stops it can still get to. *Chain*: free
track falls into blocks joined at cut stops; a route without a limit runs through a chain of blocks and never back, so
side branches count only once. The second one is what makes proofs for Diesels short.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.routing.problem import NONE, Problem


def reach(problem: Problem, roots: int, blocked: int, ends: int, used: int, steps: int) -> int:
    """Stops that can still be reached over free track in at most `steps` steps from the roots."""
    adjacent, near = problem.adjacent, problem.near
    seen, front = 0, roots
    while front and steps > 0:
        following = 0
        steps -= 1
        while front:
            low = front & -front
            front ^= low
            number = low.bit_length() - 1
            want = near[number] & ~(blocked | seen)
            if not want:
                continue
            for _, _, bit, mask in adjacent[number]:
                if want & bit and not mask & used:
                    want ^= bit
                    following |= bit
                    if not want:
                        break
            seen |= following
        front = following & ~ends
    return seen


def places(problem: Problem, train: int, avail: int, left: int, cities: int, towns: int, ends: int) -> int:
    """The dearest stops among `avail` for so many places, by kind; stops that are only ends fill at most `ends`.

    The limits are nested (ends within cities, cities and towns within all), so taking the dearest first is the best.
    """
    value, only_end, town_stops = problem.value[train], problem.ends[train], problem.net.towns
    total = 0
    for stop in problem.order[train]:
        if left <= 0 or not avail:
            break
        bit = 1 << stop
        if not avail & bit:
            continue
        avail ^= bit
        if only_end & bit and ends <= 0:
            continue
        if town_stops & bit:
            if towns <= 0:
                continue
            towns -= 1
        else:
            if cities <= 0:
                continue
            cities -= 1
        if only_end & bit:
            ends -= 1
        left -= 1
        total += value[stop]
    return total


def paid_places(problem: Problem, train: int, stops: int) -> int:
    """The dearest of these stops, as many as the train is paid for."""
    value = problem.value[train]
    left, total = problem.pays[train], 0
    for stop in problem.order[train]:
        if left <= 0 or not stops:
            break
        bit = 1 << stop
        if stops & bit:
            stops ^= bit
            left -= 1
            total += value[stop]
    return total


class Chain:
    """The chain bound for one train: `most` is what a route can add beyond its roots."""

    __slots__ = (
        "adjacent",
        "clock",
        "disc",
        "ends",
        "gain",
        "low",
        "open",
        "problem",
        "roots",
        "stack",
        "used",
        "value",
    )

    def __init__(self, problem: Problem) -> None:
        """Scratch tables are kept from call to call."""
        self.problem = problem
        self.adjacent = problem.adjacent
        self.disc = [0] * problem.count
        self.low = [0] * problem.count
        self.gain = [0] * problem.count
        self.stack: list[int] = []
        self.open = self.roots = self.ends = self.used = self.clock = 0
        self.value: Sequence[int] = ()

    def most(self, train: int, roots: int, blocked: int, used: int, open_ends: int) -> int:
        """With two open ends: two chains from the roots, or one block left by two ways. NONE if there is no way on."""
        problem = self.problem
        self.open = problem.admits[train] & ~blocked
        self.roots, self.ends, self.used = roots, problem.ends[train], used
        self.value = value = problem.value[train]
        self.clock = 0
        self.disc = disc = [0] * problem.count
        stack, gain = self.stack, self.gain
        one, two, both = NONE, 0, 0
        rest = roots
        while rest:
            low = rest & -rest
            rest ^= low
            for _, to, bit, mask in self.adjacent[low.bit_length() - 1]:
                if not self.open & bit or mask & used:
                    continue
                total = top = second = 0
                if self.ends & bit:
                    if disc[to]:
                        continue  # an end beside the roots is one way out, whatever links lead there
                    disc[to] = -1
                    total = value[to]
                else:
                    self.blocks(to)
                    for stop in stack:
                        total += value[stop]
                        if gain[stop] > top:
                            second, top = top, gain[stop]
                        elif gain[stop] > second:
                            second = gain[stop]
                    stack.clear()
                both = max(both, total + top + second)
                if one < 0:
                    one = total + top
                elif total + top > one:
                    one, two = total + top, one
                elif total + top > two:
                    two = total + top
        if open_ends < 2 or one < 0:
            return one
        return max(one + two, both)

    def blocks(self, stop: int) -> None:
        """Depth first from a stop. Blocks that hang on it are closed; what is left on the stack is its own block."""
        disc, low, gain, stack, value = self.disc, self.low, self.gain, self.stack, self.value
        self.clock += 1
        disc[stop] = mine = lowest = self.clock
        stack.append(stop)
        self.open ^= 1 << stop
        best = did = 0
        roots, ends, used = self.roots, self.ends, self.used
        for _, to, bit, mask in self.adjacent[stop]:
            if did & bit:
                continue
            if roots & bit:
                if lowest > 0 and not mask & used:
                    lowest = 0
                    did |= bit
            elif self.open & bit:
                if mask & used:
                    continue
                did |= bit
                if ends & bit:
                    best = max(best, value[to])
                    continue
                at = len(stack)
                self.blocks(to)
                if low[to] >= mine:
                    total = top = 0
                    for other in stack[at:]:
                        total += value[other]
                        top = max(top, gain[other])
                    del stack[at:]
                    best = max(best, total + top)
                elif low[to] < lowest:
                    lowest = low[to]
            elif 0 < disc[to] < lowest and not mask & used:
                lowest = disc[to]
        low[stop] = lowest
        gain[stop] = best


def dearest(problem: Problem, train: int) -> int:
    """The most a train can be paid, wherever its stops lie."""
    row = problem.value[train]
    return sum([row[stop] for stop in problem.order[train][: problem.pays[train] or problem.most[train]]])


def alone(problem: Problem, train: int) -> int:
    """The most a train can be paid if it has the track for itself."""
    chain = Chain(problem)
    best = before = 0
    admits, twins = problem.admits[train], problem.net.twins
    for stop in problem.own:
        root = 1 << stop
        if not admits & root:
            continue
        blocked = before | twins[stop] | ~admits
        before |= root
        if problem.free[train]:
            best = max(best, problem.value[train][stop] + chain.most(train, root, blocked, 0, 2))
            continue
        found = root | reach(problem, root, blocked, problem.ends[train], 0, problem.most[train] - 1)
        if problem.pays[train]:
            best = max(best, paid_places(problem, train, found))
        else:
            most, cities, towns = problem.most[train], problem.cities[train], problem.town_most[train]
            best = max(best, places(problem, train, found, most, cities, towns, 2))
    return best


def together(problem: Problem, base: int) -> int:
    """The most the trains from `base` on can be paid together.

    Sides are not shared, so a stop with e exits is passed at most e / 2 times; every visit beyond that is an end of a
    route, and a train has two ends. Of an odd number of exits the last one costs one end; two ends instead of one
    passage give one visit more, that is half a visit per end.
    """
    trains = range(base, len(problem.trains))
    places = roomy = 0
    for train in trains:
        most = problem.pays[train] or problem.most[train]
        if most >= problem.count:
            roomy += 1
        else:
            places += most
    always_end = -1
    for train in trains:
        always_end &= problem.ends[train]
    value = [max(problem.value[train][stop] for train in trains) for stop in range(problem.count)]
    total = 0
    halves: list[int] = []  # twice what an end of a route can add
    for stop in sorted(range(problem.count), key=lambda stop: -value[stop]):
        exits = problem.net.exits[stop]
        passed = 0 if always_end >> stop & 1 else min(exits // 2, len(trains))
        free = min(passed, roomy)
        more = min(passed - free, places)
        places -= more
        total += value[stop] * (free + more)
        spare = min(len(trains), exits) - passed
        single = min(spare, exits - 2 * passed)
        halves += [2 * value[stop]] * single + [value[stop]] * (2 * (spare - single))
    halves.sort(reverse=True)
    return total + sum(halves[: 2 * len(trains)]) // 2
