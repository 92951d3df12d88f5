"""Open pages that follow a table, by the name each has given itself: what its stream believes it to have.

A page that does something gets what has changed as the answer; its stream waits for that answer and does not bring the
same again. A name is known to its own reader only, and a page whose stream is served elsewhere just gets it twice.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from stellwerk.web.people import Who
from stellwerk.web.rendered import View

LONGEST = 10.0  # seconds a stream waits for an answer that is being made


class Follower:
    """A page and what it has."""

    def __init__(self, view: View, have: str) -> None:
        """`have` is the state of its regions."""
        self.view, self.have = view, have
        self._answered = threading.Event()
        self._answered.set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While a request of the page is answered."""
        self._answered.clear()
        try:
            yield
        finally:
            self._answered.set()

    def settled(self) -> str:
        """What the page has when its request has been answered."""
        self._answered.wait(LONGEST)
        return self.have

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
