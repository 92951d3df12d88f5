"""Connections to PostgreSQL, spoken to as the rest of the store does, and its errors as one line."""

from __future__ import annotations

import logging
import selectors
import time
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg

from stellwerk.formats.plain import one_line
from stellwerk.store.dialect import for_postgres
from stellwerk.store.errors import StoreError, Unreachable

PATIENCE = 15.0  # seconds that a request waits for a database that is away, as while it is started anew
PAUSE = 0.1  # seconds between two attempts
CONNECT_SECONDS = 5
OLDEST = 130000  # as the server numbers its versions
STUCK = "30s"  # a transaction of a process that hangs must not hold others up for longer

# Classes of errors of the server: connection lost, stopped, crashed, not ready, no place for another connection, or it
# only follows another server now and takes no writes.
GOING = ("08", "57P", "53300", "25006")

# A machine that has vanished sends no word of it: what is not answered for so long counts as lost.
WATCHED: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "tcp_user_timeout": 10_000,  # milliseconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}

Error = psycopg.Error
logging.getLogger("psycopg").setLevel(logging.ERROR)  # whoever loses a connection says so himself, once


class Database:
    """Where it is and how it is reached."""

    def __init__(self, url: str) -> None:
        """A URL, or whatever else libpq takes."""
        try:
            parts: dict[str, Any] = dict(psycopg.conninfo.conninfo_to_dict(url))
        except psycopg.ProgrammingError as error:
            raise StoreError(one_line(f"the address of the database cannot be understood: {error}")) from None
        self.url, self._more = url, {key: value for key, value in WATCHED.items() if key not in parts}
        self.away = False  # found so by somebody who has waited long enough; until somebody gets a connection
        at = f"{parts.get('host') or 'localhost'}{':' + str(parts['port']) if parts.get('port') else ''}"
        self.name = f"PostgreSQL database {parts.get('dbname') or ''} at {at}"  # without user and password

    def connect(self) -> Any:
        """A connection; transactions are begun by hand."""
        connection = psycopg.connect(self.url, autocommit=True, application_name="stellwerk", **self._more)
        try:
            configure(connection)
        except BaseException:
            connection.close()
            raise
        self.away = False
        return connection

    def deadline(self) -> Deadline:
        """How long a request waits for it: it may be there again in a moment, but nobody waits where others have
        waited in vain. (Whoever listens for news tries again all the time.)
        """
        return Deadline(0.0 if self.away else PATIENCE)

    def may_be_there(self) -> None:
        """Refuse at once what others have waited for in vain."""
        if self.away:
            raise Unreachable(f"{self.name} cannot be reached")

    def connect_by(self, deadline: Deadline) -> Any:
        """A connection, or `Unreachable` when it has been tried for long enough."""
        while True:
            try:
                self.may_be_there()
                return self.connect()
            except Error as error:
                if is_away(error) and deadline.pause():
                    continue
                self.away = is_away(error)
                raise self.worded(error) from None

    def worded(self, error: BaseException, what: str = "") -> BaseException:
        """The driver's errors as one line that names the database."""
        if is_away(error):
            return Unreachable(one_line(f"{self.name} cannot be reached: {error}"))
        if isinstance(error, psycopg.Error):
            return StoreError(one_line(f"{self.name}: {what}{error}"))
        return error


def is_away(error: BaseException) -> bool:
    """True if the database is not there now: no connection, or it is being stopped or started."""
    if not isinstance(error, psycopg.Error):
        return False
    state = error.sqlstate or ""
    return state.startswith(GOING) or (not state and isinstance(error, psycopg.OperationalError))


def configure(connection: Any) -> None:
    """Settings the store relies on. What is answered must be on disk: a server may ask for more, not for less."""
    connection.execute(f"SET idle_in_transaction_session_timeout = '{STUCK}'")
    connection.execute(f"SET lock_timeout = '{STUCK}'")
    connection.execute("SET client_min_messages = 'warning'")
    row = connection.execute("SHOW synchronous_commit").fetchone()
    if row[0] == "off":
        connection.execute("SET synchronous_commit = 'on'")


def is_lost(connection: Any) -> bool:
    """True if the other side has ended an idle connection: then there is something to be read, without a question."""
    if connection.closed:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))


class Deadline:
    """How long it is worth trying again."""

    def __init__(self, seconds: float) -> None:
        """From now on."""
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds, 0 when it is over."""
        return max(0.0, self._end - time.monotonic())

    def pause(self) -> bool:
        """Wait a little; False when it is over."""
        if not self.left:
            return False
        time.sleep(min(PAUSE, self.left))
        return True


class PgAnswer:
    """What a statement gives. In a pipeline statements are sent together, and waited for when somebody looks."""

    def __init__(self, cursor: Any, pipeline: Any) -> None:
        """The driver's cursor."""
        self._cursor, self._pipeline = cursor, pipeline

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""
        self._pipeline.sync()
        count: int = self._cursor.rowcount
        return count

    def fetchone(self) -> Any:
        """The next row; None after the last."""
        return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        """The rows that are left."""
        rows: list[Any] = self._cursor.fetchall()
        return rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())


class PgConnection:
    """A connection in a pipeline, which takes the store's SQL."""

    def __init__(self, connection: Any, pipeline: Any) -> None:
        """The driver's connection."""
        self._connection, self._pipeline = connection, pipeline
        self.changed = False  # by a statement, since somebody has set it back
        self._asked: dict[tuple[str, tuple[Any, ...]], PgAnswer] = {}

    def ask(self, sql: str, values: tuple[Any, ...]) -> None:
        """Send a question that will be asked, so that its answer is there by then."""
        self._asked[sql, values] = self.execute(sql, values)

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> PgAnswer:
        """Send a statement."""
        asked = self._asked.pop((sql, tuple(values)), None) if self._asked else None
        if asked is not None:
            return asked
        self.changed = self.changed or not sql.startswith("SELECT")
        return PgAnswer(self._connection.execute(for_postgres(sql), values), self._pipeline)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]], /) -> PgAnswer:
        """Send it for each row of values."""
        if len(rows) == 1:
            return self.execute(sql, rows[0])
        cursor = self._connection.cursor()
        if rows:
            self.changed = True
            cursor.executemany(for_postgres(sql), rows)
        return PgAnswer(cursor, self._pipeline)
