"""Running trains (6.50 to 6.60): which trains run, the certified best run, and what the router must know of 1854."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stellwerk.core import Illegal, Line
from stellwerk.eighteen.abilities import of_kind
from stellwerk.eighteen.ability_schema import StopBonusAbility
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.board import Board, tokens_of
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.routes import Walk
from stellwerk.eighteen.running import kind_of, reach_of
from stellwerk.eighteen.table import Table
from stellwerk.routing.contract import Net
from stellwerk.routing.hooks import Plain, Tour
from stellwerk.routing.part import BestRunPart
from stellwerk.routing.roof import roof
from stellwerk.routing.run import Run, net_of
from stellwerk.routing.trainspec import TrainSpec

from .orient import Route1854, customs, customs_sides
from .powers import Powers
from .state import LOCAL, Move1854, State1854

PLUS = "plus"
_REMEMBERED = 64


class Running:
    """What running asks about a position: which trains run, whether there is a route, Graz. Holds no game."""

    def __init__(self, table: Table) -> None:
        """Read the title file once."""
        self.t = table
        self.powers = Powers(table)
        self.plus = frozenset(entry.id for entry in table.trains if entry.stack == PLUS)
        self.local = tuple(entry.kind == LOCAL for entry in table.companies)
        self.for_all = table.options["graz_bonus"] == "all"
        self.bonus, self.bonus_hex, self.bonus_amount = next(
            (number, table.hexmap.index[entry.hex], entry.amount) for number, entry in of_kind(table, StopBonusAbility)
        )
        self.customs = customs_sides(table)
        self._running: dict[tuple[int, tuple[str, ...]], tuple[str, ...]] = {}

    def can_run(self, company: int, kind: str) -> bool:
        """Locals run plus trains only, share companies the others (2.9, 2.12, 2.13)."""
        return (kind in self.plus) == self.local[company]

    def trains(self, s: State1854, company: int) -> tuple[str, ...]:
        """The trains of a company that it can run."""
        key = company, s.companies[company].trains
        found = self._running.get(key)
        if found is None:
            found = self._running[key] = tuple(train for train in key[1] if self.can_run(company, kind_of(train)))
        return found

    def graz(self, s: State1854, company: int) -> int:
        """What a route over Graz earns more for the company now (2.6)."""
        holder = s.privates[self.bonus]
        if holder.closed or holder.owner < 0:
            return 0
        return self.bonus_amount if self.for_all or self.powers.serves(s, self.bonus, company) else 0

    def has_route(self, board: Board, company: int) -> bool:
        """True if two stops that are next to each other on the track, one with an own token, make a route (7.20a)."""
        if not self.t.networks.runs(board, company):
            return False
        if not any(self.t.groups[hex_] for hex_, _ in tokens_of(self.t.hexmap, board, company)):
            return True
        net = net_of(self.t.hexmap, board, company, self.t.groups, False, frozenset())  # the cities of Vienna are one
        return any(
            (net.tokens >> link.a | net.tokens >> link.b) & 1 and not net.twins[link.a] >> link.b & 1
            for link in net.links
        )

    def check(self, s: State1854, company: int, board: Board | None = None) -> Route1854:
        """The validator."""
        column = self.t.phases[s.phase].offboard
        graz = (self.bonus_hex, self.graz(s, company))
        return Route1854(self.t, board or s.board, company, column, graz, self.customs)

    def hook(self, s: State1854, company: int) -> Hook1854:
        """What the router is told of Graz and customs."""
        return Hook1854(self.t, self.bonus_hex, self.graz(s, company), self.customs)


class Hook1854(Plain):
    """Graz belongs to its stop; customs belong to the track, are paid once a route and never add to a run.

    While the Graz-Köflacher Bahn is open there is no train that leaves out stops, so each route over Graz counts it.
    """

    def __init__(self, table: Table, hex_: int, graz: int, customs: dict[int, tuple[str, int]]) -> None:
        """`graz` is the bonus in that hex, `customs` the dues by side."""
        self.table, self.hex, self.graz, self.customs = table, hex_, graz, customs
        self.rule = table.cite("route.graz")

    def worth(self, train: TrainSpec, stop: int, value: int) -> int:
        """2.6"""
        return value + self.graz if self.graz and stop // STOPS_PER_HEX == self.hex else value

    def revenue(self, tours: Sequence[Tour]) -> tuple[int, tuple[Line, ...]]:
        """Customs of every route that uses such track (6.59)."""
        side, rule = self.table.hexmap.side, self.table.cite("route.customs")
        lines = []
        for tour in tours:
            crossed = {side[arc] for arcs in tour.arcs for arc in arcs}
            for at, (name, amount) in self.customs.items():
                if at in crossed:
                    lines.append(Line(customs(tour.train.name, name), -amount, rule))
        return sum(line.amount for line in lines), tuple(lines)

    def at_most(self, tours: Sequence[Tour], left: Sequence[TrainSpec]) -> int:
        """What is due already; routes to come may be free of customs."""
        return self.revenue(tours)[0]

    def touches(self, net: Net) -> bool:
        """True if some track has customs."""
        side = self.table.hexmap.side
        return any(side[arc] in self.customs for link in net.links for arc in link.arcs)


class Run1854(BestRunPart[State1854]):
    """The run: only the best counts (6.60)."""

    best_cite = "run.best"

    def __init__(self, rules: RoundRules[State1854]) -> None:
        """The best run is compulsory."""
        super().__init__(rules, enforced=True)
        self._most: dict[tuple[object, ...], float] = {}
        self.lines = Running(rules.t)

    def waits(self, m: Move1854, frame: OperatingTurn) -> bool:
        """Asked if a train can run and there is a route."""
        s, company = m.s, frame.company
        return bool(self.lines.trains(s, company)) and self.lines.has_route(s.board, company)

    def key(self, s: State1854, company: int, budget: int) -> tuple[object, ...]:
        """The family's, and Graz."""
        return (*super().key(s, company, budget), self.lines.graz(s, company))

    def searched(self, s: State1854, company: int, revenue: int) -> Run | None:
        """The best run, unless the stops alone or a short search show that nothing is above `revenue`."""
        if revenue >= self.most(s, company) or self.refuted(s, company, revenue):
            return None
        return self.best(s, company)

    def most(self, s: State1854, company: int) -> float:
        """What the stops alone allow; no bound for an Orient Express, which may have more than two off-board areas."""
        key = self.key(s, company, 0)
        found = self._most.get(key)
        if found is None:
            kinds = [kind_of(train) for train in self.lines.trains(s, company)]
            found = math.inf
            if not any(self.t.kit.reach[kind].pays for kind in kinds):
                found = roof(self.check(s, company), [reach_of(self.t, kind) for kind in kinds])
                found += len(kinds) * self.lines.graz(s, company)
            if len(self._most) >= _REMEMBERED:
                del self._most[next(iter(self._most))]
            self._most[key] = found
        return found

    def forget(self) -> None:
        """The last answers."""
        super().forget()
        self._most.clear()

    def beaten(self, s: State1854, company: int, revenue: int) -> bool:
        """True if a better run is known."""
        best = self.searched(s, company, revenue)
        return best is not None and revenue < best.total

    def bound(self, s: State1854, company: int, revenue: int) -> int | None:
        """What no run earns more than, if it is not proven that none earns more than `revenue`."""
        best = self.searched(s, company, revenue)
        return None if best is None or best.proven or revenue >= best.upper_bound else best.upper_bound

    def walks(self, s: State1854, company: int, action: RunRoutes) -> tuple[Route1854, list[Walk]]:
        """The routes on the board, checked; first whether the trains may run at all."""
        owned = s.companies[company].trains
        for route in action.routes:
            if route.train in owned and not self.lines.can_run(company, kind_of(route.train)):
                raise self.why_idle(company, route.train)
        check = self.lines.check(s, company)
        reach = {train: reach_of(self.t, kind_of(train)) for train in self.lines.trains(s, company)}
        return check, check.run(action.routes, reach)

    def why_idle(self, company: int, train: str) -> Illegal:
        """Why a company cannot run a train it owns."""
        name = self.t.companies[company].id
        if self.lines.local[company]:
            return self.t.no("run.kind", "{company} runs plus trains only, not {train}", company=name, train=train)
        return self.t.no("run.plus", "{company} cannot run the plus train {train}", company=name, train=train)

    def declared(self, m: Move1854, frame: OperatingTurn, action: RunRoutes, revenue: int) -> None:
        """The table is told when only a bound for the best run is known (6.60)."""
        bound = self.bound(m.s, frame.company, revenue)
        if bound is not None:
            name = self.t.companies[frame.company].id
            facts = {"company": name, "revenue": revenue, "bound": bound}
            m.tell(
                "run_bound",
                "run.bound",
                "no run of {company} better than {revenue:$} was found; none earns more than {bound:$}",
                **facts,
            )
        super().declared(m, frame, action, revenue)
