"""The records of the games in use, kept in memory for pages: times of moves, what was taken back, what can be redone.

A page asks after every move; only the records it has not seen are read from the store.
"""

from __future__ import annotations

import threading
from typing import Any

from msgspec import Struct

from stellwerk.core import Event, Game, Illegal, TranscriptError
from stellwerk.core.transcript import action_from_json
from stellwerk.store import GameStore, Live, Record, redoable
from stellwerk.store.kept import Kept
from stellwerk.store.records import REWIND

MOST_BYTES = 32 * 1024 * 1024
RECORD_BYTES = 800


class Book(Struct, frozen=True):
    """The records of a game up to a version.

    `before` says for every record of an action which record led to the position it was made in (0: the start),
    `live` lists the versions of the actions that count, `undone` what can be made again, in order.
    """

    records: tuple[Record, ...]
    before: dict[int, int]
    live: tuple[int, ...]
    undone: tuple[Record, ...]

    @property
    def version(self) -> int:
        """How far it goes."""
        return len(self.records)

    def moved(self, ply: int) -> int:
        """When the action that led to a ply was made (milliseconds since 1970); 0 for the start."""
        return self.records[self.live[ply - 1] - 1].at if 0 < ply <= len(self.live) else 0


class Logbook:
    """Books of games; the one not asked for longest is dropped first."""

    def __init__(self, store: GameStore, most: int = MOST_BYTES) -> None:
        """Reads from the store; `most` bytes are kept."""
        self._store = store
        self._lock = threading.Lock()
        self._books: Kept[str, Book] = Kept(most)
        self._taken_back: Kept[tuple[str, int], tuple[Event, ...]] = Kept(most // 4)

    def book(self, live: Live) -> Book:
        """The records that lead to a position."""
        game_id, version = live.head.id, live.version
        with self._lock:
            known = self._books.get(game_id)
        if known is None or known.version < version:
            fresh = self._store.load(game_id, known.version if known else 0).records
            known = bound((*(known.records if known else ()), *fresh))
            with self._lock:
                self._books.put(game_id, known, RECORD_BYTES * known.version)
        return known if known.version == version else bound(known.records[:version])

    def events(self, live: Live, book: Book, version: int) -> tuple[Event, ...]:
        """What the action of a record brought about, also if it was taken back later."""
        key = (live.head.id, version)
        with self._lock:
            found = self._taken_back.get(key)
        if found is None:
            found = replayed(live.game, book, version)
            with self._lock:
                self._taken_back.put(key, found, RECORD_BYTES * (1 + len(found)))
        return found


def bound(records: tuple[Record, ...]) -> Book:
    """A book of records, which must begin with version 1."""
    line: list[int] = []
    before: dict[int, int] = {}
    for record in records:
        if record.kind == REWIND:
            del line[record.body["to"] :]
        else:
            before[record.version] = line[-1] if line else 0
            line.append(record.version)
    return Book(records, before, tuple(line), tuple(redoable(records)))


def replayed(game: Game[Any], book: Book, version: int) -> tuple[Event, ...]:
    """Make an action that was taken back once more, on a copy of the position it was made in."""
    place = {known: ply for ply, known in enumerate(book.live, 1)}
    way: list[int] = []
    at = version
    while at and at not in place:
        way.append(at)
        at = book.before[at]
    copy = game.at(place.get(at, 0))
    events: tuple[Event, ...] = copy.last_events if not way else ()
    for number in reversed(way):
        record = book.records[number - 1]
        try:
            events = copy.apply(action_from_json(record.body, game.rules.action_types), record.seat)
        except (Illegal, TranscriptError):  # recorded by an older program; it does not count any more
            return ()
    return events
