"""Runs: the routes of all trains of a company with an itemised receipt and the certificate of the search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from msgspec import Struct, structs

from stellwerk.core import BadInput, Line, Message, Receipt
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, HexMap
from stellwerk.eighteen.state import State
from stellwerk.routing.contract import Ground, Net, contract
from stellwerk.routing.hooks import RevenueHook, Tour
from stellwerk.routing.problem import Plan, Plans, Problem
from stellwerk.routing.solve import BUDGET, Outcome, none_above, solve
from stellwerk.routing.trainspec import TrainSpec, named, spec_of

_NETS = 512  # that are remembered
_TOTALS = 4096
_MOST_RUNS = 1000
_totals: dict[tuple[object, ...], int] = {}  # what the best runs earn, by net, values and trains


class TrainRun(Struct, frozen=True, omit_defaults=True):
    """What one train does: its path in the notation of `Route`, the stops on it, those it is paid for, its revenue.

    `bonus` is what is claimed for it, in titles that have such.
    """

    train: str
    path: tuple[str, ...]
    stops: tuple[str, ...]
    paid: tuple[str, ...]
    revenue: int
    bonus: str = ""

    @property
    def route(self) -> Route:
        """As an action has it."""
        return Route(self.train, self.path, bonus=self.bonus)


class Run(Struct, frozen=True):
    """A run and its certificate: no run is above `upper_bound`; `proven` means that this one is the best.

    `nodes` counts the search; `reason` says why a run without routes is empty, or why `prove` could not prove it.
    """

    company: str
    routes: tuple[TrainRun, ...]
    receipt: Receipt
    total: int
    proven: bool
    upper_bound: int
    nodes: int
    reason: str = ""

    def action(self) -> RunRoutes:
        """The run as a player declares it."""
        return RunRoutes(tuple(route.route for route in self.routes))


def best_run(
    rules: FamilyRules,
    state: State,
    company: str | int,
    trains: Sequence[TrainSpec] | None = None,
    budget: int = BUDGET,
    *,
    board: Board | None = None,
    hook: RevenueHook | None = None,
    kernel: bool | None = None,
) -> Run:
    """The best run of a company in a position.

    `trains` instead of its own, `board` instead of the one in the position (hypothetical tiles and tokens), `hook`
    instead of the title's own. `budget` is how many nodes the search may look at. `kernel=False` does it in Python.
    """
    return Question(rules, state, company, trains, board, hook).answer(budget, 1, kernel)[0]


def best_total(
    rules: FamilyRules,
    state: State,
    company: str | int,
    trains: Sequence[TrainSpec] | None = None,
    budget: int = BUDGET,
    *,
    board: Board | None = None,
) -> int:
    """What `best_run` earns, without its receipt; on boards that differ elsewhere only it is searched once."""
    return Question(rules, state, company, trains, board, None).total(budget)


def best_runs(
    rules: FamilyRules,
    state: State,
    company: str | int,
    k: int,
    trains: Sequence[TrainSpec] | None = None,
    budget: int = BUDGET,
    *,
    board: Board | None = None,
    hook: RevenueHook | None = None,
    kernel: bool | None = None,
) -> list[Run]:
    """The k best runs that differ in the stops some train visits, the best first; fewer if no more earn anything.

    `proven` says that no run is missing among them.
    """
    if not 1 <= k <= _MOST_RUNS:
        raise BadInput(f"cannot list {k} runs: between 1 and {_MOST_RUNS}")
    return Question(rules, state, company, trains, board, hook).answer(budget, k, kernel)


def company_number(rules: FamilyRules, company: str | int) -> int:
    """The number of a company; unknown ones are bad input."""
    names = rules.t.kit.company_index
    if isinstance(company, int) and 0 <= company < len(names):
        return company
    if isinstance(company, str) and company in names:
        return names[company]
    raise BadInput(f"there is no company {company!r}; there are {', '.join(names)}")


@lru_cache(maxsize=_NETS)
def net_of(
    hexmap: HexMap, board: Board, company: int, groups: tuple[str, ...], every_link: bool, through: frozenset[int]
) -> Net:
    """The net of a company on a board; see `contract`. The last one serves on, until something changes that it uses."""
    latest = _latest(hexmap, company, groups, every_link, through)
    for ground in latest:
        if ground.holds(hexmap, board, company):
            return ground.net
    ground = contract(hexmap, board, company, groups, every_link=every_link, through=through)
    latest[:] = [ground]
    return ground.net


@lru_cache(maxsize=_NETS)
def _latest(
    hexmap: HexMap, company: int, groups: tuple[str, ...], every_link: bool, through: frozenset[int]
) -> list[Ground]:
    """The place where the last such net is kept."""
    return []


def forget() -> None:
    """Empty the memory of nets and totals (for measurements)."""
    _totals.clear()
    net_of.cache_clear()
    _latest.cache_clear()


class Question:
    """One position, company and set of trains."""

    def __init__(
        self,
        rules: FamilyRules,
        state: State,
        company: str | int,
        trains: Sequence[TrainSpec] | None,
        board: Board | None,
        hook: RevenueHook | None,
    ) -> None:
        t = rules.t
        self.t, self.hexmap = t, t.hexmap
        self.number = company_number(rules, company)
        self.name = t.companies[self.number].id
        self.nothing = f"no train of {self.name} can run a route"
        self.board = state.board if board is None else board
        own = rules.running_trains(state, self.number)
        self.trains = tuple([spec_of(t, train) for train in own]) if trains is None else named(trains)
        if hook is None:
            hook = rules.revenue_hook(state if board is None else structs.replace(state, board=board), self.number)
        self.hook = hook
        self.check = rules.route_check(state, self.number, self.board)
        index, through = t.hexmap.index, set[int]()
        for spec in self.trains:
            for name in (*spec.never, *spec.passes):
                if name not in index:
                    raise BadInput(f"train {spec.name}: there is no hex {name}")
            through.update(index[name] for name in spec.passes)
        every_link = hook is not None and hook.every_link
        places = frozenset(through)
        self.net = net_of(t.hexmap, self.board, self.number, t.groups, every_link, places)

    @cached_property
    def printed(self) -> tuple[int, ...]:
        """What the stops of the net pay without a hook."""
        return tuple(map(self.check.worth, self.net.stops))

    def worth(self, train: TrainSpec, stop: int) -> int:
        """What a stop pays a train."""
        value = self.check.worth(stop)
        return self.hook.worth(train, stop, value) if self.hook else value

    def hex_name(self, stop: int) -> str:
        """The hex of a stop."""
        return self.hexmap.names[stop // STOPS_PER_HEX]

    def problem(self) -> Problem:
        """The tables of the question."""
        return Problem(self.net, self.trains, self.values, self.hex_name)

    def answer(self, budget: int, keep: int, kernel: bool | None) -> list[Run]:
        """The best runs."""
        reason = self.reason()
        if reason:
            return [self.empty(reason, 0)]
        problem = self.problem()
        hook = self.hook if self.hook and self.hook.touches(self.net) else None
        outcome = solve(problem, budget, hook, keep, kernel)
        runs = [self.run(problem, total, plans, outcome) for total, plans in outcome.runs if any(plans) and total > 0]
        if runs:
            return runs
        if outcome.proven:
            return [self.empty(self.nothing, outcome.nodes)]
        return [self.run(problem, *outcome.runs[0], outcome)]

    def total(self, budget: int) -> int:
        """What the best run earns."""
        if self.reason() or (self.hook and self.hook.touches(self.net)):
            return self.answer(budget, 1, None)[0].total
        powers = tuple(spec.power for spec in self.trains)
        values = tuple(self.values(spec) for spec in dict(zip(powers, self.trains, strict=True)).values())
        key = (self.net, powers, values, budget)
        found = _totals.get(key)
        if found is None:
            found = solve(self.problem(), budget).runs[0][0]
            if len(_totals) >= _TOTALS:
                _totals.clear()
            _totals[key] = found
        return found

    def values(self, train: TrainSpec) -> tuple[int, ...]:
        """What the stops of the net pay a train."""
        hook = self.hook
        if hook is None:
            return self.printed
        return tuple(hook.worth(train, *pair) for pair in zip(self.net.stops, self.printed, strict=True))

    def refutes(self, revenue: int, limit: int) -> bool:
        """True if a short search shows that no run earns more than `revenue`."""
        if self.reason():
            return False
        more = self.hook.at_most((), self.trains) if self.hook and self.hook.touches(self.net) else 0
        return none_above(self.problem(), revenue - more, limit)

    def reason(self) -> str:
        """Why no train can run, as far as that is plain without a search."""
        if not self.net.tokens:
            return f"{self.name} has no token on the board"
        if not self.trains:
            return f"{self.name} has no trains"
        if not self.net.links:
            return f"no track joins a token of {self.name} with another stop"
        return ""

    def empty(self, reason: str, nodes: int) -> Run:
        """A run without routes; proven."""
        lines: list[Line] = []
        if self.hook:
            lines += self.hook.revenue(())[1]
        bill = receipt(Message("income of {name}", {"name": self.name}), lines)
        return Run(self.name, (), bill, bill.total, True, bill.total, nodes, reason)

    def run(self, problem: Problem, total: int, plans: Plans, outcome: Outcome) -> Run:
        """A run of the search on the board: trains in the order they were given, with the receipt."""
        placed = sorted(range(len(plans)), key=lambda at: problem.original[at])
        chosen = [(train, plan) for train in placed if (plan := plans[train]) is not None]
        found = [self.tour(problem, train, plan) for train, plan in chosen]
        tours: Sequence[Tour] = [tour for tour, _ in found]
        if self.hook:
            tours = self.hook.settled(tours)
        routes, lines = [], []
        for tour, (_, path) in zip(tours, found, strict=True):
            route, bill = self.one(tour, path)
            routes.append(route)
            lines += bill
        if self.hook:
            lines += self.hook.revenue(tours)[1]
        bill_ = receipt(Message("income of {name}", {"name": self.name}), lines)
        assert bill_.total == total, "the receipt does not add up to the total of the search"
        reason = "" if routes else "the budget of the search ended before a route was found"
        return Run(self.name, tuple(routes), bill_, total, outcome.proven, outcome.upper, outcome.nodes, reason)

    def tour(self, problem: Problem, train: int, plan: Plan) -> tuple[Tour, tuple[str, ...]]:
        """One train on the board, from the end with the lower stop number on, and its path."""
        spec, net = problem.trains[train], problem.net
        stops, links = problem.stops_of(plan), [net.links[number] for number in problem.links_of(plan)]
        if net.stops[stops[0]] > net.stops[stops[-1]]:
            stops.reverse()
            links.reverse()
        hexmap = self.hexmap
        path = [self.item(net.stops[stops[0]])]
        for here, link in zip(stops, links, strict=False):
            arcs = link.arcs if link.a == here else [hexmap.entry[arc] for arc in reversed(link.arcs)]
            path += [hexmap.side_items[arc] for arc in arcs]
            path.append(self.item(net.stops[link.b if link.a == here else link.a]))
        return Tour.of(spec, net.stops, stops, problem.paid(train, stops), links), tuple(path)

    def one(self, tour: Tour, path: tuple[str, ...]) -> tuple[TrainRun, list[Line]]:
        """What one train does, and its lines of the receipt."""
        spec = tour.train
        rule = self.t.cite("route.revenue")
        lines, total = [], 0
        for stop in tour.paid:
            printed = self.check.worth(stop)
            worth = self.worth(spec, stop)
            total += worth
            lines.append(Line(self.check.stop_message(spec.name, stop), printed, rule))
            if self.hook and worth != printed:
                text = self.check.more_than_printed(spec.name, stop)
                lines.append(Line(text, worth - printed, self.hook.rule))
        names = tuple(self.item(stop) for stop in tour.stops)
        counted = tuple(self.item(stop) for stop in tour.paid)
        return TrainRun(spec.name, path, names, counted, total, tour.bonus), lines

    def item(self, stop: int) -> str:
        """`E19.0`"""
        return self.hexmap.stop_items[stop]
