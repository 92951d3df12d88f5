"""The pace of bots: they wait before moves that are seen, and nobody else waits for them."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.store import Record, SqliteStore
from stellwerk.titles import TITLES
from stellwerk.web import pace
from stellwerk.web.pace import PAUSES, READABLE, SLOW, Alarm, seen
from stellwerk.web.settings import Settings
from tests.web_support import Browser, Json, refused, served, until

Client = TestClient[Any]


class StillClock:
    """Time that goes on when a test says so, for the bots and for the store."""

    def __init__(self) -> None:
        self.time = 10**12
        self.waits: list[tuple[int, Callable[[], object]]] = []

    def now(self) -> int:
        return self.time

    def call(self, after: int, what: Callable[[], object]) -> None:
        self.waits.append((after, what))

    def close(self) -> None:
        self.waits = []

    def go_on(self) -> None:
        """As long as is waited for."""
        waits, self.waits = self.waits, []
        self.time += max((after for after, _ in waits), default=0)
        for _, what in waits:
            what()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StillClock:
    found = StillClock()
    monkeypatch.setattr("stellwerk.web.bots.Alarm", lambda: found)
    monkeypatch.setattr("stellwerk.web.site.open_store", lambda path: SqliteStore(path, lambda: found.time / 1000))
    return found


@pytest.fixture
def client(tmp_path: Path, clock: StillClock) -> Iterator[Client]:
    with served(tmp_path) as made:
        yield made


def bid(browser: Browser, game: str) -> None:
    """The first player, a person, buys the cheapest private."""
    options = browser.get(f"/games/{game}/options").json()
    action = next(option["action"] for option in options["options"] if option["action"]["type"] != "pass")
    done = browser.act(game, action, 0, options["version"])
    assert done.status_code == 200, done.text


def version(browser: Browser, game: str) -> int:
    return int(browser.get(f"/games/{game}").json()["version"])


def mine(browser: Browser, game: str) -> bool:
    return bool(browser.get(f"/games/{game}").json()["your_turn"])


def table(browser: Browser, *seats: str, **more: Any) -> str:
    made: Json = browser.create(*(seats or ("me:Ada", "bot:Bo", "bot:Bea")), **more)
    return str(made["table"]["id"])


def to_a_wait(browser: Browser, clock: StillClock, game: str) -> None:
    """Play until a bot waits; a bot that passes does not."""
    while not clock.waits:
        if mine(browser, game):
            bid(browser, game)
        until(lambda: clock.waits or mine(browser, game))


def test_a_bot_waits_until_the_last_move_has_been_seen(client: Client, clock: StillClock) -> None:
    ada = Browser(client)
    game = table(ada, pace=READABLE)
    shown: list[Json] = []
    while sum(record["seat"] != 0 for record in shown) < 3:
        if until(lambda: clock.waits or mine(ada, game)) and mine(ada, game):
            before = version(ada, game)
            bid(ada, game)  # answered at once, however long the bots wait
            assert version(ada, game) > before
        else:
            clock.go_on()
        records = ada.get(f"/games/{game}/log").json()["records"]
        shown = [record for record in records if record["action"]["type"] != "pass"]
    for last, record in pairwise(shown):
        if record["seat"] != 0:
            assert record["at"] - last["at"] >= PAUSES[READABLE]


def test_another_table_does_not_wait(client: Client, clock: StillClock) -> None:
    ada = Browser(client)
    slow, fast = table(ada, pace=SLOW), table(ada)
    to_a_wait(ada, clock, slow)
    bid(ada, fast)
    until(lambda: mine(ada, fast))
    assert not mine(ada, slow)


def test_it_ends_at_once_when_the_pace_is_changed(client: Client, clock: StillClock) -> None:
    ada = Browser(client)
    game = table(ada, pace=SLOW)
    to_a_wait(ada, clock, game)
    changed = ada.send("PATCH", f"/api/v1/games/{game}", {"pace": "instant"})
    assert changed.json()["pace"] == "instant"
    until(lambda: mine(ada, game))
    clock.go_on()  # what was waited for finds nothing to do


def test_taking_back_while_a_bot_waits(client: Client, clock: StillClock) -> None:
    ada = Browser(client)
    game = table(ada, pace=SLOW, undo="free")
    to_a_wait(ada, clock, game)
    body = {"seat": 0, "expected_version": version(ada, game), "to": 0}
    taken = ada.post(f"/games/{game}/undo", body)
    assert taken.status_code == 200, taken.text
    clock.go_on()  # it is no bot's turn any more
    assert mine(ada, game)
    to_a_wait(ada, clock, game)
    assert not mine(ada, game)


def test_a_restarted_server_goes_on(tmp_path: Path, clock: StillClock) -> None:
    with served(tmp_path) as client:
        ada = Browser(client)
        game = table(ada, pace=SLOW)
        to_a_wait(ada, clock, game)
        before, known = ada.cookies, version(ada, game)
    with served(tmp_path) as client:
        again = Browser(client)
        again.cookies = before
        found = again.get(f"/games/{game}").json()
        assert found["pace"] == SLOW
        until(lambda: clock.waits)  # the time of the last move is in the store
        assert version(again, game) == known
        clock.go_on()
        until(lambda: version(again, game) > known)


def test_what_is_not_seen_is_not_waited_for() -> None:
    known: dict[str, list[str]] = {}
    for name in TITLES:
        game = stellwerk.new(name, ["A", "B", "C", "D"][: 3 if name == "18te" else 4])
        kinds = game.rules.action_types
        known[name] = [kind for kind in kinds if not seen(record(kind), game.rules)]
        assert not seen(record("pass", by="forced"), game.rules)
        assert seen(Record(1, "rewind", 0, {"to": 0}, 0), game.rules)
    assert known["1830"] == ["pass"]
    assert sorted(known["union-pacific"]) == ["decline", "draw_card", "pass"]


def record(kind: str, by: str = "") -> Record:
    return Record(1, "action", 0, {"type": kind}, 0, by)


def test_who_may_set_the_pace_and_to_what(client: Client) -> None:
    ada, ben = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open:Ben", "bot")
    game = made["table"]["id"]
    assert made["table"]["pace"] == "instant"
    ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"]})
    assert made["table"]["thinking"] == "usual"
    assert ada.send("PATCH", f"/api/v1/games/{game}", {"thinking": "long"}).json()["thinking"] == "long"
    refused(ada.send("PATCH", f"/api/v1/games/{game}", {"thinking": "deep"}), 400, "bad_input")
    refused(ben.send("PATCH", f"/api/v1/games/{game}", {"pace": "slow"}), 403, "forbidden")
    for wrong in ("fast", "", 3, ["slow"]):
        refused(ada.send("PATCH", f"/api/v1/games/{game}", {"pace": wrong}), 400, "bad_input")
    refused(ada.post("/games", {"title": "1830", "seats": [{"kind": "me"}], "pace": "fast"}), 400, "bad_input")
    assert ada.get(f"/games/{game}").json()["pace"] == "instant"


def test_tables_made_on_the_pages_can_be_read(tmp_path: Path) -> None:
    assert Settings(tmp_path).pace == READABLE
    with served(tmp_path / "a") as client:
        browser = Browser(client)
        assert '<option value="readable" selected>' in browser.send("GET", "/new?title=18te").text
        assert 'data-pace="readable"' in browser.send("GET", "/").text
        browser.get("/session")
        learned = browser.send("POST", "/learn", {"title": "18te"})
        assert browser.get(f"/games/{learned.json()['game']}").json()["pace"] == READABLE
        made = table(browser, pace="slow")
        dialog = browser.send("GET", f"/g/{made}/seats").text
        assert re.search(r'data-table="pace">.*<option value="slow" selected>', dialog)
    with served(tmp_path / "b", pace="instant") as client:
        assert '<option value="instant" selected>' in Browser(client).send("GET", "/new?title=18te").text


def test_the_alarm_rings_in_order_and_not_after_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]  # stands still until all are set, however slow the machine is
    monkeypatch.setattr(pace, "time", SimpleNamespace(monotonic=lambda: now[0]))
    alarm, done = Alarm(), threading.Event()
    rung: list[str] = []
    alarm.call(30, lambda: rung.append("late"))
    alarm.call(31, done.set)
    alarm.call(1, lambda: rung.append("early"))
    now[0] = 1.0
    assert done.wait(60)
    assert rung == ["early", "late"]
    alarm.call(10**7, lambda: rung.append("never"))
    alarm.close()
    alarm.call(0, lambda: rung.append("never"))
    assert alarm._thread is not None
    alarm._thread.join(60)
    assert not alarm._thread.is_alive()
    assert rung == ["early", "late"]
