"""Open pages that follow a table, by the name each has given itself: what its stream believes it to have.

A page that does something gets what has changed as the answer; its stream waits for that answer and does not bring the
same again. A name is known to its own reader only, and a page whose stream is served elsewhere just gets it twice.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from stellwerk.web.people import Who
from stellwerk.web.rendered import View


class Follower:
    """A page and what it has."""

    def __init__(self, view: View, have: str) -> None:
        """`have` is the state of its regions."""
        self.view, self.have = view, have
        self._lock = threading.Lock()
        self._answers = 0  # that are being made
        self._waiting: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While a request of the page is answered."""
        with self._lock:
            self._answers += 1
        try:
            yield
        finally:
            with self._lock:
                self._answers -= 1
                waiting = self._waiting
            if waiting is not None:
                with suppress(RuntimeError):  # the event loop is over
                    waiting[0].call_soon_threadsafe(waiting[1].set)

    @property
    def settled(self) -> bool:
        """True if no answer is being made: `have` is what the page has."""
        return not self._answers

    async def settle(self) -> None:
        """Wait until the requests of the page have been answered."""
        loop = asyncio.get_running_loop()
        while True:
            with self._lock:
                if not self._answers:
                    self._waiting = None
                    return
                event = asyncio.Event()
                self._waiting = loop, event
            await event.wait()

    def was_told(self, view: View, state: str) -> None:
        """An answer has brought the page to a state; of another view its next stream will know."""
        if view == self.view:
            self.have = state


class Followers:
    """All pages with a stream in this process."""

    def __init__(self) -> None:
        """None yet."""
        self._pages: dict[tuple[Who, str], Follower] = {}

    def add(self, who: Who, page: str, follower: Follower) -> None:
        """A page has begun to follow."""
        if page:
            self._pages[who, page] = follower

    def drop(self, who: Who, page: str, follower: Follower) -> None:
        """It follows no more, unless it has begun anew."""
        if self._pages.get((who, page)) is follower:
            del self._pages[who, page]

    def get(self, who: Who, page: str) -> Follower | None:
        """The page of that name, if it follows here."""
        return self._pages.get((who, page)) if page else None
