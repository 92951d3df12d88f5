"""Messages on their way out, in threads of their own. An address that does not answer holds nobody else up: it has one
thread at a time, those that have failed lately share a few, and nobody sleeps in a thread until it is tried again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable

from msgspec import Struct

LOG = logging.getLogger(__name__)
AT_ONCE = 12  # threads
FAILING = 3  # of them for addresses that have failed lately
LATELY = 600.0  # seconds
MOST_KNOWN = 10_000
GIVEN_UP = -1.0  # it has failed and is not tried again


class Delivery(Struct, eq=False):
    """One message: where to (messages to the same place go one after the other), what is done, when it is due."""

    place: Hashable
    send: Callable[[int], float | None]  # given how often it was tried: None if done, else seconds until the next try
    due: float = 0.0
    tries: int = 0


class Deliveries:
    """What waits to be sent."""

    def __init__(self, most: int, threads: int = AT_ONCE, failing: int = FAILING) -> None:
        """At most `most` may wait."""
        self._most, self._failing_most = most, min(failing, max(threads - 1, 1))
        self._changed = threading.Condition()
        self._waiting: list[Delivery] = []
        self._busy: set[Hashable] = set()
        self._failed: dict[Hashable, float] = {}
        self._slow = 0
        self._ended = False
        self._threads = [threading.Thread(target=self._work, name="webhooks", daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def put(self, delivery: Delivery) -> bool:
        """Have it sent; False if too many wait already."""
        with self._changed:
            if len(self._waiting) >= self._most or self._ended:
                return False
            self._waiting.append(delivery)
            self._changed.notify()
            return True

    def close(self) -> None:
        """Send no more; what is being sent is finished."""
        with self._changed:
            self._ended = True
            self._waiting.clear()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._ended and (taken := self._take()) is None:
                    self._changed.wait(self._pause())
                if self._ended:
                    return
                assert taken is not None
                slow = taken.place in self._failed
                self._slow += slow
                self._busy.add(taken.place)
            again: float | None = GIVEN_UP
            try:
                again = taken.send(taken.tries)
            except Exception:  # one odd message must not end a thread that sends those of others
                LOG.exception("a message could not be sent")
            finally:
                with self._changed:
                    self._slow -= slow
                    self._busy.discard(taken.place)
                    self._note(taken.place, failed=again is not None)
                    if again is not None and again >= 0:
                        taken.tries, taken.due = taken.tries + 1, time.monotonic() + again
                        self._waiting.append(taken)
                    self._changed.notify_all()

    def _take(self) -> Delivery | None:
        """The first that is due and may go now."""
        now = time.monotonic()
        for place, delivery in enumerate(self._waiting):
            crowded = delivery.place in self._failed and self._slow >= self._failing_most
            if delivery.due <= now and delivery.place not in self._busy and not crowded:
                return self._waiting.pop(place)
        return None

    def _pause(self) -> float | None:
        """How long there is nothing to do."""
        now = time.monotonic()
        return min((max(one.due - now, 0.02) for one in self._waiting), default=None)

    def _note(self, place: Hashable, *, failed: bool) -> None:
        now = time.monotonic()
        if not failed:
            self._failed.pop(place, None)
            return
        self._failed[place] = now
        if len(self._failed) > MOST_KNOWN:
            self._failed = {one: then for one, then in self._failed.items() if now - then < LATELY / 2}
