"""The store in an SQLite file: the Python library's own driver, one writer, any number of readers."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from stellwerk.core import BadInput
from stellwerk.store.database import open_database
from stellwerk.store.games import GamesStore
from stellwerk.store.readers import Readers
from stellwerk.store.watch import Hub
from stellwerk.store.writer import SqliteWriter


class SqliteStore(GamesStore):
    """A `GameStore` in one file. One server process should use it at a time; others may read and append safely,
    but watchers hear only of changes made in their own process.
    """

    def __init__(self, path: str | Path, clock: Callable[[], float] = time.time) -> None:
        """Open the file, or make it; `clock` gives the times that are shown to people."""
        if str(path) == ":memory:" or not str(path):
            raise BadInput("a store needs the path of a file")
        self.path = Path(path)
        hub = Hub()
        writer = SqliteWriter(open_database(self.path), self.path, hub.publish)
        super().__init__(hub, Readers(self.path), writer, clock)

    def check(self) -> list[str]:
        """What is wrong with the file, as sentences; empty if nothing is. Reads all of it."""
        with self.readers.moment() as connection:
            verdicts = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        return [*([] if verdicts == ["ok"] else verdicts), *super().check()]
