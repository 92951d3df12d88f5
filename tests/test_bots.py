"""Bots play legally, always the same, and to the end; the audit finds what is wrong with options."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.bots import BOTS, Interjector, RandomBot, make_bot
from stellwerk.bots.arena import SimulationReport, simulate
from stellwerk.bots.audit import Audit
from stellwerk.bots.jobs import AUDITED
from stellwerk.bots.play import play_out
from stellwerk.bots.random_bot import random_amount
from stellwerk.bots.random_routes import random_run
from stellwerk.core import Action, BadInput, Chance, Game, Illegal, Option, Range
from stellwerk.eighteen.actions import Answer, Exchange, Pass, Route, RunRoutes, SellList
from stellwerk.eighteen.running import kind_of, reach_of
from stellwerk.formats import load_file
from tests.support import DATA, NAMES, Position, new, rules_of

PRESETS = ("seed", "games18xx")
GAMES = sorted((DATA / "games").glob("1830-*.json.gz"))


@cache
def played(players: int, seed: int, preset: str) -> Game[Any]:
    """A finished game, played once for all tests, which do not change it."""
    game = stellwerk.new("1830", NAMES[:players], seed=seed, preset=preset)
    play_out(game, [RandomBot(seed)] * players)
    return game


# -- the same seed, the same game


def test_the_same_seed_gives_the_same_game_in_every_process() -> None:
    code = (
        "from stellwerk.bots.arena import simulate\n"
        "for preset in ('seed', 'games18xx'):\n"
        "    report = simulate('1830', 3, games=1, seed=5, preset=preset)\n"
        "    print([(game.digest, game.actions) for game in report.results])\n"
    )
    outputs = []
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("(") == 2
    here = [(game.digest, game.actions) for game in simulate("1830", 3, games=1, seed=5, preset="seed").results]
    assert outputs[0].splitlines()[0] == str(here)


def test_other_seeds_give_other_games() -> None:
    assert len({played(4, seed, "seed").digest() for seed in range(4)}) == 4


def test_a_game_can_be_stopped_and_resumed_anywhere() -> None:
    whole = played(4, 2, "seed")
    game = whole.at(len(whole) // 2)
    play_out(game, [RandomBot(2) for _ in range(4)])
    assert game.digest() == whole.digest()


# -- to the end


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(2, 7))
def test_games_finish_without_a_violation(players: int, preset: str) -> None:
    report = simulate("1830", players, games=1, seed=players, preset=preset, check=True)
    assert report.violations == ()
    assert report.finished == report.games == 1
    assert set(report.reasons) <= {"bank", "bankrupt"}
    assert all(game.actions > 100 and game.winners for game in report.results)


def test_games_end_in_both_ways() -> None:
    assert {played(2, seed, "seed").result().reason for seed in (0, 1)} == {"bank", "bankrupt"}


def test_an_unfinished_game_is_reported_as_such() -> None:
    report = simulate("1830", 4, games=2, most=50)
    assert (report.finished, report.actions, report.reasons) == (0, 100, {"unfinished": 2})
    assert report.violations == ()


# -- the report


def test_transcripts_of_a_simulation_replay_to_the_same_position(tmp_path: Path) -> None:
    report = simulate("1830", 2, games=2, seed=40, out=tmp_path / "new")
    files = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in files] == ["1830-2p-40.json", "1830-2p-41.json"]
    for path, result in zip(files, report.results, strict=True):
        game = load_file(path).game
        assert (game.digest(), len(game), game.result().scores) == (result.digest, result.actions, result.scores)


def test_bad_arguments_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no bot 'clever'; there are random"):
        make_bot("clever", 0)
    with pytest.raises(BadInput, match="3 bots for 4 seats"):
        simulate("1830", 4, bots=["random"] * 3)
    with pytest.raises(BadInput, match="1830 is for 2 to 6 players, not 7"):
        simulate("1830", 7)
    with pytest.raises(BadInput, match="negative"):
        simulate("1830", 4, games=-1)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="file"):
        simulate("1830", 4, out=tmp_path / "file")


def test_an_error_of_the_program_is_a_violation_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name = "broken"

        def choose(self, game: Game[Any], seat: int) -> Action:
            return RandomBot(0).choose(game, seat) if game.ply < 30 else game.state.no_such_field

    monkeypatch.setitem(BOTS, "broken", lambda seed: Broken())
    report = simulate("1830", 2, bots="broken", games=2)
    assert [(violation.game, violation.ply) for violation in report.violations] == [(0, 30), (1, 30)]
    assert "AttributeError in choose" in report.violations[0].text
    assert report.finished == 0


# -- what the random bot does


def test_amounts_are_in_the_range_low_ones_most_and_both_ends_appear() -> None:
    amounts = Range(25, 225, 5)
    drawn = [random_amount(amounts, Chance(0, str(number))) for number in range(400)]
    assert all(amount in amounts for amount in drawn)
    assert {25, 225} <= set(drawn)
    assert sum(amount <= 50 for amount in drawn) > 200
    assert any(100 < amount < 225 for amount in drawn)
    assert random_amount(Range(7, 7), Chance(1)) == 7


def test_bots_agree_mostly_but_not_always() -> None:
    games = [played(4, seed, "seed") for seed in range(0, 12, 2)]
    answers = [ply.action for game in games for ply in game.plies if isinstance(ply.action, Answer)]
    agreed = sum(answer.accept for answer in answers)
    assert 0.6 < agreed / len(answers) < 0.97


def test_lists_of_sales_and_exchanges_out_of_turn_are_played() -> None:
    lists, exchanges = 0, 0
    for seed in range(12):
        game = played(4, seed, "games18xx" if seed % 2 else "seed")
        for number, ply in enumerate(game.plies):
            if isinstance(ply.action, SellList):
                lists += 1
                assert len({sale.company for sale in ply.action.sales}) == len(ply.action.sales) >= 2
            if isinstance(ply.action, Exchange):
                decision = game.at(number).decision()
                exchanges += decision is not None and decision.seat != ply.seat
    assert lists >= 3
    assert exchanges >= 1
    assert isinstance(RandomBot(0), Interjector)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_random_runs_pass_the_validator_and_are_often_good(path: Path) -> None:
    game = load_file(path).game
    rules = rules_of(game)
    runs, empty, used_all, two = 0, 0, 0, 0
    for number, ply in enumerate(game.plies):
        if not isinstance(ply.action, RunRoutes):
            continue
        state = game.at(number).state
        company = state.frames[-1].company
        trains = state.companies[company].trains
        for seed in range(3):
            routes = random_run(rules, state, Chance(seed, f"test/{number}"))
            check = rules.run.check(state, company)
            walks = check.run(routes, {train: reach_of(rules.t, kind_of(train)) for train in trains})
            runs += 1
            empty += not routes
            used_all += len(routes) == len(trains)
            two += any(len(walk.stops) > 2 for walk in walks)
    assert runs > 60
    assert 0 < empty < runs / 4
    assert used_all > runs / 3
    assert two > 0


def test_a_single_line_is_found_whenever_trains_run() -> None:
    position = Position(2).company("PRR", held=[60], cash=100, trains=("2-0",)).token("PRR", "H12").phase("2")
    position.tile("H10", "57", 1).tile("H8", "9", 1)
    game = position.operating("PRR", "run").game()
    found = [random_run(rules_of(game), game.state, Chance(seed)) for seed in range(100)]
    assert set(found) == {(), (Route("2-0", ("H12.0", "H12:1", "H10.0")),)}
    assert found.count(()) < 10


# -- the audit can fail


class Tampered:
    """Rules whose list of options is not the law."""

    def __init__(self, game: Game[Any], drop: int = -1, add: Option | None = None) -> None:
        self.rules, self.drop, self.add = game.rules, drop, add

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def legal(self, state: Any) -> list[Option]:
        options = self.rules.legal(state)
        if self.drop >= 0:
            del options[self.drop]
        return options + ([self.add] if self.add else [])


def tampered(**how: Any) -> list[str]:
    game = new(3)
    game.rules = Tampered(game, **how)  # type: ignore[assignment]
    audit = Audit(1)
    return [text for _ in range(3) for text in audit.position(game)]


def test_the_audit_finds_nothing_wrong_with_the_rules() -> None:
    assert tampered() == []


def test_the_audit_finds_options_that_are_refused() -> None:
    found = tampered(add=Option(Answer(True)))
    assert any("answer(accept=True) is offered and refused" in text for text in found)


def test_the_audit_finds_legal_actions_that_are_not_offered() -> None:
    game = new(3)
    audit = Audit(1)
    assert audit.position(game) == []  # it has now seen the pass
    passes = next(number for number, option in enumerate(game.options()) if option.action == Pass())
    game.rules = Tampered(game, drop=passes)  # type: ignore[assignment]
    assert any("pass() is accepted and not offered" in text for text in audit.position(game))


def test_the_audit_finds_options_that_stand_twice() -> None:
    assert any("pass() is offered twice" in text for text in tampered(add=Option(Pass())))


def test_the_audit_finds_dead_ends() -> None:
    game = new(3)

    class Mute(Tampered):
        def legal(self, state: Any) -> list[Option]:
            return []

    game.rules = Mute(game)  # type: ignore[assignment]
    assert Audit(0).position(game) == ["Ada is asked (auction) and can do nothing"]


def test_a_broken_invariant_is_a_violation_of_the_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    from stellwerk.titles.t1830.rules import Rules1830

    monkeypatch.setattr(Rules1830, "check", lambda self, state: ["money is gone"])
    report: SimulationReport = simulate("1830", 2, most=10, check=True)
    assert [violation.text for violation in report.violations] == ["money is gone"] * 10
    assert AUDITED > 1


def test_illegal_choices_of_a_bot_do_not_pass() -> None:
    class Cheat:
        name = "cheat"

        def choose(self, game: Game[Any], seat: int) -> Action:
            return Answer(True)

    with pytest.raises(Illegal):
        play_out(new(2), [Cheat(), Cheat()])
