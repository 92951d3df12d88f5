"""A host's own class: it sees what its seat sees, and has a process with limits of its own."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.contest import Contest, arena
from stellwerk.bots.jobs import GameJob, play_job
from stellwerk.bots.own import OwnBot
from stellwerk.bots.play import play_out
from stellwerk.bots.program import BotFailure
from stellwerk.core import BadInput, Chance, Game
from stellwerk.core.snapshot import encode_state
from stellwerk.titles.t_union_pacific.rules import UnionPacificRules
from stellwerk.titles.t_union_pacific.state import State
from tests.test_union_pacific_secrets import SEED, Worlds

BOTS = """
import hashlib, os, time
from stellwerk.core import Action
from stellwerk.core.snapshot import encode_state

class First:
    name = "first"
    def __init__(self, seed): self.seed = seed
    def choose(self, game, seat): return game.options_for(seat)[0].action

class Peeping(First):
    \"\"\"What it does depends on all it can find.\"\"\"
    def choose(self, game, seat):
        said = [str(ply.action) for ply in game.plies]
        found = [encode_state(game.state), game.rules.seed, game.ply, self.seed, said]
        options = game.options_for(seat)
        return options[int(hashlib.sha256(str(found).encode()).hexdigest(), 16) % len(options)].action

class Hangs(First):
    def choose(self, game, seat):
        while game.ply > 10: pass
        return super().choose(game, seat)

class Eats(First):
    def choose(self, game, seat): return bytearray(9 << 30)

class Ends(First):
    def choose(self, game, seat): os._exit(3)

class Prints(First):
    def choose(self, game, seat):
        print("hello")
        os.write(1, b"{}")
        return super().choose(game, seat)

class Foreign(First):
    def choose(self, game, seat):
        class Odd(Action, frozen=True, tag="odd"): pass
        return Odd()

class Word(First):
    def choose(self, game, seat): return "pass"

class Listens(First):
    def interject(self, game, seat):
        raise ValueError("I was asked")

class Last(First):
    def choose(self, game, seat):
        if game.ply == 8: raise ValueError(" ".join(ply.action.kind for ply in game.plies[-3:]))
        return super().choose(game, seat)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(BOTS, encoding="utf-8")
    return path


def failure(file: Path, name: str, title: str = "union-pacific") -> str:
    """What is told about a game of one of them."""
    done = play_job(GameJob(0, title, ("Ada", "Ben"), (f"{file}:{name}", "random"), 1, most=60))
    (violation,) = done.violations
    assert violation.text.startswith(f"{file}:{name}: ")
    return violation.text.removeprefix(f"{file}:{name}: ")


@pytest.mark.parametrize("preset", ["seed", "second_edition"])
def test_a_class_plays_the_same_whatever_is_hidden_from_its_seat(file: Path, preset: str) -> None:
    """It looks at the whole position, the seed and the actions; the seed of the real game differs, too."""
    game: Game[State] = stellwerk.new("union-pacific", ("Ada", "Ben", "Cleo"), seed=SEED, preset=preset)
    stranger = stellwerk.new("union-pacific", ("Ada", "Ben", "Cleo"), seed=SEED + 1, preset=preset).rules
    rules = game.rules
    assert isinstance(rules, UnionPacificRules)
    guide, changed = make_bot("normal", 1, "union-pacific"), 0
    here, there = OwnBot(f"{file}:Peeping", 7), OwnBot(f"{file}:Peeping", 7)
    while (decision := game.decision()) is not None and game.ply < 150:
        before, seat = game.state, decision.seat
        if game.ply % 5 == 0 or before.step in ("pick", "take"):
            other = Worlds(rules, seat, Chance(game.ply, "own")).other(before, seat, before)
            changed += other != before
            twin = Game.from_state(stranger, other, plies=game.plies[:-1])
            if game.ply:
                twin = Game.from_state(stranger, other, plies=[*game.plies[:-1], ply_at(game, other)])
            assert here.choose(game, seat) == there.choose(twin, seat)
        game.apply(guide.choose(game, seat), seat)
    assert changed > 20


def ply_at(game: Game[State], state: State) -> Any:
    """The last ply, as if it had led to another position."""
    import msgspec

    return msgspec.structs.replace(game.plies[-1], state=state)


