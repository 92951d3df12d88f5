"""One thread of each process writes, many jobs in one transaction. Between processes the row of a game is the lock.

Statements are sent together in a pipeline. Each transaction counts itself in a row of this process (`writer`). When the
connection is lost while it is being committed, that row says afterwards whether it was: so nothing is lost, nothing is
done twice, and nobody is told wrongly. (Asking for the transaction by number, `pg_xact_status`, does not do: a number
that was on no disk when the server crashed is given to another transaction.)
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from psycopg import errors

from stellwerk.store.errors import Unreachable
from stellwerk.store.postgres.driver import Database, Deadline, Error, PgConnection, is_away, is_lost
from stellwerk.store.records import News
from stellwerk.store.writer import WriteJob, Writer

TRIES = 5
# Two processes have come into each other's way; whoever tries again finds the other's work done.
COLLISIONS = (errors.DeadlockDetected, errors.SerializationFailure, errors.UniqueViolation, errors.LockNotAvailable)


COUNT = (
    "INSERT INTO writer VALUES (%s, %s, %s) ON CONFLICT (name) DO UPDATE SET last = excluded.last, at = excluded.at"
    " RETURNING last"
)
# A transaction that is still being committed holds the row: it is waited for.
COUNTED = "SELECT last FROM writer WHERE name = %s FOR UPDATE"


class NotTogether(Exception):
    """A job of a group has failed half-way."""


class PgWriter(Writer):
    """Writes into PostgreSQL."""

    def __init__(
        self, database: Database, publish: Callable[[str, News], None], announce: Callable[[dict[str, News]], None]
    ) -> None:
        """`publish` tells this process, `announce` the others."""
        self._database, self._others = database, announce
        self._connection: Any = None
        self._name, self._count = secrets.token_hex(8), 0
        self._doubt = 0  # the transaction that may or may not have been committed
        super().__init__(database.name, publish)

    def transact(self, batch: list[WriteJob]) -> None:
        """All jobs in one transaction; if they cannot be done together, one by one."""
        batch.sort(key=lambda job: job.about)  # all processes lock games in the same order
        try:
            self._patiently(batch, 1)
        except (Error, NotTogether) as failed:
            if len(batch) == 1 or is_away(failed):
                raise
            for job in batch:
                job.done, job.error = None, None
                try:
                    self._patiently([job], TRIES)
                except (Error, Unreachable) as error:
                    job.error = self.worded(error)

    def _patiently(self, batch: list[WriteJob], tries: int) -> None:
        """Try until it is done, or known that it cannot be."""
        deadline = self._database.deadline()
        while True:
            for job in batch:
                job.done, job.error = None, None
            try:
                self._attempt(batch)
                return
            except COLLISIONS:
                self._roll_back()
                tries -= 1
                if not tries:
                    raise
            except NotTogether:
                self._roll_back()
                raise
            except Error as error:
                if not (is_away(error) or self._has_gone()):
                    self._roll_back()
                    raise
                self._drop()
                if self._was_committed(deadline):
                    return
                if not deadline.pause():
                    self._database.away = True
                    raise

    def _attempt(self, batch: list[WriteJob]) -> None:
        self._doubt = 0
        connection = self._open()
        self._count += 1
        with connection.pipeline() as pipeline:
            wrapped = PgConnection(connection, pipeline)
            connection.execute("BEGIN")
            counted = connection.execute(COUNT, (self._name, self._count, int(time.time() * 1000)))
            for job in first_of_each(batch):
                for question in job.asks:
                    wrapped.ask(*question)
            for job in batch:
                self._carry_out(job, wrapped, alone=len(batch) == 1)
            counted.fetchone()  # it holds its row by now
            if len(batch) == 1 and batch[0].error:
                return
            self._doubt = self._count
            end = connection.execute("COMMIT")
            pipeline.sync()
        self._doubt = 0
        if end.statusmessage != "COMMIT":
            raise errors.InFailedSqlTransaction("a statement failed, and nobody was told")

    def _carry_out(self, job: WriteJob, connection: PgConnection, *, alone: bool) -> None:
        """One job within the transaction. Most that are refused have changed nothing by then; if one has, all are
        done one by one, which takes it back and is cheaper than a savepoint for each of the others.
        """
        connection.changed = False
        try:
            job.done = job.work(connection)
        except Error:
            raise
        except Exception as error:
            if alone:
                connection.execute("ROLLBACK")
            elif connection.changed:
                raise NotTogether from error
            job.error = error

    def _was_committed(self, deadline: Deadline) -> bool:
        """What has become of the transaction that was being committed when the connection was lost."""
        while self._doubt:
            try:
                row = self._open().execute(COUNTED, (self._name,)).fetchone()
                last, self._doubt = self._doubt, 0
                return row is not None and row[0] == last
            except (Error, Unreachable):
                self._drop()
                if not deadline.pause():
                    self._doubt, self._database.away = 0, True
                    raise Unreachable(f"{self.place} was lost while writing: look whether it was done") from None
        return False

    def _open(self) -> Any:
        if self._connection is not None and is_lost(self._connection):
            self._drop()
        if self._connection is None:
            self._database.may_be_there()
            self._connection = self._database.connect()
        return self._connection

    def _has_gone(self) -> bool:
        """True if there is no connection any more."""
        return self._connection is None or bool(self._connection.closed)

    def _roll_back(self) -> None:
        try:
            self._connection.execute("ROLLBACK")
        except Error:
            self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(Error):
                self._connection.close()
            self._connection = None

    def worded(self, error: BaseException) -> BaseException:
        """The driver's errors as one line that names the database."""
        return self._database.worded(error, "not written: ")

    def announce(self, news: dict[str, News]) -> None:
        """Tell this process, then the others."""
        super().announce(news)
        if news:
            self._others(news)

    def let_go(self) -> None:
        """Close the connection; the row in which transactions were counted is not needed any more."""
        if self._connection is not None:
            with suppress(Error):
                self._connection.execute("DELETE FROM writer WHERE name = %s OR at < %s", (self._name, day_ago()))
        self._drop()


def day_ago() -> int:
    """In milliseconds since 1970. Who has counted nothing since then has been killed, or will count anew."""
    return int((time.time() - 86_400) * 1000)


def first_of_each(batch: list[WriteJob]) -> list[WriteJob]:
    """The first job of each game, in order: what it asks is not changed by a job before it."""
    return [job for before, job in zip([None, *batch], batch, strict=False) if not before or before.about != job.about]
