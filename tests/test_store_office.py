"""What administrators do, in both kinds of store: forbid, lock, give out and erase what is kept of a person."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.core import BadInput
from stellwerk.store import GamesStore, LiveGames, Locked, NewSeat, SqliteStore, StoredSession
from tests.store_support import pass_turn, raw


def table(store: GamesStore) -> tuple[str, int]:
    """A game with a few moves at which Ada sits by her account and Ben by his browser; the number of her account."""
    ada = store.create_account("Ada Lovelace", "argon-hash").id
    seats = [NewSeat("Ada", "me", f"a:{ada}"), NewSeat("Ben", "me", "p:ben")]
    settings = {"name": "Ada's table", "creator": f"a:{ada}", "hooks": {"0": "https://ada.example.org"}}
    games = LiveGames(store)
    game_id = games.create(stellwerk.new("1830", ["Ada", "Ben"]), seats, settings)
    for _ in range(40):
        pass_turn(games, game_id)
    store.issue_token(game_id, 0)
    store.issue_token(game_id, 1)
    store.say(game_id, 0, "Ada", "I am Ada, of Ockham Park", f"a:{ada}")
    store.say(game_id, 0, "Ada", "said before it was kept by whom")
    store.say(game_id, 1, "Ben", "hello", "p:ben")
    store.write_paper(game_id, 0, "notes", 0, {"text": "Ada's plan"})
    store.put_session("k1", StoredSession("p:ada", ada, {"name": "Ada"}, store.now() + 10**9))
    store.put_session("k2", StoredSession("p:ben", None, {}, store.now() + 10**9))
    store.set_preference(f"a:{ada}", "map", "large")
    return game_id, ada


def without(settings: dict[str, Any], names: Any, seats: Any) -> dict[str, Any]:
    return {"name": "", "creator": "", "hooks": {}} if settings.get("creator") in names else settings


def test_who_is_banned_has_no_session_and_his_links_are_void(store: GamesStore) -> None:
    game_id, ada = table(store)
    assert store.session("k1") is not None
    store.impose(f"a:{ada}", "ban", "cheats", "command")
    assert store.session("k1") is None
    assert store.sanctions([f"a:{ada}", "p:ben"]) == {f"a:{ada}": "cheats"}
    assert store.banned() == {f"a:{ada}"}
    assert [seat.linked for seat in store.head(game_id).seats] == [False, True]
    store.put_session("k3", StoredSession("p:new", ada, {}, store.now() + 10**9))  # however it came about
    assert store.session("k3") is None
    assert not store.is_present("p:new", ada)
    assert store.lift(f"a:{ada}", "ban", "command")
    assert not store.lift(f"a:{ada}", "ban", "command")
    assert store.session("k3") is not None
    assert [(line.act, line.whom, line.detail) for line in store.audit()] == [
        ("unban", f"a:{ada}", ""),
        ("ban", f"a:{ada}", "cheats"),
    ]
    with pytest.raises(BadInput):
        store.impose("p:ben", "hang", "", "command")


def test_a_locked_table_is_read_and_not_played(store: GamesStore) -> None:
    game_id, ada = table(store)
    games, version = LiveGames(store), store.head(game_id).version
    games.get(game_id)
    store.lock_table(game_id, "looked into", f"a:{ada}")
    attempts: list[Callable[[], int]] = [
        lambda: pass_turn(games, game_id),
        lambda: games.rewind(game_id, version, 1),
        lambda: store.rewind(game_id, version, 1),  # past the live games, as from a process that has not heard of it
    ]
    for attempt in attempts:
        with pytest.raises(Locked, match="looked into"):
            attempt()
    assert store.head(game_id).version == version
    store.lock_table(game_id, "", "command")
    assert pass_turn(games, game_id) == version + 1
    assert [line.act for line in store.audit(whom=game_id)] == ["unlock", "lock"]
    assert store.audit(limit=1)[0].actor == "command"


def test_everything_about_a_person_is_given_out_but_no_secret(store: GamesStore) -> None:
    game_id, ada = table(store)
    found = store.personal_data(f"a:{ada}")
    assert found["account"][0]["name"] == "Ada Lovelace"
    assert [session["person"] for session in found["sessions"]] == ["p:ada"]
    assert found["preferences"][0]["value"] == "large"
    assert found["chat"][0]["text"] == "I am Ada, of Ockham Park"
    (one,) = found["tables"]
    assert (one["id"], one["table"], one["creator"]) == (game_id, "Ada's table", True)
    assert one["webhooks"] == {"0": "https://ada.example.org"}
    assert "Ada's plan" in one["papers"][0]["body"]
    assert len(one["moves"]) == 20
    assert "argon-hash" not in str(found)
    assert "token" not in one["seats"][0]


def test_who_is_erased_leaves_games_that_replay(store: GamesStore) -> None:
    game_id, ada = table(store)
    before = LiveGames(store).get(game_id).game.digest()
    games = LiveGames(store)
    games.get(game_id)
    assert store.erase_person(f"a:{ada}", "command", without) == 1
    head = store.head(game_id)
    assert head.players == ("Player 1", "Ben")
    assert head.seats[0].name == "Player 1"
    assert head.seats[0].holder.startswith("x:")
    assert head.settings == {"name": "", "creator": "", "hooks": {}}
    assert [(line.name, line.text) for line in store.chat(game_id)] == [
        ("Player", ""),
        ("Player 1", ""),
        ("Ben", "hello"),
    ]
    assert store.paper(game_id, 0, "notes").revision == 0
    assert store.account("Ada Lovelace") is None
    assert store.session("k1") is None
    assert store.session("k2") is not None
    assert store.preference(f"a:{ada}", "map") is None
    left = " ".join(
        str(raw(store, f"SELECT * FROM {name}"))
        for name in ("game", "seat", "chat", "account", "session", "preference", "paper", "audit", "sanction")
    )
    assert "Ada" not in left
    assert "ada.example.org" not in left
    for opened in (games, LiveGames(store)):
        assert opened.get(game_id).game.digest() == before
    assert [line.act for line in store.audit(whom=f"a:{ada}")] == ["erase"]


def test_what_was_erased_is_in_no_file(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "games.sqlite") as store:
        game_id, ada = table(store)
        for revision in range(1, 4):  # what he had written before, over several pages
            store.write_paper(game_id, 0, "notes", revision, {"text": f"Ockham {revision} " * 900})
        store.erase_person(f"a:{ada}", "command", without)
        for file in tmp_path.iterdir():
            left = file.read_bytes()
            for text in (b"Ada", b"Ockham", b"argon-hash", b"plan"):
                assert text not in left, (file.name, text)


def test_a_deleted_account_leaves_its_names(store: GamesStore) -> None:
    game_id, ada = table(store)
    store.delete_person(f"a:{ada}", "command")
    assert store.account("ada lovelace") is None
    assert store.session("k1") is None
    assert store.head(game_id).seats[0].name == "Ada"
    assert store.head(game_id).seats[0].holder.startswith("x:")
    assert store.chat(game_id)[0].text == "I am Ada, of Ockham Park"


def test_people_are_found_by_their_names(store: GamesStore) -> None:
    _, ada = table(store)
    store.create_account("Ben_100%", "hash")
    store.make_admin(ada, "command", admin=True)
    store.impose(f"a:{ada}", "mute", "shouts", "command")
    assert [one.name for one in store.citizens()] == ["Ben_100%", "Ada Lovelace"]
    (found,) = store.citizens(like="LOVE")
    assert (found.person, found.admin, found.games, found.sessions) == (f"a:{ada}", True, 1, 1)
    assert (found.banned, found.muted) == (None, "shouts")
    assert [one.name for one in store.citizens(like="_100%")] == ["Ben_100%"]
    assert [one.name for one in store.citizens(before=2)] == ["Ada Lovelace"]
    assert store.is_admin(ada)
    store.make_admin(ada, "command", admin=False)
    assert not store.is_admin(ada)
    with pytest.raises(BadInput, match="no account"):
        store.make_admin(99, "command", admin=True)
