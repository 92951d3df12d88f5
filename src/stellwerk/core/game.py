"""A game: rules, positions and a cursor. All positions are kept, so undo, jumps and branches cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from stellwerk.core.action import Action
from stellwerk.core.errors import BadInput, Illegal
from stellwerk.core.event import Event
from stellwerk.core.label import Label
from stellwerk.core.message import Message
from stellwerk.core.option import Decision, Option
from stellwerk.core.quote import Quote
from stellwerk.core.receipt import Receipt
from stellwerk.core.rules import Result, Rules
from stellwerk.core.transcript import FORMAT, VERSION, Entry, Transcript, entry_to_json

T = TypeVar("T")
S = TypeVar("S", covariant=True)  # a game of one title is a game of its family


class Ply(Struct, frozen=True, gc=False):
    """One applied action: who, what, the position after it and what happened."""

    seat: int
    action: Action
    state: Any
    events: tuple[Event, ...]


class Game(Generic[S]):
    """A game that can be played, taken back, branched and written down."""

    __slots__ = ("_cursor", "_plies", "_start", "_start_events", "rules")

    painter: ClassVar[Callable[[Game[Any]], str | None] | None] = None  # how notebooks show a game, set by the package

    def __init__(self, rules: Rules[S]) -> None:
        """A new game by these rules."""
        self.rules = rules
        self._start, self._start_events = rules.start()
        self._plies: list[Ply] = []
        self._cursor = 0

    @classmethod
    def from_state(cls, rules: Rules[T], state: T, events: Sequence[Event] = (), plies: Sequence[Ply] = ()) -> Game[T]:
        """A game that begins at a position: what brought it about, and what has been done since."""
        game: Game[T] = object.__new__(Game)
        game.rules, game._start, game._start_events = rules, state, tuple(events)
        game._plies, game._cursor = list(plies), len(plies)
        return game

    # -- the position

    @property
    def state(self) -> S:
        """The present position (frozen plain data)."""
        if self._cursor == 0:
            return self._start
        state: S = self._plies[self._cursor - 1].state
        return state

    @property
    def ply(self) -> int:
        """How many actions lead to the present position."""
        return self._cursor

    def __len__(self) -> int:
        """How many actions are known, those taken back included."""
        return len(self._plies)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The actions that lead to the present position."""
        return tuple(self._plies[: self._cursor])

    def latest(self, count: int) -> Sequence[Ply]:
        """The last of them, so many at most."""
        return self._plies[max(0, self._cursor - count) : self._cursor]

    @property
    def entries(self) -> Iterator[Entry]:
        """The actions with their seats."""
        return (Entry(ply.seat, ply.action) for ply in self._plies[: self._cursor])

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened so far."""
        happened = list(self._start_events)
        for ply in self._plies[: self._cursor]:
            happened.extend(ply.events)
        return tuple(happened)

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last action brought about."""
        return self._plies[self._cursor - 1].events if self._cursor else self._start_events

    # -- what a seat may know

    @property
    def opened(self) -> bool:
        """True when nothing is secret: the title hides nothing, or the game is over."""
        return not self.rules.hides or self.rules.decision(self.state) is None

    def events_of(self, ply: int, seat: int | None) -> tuple[Event, ...]:
        """What action number `ply` (from 1; 0 = the setup) brought about, as a seat or a spectator may read it."""
        if not 0 <= ply <= self._cursor:
            raise BadInput(f"there is no action {ply}: {self._cursor} have been made")
        events = self._plies[ply - 1].events if ply else self._start_events
        opened = self.opened
        return tuple(event.seen_by(seat, opened) for event in events)

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """Everything that has happened so far, as a seat or a spectator may read it."""
        opened = self.opened
        return tuple(event.seen_by(seat, opened) for event in self.events)

    def action_for(self, ply: int, seat: int | None) -> dict[str, Any]:
        """Action number `ply` (from 1) as JSON, as a seat or a spectator may read it."""
        if not 1 <= ply <= self._cursor:
            raise BadInput(f"there is no action {ply}: {self._cursor} have been made")
        made = self._plies[ply - 1]
        return self.rules.action_view(self.state, made.action, made.seat, seat)

    def options_for(self, seat: int) -> list[Option]:
        """What a seat may do now, in its turn or out of it."""
        decision = self.decision()
        asked = -1 if decision is None else decision.seat
        return [option for option in self.options() if (asked if option.seat is None else option.seat) == seat]

    def receipts_for(self, seat: int | None) -> dict[str, Receipt]:
        """Every figure a seat or a spectator may have itemised."""
        return self.rules.receipts_for(self.state, seat)

    def foresee(self, action: Action, seat: int) -> tuple[Event, ...]:
        """What an action would bring about, as the seat may know it before: nothing that would turn up hidden things.

        Raises `Illegal` as `apply` does; the game is not touched.
        """
        before = self.state
        after, events = self.rules.apply(before, action, seat)
        if self.rules.may_undo([before, after], seat):
            return ()
        return tuple(event.seen_by(seat) for event in events)

    # -- playing

    def decision(self) -> Decision | None:
        """The question the game waits for; None when it is over."""
        return self.rules.decision(self.state)

    def options(self) -> list[Option]:
        """Every legal action: what is offered here is accepted by `apply`, everything else is refused."""
        return self.rules.legal(self.state)

    def unfilled(self) -> list[Option]:
        """The same, where what is free in an action (the routes of a run) may be empty: for who fills it in himself."""
        return self.rules.unfilled(self.state)

    def quote(self, what: Option | Action, seat: int | None = None) -> Quote:
        """What an option or action costs and who pays whom, or `Illegal`; an open amount is the lowest."""
        return self.rules.quote(self.state, what, seat)

    def label(self, action: Action) -> Label:
        """What an action is called here."""
        return self.rules.label(self.state, action)

    def question(self) -> Message:
        """What is asked, as a sentence."""
        return self.rules.question(self.state)

    def apply(self, action: Action, seat: int | None = None) -> tuple[Event, ...]:
        """Do it and return what happened, or raise `Illegal` and leave everything as it was.

        Without `seat` the asked seat acts. What had been taken back before is forgotten.
        """
        seat = self.rules.asked(self.state) if seat is None else seat
        state, events = self.rules.apply(self.state, action, seat)
        del self._plies[self._cursor :]
        self._plies.append(Ply(seat, action, state, events))
        self._cursor += 1
        return events

    def why_not(self, action: Action, seat: int | None = None) -> Illegal | None:
        """The refusal `apply` would raise, or None if the action is legal."""
        seat = self.rules.asked(self.state) if seat is None else seat
        try:
            self.rules.apply(self.state, action, seat)
        except Illegal as illegal:
            return illegal
        return None

    # -- history

    def undo(self, count: int = 1) -> None:
        """Take back the last actions; `redo` brings them again."""
        if not 0 <= count <= self._cursor:
            raise BadInput(f"cannot take back {count} actions: {self._cursor} have been made")
        self._cursor -= count

    def redo(self, count: int = 1) -> None:
        """Make actions again that were taken back."""
        if not 0 <= count <= len(self._plies) - self._cursor:
            raise BadInput(f"cannot redo {count} actions: {len(self._plies) - self._cursor} were taken back")
        self._cursor += count

    def at(self, ply: int) -> Game[S]:
        """A game that stands where this one stood after `ply` actions; this one is not touched."""
        if not 0 <= ply <= len(self._plies):
            raise BadInput(f"there is no position {ply}: the game has positions 0 to {len(self._plies)}")
        twin: Game[S] = object.__new__(Game)
        twin.rules, twin._start, twin._start_events = self.rules, self._start, self._start_events
        twin._plies, twin._cursor = self._plies[:ply], ply
        return twin

    def branch(self) -> Game[S]:
        """A free copy of the present position with its history, for what-ifs."""
        return self.at(self._cursor)

    # -- reading

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None = a spectator) may see, as plain data."""
        return self.rules.view(self.state, seat)

    def digest(self) -> str:
        """A fingerprint of the position, the same on every machine."""
        return self.rules.digest(self.state)

    def result(self) -> Result:
        """Scores as they stand; `finished` when the game is over."""
        return self.rules.result(self.state)

    def receipts(self) -> dict[str, Receipt]:
        """Every figure of the position, itemised."""
        return self.rules.receipts(self.state)

    def check(self) -> list[str]:
        """Broken invariants; empty when all is well."""
        return self.rules.check(self.state)

    def transcript(self) -> Transcript:
        """The game up to the present position, as it is written to a file."""
        rules = self.rules
        return Transcript(
            format=FORMAT,
            version=VERSION,
            title=rules.title,
            title_version=rules.version,
            players=rules.seats,
            options=dict(rules.options),
            seed=rules.seed,
            actions=tuple(entry_to_json(entry) for entry in self.entries),
            digest=self.digest(),
            scores=self.result().scores,
        )

    def __str__(self) -> str:
        return self.rules.describe(self.state)

    def _repr_svg_(self) -> str | None:
        """The position as a picture, for notebooks."""
        painter = type(self).painter
        return painter(self) if painter is not None else None
