"""Games in the store, whatever database it is: one writer in each process, any number of readers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from stellwerk.core import BadInput, Entry
from stellwerk.core.transcript import SEEDS
from stellwerk.store import plain, tokens
from stellwerk.store.alerts import HOOKED, put_alert, wants_to_know
from stellwerk.store.arranging import ArrangingStore
from stellwerk.store.dialect import LOCK, Connection, Moments, Rows
from stellwerk.store.errors import Conflict, Locked, UnknownGame
from stellwerk.store.positions import put_positions
from stellwerk.store.records import (
    ACTION,
    REWIND,
    TABLE,
    GameHead,
    Log,
    NewGame,
    News,
    Page,
    Position,
    Rewind,
    Standing,
)
from stellwerk.store.rows import HEAD, head, read_head, read_records, seats_of
from stellwerk.store.watch import Hub, Watch
from stellwerk.store.writer import JobResult, Question, Writer

MOST_GAMES = 200  # on one page
LOCKS = 64
HELD = f"SELECT version, ply, chat, desk, asked, {HOOKED}, locked FROM game WHERE id = ? {LOCK}"
USED = "SELECT version, print FROM request WHERE game_id = ? AND key = ?"


class GamesStore(ArrangingStore):
    """A `GameStore` in tables."""

    def __init__(self, hub: Hub, readers: Moments, writer: Writer, clock: Callable[[], float]) -> None:
        """With what the database is reached by."""
        super().__init__(hub, readers, writer, clock)
        self.recorded, self._counting = 0, threading.Lock()  # since the process began
        self._locks: tuple[AbstractContextManager[Any], ...] = tuple(threading.Lock() for _ in range(LOCKS))

    # -- games

    def create(self, game: NewGame, entries: Sequence[Entry] = (), positions: Sequence[Position] = ()) -> str:
        """A new game, with the actions it already has and where they led; returns its id."""
        names = plain.names(game.players)
        seats = [plain.seat_row(seat) for seat in game.seats]
        if len(seats) != len(names) or [seat[0] for seat in seats] != names:
            raise BadInput("a game needs a seat for every player, with his name and in his order")
        values = (
            plain.text(game.title, "the title", empty=False),
            plain.text(game.title_version, "the title's version"),
            plain.to_json(names, "players"),
            plain.to_json(game.options, "options"),
            plain.whole(game.seed, "the seed", 0, SEEDS - 1),
            plain.to_json(game.settings, "settings"),
            plain.status(game.status),
            game.asked if game.asked is None else plain.whole(game.asked, "the asked seat", 0, len(names) - 1),
            plain.text(game.rules, "the hash of the rules"),
        )
        rows = _rows(entries) if entries else []
        now = self.now()

        def work(connection: Connection) -> JobResult[str]:
            game_id = tokens.new_id()
            while connection.execute("SELECT 1 FROM game WHERE id = ?", (game_id,)).fetchone():
                game_id = tokens.new_id()
            count = len(rows)
            connection.execute(
                "INSERT INTO game (id, title, title_version, players, options, seed, settings, status, asked, rules,"
                " version, ply, chat, desk, created, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)",
                (game_id, *values, count, count, now, now),
            )
            connection.executemany(
                "INSERT INTO seat (game_id, number, name, kind, holder, bot) VALUES (?, ?, ?, ?, ?, ?)",
                [(game_id, number, *seat) for number, seat in enumerate(seats)],
            )
            self._record(connection, game_id, 0, rows, now)
            put_positions(connection, game_id, positions)
            return JobResult(game_id, game_id, News(version=count))

        return self.writer.do(work)

    def head(self, game_id: str) -> GameHead:
        """The game without its actions, or `UnknownGame`."""
        with self.moment_of(game_id) as connection:
            return read_head(connection, game_id)

    def load(self, game_id: str, since: int = 0) -> Log:
        """The game and its records after a version, read at one moment."""
        plain.whole(since, "the version")
        with self.moment_of(game_id) as connection:
            return Log(read_head(connection, game_id), read_records(connection, game_id, since))

    def list_games(
        self,
        *,
        holder: str | None = None,
        status: str | None = None,
        title: str | None = None,
        limit: int = 50,
        after: str = "",
    ) -> Page:
        """Games, those changed last first; `after` is the `next` of the page before."""
        plain.whole(limit, "the number of games on a page", 1, MOST_GAMES)
        tests: list[str] = []
        values: list[Any] = []
        if holder is not None:
            tests.append("id IN (SELECT game_id FROM seat WHERE holder = ? AND holder <> '')")
            values.append(plain.text(holder, "the holder", plain.LONGEST_KEY))
        if status is not None:
            tests.append("status = ?")
            values.append(plain.status(status))
        if title is not None:
            tests.append("title = ?")
            values.append(plain.text(title, "the title"))
        if after:
            changed, _, last = after.partition("-")
            if not (changed.isascii() and changed.isdigit() and len(changed) < 18 and tokens.is_id(last)):
                raise BadInput("this is no mark of a page: use the `next` of the page before")
            tests.append("(changed, id) < (?, ?)")
            values += [int(changed), last]
        where = f" WHERE {' AND '.join(tests)}" if tests else ""
        with self.readers.moment() as connection:
            rows = connection.execute(
                f"{HEAD}{where} ORDER BY changed DESC, id DESC LIMIT ?", (*values, limit + 1)
            ).fetchall()
            more, rows = len(rows) > limit, rows[:limit]
            seats = seats_of(connection, [row[0] for row in rows])
            games = tuple(head(row, seats[row[0]]) for row in rows)
        return Page(games, f"{games[-1].changed}-{games[-1].id}" if more else "")

    def append(
        self,
        game_id: str,
        expected_version: int,
        entries: Sequence[Entry],
        *,
        key: str = "",
        standing: Standing | None = None,
        by: str = "",
        positions: Sequence[Position] = (),
    ) -> int:
        """Record actions and return the new version, or raise `Conflict` if the game is at another one."""
        rows = _rows(entries)
        return self._write(game_id, expected_version, rows, key, standing, lambda ply: ply + len(rows), by, positions)

    def rewind(
        self,
        game_id: str,
        expected_version: int,
        to: int,
        *,
        seat: int = TABLE,
        key: str = "",
        standing: Standing | None = None,
        positions: Sequence[Position] = (),
    ) -> int:
        """Record that only the first `to` actions count from now on; what is taken back stays in the records."""

        def shortened(ply: int) -> int:
            if to >= ply:
                raise BadInput(f"cannot go back to action {to}: the game has {ply}")
            return to

        return self._write(game_id, expected_version, _rows(Rewind(to, seat)), key, standing, shortened, "", positions)

    def answered(self, game_id: str, expected_version: int, request: Sequence[Entry] | Rewind, key: str) -> int | None:
        """The version that `append` or `rewind` returned for the same request before; None if there was none."""
        print_ = _print(plain.whole(expected_version, "the expected version"), _rows(request))
        plain.text(key, "the key of a request", plain.LONGEST_KEY)
        with self.moment_of(game_id) as connection:
            return _earlier(connection.execute(USED, (game_id, key)), print_)

    def delete(self, game_id: str, actor: str = "") -> None:
        """Remove a game with everything that belongs to it; what an administrator does is written into the log."""

        def work(connection: Connection) -> JobResult[None]:
            if connection.execute("DELETE FROM game WHERE id = ?", (game_id,)).rowcount != 1:
                raise UnknownGame(game_id)
            if actor:
                self.record_act(connection, actor, "delete", game_id)
            return JobResult(None, game_id, News(gone=True))

        self.checked(game_id)
        self.writer.do(work, game_id)

    # -- news

    def subscribe(self, game_id: str, since: News | None = None) -> Watch:
        """Watch a game: tells at once if it is further than `since`, then whenever something changes."""
        watch = self.hub.watch(game_id, since)
        try:
            watch.put(self.head(game_id).news)
        except BaseException:
            watch.close()
            raise
        return watch

    def listen(self, callback: Callable[[str, News], object]) -> Callable[[], None]:
        """Call `callback(game_id, news)` after every change of any game; returns what ends it."""
        return self.hub.listen(callback)

    # -- several processes

    def hold(self, game_id: str) -> AbstractContextManager[None]:
        """Nobody else holds the same game meanwhile."""
        return self._locks[hash(game_id) % LOCKS]

    def may_join(self, secret: str) -> None:
        """Refuse a server with another secret than the others have."""

    def look_after(self, secret: str, taken: Callable[[], object]) -> None:
        """This process is a server, and the only one."""

    def servers(self) -> int:
        """How many servers look after games here, as far as the store knows."""
        return 0

    def owns(self, game_id: str) -> bool:
        """True: there is no other process."""
        return True

    def nudge(self, game_id: str) -> None:
        """Have the game looked at."""
        self.hub.nudge(game_id)

    # -- the whole

    def try_to_write(self) -> None:
        """Write something that changes nothing, as durably as a move; a `StoreError` says why that is not possible."""

        def work(connection: Connection) -> JobResult[None]:
            connection.execute("UPDATE migration SET at = at WHERE number = 1")
            return JobResult(None)

        self.writer.do(work)

    def check(self) -> list[str]:
        """What is wrong with the games, as sentences; empty if nothing is. Reads all of them."""
        with self.readers.moment() as connection:
            return [
                f"game {game_id} is at version {version} but has {count} records"
                for game_id, version, count in connection.execute(
                    "SELECT id, version, count FROM (SELECT id, version, (SELECT count(*) FROM record"
                    " WHERE game_id = id) AS count FROM game) AS counted WHERE version <> count"
                ).fetchall()
            ]

    def count_on(self, connection: Connection, numbered: Sequence[str]) -> None:
        """After rows were copied: new ones of these tables get numbers after theirs. SQLite sees to that itself."""

    def close(self) -> None:
        """Finish what has been asked for and let go of the database."""
        self.hub.close()
        self.readers.close()
        self.writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- writing records

    def _write(
        self,
        game_id: str,
        expected: int,
        rows: list[tuple[str, int, str]],
        key: str,
        standing: Standing | None,
        new_ply: Callable[[int], int],
        by: str = "",
        positions: Sequence[Position] = (),
    ) -> int:
        """The one way records come into a game."""
        plain.whole(expected, "the expected version")
        plain.text(key, "the key of a request", plain.LONGEST_KEY)
        if standing is not None:
            plain.status(standing.status)
        print_ = _print(expected, rows) if key else b""
        now = self.now()
        told: list[int] = []

        def work(connection: Connection) -> JobResult[int]:
            held = connection.execute(HELD, (game_id,))
            used = connection.execute(USED, (game_id, key)) if key else None
            found = held.fetchone()
            if found is None:
                raise UnknownGame(game_id)
            version, ply, chat, arrangement, asked, settings, locked = found
            earlier = _earlier(used, print_) if used else None
            if earlier is not None:
                return JobResult(earlier)
            if version != expected:
                raise Conflict(game_id, expected, version)
            if locked:
                raise Locked(game_id, locked)
            ply = new_ply(ply)
            self._record(connection, game_id, version, rows, now, by)
            version += len(rows)
            stands = "" if standing is None else ", status = ?, asked = ?"
            connection.execute(
                f"UPDATE game SET version = ?, ply = ?, changed = ?{stands} WHERE id = ?",
                (version, ply, now, *(() if standing is None else (standing.status, standing.asked)), game_id),
            )
            put_positions(connection, game_id, positions)
            told[:] = wants_to_know(settings, asked, standing) if rows[0][0] == ACTION else ()
            for seat in told:
                put_alert(connection, game_id, seat, version, now)
            if key:
                connection.execute("INSERT INTO request VALUES (?, ?, ?, ?)", (game_id, key, print_, version))
            return JobResult(version, game_id, News(version, chat, arrangement))

        self.checked(game_id)
        asks: tuple[Question, ...] = ((HELD, (game_id,)), (USED, (game_id, key)))
        reached = self.writer.do(work, game_id, asks if key else asks[:1])
        if told:
            self.alerted.set()
        with self._counting:
            self.recorded += len(rows)
        return reached

    def _record(
        self,
        connection: Connection,
        game_id: str,
        version: int,
        rows: list[tuple[str, int, str]],
        now: int,
        by: str = "",
    ) -> None:
        connection.executemany(
            "INSERT INTO record (game_id, seq, kind, seat, body, at, by) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(game_id, seq, *row, now, by) for seq, row in enumerate(rows, version + 1)],
        )


def _rows(request: Sequence[Entry] | Rewind) -> list[tuple[str, int, str]]:
    """Kind, seat and body of the records of a request."""
    if isinstance(request, Rewind):
        to = plain.whole(request.to, "the number of actions to keep")
        seat = plain.whole(request.seat, "the seat that takes back", TABLE, 99)
        return [(REWIND, seat, plain.to_json({"to": to}, "a rewind"))]
    return [(ACTION, *row) for row in plain.action_rows(request)]


def _print(expected: int, rows: list[tuple[str, int, str]]) -> bytes:
    """The fingerprint of a request: repeated, it is the same; another request under the same key is not."""
    return tokens.fingerprint(b"%d" % expected, *(f"{kind}/{seat}/{body}".encode() for kind, seat, body in rows))


def _earlier(used: Rows, print_: bytes) -> int | None:
    row = used.fetchone()
    if row is None:
        return None
    version: int = row[0]
    if row[1] != print_:
        raise BadInput("the key of the request was used for another request before; every request needs its own")
    return version
