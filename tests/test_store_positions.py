"""Stored positions: any game opens at any ply without being replayed, and none of them is trusted blindly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.core.snapshot import encode_state, reader_of
from stellwerk.formats import load_file
from stellwerk.store import GamesStore, LiveGames
from stellwerk.store.past import EVERY, StoredPast
from stellwerk.titles.content_hash import rules_hash
from tests.store_support import RECORDED, raw
from tests.support import DATA

GAMES = sorted((DATA / "games").glob("*.json.gz"))


@pytest.fixture(scope="module")
def recorded() -> Game[Any]:
    return load_file(RECORDED).game


@pytest.fixture
def applied(recorded: Game[Any], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the actions that are played again."""
    counted: list[int] = []
    kind = type(recorded.rules)
    apply = kind.apply

    def count(self: Any, state: Any, action: Any, seat: int) -> Any:
        counted.append(seat)
        return apply(self, state, action, seat)

    monkeypatch.setattr(kind, "apply", count)
    return counted


@pytest.mark.parametrize("file", GAMES, ids=lambda path: path.name.split(".")[0])
def test_a_position_comes_back_as_it_was(file: Path) -> None:
    game = load_file(file).game
    reader = reader_of(game.at(0).state)
    for ply in range(0, game.ply + 1, 29):
        state = game.at(ply).state
        back = reader.read(encode_state(state))
        assert back == state
        assert type(back) is type(state)
        assert game.rules.digest(back) == game.rules.digest(state)
        assert game.rules.decision(back) == game.rules.decision(state)


def test_a_long_game_opens_without_a_replay(store: GamesStore, recorded: Game[Any], applied: list[int]) -> None:
    game_id = LiveGames(store).create(recorded)
    applied.clear()
    opened = LiveGames(store).get(game_id).game
    assert opened.digest() == recorded.digest()
    assert opened.decision() == recorded.decision()
    assert applied == []
    assert opened.last_events == recorded.last_events
    assert len(applied) <= EVERY
    for ply in (recorded.ply // 2, 3, EVERY, EVERY + 1, 2 * EVERY - 1, recorded.ply - 1):
        applied.clear()
        assert opened.at(ply).digest() == recorded.at(ply).digest()
        assert len(applied) <= EVERY
        assert opened.events_of(ply, None) == recorded.events_of(ply, None)
    assert opened.transcript() == recorded.transcript()
    assert opened.events == recorded.events


def test_a_game_goes_on_from_its_positions(store: GamesStore, recorded: Game[Any], applied: list[int]) -> None:
    """Played in small steps by servers that know nothing of each other, with moves taken back in between."""
    games = LiveGames(store)
    game_id = games.create(recorded.at(50))
    entries = list(recorded.entries)
    version = 50
    for since in range(50, 250, 20):
        games = LiveGames(store)
        applied.clear()
        version = games.act(game_id, version, entries[since : since + 20])
        assert len(applied) == 20
        version = games.rewind(game_id, version, since + 5)
        version = LiveGames(store).act(game_id, version, entries[since + 5 : since + 20])
    opened = LiveGames(store).get(game_id)
    assert opened.version == version
    for ply in range(0, 251, 10):
        assert opened.game.at(ply).digest() == recorded.at(ply).digest()
    assert raw(store, "SELECT count(*) FROM position WHERE kept = 0") == [(1,)]
    assert raw(store, "SELECT count(*) FROM position WHERE kept = 1") == [(250 // EVERY,)]


@pytest.mark.parametrize(
    ("damage", "values"),
    [
        ("UPDATE position SET state = ?", [b"\x00\xff"]),
        ("UPDATE position SET state = ?", [b""]),
        ("UPDATE position SET digest = ?", [bytes(16)]),
        ("UPDATE position SET rules = 'another'", []),
        ("UPDATE position SET state = (SELECT state FROM position WHERE ply = 32)", []),
        ("DELETE FROM position", []),
        ("DELETE FROM position WHERE ply = 64", []),
        ("UPDATE game SET rules = 'older rules'", []),
        ("UPDATE game SET rules = ''; UPDATE record SET digest = NULL; DELETE FROM position", []),
    ],
)
def test_a_position_that_is_not_right_is_not_used(
    store: GamesStore, recorded: Game[Any], damage: str, values: list[bytes]
) -> None:
    game_id = LiveGames(store).create(recorded)
    for statement in damage.split("; "):
        raw(store, statement, values=values)
    opened = LiveGames(store).get(game_id).game
    for ply in (0, 31, 32, 33, 100, recorded.ply):
        assert opened.at(ply).digest() == recorded.at(ply).digest()


def test_a_game_of_an_older_program_is_replayed_once(
    store: GamesStore, recorded: Game[Any], applied: list[int]
) -> None:
    game_id = LiveGames(store).create(recorded)
    raw(store, "UPDATE game SET rules = ''", "UPDATE record SET digest = NULL", "DELETE FROM position")
    applied.clear()
    assert LiveGames(store).get(game_id).game.digest() == recorded.digest()
    assert len(applied) == recorded.ply
    applied.clear()
    assert LiveGames(store).get(game_id).game.digest() == recorded.digest()
    assert applied == []
    assert store.head(game_id).rules == rules_hash("1830")


def test_what_is_worked_out_of_the_past_is_bounded_in_bytes(store: GamesStore, recorded: Game[Any]) -> None:
    most = 1_500_000
    games = LiveGames(store, most)
    ids = [games.create(recorded) for _ in range(6)]
    for game_id in ids:
        game = games.get(game_id).game
        assert len([ply.state for ply in game.plies]) == recorded.ply
        assert games.size <= most
    assert len(games) < len(ids)


def test_a_past_is_worked_out_stretch_by_stretch(store: GamesStore, recorded: Game[Any]) -> None:
    game_id = LiveGames(store).create(recorded)
    ply: Any = LiveGames(store).get(game_id).game.plies[EVERY * 3]
    past: StoredPast = ply._past
    assert past.ply(EVERY * 3 + 1) is past.ply(EVERY * 3 + 1)
    assert ply.action == recorded.plies[EVERY * 3].action
    assert (ply.state, ply.events) == (recorded.plies[EVERY * 3].state, recorded.plies[EVERY * 3].events)
