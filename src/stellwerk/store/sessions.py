"""Sessions of browsers in the store: who holds a seat is as durable as the seat."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from stellwerk.store import plain
from stellwerk.store.dialect import Connection
from stellwerk.store.papers import PapersStore
from stellwerk.store.records import OpenSession, StoredSession
from stellwerk.store.writer import JobResult

LOG = logging.getLogger(__name__)
# A session of whoever is banned is none, however it came about.
ALLOWED = (
    "NOT EXISTS (SELECT 1 FROM sanction WHERE sanction.kind = 'ban'"
    " AND (sanction.person = session.person OR sanction.person = 'a:' || session.account))"
)
INSERT = "INSERT INTO session (key, person, account, body, began, ends, device, seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
LONGEST_DEVICE = 80


class SessionsStore(PapersStore):
    """The part of the store that is about sessions."""

    def session(self, key: str) -> StoredSession | None:
        """The session under a key; None if there is none, it is over, or what is kept of it cannot be read."""
        if len(key) > plain.LONGEST_KEY:
            return None
        with self.readers.moment() as connection:
            row = connection.execute(
                "SELECT CAST(person AS BLOB), account, CAST(body AS BLOB), ends, device, seen FROM session"
                f" WHERE key = ? AND ends > ? AND {ALLOWED}",
                (key, self.now()),
            ).fetchone()
        if row is None:
            return None
        try:
            return StoredSession(row[0].decode(), row[1], msgspec.json.decode(row[2]), *row[3:])
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
                " body = excluded.body, began = excluded.began, ends = excluded.ends, device = excluded.device,"
                " seen = excluded.seen",
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

    def see_session(self, key: str, device: str) -> None:
        """Keep that a session was used just now, and on which device."""
        row = (plain.text(device, "the device of a session", LONGEST_DEVICE), self.now(), key)

        def work(connection: Connection) -> JobResult[None]:
            connection.execute("UPDATE session SET device = ?, seen = ? WHERE key = ?", row)
            return JobResult(None)

        self.writer.do(work)

    def sessions_of(self, account: int) -> list[OpenSession]:
        """Where an account is signed in, the device seen last first."""
        with self.readers.moment() as connection:
            rows = connection.execute(
                "SELECT key, device, began, seen FROM session WHERE account = ? AND ends > ?"
                " ORDER BY seen DESC, key LIMIT 200",
                (account, self.now()),
            ).fetchall()
        return [OpenSession(*row) for row in rows]

    def end_sessions_of(self, account: int, *, but: str = "", only: str = "") -> int:
        """End sessions of an account: all, all but one, or only one; returns how many."""

        def work(connection: Connection) -> JobResult[int]:
            ended = connection.execute(
                "DELETE FROM session WHERE account = ? AND key <> ? AND (? = '' OR key = ?)", (account, but, only, only)
            ).rowcount
            return JobResult(ended)

        return self.writer.do(work)

    def is_present(self, person: str, account: int | None) -> bool:
        """True while a browser with that name has a session, under whatever key, for that account."""
        with self.readers.moment() as connection:
            rows = connection.execute(
                f"SELECT account FROM session WHERE person = ? AND ends > ? AND {ALLOWED}", (person, self.now())
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
            plain.text(session.device, "the device of a session", LONGEST_DEVICE),
            self.now(),
        )
