"""Figures about the router: time, proofs and gaps on recorded runs of trains and on a stress set made from them."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from stellwerk.core import Game
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import State
from stellwerk.routing import run as runs
from stellwerk.routing.kernel import library
from stellwerk.routing.questions import operating_company
from stellwerk.routing.run import Run, best_run
from stellwerk.routing.solve import BUDGET
from stellwerk.routing.trainspec import TrainSpec, parse_trains

STRESS_TRAINS = ("D,D", "D,6", "D,D,6,6", "6E,D,6", "5E,4E", "3+3,4+4,D")
SOON = 1.0  # seconds in which a player gets an answer
_LEAST_LINKS = 12  # smaller nets are no stress


class BenchPosition(Struct, frozen=True):
    """A question for the bench; `least` is what the recorded run earned there."""

    label: str
    rules: FamilyRules
    state: State
    company: int
    trains: tuple[TrainSpec, ...] | None = None
    least: int = 0


def recorded_runs(label: str, game: Game[State]) -> list[BenchPosition]:
    """Every run of trains in a game: the position before it, and what it earned."""
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    found = []
    for number, ply in enumerate(game.plies):
        if not isinstance(ply.action, RunRoutes):
            continue
        state = game.at(number).state
        company = operating_company(state)
        if company is None:
            continue
        earned = next(event.facts["revenue"] for event in ply.events if event.kind == "run")
        found.append(BenchPosition(f"{label} ply {number}", rules, state, company, None, earned))
    return found


def stress_set(label: str, game: Game[State], kinds: Sequence[str] = STRESS_TRAINS) -> list[BenchPosition]:
    """The last board of a game: every company with a net worth it, with strong trains instead of its own."""
    rules, state = game.rules, game.state
    assert isinstance(rules, FamilyRules)
    found = []
    for number, entry in enumerate(rules.t.companies):
        net = runs.net_of(rules.t.hexmap, state.board, number, rules.t.groups, False, frozenset())
        if len(net.links) >= _LEAST_LINKS:
            found += [
                BenchPosition(f"{label} {entry.id} {kind}", rules, state, number, parse_trains(kind)) for kind in kinds
            ]
    return found


def bench_routes(
    recorded: Iterable[BenchPosition],
    stress: Iterable[BenchPosition] = (),
    budget: int = BUDGET,
    kernel: bool | None = None,
) -> dict[str, Any]:
    """Figures for both sets. Times are processor time of this machine; all else is the same on every machine.

    `soon_share` is the part of the positions that are proven within a second of it.
    """
    return {
        "kernel": kernel is not False and library() is not None,
        "budget": budget,
        "recorded": _measure(recorded, budget, kernel),
        "stress": _measure(stress, budget, kernel),
    }


def _measure(positions: Iterable[BenchPosition], budget: int, kernel: bool | None) -> dict[str, Any]:
    times: list[float] = []
    soon = 0
    answers: list[tuple[BenchPosition, Run]] = []
    for position in list(positions):
        runs.forget()  # the time includes reading the board
        gc.disable()  # as timeit does: the games in memory are not the router's
        start = time.process_time()
        run = best_run(position.rules, position.state, position.company, position.trains, budget, kernel=kernel)
        times.append(time.process_time() - start)
        gc.enable()
        soon += run.proven and times[-1] <= SOON
        answers.append((position, run))
    open_ = [(position, run) for position, run in answers if not run.proven]
    gaps = [run.upper_bound - run.total for _, run in open_]
    times.sort()
    return {
        "positions": len(answers),
        "proven": len(answers) - len(open_),
        "proven_share": round(1 - len(open_) / len(answers), 4) if answers else 1.0,
        "soon_share": round(soon / len(answers), 4) if answers else 1.0,
        "below_recorded": [position.label for position, run in answers if run.total < position.least],
        "above_recorded": sum(run.total > position.least > 0 for position, run in answers),
        "median_ms": _ms(times, 0.5),
        "p95_ms": _ms(times, 0.95),
        "max_ms": _ms(times, 1),
        "total_ms": round(1000 * sum(times), 3),
        "most_nodes": max((run.nodes for _, run in answers), default=0),
        "largest_gap": max(gaps, default=0),
        "unproven": [
            {"position": position.label, "total": run.total, "upper_bound": run.upper_bound} for position, run in open_
        ],
    }


def _ms(times: list[float], share: float) -> float:
    return round(1000 * times[min(len(times) - 1, int(len(times) * share))], 3) if times else 0.0
