"""The store in a PostgreSQL database: any number of server processes, each with one writer and a few readers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from stellwerk.store.dialect import Connection
from stellwerk.store.games import GamesStore
from stellwerk.store.postgres.driver import Database
from stellwerk.store.postgres.leases import SERVERS, Leases, may_join
from stellwerk.store.postgres.locks import Locks
from stellwerk.store.postgres.news import NUDGE, Wire
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
        self._database, self._between = database, Locks(database)
        self._leases: Leases | None = None

    @contextmanager
    def hold(self, game_id: str) -> Iterator[None]:
        """Nobody else holds the same game meanwhile: no thread here, no other process."""
        with super().hold(game_id), self._between.hold(game_id):
            yield

    def may_join(self, secret: str) -> None:
        """Refuse a server with another secret than those that are running."""
        may_join(self._database, secret)

    def look_after(self, secret: str, taken: Callable[[], object]) -> None:
        """This process is a server beside others: it takes its share of the games."""
        self._leases = Leases(self._database, self.wire.me, secret, taken)

    def servers(self) -> int:
        """How many processes hold a lease."""
        with self.readers.moment() as connection:
            count: int = connection.execute(SERVERS).fetchone()[0]
        return count

    def owns(self, game_id: str) -> bool:
        """True if the game is in this process's share."""
        return self._leases is not None and self._leases.owns(game_id)

    def nudge(self, game_id: str) -> None:
        """Have the process that owns a game look at it."""
        self.wire.announce({game_id: NUDGE})

    def count_on(self, connection: Connection, numbered: Sequence[str]) -> None:
        """After rows were copied: new ones of these tables get numbers after theirs."""
        for table in numbered:
            connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 0) + 1, false) FROM {table}"
            )

    def close(self) -> None:
        """Finish what has been asked for and let go of the database."""
        if self._leases is not None:
            self._leases.close()
        self.hub.close()
        self._between.close()
        self.writer.close()
        self.wire.close()
        self.readers.close()
