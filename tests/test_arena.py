"""The arena: seats go round, results do not depend on how they are played, and what goes wrong is told."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.bots.cluster import Cluster
from stellwerk.bots.contest import ArenaLog, ArenaReport, Contest, arena, interval
from stellwerk.bots.jobs import GameJob, play_job, played
from stellwerk.bots.process import ProcessBot
from stellwerk.bots.program import BotFailure
from stellwerk.bots.ratings import ratings
from stellwerk.cli.main import main
from stellwerk.core import BadInput

BARONS = Contest("union-pacific", ("baron", "random", "random"), games=6, seed=3)


@pytest.fixture(scope="module")
def barons() -> ArenaReport:
    return arena(BARONS)


def test_every_deal_is_played_from_every_seat(barons: ArenaReport) -> None:
    assert [game.seed for game in barons.results] == [3, 3, 3, 4, 4, 4]
    seats = Counter((BARONS.job(number).seed, BARONS.seats(number).index("baron")) for number in range(6))
    assert seats == Counter({(seed, seat): 1 for seed in (3, 4) for seat in range(3)})


def test_wins_shares_and_ratings(barons: ArenaReport) -> None:
    best, other = barons.bots
    assert (best.name, best.games, other.name, other.games) == ("baron", 6, "random", 12)
    won = sum(BARONS.seats(game.number)[seat] == "baron" for game in barons.results for seat in game.winners)
    assert best.wins == won == 6
    assert best.low < best.share <= best.high
    assert best.rating > 25 > other.rating
    assert other.uncertainty < 25 / 3


def test_a_shared_win_counts_in_parts_and_unfinished_games_for_nobody() -> None:
    report = arena(msgspec.structs.replace(BARONS, games=3, most=5))
    assert (report.finished, report.games) == (0, 3)
    assert [(bot.games, bot.wins, bot.low, bot.high) for bot in report.bots] == [(0, 0.0, 0.0, 1.0)] * 2
    rated = ratings([(("a", "b", "b"), (5, 5, 1), (0, 1))])
    assert rated["a"].mean > rated["b"].mean, "one of the two seats of b was behind"


def test_the_interval_is_wilsons() -> None:
    # 24 of 40: the figures of any table of the Wilson score interval
    low, high = interval(24, 40)
    assert (round(low, 3), round(high, 3)) == (0.446, 0.737)
    assert interval(0, 10)[0] == 0.0
    assert round(interval(0, 10)[1], 3) == 0.278


@pytest.mark.slow
def test_processes_give_the_same(barons: ArenaReport) -> None:
    assert arena(BARONS, jobs=2) == barons


def test_an_arena_that_was_cut_off_goes_on(barons: ArenaReport, tmp_path: Path) -> None:
    path = tmp_path / "log"
    arena(msgspec.structs.replace(BARONS, games=2), log=ArenaLog(path, msgspec.structs.replace(BARONS, games=2)))
    with path.open("ab") as file:
        file.write(b'{"report": {"num')  # the machine stopped in the middle of a line
    log = ArenaLog(path, BARONS)
    assert sorted(log.done) == [0, 1]
    assert arena(BARONS, log=log) == barons
    assert sorted(ArenaLog(path, BARONS).done) == list(range(6))


def test_a_log_of_another_arena_is_refused_and_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "log"
    ArenaLog(path, BARONS)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="another arena"):
        ArenaLog(path, msgspec.structs.replace(BARONS, seed=4))
    path.write_bytes(before + b"rubbish\n{}\n")
    with pytest.raises(BadInput, match="line 2"):
        ArenaLog(path, BARONS)


OWN = """
class Fine:
    name = "fine"
    def __init__(self, seed): self.seed = seed
    def choose(self, game, seat): return game.options()[0].action

class Raises(Fine):
    def choose(self, game, seat):
        if game.ply > 10: raise ValueError("no idea")
        return super().choose(game, seat)

class Illegal(Fine):
    def choose(self, game, seat): return game.rules

class Dumb:
    def __init__(self, seed): pass

