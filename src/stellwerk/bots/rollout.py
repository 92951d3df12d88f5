"""Playing a choice on in the head, to the same moment for all choices, and valuing what has become of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.bots.outlook import margin, prospects
from stellwerk.bots.play import step
from stellwerk.bots.steady import SteadyBot
from stellwerk.core import Action, Game


def played_on(start: Game[Any], action: Action, seat: int, bot: SteadyBot, rounds: int, most: int) -> tuple[float, int]:
    """How far ahead the seat is so many operating rounds later, or `most` actions; and how many there were."""
    game = Game.from_state(start.rules, start.state)
    game.apply(action, seat)
    bots = [bot] * len(game.rules.seats)
    used, begun = 1, 0
    at = moment(game)
    while used < most:
        now = moment(game)
        if now != at:
            begun += at[0] == "operating"  # one has come to its end
            if begun >= rounds:
                break
            at = now
        if not step(game, bots):
            break
        used += 1
    return margin(worth(game, bot), seat), used


def moment(game: Game[Any]) -> tuple[Any, ...]:
    """Which round it is."""
    now = game.state.round
    return now.kind, now.number, getattr(now, "part", 0)


def worth(game: Game[Any], bot: SteadyBot) -> Sequence[float]:
    """What each seat may expect."""
    if game.decision() is None or bot.memory is None:
        return [float(score) for score in game.result().scores]
    return prospects(game, bot.chooser.figured(bot.memory, game.state))
