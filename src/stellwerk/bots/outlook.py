"""What a position is worth to each seat while the game goes on: one curve for searching bots and for reports.

It looks at the position alone: what it counts now, the dividends of the runs to come, prices that rise with them, less
the trains presidents must pay. `expected(game)` is all a reader needs; bots hand in figures they have already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.bots.figures import PositionFigures
from stellwerk.bots.memory import Memory
from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.titles import wing

MOST_RUNS = 7.0  # farther nobody looks
LAST_RUNS = 1.5  # those that follow when the bank breaks, about
LEAST_TOTAL = 150  # what all companies together earn in a run, at least
RISES = 4.0  # runs after which prices are not expected to rise on
STEADILY = 0.6  # part of those rises that comes
HOPED = 0.5  # what a company earns that can pay a train and has none, of that train's price in ten runs


def expected(game: Game[Any]) -> list[float]:
    """What each seat of an 18xx game may expect in the end, from the position alone."""
    if game.decision() is None:
        return [float(score) for score in game.result().scores]
    assert isinstance(game.rules, FamilyRules)
    memory = memory_of(game.rules)
    return prospects(game, figures_of(memory, game.state))


def memory_of(rules: FamilyRules) -> Memory[Any]:
    """What the bots of a title remember of a game."""
    kind: type[Memory[Any]] = getattr(wing(rules.title, "bot"), "REMEMBERS", Memory)
    return kind(rules)


def figures_of(memory: Memory[Any], state: Any) -> PositionFigures:
    """The figures the bots of a title go by."""
    kind: type[PositionFigures] = getattr(wing(memory.rules.title, "bot"), "FIGURES", PositionFigures)
    return kind(memory, state)


def runs_left(figures: PositionFigures) -> float:
    """About how many runs are to come before the bank breaks."""
    s = figures.s
    total = sum(figures.revenue(number) for number, company in enumerate(s.companies) if company.floated)
    return min(MOST_RUNS, max(0, s.bank) / max(total, LEAST_TOTAL) + LAST_RUNS)


def prospects(game: Game[Any], figures: PositionFigures) -> list[float]:
    """The same with figures there are already."""
    s = figures.s
    worth = [float(score) for score in game.result().scores]
    left = runs_left(figures)
    for number, company in enumerate(s.companies):
        if not company.floated:
            continue
        value = share_prospect(figures, number, left) / 10
        for seat, held in enumerate(company.held[: len(worth)]):
            if held:
                worth[seat] += value * held
    return [amount - figures.needed_by(seat) for seat, amount in enumerate(worth)]


def share_prospect(figures: PositionFigures, number: int, left: float) -> float:
    """What a tenth of a company brings in so many runs, beyond its price now."""
    income, company = figures.income(number), figures.s.companies[number]
    if not income and not company.trains and 0 < figures.next_price() <= company.cash:
        return HOPED * figures.next_price() / 10 * max(0.0, min(left, RISES) - 1) / RISES
    return income * left + (STEADILY * min(left, RISES) * rise(figures, number) if income else 0.0)


def rise(figures: PositionFigures, number: int) -> int:
    """What a dividend adds to the price of a share, where the market says so."""
    market, cell = figures.t.market, figures.s.companies[number].cell
    right = getattr(market, "right", None)
    if cell < 0 or right is None:
        return 0
    return max(0, int(market.price[right[cell]] - market.price[cell]))


def margin(worth: Sequence[float], seat: int) -> float:
    """How far a seat is ahead: of the best of the others and of all of them, one half each."""
    others = [amount for other, amount in enumerate(worth) if other != seat]
    return worth[seat] - (max(others) + sum(others) / len(others)) / 2 if others else worth[seat]
