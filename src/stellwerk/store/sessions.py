"""Sessions of browsers in the store: who holds a seat is as durable as the seat."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from stellwerk.store import plain
from stellwerk.store.dialect import Connection
from stellwerk.store.papers import PapersStore
from stellwerk.store.records import StoredSession
from stellwerk.store.writer import JobResult

LOG = logging.getLogger(__name__)
INSERT = "INSERT INTO session (key, person, account, body, began, ends) VALUES (?, ?, ?, ?, ?, ?)"


class SessionsStore(PapersStore):
    """The part of the store that is about sessions."""

    def session(self, key: str) -> StoredSession | None:
        """The session under a key; None if there is none, it is over, or what is kept of it cannot be read."""
        if len(key) > plain.LONGEST_KEY:
            return None
        with self.readers.moment() as connection:
            row = connection.execute(
                "SELECT CAST(person AS BLOB), account, CAST(body AS BLOB), ends FROM session"
                " WHERE key = ? AND ends > ?",
                (key, self.now()),
            ).fetchone()
        if row is None:
            return None
        try:
            return StoredSession(row[0].decode(), row[1], msgspec.json.decode(row[2]), row[3])
        except (msgspec.DecodeError, UnicodeDecodeError):  # a damaged one costs that session, nothing else
            LOG.warning("a session is damaged; whoever has it must come by his links again")
            return None

    def put_session(self, key: str, session: StoredSession, replaces: str = "") -> None:
        """Keep a session; the one it replaces ends in the same moment."""
        row = self._row(key, session)
        plain.text(replaces, "the key of a session", plain.LONGEST_KEY)

        def work(connection: Connection) -> JobResult[None]:
            if replaces:
                connection.execute("DELETE FROM session WHERE key = ?", (replaces,))
            connection.execute(
                f"{INSERT} ON CONFLICT (key) DO UPDATE SET person = excluded.person, account = excluded.account,"
                " body = excluded.body, began = excluded.began, ends = excluded.ends",
                row,
            )
            return JobResult(None)

        self.writer.do(work)

    def add_sessions(self, sessions: Iterable[tuple[str, StoredSession]]) -> int:
        """Take sessions over that were kept elsewhere, all at once; those that are known stay. Returns how many."""
        rows = [self._row(key, session) for key, session in sessions]

        def work(connection: Connection) -> JobResult[int]:
            return JobResult(sum(connection.execute(f"{INSERT} ON CONFLICT DO NOTHING", row).rowcount for row in rows))

        return self.writer.do(work)

    def end_session(self, key: str) -> None:
        """Forget a session."""

        def work(connection: Connection) -> JobResult[None]:
            connection.execute("DELETE FROM session WHERE key = ?", (key,))
            return JobResult(None)

        self.writer.do(work)

    def is_present(self, person: str, account: int | None) -> bool:
        """True while a browser with that name has a session, under whatever key, for that account."""
        with self.readers.moment() as connection:
            rows = connection.execute(
                "SELECT account FROM session WHERE person = ? AND ends > ?", (person, self.now())
            ).fetchall()
        return (account,) in rows

    def end_old_sessions(self) -> int:
        """Forget the sessions that are over; returns how many."""
        now = self.now()

        def work(connection: Connection) -> JobResult[int]:
            count = connection.execute("DELETE FROM session WHERE ends <= ?", (now,)).rowcount
            if count:  # a browser without a session never comes back under its name
                connection.execute(
                    "DELETE FROM preference WHERE person LIKE 'p:%' AND person NOT IN (SELECT person FROM session)"
                )
            return JobResult(count)

        return self.writer.do(work)

    def _row(self, key: str, session: StoredSession) -> tuple[Any, ...]:
        """A session's row, looked at."""
        return (
            plain.text(key, "the key of a session", plain.LONGEST_KEY, empty=False),
            plain.text(session.person, "the name behind a session", plain.LONGEST_KEY, empty=False),
            session.account if session.account is None else plain.whole(session.account, "the number of an account"),
            plain.to_json(session.body, "a session"),
            self.now(),
            plain.whole(session.ends, "the end of a session"),
        )
