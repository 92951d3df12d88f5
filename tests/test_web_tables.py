"""Setting up tables and sitting down at them, over the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.web_support import Browser, Program, refused, served, until, wish

Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture
def ada(client: Client) -> Browser:
    return Browser(client)


@pytest.fixture
def ben(client: Client) -> Browser:
    return Browser(client)


def test_a_table_with_all_kinds_of_seats(ada: Browser) -> None:
    made = ada.create("me:Ada", "open", "hotseat:Cleo", "bot", name="Friday")
    table = made["table"]
    assert [(seat["name"], seat["kind"], seat["yours"]) for seat in table["seats"]] == [
        ("Ada", "me", True),
        ("Seat 2", "open", False),
        ("Cleo", "hotseat", True),
        ("Cornelius", "bot", False),
    ]
    assert table["status"] == "open"
    assert table["name"] == "Friday"
    assert table["creator"] is True
    assert [entry["seat"] for entry in made["secrets"]] == [0, 1, 2], "a bot needs no link"
    assert made["secrets"][1]["link"].endswith(f"/join/{table['id']}#{made['secrets'][1]['secret']}")


def test_the_game_starts_when_the_last_seat_is_taken(ada: Browser, ben: Browser) -> None:
    made = ada.create("me:Ada", "open")
    game, secret = made["table"]["id"], made["secrets"][1]["secret"]
    waiting = refused(ada.act(game, {"type": "pass"}, 0, 0), 409, "not_now")
    assert waiting["facts"] == {"open_seats": [1]}
    joined = ben.post(f"/games/{game}/join", {"secret": secret, "name": "Ben"}).json()
    assert joined["seat"] == 1
    assert joined["table"]["status"] == "running"
    assert joined["table"]["seats"][1]["name"] == "Ben"
    assert joined["table"]["asked"] == 0
    assert [player["name"] for player in ben.view(game)["view"]["players"]] == ["Ada", "Ben"]
    assert ada.act(game, {"type": "pass"}, 0, 0).status_code == 200


def test_a_join_link_works_once_and_a_wrong_one_never(ada: Browser, ben: Browser, client: Client) -> None:
    made = ada.create("me:Ada", "open")
    game, secret = made["table"]["id"], made["secrets"][1]["secret"]
    refused(ben.post(f"/games/{game}/join", {"secret": secret + "x"}), 403, "forbidden")
    refused(ben.post(f"/games/{game}/join", {"secret": secret, "name": "ADA"}), 400, "bad_input")
    assert ben.post(f"/games/{game}/join", {"secret": secret, "name": "Ben"}).status_code == 200
    refused(Browser(client).post(f"/games/{game}/join", {"secret": secret, "name": "Eve"}), 403, "forbidden")


def test_whoever_has_the_secret_of_a_seat_may_move_it_to_another_device(
    ada: Browser, ben: Browser, client: Client
) -> None:
    made = ada.create("me:Ada", "me:Ben")
    game, secret = made["table"]["id"], made["secrets"][1]["secret"]
    joined = ben.post(f"/games/{game}/join", {"secret": secret}).json()
    assert joined["table"]["seats"][1] == {
        "number": 1, "name": "Ben", "kind": "me", "bot": "", "taken": True, "yours": True,
        "shape": "square", "colour": "orange", "standin": "",
    }  # fmt: skip
    refused(ada.get(f"/games/{game}/view?seat=1"), 403, "forbidden")
    assert Program(client, joined["secret"]).view(game)["seat"] == 1
    refused(Program(client, secret).get(f"/games/{game}/view"), 403, "forbidden")


def test_an_open_seat_is_joined_before_it_acts(ada: Browser, client: Client) -> None:
    made = ada.create("me:Ada", "open")
    refused(Program(client, made["secrets"][1]["secret"]).get(f"/games/{made['table']['id']}/view"), 403, "forbidden")


def test_a_seat_is_handed_over(ada: Browser, ben: Browser) -> None:
    made = ada.create("me:Ada", "open")
    game = made["table"]["id"]
    ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"})
    refused(ben.post(f"/games/{game}/seats/0/hand-over", {"to": "open"}), 403, "forbidden")
    refused(ben.post(f"/games/{game}/seats/1/hand-over", {"to": "bot"}), 403, "forbidden")
    link = ben.post(f"/games/{game}/seats/1/hand-over", {"to": "open"}).json()
    refused(ben.get(f"/games/{game}"), 403, "forbidden")
    assert ada.act(game, {"type": "pass"}, 0, 0).status_code == 200, "the others need not wait"
    cleo = Browser(ada.client)
    joined = cleo.post(f"/games/{game}/join", {"secret": link["secret"], "name": "Cleo"}).json()
    assert joined["table"]["seats"][1]["name"] == "Cleo"


def test_the_creator_replaces_a_player_by_a_bot_which_moves_at_once(ada: Browser, ben: Browser) -> None:
    made = ada.create("open", "me:Ada")
    game = made["table"]["id"]
    ben.post(f"/games/{game}/join", {"secret": made["secrets"][0]["secret"], "name": "Ben"})
    refused(ada.post(f"/games/{game}/seats/0/hand-over", {"to": "bot", "bot": "nobody"}), 400, "bad_input")
    assert ada.post(f"/games/{game}/seats/0/hand-over", {"to": "bot"}).status_code == 200
    until(lambda: ada.view(game)["version"])
    seat = ada.get(f"/games/{game}").json()["seats"][0]
    assert (seat["name"], seat["kind"], seat["bot"]) == ("Ben", "bot", "random")
    refused(ben.get(f"/games/{game}/view"), 403, "forbidden")


def test_a_new_link_voids_the_old_one(ada: Browser, ben: Browser) -> None:
    made = ada.create("me:Ada", "open")
    game, old = made["table"]["id"], made["secrets"][1]["secret"]
    refused(ben.post(f"/games/{game}/seats/1/link"), 403, "forbidden")
    new = ada.post(f"/games/{game}/seats/1/link").json()["secret"]
    refused(ben.post(f"/games/{game}/join", {"secret": old}), 403, "forbidden")
    assert ben.post(f"/games/{game}/join", {"secret": new}).status_code == 200


def test_spectators_come_by_link_if_the_table_allows_it(ada: Browser, ben: Browser, client: Client) -> None:
    made = ada.create("me:Ada", "hotseat:Ben")
    game, secret = made["table"]["id"], made["watch_secret"]
    refused(ben.get(f"/games/{game}/view"), 403, "forbidden")
    refused(ben.post(f"/games/{game}/watch", {"secret": "wrong"}), 403, "forbidden")
    assert ben.post(f"/games/{game}/watch", {"secret": secret}).status_code == 200
    assert ben.view(game)["seat"] is None
    assert Program(client, secret).view(game)["seat"] is None
    refused(ben.get(f"/games/{game}/options"), 400, "bad_input")
    refused(ben.act(game, {"type": "pass"}, 0, 0), 403, "forbidden")
    refused(ben.send("PATCH", f"/api/v1/games/{game}", {"spectators": False}), 403, "forbidden")
    assert ada.send("PATCH", f"/api/v1/games/{game}", {"spectators": False}).json()["spectators"] is False
    refused(ben.get(f"/games/{game}/view"), 403, "forbidden")
    refused(ben.post(f"/games/{game}/watch", {"secret": secret}), 403, "forbidden")


def test_my_games_say_whose_turn_it_is(ada: Browser, ben: Browser) -> None:
    first = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    second = ada.create("open", "me:Ada")
    ben.post(f"/games/{second['table']['id']}/join", {"secret": second["secrets"][0]["secret"], "name": "Ben"})
    listed = {table["id"]: table for table in ada.get("/games").json()}
    assert listed.keys() == {first, second["table"]["id"]}
    assert listed[first]["your_turn"] is True
    assert listed[second["table"]["id"]]["your_turn"] is False
    assert [table["id"] for table in ben.get("/games").json()] == [second["table"]["id"]]
    assert Browser(ada.client).get("/games").json() == []


def test_chat_is_apart_from_the_game(ada: Browser, ben: Browser) -> None:
    made = ada.create("me:Ada", "open")
    game = made["table"]["id"]
    refused(ben.post(f"/games/{game}/chat", {"text": "hello"}), 403, "forbidden")
    assert ada.post(f"/games/{game}/chat", {"text": "  a\x00b\u202ec\n<script>alert(1)</script> "}).json() == {
        "number": 1
    }
    ben.post(f"/games/{game}/watch", {"secret": made["watch_secret"]})
    refused(ben.post(f"/games/{game}/chat", {"text": "hi", "name": "ada"}), 400, "bad_input")
    assert ben.post(f"/games/{game}/chat", {"text": "hi", "name": "Fan"}).status_code == 201
    refused(ada.post(f"/games/{game}/chat", {"text": "x" * 1001}), 400, "bad_input")
    refused(ada.post(f"/games/{game}/chat", {"text": "\x07\n"}), 400, "bad_input")
    lines = ada.get(f"/games/{game}/chat").json()
    assert [(line["seat"], line["name"], line["text"]) for line in lines] == [
        (0, "Ada", "abc <script>alert(1)</script>"),
        (None, "Fan", "hi"),
    ]
    assert len(ada.get(f"/games/{game}/chat?since=1").json()) == 1
    assert ada.view(game)["version"] == 0


def test_a_program_may_have_a_key_of_its_own(client: Client) -> None:
    robo = Program(client, "a long key that only I know")
    game = robo.create("me:Robo", "bot")["table"]["id"]
    assert [table["id"] for table in robo.get("/games").json()] == [game]
    assert robo.view(game)["seat"] == 0
    refused(Program(client, "another long key of somebody").get(f"/games/{game}"), 403, "forbidden")


def test_accounts_carry_games_to_another_browser(client: Client, ada: Browser) -> None:
    refused(ada.post("/accounts", {"name": "Ada L", "password": "short"}), 400, "bad_input")
    assert ada.post("/accounts", {"name": "Ada L", "password": "correct horse"}).json()["account"] == "Ada L"
    refused(Browser(client).post("/accounts", {"name": "ada l", "password": "correct horse"}), 400, "bad_input")
    game = ada.create("me:Ada", "bot")["table"]["id"]
    other = Browser(client)
    refused(other.post("/login", {"name": "Ada L", "password": "wrong"}), 403, "forbidden")
    refused(other.post("/login", {"name": "Nobody", "password": "nobody"}), 403, "forbidden")
    assert other.post("/login", {"name": "ada l", "password": "correct horse"}).status_code == 200
    assert [table["id"] for table in other.get("/games").json()] == [game]
    assert other.get("/session").json()["account"] == "Ada L"
    old = dict(other.cookies)
    assert other.post("/logout").status_code == 204
    other.cookies = old
    refused(other.get(f"/games/{game}"), 403, "forbidden")


def test_a_webhook_is_kept_and_told_to_nobody(ada: Browser) -> None:
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    path = f"/api/v1/games/{game}/seats/0/webhook"
    assert ada.send("PUT", path, {"url": "https://example.org/turn?t=topsecret"}).status_code == 204
    for bad in ("ftp://example.org", "javascript:alert(1)", "https://", "http://a b"):
        refused(ada.send("PUT", path, {"url": bad}), 400, "bad_input")
    assert "topsecret" not in ada.get(f"/games/{game}").text + ada.get(f"/games/{game}/view").text
    refused(Browser(ada.client).send("PUT", path, {"url": ""}), 403, "forbidden")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (wish("me", "bot", title="1899"), "there is no title '1899'"),
        (wish("me"), "1830 is for 2 to 6 players"),
        (wish("me:Ada", "bot:ada"), "name of his own"),
        (wish("me:Ada", "bot", options={"bid_step": 7}), "bid_step"),
        (wish("me:Ada", "bot", options={"nonsense": 7}), "no option 'nonsense'"),
        (wish("me:Ada", "bot", preset="none"), "no preset 'none'"),
        (wish("me:" + "x" * 41, "bot"), "longer than 40"),
        (wish("me:\u202e", "bot"), "is empty"),
        (wish("king", "bot"), "kind"),
        (wish("me", "bot", undo="always"), "undo"),
        (wish("me", "bot", colour="red"), "colour"),
        ({"seats": [{"kind": "me"}]}, "title"),
        ({"title": "1830", "seats": []}, "seats"),
        ([], "object"),
    ],
)
def test_bad_wishes_are_refused_with_what_and_where(ada: Browser, body: Any, words: str) -> None:
    assert words in refused(ada.post("/games", body), 400, "bad_input")["text"]
    assert ada.get("/games").json() == []


def test_bots_at_a_table_go_on_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        browser = Browser(first)
        made = browser.create("bot", "bot", "bot")
        program = Program(first, made["creator_secret"])
        until(lambda: program.view(made["table"]["id"])["version"] > 3)
    with served(tmp_path) as second:
        program = Program(second, made["creator_secret"])
        before = program.view(made["table"]["id"])
        if before["status"] == "running":
            until(lambda: program.view(made["table"]["id"])["version"] > before["version"])
