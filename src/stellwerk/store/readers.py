"""Connections for reading. In WAL mode a reader sees one moment of the database and waits for nobody."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from stellwerk.store.database import connect, plain_errors
from stellwerk.store.errors import StoreError

MOST_IDLE = 8


class Readers:
    """A few connections that are kept open; as many as there are readers at the same time are made."""

    def __init__(self, path: Path) -> None:
        """Of the database in a file."""
        self._path = path
        self._lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    @contextmanager
    def moment(self) -> Iterator[sqlite3.Connection]:
        """A connection whose answers all belong to the same moment."""
        with plain_errors(self._path):
            connection = self._take()
            try:
                connection.execute("BEGIN")
                yield connection
            finally:
                self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise StoreError(f"{self._path}: the store is closed")
            if self._idle:
                return self._idle.pop()
        return connect(self._path, reader=True)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        with self._lock:
            if not self._closed and not connection.in_transaction and len(self._idle) < MOST_IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Close what is not in use; the rest is closed when it is given back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
