"""The prover: equal to brute force where the search may not finish, and harmless when it fails."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stellwerk.cli.main import main
from stellwerk.core import BadInput, Chance
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.state import State
from stellwerk.formats import load_file
from stellwerk.routing import Run, TrainSpec, best_run, best_runs, parse_trains, questions
from stellwerk.routing import prove as prove_module
from stellwerk.routing.problem import Problem
from stellwerk.routing.prove import check_plans, prove, prove_problem
from stellwerk.routing.run import Question
from stellwerk.routing.solve import solve
from tests import routing_brute, routing_nets
from tests.support import DATA, new, rules_of

TINY = 40  # nodes: too few for a proof
GAME = DATA / "random" / "1830-random-1239.json.gz"
# Many questions in one process, as starting it takes longer than a small proof.
BATCH = """
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("prover", sys.argv[1])
prover = importlib.util.module_from_spec(spec)
spec.loader.exec_module(prover)
import highspy
for line in sys.stdin:
    prover.Prover(highspy, json.loads(line)).run()
    prover.tell({"end": True})
"""


def needs_highspy() -> None:
    if importlib.util.find_spec("highspy") is None:
        pytest.skip("LEFT OUT: highspy is not installed")


@pytest.fixture
def batch(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """All questions of a test go to one process; the list counts them."""
    needs_highspy()
    asked: list[int] = []
    with subprocess.Popen(
        [sys.executable, "-P", "-c", BATCH, str(prove_module.PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        write, read = process.stdin, process.stdout

        def ask(question: dict[str, Any], seconds: float) -> tuple[str, str]:
            asked.append(1)
            write.write(json.dumps(question) + "\n")
            write.flush()
            lines = []
            while (line := read.readline()) and '"end"' not in line:
                lines.append(line)
            assert line, "the prover is gone"
            return "".join(lines), ""

        monkeypatch.setattr(prove_module, "_ask", ask)
        yield asked
        write.close()


@functools.cache
def hard_position() -> tuple[FamilyRules, State, tuple[TrainSpec, ...], Run]:
    """A position with trains for which a tiny search proves nothing."""
    game = load_file(str(GAME)).at(605, None)
    assert isinstance(game.rules, FamilyRules)
    trains = parse_trains("D,D,6")
    run = best_run(game.rules, game.state, "CPR", trains, TINY)
    assert not run.proven
    return game.rules, game.state, trains, run


def kinds_of(spec: TrainSpec, net_stops: int) -> Iterator[str]:
    """What is special about a train."""
    if spec.pays:
        yield "paid for some"
        if not spec.ends_count:
            yield "ends need not count"
        if spec.token_counts:
            yield "token counts"
    if spec.cities < net_stops or spec.towns < net_stops:
        yield "places by kind"
    elif spec.stops < net_stops:
        yield "places"
    elif not spec.pays:
        yield "no limit"
    if spec.never:
        yield "may not visit"
    if spec.passes:
        yield "passes off-boards"


def test_equal_to_brute_force_on_random_nets(batch: list[int]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(5000, 5420):
        chance = Chance(seed, "nets")
        net, value = routing_nets.random_net(chance)
        trains = routing_nets.random_trains(chance)

        def values(_: TrainSpec, value: list[int] = value) -> list[int]:
            return value

        problem = Problem(net, trains, values, str)
        outcome = solve(problem, TINY, kernel=False)
        expected = routing_nets.brute(net, trains, value) if not outcome.proven else None
        if expected is None:
            continue
        total = outcome.runs[0][0]
        proof = prove_problem(problem, total, outcome.upper, 20)
        assert (proof.total, proof.upper, proof.proven, proof.reason) == (expected, expected, True, ""), f"net {seed}"
        if proof.plans is None:
            assert total == expected, f"net {seed}"
        else:
            routing_nets.check_plans(problem, proof.plans, expected, trains)
            assert check_plans(problem, proof.plans) == expected
        seen.update({kind for spec in trains for kind in kinds_of(spec, len(net.stops))})
        seen["improved" if proof.plans else "confirmed"] += 1
        seen["equal trains"] += any(problem.same)
    assert len(batch) >= seen["improved"] + seen["confirmed"] - 5  # nearly all were asked
    wanted = ["no limit", "places", "places by kind", "paid for some", "ends need not count", "token counts"]
    wanted += ["may not visit", "passes off-boards", "improved", "confirmed", "equal trains"]
    assert min(seen[kind] for kind in wanted) > 8, seen


def test_equal_to_brute_force_on_random_boards(batch: list[int]) -> None:
    game = new()
    rules, state = rules_of(game), game.state
    seen: Counter[str] = Counter()
    for seed in range(7000, 7250):
        chance = Chance(seed, "routing")
        board = routing_brute.random_board(rules, chance)
        name = chance.choice(routing_brute.TRAINS)
        trains = parse_trains(name)
        run = best_run(rules, state, routing_brute.COMPANY, trains, 8, board=board)
        if run.proven:
            continue
        check = RouteCheck(rules.t, board, routing_brute.COMPANY, rules.t.phases[state.phase].offboard)
        expected = routing_brute.brute(check, trains)
        full = best_run(rules, state, routing_brute.COMPANY, trains, board=board)
        better = prove(rules, state, routing_brute.COMPANY, trains, run, board=board)
        assert better.proven, f"board {seed}"
        assert better.total == full.total, f"board {seed}"
        assert expected is None or better.total == expected[0], f"board {seed}"
        assert bool(better.reason) == (not better.routes), f"board {seed}"
        routing_brute.validate(check, better, trains)
        seen[name] += 1
        seen["improved"] += better.total > run.total
    assert len(seen) > 12, seen
    assert seen["improved"] > 10, seen


def test_the_whole_way_with_a_process_of_its_own() -> None:
    needs_highspy()
    rules, state, trains, run = hard_position()
    better = prove(rules, state, "CPR", trains, run, 60)
    full = best_run(rules, state, "CPR", trains)
    assert full.proven
    assert (better.total, better.upper_bound, better.proven, better.reason) == (full.total, full.total, True, "")
    assert better.receipt.total == better.total
    assert "highspy" not in sys.modules
    data = questions.answer_routes(rules, state, "CPR", "D,D,6", budget=TINY, seconds=60)
    assert (data["total"], data["proven"]) == (full.total, True)


def test_hooks_that_only_change_what_stops_pay_are_proven(batch: list[int]) -> None:
    rules, state, trains, _ = hard_position()
    hook = routing_brute.Raised(STOPS_PER_HEX * rules.t.hexmap.index["E19"])
    run = best_run(rules, state, "CPR", trains, TINY, hook=hook)
    assert not run.proven
    better = prove(rules, state, "CPR", trains, run, 60, hook=hook)
    full = best_run(rules, state, "CPR", trains, hook=hook)
    assert (better.total, better.proven) == (full.total, True)
    assert len(batch) == 1


def test_other_hooks_are_not_for_the_prover() -> None:
    rules, state, trains, _ = hard_position()
    hook = routing_brute.Pair(1, 2, 30)
    run = best_run(rules, state, "CPR", trains, TINY, hook=hook)
    same = prove(rules, state, "CPR", trains, run, 60, hook=hook)
    assert "does not know this title's revenue" in same.reason
    unchanged(run, same)


def unchanged(run: Run, other: Run) -> None:
    """The same run, but for the reason."""
    assert (other.routes, other.total, other.upper_bound, other.proven, other.receipt, other.nodes) == (
        run.routes,
        run.total,
        run.upper_bound,
        False,
        run.receipt,
        run.nodes,
    )


def fake_highspy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """The prover's process finds this instead of the package."""
    (tmp_path / "highspy.py").write_text(code, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise ModuleNotFoundError('none here', name='highspy')", "highspy is not installed; pip install"),
        ("raise RuntimeError('broken wheel')", "failed with code 1: RuntimeError: broken wheel"),
        ("import os; os.abort()", "the prover failed with code "),
        ("import os; os._exit(0)", "the prover gave up"),
        ("import os; print('nonsense', flush=True); os._exit(0)", "not believed: it cannot be read"),
    ],
)
def test_a_missing_or_failing_solver_leaves_the_run_as_it_was(
    code: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, state, trains, run = hard_position()
    fake_highspy(tmp_path, monkeypatch, code)
    same = prove(rules, state, "CPR", trains, run, 60)
    assert reason in same.reason
    unchanged(run, same)


def test_a_hanging_solver_is_ended_by_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state, trains, run = hard_position()
    note = tmp_path / "pid"
    code = f"import os, pathlib, time; pathlib.Path({str(note)!r}).write_text(str(os.getpid())); time.sleep(600)"
    fake_highspy(tmp_path, monkeypatch, code)
    start = time.monotonic()
    same = prove(rules, state, "CPR", trains, run, 2)
    assert time.monotonic() - start < 30
    assert same.reason == "no proof: the prover did not end within 2 s"
    unchanged(run, same)
    assert gone(int(note.read_text(encoding="utf-8")))


def test_no_process_is_left_when_the_question_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state, trains, run = hard_position()
    pids: list[int] = []

    def interrupted(self: subprocess.Popen[str], *_: object, **__: object) -> tuple[str, str]:
        pids.append(self.pid)
        raise KeyboardInterrupt

    fake_highspy(tmp_path, monkeypatch, "import time; time.sleep(600)")
    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        prove(rules, state, "CPR", trains, run, 60)
    assert gone(pids[0])


def other_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *lines: dict[str, Any], then: str = "") -> None:
    """A prover that says these lines whatever it is asked."""
    program = tmp_path / "other.py"
    said = "".join(f"print({json.dumps(line)!r}, flush=True)\n" for line in lines)
    program.write_text(f"import sys, time\nsys.stdin.read()\n{said}{then}\n", encoding="utf-8")
    monkeypatch.setattr(prove_module, "PROGRAM", program)


