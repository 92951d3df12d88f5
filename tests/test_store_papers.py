"""Papers of a seat: private, kept with the table, one device at a time, gone with the seat."""

from __future__ import annotations

import pytest

from stellwerk.core import BadInput, Entry
from stellwerk.eighteen.actions import Pass
from stellwerk.store import Conflict, GamesStore, LiveGames, NewSeat, Paper, UnknownGame
from tests.support import new


def test_a_paper_is_written_by_one_device_at_a_time(store: GamesStore) -> None:
    game = LiveGames(store).create(new(3))
    assert store.paper(game, 0, "notes") == Paper()
    before = store.head(game).news
    assert store.write_paper(game, 0, "notes", 0, {"text": "watch PRR"}) == 1
    assert store.head(game).news == before, "nobody is told"
    with pytest.raises(Conflict):
        store.write_paper(game, 0, "notes", 0, {"text": "another device"})
    assert store.write_paper(game, 0, "notes", 1, {"text": "both"}) == 2
    assert store.paper(game, 0, "notes") == Paper(2, {"text": "both"})
    assert store.papers(game, "notes") == {0: Paper(2, {"text": "both"})}
    assert store.paper(game, 1, "notes") == Paper()
    assert store.paper(game, 0, "programmes") == Paper()


def test_papers_go_with_the_seat_and_with_the_game(store: GamesStore) -> None:
    game = LiveGames(store).create(new(3))
    store.change_seat(game, 0, "", NewSeat("Ada", "me", "ada"))
    store.write_paper(game, 0, "notes", 0, "mine")
    store.change_seat(game, 0, "ada", NewSeat("Ada", "me", "ada"))
    assert store.paper(game, 0, "notes").body == "mine"
    store.change_seat(game, 0, "ada", NewSeat("Bob", "me", "bob"))
    assert store.paper(game, 0, "notes") == Paper()
    store.delete(game)
    with pytest.raises(UnknownGame):
        store.paper(game, 0, "notes")


def test_bad_papers_change_nothing(store: GamesStore) -> None:
    game = LiveGames(store).create(new(3))
    store.write_paper(game, 0, "notes", 0, "kept")
    for seat, kind, revision, body, wrong in [
        (0, "notes", 1, "x" * 100_000, "longer than"),
        (0, "notes", -1, "x", "expected revision"),
        (7, "notes", 0, "x", "has no seat 7"),
        (0, "", 0, "x", "kind of a paper"),
        (0, "notes", 1, {1, 2}.__class__, "JSON"),
    ]:
        with pytest.raises(BadInput, match=wrong):
            store.write_paper(game, seat, kind, revision, body)
    assert store.paper(game, 0, "notes") == Paper(1, "kept")


def test_who_acted_is_recorded(store: GamesStore) -> None:
    games = LiveGames(store)
    game = games.create(new(3))
    games.act(game, 0, [Entry(0, Pass())])
    games.act(game, 1, [Entry(1, Pass())], by="programme")
    assert [record.by for record in store.load(game).records] == ["", "programme"]
