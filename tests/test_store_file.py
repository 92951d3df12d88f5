"""The store's file: kept, brought up to date, or refused in one line and left alone."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.core import BadInput
from stellwerk.eighteen.actions import Pass
from stellwerk.store import (
    LiveGames,
    SqliteStore,
    StoreError,
)
from stellwerk.store.bench import bench_store
from stellwerk.store.database import (
    APPLICATION,
    Migration,
    connect,
    migrations,
    open_database,
    recognised,
    schema_version,
)
from stellwerk.store.dialect import Connection
from stellwerk.store.writer import JobResult
from tests.store_support import attempt, in_threads, open_raw, pass_turn, passing
from tests.support import NAMES, new


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(tmp_path / "games.db") as opened:
        yield opened


def test_everything_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with SqliteStore(path) as store:
        games = LiveGames(store)
        game_id = games.create(new(3), settings={"undo": "free"})
        token = store.issue_token(game_id, 1)
        for _ in range(6):
            pass_turn(games, game_id, key=str(_))
        games.rewind(game_id, 6, 4)
        store.say(game_id, 0, "Ada", "hello")
        before, digest = store.load(game_id), games.get(game_id).game.digest()
    with SqliteStore(path) as store:
        assert store.load(game_id) == before
        assert LiveGames(store).get(game_id).game.digest() == digest
        assert store.seat_of_token(game_id, token) == 1
        assert [line.text for line in store.chat(game_id)] == ["hello"]
        assert store.check() == []


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    game_id = LiveGames(store).create(new(3))
    store.close()
    store.close()
    for work in (lambda: store.append(game_id, 0, passing(0)), lambda: store.load(game_id)):
        with pytest.raises(StoreError, match=r"games\.db: the store is closed"):
            work()


def test_the_writer_waits_for_the_disk(store: SqliteStore) -> None:
    def settings(connection: Connection) -> JobResult[tuple[Any, ...]]:
        names = ("journal_mode", "synchronous", "foreign_keys", "application_id")
        return JobResult(tuple(connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names))

    assert store.writer.do(settings) == ("wal", 2, 1, APPLICATION)  # 2 is FULL


@pytest.mark.skipif(os.name == "nt", reason="Windows has no file modes")
def test_a_new_file_is_for_its_owner_only(store: SqliteStore) -> None:
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_an_empty_file_gets_the_whole_schema(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    connection = open_database(tmp_path / "games.db")
    assert schema_version(connection) == len(migrations()) >= 2
    assert [row[0] for row in connection.execute("SELECT name FROM migration ORDER BY number")] == [
        step.name for step in migrations()
    ]
    connection.close()


@pytest.mark.parametrize("known", range(1, len(migrations())))
def test_an_older_file_is_brought_up_to_date(tmp_path: Path, known: int) -> None:
    path = tmp_path / "games.db"
    old = open_database(path, migrations()[:known])
    assert schema_version(old) == known
    old.execute(
        "INSERT INTO game (id, title, title_version, players, options, seed, settings, status, asked, version, ply,"
        " chat, desk, created, changed) VALUES"
        " ('abcdefghjk', '1830', '1', '[\"Ada\"]', '{}', 0, '{}', 'open', NULL, 0, 0, 0, 0, 5, 5)"
    )
    old.close()
    with SqliteStore(path) as store:
        assert store.head("abcdefghjk").players == ("Ada",)
        assert store.create_account("Ada", "hash").name == "Ada"
        with open_raw(store.path) as raw:
            assert schema_version(raw) == len(migrations())


RELEASED = 3  # migrations of the first release


def test_a_game_of_the_first_release_is_played_on(tmp_path: Path) -> None:
    """Its records have no fingerprints, and there are no positions: it is replayed once, then it opens from them."""
    with SqliteStore(tmp_path / "new.db") as store:
        games = LiveGames(store)
        game_id = games.create(new(3))
        for _ in range(40):
            pass_turn(games, game_id)
        digest = games.get(game_id).game.digest()
    path = tmp_path / "old.db"
    old = open_database(path, migrations()[:RELEASED])
    old.execute("ATTACH DATABASE ? AS new", (str(tmp_path / "new.db"),))
    for table in ("game", "record", "seat"):
        columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
        old.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")
    old.close()
    with SqliteStore(path) as store:
        assert LiveGames(store).get(game_id).game.digest() == digest
        assert len(store.positions(game_id)) == 2
        assert pass_turn(LiveGames(store), game_id) == 41


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    open_database(path).close()
    steps = migrations()
    number = len(steps) + 1
    steps.append(Migration(number, "good", "CREATE TABLE extra (a);\n-- a remark at the end\n"))
    steps.append(Migration(number + 1, "bad", "CREATE TABLE more (a);\nINSERT INTO nowhere VALUES (1);"))
    with pytest.raises(StoreError, match=rf"games\.db: migration {number + 1:04}_bad\.sql: no such table: nowhere"):
        open_database(path, steps)
    with SqliteStore(path) as store, open_raw(store.path) as raw:
        assert schema_version(raw) == number - 1
        assert raw.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('extra', 'more')").fetchone() == (0,)


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    steps = migrations()
    open_database(path, [*steps, Migration(len(steps) + 1, "later", "CREATE TABLE later (a);")]).close()
    content = path.read_bytes()
    with pytest.raises(StoreError, match=rf"newer program \(schema {len(steps) + 1}, this program knows up to"):
        SqliteStore(path)
    assert path.read_bytes() == content


def test_migrations_have_no_gap(tmp_path: Path) -> None:
    (tmp_path / "0001_a.sql").write_text("SELECT 1;")
    (tmp_path / "0003_c.sql").write_text("SELECT 1;")
    with pytest.raises(StoreError, match="without a gap"):
        migrations(tmp_path)


def foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (a)")
    connection.commit()
    connection.close()


def cut(path: Path) -> None:
    with SqliteStore(path) as store:
        games = LiveGames(store)
        for _ in range(40):
            games.create(new(3))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def scrambled(path: Path) -> None:
    with SqliteStore(path) as store:
        games = LiveGames(store)
        for _ in range(40):
            games.create(new(3))
    data = bytearray(path.read_bytes())
    for place in range(4096, len(data), 4096):
        data[place : place + 64] = bytes(range(100, 164))
    path.write_bytes(bytes(data))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_text("Dear diary, today we played 1830 again.\n" * 50), "not a Stellwerk database"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 20), "games.db: "),
        (foreign, "an SQLite database of another program"),
        (cut, "damaged|malformed"),
        (scrambled, "damaged|malformed"),
        (lambda path: path.mkdir(), "a directory, not a file"),
    ],
)
def test_a_broken_or_foreign_file_is_refused_in_one_line(
    tmp_path: Path, make: Callable[[Path], Any], message: str
) -> None:
    path = tmp_path / "games.db"
    make(path)
    content = path.read_bytes() if path.is_file() else b""
    with pytest.raises(BadInput, match=message) as caught:
        SqliteStore(path)
    assert "\n" not in str(caught.value)
    assert "games.db" in str(caught.value)
    assert (path.read_bytes() if path.is_file() else b"") == content


def test_a_path_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no directory"):
        SqliteStore(tmp_path / "nowhere" / "games.db")
    with pytest.raises(BadInput, match="needs the path of a file"):
        SqliteStore(":memory:")


def test_two_openings_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"

    def opened(_: int) -> SqliteStore:
        return SqliteStore(path)

    stores = in_threads(4, opened)
    game_id = LiveGames(stores[0]).create(stellwerk.new("1830", NAMES[:3]))
    answers = in_threads(4, lambda number: attempt(lambda: stores[number].append(game_id, 0, passing(number))))
    assert sum(isinstance(answer, int) for answer in answers) == 1
    assert [store.head(game_id).version for store in stores] == [1] * 4
    for store in stores:
        store.close()


def test_a_file_that_another_process_makes_just_now_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    seen: list[str] = []

    def watched(path: Path) -> sqlite3.Connection:
        connection = connect(path)

        def begun(statement: str) -> None:
            seen.append(statement)
            if len(seen) == 2:  # between the two questions whether the file is ours
                monkeypatch.undo()
                SqliteStore(path).close()

        connection.set_trace_callback(begun)
        return connection

    monkeypatch.setattr("stellwerk.store.database.connect", watched)
    recognised(path).close()
    assert len(seen) > 2


def test_the_bench_measures(tmp_path: Path) -> None:
    game = new(3)
    for _ in range(30):
        game.apply(Pass())
    figures = bench_store(tmp_path, appends=64, game=game)
    assert set(figures["appends"]) == {"1", "16", "64"}
    assert all(entry["appends_per_s"] > 0 for entry in figures["appends"].values())
    assert figures["loading"]["actions"] == 30
    assert list(tmp_path.iterdir()) == []


def test_the_example_of_the_documentation_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (Path(__file__).parents[1] / "docs" / "store.md").read_text(encoding="utf-8")
    example = text.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "docs/store.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "is at version 1, the request was made for version 0" in printed
    assert "Asked: Ben" in printed
