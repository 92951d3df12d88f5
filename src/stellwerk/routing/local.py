"""Local search for a good run, in Python: cut routes and let them grow again. `_kernel.c` takes the same steps.

Chance comes from a seed, everything is counted in nodes and in whole numbers, so the answer is the same everywhere.
"""

from __future__ import annotations

from msgspec import Struct

from stellwerk.routing.problem import NONE, Plans, Problem

_WORD = (1 << 64) - 1


def pay(problem: Problem, train: int, vis: int, end: int, other: int, total: int) -> int:
    """What a train is paid for the stops in `vis` with these two ends; NONE if it may not run there."""
    left = problem.pays[train]
    if not left:
        return total
    spec, value, tokens = problem.trains[train], problem.value[train], problem.net.tokens
    result, last, spare, token = 0, NONE, NONE, False
    if spec.ends_count:
        both = 1 << end | 1 << other
        vis &= ~both
        result = value[end] + value[other]
        token = bool(both & tokens)
        left -= 2
    for stop in problem.order[train]:
        bit = 1 << stop
        if not vis & bit:
            continue
        if left > 0:
            left -= 1
            result += value[stop]
            last = value[stop]
            token = token or bool(tokens & bit)
        elif tokens & bit and spare < 0:
            spare = value[stop]
    if spec.token_counts and not token:
        if spare < 0 or last < 0:
            return NONE
        result += spare - last
    return result


def pay_for(problem: Problem, train: int, vis: int, end: int, other: int, must: int) -> int:
    """The same if it has to count the stops in `must`; NONE if it cannot count so many."""
    value = problem.value[train]
    if problem.trains[train].ends_count:
        must |= 1 << end | 1 << other
    left = problem.pays[train] - must.bit_count()
    if left < 0:
        return NONE
    result = 0
    for stop in problem.order[train]:
        bit = 1 << stop
        if must & bit:
            result += value[stop]
        elif vis & bit and left > 0:
            left -= 1
            result += value[stop]
    return result


class _Path(Struct):
    """A route: stops in order, the links between them."""

    stops: list[int]
    links: list[int]
    value: int = 0


def search(problem: Problem, seed: int, limit: int, heat: int) -> tuple[Plans, int]:
    """The best run met, and the nodes looked at. A run may be worse than the last one by `heat`, later by less."""
    return _Local(problem, seed).run(limit, heat)


