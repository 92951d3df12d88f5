"""Programmed actions, forced moves and notes at a table on the server: done for their owner, seen by nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.web_support import Browser, served, until

Client = TestClient[Any]
NAMES = ("me:Ada", "hotseat:Ben", "hotseat:Cleo")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as made:
        yield made


class Table:
    """A table of 1830 at which one browser plays all seats."""

    def __init__(self, client: Client) -> None:
        self.browser = Browser(client)
        self.id = self.browser.create(*NAMES, title="1830")["table"]["id"]

    def send(self, method: str, path: str, body: Any = None, who: Browser | None = None) -> Any:
        return (who or self.browser).send(method, f"/api/v1/games/{self.id}/{path}", body)

    def view(self) -> Any:
        return self.browser.view(self.id)

    @property
    def asked(self) -> int:
        return int(self.view()["asked"])

    def programme(self, seat: int, do: dict[str, Any], revision: int = 0) -> Any:
        return self.send("POST", "programmes", {"seat": seat, "revision": revision, "do": do})

    def play(self, action: dict[str, Any]) -> None:
        view = self.view()
        done = self.browser.act(self.id, action, view["asked"], view["version"])
        assert done.status_code == 200, done.text


@pytest.fixture
def table(client: Client) -> Table:
    return Table(client)


def test_a_programme_acts_when_its_seat_is_asked_and_the_log_says_so(table: Table) -> None:
    first = table.asked
    second = (first + 1) % 3
    made = table.programme(second, {"do": "bid", "what": "DH", "most": 80})
    assert made.status_code == 200, made.text
    assert made.json()["programmes"][0]["text"] == "Bid for DH up to $80"
    assert table.view()["version"] == 0, "it waits for its turn"
    table.play({"type": "pass"})
    until(lambda: table.view()["version"] == 2)
    assert table.view()["view"]["auction"]["bids"]["DH"] == {table.view()["view"]["players"][second]["name"]: 75}
    records = table.send("GET", "log").json()["records"]
    assert [entry["by"] for entry in records] == ["", "programme"]
    page = table.browser.send("GET", f"/g/{table.id}", headers={"accept": "text/html"}).text
    assert page.count('<span class="badge">by programme</span>') == 1
    table.play({"type": "bid", "private": "DH", "amount": 90})
    table.play({"type": "pass"})
    ended = until(lambda: (found := table.send("GET", f"programmes?seat={second}").json())["ended"] and found)
    assert ended["programmes"] == []
    assert ended["ended"][0]["reason"] == "the next bid for DH would be $95"
    assert table.asked == second, "its owner is asked himself now"


def test_it_acts_at_once_if_its_owner_is_asked(table: Table) -> None:
    table.programme(table.asked, {"do": "pass", "triggers": []})
    until(lambda: table.view()["version"] == 1)


def test_a_move_taken_back_is_not_made_again(table: Table) -> None:
    seat = table.asked
    table.programme(seat, {"do": "pass", "triggers": []})
    until(lambda: table.view()["version"] == 1)
    undone = table.send("POST", "undo", {"seat": seat, "expected_version": 1})
    assert undone.json()["done"], undone.text
    after = table.send("GET", f"programmes?seat={seat}").json()
    assert after["programmes"] == []
    assert after["ended"][0]["reason"] == "a move was taken back"
    assert table.asked == seat


def test_an_undo_that_is_refused_leaves_programmes_as_they_are(table: Table) -> None:
    seat = table.asked
    table.play({"type": "pass"})
    assert table.programme(seat, {"do": "skip", "step": "track"}).status_code == 200
    stale = {"seat": seat, "expected_version": 0, "to": 0, "key": "k"}
    assert table.send("POST", "undo", stale).status_code == 409
    table.play({"type": "bid", "private": "CA", "amount": 165})
    other = (seat + 1) % 3
    assert table.programme(other, {"do": "skip", "step": "token"}).status_code == 200
    late = {"seat": other, "expected_version": 1, "to": 0, "key": "l"}  # made before the bid was seen
    assert table.send("POST", "undo", late).status_code == 409
    for who in (seat, other):
        assert len(table.send("GET", f"programmes?seat={who}").json()["programmes"]) == 1
    done = {"seat": other, "expected_version": 2, "to": 1, "key": "m"}
    assert table.send("POST", "undo", done).json()["done"]
    assert table.send("GET", f"programmes?seat={other}").json()["programmes"] == []
    assert len(table.send("GET", f"programmes?seat={seat}").json()["programmes"]) == 1
    revision = table.send("GET", f"programmes?seat={other}").json()["revision"]
    assert table.programme(other, {"do": "skip", "step": "track"}, revision).status_code == 200
    assert table.send("POST", "undo", done).json()["done"], "sent again: answered as before"
    assert len(table.send("GET", f"programmes?seat={other}").json()["programmes"]) == 1


def test_two_devices_do_not_overwrite_each_other(table: Table) -> None:
    other = (table.asked + 1) % 3
    assert table.programme(other, {"do": "skip", "step": "track"}).json()["revision"] == 1
    late = table.programme(other, {"do": "skip", "step": "token"})
    assert late.status_code == 409
    assert table.programme(other, {"do": "skip", "step": "token"}, 1).json()["revision"] == 2
    gone = table.send("POST", "programmes/1/end", {"seat": other, "revision": 2})
    assert [entry["number"] for entry in gone.json()["programmes"]] == [2]
    assert table.send("POST", "programmes/1/end", {"seat": other, "revision": 3}).status_code == 400


@pytest.mark.parametrize(
    "do",
    [
        {"do": "bid", "what": "XYZ", "most": 80},
        {"do": "dance"},
        {"do": "buy", "company": "PRR", "percent": 500},
        {"do": "skip", "step": "lunch"},
        {"do": "bid", "what": "PRR", "most": 80},
        {"do": "buy", "company": "PRR", "percent": 20, "unless": ["rain"]},
        {"do": "pass", "prices": [{"company": "PRR"}]},
        {"do": "pass", "prices": [{"company": "PRR", "at_least": -5}]},
        {"do": "sell", "company": "PRR", "price": 60},
        {"do": "bid", "what": "SV", "most": 10**30},
        {"do": "pass", "triggers": ["rain"]},
        {},
        {"do": "bid", "what": "<script>" * 600, "most": 1},
    ],
)
def test_what_can_never_happen_is_refused_and_nothing_is_kept(table: Table, do: dict[str, Any]) -> None:
    refused = table.programme(table.asked, do)
    assert refused.status_code == 400, refused.text
    assert table.send("GET", f"programmes?seat={table.asked}").json()["revision"] == 0


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the aim must be above it"), ("de", "das Ziel muss darüber liegen"), ("pl", "cel musi być wyższy")],
)
def test_a_refusal_is_told_in_the_readers_language(client: Client, language: str, words: str) -> None:
    table = Table(client)
    table.browser.cookies["lang"] = language
    told = table.programme(table.asked, {"do": "buy", "company": "PRR", "percent": 500}).json()
    assert words in told["text"]
    assert told["facts"] == {"held": 0, "company": "PRR"}


def test_there_is_a_most(table: Table) -> None:
    other = (table.asked + 1) % 3
    for count in range(12):
        assert table.programme(other, {"do": "skip", "step": "track"}, count).status_code == 200
    assert "12 programmes at most" in table.programme(other, {"do": "skip", "step": "track"}, 12).text


def test_nobody_else_sees_or_changes_them(client: Client) -> None:
    ada, eve = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open:Ben", "hotseat:Cleo", title="1830")
    game = made["table"]["id"]
    seat = next(entry["number"] for entry in made["table"]["seats"] if entry["name"] == "Ada")
    body = {"seat": seat, "revision": 0, "do": {"do": "bid", "what": "CA", "most": 777}}
    assert ada.send("POST", f"/api/v1/games/{game}/programmes", body).status_code == 200
    assert (
        ada.send("PUT", f"/api/v1/games/{game}/notes", {"seat": seat, "revision": 0, "text": "777"}).status_code == 200
    )
    for method, path, data in [
        ("GET", f"programmes?seat={seat}", None),
        ("POST", "programmes", {**body, "revision": 1}),
        ("POST", "programmes/1/end", {"seat": seat, "revision": 1}),
        ("GET", f"notes?seat={seat}", None),
        ("PUT", "notes", {"seat": seat, "revision": 1, "text": "mine"}),
    ]:
        refused = eve.send(method, f"/api/v1/games/{game}/{path}", data)
        assert refused.status_code == 403, (method, path, refused.text)
        assert "777" not in refused.text
    for path in ("view", "log", "options", "history", "export"):
        assert "777" not in ada.send("GET", f"/api/v1/games/{game}/{path}").text.replace(game, "")


def test_notes_are_kept_per_seat_and_have_a_limit(table: Table) -> None:
    text = "# <b>Plan</b>\nH16 & PRR: \u2028 never sell"
    assert table.send("PUT", "notes", {"seat": 0, "revision": 0, "text": text}).json() == {"revision": 1, "text": text}
    assert table.send("GET", "notes?seat=0").json()["text"] == text
    assert table.send("GET", "notes?seat=1").json() == {"revision": 0, "text": ""}
    assert table.send("PUT", "notes", {"seat": 0, "revision": 0, "text": "late"}).status_code == 409
    assert table.send("PUT", "notes", {"seat": 0, "revision": 1, "text": "x" * 100_000}).status_code == 413
    long = table.send("PUT", "notes", {"seat": 0, "revision": 1, "text": "x" * 30_000})
    assert long.status_code == 400
    assert "20000 characters" in long.text
    assert table.send("GET", "notes?seat=0").json()["text"] == text


def test_what_leaves_no_choice_plays_itself_where_the_table_wants_it(client: Client) -> None:
    ada = Browser(client)
    made = ada.create("me:Ada", "hotseat:Ben", title="18te")
    game = made["table"]["id"]
    assert ada.send("PATCH", f"/api/v1/games/{game}", {"forced": True}).json()["forced"] is True
    for _ in range(12):
        view = ada.view(game)
        options = ada.send("GET", f"/api/v1/games/{game}/options").json()["options"]
        assert len(options) != 1 or options[0]["amount"] or options[0]["free"], "that would have played itself"
        done = ada.act(game, options[-1]["action"], view["asked"], view["version"])
        assert done.status_code == 200, done.text
        settled = [0]

        def quiet(settled: list[int] = settled) -> bool:
            now = ada.view(game)
            choices = ada.send("GET", f"/api/v1/games/{game}/options").json()
            settled[0] = now["version"]
            found = choices["options"]
            return choices["version"] == now["version"] and not (
                len(found) == 1 and not found[0]["amount"] and not found[0]["free"]
            )

        until(quiet)


def test_where_things_are_hidden_nothing_plays_itself(client: Client) -> None:
    ada = Browser(client)
    body = {"title": "union-pacific", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot"}], "forced": True}
    refused = ada.post("/games", body)
    assert refused.status_code == 400
    assert "what is in a hand" in refused.text
    game = ada.create("me:Ada", "bot", title="union-pacific")["table"]["id"]
    assert ada.send("PATCH", f"/api/v1/games/{game}", {"forced": True}).status_code == 400
    assert ada.get(f"/games/{game}").json()["forced"] is False
    forms = {title: ada.send("GET", f"/new?title={title}").text for title in ("1830", "union-pacific")}
    assert '<input type="checkbox" name="forced" checked>' in forms["1830"], "bots sit there at first"
    assert 'name="forced"' not in forms["union-pacific"]
