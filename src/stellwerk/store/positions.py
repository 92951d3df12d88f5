"""Positions in the store: one of every so many for looking back, and the present one. All could be worked out
from the records again; they only save time, and tell when two versions of the rules part.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.store import plain
from stellwerk.store.dialect import LOCK, Connection
from stellwerk.store.errors import Conflict, UnknownGame
from stellwerk.store.mail import MailStore
from stellwerk.store.records import Position, Standing
from stellwerk.store.writer import JobResult

COLUMNS = "SELECT seq, ply, rules, digest, state FROM position"


class PositionsStore(MailStore):
    """The part of the store that is about positions."""

    def position(self, game_id: str, version: int) -> Position | None:
        """The position after the action with that version, if it is stored."""
        with self.moment_of(game_id) as connection:
            row = connection.execute(f"{COLUMNS} WHERE game_id = ? AND seq = ?", (game_id, version)).fetchone()
        return None if row is None else Position(*row)

    def positions(self, game_id: str) -> tuple[Position, ...]:
        """All stored positions of a game."""
        with self.moment_of(game_id) as connection:
            rows = connection.execute(f"{COLUMNS} WHERE game_id = ? ORDER BY seq", (game_id,)).fetchall()
        return tuple(Position(*row) for row in rows)

    def adopt(self, game_id: str, expected_version: int, agreed: int, base: Position, standing: Standing) -> None:
        """The game goes on from a stored position, whatever the rules say of the actions that led there."""
        now = self.now()

        def work(connection: Connection) -> JobResult[None]:
            row = connection.execute(f"SELECT version FROM game WHERE id = ? {LOCK}", (game_id,)).fetchone()
            if row is None:
                raise UnknownGame(game_id)
            if row[0] != expected_version:
                raise Conflict(game_id, expected_version, row[0])
            connection.execute(
                "UPDATE game SET rules = ?, base = ?, agreed = ?, status = ?, asked = ? WHERE id = ?",
                (base.rules, base.version, agreed, plain.status(standing.status), standing.asked, game_id),
            )
            put_positions(connection, game_id, [base])
            return JobResult(None, game_id, self.table_changed(connection, game_id, now))

        self.checked(game_id)
        self.writer.do(work, game_id)

    def found_right(self, game_id: str, version: int, rules: str, positions: Sequence[Position]) -> bool:
        """Keep that the records up to a version agree with the rules of that hash, and where they led."""

        def work(connection: Connection) -> JobResult[bool]:
            row = connection.execute(f"SELECT version FROM game WHERE id = ? {LOCK}", (game_id,)).fetchone()
            if row is None:
                raise UnknownGame(game_id)
            if row[0] != version:
                return JobResult(False)
            connection.execute("UPDATE game SET rules = ? WHERE id = ?", (rules, game_id))
            connection.execute(
                "DELETE FROM position WHERE game_id = ? AND seq > (SELECT base FROM game WHERE id = ?)",
                (game_id, game_id),
            )
            put_positions(connection, game_id, positions)
            return JobResult(True)

        self.checked(game_id)
        return self.writer.do(work, game_id)


def put_positions(connection: Connection, game_id: str, positions: Sequence[Position]) -> None:
    """Store where actions led, in the transaction that stores the actions. The last one is where the game is: what
    came after it has been taken back, and the one that was the present before goes unless it is kept.
    """
    if not positions:
        return
    connection.executemany(
        "UPDATE record SET digest = ? WHERE game_id = ? AND seq = ?",
        [(position.digest, game_id, position.version) for position in positions],
    )
    connection.execute(
        "DELETE FROM position WHERE game_id = ? AND (kept = 0 OR seq > ?)", (game_id, positions[-1].version)
    )
    connection.executemany(
        "INSERT INTO position (game_id, seq, ply, rules, digest, state, kept) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game_id, seq) DO UPDATE SET ply = excluded.ply, rules = excluded.rules,"
        " digest = excluded.digest, state = excluded.state, kept = excluded.kept",
        [
            (game_id, one.version, one.ply, one.rules, one.digest, one.state, int(one.kept))
            for one in positions
            if one.state
        ],
    )
