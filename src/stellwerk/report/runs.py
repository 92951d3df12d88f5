"""What else there was: lays and tokens that brought others more than whoever decided them, runs below the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.actions import LayTile, PlaceToken, RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.report.curve import Look
from stellwerk.report.model import Gift, Missed, Stretch
from stellwerk.report.rounds import when
from stellwerk.report.trains import dividends_gained
from stellwerk.report.turning import company_of

MOST = 8


def gifts(game: Game[Any], looks: Sequence[Look], rounds: Sequence[Stretch]) -> tuple[Gift, ...]:
    """Those that brought a rival most more than their owner, the largest first."""
    found: list[tuple[int, Gift]] = []
    for ply, made in enumerate(game.plies, 1):
        if not isinstance(made.action, LayTile | PlaceToken) or looks[ply].revenue == looks[ply - 1].revenue:
            continue
        before = game.at(ply - 1)
        gains = dividends_gained(before.state, looks[ply - 1], looks[ply], None, game)
        more = max(gains) - gains[made.seat]
        if more > 0 and max(gains) > 0:
            gift = Gift(ply, made.seat, when(rounds, ply), company_of(game, ply), before.label(made.action).text, gains)
            found.append((more, gift))
    found.sort(key=lambda entry: -entry[0])
    return tuple(gift for _, gift in found[:MOST])


def missed(game: Game[Any], looks: Sequence[Look], rounds: Sequence[Stretch]) -> tuple[Missed, ...]:
    """Runs for less than the quick search of the curve found, the largest difference first."""
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    found = []
    for ply, made in enumerate(game.plies, 1):
        if not isinstance(made.action, RunRoutes):
            continue
        for event in made.events:
            if event.kind != "run":
                continue
            name, ran = str(event.facts["company"]), int(event.facts["revenue"])
            best = looks[ply - 1].revenue[rules.t.company(name)]
            if best > ran:
                found.append(Missed(ply, when(rounds, ply), name, ran, best))
    found.sort(key=lambda entry: entry.ran - entry.best)
    return tuple(found[:MOST])
