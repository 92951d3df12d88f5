"""Players that choose among options, and the arena in which they meet.

A title with bots of its own names them in its `bot`: `BOTS`, weakest first. All others have those of the family.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from stellwerk.bots.advice import Advice, Adviser, Alternative
from stellwerk.bots.bot import Bot, Interjector
from stellwerk.bots.hard import HardMaker
from stellwerk.bots.own import is_own, own_bot
from stellwerk.bots.quick import QuickSteady
from stellwerk.bots.random_bot import RandomBot
from stellwerk.bots.steady import SteadyBot
from stellwerk.core import BadInput
from stellwerk.titles import wing

__all__ = [
    "BOTS",
    "Advice",
    "Adviser",
    "Alternative",
    "Bot",
    "Interjector",
    "Maker",
    "RandomBot",
    "levels",
    "make_bot",
    "thinkers",
]


class Maker(Protocol):
    """A kind of bot: makes one for a seed, and says in a sentence how it plays (an English text of the catalogue)."""

    @property
    def about(self) -> str:
        """How it plays."""

    def __call__(self, seed: int) -> Bot:
        """A bot; those with the same seed play the same."""


BOTS: dict[str, Maker] = {"random": RandomBot, "steady": SteadyBot}


def levels(title: str) -> Mapping[str, Maker]:
    """The bots that can play a title, weakest first."""
    own = wing(title, "bot")
    known: Mapping[str, Maker] = BOTS if own is None else own.BOTS
    return known


def thinkers(title: str) -> Mapping[str, Maker]:
    """Bots that take seconds for a decision: for the arena and the terminal, not for a server's tables."""
    best = list(levels(title).values())[-1]
    if best is SteadyBot:
        return {"hard": HardMaker(QuickSteady)}
    return {"hard": HardMaker(best)} if isinstance(best, type) and issubclass(best, SteadyBot) else {}


def make_bot(name: str, seed: int, title: str = "") -> Bot:
    """The bot of that name, for that title; `FILE.py:CLASS` and `cmd:COMMAND` are bots from outside."""
    if is_own(name):
        return own_bot(name, seed)
    known = {**levels(title), **thinkers(title)}
    maker = known.get(name)
    if maker is None:
        where = f" for {title}" if title else ""
        raise BadInput(f"there is no bot {name!r}{where}; there are {', '.join(known)}")
    return maker(seed)
