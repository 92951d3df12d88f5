"""1862: citations, options, random games with all invariants, and what the view shows of the money side."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.arena import simulate
from stellwerk.bots.audit import Audit
from stellwerk.bots.play import play_out
from stellwerk.core import Game
from stellwerk.eighteen.title_file import parse
from stellwerk.formats import load_file
from stellwerk.titles import TITLES
from stellwerk.titles.rules_text import rules_text
from stellwerk.titles.t1862.figures import Figures
from stellwerk.titles.t1862.rules import TITLE_FILE
from tests.support import DATA

FILE = parse(TITLE_FILE.read_text(encoding="utf-8"), "title.toml", Figures)
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil")


def keys_of_the_title() -> set[str]:
    """Keys the title's own modules name in refusals, events, payments and price moves."""
    found: set[str] = set()
    for path in TITLE_FILE.parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:t\.no|self\.t\.no)\(\s*"([A-Za-z_.]+)"', text))
        found |= set(re.findall(r'cite\("([A-Za-z_.]+)"', text))
        found |= set(re.findall(r'm\.tell\(\s*"\w+",\s*"([A-Za-z_.]+)"', text))
        found |= set(re.findall(r'^    (?:best_)?cite = "([a-z_.]+)"', text, flags=re.MULTILINE))
    return found


def test_every_key_of_the_title_stands_in_its_file() -> None:
    keys = keys_of_the_title()
    assert {"buyback.loan", "auction.withdraw", "bankrupt.pool", "help.void"} <= keys
    assert keys - set(FILE.cite) == set()


def test_every_citation_and_option_is_a_paragraph() -> None:
    text = TITLES["1862"].rules_text()
    known = set(rules_text(TITLES["1862"]).paragraphs)
    assert {key: rule for key, rule in FILE.cite.items() if rule not in known} == {}
    assert {name for name, entry in FILE.option.items() if entry.rule not in known} == set()
    section = text[text.index("## 23.") :]
    rows = re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE)
    assert rows == list(FILE.option)


def test_paragraphs_named_in_the_code_exist() -> None:
    known = set(rules_text(TITLES["1862"]).paragraphs)
    for path in TITLE_FILE.parent.glob("*.py"):
        named = set(re.findall(r'"1862 ([0-9A-Z][0-9a-z.]*)"', path.read_text(encoding="utf-8")))
        assert named <= known, path.name


OTHERS: dict[str, Any] = {
    name: next(value for value in entry.values if value != entry.presets["rulebook"])
    for name, entry in FILE.option.items()
}


@pytest.mark.parametrize(("players", "options"), [(4, {}), (5, OTHERS), (7, {})])
def test_random_games_keep_all_invariants(players: int, options: dict[str, Any]) -> None:
    report = simulate("1862", players, "random", 1, 50 + players, options=options, check=True)
    assert report.violations == ()
    assert report.finished == 1
    assert set(report.reasons) <= {"bank", "price", "companies", "players", "standstill"}


@pytest.mark.parametrize(("players", "seed", "options"), [(4, 3, {}), (6, 1, OTHERS)])
def test_options_are_the_law(players: int, seed: int, options: dict[str, Any]) -> None:
    game: Game[Any] = stellwerk.new("1862", NAMES[:players], options=options, seed=seed)
    audit = Audit(seed)
    wrong: list[str] = []

    def look(at: Game[Any]) -> None:
        if at.ply % 9 == 0:
            wrong.extend(audit.position(at))

    play_out(game, [make_bot("random", seed, "1862") for _ in range(players)], 700, look)
    assert wrong == []


def test_a_kept_game_has_seen_it_all() -> None:
    game = load_file(DATA / "games" / "1862-4p.json.gz").game
    kinds = {event.kind for ply in game.plies for event in ply.events}
    assert {"buyback", "bankrupt", "closed_company", "turned", "group", "named", "discard", "bid_off"} <= kinds
    assert any("E-" in event.facts["train"] for ply in game.plies for event in ply.events if event.kind == "train")
    assert game.check() == []
    s = game.state
    total = s.bank + s.money_gone + sum(p.cash for p in s.players) + sum(c.cash for c in s.companies)
    assert total == 22_000


def test_the_view_is_plain_data_and_complete() -> None:
    game = load_file(DATA / "games" / "1862-4p.json.gz").game
    for ply in range(0, len(game), 97):
        view = game.at(ply).view()
        assert json.loads(json.dumps(view)) == view
        assert [group["group"] for group in view["groups"]] == [1, 2, 3, 4]
        limits = view["certificate_limits"]
        players, companies = str(max(3, limits["players"])), str(max(6, limits["companies"]))
        assert limits["table"][players][companies] == limits["limit"]
        for company in view["companies"].values():
            assert {"group", "notes", "own_percent", "bonus", "removed", "papers", "buyback"} <= set(company)


def test_receipts_add_up_at_every_stage() -> None:
    game = load_file(DATA / "games" / "1862-4p.json.gz").game
    for ply in range(0, len(game) + 1, 83):
        at = game.at(ply)
        for name, bill in at.receipts().items():
            assert bill.total == sum(line.amount for line in bill.lines), name
        scores = at.result().scores
        assert [at.receipts()[f"score {name}"].total for name in game.rules.seats] == list(scores)
        for seat, name in enumerate(game.rules.seats):
            assert at.receipts()[f"certificates {name}"].total == at.view()["players"][seat]["certificates"]
