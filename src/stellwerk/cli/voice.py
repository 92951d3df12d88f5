"""How a title speaks in the terminal: a small protocol, and who speaks for which rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch
from typing import Any, ClassVar, Protocol

from stellwerk.cli.menu import Choice
from stellwerk.core import Action, BadInput, Decision, Game, Option, Rules

Entry = tuple[list[str], Choice]  # a choice with the path of words that leads to it


class Voice(Protocol):
    """Words for the positions of one game."""

    examples: ClassVar[str]  # typed actions, for the help
    aliases: ClassVar[Mapping[str, tuple[str, dict[str, Any]]]]  # typed word: kind of action and fields it fixes

    def option(self, option: Option) -> list[str]:
        """An option as a path of ever narrower words; the last one is the choice itself."""

    def action(self, action: Action) -> str:
        """One sentence."""

    def suggestions(self, option: Option) -> list[Entry]:
        """Content for the free field of an option, worth listing before the option itself."""

    def question(self, decision: Decision) -> str:
        """Who is asked what, where the game is, and what he has, in a few lines."""

    def shows(self, seat: int | None) -> dict[str, Callable[[], str]]:
        """What `show` can print, as a seat may see it; the empty name is the whole position."""

    def fields(self, kind: str, words: list[str]) -> dict[str, Any] | None:
        """Fields from typed words where they are not simply one word for each field; None otherwise."""

    def name(self, word: str) -> str:
        """A typed name as the title writes it."""


def voice(game: Game[Any]) -> Voice:
    """Who speaks for the game."""
    from stellwerk.cli import (  # noqa: F401  # they register themselves
        family_voice,
        t1854_voice,
        t1862_voice,
        union_pacific_voice,
    )

    return voice_of(game.rules, game)


@singledispatch
def voice_of(rules: Rules[Any], game: Game[Any]) -> Voice:
    """The voice for a kind of rules; titles register theirs."""
    raise BadInput(f"{rules.title} cannot be played in the terminal")
