"""A backup: one file that holds a whole store at one moment, made while servers run, and everything back from it.

The file is an SQLite store, of whatever kind the store was, with a table `backup` that says what is in it. One that is
half written never has its name: it is written under another and renamed. One that was cut off is found by its sums.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from stellwerk.core import BadInput
from stellwerk.formats.plain import one_line
from stellwerk.store.address import is_address, open_store
from stellwerk.store.copying import Content, CopiedTable, contents, copy_into, is_empty, must_agree, tables_in
from stellwerk.store.database import (
    APPLICATION,
    connect,
    migrations,
    open_database,
    plain_errors,
    recognised,
    schema_version,
)
from stellwerk.store.errors import StoreError
from stellwerk.store.sqlite import SqliteStore

BESIDE = ("-wal", "-shm", "-journal")
PRIVATE = 0o600


class BackupNote(Struct, frozen=True):
    """What a backup says of itself. `secrets` are the server's own, by the name of the file that holds each."""

    made: int
    program: str
    content: dict[str, Content]
    secrets: dict[str, str] = {}


def write_backup(
    source: str | Path, target: Path, program: str, secrets: dict[str, str], *, replace: bool = False
) -> BackupNote:
    """Back a store up into a file that is readable for its owner only."""
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise BadInput(f"{target}: name a file in a folder that exists")
    if target.exists() and not replace:
        raise BadInput(f"{target}: there is such a file already; name another, or --replace it")
    with _scratch(target) as part:
        if is_address(source):
            with open_store(source) as store, SqliteStore(part) as copy, store.readers.moment() as moment:
                copy_into(copy, moment)
                now = store.now()
        else:
            now = _copy_file(Path(source), part)
        with plain_errors(part), closing(open_database(part)) as connection:  # an earlier schema is brought up to date
            note = BackupNote(now, program, contents(connection, tables_in(connection)), secrets)
            connection.execute("CREATE TABLE backup (note TEXT NOT NULL)")
            connection.execute("INSERT INTO backup VALUES (?)", (msgspec.json.encode(note).decode(),))
            connection.execute("PRAGMA journal_mode = DELETE")
        _rename(part, target)
    return note


def read_backup(file: Path) -> BackupNote:
    """What a backup says of itself, after all of it was looked at; one that is not whole is refused in one line."""
    if not file.is_file():
        raise BadInput(f"{file}: there is no such file")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            known = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'backup'").fetchone()[0]
            if application != APPLICATION or not known:
                raise BadInput(f"{file}: not a backup of Stellwerk")
            if schema_version(connection) > len(migrations()):
                raise BadInput(f"{file}: written by a newer program; use that one to restore it")
            verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if verdict != "ok":
                raise BadInput(one_line(f"{file}: the backup is damaged or cut off: {verdict}"))
            note = _note(connection, file)
            must_agree(note.content, contents(connection, tables_in(connection)), f"{file}: the backup is damaged")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise BadInput(one_line(f"{file}: not a backup of Stellwerk, or damaged or cut off: {error}")) from None
    return note


def restore(file: Path, target: str | Path, *, replace: bool = False) -> tuple[BackupNote, Path | None]:
    """Put a backup into an empty store, compared row by row. To replace what is there must be wished; of a file that
    is kept beside it, and where is told.
    """
    note = read_backup(file)
    if is_address(target):
        with tempfile.TemporaryDirectory(prefix="stellwerk-") as folder:
            copy = Path(folder) / "backup.sqlite"
            _unpack(file, copy, note)
            with SqliteStore(copy) as source, open_store(target) as store, source.readers.moment() as moment:
                if store.servers():
                    raise BadInput(f"{store.writer.place}: a server uses it; stop all of them first")
                copy_into(store, moment, replace=replace)
        return note, None
    place = Path(target)
    place.parent.mkdir(parents=True, exist_ok=True)
    kept = _make_room(place, replace=replace)
    with _scratch(place) as part:
        _unpack(file, part, note)
        if kept is not None:
            _keep_beside(place, kept)
        _rename(part, place)
    return note, kept


def _unpack(file: Path, copy: Path, note: BackupNote) -> None:
    """A store of its own, up to date, from a backup."""
    _copy_file(file, copy)
    with plain_errors(copy), closing(connect(copy)) as connection:
        connection.execute("DROP TABLE backup")
        old: tuple[CopiedTable, ...] = tables_in(connection)
        must_agree(note.content, contents(connection, old), str(copy))
    open_database(copy).close()


def _keep_beside(place: Path, kept: Path) -> None:
    """Give what is there another name too. It has its own until the new file takes it in one step: whoever is killed
    in between finds the one or the other, never none.
    """
    for end in BESIDE:  # of a damaged file; of any other everything is in the file by now
        if place.with_name(place.name + end).exists():
            shutil.copy2(place.with_name(place.name + end), kept.with_name(kept.name + end))
    try:
        os.link(place, kept)
    except OSError:  # a file system without such names
        shutil.copy2(place, kept)


def _make_room(place: Path, *, replace: bool) -> Path | None:
    """Where the file goes that is in the way; None if there is none worth keeping."""
    if not place.exists():
        return None
    if not replace:
        with SqliteStore(place) as store, store.readers.moment() as moment:
            if not is_empty(moment):
                raise StoreError(f"{place}: there are games or people here already; --replace puts the backup there")
        return None
    try:  # what is only in its log so far belongs into the file
        with closing(recognised(place)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (StoreError, sqlite3.Error):  # damaged: that is why it is replaced
        pass
    for number in range(1, 1000):
        kept = place.with_name(f"{place.name}.before-{number}")
        if not kept.exists():
            return kept
    raise BadInput(f"{place}: too many files from before are kept beside it")


def _copy_file(source: Path, target: Path) -> int:
    """SQLite's own copying of a file that is in use; when it was."""
    if not source.is_file():
        raise BadInput(f"{source}: there are no games here")
    with plain_errors(source), closing(recognised(source)) as old, closing(sqlite3.connect(target)) as new:
        if not schema_version(old):
            raise BadInput(f"{source}: there are no games here")
        old.backup(new)  # all in one step: one moment, and writers need not wait for it
        (now,) = old.execute("SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)").fetchone()
    return int(now)


def _note(connection: sqlite3.Connection, file: Path) -> BackupNote:
    try:
        row = connection.execute("SELECT note FROM backup").fetchone()
        return msgspec.json.decode(row[0], type=BackupNote)
    except (msgspec.DecodeError, TypeError):
        raise BadInput(f"{file}: the backup does not say what is in it") from None


@contextmanager
def _scratch(target: Path) -> Iterator[Path]:
    """A file beside another, for its owner only; whatever is left of it goes in the end."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.absolute().parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    except OSError as error:
        raise BadInput(f"{target}: {error.strerror or error}") from None
    finally:
        for end in ("", *BESIDE):
            part.with_name(part.name + end).unlink(missing_ok=True)


def _rename(part: Path, target: Path) -> None:
    """Give a file that is whole its name, durably."""
    os.chmod(part, PRIVATE)
    with part.open("rb") as file:
        os.fsync(file.fileno())
    for end in BESIDE:  # of a file that was there before
        target.with_name(target.name + end).unlink(missing_ok=True)
    os.replace(part, target)
    if os.name == "posix":
        folder = os.open(target.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
