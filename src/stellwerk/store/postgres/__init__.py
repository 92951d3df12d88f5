"""The store in PostgreSQL, for several server processes on one database. Needs psycopg (`stellwerk[postgres]`)."""

from stellwerk.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
