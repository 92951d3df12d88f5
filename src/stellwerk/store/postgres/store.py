"""The store in a PostgreSQL database: any number of server processes, each with one writer and a few readers."""

from __future__ import annotations

import time
from collections.abc import Callable

from stellwerk.store.games import GamesStore
from stellwerk.store.postgres.driver import Database
from stellwerk.store.postgres.news import Wire
from stellwerk.store.postgres.readers import PgReaders
from stellwerk.store.postgres.schema import prepare
from stellwerk.store.postgres.writer import PgWriter
from stellwerk.store.watch import Hub


class PostgresStore(GamesStore):
    """A `GameStore` in a database that other processes use too; watchers hear of what they do."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        """Open the database, and make its tables if it is empty."""
        database = Database(url)
        prepare(database)
        hub, readers = Hub(), PgReaders(database)
        try:
            self.wire = Wire(database, hub, readers, lambda: int(clock() * 1000))
        except BaseException:
            readers.close()
            raise
        super().__init__(hub, readers, PgWriter(database, self.wire.publish, self.wire.announce), clock)

    def close(self) -> None:
        """Finish what has been asked for and let go of the database."""
        self.hub.close()
        self.writer.close()
        self.wire.close()
        self.readers.close()
