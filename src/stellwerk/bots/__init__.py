"""Players that choose among options, and the arena in which they meet."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.bots.baron import Baron
from stellwerk.bots.bot import Bot, Interjector
from stellwerk.bots.random_bot import RandomBot
from stellwerk.bots.random_cards import RandomCards
from stellwerk.bots.steady import SteadyBot
from stellwerk.bots.steady_1854 import Steady1854
from stellwerk.bots.steady_1862 import Steady1862
from stellwerk.core import BadInput

__all__ = ["BOTS", "LEVELS", "Bot", "Interjector", "RandomBot", "levels", "make_bot"]

Maker = Callable[[int], Bot]
# The levels of titles that have their own, weakest first; all other titles have those of BOTS.
LEVELS: dict[str, dict[str, Maker]] = {
    "union-pacific": {"random": RandomCards, "baron": Baron},
    "1862": {"random": RandomBot, "steady": Steady1862},
    "1854": {"random": RandomBot, "steady": Steady1854},
}
BOTS: dict[str, Maker] = {"random": RandomBot, "steady": SteadyBot}


def levels(title: str) -> dict[str, Maker]:
    """The bots that can play a title, weakest first."""
    return LEVELS.get(title, BOTS)


def make_bot(name: str, seed: int, title: str = "") -> Bot:
    """The bot of that name, for that title."""
    known = levels(title)
    maker = known.get(name)
    if maker is None:
        where = f" for {title}" if title else ""
        raise BadInput(f"there is no bot {name!r}{where}; there are {', '.join(known)}")
    return maker(seed)
