"""The tables in PostgreSQL: recognised, made or brought up to date, or refused in one line before anything is touched.

The steps are the same as those of the SQLite file (`store/migrations`), in PostgreSQL's types.
"""

from __future__ import annotations

import time
from typing import Any

from stellwerk.store.database import APPLICATION, Migration, migrations
from stellwerk.store.dialect import schema_for_postgres
from stellwerk.store.errors import StoreError
from stellwerk.store.postgres.driver import OLDEST, Database, Error
from stellwerk.store.postgres.leases import SERVERS

TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"


def prepare(database: Database, steps: list[Migration] | None = None) -> None:
    """Bring the schema up to date in one transaction: all steps or none, one process at a time."""
    steps = migrations() if steps is None else steps
    try:
        with database.connect() as connection:
            recognise(connection, database.name)
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (APPLICATION,))
                migrate(connection, database.name, steps)
    except Error as error:
        raise database.worded(error) from None


def recognise(connection: Any, name: str) -> None:
    """Refuse a server that the store cannot use."""
    version = connection.info.server_version
    if version < OLDEST:
        raise StoreError(f"{name}: PostgreSQL {version // 10000} is too old, {OLDEST // 10000} or newer is needed")
    encoding = connection.execute("SHOW server_encoding").fetchone()[0]
    if encoding != "UTF8":
        raise StoreError(f"{name}: its encoding is {encoding}; create it with ENCODING 'UTF8'")


def schema_version(connection: Any, name: str) -> int:
    """The number of the last migration the database has seen; 0 for an empty one."""
    if connection.execute("SELECT to_regclass('migration')").fetchone()[0] is None:
        if connection.execute(TABLES).fetchone()[0]:
            raise StoreError(f"{name}: it holds tables of another program")
        return 0
    number: int = connection.execute("SELECT coalesce(max(number), 0) FROM migration").fetchone()[0]
    return number


def servers(connection: Any) -> int:
    """How many processes look after games here."""
    if connection.execute("SELECT to_regclass('lease')").fetchone()[0] is None:
        return 0
    count: int = connection.execute(SERVERS).fetchone()[0]
    return count


def migrate(connection: Any, name: str, steps: list[Migration]) -> None:
    """Carry out the steps that are missing."""
    version = schema_version(connection, name)
    if version > len(steps):
        raise StoreError(
            f"{name}: written by a newer program (schema {version}, this program knows up to {len(steps)})"
        )
    if 0 < version < len(steps) and servers(connection):
        raise StoreError(
            f"{name}: servers of an older program use it (schema {version}, this program has {len(steps)});"
            " stop them first"
        )
    if version == 0:
        connection.execute("CREATE TABLE migration (number BIGINT PRIMARY KEY, name TEXT NOT NULL, at BIGINT NOT NULL)")
    for step in steps[version:]:
        try:
            for statement in step.statements():
                connection.execute(schema_for_postgres(statement))
        except Error as error:
            raise StoreError(f"{name}: migration {step.number:04}_{step.name}.sql: {error}".splitlines()[0]) from None
        connection.execute(
            "INSERT INTO migration VALUES (%s, %s, %s)", (step.number, step.name, int(time.time() * 1000))
        )
