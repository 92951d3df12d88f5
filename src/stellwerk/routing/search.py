"""Branch and bound over all trains, in Python. `_kernel.c` takes the same steps in the same order.

A route grows from one of the company's tokens, first one arm, then the other; tokens tried before are closed, and the
second arm leaves the token by a later link than the first, so every route is met once. Trains follow each other, the
strongest first; equal trains are paid in falling order. A branch is left when what it has, plus the bound for the
route in hand, plus the best of the trains after it (`suffix`), is no more than the best run known.
"""

from __future__ import annotations

from typing import Protocol

from stellwerk.routing.bounds import Chain, paid_places, places, reach
from stellwerk.routing.local import pay, pay_for
from stellwerk.routing.local import search as local_search
from stellwerk.routing.problem import NONE, Gains, Plan, Plans, Problem, Stage


class Engine(Protocol):
    """What the driver needs: both twins have it."""

    nodes: int

    def stage(self, task: Stage) -> tuple[bool, int, Plans | None]:
        """Whether the search came to its end, the best total, and its routes if it is above `task.best`."""

    def local(self, seed: int, limit: int, heat: int) -> Plans:
        """A good run by local search, within `limit` nodes."""


class _Stopped(Exception):
    """The node limit is reached."""


class PythonSearch:
    """The searches in Python."""

    def __init__(self, problem: Problem) -> None:
        """For one problem."""
        self.problem = problem
        self.nodes = 0

    def local(self, seed: int, limit: int, heat: int) -> Plans:
        """See `Engine.local`."""
        plans, nodes = local_search(self.problem, seed, limit, heat)
        self.nodes += nodes
        return plans

    def stage(self, task: Stage) -> tuple[bool, int, Plans | None]:
        """See `Engine.stage`."""
        tree = _Tree(self.problem, task)
        finished = True
        try:
            tree.train(task.base, 0, 0)
        except _Stopped:
            finished = False
        self.nodes += tree.nodes
        return finished, tree.best, tree.found


