"""The run step with the router behind it: the best run is offered first; where it is compulsory nothing less counts."""

from __future__ import annotations

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.running import RunPart, kind_of, reach_of
from stellwerk.eighteen.state import S
from stellwerk.routing.roof import roof
from stellwerk.routing.run import Question, Run, forget
from stellwerk.routing.solve import BUDGET

OFFERED = 20_000  # nodes for the run that options() offers: an answer in milliseconds, in almost all positions proven
DEEPER = 1_000_000  # where they prove nothing: a tenth of a second
_REMEMBERED, _REFUTED = 128, 1024


class BestRunPart(RunPart[S]):
    """The run step with the router behind it."""

    best_cite = "run"  # what a run below a compulsory best one breaks

    def __init__(self, rules: FamilyRules[S], *, enforced: bool) -> None:
        """Remembers the last answers: the same question is asked for options, pages and bots."""
        super().__init__(rules)
        self.enforced = enforced
        self._known: dict[tuple[object, ...], Run] = {}
        self._refuted: dict[tuple[object, ...], int] = {}  # the least revenue that nothing is above, as far as shown

    def best(self, s: S, company: int, budget: int = BUDGET) -> Run:
        """The best run of the company now."""
        key = self.key(s, company, budget)
        found = self._known.get(key)
        if found is None:
            question = Question(self.rules, s, company, None, None, None)
            same = (question.net, question.printed, *key[1:])  # others have built elsewhere
            found = self._known.get(same) or question.answer(budget, 1, None)[0]
            while len(self._known) >= _REMEMBERED:
                del self._known[next(iter(self._known))]
            self._known[key] = self._known[same] = found
        return found

    def forget(self) -> None:
        """The last answers, and the nets they were found on."""
        self._known.clear()
        self._refuted.clear()
        forget()

    def key(self, s: S, company: int, budget: int) -> tuple[object, ...]:
        """All the answer depends on, the board first."""
        return (s.board, company, s.companies[company].trains, s.phase, budget)

    def beaten(self, s: S, company: int, revenue: int) -> bool:
        """True if a better run than that is known; searches only where the stops alone do not show it."""
        trains = s.companies[company].trains
        if self.rules.revenue_hook(s, company) is None and revenue >= roof(  # bonuses are not in the roof
            self.check(s, company), [reach_of(self.t, kind_of(train)) for train in trains]
        ):
            return False
        offered = self._known.get(self.key(s, company, OFFERED))
        if offered is not None and offered.proven:
            return revenue < offered.total
        return not self.refuted(s, company, revenue) and revenue < self.best(s, company).total

    def refuted(self, s: S, company: int, revenue: int) -> bool:
        """True if a short search shows that no run is above `revenue`, unless the best is known and can be asked."""
        key = self.key(s, company, BUDGET)
        if key in self._known:
            return False
        least = self._refuted.get(key)
        if least is not None and revenue >= least:
            return True
        question = Question(self.rules, s, company, None, None, None)
        same = (question.net, question.printed, *key[1:])
        if same in self._known:
            return False
        least = self._refuted.get(same)
        if least is not None and revenue >= least:
            self._refuted[key] = least
            return True
        if not question.refutes(revenue, OFFERED):
            return False
        if len(self._refuted) >= _REFUTED:
            self._refuted.clear()
        self._refuted[key] = self._refuted[same] = revenue
        return True

    def unfilled(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Where the best run is compulsory there is nothing to fill in."""
        return self.options(s, frame) if self.enforced else super().unfilled(s, frame)

    def default(self, s: S, company: int) -> RunRoutes:
        """The best run, to begin with."""
        return self.offered(s, company).action()

    def offered(self, s: S, company: int) -> Run:
        """The run that is offered first; where the best is compulsory it is looked for with all means."""
        if self.enforced:
            return self.best(s, company)
        found = self.best(s, company, OFFERED)
        return found if found.proven else self.best(s, company, DEEPER)

    def why_not_run(self, s: S, company: int, revenue: int) -> Illegal | None:
        """1830 8.3.8, 18TE 7.5.9"""
        if not self.enforced or not self.beaten(s, company, revenue):
            return None
        best = self.best(s, company)
        return self.t.no(
            self.best_cite, "{revenue:$} is less than the best run, {best:$}", revenue=revenue, best=best.total
        )
