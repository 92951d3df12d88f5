"""Old things are forgotten if the server is told to. One of its processes does it: the one that owns the chore."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from stellwerk.core import StellwerkError
from stellwerk.store import GamesStore
from stellwerk.web.settings import Settings

LOG = logging.getLogger(__name__)
CHORE = "retention"  # what is owned as games are
EVERY = 3600.0  # seconds
DAY = 24 * 3600 * 1000


class Retention:
    """Looks every hour what is older than it is to be kept."""

    def __init__(self, store: GamesStore, settings: Settings) -> None:
        """Begins when `begin` is called."""
        self._store = store
        self._chores: list[tuple[str, int, Callable[[int], int], bool]] = [
            ("games", settings.keep_finished, store.forget_finished, True),
            ("sessions", settings.keep_sessions, store.forget_sessions, False),
            ("messages", settings.keep_chat, store.forget_chat, False),
            ("audit", settings.keep_audit, store.forget_audit, False),
        ]
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Look from time to time, if there is anything that is not kept for ever."""
        if any(days for _, days, _, _ in self._chores):
            self._thread = threading.Thread(target=self._run, name="stellwerk-retention", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """No more."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def look(self) -> dict[str, int]:
        """Forget what is old enough; how many of what. Nothing if another process does it."""
        found: dict[str, int] = {}
        for name, days, forget, again in self._chores:
            while days and self._store.owns(CHORE) and not self._ended.is_set():
                count = forget(int(time.time() * 1000) - days * DAY)
                found[name] = found.get(name, 0) + count
                if not (again and count):
                    break
        forgotten = {name: count for name, count in found.items() if count}
        if forgotten:
            told = ", ".join(f"{count} {name}" for name, count in forgotten.items())
            self._store.note_act("server", "retention", "", told)
        return forgotten

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self.look()
            except StellwerkError as error:
                LOG.error("old things could not be forgotten: %s", error)
            self._ended.wait(EVERY if self._store.owns(CHORE) else 5.0)
