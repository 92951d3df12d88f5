"""What administrators do, in the store: forbid and allow, lock tables, and the log of it, written with the act."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import BadInput
from stellwerk.store import plain
from stellwerk.store.dialect import Connection
from stellwerk.store.people import name_key
from stellwerk.store.records import AuditLine, Citizen, News
from stellwerk.store.studies import StudiesStore
from stellwerk.store.writer import JobResult

BAN, MUTE = "ban", "mute"
COMMAND = "command"  # the actor of what was done on the server's machine
LONGEST_REASON = 500
MOST_LINES = 500


class OfficeStore(StudiesStore):
    """The part of the store that is about running a server."""

    # -- the log

    def audit(self, limit: int = 100, before: int = 0, whom: str = "") -> list[AuditLine]:
        """What was done, the latest first; `before` a number of the log, about one person or game if wished."""
        plain.whole(limit, "the number of lines", 1, MOST_LINES)
        tests, values = ["1 = 1"], list[object]()
        if before:
            tests.append("id < ?")
            values.append(plain.whole(before, "the number of a line"))
        if whom:
            tests.append("whom = ?")
            values.append(plain.text(whom, "the name of a person", plain.LONGEST_KEY))
        with self.readers.moment() as connection:
            rows = connection.execute(
                f"SELECT id, at, actor, act, whom, detail FROM audit WHERE {' AND '.join(tests)}"
                " ORDER BY id DESC LIMIT ?",
                (*values, limit),
            ).fetchall()
        return [AuditLine(*row) for row in rows]

    def record_act(self, connection: Connection, actor: str, act: str, whom: str = "", detail: str = "") -> None:
        """Write into the log, in the transaction of the act itself."""
        connection.execute(
            "INSERT INTO audit (at, actor, act, whom, detail) VALUES (?, ?, ?, ?, ?)",
            (self.now(), actor, act, whom, detail),
        )

    def note_act(self, actor: str, act: str, whom: str = "", detail: str = "") -> None:
        """Write something into the log that changes nothing, such as that somebody's data were given out."""

        def work(connection: Connection) -> JobResult[None]:
            self.record_act(connection, actor, act, whom, detail)
            return JobResult(None)

        self.writer.do(work)

    # -- people

    def citizens(
        self, *, like: str = "", account: int | None = None, limit: int = 50, before: int = 0
    ) -> list[Citizen]:
        """Accounts, the newest first, with what an administrator asks about them."""
        plain.whole(limit, "the number of people", 1, MOST_LINES)
        tests, values = ["1 = 1"], list[object]()
        if like:
            wanted = name_key(plain.text(like, "a name")).replace("!", "!!").replace("%", "!%").replace("_", "!_")
            tests.append("account.key LIKE ? ESCAPE '!'")
            values.append(f"%{wanted}%")
        if account is not None:
            tests.append("account.id = ?")
            values.append(account)
        if before:
            tests.append("account.id < ?")
            values.append(plain.whole(before, "the number of an account"))
        with self.readers.moment() as connection:
            rows = connection.execute(
                "SELECT account.id, account.name, account.created, account.admin,"
                " (SELECT count(DISTINCT game_id) FROM seat WHERE seat.holder = 'a:' || account.id),"
                " (SELECT count(*) FROM session WHERE session.account = account.id AND session.ends > ?),"
                " (SELECT reason FROM sanction WHERE person = 'a:' || account.id AND kind = 'ban'),"
                " (SELECT reason FROM sanction WHERE person = 'a:' || account.id AND kind = 'mute')"
                f" FROM account WHERE {' AND '.join(tests)} ORDER BY account.id DESC LIMIT ?",
                (self.now(), *values, limit),
            ).fetchall()
        return [
            Citizen(number, name, created, bool(admin), games, sessions, banned, muted)
            for number, name, created, admin, games, sessions, banned, muted in rows
        ]

    def is_admin(self, account_id: int) -> bool:
        """True for an administrator."""
        with self.readers.moment() as connection:
            row = connection.execute("SELECT admin FROM account WHERE id = ?", (account_id,)).fetchone()
        return bool(row and row[0])

    def make_admin(self, account_id: int, actor: str, *, admin: bool) -> None:
        """Make an account an administrator's, or no more."""

        def work(connection: Connection) -> JobResult[None]:
            sql = "UPDATE account SET admin = ? WHERE id = ?"
            if connection.execute(sql, (int(admin), account_id)).rowcount != 1:
                raise BadInput(f"there is no account {account_id}")
            self.record_act(connection, actor, "grant" if admin else "revoke", f"a:{account_id}")
            return JobResult(None)

        self.writer.do(work)

    # -- what is forbidden

    def sanctions(self, persons: Sequence[str], kind: str = BAN) -> dict[str, str]:
        """Who of these persons is banned or muted, and why."""
        if not persons:
            return {}
        with self.readers.moment() as connection:
            rows = connection.execute(
                f"SELECT person, reason FROM sanction WHERE kind = ? AND person IN ({', '.join('?' * len(persons))})",
                (kind, *persons),
            ).fetchall()
        return dict(rows)

    def banned(self) -> frozenset[str]:
        """Everybody who is banned."""
        with self.readers.moment() as connection:
            return frozenset(row[0] for row in connection.execute("SELECT person FROM sanction WHERE kind = 'ban'"))

    def impose(self, person: str, kind: str, reason: str, actor: str) -> None:
        """Ban or mute somebody. Whoever is banned has no sessions any more, and the links of his seats are void."""
        plain.text(person, "the name of a person", plain.LONGEST_KEY, empty=False)
        plain.text(reason, "the reason", LONGEST_REASON)
        if kind not in (BAN, MUTE):
            raise BadInput(f"there is no sanction {kind}")
        now = self.now()

        def work(connection: Connection) -> JobResult[None]:
            connection.execute(
                "INSERT INTO sanction (person, kind, reason, at) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (person, kind) DO UPDATE SET reason = excluded.reason, at = excluded.at",
                (person, kind, reason, now),
            )
            if kind == BAN:
                self.cut_off(connection, person)
            self.record_act(connection, actor, kind, person, reason)
            return JobResult(None)

        self.writer.do(work)

    def lift(self, person: str, kind: str, actor: str) -> bool:
        """Allow it again; False if it was not forbidden."""

        def work(connection: Connection) -> JobResult[bool]:
            found = connection.execute("DELETE FROM sanction WHERE person = ? AND kind = ?", (person, kind)).rowcount
            if found:
                self.record_act(connection, actor, f"un{kind}", person)
            return JobResult(bool(found))

        return self.writer.do(work)

    def names_of(self, connection: Connection, person: str) -> list[str]:
        """All names under which somebody holds seats: his account's, and those of the browsers it is signed in on."""
        if not person.startswith("a:"):
            return [person]
        rows = connection.execute(
            "SELECT DISTINCT person FROM session WHERE account = ?", (int(person[2:]),)
        ).fetchall()
        return [person, *sorted(row[0] for row in rows)]

    def cut_off(self, connection: Connection, person: str) -> list[str]:
        """End somebody's sessions and the links of his seats; the names he had."""
        names = self.names_of(connection, person)
        marks = ", ".join("?" * len(names))
        connection.execute(f"UPDATE seat SET token = NULL WHERE holder IN ({marks})", names)
        connection.execute(f"DELETE FROM session WHERE person IN ({marks})", names)
        return names

    def lock_table(self, game_id: str, reason: str, actor: str) -> None:
        """Let nothing be played at a table, for a reason that its players are told; an empty one unlocks it."""
        plain.text(reason, "the reason", LONGEST_REASON)
        now = self.now()

        def work(connection: Connection) -> JobResult[None]:
            connection.execute("UPDATE game SET locked = ? WHERE id = ?", (reason, game_id))
            news: News = self.table_changed(connection, game_id, now)
            self.record_act(connection, actor, "lock" if reason else "unlock", game_id, reason)
            return JobResult(None, game_id, news)

        self.checked(game_id)
        self.writer.do(work, game_id)
