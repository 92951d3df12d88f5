"""The record of a title's bots: levels by name, weakest first, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from stellwerk.bots.bot import Bot
from stellwerk.bots.styles import PLAIN, STYLES, Taste
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

    def __init__(self, make: Callable[[int, Taste], Bot], about: str, styles: Mapping[str, Taste] = STYLES) -> None:
        """`make` takes seed and personality; `styles` are those it has."""
        self.make, self.about, self.styles = make, about, styles

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
    if wanted not in styles(maker):
        raise BadInput(f"there is no bot {name!r}; personalities are {', '.join(STYLES)}, of normal, hard and master")
    assert isinstance(maker, Level)
    return maker.make(seed, maker.styles[wanted])


def about(known: Mapping[str, Maker], name: str) -> tuple[str, ...]:
    """How the bot of a name plays, in one sentence or two (English texts of the catalogue)."""
    level, _, wanted = name.partition(":")
    if level not in known:
        return ()
    style = styles(known[level]).get(wanted)
    return (known[level].about, style.about) if style else (known[level].about,)


def styles(maker: Any) -> Mapping[str, Taste]:
    """The personalities bots of this kind have."""
    return maker.styles if isinstance(maker, Level) else {}
