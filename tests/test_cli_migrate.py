"""`stellwerk migrate`: a store moves from SQLite to PostgreSQL and back, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stellwerk.cli.main import main
from stellwerk.store import LiveGames, SqliteStore, StoreError, open_store
from stellwerk.store.copying import contents
from stellwerk.store.database import migrations, open_database
from tests.postgres_support import Cluster
from tests.store_support import pass_turn
from tests.support import new
from tests.test_store_copying import fill


@pytest.fixture
def empty(cluster: Cluster) -> Iterator[str]:
    """A database without any table."""
    with cluster.fresh() as url:
        yield url


def held(where: str | Path) -> dict[str, Any]:
    with open_store(where) as store, store.readers.moment() as connection:
        return contents(connection)


def test_there_and_back_nothing_has_changed(tmp_path: Path, empty: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").mkdir()
    file, back = tmp_path / "data" / "stellwerk.sqlite", tmp_path / "back.sqlite"
    with SqliteStore(file) as store:
        game_id = fill(store)
        before = LiveGames(store).get(game_id).game.digest()
    assert main(["migrate", str(tmp_path / "data"), empty]) == 0
    assert "record: 41\n" in capsys.readouterr().out
    assert main(["migrate", empty, str(back)]) == 0
    assert held(file) == held(empty) == held(back)
    with open_store(empty) as store:
        games = LiveGames(store)
        assert games.get(game_id).game.digest() == before
        assert pass_turn(games, game_id) == 42
    assert main(["migrate", str(file), empty]) == 2  # there is something in it
    assert "there are games or people here already" in capsys.readouterr().err


@pytest.mark.parametrize("known", range(1, len(migrations()) + 1))
def test_from_every_schema_there_was(tmp_path: Path, empty: str, known: int) -> None:
    old = open_database(tmp_path / "old.sqlite", migrations()[:known])
    values = "'gabcdefgh2', '1830', '1', '[\"Ada\", \"Ben\", \"Cleo\"]', '{}', 7, '{}', 'running', 0, 0, 0, 0, 0, 1, 1"
    columns = (
        "id, title, title_version, players, options, seed, settings, status, asked, version, ply, chat, desk,"
        " created, changed"
    )
    old.execute(f"INSERT INTO game ({columns}) VALUES ({values})")
    old.execute("INSERT INTO seat VALUES ('gabcdefgh2', 0, 'Ada', 'me', 'p:1', '', NULL)")
    old.close()
    assert main(["migrate", str(tmp_path / "old.sqlite"), empty]) == 0
    with open_store(empty) as store:
        head = store.head("gabcdefgh2")
        assert (head.title, head.seed, head.seats[0].holder) == ("1830", 7, "p:1")


@pytest.mark.parametrize("to", ["sqlite", "postgres"])
def test_one_that_breaks_off_leaves_nothing(
    tmp_path: Path, to: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    file = tmp_path / "games.sqlite"
    target = request.getfixturevalue("empty") if to == "postgres" else str(tmp_path / "new.sqlite")
    with SqliteStore(file) as store:
        fill(store)
    real: Any = contents

    def broken(connection: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:  # everything has been written by then
            raise StoreError("the disk is full")
        return real(connection)

    calls: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr("stellwerk.store.copying.contents", broken)
        assert main(["migrate", str(file), target]) == 2
    if to == "sqlite":
        assert not list(tmp_path.glob("new.sqlite*[!k]"))  # the lock file may stay
    else:
        assert not any(content.rows for content in held(target).values())
    assert main(["migrate", str(file), target]) == 0
    assert held(file) == held(target)


def refused(capsys: pytest.CaptureFixture[str], *args: object) -> str:
    assert main(["migrate", *map(str, args)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said


def test_what_cannot_be_done_is_refused_in_one_line(
    tmp_path: Path, empty: str, postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sqlite"
    with SqliteStore(file) as store:
        LiveGames(store).create(new(3))
    assert "there are no games here" in refused(capsys, tmp_path / "none.sqlite", empty)
    assert not (tmp_path / "none.sqlite").exists()
    assert "the same" in refused(capsys, file, file)
    assert "mysql:// is no database" in refused(capsys, file, "mysql://host/games")
    assert "cannot be reached" in refused(capsys, file, "postgresql://somebody:hidden@127.0.0.1:1/games")
    assert "there is no directory" in refused(capsys, file, tmp_path / "no" / "games.sqlite")
    with open_store(postgres) as store:
        store.look_after("secret", lambda: None)
        assert "a server uses it" in refused(capsys, file, postgres)
        assert "a server uses it" in refused(capsys, postgres, tmp_path / "new.sqlite")
    newer = open_database(tmp_path / "newer.sqlite")
    newer.execute("INSERT INTO migration VALUES (99, 'later', 0)")
    newer.close()
    assert "written by a newer program" in refused(capsys, tmp_path / "newer.sqlite", empty)
