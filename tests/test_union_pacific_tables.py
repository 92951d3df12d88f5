"""Whoever sets a table up learns nothing by it: seats, links, seeds and files of a title that hides things."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.bots import make_bot
from tests.web_support import Browser, Json, refused, served

Client = TestClient[Any]
TITLE = "union-pacific"


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


def table(ada: Browser, *seats: str, **more: Any) -> Json:
    return ada.create(*seats, title=TITLE, **{"seed": None, **more})


def join(person: Browser, made: Json, seat: int, name: str) -> Json:
    secret = next(entry["secret"] for entry in made["secrets"] if entry["seat"] == seat)
    answer = person.post(f"/games/{made['table']['id']}/join", {"secret": secret, "name": name})
    assert answer.status_code == 200, answer.text
    said: Json = answer.json()
    return said


def hand(person: Browser, game: str, seat: int) -> Any:
    return person.view(game, f"?seat={seat}")["view"]["players"][seat].get("hand")


def test_the_creator_opens_no_seat_of_a_game_that_has_begun(ada: Browser, ben: Browser) -> None:
    """He would only have to sit down there to see the hand."""
    made = table(ada, "me:Ada", "open", "bot")
    game = made["table"]["id"]
    join(ben, made, 1, "Ben")
    said = refused(ada.post(f"/games/{game}/seats/1/hand-over", {"to": "open"}), 403, "forbidden")
    assert "bot" in said["text"]
    refused(ada.post(f"/games/{game}/seats/2/hand-over", {"to": "open"}), 403, "forbidden")
    assert hand(ben, game, 1), "the seat is still his"
    link = ben.post(f"/games/{game}/seats/1/hand-over", {"to": "open"}).json()["secret"]
    refused(ada.post(f"/games/{game}/seats/1/link"), 403, "forbidden")
    cleo = Browser(ada.client)
    assert cleo.post(f"/games/{game}/join", {"secret": link, "name": "Cleo"}).status_code == 200
    assert hand(cleo, game, 1)
    assert ada.post(f"/games/{game}/seats/1/hand-over", {"to": "bot"}).status_code == 200, "a bot keeps secrets"
    refused(ada.post(f"/games/{game}/seats/1/hand-over", {"to": "open"}), 403, "forbidden")


def test_the_dialog_offers_the_creator_no_link_of_such_a_seat(ada: Browser, ben: Browser) -> None:
    made = table(ada, "me:Ada", "open", "bot")
    game = made["table"]["id"]
    before = ada.send("GET", f"/g/{game}/seats").text
    assert 'data-seat-link="1"' in before
    assert 'data-seat-free="2"' in before
    join(ben, made, 1, "Ben")
    during = ada.send("GET", f"/g/{game}/seats").text
    assert 'data-seat-free="1"' not in during
    assert 'data-seat-free="2"' not in during
    assert 'data-seat-bot="1"' in during
    assert 'data-seat-free="0"' in during, "his own he may leave"


def test_nobody_sees_cards_before_every_seat_is_taken(ada: Browser, ben: Browser) -> None:
    """Until then seats change hands: who sat down, looked and got up again would know the hand of the next."""
    made = table(ada, "me:Ada", "open", "open")
    game = made["table"]["id"]
    join(ben, made, 1, "Ben")
    for person, seat in ((ada, 0), (ben, 1)):
        view = person.view(game)
        assert view["seat"] == seat
        assert "hand" not in view["view"]["players"][seat]
        assert "tracks" not in view["view"]["players"][seat]
        assert "the track cards" not in person.get(f"/games/{game}/view").text
        assert "the track cards" not in person.send("GET", f"/g/{game}").text
        assert person.get(f"/games/{game}/options").json()["options"] == []
        for share in ("MS", "UP", "EPRG"):
            wish = {"action": {"type": "pick_share", "share": share}, "seat": seat}
            refused(person.post(f"/games/{game}/why", wish), 409, "not_now")
            assert person.send("POST", f"/g/{game}/why", wish).status_code == 409
    join(Browser(ada.client), made, 2, "Cleo")
    assert hand(ada, game, 0)
    assert hand(ben, game, 1)


@pytest.mark.parametrize("seats", [("me:Ada", "bot"), ("me:Ada", "me:Ben"), ("me:Ada", "hotseat:Ben")])
def test_a_game_with_a_chosen_seed_takes_nobody_in(ada: Browser, ben: Browser, seats: tuple[str, ...]) -> None:
    made = table(ada, *seats, seed=7)
    game = made["table"]["id"]
    said = refused(ada.post(f"/games/{game}/seats/1/hand-over", {"to": "open"}), 403, "forbidden")
    assert "hides" in said["text"]
    refused(ada.post(f"/games/{game}/seats/0/hand-over", {"to": "open"}), 403, "forbidden")
    for entry in made["secrets"]:
        answer = ben.post(f"/games/{game}/join", {"secret": entry["secret"], "name": "Ben"})
        refused(answer, 403, "forbidden")


def test_a_game_from_a_file_takes_nobody_in(ada: Browser, ben: Browser) -> None:
    played = stellwerk.new(TITLE, ["A", "B"], seed=3)
    for _ in range(4):
        decision = played.decision()
        assert decision is not None
        played.apply(make_bot("random", 1, TITLE).choose(played, decision.seat), decision.seat)
    file = json.loads(played.transcript().encode())
    seats = [{"kind": "me", "name": ""}, {"kind": "bot", "name": ""}]
    made = ada.post("/import", {"file": file, "seats": seats}).json()
    game = made["table"]["id"]
    refused(ada.post(f"/games/{game}/seats/1/hand-over", {"to": "open"}), 403, "forbidden")
    secret = made["secrets"][0]["secret"]
    refused(ben.post(f"/games/{game}/join", {"secret": secret, "name": "Ben"}), 403, "forbidden")


def test_the_promise_of_the_seed_outlives_new_names(ada: Browser, ben: Browser) -> None:
    """13.10: the figure shown at the start is the one to check at the end, whoever sits down in between."""
    made = table(ada, "me:Ada", "open")
    game = made["table"]["id"]
    promised = ada.view(game)["view"]["commitment"]
    join(ben, made, 1, "Ben")
    assert ben.view(game)["view"]["commitment"] == promised
    link = ben.post(f"/games/{game}/seats/1/hand-over", {"to": "open"}).json()["secret"]
    cleo = Browser(ada.client)
    cleo.post(f"/games/{game}/join", {"secret": link, "name": "Cleo"})
    assert [player["name"] for player in cleo.view(game)["view"]["players"]] == ["Ada", "Cleo"]
    assert cleo.view(game)["view"]["commitment"] == ada.view(game)["view"]["commitment"] == promised
