"""Runs to suggest to a player: the best of some tries, each of them legal. They are not proven to be the best."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.random_routes import one_run
from stellwerk.core import Chance, Game
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.running import RunPart, kind_of, reach_of

TRIES = 60
SUGGESTED = 3


def suggestions(game: Game[Any]) -> list[tuple[int, tuple[Route, ...]]]:
    """A few different runs with what they earn, the best first."""
    rules, s = game.rules, game.state
    frame = s.frames[-1]
    if not isinstance(rules, FamilyRules) or not isinstance(frame, OperatingTurn):
        return []
    step = rules.steps[OperatingTurn]
    assert isinstance(step, OperatingTurnStep)
    part = step.parts["run"]
    assert isinstance(part, RunPart)
    check = part.check(s, frame.company)
    reach = {train: reach_of(rules.t, kind_of(train)) for train in s.companies[frame.company].trains}
    chance = Chance(rules.seed, f"suggest/{game.ply}")
    found: dict[frozenset[tuple[str, frozenset[int]]], tuple[int, tuple[Route, ...]]] = {}
    for _ in range(TRIES):
        routes = one_run(check, reach, chance)
        walks = check.run(routes, reach)
        if walks:
            # A route and the same one backwards are one run.
            same = frozenset((kind_of(walk.train), frozenset(walk.sides)) for walk in walks)
            found.setdefault(same, (check.value(walks), routes))
    return sorted(found.values(), key=lambda run: -run[0])[:SUGGESTED]
