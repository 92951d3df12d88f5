"""What a moment is, and what it is made of: an event of a move with the facts and positions around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import Event
from stellwerk.web.library import rule_link
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.log_entries import event_sentence
from stellwerk.web.pages.marks import event_receipt
from stellwerk.web.pages.table_page import TablePage


class Moment(Struct, frozen=True):
    """Something to be seen: a heading, what it brings the reader, and what else it brings about.

    An important one stays until it is closed; the others go with the reader's next decision, and those of the kind
    `dividend` can be turned off. `panel` is a piece of a title's own; `address` is where one can go from here.
    """

    kind: str
    title: str
    you: str = ""
    bad: bool = False  # for the reader
    lines: tuple[str, ...] = ()
    mark: Markup = Markup("")
    important: bool = False
    rule: str = ""
    receipt: str = ""
    panel: Panel | None = None
    address: str = ""
    words: str = ""  # what one goes to

    @property
    def link(self) -> str:
        """Where its paragraph is read."""
        return rule_link(self.rule) if self.rule else ""


class Happening:
    """An event of a move, with what else the move brought about and the positions around it."""

    def __init__(self, page: TablePage, ply: int, number: int, events: tuple[Event, ...]) -> None:
        """Event `number` of move `ply` (from 1), as the reader may read it."""
        self.page, self.ply, self.number, self.events = page, ply, number, events
        self.event = events[number]
        self.facts = self.event.facts

    @property
    def title(self) -> str:
        """The sentence of the event."""
        return event_sentence(self.page, self.event)

    @property
    def receipt(self) -> str:
        """Where its receipt is found; empty if it has none."""
        return "" if self.event.receipt is None else event_receipt(self.page, self.ply, self.number)

    @cached_property
    def before(self) -> dict[str, Any]:
        """The position before the move, as the reader may see it."""
        return self.page.game.at(self.ply - 1).view(self.page.seat)

    @cached_property
    def after(self) -> dict[str, Any]:
        """The position after it."""
        return self.page.game.at(self.ply).view(self.page.seat)

    def is_you(self, name: str | None) -> bool:
        """True if a name is the reader's, who has this seat and no other."""
        seats = self.page.rights.seats
        return len(seats) == 1 and self.page.game.rules.seats[min(seats)] == name

    def others(self, kind: str) -> list[Event]:
        """Other events of the move."""
        return [event for event in self.events if event.kind == kind]

    def paid(self, reason: str) -> list[Event]:
        """Payments whose reason begins so, from the last event of the same kind to the next one."""
        same = [place for place, event in enumerate(self.events) if event.kind == self.event.kind]
        start = max((place for place in same if place < self.number), default=-1)
        end = min((place for place in same if place > self.number), default=len(self.events))
        payments = (event for event in self.events[start + 1 : end] if event.kind == "paid")
        return [event for event in payments if str(event.facts["reason"]).startswith(reason)]


Build = Callable[[Happening], Moment | None]


def received(page: TablePage, payments: Iterable[Event]) -> dict[str, int]:
    """What players were paid, by name."""
    found = dict.fromkeys(page.game.rules.seats, 0)
    for event in payments:
        if event.facts["payee"] in found:
            found[event.facts["payee"]] += int(event.facts["amount"])
    return {name: amount for name, amount in found.items() if amount}


def to_you(what: Happening, amounts: Mapping[str, int]) -> str:
    """What the reader gets of it."""
    mine = next((amount for name, amount in amounts.items() if what.is_you(name)), 0)
    return what.page.say("You get {amount:$}", amount=mine) if mine else ""


def to_others(what: Happening, amounts: Mapping[str, int]) -> tuple[str, ...]:
    """What the others get, the most first, as a line."""
    rest = sorted((entry for entry in amounts.items() if not what.is_you(entry[0])), key=lambda entry: -entry[1])
    line = " · ".join(f"{name} {what.page.money(amount)}" for name, amount in rest)
    return (line,) if line else ()
