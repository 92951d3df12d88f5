"""One game played by bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stellwerk.bots.bot import Bot
from stellwerk.core import Game

MOST_ACTIONS = 20_000  # far more than any game needs; a game that gets here is reported as unfinished


def play_out(
    game: Game[Any],
    bots: Sequence[Bot],
    most: int = MOST_ACTIONS,
    after: Callable[[Game[Any]], None] | None = None,
) -> int:
    """Let the bots (one for each seat) play to the end or for `most` actions; returns how many were made.

    `after` is called with the game after every action.
    """
    count = 0
    while count < most:
        if not step(game, bots):
            break
        count += 1
        if after is not None:
            after(game)
    return count


def step(game: Game[Any], bots: Sequence[Bot]) -> bool:
    """One action by the bots; False if the game is over."""
    decision = game.decision()
    if decision is None:
        return False
    for seat, bot in enumerate(bots):
        # Asked for by name: `isinstance` with a protocol costs more than a whole action of a small title.
        interject = getattr(bot, "interject", None) if seat != decision.seat else None
        if interject is not None:
            action = interject(game, seat)
            if action is not None:
                game.apply(action, seat)
                return True
    game.apply(bots[decision.seat].choose(game, decision.seat), decision.seat)
    return True