class _Local:
    """One local search; the steps are those of the C file."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self.problem, self.seed, self.nodes = problem, seed, 0
        self.train = self.left = self.value = self.far = 0
        self.stops: list[int] = []
        self.links: list[int] = []
        self.best: tuple[list[int], list[int]] = ([], [])

    def draw(self, below: int) -> int:
        x = self.seed
        x ^= x << 13 & _WORD
        x ^= x >> 7
        x ^= x << 17 & _WORD
        self.seed = x
        return (x >> 11) % below

    def worth(self, train: int, path: _Path) -> int:
        if len(path.stops) < 2:
            return 0
        value = self.problem.value[train]
        vis = total = 0
        for stop in path.stops:
            vis |= 1 << stop
            total += value[stop]
        return pay(self.problem, train, vis, path.stops[0], path.stops[-1], total)

    def grow(self, head: int, vis: int, blocked: int, count: int, cities: int, total: int, used: int) -> None:
        problem, train = self.problem, self.train
        self.nodes += 1
        self.left -= 1
        if self.left < 0 or count >= problem.most[train]:
            return
        ways = problem.adjacent[head]
        if not ways:
            return
        turn = self.draw(len(ways))
        value, ends, towns, twins = problem.value[train], problem.ends[train], problem.net.towns, problem.net.twins
        for link, to, bit, mask in (*ways[turn:], *ways[:turn]):
            if blocked & bit or mask & used:
                continue
            city = not towns & bit
            if cities >= problem.cities[train] if city else count - cities >= problem.town_most[train]:
                continue
            self.stops.append(to)
            self.links.append(link)
            more = total + value[to]
            worth = pay(problem, train, vis | bit, self.far, to, more)
            if worth > self.value or (worth == self.value and self.draw(4) == 0):
                self.value = worth
                self.best = (self.stops.copy(), self.links.copy())
            if not ends & bit:
                self.grow(to, vis | bit, blocked | twins[to], count + 1, cities + city, more, used | mask)
            self.stops.pop()
            self.links.pop()
            if self.left < 0:
                return

    def regrow(self, train: int, path: _Path, taken: int, left: int) -> None:
        """Extend the path at its tail."""
        problem = self.problem
        head = path.stops[-1]
        if len(path.stops) > 1 and problem.ends[train] >> head & 1:
            return
        vis = total = cities = 0
        blocked = ~problem.admits[train]
        for stop in path.stops:
            vis |= 1 << stop
            blocked |= problem.net.twins[stop]
            cities += not problem.net.towns >> stop & 1
            total += problem.value[train][stop]
        for link in path.links:
            taken |= problem.masks[link]
        self.train, self.left, self.far, self.best = train, left, path.stops[0], ([], [])
        self.value = self.worth(train, path)
        self.grow(head, vis, blocked, len(path.stops), cities, total, taken)
        path.stops += self.best[0]
        path.links += self.best[1]

    def cut(self, path: _Path, own: list[int]) -> None:
        """Keep a window of the path around one of its tokens; sometimes start afresh at a token."""
        if len(path.stops) < 2 or self.draw(6) == 0:
            path.stops, path.links = [own[self.draw(len(own))]], []
            return
        tokens = self.problem.net.tokens
        places = [at for at, stop in enumerate(path.stops) if tokens >> stop & 1]
        at, mode = places[self.draw(len(places))], self.draw(3)
        low, high = 0, len(path.stops) - 1
        if mode != 0:
            low = self.draw(at + 1)
        if mode != 1:
            high = at + self.draw(len(path.stops) - at)
        path.stops, path.links = path.stops[low : high + 1], path.links[low:high]

    def choose(self, trains: int) -> list[int]:
        """One to three trains."""
        size = min(trains, 1 + (self.draw(3) == 0) + (self.draw(8) == 0))
        chosen: list[int] = []
        while len(chosen) < size:
            train = self.draw(trains)
            if train not in chosen:
                chosen.append(train)
        return chosen

    def run(self, limit: int, heat: int) -> tuple[Plans, int]:
        problem = self.problem
        trains = len(problem.trains)
        towns = problem.net.towns
        own = [
            [
                stop
                for stop in problem.own
                if problem.admits[train] >> stop & 1
                and (problem.town_most[train] if towns >> stop & 1 else problem.cities[train]) > 0
            ]
            for train in range(trains)
        ]
        now = [_Path([], []) for _ in range(trains)]
        top, best, total = now, 0, 0
        while self.nodes < limit:
            old = now
            now = [_Path(path.stops, path.links, path.value) for path in old]
            self.nodes += 1
            chosen = self.choose(trains)
            for train in chosen:
                if own[train]:
                    self.cut(now[train], own[train])
            for train in chosen:
                if not own[train]:
                    continue
                path = now[train]
                taken = 0
                for other in range(trains):
                    if other != train:
                        for link in now[other].links:
                            taken |= problem.masks[link]
                left = min(30 << self.draw(6), max(0, limit - self.nodes))
                path.stops, path.links = path.stops.copy(), path.links.copy()
                if self.draw(2):
                    path.stops.reverse()
                    path.links.reverse()
                self.regrow(train, path, taken, left)
                path.stops.reverse()
                path.links.reverse()
                self.regrow(train, path, taken, left)
                path.value = self.worth(train, path)
                if path.value <= 0:
                    path.stops, path.links, path.value = [], [], 0
            result = sum(path.value for path in now)
            if result >= total - heat * max(0, limit - self.nodes) // limit:
                total = result
                if total > best:
                    best, top = total, now
            else:
                now = old
        return [problem.plan_of(path.stops[0], path.links) if path.links else None for path in top], self.nodes
