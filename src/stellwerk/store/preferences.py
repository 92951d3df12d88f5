"""How a person likes the pages: small texts by name, kept with the account or with the browser that holds seats."""

from __future__ import annotations

from stellwerk.store import plain
from stellwerk.store.dialect import Connection
from stellwerk.store.sessions import SessionsStore
from stellwerk.store.writer import JobResult

LONGEST_PREFERENCE = 1000


class PreferencesStore(SessionsStore):
    """The part of the store that is about preferences."""

    def preference(self, person: str, name: str) -> str | None:
        """What a person has chosen; None if nothing."""
        with self.readers.moment() as connection:
            row = connection.execute(
                "SELECT value FROM preference WHERE person = ? AND name = ?", (person, name)
            ).fetchone()
        return None if row is None else str(row[0])

    def set_preference(self, person: str, name: str, value: str) -> None:
        """Keep a choice."""
        row = (
            plain.text(person, "the name of a person", plain.LONGEST_KEY, empty=False),
            plain.text(name, "the name of a preference", plain.LONGEST_KEY, empty=False),
            plain.text(value, "a preference", LONGEST_PREFERENCE),
            self.now(),
        )

        def work(connection: Connection) -> JobResult[None]:
            connection.execute(
                "INSERT INTO preference (person, name, value, changed) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (person, name) DO UPDATE SET value = excluded.value, changed = excluded.changed",
                row,
            )
            return JobResult(None)

        self.writer.do(work)
