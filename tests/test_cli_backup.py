"""`stellwerk backup`, `restore` and `verify`, on both kinds of store."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from stellwerk.cli.main import main
from stellwerk.store import GamesStore, LiveGames, SqliteStore, open_store
from stellwerk.store.backup import restore, write_backup
from stellwerk.store.copying import contents
from tests.postgres_support import Cluster
from tests.store_support import open_raw, pass_turn, raw
from tests.test_store_copying import fill
from tests.web_support import Browser, served, server


def held(where: str | Path) -> object:
    with open_store(where) as store, store.readers.moment() as connection:
        return contents(connection)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[list[str], str | Path]:
    """Arguments that name a store with something in everything, and where it is."""
    data = tmp_path / "data"
    data.mkdir()
    where: str | Path = (
        request.getfixturevalue("postgres") if request.param == "postgres" else data / "stellwerk.sqlite"
    )
    with open_store(where) as store:
        fill(store)
    (data / "secret").write_text("the secret of this server\n")
    return ["--data", str(data), *(["--database", str(where)] if request.param == "postgres" else [])], where


def test_a_backup_has_everything_and_comes_back_into_either_kind(
    place: tuple[list[str], str | Path], tmp_path: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    where, source = place
    file = tmp_path / "games.backup"
    assert main(["backup", str(file), *where]) == 0
    assert "1 games, 1 accounts and 1 sessions" in capsys.readouterr().out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir() if "games.backup" in one.name] == ["games.backup"]
    assert main(["verify", str(file)]) == 0
    assert "1 of 1 games replay to what was stored; the database is whole" in capsys.readouterr().out
    before = held(source)
    data = tmp_path / "new" / "folder"
    assert main(["restore", str(file), "--data", str(data)]) == 0
    assert held(data / "stellwerk.sqlite") == before
    assert (data / "secret").read_text().strip() == "the secret of this server"
    assert stat.S_IMODE((data / "stellwerk.sqlite").stat().st_mode) == 0o600
    with cluster.fresh() as url:  # an empty database, without tables
        assert main(["restore", str(file), "--data", str(tmp_path / "other"), "--database", url]) == 0
        assert held(url) == before
        assert main(["restore", str(file), "--data", str(data), "--database", url]) == 2
        assert "games or people here already" in capsys.readouterr().err
        assert main(["restore", str(file), "--data", str(data), "--database", url, "--replace"]) == 0
        assert held(url) == before
        assert main(["verify", "--database", url]) == 0


def test_a_store_that_is_not_empty_is_replaced_only_if_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file = tmp_path / "data", tmp_path / "b"
    data.mkdir()
    with SqliteStore(data / "stellwerk.sqlite") as store:
        game_id = fill(store)
    before = held(data / "stellwerk.sqlite")
    assert main(["backup", str(file), "--data", str(data)]) == 0
    with SqliteStore(data / "stellwerk.sqlite") as store:
        pass_turn(LiveGames(store), game_id)
    later = held(data / "stellwerk.sqlite")
    assert main(["backup", str(file), "--data", str(data)]) == 2
    assert "there is such a file already" in capsys.readouterr().err
    assert main(["restore", str(file), "--data", str(data)]) == 2
    assert "--replace" in capsys.readouterr().err
    assert held(data / "stellwerk.sqlite") == later
    (data / "secret").write_text("another secret since then\n")
    assert main(["restore", str(file), "--data", str(data), "--replace"]) == 0
    assert held(data / "stellwerk.sqlite") == before
    assert held(data / "stellwerk.sqlite.before-1") == later
    assert main(["backup", str(file), "--data", str(data), "--replace"]) == 0


@pytest.mark.parametrize("damage", ["cut", "bit", "foreign", "text", "store", "empty", "missing"])
def test_what_is_no_whole_backup_is_refused_in_one_line(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file, target = tmp_path / "data", tmp_path / "b", tmp_path / "target"
    data.mkdir()
    target.mkdir()
    with SqliteStore(data / "stellwerk.sqlite") as store:
        fill(store)
    main(["backup", str(file), "--data", str(data)])
    whole = file.read_bytes()
    if damage == "cut":
        file.write_bytes(whole[: len(whole) * 2 // 3])
    elif damage == "bit":
        place = whole.index("héllo".encode())
        file.write_bytes(whole[:place] + b"H" + whole[place + 1 :])
    elif damage == "foreign":
        file.unlink()
        with open_raw(file) as connection:
            connection.execute("CREATE TABLE mine (a)")
    elif damage == "text":
        file.write_text("not at all a database, but long enough to be looked at as one" * 20)
    elif damage == "store":
        file.write_bytes((data / "stellwerk.sqlite").read_bytes())
    elif damage == "empty":
        file.write_bytes(b"")
    else:
        file.unlink()
    capsys.readouterr()
    for command in (["restore", str(file), "--data", str(target)], ["verify", str(file)]):
        assert main(command) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert len(said.err.splitlines()) == 1
        assert said.err.startswith(f"stellwerk: {file}: ")
    assert not [one.name for one in target.iterdir() if not one.name.endswith(".lock")]


def test_a_backup_is_one_moment_while_games_go_on(tmp_path: Path) -> None:
    """Moves are made all the time; every backup replays, and has whole games."""
    path = tmp_path / "stellwerk.sqlite"
    with SqliteStore(path) as store:
        game_id = fill(store)
        games, ended = LiveGames(store), threading.Event()

        def play() -> None:
            while not ended.is_set():
                pass_turn(games, game_id)

        thread = threading.Thread(target=play)
        thread.start()
        try:
            for number in range(5):
                assert main(["backup", str(tmp_path / f"b{number}"), "--data", str(tmp_path)]) == 0
        finally:
            ended.set()
            thread.join()
    for number in range(5):
        assert main(["verify", str(tmp_path / f"b{number}")]) == 0


def test_seats_and_sessions_of_a_server_come_back(tmp_path: Path) -> None:
    """Who sits at a table by his browser alone still sits there after a restore elsewhere."""
    with served(tmp_path / "one") as client:
        ada = Browser(client)
        game = ada.create("me:Ada", "open")["table"]["id"]
        assert main(["backup", str(tmp_path / "b"), "--data", str(tmp_path / "one")]) == 0
    assert main(["restore", str(tmp_path / "b"), "--data", str(tmp_path / "two")]) == 0
    with served(tmp_path / "two") as client:
        ada.client = client
        assert ada.get(f"/games/{game}").json()["seats"][0]["yours"]


def test_a_backup_into_nowhere_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with SqliteStore(tmp_path / "stellwerk.sqlite") as store:
        fill(store)
    assert main(["backup", str(tmp_path / "no" / "b"), "--data", str(tmp_path)]) == 2
    assert main(["backup", str(tmp_path / "b"), "--data", str(tmp_path / "nothing")]) == 2
    assert "there are no games here" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "b"), "--database", "mysql://host/x"]) == 2
    assert main(["backup", str(tmp_path / "b"), "--database", "postgresql://127.0.0.1:1/x"]) == 2
    assert "cannot be reached" in capsys.readouterr().err
    assert not (tmp_path / "b").exists()
    assert not list(tmp_path.glob(".b*"))


def test_a_backup_onto_a_full_disk_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """/dev/full cannot hold a folder, so SQLite is told that there is no room for one page more."""
    with SqliteStore(tmp_path / "stellwerk.sqlite") as store:
        fill(store)
    real = sqlite3.connect

    class Full(sqlite3.Connection):
        def backup(self, *args: object, **more: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sqlite3, "connect", lambda *args, **more: real(*args, **{**more, "factory": Full}))
        assert main(["backup", str(tmp_path / "b"), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "disk is full" in said
    assert len(said.splitlines()) == 1
    assert not list(tmp_path.glob("*b")) + list(tmp_path.glob(".b*"))


def test_a_running_server_is_not_restored_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with server(tmp_path):
        assert main(["backup", str(tmp_path / "b"), "--data", str(tmp_path)]) == 0
        assert main(["restore", str(tmp_path / "b"), "--data", str(tmp_path), "--replace"]) == 2
        assert "another server uses these games" in capsys.readouterr().err


def test_verify_names_each_game_that_differs_and_where(
    store: GamesStore, tmp_path: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    games = [fill_more(store) for _ in range(3)]
    raw(
        store,
        f"UPDATE record SET digest = (SELECT digest FROM record WHERE game_id = '{games[1]}' AND seq = 2)"
        f" WHERE game_id = '{games[1]}' AND seq = 7",
    )
    raw(store, f"DELETE FROM record WHERE game_id = '{games[2]}' AND seq = 9")
    where = (
        ["--db", str(store.path)]
        if isinstance(store, SqliteStore)
        else ["--database", request.getfixturevalue("postgres")]
    )
    assert main(["verify", *where]) == 1
    said = capsys.readouterr().out
    assert f"{games[1]} (1830, running): agrees up to action 6 of 12; then (version 7)" in said
    assert f"game {games[2]} is at version 12 but has 11 records" in said
    assert games[0] not in said
    assert "of 3 games replay to what was stored; the database is damaged" in said
    assert main(["verify", "--json", *where]) == 1
    found = json.loads(capsys.readouterr().out)
    assert games[1] in [one["game"] for one in found["differing"]]
    assert found["games"] == 3
    assert len(found["database"]) == 1


def fill_more(store: GamesStore) -> str:
    """A game of twelve actions."""
    import stellwerk

    games = LiveGames(store)
    game_id = games.create(stellwerk.new("1830", ["Ada", "Ben"]))
    for _ in range(12):
        pass_turn(games, game_id)
    return game_id


def test_a_damaged_database_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "stellwerk.sqlite"
    with SqliteStore(path) as store:
        fill(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    for command in (["verify"], ["backup", str(tmp_path / "b")], ["serve", "--port", "0"]):
        assert main([*command, "--data", str(tmp_path)]) == 2
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 1
        assert "damaged" in said or "malformed" in said
    assert not (tmp_path / "b").exists()


def test_who_is_killed_while_restoring_leaves_the_old_games_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At no moment is there no file: a server that starts then would begin with none."""
    data = tmp_path / "data"
    data.mkdir()
    with open_store(data / "stellwerk.sqlite") as store:
        store.create_account("Ada", "hash")
    file = tmp_path / "games.backup"
    write_backup(data / "stellwerk.sqlite", file, "0", {})
    there: list[bool] = []
    for name in ("replace", "link", "unlink"):
        real = getattr(os, name)

        def watched(*parts: Any, real: Any = real, **more: Any) -> Any:
            done = real(*parts, **more)
            there.append((data / "stellwerk.sqlite").exists())
            return done

        monkeypatch.setattr(os, name, watched)
    _, kept = restore(file, data / "stellwerk.sqlite", replace=True)
    assert there
    assert all(there)
    assert kept is not None
    with open_store(kept) as store:
        assert store.account("Ada") is not None
