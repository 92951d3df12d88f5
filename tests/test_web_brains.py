"""Bots that think, in processes of their own: they move at tables, nobody waits for them, what fails is replaced."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.advice import Advice
from stellwerk.bots.hard import HardBot
from stellwerk.bots.normal import NormalBot
from stellwerk.core import BadInput, Message
from stellwerk.web.brain_worker import BrainAnswers, BrainQuestion
from stellwerk.web.brains import Brains, Failed, question
from stellwerk.web.own_bots import choices, read_own_bots
from tests.web_support import Browser, refused, served

BOTS = """
import os, time
from stellwerk.bots import make_bot

class Raises:
    name = "raises"
    def __init__(self, seed): pass
    def choose(self, game, seat): raise RuntimeError("no idea")

class Ends(Raises):
    def choose(self, game, seat): os._exit(3)

class Hangs(Raises):
    def choose(self, game, seat): time.sleep(600)

class Rubbish(Raises):
    def choose(self, game, seat): return "rubbish"

class Fine(Raises):
    def __init__(self, seed): self.bot = make_bot("random", seed, "1830")
    def choose(self, game, seat): return self.bot.choose(game, seat)
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def wait(what: Callable[[], Any]) -> Any:
    until = time.monotonic() + 90
    while not (found := what()):
        assert time.monotonic() < until, "nothing came of it"
        time.sleep(0.05)
    return found


def asked(title: str = "1830", bot: str = "normal") -> BrainQuestion:
    game: Any = stellwerk.new(title, ["Ada", "Ben"], seed=1)
    return question(game, 0 if title != "union-pacific" else game.decision().seat, bot, 5, key="g")


def test_a_question_is_answered_as_the_bot_itself_would() -> None:
    game: Any = stellwerk.new("18te", ["Ada", "Ben"], seed=3)
    bot = make_bot("random", 5, "18te")
    answers = BrainAnswers()
    for _ in range(30):
        seat = game.decision().seat
        said, found = answers.answer(question(game, seat, "random", 5, key="g"))
        assert said == "advice"
        assert found.action == bot.choose(game, seat)
        game.apply(found.action)


@pytest.mark.parametrize("title", ["1830", "1854", "1862", "18te", "union-pacific"])
@pytest.mark.parametrize("bot", ["easy", "normal"])
def test_quick_bots_say_why_too(title: str, bot: str) -> None:
    """A reason for each choice, of several kinds in a game, and alternatives where there is a choice."""
    game = stellwerk.new(title, ["Ada", "Ben", "Cleo", "Dan"][: 3 if title == "18te" else 4], seed=3)
    desk, kinds, most = BrainAnswers(), set(), 0
    for _ in range(60):
        decision = game.decision()
        assert decision is not None
        kind, advice = desk.answer(question(game, decision.seat, bot, 5, key="g"))
        assert kind == "advice", advice
        assert game.why_not(advice.action, decision.seat) is None
        if advice.alternatives:
            assert advice.alternatives[0].action == advice.action
        most = max(most, len(advice.alternatives))
        assert advice.why.text.endswith(".")
        kinds.add(advice.why.template)
        game.apply(advice.action)
    assert most >= 4
    assert len(kinds) >= 4


def test_a_table_decides_how_much_its_bots_think() -> None:
    """A part of the bot's own budget; the budget of a question comes first."""
    asked_for: list[int] = []

    class Thinks(HardBot):
        def advise(self, game: Any, seat: int, budget: int = 0) -> Advice:
            asked_for.append(budget)
            return self.base.advise(game, seat)

    desk = BrainAnswers()
    desk.bots["g", 0, "hard"] = Thinks(1, NormalBot, budget=400)
    game = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], seed=3)
    for budget, effort in ((0, 100), (0, 25), (0, 400), (90, 25)):
        assert desk.answer(question(game, 0, "hard", 1, key="g", budget=budget, effort=effort))[0] == "advice"
    assert asked_for == [400, 100, 1600, 90]


