"""The driver: quick proof first, then local search, the full proof, and if that fails the best bound the budget buys.

Everything is counted in nodes, nothing in seconds, so the answer does not depend on the machine.
"""

from __future__ import annotations

from msgspec import Struct

from stellwerk.routing.bounds import alone, dearest, together
from stellwerk.routing.hooks import RevenueHook, Tour
from stellwerk.routing.kernel import KernelSearch, fits, library
from stellwerk.routing.problem import Gains, Plans, Problem, Stage
from stellwerk.routing.search import Engine, PythonSearch

BUDGET = 5_000_000
_SEEDS = (88172645463325252, 2463534242, 362436069)
_HEAT = 30  # how much worse a run the local search may step to at first
_ROUNDS = 6


class Outcome(Struct, frozen=True):
    """The best runs, the best first; no run at all is above `upper`; `proven`: the first is the best there is."""

    runs: tuple[tuple[int, Plans], ...]
    upper: int
    proven: bool
    nodes: int


def engine_for(problem: Problem, kernel: bool | None = None) -> Engine:
    """The compiled twin where it is there and fits, else the Python one; `kernel` insists on one of them."""
    lib = library() if kernel is not False else None
    if lib is not None and fits(problem):
        return KernelSearch(problem, lib)
    return PythonSearch(problem)


def solve(
    problem: Problem,
    budget: int = BUDGET,
    hook: RevenueHook | None = None,
    keep: int = 1,
    kernel: bool | None = None,
) -> Outcome:
    """The best run for all trains, or the `keep` best that differ in the stops they visit."""
    return _Driver(problem, budget, hook, keep, engine_for(problem, kernel)).run()


def none_above(problem: Problem, total: int, limit: int) -> bool:
    """True if a search of at most `limit` nodes shows that no run earns more than `total` by its stops."""
    return _Driver(problem, limit, None, 1, engine_for(problem)).none_above(total)


def _gains(problem: Problem, hook: RevenueHook | None) -> Gains | None:
    """The hook's gate in the numbers of the net."""
    gate = hook.gate() if hook else None
    if hook is None or gate is None or any(spec.token_counts for spec in problem.trains):
        return None
    stops = problem.net.stops
    brings = [0] * len(stops)
    for stop, amount in gate.targets:
        if stop in stops and stop != gate.home:
            at = stops.index(stop)
            brings[at] = max(brings[at], amount)
    return Gains(
        stops.index(gate.home) if gate.home in stops else 0,
        sum(1 << at for at, amount in enumerate(brings) if amount > 0) if gate.home in stops else 0,
        gate.at_end,
        gate.whole,
        gate.per_side,
        tuple(brings),
        tuple(len(link.arcs) for link in problem.net.links),
        tuple(hook.at_most((), [spec]) for spec in problem.trains),
    )


