"""Forgetting: what is older than a server wants to keep. Some at a time, so that nobody waits for it."""

from __future__ import annotations

from stellwerk.store.dialect import Connection
from stellwerk.store.personal import PersonalStore
from stellwerk.store.records import News
from stellwerk.store.writer import JobResult

AT_ONCE = 50


class RetentionStore(PersonalStore):
    """The part of the store that forgets. Each method takes a time, and says how many it was; 0: all are gone."""

    def forget_finished(self, before: int) -> int:
        """Remove games that were over by then, and have not been touched since."""

        def work(connection: Connection) -> JobResult[list[str]]:
            rows = connection.execute(
                "SELECT id FROM game WHERE status IN ('finished', 'abandoned') AND changed < ? ORDER BY id LIMIT ?",
                (before, AT_ONCE),
            ).fetchall()
            for row in rows:
                connection.execute("DELETE FROM game WHERE id = ?", row)
            return JobResult([row[0] for row in rows])

        gone = self.writer.do(work)
        self.writer.announce({game_id: News(gone=True) for game_id in gone})
        return len(gone)

    def forget_sessions(self, before: int) -> int:
        """End sessions without an account that began before then, unless a game goes on in which they hold a seat."""
        return self._forget(
            "DELETE FROM session WHERE account IS NULL AND began < ? AND NOT EXISTS (SELECT 1 FROM seat JOIN game"
            " ON game.id = seat.game_id WHERE seat.holder = session.person AND game.status IN ('open', 'running'))",
            before,
        )

    def forget_audit(self, before: int) -> int:
        """Remove old lines of the log."""
        return self._forget("DELETE FROM audit WHERE at < ?", before)

    def forget_chat(self, before: int) -> int:
        """Remove old messages, but not their numbers: whoever follows misses none."""
        return self._forget("DELETE FROM chat WHERE at < ?", before)

    def _forget(self, sql: str, before: int) -> int:
        def work(connection: Connection) -> JobResult[int]:
            return JobResult(connection.execute(sql, (before,)).rowcount)

        return self.writer.do(work)
