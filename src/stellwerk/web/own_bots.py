"""The bots a host has added (`serve --bot NAME=WHERE`), and which names of bots may be given at a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stellwerk.bots import known_bots, levels, personalities
from stellwerk.bots.lineup import LEVELS, THINKING
from stellwerk.bots.own import is_own
from stellwerk.bots.styles import STYLES
from stellwerk.core import BadInput
from stellwerk.web.errors import BadRequest

NAME = re.compile(r"[A-Za-z][\w-]{0,29}")


class OwnBots:
    """Names of bots and where they are. Visitors choose among names; where a bot is, only the host says."""

    def __init__(self, bots: Sequence[tuple[str, str]] = ()) -> None:
        """Pairs of a name and `FILE.py:CLASS` or `cmd:COMMAND`."""
        self.bots = dict(bots)

    @property
    def names(self) -> list[str]:
        """Their names."""
        return list(self.bots)

    def spec(self, name: str) -> str:
        """What makes the bot of a name."""
        return self.bots.get(name, name)

    def thinks(self, name: str) -> bool:
        """True if the bot thinks in a process of its own: it takes seconds, or is foreign code."""
        return name in self.bots or name.partition(":")[0] in THINKING

    def check(self, name: str, title: str) -> str:
        """A bot that can play the title."""
        if name in self.bots:
            return name
        known = list(known_bots(title))
        level, _, style = name.partition(":")
        if level not in known or (style and style not in personalities(title, level)):
            shown = ", ".join([*known, *self.bots])
            raise BadRequest("there is no bot {name!r}; there are {known}", name=name, known=shown)
        return name


def choices(title: str) -> list[str]:
    """The levels of a title, each followed by its personalities: what can be chosen for a seat."""
    found = []
    for level in levels(title):
        found += [level, *(f"{level}:{style}" for style in personalities(title, level))]
    return found


def read_own_bots(pairs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """`NAME=./my_bot.py:MyBot` or `NAME=cmd:COMMAND`, tried out once."""
    from stellwerk.bots.own import own_bot

    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, where = pair.partition("=")
        if not sign or not NAME.fullmatch(name) or not is_own(where):
            raise BadInput(f"--bot {pair!r} must be like NAME=./my_bot.py:MyBot or NAME=cmd:COMMAND")
        if name in (*LEVELS, *STYLES, *found):
            raise BadInput(f"--bot {pair!r}: there is a bot {name!r} already")
        own_bot(where, 0)  # says what is wrong before anybody plays
        found[name] = where
    return tuple(found.items())
