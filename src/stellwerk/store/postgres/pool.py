"""A few connections that are kept open. When the database is there again, so are they: nobody waits for a schedule."""

from __future__ import annotations

import threading
from typing import Any

from psycopg.pq import TransactionStatus

from stellwerk.store.errors import StoreError, Unreachable
from stellwerk.store.postgres.driver import Database, Deadline, is_lost


class Pool:
    """At most so many connections at a time; each is made when it is needed and kept afterwards."""

    def __init__(self, database: Database, most: int) -> None:
        """Of a database."""
        self._database = database
        self._places = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self._idle: list[Any] = []
        self._closed = False

    def take(self, deadline: Deadline) -> Any:
        """A connection that works, as far as one can know."""
        if not self._places.acquire(timeout=max(deadline.left, 0.001)):
            raise Unreachable(f"{self._database.name} cannot be reached, or is busy")
        try:
            return self._kept() or self._database.connect_by(deadline)
        except BaseException:
            self._places.release()
            raise

    def _kept(self) -> Any:
        while True:
            with self._lock:
                if self._closed:
                    raise StoreError(f"{self._database.name}: the store is closed")
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if not is_lost(connection):
                return connection
            connection.close()

    def give_back(self, connection: Any) -> None:
        """It is not needed any more; one that is broken, or in the middle of something, is not kept."""
        with self._lock:
            kept = (
                not self._closed
                and not connection.closed
                and connection.info.transaction_status == TransactionStatus.IDLE
            )
            if kept:
                self._idle.append(connection)
        if not kept:
            connection.close()
        self._places.release()

    def close(self) -> None:
        """Close what is not in use; the rest is closed when it is given back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
