"""The store: one winner for each version, nothing lost, nothing doubled, nothing forgotten that was taken back."""

from __future__ import annotations

import sqlite3
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from stellwerk.core import BadInput, Entry, Game, Illegal
from stellwerk.eighteen.actions import Bid, Pass
from stellwerk.formats import load_file
from stellwerk.store import (
    Conflict,
    GamesStore,
    GameStore,
    LiveGames,
    StoreError,
    live_actions,
    redoable,
)
from stellwerk.store.dialect import Connection
from stellwerk.store.writer import JobResult
from tests.store_support import RECORDED, attempt, in_threads, passing
from tests.support import new


@pytest.fixture
def games(store: GamesStore) -> LiveGames:
    return LiveGames(store)


@pytest.fixture(scope="module")
def recorded() -> Game[Any]:
    return load_file(RECORDED).game


def test_a_store_is_a_game_store(store: GamesStore) -> None:
    as_protocol: GameStore = store  # mypy compares every signature
    assert as_protocol is store


def test_a_move_is_recorded_and_the_game_comes_back(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    assert store.head(game_id).version == 0
    assert games.act(game_id, 0, passing(0)) == 1
    assert games.act(game_id, 1, [Entry(1, Bid("CS", 45)), Entry(2, Pass())]) == 3
    log = store.load(game_id)
    assert [(record.version, record.seat, record.body) for record in log.records] == [
        (1, 0, {"type": "pass"}),
        (2, 1, {"type": "bid", "private": "CS", "amount": 45}),
        (3, 2, {"type": "pass"}),
    ]
    assert (log.head.version, log.head.ply, log.head.status) == (3, 3, "running")
    decision = games.get(game_id).game.decision()
    assert decision is not None
    assert log.head.asked == decision.seat
    assert [record.version for record in store.load(game_id, since=2).records] == [3]
    assert store.load(game_id, since=3).records == ()


def test_a_refused_action_leaves_nothing(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    with pytest.raises(Illegal):
        games.act(game_id, 0, [Entry(0, Pass()), Entry(0, Pass())])  # the second out of turn
    assert store.load(game_id).records == ()
    assert games.get(game_id).game.ply == 0


def test_a_stale_version_is_refused_and_told_where_the_game_stands(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    games.act(game_id, 0, passing(0))
    for late in (store.append, games.act):
        with pytest.raises(Conflict, match=r"is at version 1, the request was made for version 0") as caught:
            late(game_id, 0, passing(1))
        assert (caught.value.expected, caught.value.version) == (0, 1)
    with pytest.raises(Conflict):
        store.append(game_id, 2, passing(1))
    assert store.head(game_id).version == 1


def test_a_repeated_request_gets_the_same_answer_and_records_nothing(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    assert games.act(game_id, 0, passing(0), key="a") == 1
    games.act(game_id, 1, passing(1), key="b")
    assert games.act(game_id, 0, passing(0), key="a") == 1
    assert store.append(game_id, 0, passing(0), key="a") == 1
    assert store.head(game_id).version == 2
    with pytest.raises(BadInput, match="used for another request"):
        store.append(game_id, 2, passing(2), key="a")
    assert games.rewind(game_id, 2, 0, seat=1, key="c") == 3
    assert games.rewind(game_id, 2, 0, seat=1, key="c") == 3
    assert games.redo(game_id, 3, 2, key="d") == 5
    assert games.redo(game_id, 3, 2, key="d") == 5
    assert store.head(game_id).version == 5


def test_a_key_belongs_to_its_game(games: LiveGames) -> None:
    first, second = games.create(new(3)), games.create(new(3))
    assert games.act(first, 0, passing(0), key="a") == 1
    assert games.act(second, 0, [Entry(0, Bid("CS", 45))], key="a") == 1


def test_a_game_can_be_stored_with_its_actions(games: LiveGames, recorded: Game[Any]) -> None:
    live = games.get(games.create(recorded))
    assert live.version == len(recorded)
    assert live.game.digest() == recorded.digest()
    assert (live.head.status, live.head.asked) == ("finished", None)
    with pytest.raises(Illegal):
        games.act(live.head.id, live.version, passing(0))


# -- many at once


def test_each_version_of_one_game_has_one_winner(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    writers, rounds = 12, 20
    barrier = threading.Barrier(writers)

    def write(writer: int) -> list[int]:
        won = []
        for version in range(rounds):
            barrier.wait()
            answer = attempt(partial(store.append, game_id, version, [Entry(writer, Pass())]))
            if isinstance(answer, int):
                won.append(answer)
        return won

    wins = in_threads(writers, write)
    assert sorted(version for won in wins for version in won) == list(range(1, rounds + 1))
    by_version = {version: writer for writer, won in enumerate(wins) for version in won}
    records = store.load(game_id).records
    assert [(record.version, record.seat) for record in records] == sorted(by_version.items())


def test_threads_that_retry_lose_and_double_nothing(games: LiveGames, store: GamesStore) -> None:
    """Every thread adds its own actions to one game, reading the version again after each conflict."""
    game_id = games.create(new(3))
    writers, each = 8, 15

    def write(writer: int) -> None:
        for number in range(each):
            while True:
                expected = store.head(game_id).version
                try:
                    done = store.append(game_id, expected, [Entry(writer, Bid("SV", number))], key=f"{writer}/{number}")
                    again = store.append(
                        game_id, expected, [Entry(writer, Bid("SV", number))], key=f"{writer}/{number}"
                    )
                    assert done == again
                    break
                except Conflict:
                    continue

    in_threads(writers, write)
    records = store.load(game_id).records
    assert [record.version for record in records] == list(range(1, writers * each + 1))
    for writer in range(writers):
        own = [record.body["amount"] for record in records if record.seat == writer]
        assert own == list(range(each))
    assert store.check() == []


def test_many_games_share_commits(games: LiveGames, store: GamesStore) -> None:
    writers, each = 16, 25
    ids = [games.create(new(3)) for _ in range(writers)]
    before = store.writer.commits

    def write(writer: int) -> None:
        for version in range(each):
            assert store.append(ids[writer], version, passing(version % 3)) == version + 1

    in_threads(writers, write)
    for game_id in ids:
        assert [record.seat for record in store.load(game_id).records] == [version % 3 for version in range(each)]
    assert store.writer.commits - before < writers * each  # appends of different games went to disk together


def test_a_conflict_in_a_group_does_not_harm_the_others(games: LiveGames, store: GamesStore) -> None:
    """Good and bad requests that are committed together: each gets its own answer."""
    ids = [games.create(new(3)) for _ in range(10)]
    gate = threading.Event()

    def hold(_: Connection) -> JobResult[None]:
        gate.wait(60)
        return JobResult(None)

    with ThreadPoolExecutor(16) as pool:
        held = pool.submit(store.writer.do, hold)
        bad = [pool.submit(store.append, game_id, 7, passing(0)) for game_id in ids[:5]]
        good = [pool.submit(store.append, game_id, 0, passing(0)) for game_id in ids[5:]]
        gate.set()
        held.result()
        assert all(isinstance(future.exception(), Conflict) for future in bad)
        assert [future.result() for future in good] == [1] * 5
    assert [store.head(game_id).version for game_id in ids] == [0] * 5 + [1] * 5


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_transaction_that_fails_as_a_whole_is_answered_to_all(games: LiveGames, store: GamesStore) -> None:
    """As with a full disk: SQLite ends the transaction, so what was done in it before has not happened either."""
    game_id = games.create(new(3))
    begun, gate = threading.Event(), threading.Event()

    def hold(_: Connection) -> JobResult[None]:
        begun.set()
        gate.wait(60)
        return JobResult(None)

    def full(connection: Connection) -> JobResult[None]:
        connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    with ThreadPoolExecutor(4) as pool:
        pool.submit(store.writer.do, hold)
        assert begun.wait(60)
        jobs: list[Future[Any]] = [pool.submit(store.append, game_id, 0, passing(0), key="a")]
        jobs.append(pool.submit(store.writer.do, full))
        while store.writer.waiting() < 2:
            time.sleep(0.001)
        gate.set()
        for job in jobs:
            with pytest.raises(StoreError, match=r"games\.db: not written: database or disk is full"):
                job.result()
    assert store.head(game_id).version == 0
    assert store.append(game_id, 0, passing(0), key="a") == 1


def test_a_job_that_fails_half_way_is_taken_back(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))

    def half(connection: Connection) -> JobResult[None]:
        connection.execute("UPDATE game SET ply = 99 WHERE id = ?", (game_id,))
        connection.execute("INSERT INTO nowhere VALUES (1)")
        return JobResult(None)

    with pytest.raises(StoreError, match=r"games.*: not written: .*nowhere"):
        store.writer.do(half)
    assert store.head(game_id).ply == 0
    assert store.append(game_id, 0, passing(0)) == 1


def test_readers_see_whole_moments_while_others_write(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    stop, begun = threading.Event(), threading.Barrier(4)

    def read(_: int) -> int:
        seen, count = 0, 0
        begun.wait(60)  # everybody reads while it is written, however the threads are started
        while not stop.is_set():
            log = store.load(game_id)
            assert len(log.records) == log.head.version == log.head.ply
            assert log.head.version % 2 == 0  # actions of one request appear together
            assert log.head.version >= seen
            seen, count = log.head.version, count + 1
        return count

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read, number) for number in range(3)]
        begun.wait(60)
        for version in range(0, 100, 2):
            store.append(game_id, version, passing(0) + passing(1))
        stop.set()
        assert all(reader.result() > 0 for reader in readers)


# -- taking back


def test_a_rewind_takes_back_and_keeps_everything(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    for version in range(3):
        games.act(game_id, version, passing(version))
    after_one = new(3)
    after_one.apply(Pass())
    assert games.rewind(game_id, 3, 1, seat=2) == 4
    assert games.get(game_id).game.digest() == after_one.digest()
    log = store.load(game_id)
    assert (log.head.version, log.head.ply, log.head.asked) == (4, 1, 1)
    assert [record.kind for record in log.records] == ["action"] * 3 + ["rewind"]
    assert (log.records[3].seat, log.records[3].body) == (2, {"to": 1})
    assert [record.version for record in live_actions(log.records)] == [1]
    assert [record.version for record in redoable(log.records)] == [2, 3]


def test_a_version_never_comes_twice(games: LiveGames) -> None:
    """A page that shows what was taken back must not act on what came instead, though both have as many actions."""
    game_id = games.create(new(3))
    games.act(game_id, 0, passing(0))
    games.rewind(game_id, 1, 0)
    assert games.act(game_id, 2, [Entry(0, Bid("CS", 45))]) == 3
    assert games.get(game_id).game.ply == 1
    with pytest.raises(Conflict):
        games.act(game_id, 1, passing(1))


def test_redo_step_by_step_until_something_else_is_played(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    for version in range(3):
        games.act(game_id, version, passing(version))
    digest = games.get(game_id).game.digest()
    games.rewind(game_id, 3, 2)
    games.rewind(game_id, 4, 0)
    assert len(redoable(store.load(game_id).records)) == 3
    games.redo(game_id, 5)
    assert len(redoable(store.load(game_id).records)) == 2
    games.redo(game_id, 6, 2)
    assert games.get(game_id).game.digest() == digest
    games.rewind(game_id, 8, 1)
    games.act(game_id, 9, [Entry(1, Bid("CS", 45))])
    assert redoable(store.load(game_id).records) == []
    with pytest.raises(BadInput, match="cannot redo 1 actions: 0 were taken back"):
        games.redo(game_id, 10)


@pytest.mark.parametrize("to", [2, 3, 99])
def test_a_rewind_must_go_back(games: LiveGames, store: GamesStore, to: int) -> None:
    game_id = games.create(new(3))
    games.act(game_id, 0, passing(0) + passing(1))
    for rewind in (games.rewind, store.rewind):
        with pytest.raises(BadInput, match=f"cannot go back to action {to}: the game has 2"):
            rewind(game_id, 2, to)
    assert store.head(game_id).version == 2