def test_drawn_cards_and_picks_are_not_in_what_a_class_gets(file: Path) -> None:
    from stellwerk.bots.seen import seen

    game: Game[State] = stellwerk.new("union-pacific", ("Ada", "Ben", "Cleo"), seed=SEED)
    bot = make_bot("random", 3, "union-pacific")
    payout = game.rules.kit.payout_card  # type: ignore[attr-defined]
    while (decision := game.decision()) is not None and game.ply < 60:
        known = seen(game, decision.seat, 5).state
        assert set(known.deck[: known.drawn]) <= {payout}
        assert not any(known.stack[: known.used])
        assert game.state.deck[: known.drawn] != known.deck[: known.drawn] or not known.drawn
        game.apply(bot.choose(game, decision.seat), decision.seat)


def test_a_class_plays_as_it_would_in_the_same_process_where_nothing_is_hidden(tmp_path: Path) -> None:
    path = tmp_path / "steady.py"
    path.write_text("from stellwerk.bots import make_bot\ndef Bot(seed): return make_bot('steady', 4, '18te')\n")
    games = []
    for bot in (OwnBot(f"{path}:Bot", 1), make_bot("steady", 4, "18te")):
        game: Any = stellwerk.new("18te", ("Ada", "Ben"), seed=2)
        play_out(game, [bot, make_bot("random", 5, "18te")], 150)
        games.append(encode_state(game.state))
    assert games[0] == games[1]


def test_one_that_hangs_costs_its_game_only(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLWERK_BOT_SECONDS", "3")
    contest = Contest("union-pacific", (f"{file}:Hangs", "random"), games=2, seed=8)
    report = arena(contest, faults=tmp_path)
    assert [violation.game for violation in report.violations] == [0, 1], "the second was played, too"
    for violation in report.violations:
        assert violation.text == f"{file}:Hangs: gave no answer in 3 seconds"
        assert violation.ply > 10
    assert len(list(tmp_path.glob("union*"))) == 2, "the positions are kept"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Eats", "MemoryError in choose, line "),
        ("Ends", "has ended (exit code 3)"),
        ("Word", "answered with str, which is no action"),
        ("Foreign", "unknown action type 'odd'"),
    ],
)
def test_what_goes_wrong_is_one_line_with_the_name(file: Path, name: str, said: str) -> None:
    text = failure(file, name)
    assert said in text
    assert "\n" not in text


def test_what_a_class_prints_gets_between_no_answers(file: Path) -> None:
    done = play_job(GameJob(0, "union-pacific", ("Ada", "Ben"), (f"{file}:Prints", "random"), 1))
    assert done.violations == ()
    assert done.report.finished


def test_the_last_actions_are_known_where_nothing_is_hidden(file: Path) -> None:
    assert failure(file, "Last", "18te").startswith("ValueError in choose, line ")
    assert not failure(file, "Last", "18te").endswith("nothing")
    assert failure(file, "Last").endswith("nothing nothing nothing")


def test_a_class_may_act_out_of_turn(file: Path) -> None:
    game: Any = stellwerk.new("18te", ("Ada", "Ben"), seed=2)
    bot = OwnBot(f"{file}:Listens", 1)
    with pytest.raises(BotFailure, match=r"ValueError in interject, line .*: I was asked"):
        play_out(game, [bot, make_bot("random", 5, "18te")], 20)


def test_its_process_ends_with_whoever_has_started_it(file: Path) -> None:
    """Also in the middle of a thought: here the starter is a program that ends without a word."""
    import os
    import subprocess
    import sys

    path = file.parent / "starter.py"
    path.write_text(
        "import os, sys, threading, time, stellwerk\n"
        "from stellwerk.bots.own import OwnBot\n"
        f"bot = OwnBot('{file}:Hangs', 1)\n"
        "game = stellwerk.new('union-pacific', ('Ada', 'Ben'), seed=1)\n"
        "from stellwerk.bots import make_bot\n"
        "from stellwerk.bots.play import play_out\n"
        "play_out(game, [make_bot('random', 1, 'union-pacific')] * 2, 12)\n"
        "threading.Thread(target=lambda: bot.choose(game, game.decision().seat), daemon=True).start()\n"
        "time.sleep(0.2)\n"
        "print(bot.program.worker.pid, flush=True)\n"
        "os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=100, check=True)
    pid, until = int(done.stdout.split()[-1]), time.monotonic() + 60
    while True:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            break
        assert time.monotonic() < until, "it goes on for nobody"
        time.sleep(0.1)


def test_odd_limits_are_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLWERK_BOT_SECONDS", "soon")
    with pytest.raises(BadInput, match="STELLWERK_BOT_SECONDS must be a number above 0, not 'soon'"):
        OwnBot(f"{file}:First", 1)
