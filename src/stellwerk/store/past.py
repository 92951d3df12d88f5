"""The past of a stored game, worked out when somebody asks: from the nearest stored position, a few actions at a time.

A `PastPly` stands in the place of a ply whose position nobody has looked at. Stretches that were worked out are kept
for all games in memory, up to a number of bytes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from stellwerk.core import Action, BadInput, Event, Illegal, Rules
from stellwerk.core.game import Ply
from stellwerk.core.snapshot import encode_state, fingerprint, reader_of
from stellwerk.core.transcript import action_from_json
from stellwerk.store.errors import StoreError
from stellwerk.store.kept import Kept
from stellwerk.store.records import Position, Record

EVERY = 32  # actions between stored positions
PLY_BYTES = 3500  # about what a position with its events takes, measured over all titles
RECORD_BYTES = 800  # the same of a record that was only read


class Stretches:
    """Stretches of past plies that have been worked out."""

    def __init__(self, most: int) -> None:
        """`most` bytes."""
        self.lock = threading.Lock()
        self.kept: Kept[tuple[StoredPast, int], tuple[Ply, ...]] = Kept(most)


class StoredPast:
    """The actions of a stored game that count, and how to get at where they led."""

    def __init__(
        self,
        rules: Rules[Any],
        start: Any,
        records: Sequence[Record],
        hash_: str,
        stored: Callable[[int], Position | None],
        stretches: Stretches,
    ) -> None:
        """`records` are the actions that count, `stored` gives the position after a version if there is one; only
        positions that were made by the rules of that hash are used.
        """
        self.rules, self.start, self.records = rules, start, records
        self._hash, self._stored, self._stretches = hash_, stored, stretches
        self._reader = reader_of(start)

    def plies(self) -> list[Any]:
        """Stand-ins for all plies. If the present position is stored nothing has to be worked out for it."""
        plies = [PastPly(self, number, record.seat) for number, record in enumerate(self.records, 1)]
        if plies:
            present = self.read(self._stored(self.records[-1].version))
            plies[-1] = PastPly(self, len(plies), self.records[-1].seat, present)
        return plies

    def action(self, number: int) -> Action:
        """Action number `number`, from 1."""
        return action_from_json(self.records[number - 1].body, self.rules.action_types)

    def ply(self, number: int) -> Ply:
        """The ply of action number `number`, from 1."""
        return self.stretch((number - 1) // EVERY)[(number - 1) % EVERY]

    def stretch(self, index: int) -> tuple[Ply, ...]:
        """The plies from `EVERY` times `index` on, worked out now if need be."""
        with self._stretches.lock:
            found = self._stretches.kept.get((self, index))
        if found is not None:
            return found
        before = index
        state = self.at_mark(before)
        while state is None:
            before -= 1
            state = self.at_mark(before)
        for number in range(before, index + 1):
            found = self.walked(state, number * EVERY, (number + 1) * EVERY)
            state = found[-1].state
            with self._stretches.lock:
                self._stretches.kept.put((self, number), found, PLY_BYTES * len(found))
        assert found is not None
        return found

    def at_mark(self, index: int) -> Any:
        """The stored position with which a stretch begins; None if there is none that can be trusted."""
        return self.start if index == 0 else self.read(self._stored(self.records[index * EVERY - 1].version))

    def read(self, position: Position | None) -> Any:
        """The state of a stored position, if these rules made it and nothing is wrong with it."""
        if position is None or position.rules != self._hash or not position.state:
            return None
        try:
            state = self._reader.read(position.state)
        except BadInput:
            return None
        return state if fingerprint(encode_state(state)) == position.digest else None

    def walked(self, state: Any, since: int, to: int) -> tuple[Ply, ...]:
        """Plies from a position on. They were found right before, so nothing is refused."""
        done = []
        for number in range(since + 1, min(to, len(self.records)) + 1):
            record, action = self.records[number - 1], self.action(number)
            try:
                state, events = self.rules.apply(state, action, record.seat)
            except Illegal as illegal:
                raise StoreError(f"version {record.version} of a stored game is refused: {illegal}") from illegal
            done.append(Ply(record.seat, action, state, events))
        if done and self.records[since + len(done) - 1].digest not in (None, fingerprint(encode_state(state))):
            raise StoreError(f"the position after {since + len(done)} actions is not the one that was stored")
        return tuple(done)


class PastPly:
    """A ply of the past: looks like a `Ply`, and is worked out when its position or events are asked for."""

    __slots__ = ("_number", "_past", "_state", "seat")

    def __init__(self, past: StoredPast, number: int, seat: int, state: Any = None) -> None:
        """Action number `number`, from 1, of a past; its position may be known already."""
        self._past, self._number, self.seat, self._state = past, number, seat, state

    @property
    def action(self) -> Action:
        """What was done."""
        return self._past.action(self._number)

    @property
    def state(self) -> Any:
        """The position after it."""
        return self._past.ply(self._number).state if self._state is None else self._state

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return self._past.ply(self._number).events
