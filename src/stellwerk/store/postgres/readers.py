"""Connections for reading: a bounded pool, each use of one sees one moment of the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from stellwerk.store.postgres.driver import Database, Error, PgConnection
from stellwerk.store.postgres.pool import Pool

MOST = 8  # connections of one process


class PgReaders:
    """A few connections that are kept open."""

    def __init__(self, database: Database) -> None:
        """Of a database."""
        self._database, self._pool = database, Pool(database, MOST)

    @contextmanager
    def moment(self) -> Iterator[PgConnection]:
        """A connection whose answers all belong to the same moment."""
        connection = self._pool.take(self._database.deadline())
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
            self._pool.give_back(connection)

    def close(self) -> None:
        """Close what is not in use; the rest is closed when it is given back."""
        self._pool.close()
