"""What moves did that were taken back, for the log. They are made again on a copy of the position they were made in.

A thousand moves that were taken back together are made again together: the last branch of each game is kept, and the
next question goes on from where it parts from that one.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from stellwerk.core import Event, Game, Illegal, TranscriptError
from stellwerk.core.transcript import action_from_json
from stellwerk.store import Live
from stellwerk.store.kept import Kept
from stellwerk.store.past import PLY_BYTES

if TYPE_CHECKING:
    from stellwerk.web.logbook import Book

EVENT_BYTES = 800
MOST_WAY = 3000  # moves made again for one; of what lies further nothing is told. Games have half as many


class Branch(Struct, frozen=True):
    """Moves that count no more, by their versions, made again from the record `fork` on (0: the start)."""

    fork: int
    way: tuple[int, ...]
    game: Game[Any]


class Undone:
    """What was found out last."""

    def __init__(self, most: int) -> None:
        """`most` bytes are kept."""
        self._lock = threading.Lock()
        self._events: Kept[tuple[str, int], tuple[Event, ...]] = Kept(most // 2)
        self._branches: Kept[str, Branch] = Kept(most // 2)

    @property
    def size(self) -> int:
        """Bytes that are taken."""
        return self._events.size + self._branches.size

    def forget(self) -> None:
        """Drop everything."""
        with self._lock:
            self._events.clear()
            self._branches.clear()

    def events(self, live: Live, book: Book, version: int) -> tuple[Event, ...]:
        """What the action of a record that counts no more brought about; nothing if it cannot be made again."""
        key = (live.head.id, version)
        with self._lock:
            found = self._events.get(key)
            branch = self._branches.get(live.head.id)
        if found is None:
            found, branch = made_again(live.game, book, version, branch)
            with self._lock:
                self._events.put(key, found, EVENT_BYTES * (1 + len(found)))
                if branch is not None:
                    self._branches.put(live.head.id, branch, PLY_BYTES * (1 + len(branch.way)))
        return found


def made_again(
    game: Game[Any], book: Book, version: int, known: Branch | None = None
) -> tuple[tuple[Event, ...], Branch | None]:
    """The events of a record, and the branch it ends; `known` is one that may lead a part of the way."""
    way: list[int] = []
    fork = version
    while fork and not (ply := ply_of(book.live, fork)):
        way.append(fork)
        fork = book.before[fork - 1]
        if len(way) > MOST_WAY:
            return (), known
    way.reverse()
    copy, done = game.at(ply if fork else 0), 0
    if known is not None and known.fork == fork and known.game.rules is game.rules:
        done = shared(known.way, way)
        if done == len(way):  # it has been made on the way to another
            return known.game.at(copy.ply + done).last_events, known
        copy = known.game.at(copy.ply + done)
    for number in way[done:]:
        record = book.records[number - 1]
        try:
            copy.apply(action_from_json(record.body or {}, game.rules.action_types), record.seat)
        except (Illegal, TranscriptError):  # recorded by an older program; it does not count any more
            return (), Branch(fork, tuple(way[:done]), copy)
        done += 1
    return copy.last_events, Branch(fork, tuple(way), copy)


def ply_of(line: Sequence[int], version: int) -> int:
    """Which ply the action of a record is, 0 if it counts no more; `line` are the versions of those that count."""
    place = bisect_left(line, version)
    return place + 1 if place < len(line) and line[place] == version else 0


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How far two ways go together."""
    most = min(len(one), len(other))
    return next((at for at in range(most) if one[at] != other[at]), most)
