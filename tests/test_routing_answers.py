"""What the router answers: runs and receipts, empty runs with a reason, what-ifs, bad input, one answer everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import stellwerk
from stellwerk.core import BadInput, Game
from stellwerk.eighteen.state import State
from stellwerk.routing import (
    TrainSpec,
    answer_routes,
    best_run,
    best_runs,
    diesel,
    express,
    ordinary,
    parse_trains,
    plus_train,
    value_of,
    with_tile,
    with_token,
)
from tests.routing_brute import Pair, Raised
from tests.support import Position, rule, rules_of

KERNEL_SOURCE = Path(stellwerk.__file__).parent / "routing" / "_kernel.c"


def position(*trains: str) -> Game[State]:
    """PRR in Altoona and Pittsburgh, joined by track."""
    return (
        Position()
        .company("PRR", trains=trains, owned_train=True)
        .phase("3")
        .tile("H10", "57", 1)
        .token("PRR", "H12")
        .operating("PRR", "run")
        .game()
    )


@rule("1830 8.3.1", "1830 8.3.7")
def test_a_run_has_routes_stops_and_a_receipt() -> None:
    game = position("3-0")
    run = best_run(rules_of(game), game.state, "PRR")
    assert [route.stops for route in run.routes] == [("H10.0", "H12.0")]
    assert run.routes[0].train == "3-0"
    assert run.total == run.routes[0].revenue == 30
    assert [(line.text, line.amount, line.rule) for line in run.receipt.lines] == [
        ("3-0: H10 Pittsburgh", 20, "1830 8.3.7"),
        ("3-0: H12 Altoona", 10, "1830 8.3.7"),
    ]
    assert run.proven
    assert run.upper_bound == 30
    game.apply(run.action())


def test_empty_runs_say_why() -> None:
    game = position("3-0")
    rules = rules_of(game)
    cases = {
        ("B&O", "2"): "B&O has no token on the board",
        ("PRR", None): "",
        ("PRR", "1+1"): "no train of PRR can run a route",
    }
    for (company, trains), reason in cases.items():
        specs = parse_trains(trains) if trains else None
        run = best_run(rules, game.state, company, specs)
        assert run.reason == reason
        assert run.proven
        assert bool(run.routes) == (run.total > 0) == (not reason)
    assert best_run(rules, game.state, "PRR", ()).reason == "PRR has no trains"
    alone = Position().company("PRR").token("PRR", "H12").operating("PRR", "track").game()
    bare = best_run(rules_of(alone), alone.state, "PRR", [diesel()])
    assert bare.reason == "no track joins a token of PRR with another stop"
    assert bare.total == bare.upper_bound == 0


@pytest.mark.parametrize("text", ["", "x", "1", "0", "5,,D", "5;D", "1E", "0+3", "1+0", "100", "2+2+2", "E", "-3", "٣"])
def test_bad_trains_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_trains(text)
    assert "\n" not in str(caught.value)


def test_trains_are_read_by_title_or_by_form() -> None:
    t = rules_of(position("3-0")).t
    assert parse_trains("5,D", t) == (ordinary("5-0", 5), diesel("D-0"))
    assert parse_trains("2, 2,2+3,4E,E4") == (
        ordinary("2-0", 2),
        ordinary("2-1", 2),
        plus_train("2+3-0", 2, 3),
        express("4E-0", 4),
        express("E4-0", 4),
    )
    with pytest.raises(BadInput, match="too many"):
        parse_trains(",".join("2" * 17))


def test_bad_questions_are_refused_in_one_line() -> None:
    game = position("3-0")
    rules, state = rules_of(game), game.state
    for ask in (
        lambda: best_run(rules, state, "XYZ"),
        lambda: best_run(rules, state, 99),
        lambda: best_run(rules, state, "PRR", [diesel("a"), diesel("a")]),
        lambda: best_run(rules, state, "PRR", [TrainSpec("a", never=("Z99",))]),
        lambda: best_runs(rules, state, "PRR", 0),
        lambda: answer_routes(rules, state, trains="junk"),
        lambda: with_tile(rules, state.board, "Z99", "57", 0),
        lambda: with_tile(rules, state.board, "H10", "999", 0),
        lambda: with_tile(rules, state.board, "H10", "57", 0),
        lambda: with_token(rules, state.board, "PRR", "H12"),
        lambda: with_token(rules, state.board, "NYC", "H12"),
        lambda: with_token(rules, state.board, "NYC", "H14"),
        lambda: with_token(rules, state.board, "NYC", "Z99"),
    ):
        with pytest.raises(BadInput) as caught:
            ask()
        assert "\n" not in str(caught.value)


def test_the_command_answers_for_the_company_on_turn() -> None:
    game = position("3-0")
    answer = answer_routes(rules_of(game), game.state)
    assert {"total", "proven", "upper_bound", "routes", "nodes", "receipt", "company"} <= set(answer)
    assert (answer["company"], answer["total"], answer["proven"]) == ("PRR", 30, True)
    assert answer["routes"][0]["path"][0] == "H10.0"
    assert msgspec.json.decode(msgspec.json.encode(answer)) == msgspec.json.decode(msgspec.json.encode(answer))
    several = answer_routes(rules_of(game), game.state, "PRR", "2,2", top=3)
    assert several["total"] == several["runs"][0]["total"]
    idle = Position().stock().game()
    with pytest.raises(BadInput, match="no company is operating"):
        answer_routes(rules_of(idle), idle.state)


def test_what_a_tile_a_token_and_a_train_add() -> None:
    game = position("2-0")
    rules, state = rules_of(game), game.state
    assert value_of(rules, state, "PRR", train="3").gain == 0  # there is one way only, and the first train takes it
    tile = value_of(rules, state, "PRR", tile=("H10", "14", 1))
    assert (tile.before.total, tile.after.total, tile.gain, tile.proven) == (30, 40, 10, True)
    longer = value_of(rules, state, "PRR", tile=("G9", "8", 2), train="3")
    assert longer.gain >= 0
    shut = value_of(rules, state, "PRR", token=("H10", 0), token_of="NYC")
    assert shut.gain == 0  # a closed city can still be an end
    assert value_of(rules, state, "PRR", token=("H10", 0)).after.total == 30
    assert game.state is state


def test_hooks_stand_in_the_receipt_with_their_rule() -> None:
    game = position("3-0")
    rules, state = rules_of(game), game.state
    stops = {name: rules.t.hex(name) * 8 for name in ("H10", "H12")}
    run = best_run(rules, state, "PRR", hook=Pair(stops["H10"], stops["H12"], 70))
    assert run.total == 100
    assert ("both visited", 70, "test 1") in [(line.text, line.amount, line.rule) for line in run.receipt.lines]
    raised = best_run(rules, state, "PRR", hook=Raised(stops["H10"]))
    assert raised.total == 40
    assert "test 3" in [line.rule for line in raised.receipt.lines]
    assert best_run(rules, state, "PRR", hook=Pair(stops["H10"], stops["H12"], -40)).routes == ()


ASK = """
import sys
from tests.routing_brute import random_board
from tests.routing_nets import compare
from tests.support import new, rules_of
from stellwerk.core import Chance
from stellwerk.routing import best_runs, parse_trains
import msgspec
game = new()
rules = rules_of(game)
found = []
for seed in range(60):
    board = random_board(rules, Chance(seed, "process"))
    found += best_runs(rules, game.state, 0, 3, parse_trains("D,3,2+2,4E"), 5000, board=board)
print(msgspec.json.encode(found).decode())
print([compare(seed, None, 900) for seed in range(40)])
"""


def ask(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**os.environ, **environment},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_same_answer_in_every_process() -> None:
    assert ask(PYTHONHASHSEED="1") == ask(PYTHONHASHSEED="2")


def test_the_same_answer_with_and_without_the_kernel(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("LEFT OUT: no C compiler here, so there is no kernel to compare with")
    library = tmp_path / "_kernel.so"
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, "-O2", *warnings, "-shared", "-fPIC", "-o", str(library), str(KERNEL_SOURCE)], check=True)
    assert ask(STELLWERK_KERNEL=str(library)) == ask(STELLWERK_KERNEL="off")


def test_a_foreign_library_is_not_taken(tmp_path: Path) -> None:
    junk = tmp_path / "_kernel.so"
    junk.write_bytes(b"no library")
    code = "from stellwerk.routing.kernel import library; print(library())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "STELLWERK_KERNEL": str(junk)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "None"
