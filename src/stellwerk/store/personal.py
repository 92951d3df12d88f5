"""What is kept of a person: given out whole, and erased. Games stay as they were played, under another name."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from stellwerk.store import plain
from stellwerk.store.copying import tables
from stellwerk.store.dialect import LOCK, Connection
from stellwerk.store.office import OfficeStore
from stellwerk.store.records import News
from stellwerk.store.rows import parsed
from stellwerk.store.writer import JobResult

SECRET = {"password", "token", "key"}  # columns that are nobody's business, not even their owner's
# Where a person is named in a column of its own; what hangs on these rows goes with them.
OWNED = (("session", "person"), ("preference", "person"), ("sanction", "person"))
# The settings of a table without what somebody has left in them: (settings, his names, his seats) -> settings.
Rework = Callable[[dict[str, Any], Sequence[str], Sequence[int]], dict[str, Any]]


class PersonalStore(OfficeStore):
    """The part of the store that is about a person's data."""

    def personal_data(self, person: str) -> dict[str, Any]:
        """Everything that is kept of a person, as plain data. Hashes of passwords and links are left out."""
        with self.readers.moment() as connection:
            names = self.names_of(connection, person)
            found: dict[str, Any] = {"person": person, "names": names}
            if person.startswith("a:"):
                number = (int(person[2:]),)
                found["account"] = self._rows(connection, "SELECT * FROM account WHERE id = ?", number)
                found["sessions"] = self._rows(connection, "SELECT * FROM session WHERE account = ?", number)
                for table in self._of_account(connection):
                    found[table] = self._rows(connection, f"SELECT * FROM {table} WHERE account = ?", number)
            marks = ", ".join("?" * len(names))
            found.setdefault(
                "sessions", self._rows(connection, f"SELECT * FROM session WHERE person IN ({marks})", names)
            )
            for table, column in OWNED[1:]:
                found[f"{table}s"] = self._rows(connection, f"SELECT * FROM {table} WHERE {column} IN ({marks})", names)
            found["chat"] = self._rows(connection, f"SELECT * FROM chat WHERE person IN ({marks})", names)
            found["audit"] = self._rows(connection, f"SELECT * FROM audit WHERE whom IN ({marks})", names)
            found["tables"] = [self._table(connection, game_id, names) for game_id in self._games(connection, names)]
        return found

    def _table(self, connection: Connection, game_id: str, names: Sequence[str]) -> dict[str, Any]:
        """What somebody has at a table: his seats, moves, papers, and the table's settings if it is his."""
        head = self._rows(
            connection,
            "SELECT id, title, status, players, settings, created, changed FROM game WHERE id = ?",
            (game_id,),
        )[0]
        settings, head["players"] = parsed(head.pop("settings"), game_id), parsed(head["players"], game_id)
        seats = [
            seat
            for seat in self._rows(connection, "SELECT * FROM seat WHERE game_id = ? ORDER BY number", (game_id,))
            if seat["holder"] in names
        ]
        numbers = [str(seat["number"]) for seat in seats]
        head["webhooks"] = {seat: url for seat, url in settings.get("hooks", {}).items() if seat in numbers}
        head["creator"] = settings.get("creator") in names
        head["table"] = settings.get("name", "")
        marks = ", ".join("?" * len(numbers)) or "NULL"
        own = (game_id, *map(int, numbers))
        return head | {
            "seats": seats,
            "study": self._rows(connection, "SELECT * FROM study WHERE game_id = ?", (game_id,)) if numbers else [],
            "papers": self._rows(connection, f"SELECT * FROM paper WHERE game_id = ? AND seat IN ({marks})", own),
            "moves": self._rows(
                connection,
                "SELECT seq, kind, seat, body, at, by FROM record"
                f" WHERE game_id = ? AND seat IN ({marks}) ORDER BY seq",
                own,
            ),
        }

    def erase_person(self, person: str, actor: str, rework: Rework) -> int:
        """Remove what is kept of a person: account, sessions, what he has written. His seats are held by nobody who
        can come back, under names that say nothing; moves stay, so that games can be replayed. How many games that is.
        """
        nobody = f"x:{secrets.token_hex(12)}"
        now = self.now()

        def work(connection: Connection) -> JobResult[dict[str, News]]:
            names = self.cut_off(connection, person)
            games = {
                game_id: self._forget_at(connection, game_id, names, nobody, rework, now)
                for game_id in self._games(connection, names)
            }
            self._drop(connection, person, names)
            connection.execute(f"UPDATE audit SET detail = '' WHERE whom IN ({', '.join('?' * len(names))})", names)
            self.record_act(connection, actor, "erase", person)
            return JobResult(games)

        changed = self.writer.do(work)
        self.writer.announce(changed)
        return len(changed)

    def delete_person(self, person: str, actor: str) -> None:
        """Remove an account with its sessions and preferences; his names at tables and what he has said stay."""
        nobody = f"x:{secrets.token_hex(12)}"

        def work(connection: Connection) -> JobResult[None]:
            names = self.cut_off(connection, person)
            marks = ", ".join("?" * len(names))
            connection.execute(f"UPDATE seat SET holder = ? WHERE holder IN ({marks})", (nobody, *names))
            connection.execute(f"UPDATE chat SET person = '' WHERE person IN ({marks})", names)
            self._drop(connection, person, names)
            self.record_act(connection, actor, "delete", person)
            return JobResult(None)

        self.writer.do(work)

    def _drop(self, connection: Connection, person: str, names: Sequence[str]) -> None:
        """The rows that are about a person and nothing else."""
        marks = ", ".join("?" * len(names))
        for table, column in OWNED:
            connection.execute(f"DELETE FROM {table} WHERE {column} IN ({marks})", names)
        if person.startswith("a:"):
            connection.execute("DELETE FROM account WHERE id = ?", (int(person[2:]),))

    def _forget_at(
        self, connection: Connection, game_id: str, names: Sequence[str], nobody: str, rework: Rework, now: int
    ) -> News:
        """Take a person out of a table."""
        row = connection.execute(f"SELECT players, settings FROM game WHERE id = ? {LOCK}", (game_id,)).fetchone()
        players, settings = parsed(row[0], game_id), parsed(row[1], game_id)
        seats = connection.execute("SELECT number, name, holder FROM seat WHERE game_id = ?", (game_id,)).fetchall()
        mine = [number for number, _, holder in seats if holder in names]
        taken = {*players, *(name for _, name, _ in seats)}
        for number in mine:
            plain_name = f"Player {number + 1}"
            while plain_name in taken:
                plain_name += "+"
            taken.add(plain_name)
            old = {players[number], *(name for place, name, _ in seats if place == number)}
            players[number] = plain_name
            connection.execute(
                "UPDATE seat SET name = ?, holder = ?, token = NULL WHERE game_id = ? AND number = ?",
                (plain_name, nobody, game_id, number),
            )
            connection.execute("DELETE FROM paper WHERE game_id = ? AND seat = ?", (game_id, number))
            connection.execute("DELETE FROM report WHERE game_id = ?", (game_id,))  # it names the players
            connection.execute("DELETE FROM study WHERE game_id = ?", (game_id,))  # what he may have written there
            for name in old:  # what was said before it was kept by whom
                connection.execute(
                    "UPDATE chat SET name = ?, text = '' WHERE game_id = ? AND seat = ? AND name = ? AND person = ''",
                    (plain_name, game_id, number, name),
                )
        marks = ", ".join("?" * len(names))
        connection.execute(
            f"UPDATE chat SET name = 'Player', text = '', person = '' WHERE game_id = ? AND person IN ({marks})",
            (game_id, *names),
        )
        connection.execute(
            "UPDATE game SET players = ?, settings = ? WHERE id = ?",
            (
                plain.to_json(plain.names(players), "players"),
                plain.to_json(rework(settings, names, mine), "settings"),
                game_id,
            ),
        )
        return self.table_changed(connection, game_id, now)

    def _games(self, connection: Connection, names: Sequence[str]) -> list[str]:
        """The games where somebody sits, has said something or has set up the table."""
        marks = ", ".join("?" * len(names))
        rows = connection.execute(
            f"SELECT game_id FROM seat WHERE holder IN ({marks})"
            f" UNION SELECT game_id FROM chat WHERE person IN ({marks})",
            (*names, *names),
        ).fetchall()
        found = {row[0] for row in rows}
        for name in names:  # the settings are JSON: the name stands there in quotes
            rows = connection.execute("SELECT id FROM game WHERE settings LIKE ?", (f'%"{name}"%',)).fetchall()
            found |= {row[0] for row in rows}
        return sorted(found)

    @staticmethod
    def _of_account(connection: Connection) -> list[str]:
        """Tables with rows that belong to an account, and go with it."""
        return [table.name for table in tables() if "account" in table.columns and table.name != "session"]

    @staticmethod
    def _rows(connection: Connection, sql: str, values: Sequence[Any]) -> list[dict[str, Any]]:
        """Rows as plain data, without what is secret; `*` stands for the columns the migrations say."""
        if "*" in sql:
            columns: Sequence[str] = next(table.columns for table in tables() if f" FROM {table.name} " in sql)
            sql = sql.replace("*", ", ".join(columns))
        else:
            columns = [name.strip() for name in sql.removeprefix("SELECT ").partition(" FROM ")[0].split(",")]
        return [
            {name: value for name, value in zip(columns, row, strict=True) if name not in SECRET}
            for row in connection.execute(sql, values).fetchall()
        ]
