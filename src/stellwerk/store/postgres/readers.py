"""Connections for reading: a bounded pool, each use of one sees one moment of the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg_pool

from stellwerk.store.errors import StoreError, Unreachable
from stellwerk.store.postgres.driver import Database, Deadline, Error, PgConnection, configure, is_lost

MOST = 8  # connections of one process


class PgReaders:
    """A few connections that are kept open."""

    def __init__(self, database: Database) -> None:
        """Of a database."""
        self._database = database
        self._pool = psycopg_pool.ConnectionPool(
            database.url,
            min_size=1,
            max_size=MOST,
            open=True,
            kwargs={"autocommit": True, "connect_timeout": 5, "application_name": "stellwerk"},
            configure=configure,
            name="stellwerk-readers",
        )
        self._closed = False

    @contextmanager
    def moment(self) -> Iterator[PgConnection]:
        """A connection whose answers all belong to the same moment."""
        connection = self._take()
        try:
            with connection.pipeline() as pipeline:
                connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                try:
                    yield PgConnection(connection, pipeline)
                finally:
                    with suppress(Error):
                        connection.execute("ROLLBACK")
        except Error as error:
            raise self._database.worded(error) from None
        finally:
            self._pool.putconn(connection)

    def _take(self) -> Any:
        """A connection that works, as far as one can know."""
        deadline = Deadline()
        while True:
            if self._closed:
                raise StoreError(f"{self._database.name}: the store is closed")
            try:
                connection = self._pool.getconn(deadline.left)
            except psycopg_pool.PoolTimeout:
                raise Unreachable(f"{self._database.name} cannot be reached, or is busy") from None
            except psycopg_pool.PoolClosed:
                continue
            if not is_lost(connection):
                return connection
            connection.close()
            self._pool.putconn(connection)  # makes a new one in its place

    def close(self) -> None:
        """Close what is not in use; the rest is closed when it is given back."""
        self._closed = True
        self._pool.close()
