"""Events: the facts an action brought about, for the log and for receipts."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core.receipt import Receipt
from stellwerk.core.wording import sentence


class Event(Struct, frozen=True):
    """One fact. `template` is the log line before its facts are put in (what catalogues translate).

    `money` is how the title writes amounts.
    """

    kind: str
    rule: str
    template: str
    facts: dict[str, Any]
    receipt: Receipt | None = None
    money: str = "{}"

    @property
    def text(self) -> str:
        """The log line."""
        return sentence(self.template, self.facts, self.money)

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"
