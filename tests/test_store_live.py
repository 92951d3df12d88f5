"""Live games: equal to a replay wherever they come from, bounded in memory, safe to share."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Pass
from stellwerk.formats import load_file
from stellwerk.store import (
    GamesStore,
    LiveGames,
    Log,
    live_actions,
)
from stellwerk.store.opening import BASE_BYTES
from stellwerk.store.past import PLY_BYTES
from tests.store_support import RECORDED, attempt, in_threads, pass_turn, passing
from tests.support import new


@pytest.fixture
def games(store: GamesStore) -> LiveGames:
    return LiveGames(store)


@pytest.fixture(scope="module")
def recorded() -> Game[Any]:
    return load_file(RECORDED).game


def test_a_rebuilt_game_equals_the_played_one_at_every_ply(
    store: GamesStore, games: LiveGames, recorded: Game[Any]
) -> None:
    game_id = games.create(recorded.at(0))
    entries = list(recorded.entries)
    for start in range(0, 120, 8):
        games.act(game_id, start, entries[start : start + 8])
    rebuilt = LiveGames(store).get(game_id).game
    assert rebuilt.ply == games.get(game_id).game.ply == 120
    for ply in range(121):
        assert rebuilt.at(ply).digest() == recorded.at(ply).digest()


def test_memory_is_bounded_and_what_was_dropped_comes_back(store: GamesStore) -> None:
    most = 3 * (BASE_BYTES + 10 * PLY_BYTES)
    games = LiveGames(store, most)
    ids = [games.create(new(3)) for _ in range(6)]
    digests = {}
    for number, game_id in enumerate(ids):
        for _ in range(number + 1):
            pass_turn(games, game_id)
        digests[game_id] = games.get(game_id).game.digest()
        assert games.size <= most
    assert {game_id: games.get(game_id).game.digest() for game_id in ids} == digests
    assert 1 <= len(games) < 6


def test_who_reads_may_do_what_he_likes_with_his_copy(games: LiveGames) -> None:
    game_id = games.create(new(3))
    mine = games.get(game_id).game
    mine.apply(Pass())
    mine.apply(Pass())
    assert games.get(game_id).game.ply == 0
    assert games.act(game_id, 0, passing(0)) == 1


def test_moves_made_elsewhere_are_followed(store: GamesStore) -> None:
    """Two caches, as in two processes: actions and rewinds of the one are taken over by the other."""
    here, there = LiveGames(store), LiveGames(store)
    game_id = here.create(new(3))
    chance = random.Random(4)
    for _ in range(40):
        one, other = (here, there) if chance.random() < 0.5 else (there, here)
        live = one.get(game_id)
        if live.game.ply and chance.random() < 0.3:
            one.rewind(game_id, live.version, chance.randrange(live.game.ply))
        else:
            pass_turn(one, game_id)
        assert one.get(game_id).game.digest() == other.get(game_id).game.digest()
    log = store.load(game_id)
    assert any(record.kind == "rewind" for record in log.records)
    assert LiveGames(store).get(game_id).game.ply == log.head.ply == len(live_actions(log.records))


def test_threads_play_one_game_through_live_games(store: GamesStore) -> None:
    games = LiveGames(store, 2 * 100_000)
    game_id = games.create(new(3))

    def play(_: int) -> int:
        played = 0
        while games.get(game_id).game.ply < 60:
            live = games.get(game_id)
            decision = live.game.decision()
            assert decision is not None
            if isinstance(attempt(partial(games.act, game_id, live.version, passing(decision.seat))), int):
                played += 1
        return played

    counts = in_threads(6, play)
    log = store.load(game_id)
    assert sum(counts) == log.head.version == len(log.records) >= 60
    assert LiveGames(store).get(game_id).game.digest() == games.get(game_id).game.digest()


def test_many_readers_of_a_cold_game_cause_one_replay(
    store: GamesStore, recorded: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = LiveGames(store).create(recorded)
    games = LiveGames(store)
    loads: list[str] = []
    load = store.load

    def counted(game_id: str, since: int = 0) -> Log:
        loads.append(game_id)
        return load(game_id, since)

    monkeypatch.setattr(store, "load", counted)
    digests = in_threads(8, lambda _: games.get(game_id).game.digest())
    assert set(digests) == {recorded.digest()}
    assert loads == [game_id]
