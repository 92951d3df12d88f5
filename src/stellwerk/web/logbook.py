"""The records of the games in use, kept in memory for pages: times of moves, what was taken back, what can be redone.

A page asks after every move; only the records it has not seen are read from the store.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from stellwerk.core import Event
from stellwerk.store import GameStore, Live, Record, redoable
from stellwerk.store.kept import Kept
from stellwerk.store.records import REWIND
from stellwerk.web.undone import Undone

MOST_BYTES = 32 * 1024 * 1024
RECORD_BYTES = 120


class Noted(Struct, frozen=True, gc=False):
    """What pages need of a record. `body` is that of an action which counts no more: it may be asked what it did."""

    version: int
    kind: str
    seat: int
    at: int
    by: str
    body: dict[str, Any] | None = None


class Book(Struct, frozen=True):
    """The records of a game up to a version.

    `before` says for every record of an action, by its version less 1, which record led to the position it was made in
    (0: the start), `live` lists the versions of the actions that count, `undone` what can be made again, in order.
    """

    records: tuple[Noted, ...]
    before: array[int]
    live: tuple[int, ...]
    undone: tuple[Noted, ...]

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
        self.undone = Undone(most // 2)

    @property
    def size(self) -> int:
        """Bytes that are taken."""
        return self._books.size + self.undone.size

    def book(self, live: Live) -> Book:
        """The records that lead to a position."""
        game_id, version = live.head.id, live.version
        with self._lock:
            known = self._books.get(game_id)
        if known is not None and known.version == version:
            return known
        if known is None or known.version > version:
            made = bound(self._store.load(game_id).records[:version])
        else:
            fresh = self._store.load(game_id, known.version).records
            made = continued(known, fresh) or bound(self._store.load(game_id).records)
        if known is None or made.version > known.version:
            with self._lock:
                self._books.put(game_id, made, RECORD_BYTES * made.version)
        return made if made.version == version else self._as_of(game_id, version)

    def _as_of(self, game_id: str, version: int) -> Book:
        """The records up to a version that the game has left behind."""
        return bound(self._store.load(game_id).records[:version])

    def events(self, live: Live, book: Book, version: int) -> tuple[Event, ...]:
        """What the action of a record brought about that was taken back later."""
        return self.undone.events(live, book, version)


def bound(records: Sequence[Record]) -> Book:
    """A book of records, which must begin with version 1."""
    line: list[int] = []
    before = array("q")
    for record in records:
        if record.kind == REWIND:
            del line[record.body["to"] :]
            before.append(0)
        else:
            before.append(line[-1] if line else 0)
            line.append(record.version)
    live = set(line)
    notes = tuple(noted(record, counts=record.version in live) for record in records)
    undone = tuple(notes[record.version - 1] for record in redoable(records))
    return Book(notes, before, tuple(line), undone)


def continued(book: Book, records: Sequence[Record]) -> Book | None:
    """The book with further records; None if something is taken back or made again, for then all must be read."""
    if book.undone or any(record.kind == REWIND for record in records):
        return None
    before, line = array("q", book.before), list(book.live)
    for record in records:
        before.append(line[-1] if line else 0)
        line.append(record.version)
    notes = (*book.records, *(noted(record, counts=True) for record in records))
    return Book(notes, before, tuple(line), ())


def noted(record: Record, *, counts: bool) -> Noted:
    """A record as it is noted."""
    body = None if counts or record.kind == REWIND else record.body
    return Noted(record.version, record.kind, record.seat, record.at, record.by, body)
