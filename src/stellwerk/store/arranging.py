"""The table around a game: its settings, how the game stands, who gets which seat. Each change is one transaction."""

from __future__ import annotations

from typing import Any

from stellwerk.store import plain, tokens
from stellwerk.store.alerts import HOOKED, put_alert, wants_to_know
from stellwerk.store.allowances import AllowancesStore
from stellwerk.store.dialect import LOCK, Connection
from stellwerk.store.errors import Conflict, SeatTaken, UnknownGame
from stellwerk.store.records import NewSeat, Standing
from stellwerk.store.rows import parsed
from stellwerk.store.writer import JobResult


class ArrangingStore(AllowancesStore):
    """The part of the store that is about tables."""

    def arrange(
        self,
        game_id: str,
        *,
        settings: dict[str, Any] | None = None,
        standing: Standing | None = None,
        expected: int | None = None,
        alert: int | None = None,
    ) -> None:
        """Change the table's settings or how the game stands; `Conflict` if the table is not at the `arrangement` that
        is expected any more. `alert`: this seat is to be told that it is asked, though nothing has moved.
        """
        text = None if settings is None else plain.to_json(settings, "settings")
        now = self.now()
        told: list[int] = []

        def work(connection: Connection) -> JobResult[None]:
            told[:] = self._arrange(connection, game_id, text, standing, expected)
            if alert is not None and not told:
                put_alert(connection, game_id, alert, self.news(connection, game_id).version, now)
                told.append(alert)
            return JobResult(None, game_id, self.table_changed(connection, game_id, now))

        self.checked(game_id)
        self.writer.do(work, game_id)
        if told:
            self.alerted.set()

    def change_seat(
        self,
        game_id: str,
        seat: int,
        expected_holder: str,
        new: NewSeat,
        *,
        settings: dict[str, Any] | None = None,
        standing: Standing | None = None,
        expected: int | None = None,
        token: bool = False,
    ) -> str:
        """Give a seat to somebody, or `SeatTaken` if its holder is not as expected. Its old link is void then; if
        wished there is a new one, whose secret is given back. What else changes by it changes in the same moment.

        Until the first action the player's name in the game follows the seat; after it the game keeps its names.
        """
        row = plain.seat_row(new)
        number = plain.whole(seat, "the seat", 0, 99)
        text = None if settings is None else plain.to_json(settings, "settings")
        secret = tokens.new_token() if token else ""
        now = self.now()
        told: list[int] = []

        def work(connection: Connection) -> JobResult[str]:
            if self._holder(connection, game_id, number) != expected_holder:
                raise SeatTaken(game_id, number)
            told[:] = self._arrange(connection, game_id, text, standing, expected)
            connection.execute(
                "UPDATE seat SET name = ?, kind = ?, holder = ?, bot = ?, token = ? WHERE game_id = ? AND number = ?",
                (*row, tokens.hashed(secret) if secret else None, game_id, number),
            )
            if new.holder != expected_holder:  # what one has kept for oneself is not for the next
                connection.execute("DELETE FROM paper WHERE game_id = ? AND seat = ?", (game_id, number))
            version, names = connection.execute("SELECT version, players FROM game WHERE id = ?", (game_id,)).fetchone()
            if version == 0:
                players = parsed(names, f"the head of game {game_id}")
                players[number] = row[0]
                connection.execute(
                    "UPDATE game SET players = ? WHERE id = ?",
                    (plain.to_json(plain.names(players), "players"), game_id),
                )
            return JobResult(secret, game_id, self.table_changed(connection, game_id, now))

        self.checked(game_id)
        given = self.writer.do(work, game_id)
        if told:
            self.alerted.set()
        return given

    def _arrange(
        self, connection: Connection, game_id: str, text: str | None, standing: Standing | None, expected: int | None
    ) -> list[int]:
        """Change what is given; who is to be told of his turn."""
        row = connection.execute(
            f"SELECT version, desk, asked, status, {HOOKED} FROM game WHERE id = ? {LOCK}", (game_id,)
        ).fetchone()
        if row is None:
            raise UnknownGame(game_id)
        version, arrangement, asked, status, hooked = row
        if expected is not None and arrangement != expected:
            raise Conflict(game_id, expected, arrangement)
        if text is not None:
            connection.execute("UPDATE game SET settings = ? WHERE id = ?", (text, game_id))
        if standing is None:
            return []
        connection.execute(
            "UPDATE game SET status = ?, asked = ? WHERE id = ?",
            (plain.status(standing.status), standing.asked, game_id),
        )
        told = list(wants_to_know(hooked if text is None else text, asked if status == "running" else None, standing))
        for seat in told:
            put_alert(connection, game_id, seat, version, self.now())
        return told
