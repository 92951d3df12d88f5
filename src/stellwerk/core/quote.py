"""Quotes: what an action costs, who pays whom, and who must agree, before it is done."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core.message import Message

BANK = -1  # owners are the numbers of the title's state; this one is the bank everywhere


class Payment(Struct, frozen=True, gc=False):
    """Money that changes hands: from whom, to whom, how much, by which rule and why."""

    payer: int
    payee: int
    amount: int
    rule: str
    why: Message


class Quote(Struct, frozen=True, gc=False):
    """Every payment an action brings about by itself, in order; `agrees` is the seat that must agree first."""

    payments: tuple[Payment, ...] = ()
    agrees: int | None = None

    @property
    def price(self) -> Payment | None:
        """The payment the action is about: the largest one that is not the bank's, else the first.

        Of equal payments it is the last: the help for a train comes before the train's price.
        """
        paid = [payment for payment in self.payments if payment.payer != BANK]
        if not paid:
            return self.payments[0] if self.payments else None
        most = max(payment.amount for payment in paid)
        return next(payment for payment in reversed(paid) if payment.amount == most)

    @property
    def cost(self) -> int:
        """What a player or a company pays for it; 0 if nobody does."""
        price = self.price
        return 0 if price is None or price.payer == BANK else price.amount

    @property
    def payer(self) -> int | None:
        """Who pays the price; None if no money moves."""
        return None if self.price is None else self.price.payer

    @property
    def payee(self) -> int | None:
        """Who is paid; None if no money moves."""
        return None if self.price is None else self.price.payee

    def gain(self, owner: int) -> int:
        """What an owner has more afterwards; less, if it is below zero."""
        gained = sum(payment.amount for payment in self.payments if payment.payee == owner)
        return gained - self.paid(owner)

    def paid(self, owner: int) -> int:
        """What an owner pays in all."""
        return sum(payment.amount for payment in self.payments if payment.payer == owner)
