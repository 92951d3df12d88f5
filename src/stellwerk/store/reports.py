"""Reports of games that are over. They could be made again; whoever asks need not wait for that."""

from __future__ import annotations

from stellwerk.store.dialect import LOCK, Connection
from stellwerk.store.positions import PositionsStore
from stellwerk.store.writer import JobResult


class ReportsStore(PositionsStore):
    """The part of the store that is about reports."""

    def report(self, game_id: str, made_of: bytes) -> bytes | None:
        """The report of a game, if one is kept that was made of that."""
        with self.moment_of(game_id) as connection:
            row = connection.execute(
                "SELECT body FROM report WHERE game_id = ? AND made_of = ?", (game_id, made_of)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def keep_report(self, game_id: str, made_of: bytes, body: bytes) -> None:
        """Keep a report in place of an older one; nothing is kept of a game that has gone meanwhile."""

        def work(connection: Connection) -> JobResult[None]:
            if connection.execute(f"SELECT 1 FROM game WHERE id = ? {LOCK}", (game_id,)).fetchone() is not None:
                connection.execute(
                    "INSERT INTO report (game_id, made_of, body) VALUES (?, ?, ?)"
                    " ON CONFLICT (game_id) DO UPDATE SET made_of = excluded.made_of, body = excluded.body",
                    (game_id, made_of, body),
                )
            return JobResult(None)  # no news: nothing has changed at the table

        self.checked(game_id)
        self.writer.do(work, game_id)
