"""The store in PostgreSQL: several processes on one database, and a database that goes away and comes back."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from stellwerk.core import Entry
from stellwerk.eighteen.actions import Pass
from stellwerk.store import (
    Conflict,
    GameHead,
    GamesStore,
    LiveGames,
    News,
    NewSeat,
    SeatTaken,
    StoreError,
    Unreachable,
    Watch,
    open_store,
)
from stellwerk.store.dialect import Connection
from stellwerk.store.writer import JobResult, WriteJob
from tests.postgres_support import Cluster, running_cluster
from tests.store_support import attempt, in_threads, pass_turn, passing, raw
from tests.support import new
from tests.web_support import until


@pytest.fixture
def stores(postgres: str) -> Iterator[list[GamesStore]]:
    """Two servers' stores on one database; each has connections, a writer and watchers of its own."""
    with ExitStack() as stack:
        yield [stack.enter_context(open_store(postgres)) for _ in range(2)]


@pytest.fixture
def own_cluster(cluster: Cluster) -> Iterator[Cluster]:
    """A cluster that a test may stop."""
    with running_cluster() as running:
        yield running


def test_watchers_hear_of_what_another_process_does(stores: list[GamesStore]) -> None:
    one, other = stores
    game_id = LiveGames(one).create(new(3))
    heard: list[tuple[str, News]] = []
    other.listen(lambda game, news: heard.append((game, news)))
    with other.subscribe(game_id) as watch:
        first = watch.wait(60)
        assert first is not None
        assert pass_turn(LiveGames(one), game_id) == 1
        news = watch.wait(60)
        assert news is not None
        assert news.version == 1
        one.say(game_id, 0, "Ada", "hello")
        until(lambda: (found := watch.wait(0.1)) is not None and found.chat == 1)
        one.delete(game_id)
        until(lambda: (found := watch.wait(0.1)) is not None and found.gone)
    assert (game_id, News(1, 0, 0)) in heard


