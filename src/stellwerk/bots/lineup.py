"""The record of a title's bots: levels by name, weakest first, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from stellwerk.bots.bot import Bot
from stellwerk.bots.styles import PLAIN, STYLES, Style
from stellwerk.core import BadInput

LEVELS = ("random", "easy", "normal", "hard", "master")
USUAL = "normal"  # whom one meets unless one chooses another
THINKING = frozenset({"hard", "master"})  # they take seconds for a decision


class Maker(Protocol):
    """A kind of bot: makes one for a seed, and says in a sentence how it plays (an English text of the catalogue)."""

    @property
    def about(self) -> str:
        """How it plays."""

    def __call__(self, seed: int) -> Bot:
        """A bot; those with the same seed play the same."""


class Level:
    """Makes the bots of one level, of any personality."""

    def __init__(self, make: Callable[[int, Style], Bot], about: str, styled: bool = True) -> None:
        """`make` takes seed and personality; not `styled`: it has none."""
        self.make, self.about, self.styled = make, about, styled

    def __call__(self, seed: int) -> Bot:
        """A bot without a personality."""
        return self.make(seed, PLAIN)


def made(known: Mapping[str, Maker], name: str, seed: int, title: str = "") -> Bot:
    """The bot of a name: a level, or `LEVEL:PERSONALITY` where it has personalities."""
    level, _, wanted = name.partition(":")
    maker = known.get(level)
    if maker is None:
        where = f" for {title}" if title else ""
        raise BadInput(f"there is no bot {name!r}{where}; there are {', '.join(known)}")
    if not wanted:
        return maker(seed)
    if wanted not in STYLES or not isinstance(maker, Level) or not maker.styled:
        raise BadInput(f"there is no bot {name!r}; personalities are {', '.join(STYLES)}, of normal, hard and master")
    return maker.make(seed, STYLES[wanted])


def about(known: Mapping[str, Maker], name: str) -> tuple[str, ...]:
    """How the bot of a name plays, in one sentence or two (English texts of the catalogue)."""
    level, _, wanted = name.partition(":")
    sentences = (known[level].about,) if level in known else ()
    return (*sentences, STYLES[wanted].about) if wanted in STYLES else sentences


def styled(maker: Any) -> bool:
    """True if bots of this kind have personalities."""
    return isinstance(maker, Level) and maker.styled
