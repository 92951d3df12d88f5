"""Turns that are to be told of. They are written in the transaction that makes them, so none is lost with a process,
and taken by one process at a time: whoever takes one has it for a while, and if he dies another takes it after that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from stellwerk.store.dialect import SKIP, Connection, Moments
from stellwerk.store.records import Alert, Standing
from stellwerk.store.retention import RetentionStore
from stellwerk.store.rows import parsed
from stellwerk.store.watch import Hub
from stellwerk.store.writer import JobResult, Writer

LEASE = 30_000  # milliseconds that whoever has taken one may need to send it
# The settings of a table, if somebody there wants to be told: most tables have none, and theirs are not read.
HOOKED = """CASE WHEN settings LIKE '%"hooks":{"%' THEN settings ELSE '' END"""
ROW = "game_id = ? AND seat = ? AND version = ?"


class AlertsStore(RetentionStore):
    """The part of the store that is about turns to be told of."""

    def __init__(self, hub: Hub, readers: Moments, writer: Writer, clock: Callable[[], float]) -> None:
        """`alerted` is set when this process has written one."""
        super().__init__(hub, readers, writer, clock)
        self.alerted = threading.Event()

    def next_alert(self) -> float | None:
        """Seconds until the next is to be sent; None if there is none."""
        with self.readers.moment() as connection:
            due = connection.execute("SELECT min(due) FROM alert").fetchone()[0]
        return None if due is None else max(0, due - self.now()) / 1000

    def take_alerts(self, most: int) -> list[Alert]:
        """Those that are to be sent now: nobody else gets them until it is known whether they were."""

        def work(connection: Connection) -> JobResult[list[Alert]]:
            now = self.now()
            rows = connection.execute(
                f"SELECT game_id, seat, version, tries FROM alert WHERE due <= ? ORDER BY due LIMIT ? {SKIP}",
                (now, most),
            ).fetchall()
            taken = [Alert(game, seat, version, tries, now + LEASE) for game, seat, version, tries in rows]
            connection.executemany(
                f"UPDATE alert SET due = ? WHERE {ROW}", [(alert.due, *alert.row) for alert in taken]
            )
            return JobResult(taken)

        return self.writer.do(work)

    def still_mine(self, alert: Alert) -> bool:
        """True for one that was taken here and is to be sent now; it is kept for as long again."""

        def work(connection: Connection) -> JobResult[bool]:
            until = self.now() + LEASE
            kept = connection.execute(
                f"UPDATE alert SET due = ? WHERE {ROW} AND due = ?", (until, *alert.row, alert.due)
            )
            return JobResult(kept.rowcount == 1)

        return self.writer.do(work)

    def end_alert(self, alert: Alert) -> None:
        """It was sent, or need not be."""

        def work(connection: Connection) -> JobResult[None]:
            connection.execute(f"DELETE FROM alert WHERE {ROW}", alert.row)
            return JobResult(None)

        self.writer.do(work)

    def put_off_alert(self, alert: Alert, seconds: float) -> None:
        """It could not be sent: it is tried again later, by whoever is there."""

        def work(connection: Connection) -> JobResult[None]:
            due = self.now() + int(seconds * 1000)
            connection.execute(f"UPDATE alert SET due = ?, tries = tries + 1 WHERE {ROW}", (due, *alert.row))
            return JobResult(None)

        self.writer.do(work)
        self.alerted.set()


def put_alert(connection: Connection, game_id: str, seat: int, version: int, now: int) -> None:
    """It is a seat's turn. What was to be told of the game before is over."""
    connection.execute("DELETE FROM alert WHERE game_id = ?", (game_id,))
    connection.execute("INSERT INTO alert VALUES (?, ?, ?, 0, ?)", (game_id, seat, version, now))


def wants_to_know(settings: str, asked: int | None, standing: Standing | None) -> Sequence[int]:
    """The seat whose turn it becomes, if it is to be told; `settings` as `HOOKED` gives them."""
    if not settings or standing is None or standing.status != "running" or standing.asked is None:
        return ()
    hooks = parsed(settings, "the settings of a table").get("hooks", {})
    return (standing.asked,) if standing.asked != asked and str(standing.asked) in hooks else ()
