"""The operating round: merger windows, incomes, locals by number, share companies by price (6.1 to 6.5)."""

from __future__ import annotations

from stellwerk.eighteen.auction import pay_privates
from stellwerk.eighteen.board import put
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingRound, OperatingTurn
from stellwerk.eighteen.operating import OperatingRoundStep, OperatingTurnStep

from .mergers import begin, mergeable
from .phases import FORCE, MERGE, reached
from .shares import Shares1854
from .state import MergerWindow, Move1854, OperatingRound1854, State1854, Turn


class OperatingRoundStep1854(OperatingRoundStep[State1854]):
    """Never waits itself."""

    shares: Shares1854

    def __init__(self, rules: FamilyRules[State1854]) -> None:
        """Whether an AG of the window at the start waits for the next round (8.7)."""
        super().__init__(rules)
        self.later = self.t.options["ag_first_turn"] == "next_round"

    def advance(self, m: Move1854, frame: OperatingRound) -> bool:
        """Window, incomes, turns, window, forced mergers, end."""
        assert isinstance(frame, OperatingRound1854)
        if not frame.opened:
            m.top(opened=True, waiting=self.order(m.s) if self.later else ())
            self.window(m)
        elif not frame.income_paid:
            order = self.order(m.s)
            m.top(income_paid=True, waiting=tuple(n for n in order if n in frame.waiting) if self.later else order)
            pay_privates(m, "operating.income")
        elif frame.waiting:
            company = self.next_company(m.s, frame)
            m.top(waiting=tuple(number for number in frame.waiting if number != company))
            m.tell("turn", self.order_key(company), "{company} operates", company=self.t.companies[company].id)
            m.push(self.turn_of(m.s, company))
        elif not frame.closed:
            m.top(closed=True)
            self.window(m)
        elif not self.force(m):
            m.pop()
            self.rules.after_operating_round(m)
        return False

    def order(self, s: State1854) -> tuple[int, ...]:
        """Who operates: owned locals by number, then share companies (6.2, 6.3)."""
        shared = [number for number in self.shares.operating_order(s) if s.companies[number].floated]
        return (*mergeable(self.shares.kinds, s), *shared)

    def order_key(self, company: int) -> str:
        """The paragraph of its place in the order."""
        return "operating.locals" if self.shares.kinds.is_local(company) else "operating.order"

    def next_company(self, s: State1854, frame: OperatingRound) -> int:
        """The lowest local, then the first by the present prices."""
        first = frame.waiting[0]
        if self.shares.kinds.is_local(first):
            return first
        return self.shares.operating_order(s, frame.waiting)[0]

    def turn_of(self, s: State1854, company: int) -> OperatingTurn:
        """A turn begins with the mail."""
        return Turn(company, "mail")

    def window(self, m: Move1854) -> None:
        """From phase 5 on locals may merge before the first and after the last turn (6.4)."""
        locals_ = mergeable(self.shares.kinds, m.s)
        if reached(self.t, m.s, MERGE) and len(locals_) > 1:
            m.tell("window", "merger", "locals may merge now")
            m.push(MergerWindow(locals_))

    def force(self, m: Move1854) -> bool:
        """From phase 6 on the locals left at the end of the round merge, the lowest numbers first (8.2)."""
        locals_ = mergeable(self.shares.kinds, m.s)
        if not reached(self.t, m.s, FORCE) or len(locals_) < 2:
            return False
        m.tell("forced", "merger.forced", "the locals left must merge")
        begin(m, self.shares.kinds, locals_[0], locals_[1])
        return True


class Turn1854(OperatingTurnStep[State1854]):
    """A company's turn."""

    def next_part(self, m: Move1854, frame: OperatingTurn) -> None:
        """The end of a turn is remembered (6.43)."""
        super().next_part(m, frame)
        if not self.following[frame.step]:
            s = m.s
            s.acted = put(s.acted, frame.company, True)
