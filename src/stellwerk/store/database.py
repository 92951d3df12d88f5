"""The SQLite file: recognised, opened and brought up to date, or refused in one line before anything is touched."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct

from stellwerk.formats.plain import one_line
from stellwerk.store.errors import StoreError

APPLICATION = 0x5354574B  # "STWK", in the head of the file
WAIT_SECONDS = 30.0
LOG_SECONDS = 5.0
ROOM = 1024 * 1024  # bytes
CHECKED_BYTES = 32 * 1024 * 1024  # a file up to this size is checked whole when it is opened
WAL_TRIES = 50

_FILE_NAME = re.compile(r"([0-9]{4})_([a-z0-9_]+)\.sql")


class Migration(Struct, frozen=True):
    """A numbered step of the schema."""

    number: int
    name: str
    sql: str

    def statements(self) -> Iterator[str]:
        """The statements one by one: `executescript` would commit what went before."""
        statement = ""
        for line in self.sql.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""
        if re.sub(r"--[^\n]*", "", statement).strip():
            raise StoreError(f"migration {self.number:04}_{self.name}.sql: the last statement has no end")


def migrations(folder: Traversable | None = None) -> list[Migration]:
    """The migrations that come with the program, in order."""
    found = []
    for item in (folder or files("stellwerk.store") / "migrations").iterdir():
        match = _FILE_NAME.fullmatch(item.name)
        if match:
            found.append(Migration(int(match[1]), match[2], item.read_text(encoding="utf-8")))
    found.sort(key=lambda migration: migration.number)
    if [migration.number for migration in found] != list(range(1, len(found) + 1)):
        raise StoreError("the migrations of the store are not numbered from 0001 without a gap")
    return found


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """SQLite's errors as one line that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(one_line(f"{path}: {error}")) from None


def connect(path: Path, *, reader: bool = False) -> sqlite3.Connection:
    """A connection with the settings the store relies on; transactions are begun by hand."""
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # macOS: an ordinary fsync stops at the drive's cache
    connection.execute("PRAGMA secure_delete = ON")  # what was erased is not left over in free pages
    if reader:
        connection.execute("PRAGMA query_only = ON")
    return connection


def open_database(path: Path, steps: list[Migration] | None = None) -> sqlite3.Connection:
    """The writer's connection to a store's file, made anew or brought up to date."""
    if path.is_dir():
        raise StoreError(f"{path}: a directory, not a file")
    if not path.parent.is_dir():
        raise StoreError(f"{path}: there is no directory {path.parent}")
    try:
        path.touch(mode=0o600)  # a new file holds people's hashes: it is for its owner only
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None
    with plain_errors(path):
        connection = recognised(path)
        try:
            use_wal(connection, path)
            migrate(connection, path, migrations() if steps is None else steps)
        except BaseException:
            connection.close()
            raise
    return connection


def recognised(path: Path) -> sqlite3.Connection:
    """A connection to the file, unless it is broken or of another program; an empty one is fine."""
    connection: sqlite3.Connection | None = None
    try:
        connection = connect(path)
        # In this order: both come with one commit, and another process may be making it now.
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        if application == APPLICATION and path.stat().st_size <= CHECKED_BYTES:
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != "ok":
                raise StoreError(one_line(f"{path}: the database is damaged: {verdict}"))
        if application != APPLICATION and (application or tables):
            raise StoreError(f"{path}: an SQLite database of another program")
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            reason = f"{path}: not a Stellwerk database, or a damaged one: {error}"
            raise StoreError(one_line(reason)) from None
        raise
    return connection


def use_wal(connection: sqlite3.Connection, path: Path) -> None:
    """Readers must not wait for the writer."""
    for attempt in range(WAL_TRIES):
        try:
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            break
        except sqlite3.OperationalError:  # another process is doing the same; SQLite does not wait for that
            if attempt == WAL_TRIES - 1:
                raise
            time.sleep(0.02)
    if mode != "wal":
        raise StoreError(f"{path}: the file system cannot hold a write-ahead log; put the file on a local disk")


def must_have_room(path: Path) -> None:
    """A `StoreError` if the disk of a store has no room for some moves, whatever limits it."""
    trial = path.with_name(f"{path.name}.room")
    try:
        trial.touch(mode=0o600)
        trial.write_bytes(bytes(ROOM))
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            trial.unlink()


def empty_log(path: Path) -> bool:
    """Bring everything from the write-ahead log into the file and cut it off: what was erased may still stand there.
    False if somebody is reading just now.
    """
    with plain_errors(path):
        connection = sqlite3.connect(path, timeout=LOG_SECONDS, isolation_level=None)
        try:
            busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.OperationalError:  # locked
            return False
        finally:
            connection.close()
    return not busy


def schema_version(connection: sqlite3.Connection) -> int:
    """The number of the last migration the file has seen; 0 for a new file."""
    known = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'migration'").fetchone()[0]
    if not known:
        return 0
    number: int = connection.execute("SELECT coalesce(max(number), 0) FROM migration").fetchone()[0]
    return number


def migrate(connection: sqlite3.Connection, path: Path, steps: list[Migration]) -> None:
    """Bring the schema up to date in one transaction: all steps or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = schema_version(connection)
        if version > len(steps):
            raise StoreError(
                f"{path}: written by a newer program (schema {version}, this program knows up to {len(steps)})"
            )
        if version < len(steps):
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS migration"
                " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL)"
            )
        for step in steps[version:]:
            try:
                for statement in step.statements():
                    connection.execute(statement)
            except sqlite3.Error as error:
                raise StoreError(one_line(f"{path}: migration {step.number:04}_{step.name}.sql: {error}")) from None
            connection.execute(
                "INSERT INTO migration VALUES (?, ?, ?)", (step.number, step.name, int(time.time() * 1000))
            )
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
