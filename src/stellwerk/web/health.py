"""Whether the server can do its work: a move must get to the disk."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from stellwerk.core import StellwerkError
from stellwerk.store import GameStore

LOG = logging.getLogger(__name__)
FRESH = 0.5  # seconds
EVERY = 5.0  # seconds: whoever asks more often is told the same


class Health:
    """Looks, but not for everybody who asks."""

    def __init__(self, store: GameStore) -> None:
        """Of a store."""
        self._store = store
        self._lock = threading.Lock()
        self._looked, self._fault = -EVERY, ""
        self._probe: Probe | None = None

    def fault(self) -> str:
        """Why nothing can be stored; empty if all is well."""
        with self._lock:
            now = time.monotonic()
            if now - self._looked >= EVERY:
                before, self._fault, self._looked = self._fault, self._try(), now
                if self._fault and self._fault != before:
                    LOG.error("%s", self._fault)
            return self._fault

    def _try(self) -> str:
        try:
            self._store.try_to_write()
        except StellwerkError as error:
            return str(error)
        return ""

    def not_ready(self, seconds: float) -> str:
        """Why a move could not be stored now, without saying where; empty if it could. One looks for all who ask."""
        with self._lock:
            probe = self._probe
            if probe is None or probe.is_over:
                probe = self._probe = Probe(self._try)
        if not probe.done.wait(seconds):
            return f"the database did not answer within {seconds:g} s"
        place = getattr(getattr(self._store, "writer", None), "place", "")
        return probe.fault.replace(f"{place}: ", "").replace(place, "the database") if place else probe.fault


class Probe:
    """One try to write, in a thread of its own: a database that hangs must not hang whoever asks."""

    def __init__(self, attempt: Callable[[], str]) -> None:
        """Begins at once."""
        self.done, self.fault, self._began = threading.Event(), "", time.monotonic()
        threading.Thread(target=self._run, args=(attempt,), name="stellwerk-ready", daemon=True).start()

    @property
    def is_over(self) -> bool:
        """True if its answer is not news any more."""
        return self.done.is_set() and time.monotonic() - self._began > FRESH

    def _run(self, attempt: Callable[[], str]) -> None:
        try:
            self.fault = attempt()
        except Exception as error:  # whatever it is, the server is not ready
            LOG.exception("a try to write failed")
            self.fault = type(error).__name__
        self.done.set()
