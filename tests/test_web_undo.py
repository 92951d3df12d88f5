"""Taking back: one's own action at once, over another's decision as the table has agreed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from tests.web_support import Browser, refused, served, until

Client = TestClient[Any]
PASS = {"type": "pass"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


class Three:
    """Ada, Ben and Cleo at one table; Ada and Ben have passed, so that an undo of Ada's goes over Ben's decision."""

    def __init__(self, client: Client, policy: str) -> None:
        self.people = [Browser(client), Browser(client), Browser(client)]
        made = self.people[0].create("me:Ada", "open", "open", undo=policy)
        self.game: str = made["table"]["id"]
        for number, name in ((1, "Ben"), (2, "Cleo")):
            body = {"secret": made["secrets"][number]["secret"], "name": name}
            assert self.people[number].post(f"/games/{self.game}/join", body).status_code == 200
        for number in (0, 1):
            assert self.people[number].act(self.game, PASS, number, number).status_code == 200

    def undo(self, seat: int, version: int, **more: Any) -> httpx.Response:
        body = {"seat": seat, "expected_version": version, **more}
        return self.people[seat].post(f"/games/{self.game}/undo", body)

    def answer(self, seat: int, accept: bool) -> httpx.Response:
        return self.people[seat].post(f"/games/{self.game}/undo/answer", {"seat": seat, "accept": accept})

    def where(self) -> tuple[int, int, int]:
        view = self.people[0].view(self.game)
        return view["version"], view["ply"], view["asked"]


@pytest.mark.parametrize("policy", ["free", "consent", "off"])
def test_the_own_last_action_is_taken_back_at_once(client: Client, policy: str) -> None:
    three = Three(client, policy)
    done = three.undo(1, 2).json()
    assert done == {"done": True, "version": 3, "undo_request": None}
    assert three.where() == (3, 1, 1)


def test_free_over_anothers_decision(client: Client) -> None:
    three = Three(client, "free")
    assert three.undo(0, 2).json()["done"] is True
    assert three.where() == (3, 0, 0)


def test_off_over_anothers_decision(client: Client) -> None:
    three = Three(client, "off")
    assert refused(three.undo(0, 2), 403, "forbidden")["facts"] == {"over": [1]}
    assert three.where() == (2, 2, 2)


def test_consent_of_all_others_takes_back(client: Client) -> None:
    three = Three(client, "consent")
    asked = three.undo(0, 2).json()
    assert asked == {"done": False, "version": 2, "undo_request": {"seat": 0, "to": 0, "waiting_for": [1, 2]}}
    assert three.people[2].get(f"/games/{three.game}").json()["undo_request"]["waiting_for"] == [1, 2]
    refused(three.answer(0, True), 403, "forbidden")
    assert three.answer(1, True).json()["undo_request"]["waiting_for"] == [2]
    assert three.where() == (2, 2, 2)
    assert three.answer(2, True).json() == {"done": True, "version": 3, "undo_request": None}
    assert three.where() == (3, 0, 0)
    assert three.people[0].get(f"/games/{three.game}").json()["undo_request"] is None


def test_whoever_always_agrees_is_not_waited_for(client: Client) -> None:
    """A programme of Ben's, then one of Cleo's too: the request waits for the others only, at last for nobody."""
    three = Three(client, "consent")
    undo = {"do": "undo"}

    def programme(seat: int) -> None:
        body = {"seat": seat, "revision": 0, "do": undo}
        made = three.people[seat].post(f"/games/{three.game}/programmes", body)
        assert made.status_code == 200, made.text
        assert made.json()["programmes"][0]["text"] == "Agree when somebody wants to take back a move"

    programme(2)
    assert three.undo(0, 2).json()["undo_request"]["waiting_for"] == [1]
    assert three.answer(1, False).json()["undo_request"] is None
    programme(1)
    assert three.undo(0, 2).json() == {"done": True, "version": 3, "undo_request": None}
    assert three.where() == (3, 0, 0)
    kept = three.people[1].get(f"/games/{three.game}/programmes?seat=1").json()
    assert len(kept["programmes"]) == 1  # it goes on, though Ben's own move was taken back


def test_one_refusal_ends_the_request(client: Client) -> None:
    three = Three(client, "consent")
    three.undo(0, 2)
    assert three.answer(2, False).json() == {"done": False, "version": 2, "undo_request": None}
    refused(three.answer(1, True), 409, "not_now")
    assert three.where() == (2, 2, 2)


def test_whoever_asked_may_take_the_request_back(client: Client) -> None:
    three = Three(client, "consent")
    three.undo(0, 2)
    assert three.answer(0, False).json()["undo_request"] is None


def test_a_request_is_void_when_the_game_moves_on(client: Client) -> None:
    three = Three(client, "consent")
    three.undo(0, 2)
    assert three.people[2].act(three.game, PASS, 2, 2).status_code == 200
    assert three.people[0].get(f"/games/{three.game}").json()["undo_request"] is None
    refused(three.answer(1, True), 409, "not_now")
    assert three.where()[1] == 3


def test_stale_and_senseless_undos(client: Client) -> None:
    three = Three(client, "free")
    assert refused(three.undo(0, 1), 409, "stale")["state"]["version"] == 2
    refused(three.undo(0, 2, to=2), 400, "bad_input")
    assert "no action" in refused(three.undo(2, 2), 400, "bad_input")["text"]
    refused(three.people[1].post(f"/games/{three.game}/undo", {"seat": 0, "expected_version": 2}), 403, "forbidden")


def test_a_repeated_undo_is_done_once(client: Client) -> None:
    three = Three(client, "free")
    first = three.undo(1, 2, to=1, key="u").json()
    assert three.undo(1, 2, to=1, key="u").json()["version"] == first["version"] == 3
    assert three.where() == (3, 1, 1)


def test_redo_makes_the_own_action_again(client: Client) -> None:
    three = Three(client, "free")
    three.undo(1, 2)
    path = f"/games/{three.game}/redo"
    refused(three.people[0].post(path, {"expected_version": 3}), 403, "forbidden")
    refused(three.people[1].post(path, {"expected_version": 2}), 409, "stale")
    assert three.people[1].post(path, {"expected_version": 3}).json()["version"] == 4
    assert three.where() == (4, 2, 2)
    refused(three.people[1].post(path, {"expected_version": 4}), 400, "bad_input")


def test_bots_agree_to_everything(client: Client) -> None:
    ada = Browser(client)
    game = ada.create("me:Ada", "bot", "bot")["table"]["id"]
    ada.act(game, PASS, 0, 0)
    view = until(lambda: (now := ada.view(game))["asked"] == 0 and now["ply"] > 1 and now)
    body = {"seat": 0, "expected_version": view["version"]}
    assert ada.post(f"/games/{game}/undo", body).json()["done"] is True
    assert ada.view(game)["ply"] == 0


def test_what_was_taken_back_stays_in_the_log(client: Client) -> None:
    three = Three(client, "free")
    three.undo(1, 2)
    records = three.people[0].get(f"/games/{three.game}/log").json()["records"]
    assert [(record["kind"], record["live"], record["to"]) for record in records] == [
        ("action", True, None),
        ("action", False, None),
        ("rewind", False, 1),
    ]