class Killed(Fine):
    def choose(self, game, seat):
        import os, signal
        os.kill(os.getppid(), signal.SIGKILL)  # the worker of the arena
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "said"), [("Raises", "ValueError in choose, line"), ("Illegal", "")])
def test_a_bot_that_fails_is_told_with_its_place_and_the_game_is_kept(
    own: Path, tmp_path: Path, name: str, said: str
) -> None:
    contest = Contest("union-pacific", (f"{own}:{name}", "random"), games=2)
    report = arena(contest, faults=tmp_path)
    assert [violation.game for violation in report.violations] == [0, 1], "the other game goes on"
    assert all(said in violation.text for violation in report.violations)
    assert sorted(file.name for file in tmp_path.glob("union*")) == [contest.job(1).file, contest.job(0).file]


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_its_game_only(own: Path) -> None:
    contest = Contest("union-pacific", ("random", "random"), games=4)
    killer = Contest("union-pacific", (f"{own}:Killed", "random"), games=1)
    jobs = [contest.job(0), msgspec.structs.replace(killer.job(0), number=7), contest.job(2), contest.job(3)]
    done = {one.report.number: one for one in played(jobs, 2)}
    assert sorted(done) == [0, 2, 3, 7]
    assert [number for number, one in done.items() if one.violations] == [7]
    assert "has died" in done[7].violations[0].text


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("nobody,random", "there is no bot 'nobody'"),
        ("random", "players"),
        ("FILE:Missing,random", "there is no bot 'Missing' in it"),
        ("FILE:Dumb,random", r"needs a method choose\(game, seat\)"),
        ("./none.py:X,random", "there is no such file"),
        ("cmd:,random", "needs the command"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(own: Path, bots: str, said: str) -> None:
    contest = Contest("union-pacific", tuple(bots.replace("FILE", str(own)).split(",")), games=1)
    with pytest.raises(BadInput, match=said):
        arena(contest)


# -- programs

ANSWERS = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "hello" in asked:
        print(json.dumps({"protocol": HELLO}), flush=True)
    else:
        ANSWER
"""


def program(tmp_path: Path, answer: str, hello: int = 1) -> str:
    path = tmp_path / "bot_program.py"
    path.write_text(ANSWERS.replace("HELLO", str(hello)).replace("ANSWER", answer), encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


FIRST = 'print(json.dumps({"option": 0}), flush=True)'


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    played = play_job(GameJob(0, "union-pacific", ("Ada", "Ben"), (program(tmp_path, FIRST), "random"), 1))
    assert played.violations == ()
    assert played.report.finished


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("print('{', flush=True)", "no JSON object"),
        ("print('[]', flush=True)", "no JSON object"),
        ("print('{\"option\": 9999}', flush=True)", "must be a number below"),
        ("print('{\"option\": true}', flush=True)", "must be a number below"),
        ("sys.exit(7)", r"has ended \(exit code 7\)"),
        ("print('x' * 3000000, flush=True)", "answers without end"),
        ("bytearray(3 << 30)", "has ended"),
    ],
)
def test_a_program_that_answers_rubbish_is_stopped(tmp_path: Path, answer: str, said: str) -> None:
    played = play_job(GameJob(0, "union-pacific", ("Ada", "Ben"), (program(tmp_path, answer), "random"), 1))
    (violation,) = played.violations
    assert violation.text.startswith("bot_program.py: ")
    assert re.search(said, violation.text)


def test_a_program_that_hangs_or_speaks_another_protocol_is_stopped(tmp_path: Path) -> None:
    game: Any = stellwerk.new("union-pacific", ("Ada", "Ben"), seed=1)
    slow = ProcessBot(program(tmp_path, "import time; time.sleep(600)").removeprefix("cmd:"), 1, seconds=0.5)
    # the greeting may take as long as a busy machine needs
    slow.seconds = 60
    slow._start(game, 0)
    worker = slow.worker
    assert worker is not None
    slow.seconds = 0.2
    with pytest.raises(BotFailure, match=r"gave no answer in 0\.2 seconds"):
        slow.choose(game, 0)
    assert worker.returncode is not None, "nothing of it stays behind"
    old = ProcessBot(program(tmp_path, FIRST, hello=99).removeprefix("cmd:"), 1)
    with pytest.raises(BotFailure, match="does not speak protocol 1"):
        old.choose(game, 0)
    old.close()


def test_a_program_is_not_told_what_its_seat_cannot_see(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    answer = f"open({str(heard)!r}, 'a').write(line); " + FIRST
    job = GameJob(0, "union-pacific", ("Ada", "Ben"), (program(tmp_path, answer), "random"), 1)
    play_job(job)
    views = [msgspec.json.decode(line)["choose"]["view"] for line in heard.read_text().splitlines()]
    game: Any = stellwerk.new("union-pacific", ("Ada", "Ben"), seed=1)
    assert views[0] == msgspec.to_builtins(game.view(0))
    assert views[0] != msgspec.to_builtins(game.view(1))


@pytest.mark.skipif(shutil.which("perl") is None, reason="no perl here: the bot in another language is left out")
def test_the_example_in_another_language_plays() -> None:
    perl = Path(__file__).parents[1] / "examples" / "bot.pl"
    has = subprocess.run(["perl", "-MJSON::PP", "-e", "1"], check=False, capture_output=True)
    if has.returncode:
        pytest.skip("perl has no JSON::PP here: the bot in another language is left out")
    played = play_job(GameJob(0, "union-pacific", ("Ada", "Ben"), (f"cmd:perl {perl}", "random"), 1))
    assert played.violations == ()
    assert played.report.finished


# -- the command


def test_the_command_prints_a_table_and_writes_rows_and_a_chart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, chart = tmp_path / "rows.csv", tmp_path / "chart.svg"
    wanted = ["arena", "union-pacific", "--bots", "baron,random", "--games", "4"]
    assert main([*wanted, "-o", str(rows), "--chart", str(chart)]) == 0
    shown = capsys.readouterr().out
    assert "baron" in shown
    assert "4 games of union-pacific, 4 finished" in shown
    with rows.open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert [row["bot"] for row in table] == ["baron", "random", "random", "baron"] * 2
    assert sum(float(row["won"]) for row in table) == 4
    assert chart.read_text(encoding="utf-8").count("<rect") >= 2
    assert main([*wanted, "--json"]) == 0
    figures = msgspec.json.decode(capsys.readouterr().out)
    assert {"name", "games", "wins", "share", "low", "high", "rating"} <= set(figures["bots"][0])
    assert main([*wanted, "-o", str(tmp_path / "rows.xls"), "--log", str(tmp_path / "log")]) == 2
    assert "written as .csv or .parquet" in capsys.readouterr().err
    assert not (tmp_path / "log").exists(), "refused before anything is played"


class Remote:
    """A game that somebody plays somewhere."""

    def __init__(self, work: Any, job: GameJob) -> None:
        self.work, self.job = work, job


class FakeRay(ModuleType):
    """A cluster that plays here; `trouble` is what connecting raises, `lost` a game whose machine dies for good."""

    class Exceptions:
        RayError = type("RayError", (Exception,), {})

    def __init__(self, trouble: Exception | None = None, lost: int = -1) -> None:
        super().__init__("ray")
        self.trouble, self.lost, self.exceptions, self.ended = trouble, lost, self.Exceptions, 0

    def init(self, **said: Any) -> None:
        if self.trouble is not None:
            raise self.trouble

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2}

    def remote(self, work: Any) -> Any:
        return SimpleNamespace(remote=lambda job: Remote(work, job))

    def wait(self, running: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return running[-num_returns:], running[:-num_returns]  # the last is done first

    def get(self, done: Any) -> Any:
        if done.job.number == self.lost:
            raise self.exceptions.RayError("the machine is gone\nand a long trace")
        return done.work(done.job)

    def shutdown(self) -> None:
        self.ended += 1


def test_a_cluster_gives_the_same_and_a_lost_machine_costs_its_game_only(
    barons: ArenaReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", ray)
    assert arena(BARONS, workers=Cluster("auto")) == barons
    ray.lost = 1
    report = arena(msgspec.structs.replace(BARONS, games=3), workers=Cluster("auto"))
    assert [(one.game, one.text) for one in report.violations] == [(1, "the machine is gone")]
    assert report.finished == 2
    assert ray.ended == 2


@pytest.mark.parametrize(
    "trouble", [ConnectionError("nobody at 10.0.0.1"), ValueError("no address"), TimeoutError("slow")]
)
def test_a_cluster_that_does_not_answer_is_told_in_one_line(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", FakeRay(trouble))
    with pytest.raises(BadInput, match=f"--ray 10.0.0.1:6379: no cluster answers: {trouble}"):
        Cluster("10.0.0.1:6379")
    said = ["arena", "union-pacific", "--bots", "random,random", "--games", "1", "--ray", "10.0.0.1:6379"]
    assert main(said) == 2
    assert "no cluster answers" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match="extra `ray`"):
        Cluster("auto")
