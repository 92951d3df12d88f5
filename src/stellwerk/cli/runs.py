"""Runs to suggest to a player: the best ones, as the router finds them."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.routing import Run, best_runs

SUGGESTED = 3
BUDGET = 100_000  # nodes: an answer without a wait, also without the compiled kernel


def suggestions(game: Game[Any]) -> list[Run]:
    """A few different runs, the best first."""
    rules, s = game.rules, game.state
    frame = s.frames[-1]
    if not isinstance(rules, FamilyRules) or not isinstance(frame, OperatingTurn):
        return []
    return [run for run in best_runs(rules, s, frame.company, SUGGESTED, budget=BUDGET) if run.routes]


def sure(run: Run) -> str:
    """How good a suggested run is known to be."""
    if run.proven and run.total == run.upper_bound:
        return " (proven best)"
    return "" if run.proven else f" (not proven; at most {run.upper_bound} possible)"