class _Driver:
    """One question."""

    def __init__(self, problem: Problem, budget: int, hook: RevenueHook | None, keep: int, engine: Engine) -> None:
        self.problem, self.budget, self.hook, self.keep, self.engine = problem, budget, hook, keep, engine
        self.trains = len(problem.trains)
        self.suffix = [0] * (self.trains + 1)
        self.seen: dict[tuple[object, ...], int] = {}
        self.gains = _gains(problem, hook)
        self.best: list[tuple[int, Plans]] = []

    def run(self) -> Outcome:
        idle: Plans = [None] * self.trains
        self.offer(0, idle)
        if not self.trains or not self.problem.own:
            return self.outcome(self.best[0][0], proven=True)
        for base in range(self.trains - 1, 0, -1):
            self.solve_suffix(base)
        if self.final(self.budget // 16):  # most positions end here
            return self.outcome(self.best[0][0], proven=True)
        self.look_around(self.budget // 16)
        late, reserve = self.budget // 3, self.budget // 12
        if self.final(self.budget - late - reserve - self.engine.nodes):
            return self.outcome(self.best[0][0], proven=True)
        self.look_around(late)  # no proof: on nets too dense for one, local search finds more than the search did
        upper = self.tighten(0, self.roof(0) + self.slack(0, []), reserve)
        best = self.best[0][0]
        return self.outcome(max(upper, best), proven=upper <= best and self.keep == 1)

    def none_above(self, total: int) -> bool:
        """One search from that total on, with no more than the quickest bound for the trains to come."""
        for base in range(self.trains - 1, 0, -1):
            self.suffix[base] = dearest(self.problem, base) + self.suffix[base + 1]
        finished, best = self.attempt(0, total, self.budget)
        return finished and best <= total

    def look_around(self, nodes: int) -> None:
        """Local search from fixed seeds, for a better run to start from."""
        for seed in _SEEDS:
            plans = self.engine.local(seed, nodes // len(_SEEDS), _HEAT)
            self.offer(self.total(plans), plans)

    def outcome(self, upper: int, *, proven: bool) -> Outcome:
        return Outcome(tuple(self.best), upper, proven, self.engine.nodes)

    # -- runs

    def total(self, plans: Plans) -> int:
        """What a run earns by its stops alone."""
        return sum(self.problem.earns(train, plan) for train, plan in enumerate(plans) if plan)

    def tours(self, plans: Plans) -> list[Tour]:
        """A run as hooks see it."""
        problem = self.problem
        found = []
        for train, plan in enumerate(plans):
            if plan:
                stops = problem.stops_of(plan)
                paid = problem.paid(train, stops)
                links = [problem.net.links[number] for number in problem.links_of(plan)]
                found.append(Tour.of(problem.trains[train], problem.net.stops, stops, paid, links))
        return found

    def offer(self, total: int, plans: Plans) -> int:
        """Keep a run if it is among the best; what the next one must beat."""
        if self.hook:
            total += self.hook.revenue(self.tours(plans))[0]
        if self.keep == 1:
            if not self.best or total > self.best[0][0]:
                self.best = [(total, plans)]
            return self.best[0][0]
        mark = self.signature(plans)
        old = self.seen.get(mark)
        if old is None or total > old:
            self.seen[mark] = total
            self.best = [entry for entry in self.best if self.signature(entry[1]) != mark]
            self.best.append((total, plans))
            self.best.sort(key=lambda entry: -entry[0])
            for _, dropped in self.best[self.keep :]:
                del self.seen[self.signature(dropped)]
            del self.best[self.keep :]
        return self.threshold()

    def threshold(self) -> int:
        """A run must be above this to matter."""
        return self.best[-1][0] if len(self.best) >= self.keep else -1

    def signature(self, plans: Plans) -> tuple[object, ...]:
        """What tells runs apart: the stops of each train, whichever of equal trains visits them."""
        marks = []
        for train, plan in enumerate(plans):
            stops = self.problem.stops_of(plan) if plan else []
            kind = train
            while self.problem.same[kind]:
                kind -= 1
            marks.append((kind, tuple(min(stops, stops[::-1]))))
        return tuple(sorted(marks))

    # -- stages

    def solve_suffix(self, base: int) -> None:
        """The best the trains from `base` on can be paid by their stops, or a bound for it."""
        suffix = self.suffix
        low = suffix[base + 1]
        suffix[base] = self.roof(base)
        finished, best = self.attempt(base, low, self.budget // (4 * self.trains))
        suffix[base] = best if finished else self.tighten(base, suffix[base], self.budget // (8 * self.trains), best)

    def roof(self, base: int) -> int:
        """A bound for the trains from `base` on without a search of its own."""
        return min(alone(self.problem, base) + self.suffix[base + 1], together(self.problem, base))

    def slack(self, train: int, plans: Plans) -> int:
        """How much the hook may add to a run that starts with these routes."""
        return self.hook.at_most(self.tours(plans), self.problem.trains[train:]) if self.hook else 0

    def final(self, limit: int) -> bool:
        """All trains: True if the best runs are found and proven."""
        return limit > 0 and self.attempt(0, self.threshold(), limit)[0]

    def attempt(self, base: int, above: int, limit: int) -> tuple[bool, int]:
        """Search for runs above a total: whether the search came to its end, and the best total met, or `above`."""
        if base or (self.hook is None and self.keep == 1):
            finished, best, plans = self.engine.stage(Stage(base, above, self.suffix, limit))
            if plans:
                self.offer(best, plans)
            return finished, best
        if self.gains and self.keep == 1:
            finished, best, plans = self.engine.stage(Stage(base, above, self.suffix, limit, gains=self.gains))
            if plans:
                self.offer(self.total(plans), plans)
                assert self.best[0][0] >= best, "the hook's revenue is less than its gate says"
            return finished, best
        top = above

        def leaf(total: int, plans: Plans) -> int:
            nonlocal top
            beat = self.offer(total, plans)
            top = max(top, self.best[0][0])
            return max(above, beat)

        level = self.slack if self.hook else None
        finished, _, _ = self.engine.stage(Stage(base, above, self.suffix, limit, leaf, level))
        return finished, top

    def tighten(self, base: int, high: int, nodes: int, low: int | None = None) -> int:
        """Halve the gap between what is known and the bound `high`: a search above a total that ends proves it."""
        known = self.best[0][0] if low is None else low
        for _ in range(_ROUNDS):
            if high <= known:
                break
            middle = (known + high) // 2
            finished, best = self.attempt(base, middle, nodes // _ROUNDS)
            if finished:
                high = best
            else:
                known = max(middle, best)
        return high
