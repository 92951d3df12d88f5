"""A whole store, table by table: copied into another one of either kind, counted and fingerprinted.

Which tables there are is what the migrations say, so that nothing is forgotten when one is added. What belongs to the
running servers (`lease`, `writer`) or to the place itself (`migration`, `backup`) stays where it is.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from stellwerk.store.database import migrations
from stellwerk.store.dialect import Connection
from stellwerk.store.errors import StoreError
from stellwerk.store.writer import JobResult

if TYPE_CHECKING:
    from stellwerk.store.games import GamesStore

OWN = ("backup", "lease", "migration", "writer")
AT_ONCE = 200  # rows; a position may have a hundred kilobytes


class CopiedTable(Struct, frozen=True):
    """A table: its columns, and those of them that tell its rows apart and say their order; `counted` says that the
    database gives its rows numbers.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    counted: bool


class Content(Struct, frozen=True):
    """What a table holds: how many rows, and a fingerprint of them all."""

    rows: int
    digest: str


@cache
def tables() -> tuple[CopiedTable, ...]:
    """The tables of a store; one that refers to another comes after it."""
    connection = sqlite3.connect(":memory:")
    try:
        for step in migrations():
            for statement in step.statements():
                connection.execute(statement)
        return tables_in(connection)
    finally:
        connection.close()


def tables_in(connection: sqlite3.Connection) -> tuple[CopiedTable, ...]:
    """The same for a file, which an earlier program may have written."""
    made = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    found = {
        name: _table(connection, name, counted="AUTOINCREMENT" in sql)
        for name, sql in made
        if name not in OWN and not name.startswith("sqlite_")
    }
    parents = {
        name: {row[2] for row in connection.execute(f"PRAGMA foreign_key_list({name})")} - {name} for name in found
    }
    ordered: list[CopiedTable] = []
    while len(ordered) < len(found):
        done = {table.name for table in ordered}
        ready = [table for name, table in found.items() if name not in done and parents[name] <= done]
        if not ready:
            raise StoreError("the tables of this file refer to one another in a circle")
        ordered += ready
    return tuple(ordered)


def _table(connection: sqlite3.Connection, name: str, *, counted: bool) -> CopiedTable:
    info = connection.execute(f"PRAGMA table_info({name})").fetchall()
    key = sorted((row[5], row[1]) for row in info if row[5])
    return CopiedTable(name, tuple(row[1] for row in info), tuple(column for _, column in key), counted)


def rows_of(connection: Connection, table: CopiedTable) -> Iterator[list[Any]]:
    """All rows in the order of their key, some at a time: no table need fit into memory."""
    key, columns = ", ".join(table.key), ", ".join(table.columns)
    places = [table.columns.index(column) for column in table.key]
    after: tuple[Any, ...] = ()
    while True:
        where = f"WHERE ({key}) > ({', '.join('?' * len(after))}) " if after else ""
        rows = connection.execute(
            f"SELECT {columns} FROM {table.name} {where}ORDER BY {key} LIMIT {AT_ONCE}", after
        ).fetchall()
        if not rows:
            return
        yield rows
        after = tuple(rows[-1][place] for place in places)


def contents(connection: Connection, of: tuple[CopiedTable, ...] | None = None) -> dict[str, Content]:
    """What each table holds; equal for two stores that hold the same, of whatever kind."""
    return {table.name: _counted(rows_of(connection, table)) for table in of or tables()}


def _counted(groups: Iterator[list[Any]]) -> Content:
    digest, count = hashlib.sha256(), 0
    for rows in groups:
        for row in rows:
            digest.update(msgspec.msgpack.encode(tuple(row)))
        count += len(rows)
    return Content(count, digest.hexdigest())


def copy_into(store: GamesStore, source: Connection, *, replace: bool = False) -> dict[str, Content]:
    """Put everything of a source into a store, in one transaction and compared before it ends; what was copied. The
    store must be empty, unless what it holds is to be replaced.
    """

    def work(target: Connection) -> JobResult[dict[str, Content]]:
        if replace:
            clear_tables(target)
        elif not is_empty(target):
            raise StoreError(f"{store.writer.place}: there are games or people here already")
        for table in tables():
            marks = ", ".join("?" * len(table.columns))
            insert = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})"
            for rows in rows_of(source, table):
                target.executemany(insert, rows)
        copied = contents(source)
        must_agree(copied, contents(target), store.writer.place)
        store.count_on(target, [table.name for table in tables() if table.counted])
        return JobResult(copied)

    return store.writer.do(work)


def clear_tables(connection: Connection) -> None:
    """Remove everything that `copy_into` brings."""
    for table in reversed(tables()):
        connection.execute(f"DELETE FROM {table.name}")


def is_empty(connection: Connection) -> bool:
    """True if nobody has left anything in a store."""
    return all(connection.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchone() is None for table in tables())


def must_agree(wanted: dict[str, Content], found: dict[str, Content], what: str) -> None:
    """Refuse what does not hold the same; `what` is named in the error."""
    for name, content in wanted.items():
        other = found.get(name)
        if other != content:
            has = "none" if other is None else f"{other.rows} rows"
            raise StoreError(f"{what}: table {name} has {has} that differ from the {content.rows} it should have")
