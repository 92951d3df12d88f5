"""Which process looks after which games: bots and alerts are done by one.

Games are dealt out in parts, each with a row that names its holder. A holder renews its rows; one that dies does not,
and the others take them. Times are the database's, so clocks of machines do not matter.
"""

from __future__ import annotations

import logging
import threading
import time
import zlib
from collections.abc import Callable
from typing import Any

from stellwerk.core import StellwerkError
from stellwerk.store.errors import StoreError
from stellwerk.store.postgres.driver import Database, Error

LOG = logging.getLogger(__name__)
PARTS = 16
LASTS = 10.0  # seconds without renewal
EVERY = 2.0  # seconds between renewals
MARGIN = 2.0  # seconds by which a holder stops earlier than others begin
NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"


SERVERS = f"SELECT count(*) FROM lease WHERE name LIKE 'process:%' AND until > ({NOW})"


class Leases:
    """The part of the games that this process looks after."""

    def __init__(self, database: Database, me: str, secret: str, taken: Callable[[], object]) -> None:
        """`taken` is called, in a thread, when there are more of them. Refuses to begin beside processes that have
        another `secret` (a fingerprint of it): what one signs the others would not accept.
        """
        self._database, self._me, self._secret, self._taken = database, me, secret, taken
        self._mine: frozenset[int] = frozenset()
        self._until = 0.0
        self._ended = threading.Event()
        may_join(database, secret)
        try:
            with database.connect() as connection:
                self._renew(connection)
        except Error as error:
            raise database.worded(error) from None
        self._thread = threading.Thread(target=self._run, name="stellwerk-leases", daemon=True)
        self._thread.start()

    def owns(self, game_id: str) -> bool:
        """True if the game is looked after here."""
        return zlib.crc32(game_id.encode()) % PARTS in self._mine and time.monotonic() < self._until

    def close(self) -> None:
        """Give back what is held."""
        self._mine = frozenset()
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        said = False  # once for each time that it is away
        while not self._ended.is_set():
            try:
                with self._database.connect() as connection:
                    while not self._ended.wait(EVERY):
                        if self._renew(connection):
                            self._taken()
                        said = False
                    connection.execute("UPDATE lease SET until = 0 WHERE holder = %s", (self._me,))
                    connection.execute("DELETE FROM lease WHERE name = %s", (f"process:{self._me}",))
            except (Error, StellwerkError) as error:
                LOG.log(logging.DEBUG if said else logging.WARNING, "%s; bots wait", self._database.worded(error))
                said = True
                self._ended.wait(EVERY)

    def _renew(self, connection: Any) -> bool:
        """Keep what is held, up to a fair share, and take what nobody holds; True if something was taken."""
        began = time.monotonic()
        with connection.transaction():
            now = connection.execute(NOW).fetchone()[0]
            until = now + int(LASTS * 1000)
            connection.execute(
                "INSERT INTO lease VALUES (%s, %s, %s) ON CONFLICT (name) DO UPDATE SET until = excluded.until",
                (f"process:{self._me}", self._secret, until),
            )
            connection.cursor().executemany(
                "INSERT INTO lease VALUES (%s, '', 0) ON CONFLICT DO NOTHING",
                [(f"games:{part}",) for part in range(PARTS)] if not self._until else [],
            )
            live = connection.execute(
                "SELECT count(*) FROM lease WHERE name LIKE 'process:%%' AND until > %s", (now,)
            ).fetchone()[0]
            share = -(-PARTS // live)
            held = names(connection, "holder = %s AND until > %s", self._me, now, PARTS)
            kept, given = held[:share], held[share:]
            free = names(connection, "until <= %s", now, max(0, share - len(kept)))
            mine = frozenset(int(name.partition(":")[2]) for name in (*kept, *free))
            more = bool(mine - self._mine)
            self._mine = mine & self._mine  # what is given away is let go before anybody else can have it
            change(connection, "", 0, given)
            change(connection, self._me, until, [*kept, *free])
        if live > 1:
            connection.execute("DELETE FROM lease WHERE name LIKE 'process:%%' AND until < %s", (now - 60_000,))
        self._until = began + LASTS - MARGIN
        self._mine = frozenset() if self._ended.is_set() else mine
        return more


def may_join(database: Database, secret: str) -> None:
    """Refuse to be one of several servers with different secrets: what one signs the others would not accept."""
    try:
        with database.connect() as connection:
            others = connection.execute(
                f"{SERVERS.replace('%', '%%')} AND holder <> %s",
                (secret,),
            ).fetchone()[0]
    except Error as error:
        raise database.worded(error) from None
    if others:
        raise StoreError(f"{database.name}: a server with another secret is running on it; give all the same --secret")


def names(connection: Any, where: str, *values: Any) -> list[str]:
    """Parts that nobody else is taking in this moment."""
    rows = connection.execute(
        f"SELECT name FROM lease WHERE name LIKE 'games:%%' AND {where} ORDER BY name LIMIT %s FOR UPDATE SKIP LOCKED",
        values,
    ).fetchall()
    return [row[0] for row in rows]


def change(connection: Any, holder: str, until: int, parts: list[str]) -> None:
    """Give parts to a holder."""
    connection.execute("UPDATE lease SET holder = %s, until = %s WHERE name = ANY(%s)", (holder, until, parts))
