"""The evaluation curve: what every seat may expect after every action, the number the bots go by (`bots/outlook.py`).

It looks at each position alone, never at what came later. `income` is what the runs to come are expected to bring,
`duties` what presidents will have to add for trains; worth, income and duties make up the figure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from stellwerk.bots.memory import Memory
from stellwerk.bots.outlook import figures_of, memory_of, prospects
from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import State

Progress = Callable[[int, int], None]  # how many actions are done, of how many
STEPS = 64  # actions between two words about progress


class Look(Struct, frozen=True):
    """A position as the curve sees it: expectations and duties by seat, and what a run of each company brings."""

    expected: tuple[int, ...]
    duties: tuple[int, ...]
    revenue: tuple[int, ...]


def looks(game: Game[Any], progress: Progress | None = None) -> list[Look]:
    """Every position of an 18xx game, the first included."""
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    memory = memory_of(rules)
    found: list[Look] = []
    last: State | None = None
    for ply in range(game.ply + 1):
        here = game.at(ply)
        if last is None or not _alike(last, here.state):
            found.append(_look(here, memory))
            last = here.state
        else:
            found.append(found[-1])
        if progress is not None and ply % STEPS == 0:
            progress(ply, game.ply)
    return found


def _alike(before: State, after: State) -> bool:
    """True if nothing has changed that the curve looks at; what is not changed is the same object."""
    return (
        before.players is after.players
        and before.companies is after.companies
        and before.privates is after.privates
        and before.board is after.board
        and before.depot is after.depot
        and before.train_pool is after.train_pool
        and before.bank == after.bank
        and before.ended == after.ended
        and bool(before.frames) == bool(after.frames)
    )


def _look(game: Game[Any], memory: Memory[Any]) -> Look:
    s: State = game.state
    figures = figures_of(memory, s)
    revenue = tuple(
        figures.revenue(number) if company.floated and company.trains else 0
        for number, company in enumerate(s.companies)
    )
    seats = range(len(game.rules.seats))
    if game.decision() is None:
        scores = tuple(int(score) for score in game.result().scores)
        return Look(scores, (0,) * len(scores), revenue)
    duties = tuple(int(figures.needed_by(seat)) for seat in seats)
    return Look(tuple(round(amount) for amount in prospects(game, figures)), duties, revenue)
