"""The operating round and a company's turn."""

from __future__ import annotations

from msgspec import structs

from stellwerk.core import Action, Illegal
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import OperatingRound, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import OperatingRoundStep, OperatingTurnStep

from .actions import Buyback
from .powers import opened, pay_incomes
from .state import Move1862, State1862, Turn

ON_THE_BOARD = frozenset({"track", "token", "run", "trains"})  # steps for which track and markers matter


def has_operated(m: Move1862, company: int) -> None:
    """From now on sales of its shares are paid at the price before the fall (1.8, 6.11)."""
    s = m.s
    s.operated = put(s.operated, company, True)


class OperatingRound1862(OperatingRoundStep[State1862]):
    """Incomes, then one turn for every floated company, the next one always found anew (7.1, 7.2)."""

    def advance(self, m: Move1862, frame: OperatingRound) -> bool:
        """Pay incomes, start the next turn, or end the round."""
        if not frame.income_paid:
            m.top(income_paid=True)
            pay_incomes(m)
            return False
        super().advance(m, frame)
        turn = m.s.frames[-1] if m.s.frames else None
        if isinstance(turn, Turn) and self.t.options["operated_from"] == "first_turn_start":
            has_operated(m, turn.company)
        return False

    def turn_of(self, s: State1862, company: int) -> OperatingTurn:
        """A turn remembers whether it is the company's first."""
        return Turn(company, "home", first=not s.operated[company])


class Turn1862(OperatingTurnStep[State1862]):
    """A company's turn (7.3)."""

    def not_now(self, s: State1862, frame: OperatingTurn, action: Action) -> Illegal:
        """A buyback has its place at the end (16.1)."""
        if isinstance(action, Buyback):
            return self.t.no("buyback", "shares are bought back once, as the last step of the turn")
        return super().not_now(s, frame, action)

    def waits(self, m: Move1862, frame: OperatingTurn) -> bool:
        """Asked also where only a private the director owns makes something possible in the step (24.2, A9)."""
        if super().waits(m, frame):
            return True
        if frame.step not in ON_THE_BOARD:
            return False
        board = opened(self.t, m.s, self.president(m.s, frame))
        return board is not m.s.board and super().waits(Move(self.t, structs.replace(m.s, board=board)), frame)

    def next_part(self, m: Move1862, frame: OperatingTurn) -> None:
        """At the end of the turn the company has operated in any case (1.8)."""
        super().next_part(m, frame)
        if not self.following[frame.step]:
            has_operated(m, frame.company)
