"""A title is one folder: a copy of one under another name and id plays everywhere, and nothing else is touched."""

from __future__ import annotations

import importlib
import io
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk import titles
from stellwerk.bots import make_bot
from stellwerk.bots.play import play_out
from stellwerk.cli.main import main
from stellwerk.core import BadInput, Illegal, TitleError
from stellwerk.eighteen.actions import Bid, Exchange, Pass
from stellwerk.titles import TITLES
from stellwerk.web.pages.title_ui import PLAIN, ui_of
from tests.support import NAMES
from tests.web_support import Browser, served, until

ID, NAME, FOLDER = "1888x", "Somewhere Else", "t_elsewhere"


class Elsewhere:
    """A folder beside ours in which titles are looked for."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch

    def copy(self, title: str) -> None:
        """The folder of a title under another name; in it only id and name are changed."""
        place = self.folder / FOLDER
        shutil.copytree(TITLES[title].folder, place, ignore=shutil.ignore_patterns("__pycache__"))
        file = place / titles.FILE
        text = re.sub(r'^id = ".*"$', f'id = "{ID}"', file.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
        text = re.sub(r'^name = ".*"$', f'name = "{NAME}"', text, count=1, flags=re.MULTILINE)
        file.write_text(text, encoding="utf-8")
        self.open()

    def open(self) -> None:
        """Have it looked through."""
        self.monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(self.folder)])
        importlib.invalidate_caches()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Elsewhere]:
    (tmp_path / "titles").mkdir()
    yield Elsewhere(tmp_path / "titles", monkeypatch)
    for name in [name for name in sys.modules if name.startswith(f"stellwerk.titles.{FOLDER}")]:
        del sys.modules[name]


def test_a_copy_is_a_title_of_its_own(elsewhere: Elsewhere) -> None:
    elsewhere.copy("1830")
    assert ID in TITLES
    assert (TITLES[ID].name, TITLES[ID].package, TITLES[ID].players) == (NAME, FOLDER, TITLES["1830"].players)
    game = stellwerk.new(ID, NAMES[:4], seed=7)
    play_out(game, [make_bot("random", 7, ID) for _ in range(4)])
    assert game.decision() is None
    again = stellwerk.replay(game.transcript())
    assert (again.digest(), again.rules.title) == (game.digest(), ID)
    cited = {event.rule for ply in range(game.ply + 1) for event in game.events_of(ply, None)}
    cited |= {line.rule for receipt in game.receipts().values() for line in receipt.lines}
    assert {rule.partition(" ")[0] for rule in cited} <= {ID, ""}


def test_the_same_moves_lead_to_the_same_position(elsewhere: Elsewhere) -> None:
    elsewhere.copy("1830")
    one, other = stellwerk.new("1830", NAMES[:3], seed=3), stellwerk.new(ID, NAMES[:3], seed=3)
    play_out(one, [make_bot("random", 3, "1830") for _ in range(3)])
    for ply in one.plies:
        other.apply(ply.action, ply.seat)
    assert [player["score"] for player in one.view(None)["players"]] == [
        player["score"] for player in other.view(None)["players"]
    ]


def test_refusals_of_a_copy_cite_its_own_rules(elsewhere: Elsewhere) -> None:
    elsewhere.copy("1830")
    game = stellwerk.new(ID, NAMES[:3])
    for action in (Bid("CS", 41), Exchange("MH", "ipo"), Exchange("CS", "ipo")):
        with pytest.raises(Illegal) as refused:
            game.apply(action)
        assert refused.value.rule.startswith(f"{ID} ")


def test_a_copy_plays_in_the_terminal(
    elsewhere: Elsewhere, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.copy("1830")
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n45\nbid dh 75\n1\nshow\nbid nonsense\n"))
    assert main(["play", ID, "--seats", "you:Ada,you:Ben,you:Cleo", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert f"Ada bids $45 for CS. [{ID} 2.2]" in out
    assert f"Cleo gets SV for $20. [{ID} 2.4]" in out
    assert main(["rules", ID, "2.2"]) == 0
    assert main(["simulate", ID, "--players", "3", "--bots", "steady,random,random", "--seed", "2"]) == 0
    assert main(["check-title", str(TITLES[ID].folder / titles.FILE)]) == 0
    assert f"ok: {NAME}" in capsys.readouterr().out


def test_a_copy_plays_in_the_browser_with_bots(elsewhere: Elsewhere, tmp_path: Path) -> None:
    elsewhere.copy("1830")
    with served(tmp_path / "data") as client:
        ada = Browser(client)
        made = ada.create("me:Ada", "bot", "bot", title=ID)
        game = made["table"]["id"]
        seat = next(entry["number"] for entry in made["table"]["seats"] if entry["name"] == "Ada")
        page = client_page(ada, f"/g/{game}")
        assert NAME in page
        assert 'id="decision"' in page
        for path in ("/", f"/new?title={ID}", f"/titles/{ID}", f"/titles/{ID}/rules", f"/titles/{ID}/tiles"):
            assert NAME in client_page(ada, path)

        def asked_again() -> Any:
            """The table as Ada sees it once she is asked: the bots rest then, and the version stays."""
            return until(lambda: (view := ada.view(game))["decision"] and view["decision"]["seat"] == seat and view)

        version = asked_again()["version"]
        done = ada.send(
            "POST", f"/g/{game}/act", {"seat": seat, "expected_version": version, "action": {"type": "pass"}}
        )
        assert done.status_code == 200, done.text
        until(lambda: ada.view(game)["version"] > version + 1)  # the bots go on
        refused = ada.act(game, {"type": "bid", "private": "CS", "amount": 41}, seat, asked_again()["version"])
        assert refused.json()["rule"].startswith(f"{ID} ")


def client_page(reader: Browser, path: str) -> str:
    """A page as a browser opens it."""
    answer = reader.send("GET", path, headers={"accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("title", ["1854", "1862", "18te", "union-pacific"])
def test_every_title_can_be_copied(title: str, elsewhere: Elsewhere, tmp_path: Path) -> None:
    """Rules, bots and pages; what stands beside them comes along."""
    elsewhere.copy(title)
    players = TITLES[ID].players[0]
    game = stellwerk.new(ID, NAMES[:players], seed=1)
    assert game.rules.title == ID
    bots = [make_bot("random", 1, ID) for _ in range(players)]
    for _ in range(40):
        decision = game.decision()
        assert decision is not None
        assert decision.rule.startswith(f"{ID} ")
        game.apply(bots[decision.seat].choose(game, decision.seat), decision.seat)
    assert ui_of(ID) is not PLAIN
    with served(tmp_path / "data") as client:
        ada = Browser(client)
        made = ada.create("me:Ada", *["bot"] * (players - 1), title=ID)
        assert NAME in client_page(ada, f"/g/{made['table']['id']}")


def test_a_folder_that_says_nothing_of_itself_is_refused(elsewhere: Elsewhere) -> None:
    (elsewhere.folder / "empty").mkdir()
    (elsewhere.folder / "empty" / titles.FILE).write_text("[title]\nid = 7\n", encoding="utf-8")
    elsewhere.open()
    with pytest.raises(TitleError, match=r"empty.*title"):
        list(TITLES)


def test_without_the_folder_there_is_no_such_title() -> None:
    with pytest.raises(BadInput, match=f"no title '{ID}'"):
        stellwerk.new(ID, NAMES[:3])
    assert Pass() in [option.action for option in stellwerk.new("1830", NAMES[:3]).options()]
