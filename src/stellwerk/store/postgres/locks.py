"""One at a time among all processes: locks that end with the connection of whoever holds them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg_pool

from stellwerk.store.database import APPLICATION
from stellwerk.store.errors import Unreachable
from stellwerk.store.postgres.driver import PATIENCE, Database, Error, configure, is_lost

MOST = 4  # connections, which are not the readers': whoever holds a lock reads


class Locks:
    """Locks by the name of a game."""

    def __init__(self, database: Database) -> None:
        """Connects when the first is asked for."""
        self._database = database
        self._pool: Any = psycopg_pool.ConnectionPool(
            database.url,
            min_size=0,
            max_size=MOST,
            open=True,
            kwargs={"autocommit": True, "connect_timeout": 5, "application_name": "stellwerk"},
            configure=configure,
            name="stellwerk-locks",
        )

    @contextmanager
    def hold(self, game_id: str) -> Iterator[None]:
        """Nobody else holds the same meanwhile. A process that hangs loses it when its transaction is ended."""
        connection = self._take()
        try:
            try:
                connection.execute("BEGIN")
                connection.execute(
                    "SELECT pg_advisory_xact_lock(%s, %s)", (APPLICATION, zlib.crc32(game_id.encode()) - 2**31)
                )
            except Error as error:
                raise self._database.worded(error) from None
            yield
        finally:
            try:
                connection.execute("ROLLBACK")
            except Error:
                connection.close()
            self._pool.putconn(connection)

    def _take(self) -> Any:
        while True:
            try:
                connection = self._pool.getconn(PATIENCE)
            except psycopg_pool.PoolTimeout:
                raise Unreachable(f"{self._database.name} cannot be reached, or is busy") from None
            if not is_lost(connection):
                return connection
            connection.close()
            self._pool.putconn(connection)

    def close(self) -> None:
        """Let the connections go."""
        self._pool.close()
