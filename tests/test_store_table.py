"""Seats, chat, lists and accounts in the store; bad input changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stellwerk.core import BadInput, Entry
from stellwerk.eighteen.actions import Pass
from stellwerk.store import (
    GamesStore,
    LiveGames,
    NewSeat,
    SeatTaken,
    Standing,
    UnknownGame,
)
from tests.store_support import in_threads, pass_turn, passing, raw
from tests.support import NAMES, new

NOBODY = "zzzzzzzzzz"


@pytest.fixture
def games(store: GamesStore) -> LiveGames:
    return LiveGames(store)


def test_a_seat_is_taken_once(games: LiveGames, store: GamesStore) -> None:
    seats = [NewSeat("Ada", "me", "browser-1"), NewSeat("Ben", "open"), NewSeat("Cleo", "bot", bot="random")]
    game_id = games.create(new(3), seats, {"undo": "consent"}, status="open")
    head = store.head(game_id)
    assert (head.status, head.settings) == ("open", {"undo": "consent"})
    assert [(seat.name, seat.kind, seat.holder, seat.bot, seat.linked) for seat in head.seats] == [
        ("Ada", "me", "browser-1", "", False),
        ("Ben", "open", "", "", False),
        ("Cleo", "bot", "", "random", False),
    ]

    def join(number: int) -> bool:
        try:
            store.change_seat(game_id, 1, "", NewSeat(f"Guest {number}", "me", f"browser-{number + 10}"))
        except SeatTaken:
            return False
        return True

    joined = in_threads(6, join)
    assert sum(joined) == 1
    winner = joined.index(True)
    head = store.head(game_id)
    assert head.seats[1].holder == f"browser-{winner + 10}"
    assert head.players == ("Ada", f"Guest {winner}", "Cleo")
    assert games.get(game_id).game.rules.seats == head.players


def test_names_of_a_game_stay_once_it_is_played(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    with pytest.raises(BadInput, match="a name of his own"):
        store.change_seat(game_id, 1, "", NewSeat("Ada"))
    pass_turn(games, game_id)
    store.change_seat(game_id, 1, "", NewSeat("Robot", "bot", bot="random"))
    head = store.head(game_id)
    assert (head.seats[1].name, head.players[1]) == ("Robot", NAMES[1])


def test_a_secret_opens_its_seat_only_and_is_not_kept(games: LiveGames, store: GamesStore) -> None:
    game_id, other = games.create(new(3)), games.create(new(3))
    first, second = store.issue_token(game_id, 0), store.issue_token(game_id, 1)
    assert len(first) >= 22
    assert store.seat_of_token(game_id, first) == 0
    assert store.seat_of_token(game_id, second) == 1
    for wrong in ("", first[:-1], first + "x", "\ud800", "0" * 22):
        assert store.seat_of_token(game_id, wrong) is None
    assert store.seat_of_token(other, first) is None
    renewed = store.issue_token(game_id, 0)
    assert store.seat_of_token(game_id, first) is None
    store.change_seat(game_id, 0, "", NewSeat("Ada", "me", "browser-9"))  # handed over: the old link is void
    assert store.seat_of_token(game_id, renewed) is None
    kept = str(raw(store, "SELECT * FROM seat"))
    assert first not in kept
    assert second not in kept


def test_chat_is_apart_from_the_game(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    assert [store.say(game_id, 0, "Ada", f"line {number}") for number in range(5)] == [1, 2, 3, 4, 5]
    store.say(game_id, None, "Guest", "<b>hello</b>")
    assert store.head(game_id).version == 0
    assert [line.text for line in store.chat(game_id, since=4)] == ["line 4", "<b>hello</b>"]
    assert [line.number for line in store.chat(game_id, limit=2)] == [5, 6]
    assert store.chat(game_id)[-1].seat is None


def test_my_games_in_pages(store: GamesStore) -> None:
    clock = iter(range(1, 1000))
    store._clock = lambda: next(clock)
    games = LiveGames(store)
    mine = [NewSeat("Ada", "me", "ada"), NewSeat("Ben"), NewSeat("Cleo")]
    ids = [games.create(new(3), mine if number % 2 else ()) for number in range(11)]
    pass_turn(games, ids[1])  # changed last
    expected = [ids[1], ids[9], ids[7], ids[5], ids[3]]
    found: list[str] = []
    after = ""
    while True:
        page = store.list_games(holder="ada", limit=2, after=after)
        found += [head.id for head in page.games]
        assert len(page.games) <= 2
        if not page.next:
            break
        after = page.next
    assert found == expected
    assert [head.id for head in store.list_games(holder="ada").games] == expected
    assert store.list_games(holder="").games == ()
    store.arrange(ids[3], standing=Standing("abandoned", None))
    assert [head.id for head in store.list_games(status="abandoned").games] == [ids[3]]
    assert len(store.list_games(title="1830").games) == 11
    assert store.list_games(title="1854").games == ()
    assert len(store.list_games().games[0].seats) == 3


def test_settings_and_status_can_change(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    store.arrange(game_id, settings={"spectators": True})
    store.arrange(game_id, standing=Standing("abandoned", None))
    head = store.head(game_id)
    assert (head.settings, head.status, head.asked, head.arrangement) == ({"spectators": True}, "abandoned", None, 2)


def test_a_deleted_game_is_gone_with_all_that_was_its(games: LiveGames, store: GamesStore) -> None:
    game_id, other = games.create(new(3)), games.create(new(3))
    for id_ in (game_id, other):
        games.act(id_, 0, passing(0), key="a")
        store.say(id_, 0, "Ada", "hello")
    store.delete(game_id)
    for work in (store.head, store.load, store.delete, store.chat, games.get, store.subscribe):
        with pytest.raises(UnknownGame):
            work(game_id)
    for table in ("record", "request", "seat", "chat"):
        assert set(raw(store, f"SELECT game_id FROM {table}")) == {(other,)}


def test_accounts(store: GamesStore) -> None:
    ada = store.create_account("Ada", "$argon2id$one")
    assert store.account("aDA") == ada
    assert store.account("Ben") is None
    for same in ("ADA", " ada ", "\uff21da"):  # the last with a wide A
        with pytest.raises(BadInput, match=r"there is an account .* already"):
            store.create_account(same, "$argon2id$two")
    store.set_password(ada.id, "$argon2id$three")
    changed = store.account("Ada")
    assert changed is not None
    assert changed.password == "$argon2id$three"
    with pytest.raises(BadInput, match="there is no account 99"):
        store.set_password(99, "x")


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda s, g: s.head(NOBODY), "there is no game 'zzzzzzzzzz'"),
        (lambda s, g: s.head("../../etc"), "there is no game"),
        (lambda s, g: s.head("\ud800"), "there is no game"),
        (lambda s, g: s.append(NOBODY, 0, passing(0)), "there is no game"),
        (lambda s, g: s.append(g, -1, passing(0)), "the expected version must be a whole number"),
        (lambda s, g: s.append(g, 10**30, passing(0)), "the expected version must be a whole number"),
        (lambda s, g: s.append(g, 0, []), "at least one action"),
        (lambda s, g: s.append(g, 0, [Entry(-1, Pass())]), "the seat of an action"),
        (lambda s, g: s.append(g, 0, passing(0), key="x" * 201), "longer than 200"),
        (lambda s, g: s.append(g, 0, passing(0), standing=Standing("lost", None)), "status must be one of"),
        (lambda s, g: s.load(g, since=2**70), "the version must be a whole number"),
        (lambda s, g: s.say(g, 0, "Ada", " "), "the message must not be empty"),
        (lambda s, g: s.say(g, 0, "Ada", "x" * 4001), "longer than 4000"),
        (lambda s, g: s.say(g, 0, "Ada", "\ud800"), "no character"),
        (lambda s, g: s.list_games(limit=0), "games on a page"),
        (lambda s, g: s.list_games(after="; DROP TABLE game"), "no mark of a page"),
        (lambda s, g: s.change_seat(g, 7, "", NewSeat("Eva")), "has no seat 7"),
        (lambda s, g: s.change_seat(g, 0, "", NewSeat("Eva", "ghost")), "the kind of a seat must be one of"),
        (lambda s, g: s.issue_token(g, 7), "has no seat 7"),
        (lambda s, g: s.arrange(g, settings={"a": object()}), "settings cannot be written as JSON"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    games: LiveGames, store: GamesStore, work: Callable[[GamesStore, str], Any], message: str
) -> None:
    game_id = games.create(new(3))
    before = store.head(game_id)
    with pytest.raises(BadInput, match=message) as caught:
        work(store, game_id)
    assert "\n" not in str(caught.value)
    assert store.head(game_id) == before
