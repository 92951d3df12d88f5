"""Events: the facts an action brought about, for the log and for receipts."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core.message import Message
from stellwerk.core.receipt import Receipt


class Whisper(Struct, frozen=True, gc=False):
    """What one seat alone may read in place of an event's public line, until the game is over."""

    seat: int
    message: Message


class Event(Struct, frozen=True, gc=False):
    """One fact: its kind, the paragraph it follows from, and the line of the log with its facts.

    Everything but `whisper` is public; what leaves the program for somebody is made by `seen_by`, which has no
    whisper in it.
    """

    kind: str
    rule: str
    message: Message
    receipt: Receipt | None = None
    whisper: Whisper | None = None

    def seen_by(self, seat: int | None, opened: bool = False) -> Event:
        """The event as a seat (None = a spectator) may read it; `opened` when nothing is secret any more."""
        whisper = self.whisper
        if whisper is None:
            return self
        message = whisper.message if opened or whisper.seat == seat else self.message
        return Event(self.kind, self.rule, message, self.receipt)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the line, by name."""
        return self.message.facts

    @property
    def text(self) -> str:
        """The line in English."""
        return self.message.text

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"
