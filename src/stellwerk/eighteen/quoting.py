"""What an action costs: it is done on a draft that keeps the payments and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk.core import Action, Message, Payment, Quote, Receipt, Text
from stellwerk.eighteen.actions import Answer
from stellwerk.eighteen.frames import Consent
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import MoveS, State
from stellwerk.eighteen.table import Table

if TYPE_CHECKING:
    from stellwerk.eighteen.engine import FamilyRules


class Tally(Move[MoveS]):
    """A move that is made for its payments: nothing is told."""

    __slots__ = ("payments",)

    def __init__(self, table: Table, state: MoveS) -> None:
        """`state` is a draft."""
        super().__init__(table, state)
        self.payments: list[Payment] = []

    def tell(self, kind: str, key: str, template: Text, receipt: Receipt | None = None, /, **facts: Any) -> None:
        """Nobody listens."""

    def pay(self, payer: int, payee: int, amount: int, key: str, why: Text, /, **facts: Any) -> None:
        """Move the money, and note it."""
        if amount:
            self.transfer(payer, payee, amount)
            self.payments.append(Payment(payer, payee, amount, self.t.cite(key), Message(why, facts, self.t.style)))


def quote(rules: FamilyRules, state: State, action: Action, seat: int) -> Quote:
    """The payments of an action by itself, without what settles after it; of an offer, those of the agreed deal."""
    m = Tally(rules.t, rules.twin.draft(state))
    rules.carry_out(m, action, seat)
    offer = m.s.frames[-1] if m.s.frames else None
    if not isinstance(offer, Consent) or offer in state.frames:
        return Quote(tuple(m.payments))
    rules.steps[Consent].apply(m, offer, Answer(True))
    return Quote(tuple(m.payments), offer.seat)