def test_a_bot_that_fails_says_how_and_hurts_nobody(bots: Path) -> None:
    brains = Brains(1, limit=20)
    try:
        with pytest.raises(Failed, match=r"bots\.py:Raises: RuntimeError in choose, line 8: no idea"):
            brains.think(asked(bot=f"{bots}:Raises"))
        with pytest.raises(Failed, match=r"has ended \(exit code 3\)"):
            brains.think(asked(bot=f"{bots}:Ends"))
        with pytest.raises(Failed, match="Rubbish"):
            brains.think(asked(bot=f"{bots}:Rubbish"))
        assert brains.killed == 0, "the class has a process of its own"
        assert brains.think(asked(bot=f"{bots}:Fine")).action is not None
    finally:
        brains.close()


def test_one_that_hangs_is_killed_and_replaced(bots: Path) -> None:
    brains = Brains(1, limit=6)
    try:
        with pytest.raises(Failed, match="gave no answer in 6 seconds"):
            brains.think(asked(bot=f"{bots}:Hangs"))
    finally:
        brains.close()


class Slow(Brains):
    """Answers when it is told to, without a process."""

    def __init__(self) -> None:
        super().__init__(1)
        self.may = False
        self.asked: list[BrainQuestion] = []
        self.answers = BrainAnswers()

    def think(self, what: BrainQuestion) -> Advice:
        self.asked.append(what)
        wait(lambda: self.may or self._closed)
        said, found = self.answers.answer(what)
        if said == "failed":
            raise Failed(found)
        assert isinstance(found, Advice)
        return found

    def advise(self, make: Callable[[], BrainQuestion]) -> Advice:
        what = make()
        action = make_bot("random", 1, what.title).choose(self.answers.game(what), what.seat)
        return Advice(action, Message("This is decided by rule of thumb."))


def test_while_a_bot_thinks_others_move_and_its_move_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brains = Slow()
    monkeypatch.setattr("stellwerk.web.site.Brains", lambda most: brains)
    with served(tmp_path) as client:
        browser = Browser(client)
        seats = [{"kind": "bot", "bot": "hard"}, {"kind": "me", "name": "Ada"}]
        slow = browser.post("/games", {"title": "18te", "seats": seats, "seed": 1}).json()["table"]["id"]
        wait(lambda: brains.asked)
        assert (brains.asked[0].bot, brains.asked[0].seat) == ("hard", 0)
        seats[0]["bot"] = "easy"
        quick = browser.post("/games", {"title": "18te", "seats": seats, "seed": 1}).json()["table"]["id"]
        wait(lambda: browser.view(quick)["asked"] == 1)
        assert browser.view(slow)["version"] == 0
        assert "think" in browser.send("GET", f"/g/{slow}").text
        monkeypatch.setattr(brains.answers, "answer", lambda what: ("failed", "broken"))
        brains.may = True
        wait(lambda: browser.view(slow)["version"] > 0)  # the usual bot moves in its place


