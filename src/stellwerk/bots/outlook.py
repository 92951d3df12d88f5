"""What a position is worth to each seat while the game goes on: what it counts now, runs to come, trains to be paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.bots.figures import Figures
from stellwerk.core import Game

MOST_RUNS = 7.0  # farther nobody looks
LAST_RUNS = 1.5  # those that follow when the bank breaks, about
LEAST_TOTAL = 150  # what all companies together earn in a run, at least


def runs_left(figures: Figures) -> float:
    """About how many runs are to come before the bank breaks."""
    s = figures.s
    total = sum(figures.revenue(number) for number, company in enumerate(s.companies) if company.floated)
    return min(MOST_RUNS, max(0, s.bank) / max(total, LEAST_TOTAL) + LAST_RUNS)


def prospects(game: Game[Any], figures: Figures) -> list[float]:
    """What each seat may expect in the end."""
    s = figures.s
    worth = [float(score) for score in game.result().scores]
    left = runs_left(figures)
    for number, company in enumerate(s.companies):
        if company.floated:
            income = figures.revenue(number) / 100
            for seat, held in enumerate(company.held[: len(worth)]):
                worth[seat] += left * income * held
    return [amount - figures.needed_by(seat) for seat, amount in enumerate(worth)]


def margin(worth: Sequence[float], seat: int) -> float:
    """How far a seat is ahead: of the best of the others and of all of them, one half each."""
    others = [amount for other, amount in enumerate(worth) if other != seat]
    return worth[seat] - (max(others) + sum(others) / len(others)) / 2 if others else worth[seat]
