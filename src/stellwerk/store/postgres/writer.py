"""One thread of each process writes, many jobs in one transaction. Between processes the row of a game is the lock.

Statements are sent together in a pipeline. When the connection is lost while a transaction is being committed, the
database is asked afterwards whether it was: so nothing is lost, nothing is done twice, and nobody is told wrongly.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from psycopg import errors

from stellwerk.store.errors import Unreachable
from stellwerk.store.postgres.driver import Database, Deadline, Error, PgConnection, is_away, is_lost
from stellwerk.store.records import News
from stellwerk.store.writer import Job, Writer

TRIES = 5
# Two processes have come into each other's way; whoever tries again finds the other's work done.
COLLISIONS = (errors.DeadlockDetected, errors.SerializationFailure, errors.UniqueViolation, errors.LockNotAvailable)


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
        self._doubt = ""  # the transaction that may or may not have been committed
        super().__init__(database.name, publish)

    def transact(self, batch: list[Job]) -> None:
        """All jobs in one transaction; if they cannot be done together, one by one."""
        batch.sort(key=lambda job: job.about)  # all processes lock games in the same order
        try:
            self._patiently(batch, 1)
        except (Error, NotTogether):
            if len(batch) == 1:
                raise
            for job in batch:
                job.done, job.error = None, None
                try:
                    self._patiently([job], TRIES)
                except Error as error:
                    job.error = self.worded(error)

    def _patiently(self, batch: list[Job], tries: int) -> None:
        """Try until it is done, or known that it cannot be."""
        deadline = Deadline()
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
                    raise

    def _attempt(self, batch: list[Job]) -> None:
        self._doubt = ""
        connection = self._open()
        with connection.pipeline() as pipeline:
            wrapped = PgConnection(connection, pipeline)
            connection.execute("BEGIN")
            number = connection.execute("SELECT pg_current_xact_id()::text")
            for job in first_of_each(batch):
                for question in job.asks:
                    wrapped.ask(*question)
            for job in batch:
                self._carry_out(job, wrapped, alone=len(batch) == 1)
            doubt: str = number.fetchone()[0]
            if len(batch) == 1 and batch[0].error:
                return
            self._doubt = doubt
            end = connection.execute("COMMIT")
            pipeline.sync()
        self._doubt = ""
        if end.statusmessage != "COMMIT":
            raise errors.InFailedSqlTransaction("a statement failed, and nobody was told")

    def _carry_out(self, job: Job, connection: PgConnection, *, alone: bool) -> None:
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
                sql = "SELECT pg_xact_status(%s::xid8)"
                status = self._open().execute(sql, (self._doubt,)).fetchone()[0]
            except Error:
                self._drop()
                status = "in progress"
            if status == "committed":
                self._doubt = ""
                return True
            if status != "in progress":  # aborted, or the server has forgotten it: then the log was cut before it
                self._doubt = ""
            elif not deadline.pause():
                raise Unreachable(f"{self.place} was lost while writing: look whether it was done")
        return False

    def _open(self) -> Any:
        if self._connection is not None and is_lost(self._connection):
            self._drop()
        if self._connection is None:
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
        """Close the connection."""
        self._drop()


def first_of_each(batch: list[Job]) -> list[Job]:
    """The first job of each game, in order: what it asks is not changed by a job before it."""
    return [job for before, job in zip([None, *batch], batch, strict=False) if not before or before.about != job.about]
