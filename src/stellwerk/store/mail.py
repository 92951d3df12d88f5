"""Mail in the store: addresses of accounts, links that are good once, letters that wait, turns that were told of."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from stellwerk.core import BadInput
from stellwerk.store import plain
from stellwerk.store.dialect import LOCK, Connection
from stellwerk.store.preferences import PreferencesStore
from stellwerk.store.records import Account, AskedSeat, Letter, NewLetter
from stellwerk.store.rows import ACCOUNT, account_of, parsed
from stellwerk.store.writer import JobResult

LONGEST_ADDRESS = 254  # RFC 5321
MOST_LETTERS = 10_000  # that wait
MOST_ADDRESSES = 6  # letters an account may have sent to addresses it enters, as long as their links are good (a day)
MOST_EACH = 50  # of them for one account
MOST_GAMES = 500  # that are looked at together
LETTER = "SELECT key, kind, account, email, language, body, due, ends, tries, begun FROM letter"


class MailStore(PreferencesStore):
    """The part of the store that is about mail."""

    # -- addresses

    def account_by_number(self, account_id: int) -> Account | None:
        """An account."""
        with self.readers.moment() as connection:
            row = connection.execute(f"{ACCOUNT} WHERE id = ?", (account_id,)).fetchone()
        return account_of(row) if row else None

    def accounts_at(self, email: str) -> list[Account]:
        """The accounts with that address, the oldest first."""
        plain.text(email, "the e-mail address", LONGEST_ADDRESS, empty=False)
        with self.readers.moment() as connection:
            rows = connection.execute(f"{ACCOUNT} WHERE email = ? ORDER BY id LIMIT 10", (email,)).fetchall()
        return [account_of(row) for row in rows]

    def set_mail(
        self, account_id: int, *, email: str | None = None, notices: bool | None = None, language: str
    ) -> None:
        """Change where letters to an account go and whether it is told of turns; letters to it that wait are dropped
        if it wants them no more.
        """
        if email is not None:
            plain.text(email, "the e-mail address", LONGEST_ADDRESS)
        plain.text(language, "the language")

        def work(connection: Connection) -> JobResult[None]:
            row = connection.execute(f"{ACCOUNT} WHERE id = ? {LOCK}", (account_id,)).fetchone()
            if row is None:
                raise BadInput(f"there is no account {account_id}")
            known = account_of(row)
            address = known.email if email is None else email
            told = (known.notices if notices is None else notices) and bool(address)
            connection.execute(
                "UPDATE account SET email = ?, notices = ?, language = ? WHERE id = ?",
                (address, int(told), language, account_id),
            )
            if not told:
                connection.execute("DELETE FROM letter WHERE account = ? AND kind = 'turn'", (account_id,))
            if address != known.email:  # links to an address that has been given up are good for nothing
                connection.execute("DELETE FROM ticket WHERE account = ?", (account_id,))
                connection.execute("DELETE FROM letter WHERE account = ?", (account_id,))
            return JobResult(None)

        self.writer.do(work)

    # -- links

    def send_ticket(self, key: str, letter: NewLetter, most: int) -> bool:
        """Keep a link, and the letter that brings it, until the letter ends. False, and nothing is kept, if so many
        links to its address are good already, its account has entered many addresses, or too many letters wait.
        """
        row = self._letter_row(letter)
        plain.text(key, "the key of a link", plain.LONGEST_KEY, empty=False)
        now = self.now()

        def work(connection: Connection) -> JobResult[bool]:
            connection.execute("DELETE FROM ticket WHERE ends <= ?", (now,))
            good = connection.execute("SELECT count(*) FROM ticket WHERE email = ?", (letter.email,)).fetchone()[0]
            own = connection.execute(
                "SELECT count(*) FROM ticket WHERE account = ? AND kind = 'confirm'", (letter.account,)
            ).fetchone()[0]
            crowd = letter.kind == "confirm" and own >= MOST_ADDRESSES
            if good >= most or crowd or not has_room(connection, letter.account):
                return JobResult(False)
            connection.execute(
                "INSERT INTO ticket (key, kind, account, email, ends) VALUES (?, ?, ?, ?, ?)",
                (key, letter.kind, letter.account, letter.email, letter.ends),
            )
            put_letter(connection, row)
            return JobResult(True)

        return self.writer.do(work)

    def use_ticket(self, key: str, kind: str) -> tuple[int, str] | None:
        """The account and the address of a link, which is good no more; None if it was not."""
        if len(key) > plain.LONGEST_KEY:
            return None
        now = self.now()

        def work(connection: Connection) -> JobResult[tuple[int, str] | None]:
            row = connection.execute(
                f"SELECT account, email FROM ticket WHERE key = ? AND kind = ? AND ends > ? {LOCK}", (key, kind, now)
            ).fetchone()
            if row is None:
                return JobResult(None)
            connection.execute("DELETE FROM ticket WHERE account = ? AND kind = ?", (row[0], kind))
            return JobResult((row[0], row[1]))

        return self.writer.do(work)

    # -- letters

    def due_letters(self, limit: int) -> list[Letter]:
        """Letters that are to be sent now, the one that has waited longest first."""
        with self.readers.moment() as connection:
            rows = connection.execute(f"{LETTER} WHERE due <= ? ORDER BY due, key LIMIT ?", (self.now(), limit))
            return [letter_of(row) for row in rows.fetchall()]

    def letters_waiting(self) -> int:
        """How many letters wait."""
        with self.readers.moment() as connection:
            count: int = connection.execute("SELECT count(*) FROM letter").fetchone()[0]
        return count

    def begin_letter(self, letter: Letter, until: int) -> bool:
        """Take a letter to hand it over, until a time; False if somebody else has taken it or it is gone."""

        def work(connection: Connection) -> JobResult[bool]:
            taken = connection.execute(
                "UPDATE letter SET begun = 1, tries = tries + 1, due = ? WHERE key = ? AND due = ? AND tries = ?",
                (until, letter.key, letter.due, letter.tries),
            ).rowcount
            return JobResult(taken == 1)

        return self.writer.do(work)

    def put_off_letter(self, key: str, due: int) -> None:
        """A letter was not handed over; it is to be tried again."""
        plain.whole(due, "the time of a letter")

        def work(connection: Connection) -> JobResult[None]:
            connection.execute("UPDATE letter SET begun = 0, due = ? WHERE key = ?", (due, key))
            return JobResult(None)

        self.writer.do(work)

    def drop_letter(self, key: str) -> None:
        """A letter has been sent, or need not be."""

        def work(connection: Connection) -> JobResult[None]:
            connection.execute("DELETE FROM letter WHERE key = ?", (key,))
            return JobResult(None)

        self.writer.do(work)

    # -- turns

    def turns_to_tell(self, games: Collection[str] | None, since: int) -> list[AskedSeat]:
        """Of these games (None: all) that have changed since a time, those in which somebody is asked who wants to be
        told by mail.
        """
        sql = (
            "SELECT game.id, game.asked, account.id FROM game"
            " JOIN seat ON seat.game_id = game.id AND seat.number = game.asked"
            " JOIN account ON seat.holder = 'a:' || account.id"
            " WHERE account.notices = 1 AND game.status = 'running' AND game.changed >= ?"
        )
        values: list[Any] = [since]
        if games is not None:
            chosen = list(games)[:MOST_GAMES]
            sql += f" AND game.id IN ({', '.join('?' * len(chosen))})"
            values += chosen
        with self.readers.moment() as connection:
            return [AskedSeat(*row) for row in connection.execute(f"{sql} ORDER BY game.changed", values).fetchall()]

    def tell_turn(self, turn: AskedSeat, ply: int, letter: NewLetter) -> bool:
        """Keep a letter about a turn that began at a ply; its address and language are the account's. False if that
        turn, or a later one, has been told of, the account wants no letters, or too many wait.
        """
        row = self._letter_row(letter)
        plain.whole(ply, "the ply")

        def work(connection: Connection) -> JobResult[bool]:
            found = connection.execute(
                "SELECT email, language FROM account WHERE id = ? AND notices = 1 AND email <> ''", (turn.account,)
            ).fetchone()
            if found is None:
                return JobResult(False)
            first = connection.execute(
                "INSERT INTO told (game_id, seat, ply) SELECT id, ?, ? FROM game WHERE id = ?"
                " ON CONFLICT (game_id, seat) DO UPDATE SET ply = excluded.ply WHERE told.ply < excluded.ply",
                (turn.seat, ply, turn.game),
            ).rowcount
            if first != 1 or not has_room(connection, turn.account):
                return JobResult(False)
            put_letter(connection, (*row[:3], *found, *row[5:]))
            return JobResult(True)

        return self.writer.do(work)

    def _letter_row(self, letter: NewLetter) -> tuple[Any, ...]:
        return (
            plain.text(letter.key, "the key of a letter", plain.LONGEST_KEY, empty=False),
            plain.text(letter.kind, "the kind of a letter", empty=False),
            plain.whole(letter.account, "the number of an account"),
            plain.text(letter.email, "the e-mail address", LONGEST_ADDRESS),
            plain.text(letter.language, "the language"),
            plain.to_json(letter.body, "a letter"),
            plain.whole(letter.due, "the time of a letter"),
            plain.whole(letter.ends, "the end of a letter"),
        )


def letter_of(row: tuple[Any, ...]) -> Letter:
    """A row of `LETTER`."""
    key, kind, account, email, language, body, due, ends, tries, begun = row
    return Letter(key, kind, account, email, language, parsed(body, "a letter"), due, ends, tries, bool(begun))


def has_room(connection: Connection, account: int) -> bool:
    """True if one more letter may wait."""
    for sql, values, most in (
        ("SELECT count(*) FROM letter", (), MOST_LETTERS),
        ("SELECT count(*) FROM letter WHERE account = ?", (account,), MOST_EACH),
    ):
        if connection.execute(sql, values).fetchone()[0] >= most:
            return False
    return True


def put_letter(connection: Connection, row: tuple[Any, ...]) -> None:
    """Let a letter wait."""
    connection.execute(
        "INSERT INTO letter (key, kind, account, email, language, body, due, ends, tries, begun)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
        row,
    )
