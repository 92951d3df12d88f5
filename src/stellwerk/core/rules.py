"""What a title must provide so that `Game` can play it. Rules hold no state; states hold no rules."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from stellwerk.core.action import Action
from stellwerk.core.event import Event
from stellwerk.core.label import Label
from stellwerk.core.message import Message
from stellwerk.core.option import Decision, Option
from stellwerk.core.quote import Quote
from stellwerk.core.receipt import Receipt
from stellwerk.core.table import BaseTable
from stellwerk.core.words import add_words

S = TypeVar("S")


class Result(msgspec.Struct, frozen=True):
    """How a game stands or ended: why (empty while it goes on), scores by seat, winners (ties are shared)."""

    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def finished(self) -> bool:
        """True when the game is over."""
        return bool(self.reason)


class Rules(ABC, Generic[S]):
    """The rules of one game: title, seats and options are fixed, everything that changes is in the state."""

    title: str
    version: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    action_types: Mapping[str, type[Action]]
    currency: str = "{}"  # how the title writes amounts, such as `${}`
    hides: bool = False  # True if seats do not all see the same
    before: Mapping[str, Any] = MappingProxyType({})  # options that came later: what a game stored without them means
    words: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # the codes in facts, by kind: what they are called

    def __init_subclass__(cls, **more: Any) -> None:
        """The words of the title can be told from now on."""
        super().__init_subclass__(**more)
        add_words(cls.words)

    def sit(self, table: BaseTable) -> None:
        """Take title, seats, options and seed from the table."""
        self.title, self.version, self.currency = table.head.id, table.head.version, table.head.currency
        self.seats, self.options, self.seed, self.before = table.seats, table.options, table.seed, table.before

    @abstractmethod
    def start(self) -> tuple[S, tuple[Event, ...]]:
        """The first position."""

    @abstractmethod
    def decision(self, state: S) -> Decision | None:
        """Who is asked what; None when the game is over."""

    @abstractmethod
    def legal(self, state: S) -> list[Option]:
        """Every legal action."""

    def unfilled(self, state: S) -> list[Option]:
        """Every legal action; what is free in one (the routes of a run) may be empty: for who fills it in himself."""
        return self.legal(state)

    def interjections(self, state: S) -> list[Option]:
        """Options of seats that are not asked."""
        return [option for option in self.legal(state) if option.seat is not None]

    @abstractmethod
    def apply(self, state: S, action: Action, seat: int) -> tuple[S, tuple[Event, ...]]:
        """The position after the action and what happened, or `Illegal`; `state` stays as it was."""

    @abstractmethod
    def quote(self, state: S, what: Option | Action, seat: int | None = None) -> Quote:
        """What a legal option or action costs and who pays whom, or `Illegal`; an open amount is the lowest.

        It tells what the action itself pays, not what happens next without a decision, and nothing that is hidden.
        Without `seat` it is the option's, or the asked one.
        """

    @abstractmethod
    def label(self, state: S, action: Action) -> Label:
        """What an action is called, legal or not."""

    @abstractmethod
    def question(self, state: S) -> Message:
        """What is asked, as a sentence; there must be a decision."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> dict[str, Any]:
        """What a seat (None = a spectator) may see, as plain data."""

    @abstractmethod
    def result(self, state: S) -> Result:
        """Scores as they stand, and the reason of the end if it has come."""

    @abstractmethod
    def receipts(self, state: S) -> dict[str, Receipt]:
        """Every figure of the position that can be itemised, by name."""

    @abstractmethod
    def check(self, state: S) -> list[str]:
        """Broken invariants, as sentences; empty when all is well."""

    @abstractmethod
    def describe(self, state: S) -> str:
        """The position as readable text."""

    def actor(self, state: S, what: Option | Action, seat: int | None = None) -> tuple[Action, int]:
        """The action meant by an option or action, and who would do it."""
        if isinstance(what, Option):
            return self.actor(state, what.action, what.seat if seat is None else seat)
        return what, self.asked(state) if seat is None else seat

    def asked(self, state: S) -> int:
        """The seat that is asked; 0 when the game is over."""
        decision = self.decision(state)
        return decision.seat if decision else 0

    def heading(self, state: S) -> str:
        """The part of the game a position belongs to, in one short word such as `OR4.2`; empty if it has none."""
        return ""

    def action_view(self, state: S, action: Action, by: int, seat: int | None) -> dict[str, Any]:
        """An action of seat `by` as another seat may read it in the log; `state` is where the game is now."""
        shown: dict[str, Any] = msgspec.to_builtins(action)
        return shown

    def receipts_for(self, state: S, seat: int | None) -> dict[str, Receipt]:
        """The receipts a seat (None = a spectator) may read."""
        return self.receipts(state)

    def may_undo(self, states: Sequence[S], seat: int | None) -> str:
        """Why the actions between the first and the last of `states` may not be taken back; empty if they may.

        Titles with hidden cards override this.
        """
        return ""

    def forget(self) -> None:
        """Drop answers kept for questions that come again (for measurements); no answer changes by it."""

    def digest(self, state: S) -> str:
        """A fingerprint of the position: equal positions, equal digests, on every machine."""
        body = msgspec.msgpack.encode([self.title, self.version, state])
        return hashlib.blake2b(body, digest_size=16).hexdigest()
