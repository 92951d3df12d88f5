"""1830's train runs: the best run is offered first, and with `best_run` = "enforced" nothing less may be declared."""

from __future__ import annotations

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.running import RunPart
from stellwerk.eighteen.state import State
from stellwerk.routing import BUDGET, Run, best_run

OFFERED = 20_000  # nodes for the run that options() offers: an answer in milliseconds, in almost all positions proven
_REMEMBERED = 64


class Run1830(RunPart):
    """The run step with the router behind it."""

    def __init__(self, rules: FamilyRules) -> None:
        """Remembers the last answers: the same question is asked for options, pages and bots."""
        super().__init__(rules)
        self._known: dict[tuple[Board, int, tuple[str, ...], int, int], Run] = {}

    def best(self, s: State, company: int, budget: int = BUDGET) -> Run:
        """The best run of the company now."""
        key = (s.board, company, s.companies[company].trains, s.phase, budget)
        found = self._known.get(key)
        if found is None:
            found = best_run(self.rules, s, company, budget=budget)
            if len(self._known) >= _REMEMBERED:
                del self._known[next(iter(self._known))]
            self._known[key] = found
        return found

    def default(self, s: State, company: int) -> RunRoutes:
        """The best run, to begin with."""
        return self.best(s, company, self.budget()).action()

    def budget(self) -> int:
        """Where the best run is compulsory it is looked for with all means."""
        return BUDGET if self.t.options["best_run"] == "enforced" else OFFERED

    def why_not_run(self, s: State, company: int, revenue: int) -> Illegal | None:
        """1830 8.3.8"""
        if self.t.options["best_run"] != "enforced":
            return None
        best = self.best(s, company)
        if revenue >= best.total:
            return None
        return self.t.no("run", "{revenue:$} is less than the best run, {best:$}", revenue=revenue, best=best.total)
