"""One thread writes. What is asked for while it commits goes together into the next transaction (group commit)."""

from __future__ import annotations

import logging
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from msgspec import Struct

from stellwerk.formats.plain import one_line
from stellwerk.store.dialect import Connection
from stellwerk.store.errors import NotWritten, StoreError
from stellwerk.store.records import News

T = TypeVar("T")
LOG = logging.getLogger(__name__)
MOST_JOBS = 256  # in one transaction


class JobResult(Struct, Generic[T], frozen=True):
    """The outcome of a job: what its caller gets, and what watchers are told if anything changed."""

    value: T
    game_id: str = ""
    news: News | None = None


Question = tuple[str, tuple[Any, ...]]  # a statement and its values
Work = Callable[[Connection], JobResult[T]]


class WriteJob(Struct):
    """Something to be written and the one who waits for it; `about` is the game it changes, `asks` what it will ask
    first: where that takes a while, it may be asked for many jobs at once.
    """

    work: Work[Any]
    future: Future[Any]
    about: str = ""
    asks: tuple[Question, ...] = ()
    done: JobResult[Any] | None = None
    error: BaseException | None = None


class Writer(ABC):
    """Carries out jobs in order; each is whole or not at all, and its caller waits until it is on disk."""

    def __init__(self, place: str, publish: Callable[[str, News], None]) -> None:
        """`place` names the database in errors; `publish` is called in the writer's thread after the commit."""
        self.place, self._publish = place, publish
        self._queue: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self.commits = 0
        self._thread = threading.Thread(target=self._run, name="stellwerk-store", daemon=True)
        self._thread.start()

    @abstractmethod
    def transact(self, batch: list[WriteJob]) -> None:
        """Carry out all jobs in one transaction, each with its outcome. If it fails as a whole, it raises."""

    @abstractmethod
    def worded(self, error: BaseException) -> BaseException:
        """What a caller is told of an error."""

    @abstractmethod
    def let_go(self) -> None:
        """Close the connection."""

    def announce(self, news: dict[str, News]) -> None:
        """Tell the watchers of games that have changed."""
        for game_id, latest in news.items():
            try:
                self._publish(game_id, latest)
            except Exception:  # the moves are stored and answered; a writer that stopped here would block everybody
                LOG.exception("watchers of game %s could not be told", game_id)

    def do(self, work: Work[T], about: str = "", asks: tuple[Question, ...] = ()) -> T:
        """Have it done and wait until it is durable; `about` is the game that it changes, `asks` what it asks first."""
        if threading.current_thread() is self._thread:
            raise StoreError("a listener must not write: it is called by the writer, which would wait for itself")
        job = WriteJob(work, Future(), about, asks)
        with self._lock:
            if self._closed:
                raise StoreError(f"{self.place}: the store is closed")
            self._queue.put(job)
        value: T = job.future.result()
        return value

    def waiting(self) -> int:
        """How many jobs are waiting for the transaction after the present one."""
        return self._queue.qsize()

    def close(self) -> None:
        """Finish what has been asked for."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            first = self._queue.get()
            if first is None:
                break
            batch = [first]
            with suppress(Empty):
                while len(batch) < MOST_JOBS:
                    job = self._queue.get_nowait()
                    if job is None:
                        going = False
                        break
                    batch.append(job)
            self._commit(batch)
        self.let_go()

    def _commit(self, batch: list[WriteJob]) -> None:
        """All jobs in one transaction. If it fails as a whole, none of them has happened."""
        try:
            self.transact(batch)
            self.commits += 1
        except BaseException as error:  # every caller must get an answer, whatever has happened
            for job in batch:
                job.done, job.error = None, self.worded(error)
        news: dict[str, News] = {}
        for job in batch:
            if job.error is not None:
                job.future.set_exception(job.error)
                continue
            assert job.done is not None
            job.future.set_result(job.done.value)
            if job.done.news is not None:
                news[job.done.game_id] = job.done.news
        self.announce(news)


class SqliteWriter(Writer):
    """Writes into an SQLite file."""

    def __init__(self, connection: sqlite3.Connection, path: Path, publish: Callable[[str, News], None]) -> None:
        """Takes over the connection."""
        self._connection = connection
        super().__init__(str(path), publish)

    def transact(self, batch: list[WriteJob]) -> None:
        """All jobs in one transaction, each in a savepoint."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                self._carry_out(job)
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def _carry_out(self, job: WriteJob) -> None:
        """One job within the transaction; what it has changed is taken back if it fails."""
        self._connection.execute("SAVEPOINT job")
        try:
            job.done = job.work(self._connection)
        except Exception as error:
            if not self._connection.in_transaction:  # a full disk ends the whole transaction
                raise
            self._connection.execute("ROLLBACK TO job")
            job.error = self.worded(error)
        self._connection.execute("RELEASE job")

    def worded(self, error: BaseException) -> BaseException:
        """SQLite's errors as one line that names the file."""
        if isinstance(error, sqlite3.Error):
            kind = NotWritten if isinstance(error, sqlite3.OperationalError) else StoreError
            return kind(one_line(f"{self.place}: not written: {error}"))
        return error

    def let_go(self) -> None:
        """Close the connection."""
        with suppress(sqlite3.Error):
            self._connection.close()
