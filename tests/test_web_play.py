"""Playing over the API: views, options, refusals, versions, repeated requests, a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.bots import RandomBot
from stellwerk.core.transcript import action_from_json
from stellwerk.formats import load_bytes
from tests.web_support import Browser, Json, Program, refused, served, until

Client = TestClient[Any]
BUY = {"type": "buy_private", "private": "SV", "price": 20}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


class Two:
    """Ada and Ben at one table, each with a browser."""

    def __init__(self, client: Client, **more: Any) -> None:
        self.ada, self.ben = Browser(client), Browser(client)
        self.made = self.ada.create("me:Ada", "open", **more)
        self.game: str = self.made["table"]["id"]
        secret = self.made["secrets"][1]["secret"]
        joined = self.ben.post(f"/games/{self.game}/join", {"secret": secret, "name": "Ben"})
        assert joined.status_code == 200
        self.ben_secret: str = joined.json()["secret"]


@pytest.fixture
def two(client: Client) -> Two:
    return Two(client)


def test_options_are_complete_and_typed_and_only_for_the_asked_seat(two: Two) -> None:
    mine = two.ada.get(f"/games/{two.game}/options").json()
    assert mine["asked"] is True
    assert mine["decision"] == {"seat": 0, "actor": "Ada", "kind": "auction", "rule": "1830 2.1"}
    assert {"seat": 0, "action": BUY, "amount": None, "free": ""} in mine["options"]
    bid = next(option for option in mine["options"] if option["action"]["type"] == "bid")
    assert bid["amount"] == {"field": "amount", "low": 45, "high": 1200, "step": 5}
    theirs = two.ben.get(f"/games/{two.game}/options").json()
    assert theirs["seat"] == 1
    assert theirs["asked"] is False
    assert theirs["options"] == []


def test_an_action_is_done_and_seen_by_the_other(two: Two) -> None:
    done = two.ada.act(two.game, BUY, 0, 0).json()
    assert (done["version"], done["ply"], done["asked"]) == (1, 1, 1)
    assert done["events"][-1]["text"] == "Ada gets SV for $20"
    view = two.ben.view(two.game)
    assert view["seat"] == 1
    assert view["view"]["privates"]["SV"]["owner"] == "Ada"
    assert view["last"] == done["events"]


def test_a_refused_action_names_its_rule_and_facts(two: Two) -> None:
    illegal = refused(two.ada.act(two.game, {"type": "bid", "private": "CS", "amount": 42}, 0, 0), 422, "illegal")
    assert illegal["rule"] == "1830 2.2"
    assert illegal["facts"]
    assert two.ada.view(two.game)["version"] == 0


def test_why_explains_without_doing(two: Two) -> None:
    yes = two.ada.post(f"/games/{two.game}/why", {"action": BUY}).json()
    assert yes["legal"] is True
    assert yes["events"][-1]["text"] == "Ada gets SV for $20"
    no = two.ben.post(f"/games/{two.game}/why", {"action": {"type": "bid", "private": "CS", "amount": 42}}).json()
    assert (no["legal"], no["rule"]) == (False, "1830 2.2")
    assert no["paragraph"].startswith("A bid must be")
    turn = two.ben.post(f"/games/{two.game}/why", {"action": BUY, "seat": 1}).json()
    assert turn["text"] == "Ada is asked, not Ben"
    refused(two.ben.post(f"/games/{two.game}/why", {"action": {"type": "fly"}}), 400, "bad_input")
    assert two.ada.view(two.game)["version"] == 0


def test_a_stale_click_is_refused_with_the_new_state(two: Two) -> None:
    two.ada.act(two.game, BUY, 0, 0)
    stale = refused(two.ben.act(two.game, {"type": "pass"}, 1, 0), 409, "stale")
    assert stale["version"] == 1
    assert stale["facts"] == {"expected": 0, "version": 1}
    assert stale["state"]["seat"] == 1
    assert stale["state"]["version"] == 1
    assert stale["state"]["view"]["privates"]["SV"]["owner"] == "Ada"
    assert two.ben.act(two.game, {"type": "pass"}, 1, stale["version"]).status_code == 200


def test_a_repeated_request_is_done_once(two: Two) -> None:
    first = two.ada.act(two.game, BUY, 0, 0, key="click-1").json()
    again = two.ada.act(two.game, BUY, 0, 0, key="click-1")
    assert again.status_code == 200
    assert again.json()["version"] == first["version"] == 1
    two.ben.act(two.game, {"type": "pass"}, 1, 1)
    assert two.ada.act(two.game, BUY, 0, 0, key="click-1").json()["version"] == 1
    assert two.ada.view(two.game)["version"] == 2
    refused(two.ada.act(two.game, {"type": "pass"}, 0, 2, key="click-1"), 400, "bad_input")
    assert two.ben.act(two.game, {"type": "pass"}, 1, 2, key="click-1").status_code != 400, "keys are each seat's own"


def test_nobody_acts_for_a_foreign_seat_or_sees_its_view(two: Two, client: Client) -> None:
    refused(two.ben.act(two.game, BUY, 0, 0), 403, "forbidden")
    refused(two.ben.get(f"/games/{two.game}/view?seat=0"), 403, "forbidden")
    refused(two.ben.get(f"/games/{two.game}/options?seat=0"), 403, "forbidden")
    refused(two.ben.act(two.game, BUY, 7, 0), 400, "bad_input")
    stranger = Browser(client)
    for path in ("", "/view", "/options", "/log", "/history", "/receipts", "/chat", "/export", "/best-run", "/events"):
        refused(stranger.get(f"/games/{two.game}{path}"), 403, "forbidden")
        refused(Program(client, "x" * 22).get(f"/games/{two.game}{path}"), 403, "forbidden")
    refused(stranger.act(two.game, BUY, 0, 0), 403, "forbidden")
    refused(stranger.post(f"/games/{two.game}/undo", {"seat": 0, "expected_version": 0}), 403, "forbidden")
    refused(stranger.post(f"/games/{two.game}/branch"), 403, "forbidden")
    assert two.ada.view(two.game)["version"] == 0


def test_a_program_acts_with_the_secret_of_its_seat_only(two: Two, client: Client) -> None:
    robo = Program(client, two.ben_secret)
    refused(robo.act(two.game, BUY, 0, 0), 403, "forbidden")
    two.ada.act(two.game, BUY, 0, 0)
    assert robo.act(two.game, {"type": "pass"}, 1, 1).status_code == 200
    other = Two(client)
    refused(robo.get(f"/games/{other.game}/view"), 403, "forbidden")


def test_no_answer_holds_secrets_seeds_or_holders(two: Two, client: Client) -> None:
    table = two.ada.create("me:Ada", "bot", seed=987654321)
    game = table["table"]["id"]
    said = two.ada.get(f"/games/{game}").text + two.ada.get(f"/games/{game}/view").text + two.ada.get("/games").text
    assert "987654321" not in said
    for word in (table["secrets"][0]["secret"], table["creator_secret"], "creator_key", "watch_key", "holder", "p:"):
        assert word not in said


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": "fly"}, "unknown action type 'fly'"),
        ({}, "unknown action type None"),
        ({"type": "bid", "private": "CS"}, "amount"),
        ({"type": "bid", "private": "CS", "amount": "45"}, "amount"),
        ({"type": "bid", "private": "CS", "amount": 10**30}, "out of range"),
        ({"type": "pass", "extra": 1}, "extra"),
    ],
)
def test_an_action_of_the_wrong_form_is_a_bad_request(two: Two, action: Json, words: str) -> None:
    assert words in refused(two.ada.act(two.game, action, 0, 0), 400, "bad_input")["text"]


def test_unknown_games_are_not_found(two: Two) -> None:
    for game in ("2222222222", "short", "a" * 300, "..", "%2e%2e", "%00", "'; DROP TABLE game;--"):
        for path in ("", "/view", "/options", "/log"):
            assert two.ada.get(f"/games/{game}{path}").status_code == 404, (game, path)
    refused(two.ada.act("2222222222", BUY, 0, 0), 404, "unknown")
    refused(two.ada.post("/games/2222222222/join", {"secret": "x"}), 404, "unknown")


def test_titles_and_rules_can_be_read(client: Client) -> None:
    reader = Browser(client)
    title = reader.get("/titles").json()[0]
    assert title["id"] == "1830"
    assert title["presets"] == ["seed", "games18xx"]
    option = next(entry for entry in title["options"] if entry["key"] == "must_buy_train")
    assert option["values"] == ["always", "route"]
    assert option["presets"]["games18xx"] == "route"
    assert reader.get("/titles/1830/rules/2.2").json()["text"].startswith("A bid must be")
    assert len(reader.get("/titles/1830/rules").json()) > 100
    assert "near it" in refused(reader.get("/titles/1830/rules/99.1"), 404, "unknown")["text"]
    refused(reader.get("/titles/1899"), 404, "unknown")
    refused(reader.get("/titles/1899/rules"), 404, "unknown")


def test_bots_play_a_whole_game_to_the_end_and_it_replays(client: Client) -> None:
    made = Browser(client).create("bot", "bot", "bot")
    game, watcher = made["table"]["id"], Program(client, made["creator_secret"])
    over = until(lambda: (view := watcher.view(game))["status"] == "finished" and view, 40)
    assert over["decision"] is None
    assert over["reason"]
    assert over["winners"]
    transcript = watcher.get(f"/games/{game}/export").content
    replayed = load_bytes(transcript).game
    assert list(replayed.result().scores) == over["scores"]
    first = replayed.at(200)
    assert watcher.view(game, "?ply=200")["view"] == first.view(None)


def test_two_programs_play_against_a_bot_over_the_api(client: Client) -> None:
    """Each knows only what the API tells it; the game they see is the game a library would play."""
    made = Browser(client).create("open", "open", "bot", preset="games18xx")
    game = made["table"]["id"]
    seats = {}
    for number in (0, 1):
        robo = Program(client, f"the long key of robo number {number}")
        secret = made["secrets"][number]["secret"]
        assert robo.post(f"/games/{game}/join", {"secret": secret, "name": f"Robo {number}"}).status_code == 200
        seats[number] = robo
    twin = stellwerk.new("1830", ["Robo 0", "Robo 1", "Cornelius"], None, 1, "games18xx")
    moves = 0
    while moves < 60:
        decision = twin.decision()
        assert decision is not None
        log = seats[0].get(f"/games/{game}/log?since={twin.ply}").json()["records"]
        for record in log:
            twin.apply(action_from_json(record["action"], twin.rules.action_types), record["seat"])
        decision = twin.decision()
        assert decision is not None
        if decision.seat not in seats or log:
            continue
        robo = seats[decision.seat]
        offered = robo.get(f"/games/{game}/options").json()
        if offered["version"] != twin.ply:
            continue
        action = RandomBot(5).choose(twin, decision.seat)
        body = msgspec.to_builtins(action)
        assert any(option["action"]["type"] == body["type"] for option in offered["options"])
        done = robo.act(game, body, decision.seat, offered["version"], key=f"move {moves}")
        if done.status_code == 409:
            continue
        assert done.status_code == 200, done.text
        moves += 1
    assert seats[1].view(game, f"?ply={twin.ply}")["view"] == twin.view(1)
    history = seats[1].get(f"/games/{game}/history").json()
    assert [entry["seat"] for entry in history[: twin.ply]] == [ply.seat for ply in twin.plies]
