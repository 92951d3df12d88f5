"""What the tests of the store share."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stellwerk.core import Entry
from stellwerk.eighteen.actions import Pass
from stellwerk.store import (
    Conflict,
    GamesStore,
    LiveGames,
)
from stellwerk.store.dialect import Connection
from stellwerk.store.writer import JobResult
from tests.support import DATA

RECORDED = DATA / "random" / "1830-random-1106.json.gz"


def passing(seat: int) -> list[Entry]:
    return [Entry(seat, Pass())]


def pass_turn(games: LiveGames, game_id: str, key: str = "") -> int:
    """The asked seat passes."""
    live = games.get(game_id)
    decision = live.game.decision()
    assert decision is not None
    return games.act(game_id, live.version, passing(decision.seat), key)


def in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))


def attempt(work: Callable[[], int]) -> int | Conflict:
    try:
        return work()
    except Conflict as conflict:
        return conflict


@contextmanager
def open_raw(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection past the store."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def raw(store: GamesStore, *statements: str, values: Sequence[Any] = ()) -> list[Any]:
    """Do something to the tables past the store; what the last statement gives, if it asks for something."""

    def work(connection: Connection) -> JobResult[list[Any]]:
        answers = [connection.execute(statement, values) for statement in statements]
        return JobResult(answers[-1].fetchall() if statements[-1].startswith("SELECT") else [])

    return store.writer.do(work)
