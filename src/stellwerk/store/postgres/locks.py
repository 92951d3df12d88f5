"""One at a time among all processes: locks that end with the connection of whoever holds them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stellwerk.store.database import APPLICATION
from stellwerk.store.postgres.driver import Database, Error, is_away
from stellwerk.store.postgres.pool import Pool

MOST = 4  # connections, which are not the readers': whoever holds a lock reads


class Locks:
    """Locks by the name of a game."""

    def __init__(self, database: Database) -> None:
        """Connects when the first is asked for."""
        self._database, self._pool = database, Pool(database, MOST)

    @contextmanager
    def hold(self, game_id: str) -> Iterator[None]:
        """Nobody else holds the same meanwhile. A process that hangs loses it when its transaction is ended."""
        connection = self._lock(zlib.crc32(game_id.encode()) - 2**31)
        try:
            yield
        finally:
            try:
                connection.execute("ROLLBACK")
            except Error:
                connection.close()
            self._pool.give_back(connection)

    def _lock(self, number: int) -> Any:
        """A connection that has it. One that is lost meanwhile has done nothing, so another is tried."""
        deadline = self._database.deadline()
        while True:
            connection = self._pool.take(deadline)
            try:
                connection.execute("BEGIN")
                connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", (APPLICATION, number))
                return connection
            except BaseException as error:
                connection.close()
                self._pool.give_back(connection)
                if not is_away(error) or not deadline.pause():
                    raise self._database.worded(error) from None

    def close(self) -> None:
        """Let the connections go."""
        self._pool.close()
