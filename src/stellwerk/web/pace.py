"""How fast bots move at a table: so that people can see what happens, or as fast as they can.

A bot waits before a move that is seen until the last such move has been seen long enough. Nothing sleeps meanwhile: the
game is looked at again when the time has come, or as soon as anything changes at its table.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import Any, Protocol

from stellwerk.core import Entry, Rules
from stellwerk.store import GameStore, Live, Record
from stellwerk.store.records import ACTION
from stellwerk.web.errors import BadRequest
from stellwerk.web.games import TOGETHER
from stellwerk.web.programmes import BY_FORCE

INSTANT, READABLE, SLOW = "instant", "readable", "slow"
PAUSES = {INSTANT: 0, READABLE: 1000, SLOW: 2500}  # milliseconds between two moves that are seen
LOOK_BACK = 12  # records among which the last move that was seen is looked for


def check_pace(pace: str) -> str:
    """One of the ways bots can move."""
    if pace not in PAUSES:
        raise BadRequest("the pace of bots must be one of {known}, not {pace!r}", known=", ".join(PAUSES), pace=pace)
    return pace


def pause(store: GameStore, live: Live, entry: Entry, pace: str, now: int) -> int:
    """How many milliseconds a bot still has to wait before its move."""
    long = PAUSES[pace]
    if not long or not live.version or unseen(live, entry):
        return 0
    records = store.load(live.head.id, max(0, live.version - LOOK_BACK)).records
    last = next((record.at for record in reversed(records) if seen(record, live.game.rules)), None)
    return 0 if last is None else max(0, min(long, last + long - now))


def unseen(live: Live, entry: Entry) -> bool:
    """True for a move that shows nothing new, that is the only one, or that is made while others make theirs."""
    decision = live.game.decision()
    if entry.action.quiet or decision is None or decision.kind in TOGETHER:
        return True
    options = live.game.options_for(entry.seat)
    return len(options) == 1 and options[0].amount is None


def seen(record: Record, rules: Rules[Any]) -> bool:
    """True for a record that has changed what people look at."""
    if record.kind != ACTION:
        return True
    kind = rules.action_types.get(str(record.body.get("type")))
    return record.by != BY_FORCE and kind is not None and not kind.quiet


class Clock(Protocol):
    """Tells the time and calls back."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def call(self, after: int, what: Callable[[], object]) -> None:
        """Call something after so many milliseconds."""

    def close(self) -> None:
        """Call nothing any more."""


class Alarm:
    """A clock with one thread, which is started when it is first needed."""

    def __init__(self) -> None:
        """Nothing is waited for yet."""
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(time.time() * 1000)

    def call(self, after: int, what: Callable[[], object]) -> None:
        """Call something after so many milliseconds."""
        with self._changed:
            if self._closed:
                return
            heapq.heappush(self._due, (time.monotonic() + after / 1000, next(self._numbers), what))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pace", daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Call nothing any more."""
        with self._changed:
            self._closed = True
            self._due.clear()
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._closed and (not self._due or self._due[0][0] > time.monotonic()):
                    self._changed.wait(self._due[0][0] - time.monotonic() if self._due else None)
                if self._closed:
                    return
                what = heapq.heappop(self._due)[2]
            what()