def test_advice_is_given_where_the_table_allows_it_and_to_who_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.web.site.Brains", lambda most: Slow())
    with served(tmp_path) as client:
        ada = Browser(client)
        made = ada.create("me:Ada", "open", "open")
        game = made["table"]["id"]
        ben = Browser(client)
        for number, person in ((0, ben), (1, Browser(client))):
            joined = person.post(f"/games/{game}/join", {"secret": made["secrets"][number + 1]["secret"]})
            assert joined.status_code == 200, joined.text
        refused(ada.post(f"/games/{game}/advice", {"seat": 0}), 403, "forbidden")
        assert ada.send("PATCH", f"/api/v1/games/{game}", {"hints": True}).json()["hints"] is True
        said = ada.post(f"/games/{game}/advice", {"seat": 0}).json()
        assert said["bot"] == "hard"
        assert said["action"]["type"]
        assert said["why"] == "This is decided by rule of thumb."
        assert len(said["alternatives"]) <= 3
        polish = ada.post(f"/games/{game}/advice", {"seat": 0}, headers={"accept-language": "pl"}).json()
        assert polish["why"] != said["why"]
        refused(ben.post(f"/games/{game}/advice", {"seat": 0}), 403, "forbidden")
        refused(ben.post(f"/games/{game}/advice", {"seat": 1}), 409, "not_now")
        shown = ada.send("GET", f"/g/{game}/advice?seat=0").text
        assert 'data-advice="/g/' in shown
        assert said["label"] in ada.send("GET", f"/g/{game}/advised?seat=0").text
        assert ada.post(f"/games/{game}/advice", {"seat": 0, "bot": "easy"}).json()["bot"] == "easy"
        assert ada.send("GET", f"/g/{game}/advised?seat=0&bot=normal").status_code == 200
        refused(ada.post(f"/games/{game}/advice", {"seat": 0, "bot": "random"}), 400, "bad_input")
        refused(ada.send("GET", f"/g/{game}/advised?seat=0&bot=baron"), 400, "bad_input")


def test_a_bot_plays_on_until_the_owner_is_back(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        browser = Browser(client)
        made = browser.create("me:Ada", "hotseat:Ben", title="18te")
        game = made["table"]["id"]
        refused(browser.send("PUT", f"/api/v1/games/{game}/seats/0/stand-in", {"bot": "clever"}), 400, "bad_input")
        other = Browser(client)
        refused(other.send("PUT", f"/api/v1/games/{game}/seats/0/stand-in", {"bot": "easy"}), 403, "forbidden")
        said = browser.send("PUT", f"/api/v1/games/{game}/seats/0/stand-in", {"bot": "easy"}).json()
        assert said["seats"][0]["standin"] == "easy"
        assert said["seats"][0]["kind"] == "me"
        wait(lambda: browser.view(game)["asked"] == 1)
        assert browser.view(game)["version"] > 0
        assert "easy" in browser.send("GET", f"/g/{game}/seats").text
        said = browser.send("PUT", f"/api/v1/games/{game}/seats/0/stand-in", {"bot": ""}).json()
        assert said["seats"][0]["standin"] == ""


def test_bots_of_the_host_may_be_given_a_seat_and_no_others(tmp_path: Path, bots: Path) -> None:
    own = read_own_bots([f"fine={bots}:Fine"])
    with served(tmp_path, bots=own) as client:
        browser = Browser(client)
        seats = [{"kind": "bot", "bot": "fine"}, {"kind": "me", "name": "Ada"}]
        made = browser.post("/games", {"title": "1830", "seats": seats, "seed": 1})
        assert made.status_code == 201, made.text
        game = made.json()["table"]["id"]
        wait(lambda: browser.view(game)["version"] > 0)
        assert 'value="fine"' in browser.send("GET", "/new?title=1830").text
        seats[0]["bot"] = f"{bots}:Fine"
        refused(browser.post("/games", {"title": "1830", "seats": seats}), 400, "bad_input")
        seats[0]["bot"] = "cmd:true"
        refused(browser.post("/games", {"title": "1830", "seats": seats}), 400, "bad_input")


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("mine", "must be like NAME="),
        ("mine=hard", "must be like NAME="),
        ("hard={bots}:Fine", "there is a bot 'hard' already"),
        ("mine={bots}:Nobody", "there is no bot 'Nobody'"),
        ("mine=./nothing.py:Bot", "there is no such file"),
        ("mine=cmd:", "needs the command"),
    ],
)
def test_a_host_is_told_what_is_wrong_with_a_bot(bots: Path, pair: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_own_bots([pair.replace("{bots}", str(bots))])


def test_levels_come_with_their_personalities() -> None:
    found = choices("1830")
    assert found[:2] == ["random", "easy"]
    assert {"normal", "normal:builder", "normal:trader", "normal:looter", "hard", "hard:looter"} <= set(found)
