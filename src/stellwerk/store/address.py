"""Where a store is: the path of an SQLite file, or the address of a PostgreSQL database."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from stellwerk.store.errors import StoreError
from stellwerk.store.games import GamesStore
from stellwerk.store.sqlite import SqliteStore

SCHEMES = ("postgresql://", "postgres://")


def is_address(where: str | Path) -> bool:
    """True for the address of a database, not a file."""
    return str(where).startswith(SCHEMES)


def open_store(where: str | Path, clock: Callable[[], float] = time.time) -> GamesStore:
    """The store there; a new file or an empty database becomes one."""
    if is_address(where):
        try:
            from stellwerk.store.postgres import PostgresStore
        except ImportError as error:
            raise StoreError(
                f"PostgreSQL needs the driver psycopg: pip install 'stellwerk[postgres]' ({error})"
            ) from None
        return PostgresStore(str(where), clock)
    if "://" in str(where):
        raise StoreError(f"{str(where).partition('://')[0]}:// is no database this program knows; postgresql:// is")
    return SqliteStore(where, clock)
