"""RULES.md 8.3.8: who chooses the routes, and what is offered first."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.eighteen.state import State
from tests.support import Position, accepted, offered, refused, rule

LOW = RunRoutes((Route("2-0", ("H12.0", "H12:1", "H10.0")),))
HIGH = RunRoutes((Route("2-0", ("H12.0", "H12:4", "H14:4", "H16.0")),))


def altoona(best_run: str) -> Game[State]:
    """PRR in Altoona (10) with a 2-train; Pittsburgh yellow (20) to the west, Lancaster green (30) to the east."""
    position = Position(3, best_run=best_run).phase("3").company("PRR", held=[60], trains=("2-0",))
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1).tile("H16", "14", 0)
    return position.token("PRR", "H12").operating("PRR", "run").game()


@rule("1830 8.3.8")
@pytest.mark.parametrize("best_run", ["declared", "enforced"])
def test_the_best_run_is_offered_first(best_run: str) -> None:
    game = altoona(best_run)
    (first,) = offered(game, RunRoutes)
    events = accepted(game, first).last_events
    assert events[0].receipt is not None
    assert events[0].receipt.total == 40


@rule("1830 8.3.8")
def test_the_president_need_not_choose_the_best() -> None:
    for run in (LOW, HIGH, RunRoutes(())):
        accepted(altoona("declared"), run)


@rule("1830 8.3.8")
def test_where_the_best_run_is_enforced_nothing_less_is_accepted() -> None:
    game = altoona("enforced")
    refusal = refused(game, LOW, "1830 8.3.8")
    assert refusal.text == "$30 is less than the best run, $40"
    refused(game, RunRoutes(()), "1830 8.3.8")
    accepted(game, HIGH)
