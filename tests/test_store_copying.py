"""A whole store copied into another one, of either kind: nothing forgotten, nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest

import stellwerk
from stellwerk.store import GamesStore, LiveGames, SqliteStore, StoredSession, StoreError, open_store
from stellwerk.store.copying import clear_tables, contents, copy_into, must_agree, tables
from stellwerk.store.dialect import Connection
from stellwerk.store.writer import JobResult
from tests.store_support import pass_turn, raw


def fill(store: GamesStore) -> str:
    """Something in every table."""
    games = LiveGames(store)
    game_id = games.create(stellwerk.new("1830", ["Ada", "Ben", "Zażółć"]), settings={"name": "Friday"})
    for number in range(40):
        pass_turn(games, game_id, key=f"k{number}")
    games.rewind(game_id, 40, 30)
    store.issue_token(game_id, 1)
    store.say(game_id, 0, "Ada", "héllo\nthere")
    store.write_paper(game_id, 0, "notes", 0, {"text": "mine"})
    account = store.create_account("Ada", "hash")
    store.put_session("key", StoredSession("p:1", account.id, {"name": "Ada"}, store.now() + 10**9))
    store.set_preference("p:1", "map", "large")
    store.arrange(game_id, alert=0)
    store.spend("login", "192.0.2.1", 10)
    store.impose("p:2", "mute", "shouts", "command")
    return game_id


def held(store: GamesStore) -> dict[str, int]:
    with store.readers.moment() as connection:
        return {name: content.rows for name, content in contents(connection).items()}


@pytest.mark.parametrize("to", ["sqlite", "postgres"])
def test_everything_is_copied_and_the_same(
    store: GamesStore, to: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    game_id = fill(store)
    assert sum(count > 0 for count in held(store).values()) >= 12, f"the test leaves tables empty: {held(store)}"
    if to == "postgres":
        with request.getfixturevalue("cluster").fresh("stellwerk") as url, open_store(url) as other:
            look(store, other, game_id)
    else:
        with SqliteStore(tmp_path / "copy.db") as other:
            look(store, other, game_id)


def look(store: GamesStore, other: GamesStore, game_id: str) -> None:
    with store.readers.moment() as source:
        copied = copy_into(other, source)
        assert contents(source) == copied
        with pytest.raises(StoreError, match="games or people here already"):
            copy_into(other, source)
        assert copy_into(other, source, replace=True) == copied
    assert LiveGames(other).get(game_id).game.digest() == LiveGames(store).get(game_id).game.digest()
    assert other.create_account("Ben", "hash").id == 2  # numbers go on after those that were copied


def test_a_difference_is_found(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "one.db") as store:
        fill(store)
        with store.readers.moment() as connection:
            before = contents(connection)
        raw(store, "UPDATE chat SET text = 'bye'")
        with store.readers.moment() as connection, pytest.raises(StoreError, match="table chat"):
            must_agree(before, contents(connection), "the copy")

        def clear(connection: Connection) -> JobResult[None]:
            clear_tables(connection)
            return JobResult(None)

        store.writer.do(clear)
        assert not any(held(store).values())


def test_a_table_comes_after_those_it_refers_to() -> None:
    names = [table.name for table in tables()]
    assert names.index("game") < min(names.index(name) for name in ("record", "seat", "chat", "position", "paper"))
    assert not {"lease", "migration", "writer"} & set(names)
