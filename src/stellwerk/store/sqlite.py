"""The store in an SQLite file: the Python library's own driver, one writer, any number of readers."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from stellwerk.core import BadInput
from stellwerk.store.database import empty_log, must_have_room, open_database
from stellwerk.store.errors import StoreError, UnknownGame
from stellwerk.store.games import GamesStore
from stellwerk.store.personal import Rework
from stellwerk.store.readers import Readers
from stellwerk.store.records import News
from stellwerk.store.watch import Hub
from stellwerk.store.writer import JobResult, SqliteWriter

LOG = logging.getLogger(__name__)
LOOK_SECONDS = 0.5
COUNT = "PRAGMA data_version"


class SqliteStore(GamesStore):
    """A `GameStore` in one file. One server process should use it at a time; others may read and append safely,
    and a server's watchers hear of that within a second.
    """

    def __init__(self, path: str | Path, clock: Callable[[], float] = time.time) -> None:
        """Open the file, or make it; `clock` gives the times that are shown to people."""
        if str(path) == ":memory:" or not str(path):
            raise BadInput("a store needs the path of a file")
        self.path = Path(path)
        hub = Hub()
        writer = SqliteWriter(open_database(self.path), self.path, hub.publish)
        super().__init__(hub, Readers(self.path), writer, clock)
        self._seen = 0
        self._ended, self._looking = threading.Event(), threading.Thread(target=self._look, daemon=True)

    def look_after(self, secret: str, taken: Callable[[], object]) -> None:
        """This process is the server: it also looks for what commands beside it do."""
        if not self._looking.is_alive():
            self._seen = self._changes()
            self._looking.start()

    def close(self) -> None:
        """Finish what has been asked for and let go of the file."""
        self._ended.set()
        if self._looking.is_alive():
            self._looking.join()
        super().close()

    def erase_person(self, person: str, actor: str, rework: Rework) -> int:
        """Also from the write-ahead log, which would keep it until it is written over."""
        count = super().erase_person(person, actor, rework)
        self._empty_log()
        return count

    def delete(self, game_id: str, actor: str = "") -> None:
        """The same."""
        super().delete(game_id, actor)
        self._empty_log()

    def try_to_write(self) -> None:
        """Also whether there is room for some moves: what changes nothing may fit where a move does not."""
        super().try_to_write()
        must_have_room(self.path)

    def _empty_log(self) -> None:
        if not empty_log(self.path):
            LOG.warning("%s: somebody reads; what was erased goes from the log with the next erasure", self.path)

    def _look(self) -> None:
        """Tell watchers of changes that another process has made: SQLite counts those, and only those, for the writer's
        connection.
        """
        while not self._ended.wait(LOOK_SECONDS):
            try:
                now = self._changes()
                if now != self._seen:
                    self._seen = now
                    for game_id in self.hub.watched():
                        self._tell(game_id)
            except StoreError as error:
                LOG.debug("another process may have changed something: %s", error)

    def _changes(self) -> int:
        """A number that others change by what they write."""
        return self.writer.do(lambda connection: JobResult(int(connection.execute(COUNT).fetchone()[0])))

    def _tell(self, game_id: str) -> None:
        try:
            self.hub.publish(game_id, self.head(game_id).news)
        except UnknownGame:
            self.hub.publish(game_id, News(gone=True))

    def check(self) -> list[str]:
        """What is wrong with the file, as sentences; empty if nothing is. Reads all of it."""
        with self.readers.moment() as connection:
            verdicts = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        return [*([] if verdicts == ["ok"] else verdicts), *super().check()]
