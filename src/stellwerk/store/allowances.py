"""How often somebody may try something, counted for all servers together: so many a minute, unused ones add up to that.
Each try is a write, so this is for what is dear or dangerous anyway, such as passwords.
"""

from __future__ import annotations

from stellwerk.store import tokens
from stellwerk.store.alerts import AlertsStore
from stellwerk.store.dialect import LOCK, Connection
from stellwerk.store.writer import JobResult

OLD = 3_600_000  # milliseconds after which a row says nothing any more


class AllowancesStore(AlertsStore):
    """The part of the store that counts tries."""

    def spend(self, what: str, client: str, per_minute: int) -> float:
        """0 if it may be tried once more, otherwise the seconds until it may. Who it is is kept as a hash."""
        who = f"{what}:{tokens.fingerprint(client.encode()).hex()[:32]}"
        most = per_minute * 1000

        def work(connection: Connection) -> JobResult[float]:
            now = self.now()
            connection.execute("DELETE FROM allowance WHERE at < ?", (now - OLD,))
            row = connection.execute(f"SELECT rest, at FROM allowance WHERE who = ? {LOCK}", (who,)).fetchone()
            rest = most if row is None else min(most, row[0] + max(0, now - row[1]) * most // 60_000)
            if rest < 1000:
                return JobResult((1000 - rest) * 60 / most)
            connection.execute(
                "INSERT INTO allowance VALUES (?, ?, ?) ON CONFLICT (who) DO UPDATE SET rest = excluded.rest,"
                " at = excluded.at",
                (who, rest - 1000, now),
            )
            return JobResult(0.0)

        return self.writer.do(work, who)
