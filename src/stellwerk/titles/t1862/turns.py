"""The operating round and a company's turn."""

from __future__ import annotations

from stellwerk.core import Action
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import OperatingRound, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import OperatingRoundStep, OperatingTurnStep
from stellwerk.eighteen.state import State
from stellwerk.titles.t1862.actions import Buyback
from stellwerk.titles.t1862.buyback import BuybackPart
from stellwerk.titles.t1862.powers import pay_incomes
from stellwerk.titles.t1862.state import Turn, own


def has_operated(m: Move, company: int) -> None:
    """From now on sales of its shares are paid at the price before the fall (1.8, 6.11)."""
    s = own(m.s)
    s.operated = put(s.operated, company, True)


class OperatingRound1862(OperatingRoundStep):
    """Incomes, then one turn for every floated company, the next one always found anew (7.1, 7.2)."""

    def advance(self, m: Move, frame: OperatingRound) -> bool:
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

    def turn_of(self, s: State, company: int) -> OperatingTurn:
        """A turn remembers whether it is the company's first."""
        return Turn(company, "home", first=not own(s).operated[company])


class Turn1862(OperatingTurnStep):
    """A company's turn (7.3)."""

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> None:
        """A buyback has its place at the end (16.1)."""
        if isinstance(action, Buyback) and frame.step != BuybackPart.name:
            raise self.t.no("buyback", "shares are bought back once, as the last step of the turn")
        super().apply(m, frame, action)

    def next_part(self, m: Move, frame: OperatingTurn) -> None:
        """At the end of the turn the company has operated in any case (1.8)."""
        super().next_part(m, frame)
        if not self.following[frame.step]:
            has_operated(m, frame.company)
