"""The router on recorded games: never below what was run there or what the site's finder found, proven everywhere."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.formats import load_file
from stellwerk.formats.loaded import Loaded
from stellwerk.routing import TrainSpec, best_run, parse_trains
from stellwerk.routing.bench import STRESS_TRAINS, bench_routes, recorded_runs, stress_set
from stellwerk.routing.contract import Net, contract
from stellwerk.routing.part import OFFERED, BestRunPart
from stellwerk.routing.problem import Problem
from stellwerk.routing.run import Question, Run, net_of
from stellwerk.routing.solve import engine_for, solve
from tests.routing_brute import validate
from tests.support import DATA, RECORDED, left_out, rules_of

REVENUES = RECORDED / "oracle" / "revenues.json"
SHIPPED = sorted((DATA / "random").glob("*.json.gz"))
LONG = [path for path in SHIPPED if path.name.startswith(("1830-random-1168", "1830-random-1202", "1830-random-1243"))]


@pytest.mark.parametrize("path", LONG, ids=lambda path: path.name.split(".")[0])
def test_never_below_a_run_of_a_shipped_game(path: Any) -> None:
    figures = bench_routes(recorded_runs(path.name, load_file(path).game))["recorded"]
    assert figures["positions"] > 100
    assert figures["proven"] == figures["positions"]
    assert figures["below_recorded"] == []


@pytest.mark.parametrize("name", ["1862-4p-pages", "1862-6p", "1854-3p", "18te-3p"])
def test_never_below_a_run_of_a_kept_game(name: str) -> None:
    """Bonus runs, E-trains that count a part of their stops, customs: what was run is what the table was told."""
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    positions = recorded_runs(name, game)
    receipts = [event.receipt for event in game.events if event.kind == "run"]
    assert [position.least for position in positions] == [receipt.total for receipt in receipts if receipt]
    figures = bench_routes(positions)["recorded"]
    assert figures["proven"] == figures["positions"] == len(positions) > 40
    assert figures["below_recorded"] == []


def test_never_below_the_recorded_revenue_nor_the_finder_of_the_site() -> None:
    if not REVENUES.exists():
        left_out("oracle/revenues.json")
    games: dict[str, Loaded] = {}
    recorded: list[dict[str, Any]] = msgspec.json.decode(REVENUES.read_bytes())
    for line in recorded:
        name = line["fixture"]
        if name not in games:
            games[name] = load_file(RECORDED / "transcripts" / f"{name}.json")
        game = games[name].at(before=line["action_id"])
        rules = rules_of(game)
        company = rules.t.company(line["entity"])
        trains = parse_trains(",".join(train["name"] for train in line["trains"]), rules.t)
        run = best_run(rules, game.state, company)
        where = f"{name} action {line['action_id']}"
        assert run.total >= max(line["revenue_engine"], line["auto_revenue"]), where
        assert run.proven, where
        assert run.total == best_run(rules, game.state, company, trains).total, where
        game.apply(run.action())
        assert game.last_events[0].receipt is not None
        assert game.last_events[0].receipt.total == run.total, where
    assert len(recorded) == 238


def test_strong_trains_on_late_boards_are_proven() -> None:
    positions = [position for path in LONG for position in stress_set(path.name, load_file(path).game)]
    assert len(positions) >= 10 * len(STRESS_TRAINS)
    quick = [position for position in positions if not position.label.endswith("D,D,6,6")]
    for position in quick[::4]:
        run = best_run(position.rules, position.state, position.company, position.trains)
        check = RouteCheck(
            position.rules.t,
            position.state.board,
            position.company,
            position.rules.t.phases[position.state.phase].offboard,
        )
        assert run.proven, position.label
        validate(check, run, position.trains or ())


def values(check: RouteCheck, net: Net, train: TrainSpec) -> list[int]:
    return [check.worth(stop) for stop in net.stops]


def test_never_worse_than_local_search_alone() -> None:
    game = load_file(LONG[0]).game
    for position in stress_set(LONG[0].name, game)[:12]:
        t = position.rules.t
        check = RouteCheck(t, position.state.board, position.company, t.phases[position.state.phase].offboard)
        net = net_of(t.hexmap, position.state.board, position.company, t.groups, False, frozenset())
        problem = Problem(net, position.trains or (), partial(values, check, net), str)
        best = solve(problem, 40_000).runs[0][0]
        for seed in (1, 2, 3):
            plans = engine_for(problem).local(seed, 2_000, 30)
            assert sum(problem.earns(train, plan) for train, plan in enumerate(plans) if plan) <= best


@pytest.mark.parametrize("name", ["1830-2p-games18xx", "1854-4p-steady", "1862-6p", "18te-2p"])
def test_nets_and_runs_that_serve_on_are_those_found_anew(name: str) -> None:
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    t = rules.t
    part = next(
        part
        for step in rules.steps.values()
        if isinstance(step, OperatingTurnStep)
        for part in step.parts.values()
        if isinstance(part, BestRunPart)
    )
    rules.forget()
    before: dict[int, tuple[Board, Net]] = {}
    served = 0  # how often a net served on a changed board
    for ply in range(0, len(game), 7):
        state = game.at(ply).state
        for company in range(len(t.companies)):
            net = net_of(t.hexmap, state.board, company, t.groups, False, frozenset())
            assert net == contract(t.hexmap, state.board, company, t.groups).net
            served += state.board != before.get(company, (state.board,))[0] and net is before[company][1]
            before[company] = (state.board, net)
        frame = state.frames[-1]
        if isinstance(frame, OperatingTurn):
            assert part.best(state, frame.company, OFFERED) == best_run(rules, state, frame.company, budget=OFFERED)
    assert served


@pytest.mark.parametrize("name", ["1830-2p-games18xx", "1854-3p", "1862-6p", "18te-3p"])
def test_a_short_search_refutes_all_that_is_above_the_best_run_and_nothing_else(name: str) -> None:
    positions = recorded_runs(name, load_file(DATA / "games" / f"{name}.json.gz").game)[::3]
    refuted = 0
    for position in positions:
        best = best_run(position.rules, position.state, position.company)
        question = Question(position.rules, position.state, position.company, None, None, None)
        assert not question.refutes(best.total - 1, OFFERED), position.label
        assert not question.refutes(best.total, 0), position.label
        refuted += question.refutes(best.total, OFFERED)
    assert refuted > len(positions) // 3  # with bonuses to come a short search cannot always tell


def test_figures_are_the_same_but_for_the_times() -> None:
    positions = recorded_runs("game", load_file(LONG[0]).game)[:20]
    one, two = (bench_routes(positions, positions[:3], budget=2_000) for _ in range(2))
    for figures in (one, two):
        for part in ("recorded", "stress"):
            assert figures[part].pop("soon_share") <= figures[part]["proven_share"]
            for key in ("median_ms", "p95_ms", "max_ms", "total_ms"):
                assert figures[part].pop(key) >= 0
    assert one == two
    assert one["recorded"]["positions"] == 20


@pytest.mark.parametrize("name", ["1862-6p", "1854-3p", "18te-3p", "1830-5p-games18xx"])
def test_after_forgetting_the_router_is_asked_again_and_answers_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a replay that is measured would rest on the one before."""
    asked: list[object] = []
    answer = Question.answer

    def counted(question: Question, budget: int, keep: int, kernel: bool | None) -> list[Run]:
        asked.append(question)
        return answer(question, budget, keep, kernel)

    monkeypatch.setattr(Question, "answer", counted)
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    number = next(number for number, ply in enumerate(game.plies) if isinstance(ply.action, RunRoutes))
    position = game.at(number)
    position.rules.forget()
    asked.clear()
    first = position.options()
    assert len(asked) == 1
    assert position.options() == first
    assert len(asked) == 1
    position.rules.forget()
    assert position.options() == first
    assert len(asked) == 2
