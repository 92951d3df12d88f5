"""What is written into studies: the words and the order of the lines at analysis tables."""

from __future__ import annotations

from typing import Any

from stellwerk.core import BadInput
from stellwerk.store import plain
from stellwerk.store.dialect import LOCK, Connection
from stellwerk.store.errors import Conflict, UnknownGame
from stellwerk.store.records import Paper
from stellwerk.store.reports import ReportsStore
from stellwerk.store.rows import parsed
from stellwerk.store.writer import JobResult

LONGEST_STUDY = 512 * 1024  # characters of its JSON


class StudiesStore(ReportsStore):
    """The part of the store that is about studies."""

    def study(self, game_id: str) -> Paper:
        """What is written into a table's tree; where nothing was ever written, revision 0."""
        with self.moment_of(game_id) as connection:
            row = connection.execute("SELECT revision, body FROM study WHERE game_id = ?", (game_id,)).fetchone()
        return Paper() if row is None else Paper(row[0], parsed(row[1], f"the study of game {game_id}"))

    def write_study(self, game_id: str, expected_revision: int, body: Any) -> int:
        """Replace it and return its new revision, or `Conflict` if it has been changed meanwhile. All who look at the
        table hear of it.
        """
        plain.whole(expected_revision, "the expected revision")
        text = plain.to_json(body, "a study")
        if len(text) > LONGEST_STUDY:
            raise BadInput(f"this is longer than {LONGEST_STUDY} characters")
        now = self.now()

        def work(connection: Connection) -> JobResult[int]:
            if connection.execute(f"SELECT 1 FROM game WHERE id = ? {LOCK}", (game_id,)).fetchone() is None:
                raise UnknownGame(game_id)
            row = connection.execute("SELECT revision FROM study WHERE game_id = ?", (game_id,)).fetchone()
            revision: int = row[0] if row else 0
            if revision != expected_revision:
                raise Conflict(game_id, expected_revision, revision)
            connection.execute(
                "INSERT INTO study (game_id, revision, body, changed) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (game_id) DO UPDATE SET revision = excluded.revision, body = excluded.body,"
                " changed = excluded.changed",
                (game_id, revision + 1, text, now),
            )
            return JobResult(revision + 1, game_id, self.table_changed(connection, game_id, now))

        self.checked(game_id)
        return self.writer.do(work, game_id)
