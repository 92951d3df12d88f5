"""Events: the facts an action brought about, for the log and for receipts."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core.receipt import Receipt
from stellwerk.core.wording import sentence


class Whisper(Struct, frozen=True):
    """What one seat alone may read in place of an event's public line, until the game is over."""

    seat: int
    template: str
    facts: dict[str, Any]


class Event(Struct, frozen=True):
    """One fact. `template` is the log line before its facts are put in (what catalogues translate).

    `money` is how the title writes amounts. Everything but `whisper` is public; what leaves the program for somebody
    is made by `seen_by`, which has no whisper in it.
    """

    kind: str
    rule: str
    template: str
    facts: dict[str, Any]
    receipt: Receipt | None = None
    money: str = "{}"
    whisper: Whisper | None = None

    def seen_by(self, seat: int | None, opened: bool = False) -> Event:
        """The event as a seat (None = a spectator) may read it; `opened` when nothing is secret any more."""
        whisper = self.whisper
        if whisper is None:
            return self
        if opened or whisper.seat == seat:
            return Event(self.kind, self.rule, whisper.template, whisper.facts, self.receipt, self.money)
        return Event(self.kind, self.rule, self.template, self.facts, self.receipt, self.money)

    @property
    def text(self) -> str:
        """The log line."""
        return sentence(self.template, self.facts, self.money)

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"
