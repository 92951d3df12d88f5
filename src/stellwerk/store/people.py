"""Seats, chat and accounts in the store; games themselves are in `games`."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from stellwerk.core import BadInput
from stellwerk.formats.plain import show
from stellwerk.store import plain, tokens
from stellwerk.store.dialect import LOCK, Connection, Moments
from stellwerk.store.errors import UnknownGame
from stellwerk.store.records import Account, ChatLine, News
from stellwerk.store.rows import ACCOUNT, account_of
from stellwerk.store.watch import Hub
from stellwerk.store.writer import JobResult, Writer

LONGEST_HASH = 500


class PeopleStore:
    """The part of the store that is about persons; holds what both parts work with."""

    def __init__(self, hub: Hub, readers: Moments, writer: Writer, clock: Callable[[], float]) -> None:
        """With what the database is reached by."""
        self.hub, self.readers, self.writer, self._clock = hub, readers, writer, clock

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(self._clock() * 1000)

    def checked(self, game_id: object) -> None:
        """Refuse what cannot be the id of a game before it gets near the database."""
        if not tokens.is_id(game_id):
            raise UnknownGame(game_id)

    @contextmanager
    def moment_of(self, game_id: str) -> Iterator[Connection]:
        """A moment of the database in which the game exists."""
        self.checked(game_id)
        with self.readers.moment() as connection:
            if connection.execute("SELECT 1 FROM game WHERE id = ?", (game_id,)).fetchone() is None:
                raise UnknownGame(game_id)
            yield connection

    def table_changed(self, connection: Connection, game_id: str, now: int) -> News:
        """Count a change of the table; the news about it."""
        connection.execute("UPDATE game SET desk = desk + 1, changed = ? WHERE id = ?", (now, game_id))
        return self.news(connection, game_id)

    def news(self, connection: Connection, game_id: str) -> News:
        """The counters of a game."""
        row = connection.execute("SELECT version, chat, desk FROM game WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise UnknownGame(game_id)
        return News(*row)

    # -- seats

    def issue_token(self, game_id: str, seat: int) -> str:
        """A new secret for the seat's link; the one before is void. It is told once and only its hash is kept."""
        number = plain.whole(seat, "the seat", 0, 99)
        token = tokens.new_token()
        now = self.now()

        def work(connection: Connection) -> JobResult[str]:
            self._holder(connection, game_id, number)
            connection.execute(
                "UPDATE seat SET token = ? WHERE game_id = ? AND number = ?", (tokens.hashed(token), game_id, number)
            )
            return JobResult(token, game_id, self.table_changed(connection, game_id, now))

        self.checked(game_id)
        return self.writer.do(work, game_id)

    def seat_of_token(self, game_id: str, token: str) -> int | None:
        """The seat a secret opens; None if it opens none. All seats are compared, so the time tells nothing."""
        with self.moment_of(game_id) as connection:
            rows = connection.execute("SELECT number, token FROM seat WHERE game_id = ?", (game_id,)).fetchall()
        opened = [number for number, stored in rows if tokens.matches(stored, token)]
        return opened[0] if opened else None

    def _holder(self, connection: Connection, game_id: str, seat: int) -> str:
        """Who holds a seat, until the end of the transaction."""
        if connection.execute(f"SELECT 1 FROM game WHERE id = ? {LOCK}", (game_id,)).fetchone() is None:
            raise UnknownGame(game_id)
        row = connection.execute("SELECT holder FROM seat WHERE game_id = ? AND number = ?", (game_id, seat)).fetchone()
        if row is None:
            raise BadInput(f"game {game_id} has no seat {seat}")
        holder: str = row[0]
        return holder

    # -- chat

    def say(self, game_id: str, seat: int | None, name: str, text: str, person: str = "") -> int:
        """Add a message of a person, by the name under which he holds seats; returns its number."""
        speaker = seat if seat is None else plain.whole(seat, "the seat", 0, 99)
        plain.text(name, "the name of a speaker", empty=False)
        plain.text(text, "the message", plain.LONGEST_MESSAGE, empty=False)
        plain.text(person, "the name of a person", plain.LONGEST_KEY)
        now = self.now()

        def work(connection: Connection) -> JobResult[int]:
            connection.execute("UPDATE game SET chat = chat + 1 WHERE id = ?", (game_id,))
            news = self.news(connection, game_id)
            connection.execute(
                "INSERT INTO chat (game_id, number, seat, name, text, at, person) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (game_id, news.chat, speaker, name, text, now, person),
            )
            return JobResult(news.chat, game_id, news)

        self.checked(game_id)
        return self.writer.do(work, game_id)

    def chat(self, game_id: str, since: int = 0, limit: int = 200) -> list[ChatLine]:
        """The messages after a number, the last `limit` of them, oldest first."""
        plain.whole(since, "the number of a message")
        plain.whole(limit, "the number of messages", 1, 10_000)
        with self.moment_of(game_id) as connection:
            rows = connection.execute(
                "SELECT number, seat, name, text, at FROM chat WHERE game_id = ? AND number > ?"
                " ORDER BY number DESC LIMIT ?",
                (game_id, since, limit),
            ).fetchall()
        return [ChatLine(*row) for row in reversed(rows)]

    # -- accounts

    def create_account(self, name: str, password: str) -> Account:
        """A new account; `password` is already hashed. Names that look the same count as the same."""
        plain.text(name, "the name of an account", empty=False)
        plain.text(password, "the hash of a password", LONGEST_HASH, empty=False)
        now = self.now()

        def work(connection: Connection) -> JobResult[Account]:
            if connection.execute("SELECT 1 FROM account WHERE key = ?", (name_key(name),)).fetchone():
                raise BadInput(f"there is an account {show(name)} already")
            connection.execute(
                "INSERT INTO account (name, key, password, created) VALUES (?, ?, ?, ?)",
                (name.strip(), name_key(name), password, now),
            )
            row = connection.execute("SELECT id FROM account WHERE key = ?", (name_key(name),)).fetchone()
            return JobResult(Account(row[0], name.strip(), password, now))

        return self.writer.do(work)

    def account(self, name: str) -> Account | None:
        """The account with that name, however it is capitalised."""
        key = name_key(plain.text(name, "the name of an account"))
        with self.readers.moment() as connection:
            row = connection.execute(f"{ACCOUNT} WHERE key = ?", (key,)).fetchone()
        return account_of(row) if row else None

    def set_password(self, account_id: int, password: str) -> None:
        """Replace the hash of an account's password."""
        plain.whole(account_id, "the number of an account")
        plain.text(password, "the hash of a password", LONGEST_HASH, empty=False)

        def work(connection: Connection) -> JobResult[None]:
            changed = connection.execute(
                "UPDATE account SET password = ? WHERE id = ?", (password, account_id)
            ).rowcount
            if changed != 1:
                raise BadInput(f"there is no account {account_id}")
            return JobResult(None)

        self.writer.do(work)


def name_key(name: str) -> str:
    """What makes two names the same: case, width and the spaces around them do not count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()
