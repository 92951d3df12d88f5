"""Players that choose among options, and the arena in which they meet.

The levels are `random`, `easy`, `normal`, `hard` and `master`; a level may have a personality (`hard:trader`). A title
with bots of its own names them in its `bot`: `BOTS`, weakest first. All others have those of the family. Behind the
levels there may be older players, which the arena and kept games know by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.bots.advice import Advice, Adviser, Alternative
from stellwerk.bots.bot import Bot, Interjector
from stellwerk.bots.easy import EasyBot
from stellwerk.bots.family import family
from stellwerk.bots.lineup import LEVELS, THINKING, USUAL, Maker, about, made, styles
from stellwerk.bots.normal import NormalBot
from stellwerk.bots.own import is_own, own_bot
from stellwerk.bots.random_bot import RandomBot
from stellwerk.bots.steady import SteadyBot
from stellwerk.core import BadInput
from stellwerk.titles import wing

__all__ = [
    "BOTS",
    "USUAL",
    "Advice",
    "Adviser",
    "Alternative",
    "Bot",
    "Interjector",
    "Maker",
    "RandomBot",
    "about_bot",
    "known_bots",
    "levels",
    "make_bot",
    "personalities",
    "thinkers",
]

BOTS: dict[str, Maker] = family(SteadyBot, NormalBot, EasyBot)


def known_bots(title: str) -> Mapping[str, Maker]:
    """All that can play a title: its levels, weakest first, then older players."""
    own: Any = wing(title, "bot")
    known: Mapping[str, Maker] = BOTS if own is None else own.BOTS
    return known


def levels(title: str) -> Mapping[str, Maker]:
    """The levels a title has, weakest first."""
    known = known_bots(title)
    return {name: known[name] for name in LEVELS if name in known}


def thinkers(title: str) -> Mapping[str, Maker]:
    """Those of them that take seconds for a decision."""
    return {name: maker for name, maker in levels(title).items() if name in THINKING}


def personalities(title: str, level: str) -> tuple[str, ...]:
    """The personalities a level has: `LEVEL:PERSONALITY` is a bot."""
    return tuple(styles(levels(title).get(level)))


def about_bot(title: str, name: str) -> tuple[str, ...]:
    """How a bot plays, in sentences (English texts of the catalogue); none for one from outside."""
    return about(known_bots(title), name)


def make_bot(name: str, seed: int, title: str = "") -> Bot:
    """The bot of that name, for that title; `FILE.py:CLASS` and `cmd:COMMAND` are bots from outside."""
    if is_own(name):
        return own_bot(name, seed)
    if not name:
        raise BadInput("a bot needs a name")
    return made(known_bots(title), name, seed, title)
