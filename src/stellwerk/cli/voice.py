"""How a title speaks in the terminal: a small protocol, and who speaks for which rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

from stellwerk.cli.menu import MenuChoice
from stellwerk.core import Action, BadInput, Decision, Game, Option
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.i18n import ENGLISH
from stellwerk.titles import wing

Entry = tuple[list[str], MenuChoice]  # a choice with the path of words that leads to it


class Voice(Protocol):
    """Words for the positions of one game."""

    examples: ClassVar[str]  # typed actions, for the help
    aliases: ClassVar[Mapping[str, str]]  # typed word: kind of action

    def how_to_type(self) -> str:
        """For the help: the form of actions that are not simply one word for each field; may be empty."""

    def option(self, option: Option) -> list[str]:
        """An option as a path of ever narrower words; the last one is the choice itself."""

    def action(self, action: Action) -> str:
        """One sentence."""

    def same(self, option: Option) -> object:
        """Equal for options that differ in nothing a player could care about: one of them is listed."""

    def entries(self, option: Option) -> list[Entry]:
        """How an option is listed: in one line, or with each content of its free field that is worth it."""

    def question(self, decision: Decision) -> str:
        """Who is asked what, where the game is, and what he has, in a few lines."""

    def shows(self, seat: int | None) -> dict[str, Callable[[], str]]:
        """What `show` can print, as a seat may see it; the empty name is the whole position."""

    def fields(self, kind: str, words: list[str]) -> dict[str, Any] | None:
        """Fields from typed words where they are not simply one word for each field; None otherwise."""

    def name(self, word: str) -> str:
        """A typed name as the title writes it."""


def voice(game: Game[Any], language: str = ENGLISH) -> Voice:
    """Who speaks for the game: the title's own voice (`VOICE` in its folder), else that of the family."""
    own, rules = wing(game.rules.title, "voice"), game.rules
    if own is not None:
        made: Voice = own.VOICE(rules, game, language)
        return made
    if not isinstance(rules, FamilyRules):
        raise BadInput(f"{rules.title} cannot be played in the terminal")
    from stellwerk.cli.family_voice import FamilyVoice

    return FamilyVoice(rules, game, language)