def test_nothing_rests_on_a_notification(stores: list[GamesStore], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = stores
    game_id = LiveGames(one).create(new(3))
    with other.subscribe(game_id) as watch:
        assert watch.wait(60) is not None
        monkeypatch.setattr(one.writer, "announce", lambda news: None)  # as if the process died after the commit
        pass_turn(LiveGames(one), game_id)
        news = watch.wait(60)  # found by looking
        assert news is not None
        assert news.version == 1


def test_each_version_has_one_winner_among_processes(stores: list[GamesStore]) -> None:
    games = [LiveGames(store) for store in stores]
    game_id = games[0].create(new(3))
    for version in range(10):
        answers = in_threads(4, partial(act_at, games, game_id, version))
        assert answers.count(version + 1) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 3
    assert [record.version for record in stores[1].load(game_id).records] == list(range(1, 11))


def test_a_request_repeated_at_another_process_is_done_once(stores: list[GamesStore]) -> None:
    game_id = LiveGames(stores[0]).create(new(3))
    answers = in_threads(8, lambda number: stores[number % 2].append(game_id, 0, passing(0), key="once"))
    assert answers == [1] * 8
    assert stores[0].head(game_id).version == 1


def test_a_seat_is_taken_once_among_processes(stores: list[GamesStore]) -> None:
    game_id = LiveGames(stores[0]).create(new(3))

    def take(number: int) -> bool:
        try:
            stores[number % 2].change_seat(game_id, 0, "", NewSeat("Ada", "me", f"p:{number}"))
        except SeatTaken:
            return False
        return True

    assert in_threads(8, take).count(True) == 1


def test_processes_that_write_to_the_same_games_do_not_stop_each_other(stores: list[GamesStore]) -> None:
    """Groups of jobs of two processes lock the same games: none is lost, and none waits for ever."""
    ids = [LiveGames(stores[0]).create(new(3)) for _ in range(12)]
    before = [store.writer.commits for store in stores]

    def talk(number: int) -> None:
        store = stores[number % 2]
        for game_id in ids if number < 8 else reversed(ids):
            store.say(game_id, 0, "Ada", f"{number}")

    in_threads(16, talk)
    for game_id in ids:
        assert [line.number for line in stores[1].chat(game_id)] == list(range(1, 17))
    assert all(store.writer.commits - count < 8 * len(ids) for store, count in zip(stores, before, strict=True))


def test_a_job_that_fails_half_way_harms_none_of_its_group(postgres: str) -> None:
    with open_store(postgres) as store:
        ids = [LiveGames(store).create(new(3)) for _ in range(4)]
        begun, gate = threading.Event(), threading.Event()

        def hold(_: Connection) -> JobResult[None]:
            begun.set()
            gate.wait(60)
            return JobResult(None)

        def same_name() -> str:
            try:
                store.change_seat(ids[0], 0, "", NewSeat("Ben", "me", "p:1"))  # refused after the seat was changed
            except Exception as error:
                return str(error)
            return ""

        def half(connection: Connection) -> JobResult[None]:
            connection.execute("INSERT INTO nowhere VALUES (1)")
            return JobResult(None)

        answers: list[Any] = []
        work = [
            lambda: store.writer.do(hold),
            lambda: answers.append(same_name()),
            lambda: answers.append(store.append(ids[1], 0, passing(0))),
            lambda: answers.append(store.append(ids[2], 0, passing(0))),
            lambda: answers.append(attempt(lambda: store.append(ids[3], 5, passing(0)))),
        ]
        threads = [threading.Thread(target=one) for one in work]
        threads[0].start()
        assert begun.wait(60)
        for thread in threads[1:]:
            thread.start()
        until(lambda: store.writer.waiting() == len(work) - 1)
        gate.set()
        for thread in threads:
            thread.join()
        assert any("name of his own" in str(answer) for answer in answers)
        assert answers.count(1) == 2
        assert store.head(ids[0]).seats[0].holder == ""
        with pytest.raises(StoreError, match=r"PostgreSQL database games\d+ at .*: not written: .*nowhere"):
            store.writer.do(half)
        assert store.check() == []


def until_further(answered: dict[str, int]) -> None:
    before = dict(answered)
    until(lambda: all(answered[game_id] > before[game_id] + 3 for game_id in before))


def has_heard(watch: Watch, version: int) -> bool:
    news = watch.wait(0.1)
    return news is not None and news.version >= version


def act_at(games: list[LiveGames], game_id: str, version: int, number: int) -> int | Conflict:
    return attempt(lambda: games[number % 2].act(game_id, version, passing(version % 3)))


def test_a_database_that_is_started_anew_holds_nobody_up(own_cluster: Cluster) -> None:
    """Stopped and started in mid load, in good order and as in a crash: no move is lost, none is made twice."""
    with own_cluster.fresh("stellwerk") as url, open_store(url) as store:
        games = LiveGames(store)
        ids = [games.create(new(3)) for _ in range(6)]
        stop, answered = threading.Event(), dict.fromkeys(ids, 0)

        def play(game_id: str) -> None:
            while not stop.is_set():
                version = answered[game_id]
                try:
                    answered[game_id] = store.append(game_id, version, [Entry(version % 3, Pass())], key=f"{version}")
                except Unreachable:  # on a machine with so much to do that it takes longer than a request waits
                    time.sleep(0.1)
                    continue
                assert answered[game_id] == version + 1

        def read() -> None:
            while not stop.is_set():
                try:
                    assert store.head(ids[0]).version >= 0
                except StoreError:  # what is being read when it goes is not read
                    time.sleep(0.01)

        watch = store.subscribe(ids[0])
        with ThreadPoolExecutor(7) as pool:
            running = [*(pool.submit(play, game_id) for game_id in ids), pool.submit(read)]
            try:
                for signal_ in (2, 3, 2, 3):  # SIGINT, SIGQUIT
                    until_further(answered)
                    own_cluster.stop(signal_)
                    own_cluster.start()
                until_further(answered)
            finally:
                stop.set()
            for future in running:
                future.result()
        for game_id in ids:
            assert [record.version for record in store.load(game_id).records] == list(range(1, answered[game_id] + 1))
        assert store.check() == []
        until(lambda: (news := watch.wait(0.1)) is None or news.version == answered[ids[0]])


def test_a_commit_whose_answer_is_lost_is_looked_up(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks after the commit was sent: the request has happened, once, and is told so without a key."""
    with open_store(postgres) as store:
        game_id = LiveGames(store).create(new(3))
        writer: Any = store.writer
        attempts, real = [], writer._attempt

        def broken(batch: Any) -> None:
            real(batch)
            attempts.append(1)
            if len(attempts) == 1:
                writer._doubt = writer._count
                writer._connection.close()
                raise sys.modules["psycopg"].OperationalError("the answer is lost")

        monkeypatch.setattr(writer, "_attempt", broken)
        assert store.append(game_id, 0, passing(0)) == 1
        assert store.head(game_id).version == 1  # not done again
        assert attempts == [1]


def test_a_commit_that_a_crash_took_away_is_done_again(own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL gives the number of a transaction that was on no disk to another one, which is committed."""
    with own_cluster.fresh("stellwerk") as url, open_store(url) as store:
        game_id = LiveGames(store).create(new(3))
        writer: Any = store.writer
        attempts, real = [], writer._attempt

        def crash(job: WriteJob, connection: Any, *, alone: bool) -> None:
            carry_out(job, connection, alone=alone)
            connection.execute("SELECT 1").fetchone()  # all of it has arrived there
            writer._doubt = writer._count  # as if the commit had been sent
            own_cluster.stop(3)
            own_cluster.start()
            for _ in range(20):
                own_cluster.sql("SELECT pg_current_xact_id()")
            monkeypatch.setattr(writer, "_carry_out", carry_out)
            raise sys.modules["psycopg"].OperationalError("the answer is lost")

        def counted(batch: Any) -> None:
            attempts.append(1)
            real(batch)

        carry_out = writer._carry_out
        monkeypatch.setattr(writer, "_attempt", counted)
        monkeypatch.setattr(writer, "_carry_out", crash)
        assert store.append(game_id, 0, passing(0)) == 1
        assert attempts == [1, 1]
        assert [record.version for record in store.load(game_id).records] == [1]


def test_a_database_that_stays_away_is_told_in_one_line(own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.store.postgres.driver.PATIENCE", 0.3)
    with own_cluster.fresh("stellwerk") as url, open_store(url) as store:
        game_id = LiveGames(store).create(new(3))
        own_cluster.stop()
        for work in (lambda: store.head(game_id), lambda: store.append(game_id, 0, passing(0))):
            with pytest.raises(Unreachable, match=r"PostgreSQL database games1 at .*") as told:
                work()
            assert "\n" not in str(told.value)
        with pytest.raises(Unreachable, match="cannot be reached"):
            open_store(url)
        own_cluster.start()
        assert until(lambda: head_or_none(store, game_id)).version == 0
        assert store.append(game_id, 0, passing(0)) == 1


def head_or_none(store: GamesStore, game_id: str) -> GameHead | None:
    try:
        return store.head(game_id)
    except Unreachable:
        return None


def test_what_cannot_be_opened_is_refused_in_one_line(cluster: Cluster, postgres: str) -> None:
    with pytest.raises(Unreachable, match=r"database games at 127.0.0.1:1 cannot be reached"):
        open_store("postgresql://someone:hidden@127.0.0.1:1/games")
    with pytest.raises(StoreError, match="cannot be understood"):
        open_store("postgresql://someone@host/games?nonsense=1")
    with pytest.raises(StoreError, match="mysql:// is no database this program knows"):
        open_store("mysql://someone@host/games")
    with pytest.raises(StoreError, match='"nothing" does not exist'):
        open_store(cluster.url("nothing"))
    with open_store(postgres) as store:
        raw(store, "INSERT INTO migration VALUES (99, 'later', 0)")
    with pytest.raises(StoreError, match=r"written by a newer program \(schema 99, this program knows up to \d+\)"):
        open_store(postgres)
    with cluster.fresh() as url:
        name = url.split("/")[3].split("?")[0]
        cluster.sql("CREATE TABLE invoices (number int)", name)
        with pytest.raises(StoreError, match="tables of another program"):
            open_store(url)
    latin = cluster.database(ENCODING="'LATIN1'")
    with pytest.raises(StoreError, match="its encoding is LATIN1"):
        open_store(cluster.url(latin))


def test_a_password_is_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg", reason="NO POSTGRESQL: there is no driver")
    with pytest.raises(Unreachable) as told:
        open_store("postgresql://someone:hidden@127.0.0.1:1/games")
    assert "hidden" not in str(told.value)


def test_without_the_driver_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.startswith(("stellwerk.store.postgres", "psycopg")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'stellwerk\[postgres\]'"):
        open_store("postgresql://localhost/games")


def test_an_older_schema_is_brought_up_to_date_by_one_of_many(cluster: Cluster) -> None:
    """From every released schema, while several processes start at once."""
    from stellwerk.store.database import migrations
    from stellwerk.store.postgres.driver import Database
    from stellwerk.store.postgres.schema import prepare

    steps = migrations()
    for released in range(1, len(steps) + 1):
        with cluster.fresh() as url:
            prepare(Database(url), steps[:released])
            in_threads(4, lambda _: prepare(Database(url)))
            with open_store(url) as store:
                assert raw(store, "SELECT count(*) FROM migration") == [(len(steps),)]
                game_id = LiveGames(store).create(new(3))
                assert pass_turn(LiveGames(store), game_id) == 1


def test_a_newer_program_waits_until_the_older_ones_are_stopped(postgres: str) -> None:
    """Two versions on one database: one line, and the servers that are running go on."""
    with open_store(postgres) as store:
        game_id = LiveGames(store).create(new(3))
        store.look_after("secret", lambda: None)
        ((last, name, at),) = raw(store, "SELECT * FROM migration ORDER BY number DESC LIMIT 1")
        raw(store, f"DELETE FROM migration WHERE number = {last}")  # to the one that is started this one is older
        with pytest.raises(StoreError, match=r"servers of an older program use it .* stop them first"):
            open_store(postgres)
        assert pass_turn(LiveGames(store), game_id) == 1
        raw(store, f"INSERT INTO migration VALUES ({last}, '{name}', {at})")


PLAYER = """
import sys
from stellwerk.core import Entry
from stellwerk.eighteen.actions import Pass
from stellwerk.store import open_store
store = open_store(sys.argv[1])
version = store.head(sys.argv[2]).version
while True:
    version = store.append(sys.argv[2], version, [Entry(version % 3, Pass())])
    print(version, flush=True)
"""


def test_a_killed_process_loses_nothing_and_holds_nobody_up(postgres: str) -> None:
    with open_store(postgres) as store:
        game_id = LiveGames(store).create(new(3))
        with store.subscribe(game_id) as watch:
            for _ in range(3):
                player = subprocess.Popen([sys.executable, "-c", PLAYER, postgres, game_id], stdout=subprocess.PIPE)
                assert player.stdout
                told = [int(player.stdout.readline()) for _ in range(10)]
                player.kill()
                told += [int(line) for line in player.communicate()[0].split()]
                version = store.head(game_id).version
                assert version in (told[-1], told[-1] + 1)
                until(partial(has_heard, watch, told[-1]))
                done = attempt(partial(store.append, game_id, version, [Entry(0, Pass())]))
                if isinstance(done, Conflict):  # PostgreSQL finished what the dead had sent after the head was read
                    assert (version, done.version) == (told[-1], told[-1] + 1)
                    done = store.append(game_id, done.version, [Entry(0, Pass())])
                assert done in (version + 1, version + 2)
        assert store.check() == []
