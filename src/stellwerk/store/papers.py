"""Papers: what the holder of a seat keeps for himself at a table. Nobody else ever gets to see them."""

from __future__ import annotations

from typing import Any

from stellwerk.core import BadInput
from stellwerk.store import plain
from stellwerk.store.dialect import Connection
from stellwerk.store.errors import Conflict
from stellwerk.store.people import PeopleStore
from stellwerk.store.records import Paper
from stellwerk.store.rows import parsed
from stellwerk.store.writer import JobResult

LONGEST_PAPER = 64 * 1024  # characters of its JSON


class PapersStore(PeopleStore):
    """The part of the store that is about papers."""

    def paper(self, game_id: str, seat: int, kind: str) -> Paper:
        """A paper of a seat; one that was never written is at revision 0 and says nothing."""
        plain.whole(seat, "the seat", 0, 99)
        plain.text(kind, "the kind of a paper", empty=False)
        with self.moment_of(game_id) as connection:
            row = connection.execute(
                "SELECT revision, body FROM paper WHERE game_id = ? AND seat = ? AND kind = ?", (game_id, seat, kind)
            ).fetchone()
        return Paper() if row is None else Paper(row[0], parsed(row[1], f"a paper of game {game_id}"))

    def papers(self, game_id: str, kind: str) -> dict[int, Paper]:
        """All papers of a kind at a table, by seat."""
        with self.moment_of(game_id) as connection:
            rows = connection.execute(
                "SELECT seat, revision, body FROM paper WHERE game_id = ? AND kind = ?", (game_id, kind)
            ).fetchall()
        return {seat: Paper(revision, parsed(body, f"a paper of game {game_id}")) for seat, revision, body in rows}

    def write_paper(self, game_id: str, seat: int, kind: str, expected_revision: int, body: Any) -> int:
        """Replace a paper and return its new revision, or `Conflict` if another device has changed it meanwhile."""
        number = plain.whole(seat, "the seat", 0, 99)
        plain.text(kind, "the kind of a paper", empty=False)
        plain.whole(expected_revision, "the expected revision")
        text = plain.to_json(body, "a paper")
        if len(text) > LONGEST_PAPER:
            raise BadInput(f"this is longer than {LONGEST_PAPER} characters")
        now = self.now()

        def work(connection: Connection) -> JobResult[int]:
            self._holder(connection, game_id, number)
            row = connection.execute(
                "SELECT revision FROM paper WHERE game_id = ? AND seat = ? AND kind = ?", (game_id, number, kind)
            ).fetchone()
            revision: int = row[0] if row else 0
            if revision != expected_revision:
                raise Conflict(game_id, expected_revision, revision)
            connection.execute(
                "INSERT INTO paper (game_id, seat, kind, revision, body, changed) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (game_id, seat, kind) DO UPDATE SET revision = excluded.revision, body = excluded.body,"
                " changed = excluded.changed",
                (game_id, number, kind, revision + 1, text, now),
            )
            return JobResult(revision + 1)  # no news: that somebody makes plans is nobody else's business

        self.checked(game_id)
        return self.writer.do(work, game_id)
