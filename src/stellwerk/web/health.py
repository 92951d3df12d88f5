"""Whether the server can do its work: a move must get to the disk."""

from __future__ import annotations

import logging
import threading
import time

from stellwerk.core import StellwerkError
from stellwerk.store import GameStore

LOG = logging.getLogger(__name__)
EVERY = 5.0  # seconds: whoever asks more often is told the same


class Health:
    """Looks, but not for everybody who asks."""

    def __init__(self, store: GameStore) -> None:
        """Of a store."""
        self._store = store
        self._lock = threading.Lock()
        self._looked, self._fault = -EVERY, ""

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
