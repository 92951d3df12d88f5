"""Turns to be told of are written with the move, taken by one process at a time, and survive it; tries are counted."""

from __future__ import annotations

import pytest

from stellwerk.store import Conflict, GamesStore, LiveGames, NewSeat, Standing, open_store
from stellwerk.store.alerts import LEASE
from tests.store_support import in_threads, pass_turn, passing
from tests.support import new

HOOKS = {"name": "x", "hooks": {"1": "http://example.org/"}}


def game_with_hook(store: GamesStore) -> str:
    game_id = LiveGames(store).create(new(3))
    store.arrange(game_id, settings=HOOKS)
    return game_id


def test_a_turn_is_written_with_the_move_that_makes_it(store: GamesStore) -> None:
    games, game_id = LiveGames(store), game_with_hook(store)
    assert store.next_alert() is None
    pass_turn(games, game_id)
    assert store.alerted.is_set()
    assert store.next_alert() == 0
    (alert,) = store.take_alerts(10)
    assert alert.row == (game_id, 1, 1)
    assert store.take_alerts(10) == []  # somebody has it
    assert store.still_mine(alert)
    store.end_alert(alert)
    assert store.next_alert() is None
    pass_turn(games, game_id)  # to a seat that wants no word
    assert store.next_alert() is None


def test_what_nobody_ends_is_taken_by_another(store: GamesStore, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = game_with_hook(store)
    pass_turn(LiveGames(store), game_id)
    (alert,) = store.take_alerts(10)
    later = store.now() + LEASE + 1
    monkeypatch.setattr(store, "now", lambda: later)  # whoever had taken it has died
    (again,) = store.take_alerts(10)
    assert again.row == alert.row
    assert not store.still_mine(alert)
    store.put_off_alert(again, 7)
    assert store.next_alert() == 7
    assert store.take_alerts(10) == []
    later += 8000
    assert [one.tries for one in store.take_alerts(10)] == [1]


def test_a_turn_that_is_over_is_told_to_nobody(store: GamesStore) -> None:
    games, game_id = LiveGames(store), game_with_hook(store)
    for _ in range(4):
        pass_turn(games, game_id)
    assert [alert.version for alert in store.take_alerts(10)] == [4]  # seat 1 was asked at 1 and is again at 4
    store.delete(game_id)
    assert store.next_alert() is None


def test_each_is_taken_by_one_of_many(postgres: str) -> None:
    with open_store(postgres) as one, open_store(postgres) as other:
        ids = [game_with_hook(one) for _ in range(20)]
        for game_id in ids:
            pass_turn(LiveGames(one), game_id)
        taken = [
            alert.game_id
            for part in in_threads(8, lambda number: (one, other)[number % 2].take_alerts(5))
            for alert in part
        ]
        taken += [alert.game_id for alert in one.take_alerts(20)]  # what two have met at
        assert sorted(taken) == sorted(ids)


def test_a_table_is_changed_as_it_was_read_or_not_at_all(store: GamesStore) -> None:
    game_id = LiveGames(store).create(new(3))
    desk = store.head(game_id).arrangement
    store.arrange(game_id, settings={"name": "one"}, expected=desk)
    with pytest.raises(Conflict):
        store.arrange(game_id, settings={"name": "two"}, expected=desk)
    with pytest.raises(Conflict):
        store.change_seat(game_id, 0, "", NewSeat("Eva", "me", "p:1"), settings={"name": "three"}, expected=desk)
    head = store.head(game_id)
    assert (head.settings, head.seats[0].holder, head.arrangement) == ({"name": "one"}, "", desk + 1)
    secret = store.change_seat(
        game_id,
        0,
        "",
        NewSeat("Eva", "me", "p:1"),
        settings={"name": "four"},
        standing=Standing("running", 0),
        expected=head.arrangement,
        token=True,
    )
    assert store.seat_of_token(game_id, secret) == 0
    head = store.head(game_id)
    assert (head.settings["name"], head.seats[0].holder, head.asked, head.arrangement) == ("four", "p:1", 0, desk + 2)
    assert store.append(game_id, 0, passing(0)) == 1


def test_tries_are_counted_for_all_together(store: GamesStore, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = in_threads(6, lambda _: store.spend("login", "192.0.2.1", 4))
    assert answers.count(0.0) in (4, 5)  # a slow machine has earned one more meanwhile
    assert store.spend("login", "192.0.2.2", 4) == 0
    assert store.spend("letter", "192.0.2.1", 4) == 0
    later = store.now() + 60_000
    monkeypatch.setattr(store, "now", lambda: later)
    assert [store.spend("login", "192.0.2.1", 2) for _ in range(3)] == [0, 0, 30]
