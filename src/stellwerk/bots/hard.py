"""A player that tries its choices out: each is played on in its head by the base bot in all seats, and valued.

All choices are played on with the same chance; after each round the worse half is dropped. What is counted is the
actions that are played on, never time, so that the same seed, position and budget give the same move. It plays titles
that hide nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.bots.advice import Advice, Alternative
from stellwerk.bots.candidates import candidates
from stellwerk.bots.outlook import margin, prospects
from stellwerk.bots.play import step
from stellwerk.bots.steady import SteadyBot
from stellwerk.bots.styles import PLAIN, Style
from stellwerk.core import Action, Chance, Game, Message

HARD = "Tries its choices out: plays each on in its head, and takes the one that ends best."
MASTER = "Tries more choices out, farther and oftener, and takes its time."
BUDGET = 2000  # actions that are played on for one decision
MASTER_BUDGET = 10 * BUDGET
FARTHEST = 320  # actions one choice is played on; beyond that a position is valued
ROUNDS = 4  # with as many chances
FIRST = 0.6  # part of the budget for the first round, in which all choices are tried


class HardBot:
    """Plays its choices on before it decides."""

    def __init__(
        self,
        seed: int,
        base: Callable[[int, Style], SteadyBot],
        budget: int = BUDGET,
        name: str = "hard",
        style: Style = PLAIN,
    ) -> None:
        """`base` makes the bot that plays on in all seats; in one's own it has one's own personality."""
        self.seed, self.name, self.budget, self.style = seed, name, budget, style
        self.makes, self.base = base, base(seed, style)
        self.thinkers: list[SteadyBot] = []

    def choose(self, game: Game[Any], seat: int) -> Action:
        """A legal action for the seat, which is asked."""
        return self.advise(game, seat).action

    def advise(self, game: Game[Any], seat: int, budget: int = 0) -> Advice:
        """What to do, why, and what else was looked at."""
        first = self.base.choose(game, seat)
        tried = candidates(game, seat, first, Chance(self.seed, f"hard/{seat}/{game.ply}"))
        if len(tried) < 2:
            return Advice(first, Message("This is decided by rule of thumb."))
        values = self.weigh(game, seat, tried, budget or self.budget)
        ranked = sorted(range(len(tried)), key=lambda at: (-len(values[at]), -mean(values[at]), at))
        found = tuple(Alternative(tried[at], mean(values[at]), said(values[at])) for at in ranked)
        return Advice(found[0].action, found[0].why, found)

    def weigh(self, game: Game[Any], seat: int, tried: list[Action], budget: int) -> list[list[float]]:
        """The values of each choice, one for each time it was played on."""
        values: list[list[float]] = [[] for _ in tried]
        alive, left = list(range(len(tried))), budget
        for round_ in range(ROUNDS):
            share = int(left * FIRST) if round_ == 0 else left
            far = min(FARTHEST, share // len(alive))
            if round_ and far < min(FARTHEST, budget * FIRST / len(tried)) / 2:
                break  # too little is left for a look as far as before
            for at in alive:
                value, used = self.played_on(game, tried[at], seat, far, round_)
                values[at].append(value)
                left -= used
            alive.sort(key=lambda at: (-mean(values[at]), at))
            alive = alive[: max(1, (len(alive) + 1) // 2)]
            if len(alive) == 1:
                break
        return values

    def thinker(self, number: int) -> SteadyBot:
        """The bot that plays on: one for each chance, all of them with one memory of runs."""
        while len(self.thinkers) <= number:
            bot = self.makes(self.seed + 1 + len(self.thinkers), PLAIN)
            self.thinkers.append(bot)
        bot = self.thinkers[number]
        bot.memory = self.base.memory
        return bot

    def played_on(self, start: Game[Any], action: Action, seat: int, far: int, number: int) -> tuple[float, int]:
        """How far ahead the seat is after the action and `far` more, and how many there were."""
        game = Game.from_state(start.rules, start.state)
        game.apply(action, seat)
        bots = [self.thinker(number)] * len(game.rules.seats)
        used = 1
        while used < far and step(game, bots):
            used += 1
        base = self.base
        if game.decision() is not None and base.memory is not None:
            worth = prospects(game, base.chooser.figured(base.memory, game.state))
        else:
            worth = [float(score) for score in game.result().scores]
        return margin(worth, seat), used


def mean(values: list[float]) -> float:
    """The average."""
    return sum(values) / len(values) if values else 0.0


def said(values: list[float]) -> Message:
    """Where a value comes from."""
    return Message(
        "Played on in the head, it ends {value} ahead of the others on average.", {"value": round(mean(values))}
    )