class _Tree:
    """One search; the fields are those of `Job` in the C file."""

    def __init__(self, problem: Problem, task: Stage) -> None:
        self.problem, self.base, self.best = problem, task.base, task.best
        self.suffix, self.limit, self.leaf, self.level = task.suffix, task.limit, task.leaf, task.level
        self.nodes = 0
        count = len(problem.trains)
        self.slack = [0] * (count + 1)
        self.gains = gains = task.gains
        self.most = gains.most if gains else (0,) * count
        self.later = [max(self.most[train + 1 :], default=0) for train in range(count)]
        self.got = [0] * (count + 1)  # the best bonus of the trains before
        self.place = [[0] * problem.count for _ in range(count)]  # sides from the start to each stop of a route
        self.value = [0] * count
        self.start = [0] * count
        self.first = [0] * count
        self.links: list[list[int]] = [[] for _ in range(count)]
        self.found: Plans | None = None
        self.chain = Chain(problem)

    def plans(self, trains: int) -> Plans:
        """The routes in hand."""
        routes: Plans = [None] * self.base
        for train in range(self.base, trains):
            links, first = self.links[train], self.first[train]
            if links:
                routes.append(Plan(self.start[train], tuple(links[:first]), tuple(links[first:])))
            else:
                routes.append(None)
        return routes

    def rest(self, train: int, cap: int) -> int:
        """What the trains after it can be paid: their own best, or no more than `cap` where they are like it."""
        run = self.problem.twin_run[train]
        return min(self.suffix[train + 1], run * cap + self.suffix[train + 1 + run])

    def train(self, train: int, used: int, acc: int) -> None:
        """All routes of a train, then the train idle."""
        problem = self.problem
        if train == len(problem.trains):
            if self.leaf:
                if acc + self.slack[train - 1] > self.best:
                    self.best = self.leaf(acc, self.plans(train))
            elif acc + self.got[train] > self.best:
                self.best = acc + self.got[train]
                self.found = self.plans(train)
            return
        if self.level:
            self.slack[train] = self.level(train, self.plans(train))
        slack = max(self.got[train], self.most[train], self.later[train]) if self.gains else self.slack[train]
        if train > self.base and acc + self.suffix[train] + slack <= self.best:
            return
        before = 0
        admits, towns = problem.admits[train], problem.net.towns
        links = self.links[train]
        links.clear()
        self.first[train] = 0
        for stop in problem.own:
            bit = 1 << stop
            city = not towns & bit
            if not admits & bit or (problem.cities[train] if city else problem.town_most[train]) < 1:
                continue
            self.start[train] = stop
            self.place[train][stop] = 0
            blocked = before | problem.net.twins[stop] | ~admits
            self.extend(
                train, stop, 1, stop, stop, -1, bit, blocked, 1, int(city), problem.value[train][stop], used, acc
            )
            before |= bit
            links.clear()
            self.first[train] = 0
        self.value[train] = 0
        self.got[train + 1] = self.got[train]
        self.train(train + 1, used, acc)

    def bonus(self, gains: Gains, train: int, vis: int, end: int, other: int, value: int) -> int:
        """The best bonus of a route that visits `vis` from end to end, less what counting home and target costs."""
        home, place, problem = gains.home, self.place[train], self.problem
        if home not in (end, other) if gains.at_end else not vis >> home & 1:
            return 0
        best = 0
        left = vis & gains.targets
        while left:
            low = left & -left
            left ^= low
            stop = low.bit_length() - 1
            sides = abs(place[end] - place[other]) if gains.whole else abs(place[stop] - place[home])
            amount = gains.brings[stop] - gains.per_side * sides
            if amount > best and problem.pays[train]:
                counted = pay_for(problem, train, vis, end, other, low | 1 << home)
                amount = 0 if counted < 0 else amount + counted - value
            best = max(best, amount)
        return best

    def may_pass(self, arm: int, tok: int, far: int, vis: int, found: int) -> bool:
        """True if the route in hand may earn a bonus when it has grown; `found` are the stops it may grow to."""
        gains = self.gains
        if gains is None or not (vis | found) & gains.targets:
            return False
        if vis >> gains.home & 1:
            return not gains.at_end or gains.home == (tok if arm == 1 else far)
        return bool(found >> gains.home & 1)

    def take(self, train: int, value: int, used: int, acc: int, gain: int) -> None:
        """The route in hand is the train's; go on with the next train."""
        if value < 0 or (train > self.base and self.problem.same[train] and value > self.value[train - 1]):
            return
        gain = max(gain, self.got[train])
        slack = max(gain, self.later[train]) if self.gains else self.slack[train]
        if acc + value + self.rest(train, value) + slack <= self.best:
            return
        self.value[train] = value
        self.got[train + 1] = gain
        self.train(train + 1, used, acc + value)

    def reached(self, train: int, vis: int, end: int, other: int, total: int, used: int, acc: int) -> None:
        """The route in hand is complete as it is."""
        value = pay(self.problem, train, vis, end, other, total)
        gain = self.bonus(self.gains, train, vis, end, other, value) if self.gains else 0
        self.take(train, value, used, acc, gain)

    def bound(
        self,
        train: int,
        head: int,
        arm: int,
        tok: int,
        vis: int,
        blocked: int,
        count: int,
        cities: int,
        total: int,
        used: int,
    ) -> tuple[int, int]:
        """The most the train can be paid if the route in hand grows, NONE if it cannot; and where it may grow to."""
        problem = self.problem
        left = problem.most[train] - count
        roots = 1 << head | 1 << tok if arm == 1 else 1 << head
        if problem.pays[train]:
            found = reach(problem, roots, blocked, problem.ends[train], used, left)
            return (paid_places(problem, train, vis | found) if found else NONE), found
        if problem.free[train]:
            more = self.chain.most(train, roots, blocked, used, 3 - arm)
            return (NONE if more < 0 else total + more), ~blocked
        found = reach(problem, roots, blocked, problem.ends[train], used, left)
        if not found:
            return NONE, found
        room = problem.cities[train] - cities
        towns = problem.town_most[train] - (count - cities)
        return total + places(problem, train, found, left, room, towns, 3 - arm), found

    def extend(
        self,
        train: int,
        head: int,
        arm: int,
        tok: int,
        far: int,
        first: int,
        vis: int,
        blocked: int,
        count: int,
        cities: int,
        total: int,
        used: int,
        acc: int,
    ) -> None:
        """Grow the route at `head`; `far` is its other end, `first` the first link of the first arm."""
        problem = self.problem
        if self.nodes >= self.limit:
            raise _Stopped
        self.nodes += 1
        if problem.most[train] <= count:
            return
        bound, found = self.bound(train, head, arm, tok, vis, blocked, count, cities, total, used)
        if bound < 0:
            return
        if train > self.base and problem.same[train]:
            bound = min(bound, self.value[train - 1])
        slack = self.slack[train]
        if self.gains:
            slack, most = max(self.got[train], self.later[train]), self.most[train]
            if most > slack and self.may_pass(arm, tok, far, vis, found):
                slack = most
        if acc + bound + self.rest(train, bound) + slack <= self.best:
            return
        value, ends, towns, twins = problem.value[train], problem.ends[train], problem.net.towns, problem.net.twins
        links = self.links[train]
        at_start = head == tok
        for link, to, bit, mask in problem.adjacent[head]:
            if blocked & bit or mask & used or (arm == 2 and at_start and link <= first):
                continue
            city = not towns & bit
            if cities >= problem.cities[train] if city else count - cities >= problem.town_most[train]:
                continue
            lead = link if arm == 1 and at_start else first
            more = (vis | bit, blocked | twins[to], count + 1, cities + city, total + value[to], used | mask, acc)
            links.append(link)
            if self.gains:
                step = self.gains.sides[link]
                self.place[train][to] = self.place[train][head] + (step if arm == 1 else -step)
            if not ends & bit:
                self.extend(train, to, arm, tok, far, lead, *more)
            if arm == 1:
                self.first[train] = len(links)
                self.extend(train, tok, 2, tok, to, lead, *more)
                self.reached(train, vis | bit, tok, to, total + value[to], used | mask, acc)
            else:
                self.reached(train, vis | bit, far, to, total + value[to], used | mask, acc)
            links.pop()
