"""The levels of an 18xx title: what its own normal player is made into."""

from __future__ import annotations

from stellwerk.bots.easy import EASY, EasyBot
from stellwerk.bots.hard import BUDGET, HARD, MASTER, MORE, HardBot
from stellwerk.bots.lineup import Level, Maker
from stellwerk.bots.normal import NormalBot
from stellwerk.bots.random_bot import RandomBot
from stellwerk.bots.steady import SteadyBot


def family(
    steady: type[SteadyBot], normal: type[NormalBot], easy: type[EasyBot], budget: int = BUDGET
) -> dict[str, Maker]:
    """The record of a title's bots; `steady` is the plain player older games and figures know.

    `budget` is how many actions `hard` plays on for a decision, so that it takes less than three seconds.
    """
    return {
        "random": RandomBot,
        "easy": Level(easy, EASY),
        "normal": Level(normal, steady.about),
        "hard": Level(lambda seed, style: HardBot(seed, normal, budget, style=style), HARD),
        "master": Level(
            lambda seed, style: HardBot(seed, normal, MORE * budget, "master", style, everywhere=True), MASTER
        ),
        "steady": steady,
    }
