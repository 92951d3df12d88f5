"""A player of card titles that does anything legal: a kind of action first, then one of that kind.

It needs the list of its options and nothing else. What it does depends on its seed, its seat and the number of the
action only.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, ClassVar

from stellwerk.core import Action, Chance, Game, Option


class RandomCards:
    """Chooses at random among the options of its seat."""

    about: ClassVar[str] = "Does anything the rules allow, without a plan: good for trying things out."

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        """Bots with the same seed play the same."""
        self.seed, self.name = seed, name

    def choose(self, game: Game[Any], seat: int) -> Action:
        """A legal action for the seat, which is asked."""
        options = game.options()
        if options[-1].seat is not None:  # others may act as well
            options = [option for option in options if option.seat is None]
        blocks = kinds_of(options)
        chance = Chance(self.seed, f"choose/{seat}/{game.ply}")
        first, end = chance.choice(blocks)
        return options[first + chance.below(end - first)].action


def kinds_of(options: list[Option]) -> list[tuple[int, int]]:
    """Where each kind of action begins and ends; options of a kind stand together."""
    found, first = [], 0
    while first < len(options):
        end = end_of_kind(options, first)
        found.append((first, end))
        first = end
    return found


def end_of_kind(options: list[Option], first: int) -> int:
    """Where the kind that begins at `first` ends. Searched by halves: looking at every option cost more than a move."""
    kind = type(options[first].action)
    return bisect_left(options, True, first + 1, key=lambda option: type(option.action) is not kind)
