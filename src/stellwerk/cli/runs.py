"""Runs to suggest to a player: the best ones, as the router finds them."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.routing import Run, best_runs

SUGGESTED = 3
BUDGET = 100_000  # nodes: an answer without a wait, also without the compiled kernel


def suggestions(game: Game[Any]) -> list[Run]:
    """A few different runs, the best first: those that visit the same stops for the same money are one."""
    rules, s = game.rules, game.state
    frame = s.frames[-1]
    if not isinstance(rules, FamilyRules) or not isinstance(frame, OperatingTurn):
        return []
    runs = [run for run in best_runs(rules, s, frame.company, SUGGESTED, budget=BUDGET) if run.routes]
    found = {(run.total, visited(run.action())): run for run in reversed(runs)}
    return [run for run in runs if run in found.values()]


def visited(action: RunRoutes) -> tuple[tuple[str, ...], ...]:
    """The hexes where every route stops, whichever way round and with whichever train."""
    ways = [tuple(item.partition(".")[0] for item in route.path if "." in item) for route in action.routes]
    return tuple(sorted(min(way, way[::-1]) for way in ways))
