"""A player that tries its choices out: each is played on in its head by the normal player in all seats, and valued.

All choices are played on with the same chance to the end of the game, or as far as the budget allows; after each turn
the worse half is dropped. What is counted is the actions that are played on, never time, so that the same seed,
position and budget give the same move, on one core or on all. It plays titles that hide nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.bots.advice import Advice, Alternative, mean
from stellwerk.bots.candidates import candidates
from stellwerk.bots.cores import cores, shared_out
from stellwerk.bots.reasons import Reasons, with_outlook
from stellwerk.bots.rollout import played_on
from stellwerk.bots.steady import SteadyBot
from stellwerk.bots.styles import PLAIN, Taste
from stellwerk.core import Action, Chance, Game

HARD = "Tries its choices out: plays each on in its head, and takes the one that ends best."
MASTER = "Tries more choices out, farther and oftener, and takes its time."
BUDGET = 3500  # actions that are played on for one decision
MORE = 10  # times as many for `master`
AHEAD = 99  # operating rounds: to the end, as far as the budget allows
HABIT = 10  # how far ahead another choice must end for the usual one to be left
TURNS = 4  # with as many chances
FIRST = 0.6  # part of the budget for the first turn, in which all choices are tried


class HardBot:
    """Plays its choices on before it decides."""

    def __init__(
        self,
        seed: int,
        base: Callable[[int, Taste], SteadyBot],
        budget: int = BUDGET,
        name: str = "hard",
        style: Taste = PLAIN,
        ahead: int = AHEAD,
        everywhere: bool = False,
    ) -> None:
        """`base` makes the bot that plays on; in one's own seat it has one's personality."""
        self.seed, self.name, self.budget, self.style = seed, name, budget, style
        self.ahead, self.everywhere = ahead, everywhere
        self.makes, self.base = base, base(seed, style)
        self.thinkers: list[SteadyBot] = []

    def choose(self, game: Game[Any], seat: int) -> Action:
        """A legal action for the seat, which is asked."""
        return self.advise(game, seat).action

    def advise(self, game: Game[Any], seat: int, budget: int = 0) -> Advice:
        """What to do, why, and what else was looked at."""
        first = self.base.choose(game, seat)
        chance = Chance(self.seed, f"hard/{seat}/{game.ply}")
        tried = candidates(game, seat, first, chance, self.base.thought)
        if len(tried) < 2:
            return self.base.advise(game, seat)
        values = self.weigh(game, seat, tried, budget or self.budget)
        ranked = sorted(range(len(tried)), key=lambda at: (-len(values[at]), -liked(values, at), at))
        best, second = (mean(values[at]) for at in ranked[:2])
        assert self.base.memory is not None
        reasons = Reasons(game, seat, self.base.chooser.figured(self.base.memory, game.state))
        found = []
        for place, at in enumerate(ranked):
            ahead = best - second if place == 0 else mean(values[at]) - best
            why = with_outlook(reasons.of(tried[at]), round(ahead), place == 0)
            found.append(Alternative(tried[at], mean(values[at]), why))
        return Advice(found[0].action, found[0].why, tuple(found))

    def weigh(self, game: Game[Any], seat: int, tried: list[Action], budget: int) -> list[list[float]]:
        """The values of each choice, one for each time it was played on."""
        values: list[list[float]] = [[] for _ in tried]
        alive, left, many = list(range(len(tried))), budget, cores() if self.everywhere else 1
        enough = int(budget * FIRST) // len(tried) // 2
        for turn in range(TURNS):
            share = int(left * FIRST) if turn == 0 else left
            most, bot = share // len(alive), self.thinker(turn)
            if turn and most < enough:
                break  # too little is left for a look as far as before

            def looked(at: int, bot: SteadyBot = bot, most: int = most) -> tuple[float, int]:
                return played_on(game, tried[at], seat, bot, self.ahead, most)

            for at, (value, used) in zip(alive, shared_out(looked, alive, many), strict=True):
                values[at].append(value)
                left -= used
            alive.sort(key=lambda at: (-liked(values, at), at))
            alive = alive[: max(1, (len(alive) + 1) // 2)]
            if len(alive) == 1:
                break
        return values

    def thinker(self, number: int) -> SteadyBot:
        """The bot that plays on: one for each chance, all of them with one memory of runs."""
        while len(self.thinkers) <= number:
            bot = self.makes(self.seed + 1 + len(self.thinkers), PLAIN)
            bot.hasty = True
            self.thinkers.append(bot)
        bot = self.thinkers[number]
        bot.memory = self.base.memory
        return bot


def liked(values: list[list[float]], at: int) -> float:
    """How good a choice seems: the first one is what the bot would do anyway, and little things do not change that."""
    return mean(values[at]) + (HABIT if at == 0 else 0)
