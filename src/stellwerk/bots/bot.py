"""What a bot is."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from stellwerk.core import Action, Game


class Bot(Protocol):
    """A player that is a program. It may read the game and branch it, and must not play on it."""

    name: str

    def choose(self, game: Game[Any], seat: int) -> Action:
        """A legal action for the seat, which is asked."""


def close(bot: object) -> None:
    """End what a bot from outside has started."""
    end = getattr(bot, "close", None)
    if callable(end):
        end()


@runtime_checkable
class Interjector(Protocol):
    """A bot that also acts while somebody else is asked, where the rules allow that."""

    def interject(self, game: Game[Any], seat: int) -> Action | None:
        """A legal action for a seat that is not asked, or None."""
