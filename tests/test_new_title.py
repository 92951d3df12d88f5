"""The example of a new title: a folder without Python that is found, plays everywhere, and pays what its shares say."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import stellwerk
from stellwerk import titles
from stellwerk.bots import make_bot
from stellwerk.bots.play import play_out
from stellwerk.core import Illegal
from stellwerk.eighteen.actions import Bid
from stellwerk.titles import TITLES
from stellwerk.titles.standard import StandardRules
from tests.support import NAMES
from tests.web_support import Browser, served

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "new_title"
PAGE = ROOT / "docs" / "writing-a-title.md"
ID = "lakeshore"


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(FOLDER)])
    importlib.invalidate_caches()


def blocks(language: str) -> list[str]:
    """The pieces of code of `docs/writing-a-title.md`."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """A program as the page starts it, with the example in sight."""
    here = os.environ | {"STELLWERK_TITLES": str(FOLDER)}
    return subprocess.run([sys.executable, *command], env=here, cwd=ROOT, capture_output=True, text=True, check=False)


def test_there_is_no_python_in_it() -> None:
    assert sorted(path.name for path in (FOLDER / "t_lakeshore").iterdir()) == ["RULES.md", "title.toml"]


@pytest.mark.usefixtures("found")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_play_it_to_the_end(players: int) -> None:
    game = stellwerk.new(ID, NAMES[:players], seed=players)
    play_out(game, [make_bot("random", seat, ID) for seat in range(players)])
    assert game.decision() is None
    assert game.result().reason == "bank"
    assert all(game.rules.check(game.at(ply).state) == [] for ply in range(0, len(game) + 1, 7))
    assert stellwerk.replay(game.transcript()).digest() == game.digest()
    known = set(TITLES[ID].rules_text().split())
    cited = {event.rule for ply in range(game.ply + 1) for event in game.events_of(ply, None)} - {""}
    assert {rule.removeprefix(f"{ID} ") for rule in cited} <= known


@pytest.mark.usefixtures("found")
def test_refusals_cite_its_own_rules() -> None:
    with pytest.raises(Illegal) as refused:
        stellwerk.new(ID, NAMES[:3]).apply(Bid("SL", 61))
    assert refused.value.rule == "lakeshore 1.2"


@pytest.mark.usefixtures("found")
def test_certificates_of_twenty_percent_cost_one_price() -> None:
    game = stellwerk.new(ID, NAMES[:3])
    assert isinstance(game.rules, StandardRules)
    shares, state = game.rules.shares, game.state
    western, southern = 0, 2
    assert (shares.par_cost(state, western, 60), shares.par_cost(state, southern, 60)) == (120, 120)
    assert (shares.units(western, 100), shares.units(southern, 100)) == (10, 5)
    assert (shares.units(western, 40), shares.units(southern, 40)) == (4, 2)


def test_the_commands_of_the_page_work() -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    assert lines[0] == f"export STELLWERK_TITLES={FOLDER.relative_to(ROOT)}"
    said = {}
    for line in lines[1:]:
        program, *words = shlex.split(line)
        done = run("-m", Path(program).name, *words)
        assert (done.returncode, done.stderr) == (0, ""), line
        said[words[0]] = done.stdout
    assert said["check-title"] == "ok: Lakeshore: 16 hexes, 13 tiles, 3 companies\n"
    assert said["simulate"].endswith("0 violations\n")
    assert "Winner: " in said["play"]
    assert said["rules"].startswith("WR and ER")


def test_the_code_of_the_page_runs() -> None:
    (code,) = blocks("python")
    done = run("-c", code)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.usefixtures("found")
def test_it_is_shown_in_the_browser(tmp_path: Path) -> None:
    with served(tmp_path / "data") as client:
        ada = Browser(client)
        game = ada.create("me:Ada", "bot", title=ID)["table"]["id"]
        for path in (f"/g/{game}", f"/titles/{ID}", f"/titles/{ID}/rules"):
            page = ada.send("GET", path, headers={"accept": "text/html"})
            assert page.status_code == 200, page.text
            assert "Lakeshore" in page.text
