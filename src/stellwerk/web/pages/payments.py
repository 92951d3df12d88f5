"""Money that moved, from the facts of events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from stellwerk.core import Event


class PaymentRow(Struct, frozen=True):
    """Money that moved: names of players or companies; the bank is nobody."""

    payer: str
    payee: str
    amount: int
    reason: str = ""
    of: str = ""  # the company it is paid for


def payments(events: Iterable[Event]) -> Iterator[PaymentRow]:
    """The payments among events of the family."""
    for event in events:
        if event.kind == "paid":
            facts = event.facts
            payer, payee = (name if isinstance(name := facts[side], str) else "" for side in ("payer", "payee"))
            yield PaymentRow(payer, payee, facts["amount"], facts["reason"], str(facts["why"].facts.get("company", "")))