def test_what_was_known_before_the_end_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state, trains, run = hard_position()
    bound = run.upper_bound // 10 - 1
    then = "sys.stdout.write('{\"bou'); sys.stdout.flush(); time.sleep(600)"
    other_program(tmp_path, monkeypatch, {"bound": bound + 1}, {"bound": bound}, then=then)
    lower = prove(rules, state, "CPR", trains, run, 2)
    assert (lower.upper_bound, lower.proven, lower.routes) == (10 * bound, False, run.routes)
    assert "did not end within 2 s" in lower.reason


def test_nothing_a_crashed_prover_said_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state, trains, run = hard_position()
    other_program(tmp_path, monkeypatch, {"bound": run.total // 10}, {"done": True}, then="sys.exit('out of memory')")
    same = prove(rules, state, "CPR", trains, run, 30)
    assert same.reason == "no proof: the prover failed with code 1: out of memory"
    unchanged(run, same)


@pytest.mark.parametrize(
    ("routes", "reason"),
    [
        ([[0], [0], []], "track is used twice"),
        ([[0], [], []], "its total does not add up"),
        ([[0, 0], [], []], "a route is not one line"),
        ([[-1], [], []], "a route is not one line"),
        ([[0]], "it does not fit the trains"),
        ([[10_000], [], []], "it cannot be read"),
    ],
)
def test_false_runs_are_not_believed_nor_what_follows_them(
    routes: list[list[int]], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, state, trains, run = hard_position()
    other_program(tmp_path, monkeypatch, {"better": 10_000, "routes": routes}, {"done": True})
    same = prove(rules, state, "CPR", trains, run, 30)
    assert same.reason == f"no proof: the prover's answer is not believed: {reason}"
    unchanged(run, same)


def test_a_run_that_the_validator_refuses_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the net were wrong: the last word is the validator's."""
    rules, state, trains, run = hard_position()
    full = best_run(rules, state, "CPR", trains)
    assert full.total > run.total
    plans = solve(Question(rules, state, "CPR", trains, None, None).problem()).runs[0][1]
    monkeypatch.setattr(
        prove_module,
        "prove_problem",
        lambda *_: prove_module.Proof(full.total, full.total, plans, ""),
    )
    assert prove(rules, state, "CPR", trains, run, 30).total == full.total

    def refuse(self: RouteCheck, *_: object) -> list[object]:
        raise self.table.no("route.track", "track is missing")

    monkeypatch.setattr(RouteCheck, "run", refuse)
    same = prove(rules, state, "CPR", trains, run, 30)
    assert same.reason == "no proof: the prover's run is refused: track is missing"
    unchanged(run, same)


def test_a_proven_run_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state, trains, _ = hard_position()
    monkeypatch.setattr(prove_module, "PROGRAM", Path("nowhere.py"))
    run = best_run(rules, state, "CPR", trains)
    assert prove(rules, state, "CPR", trains, run) is run
    none = best_run(rules, state, "CPR", ())
    assert none.reason
    assert prove(rules, state, "CPR", (), none) is none


def test_bad_questions() -> None:
    rules, state, trains, run = hard_position()
    for seconds in (0, -1, 1e9, float("nan")):
        with pytest.raises(BadInput, match="seconds"):
            prove(rules, state, "CPR", trains, run, seconds)
    with pytest.raises(BadInput, match="this run of CPR is not an answer for NYC"):
        prove(rules, state, "NYC", trains, run)
    with pytest.raises(BadInput, match="not an answer for CPR with these trains"):
        prove(rules, state, "CPR", parse_trains("5"), run)


def test_the_command_says_why_there_is_no_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["routes", str(GAME), "--at", "605", "--trains", "D,D,6", "--prove"]
    assert main([*words, "9"]) == 0
    assert "proven best" in capsys.readouterr().out
    fake_highspy(tmp_path, monkeypatch, "raise ImportError")

    def few_nodes(*question: Any) -> list[Run]:
        rules, state, company, k, trains, _ = question
        return best_runs(rules, state, company, k, trains, TINY)

    monkeypatch.setattr(questions, "best_runs", few_nodes)
    assert main(words) == 0
    assert "no proof: highspy is not installed" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert "highspy" in json.loads(capsys.readouterr().out)["reason"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--prove", "0"], "at least 1"),
        (["--prove", "x"], "not a whole number"),
        (["--prove", "--top", "2"], "--prove cannot be combined with --top"),
        (["--prove", "--with-train", "D"], "--prove cannot be combined with --with-tile"),
        (["--prove", "100000"], "at most 86400"),
    ],
)
def test_bad_use_of_the_command(words: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", str(GAME), "--at", "605", *words]) == 2
    printed = capsys.readouterr().err
    assert error in printed
    assert printed.count("\n") == 1


def test_the_engine_never_asks_the_prover() -> None:
    """What players are offered must not depend on a clock."""
    code = "import sys, stellwerk; stellwerk.new('1830', ['Ada', 'Ben']).options();"
    code += "print('stellwerk.routing' in sys.modules, 'stellwerk.routing.prove' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["True", "False"]
