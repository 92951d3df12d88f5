"""Players that choose among options, and the arena in which they meet."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.bots.bot import Bot, Interjector
from stellwerk.bots.random_bot import RandomBot
from stellwerk.core import BadInput

__all__ = ["BOTS", "Bot", "Interjector", "RandomBot", "make_bot"]

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}


def make_bot(name: str, seed: int) -> Bot:
    """The bot of that name."""
    maker = BOTS.get(name)
    if maker is None:
        raise BadInput(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return maker(seed)
