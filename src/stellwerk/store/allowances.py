"""How often somebody may try something, for all servers together: so many in a time; unused ones add up.

Each try is a write, so this is for what is dear or dangerous anyway, such as passwords.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.store import tokens
from stellwerk.store.alerts import AlertsStore
from stellwerk.store.dialect import LOCK, Connection
from stellwerk.store.records import TryLimit
from stellwerk.store.writer import JobResult

OLD = 3_600_000  # milliseconds after which a row says nothing any more; no purse takes longer to be full again


class AllowancesStore(AlertsStore):
    """The part of the store that counts tries."""

    def spend(self, what: str, client: str, per_minute: int) -> float:
        """0 if it may be tried once more, otherwise the seconds until it may. Who it is is kept as a hash."""
        return self.spend_all([TryLimit(what, client, per_minute)])

    def spend_all(self, purses: Sequence[TryLimit]) -> float:
        """One try out of each, or, if one of them is empty, none, and the seconds until all have one."""
        named = sorted((filed(purse), purse) for purse in purses)  # two servers take them in the same order

        def work(connection: Connection) -> JobResult[float]:
            now = self.now()
            connection.execute("DELETE FROM allowance WHERE at < ?", (now - OLD,))
            left = [(who, self._left(connection, who, purse, now), purse) for who, purse in named]
            wait = max((1000 - rest) * purse.seconds / (purse.most * 1000) for _, rest, purse in left)
            if wait > 0:
                return JobResult(wait)
            for who, rest, _ in left:
                put(connection, who, rest - 1000, now)
            return JobResult(0.0)

        return self.writer.do(work, named[0][0])

    def refund(self, purse: TryLimit, *, whole: bool = False) -> None:
        """Give back one try, or (`whole`) as many as there can be: what was tried was right."""
        who = filed(purse)

        def work(connection: Connection) -> JobResult[None]:
            now = self.now()
            rest = self._left(connection, who, purse, now) + 1000
            if whole or rest >= purse.most * 1000:
                connection.execute("DELETE FROM allowance WHERE who = ?", (who,))
            else:
                put(connection, who, rest, now)
            return JobResult(None)

        self.writer.do(work, who)

    @staticmethod
    def _left(connection: Connection, who: str, purse: TryLimit, now: int) -> int:
        """Thousandths of a try."""
        most = purse.most * 1000
        row = connection.execute(f"SELECT rest, at FROM allowance WHERE who = ? {LOCK}", (who,)).fetchone()
        return most if row is None else int(min(most, row[0] + max(0, now - row[1]) * purse.most // purse.seconds))


def filed(purse: TryLimit) -> str:
    """What a purse is filed under."""
    return f"{purse.what}:{tokens.fingerprint(purse.client.encode('utf-8', 'replace')).hex()[:32]}"


def put(connection: Connection, who: str, rest: int, now: int) -> None:
    """Write what is left."""
    connection.execute(
        "INSERT INTO allowance VALUES (?, ?, ?) ON CONFLICT (who) DO UPDATE SET rest = excluded.rest, at = excluded.at",
        (who, rest, now),
    )
