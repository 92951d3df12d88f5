"""An opponent for a first game: it plays by simple figures and makes the mistakes people make.

It looks at a few lays only, misjudges what shares will bring, keeps little back for the trains to come and never thinks
of leaving a company. It never leaves a company without a train it could pay, and never gives money away.
"""

from __future__ import annotations

from typing import Any, ClassVar

from stellwerk.bots.normal import NormalBot, NormalChooser
from stellwerk.bots.steady import Chooser
from stellwerk.bots.styles import PLAIN, Taste
from stellwerk.core import Action, Chance, Option
from stellwerk.eighteen import actions

EASY = "For a first game: plays by simple figures, looks no farther than its next run, and forgets things."
SEEN = 10  # lays a beginner looks at
ERROR = 60  # percent by which what a share brings is misjudged, one way or the other
FORGETS = 5  # one company in so many is not looked at in a turn


class Forgetful(Chooser):
    """The mistakes: put before the chooser of a normal player."""

    def __init__(self, *args: Any) -> None:
        """Some of the tile lays are not seen."""
        super().__init__(*args)
        lays = [option for option in self.options if isinstance(option.action, actions.LayTile)]
        if len(lays) > SEEN:
            seen = set(self.chance.shuffled(range(len(lays)))[:SEEN])
            left: list[Option] = [option for at, option in enumerate(lays) if at in seen]
            self.options = [option for option in self.options if option not in lays] + left

    def first(self, reserve: int) -> Action | None:
        """Companies are never left."""
        return None

    def make_room(self, spare: int) -> Action | None:
        """At the certificate limit there is nothing to be done."""
        return None

    def saves(self, cash: int, revenue: int) -> bool:
        """Money is paid out."""
        return False

    def good_share(self, action: Any) -> float:
        """What others would see, more or less: the same all through a round for the same company."""
        figure = super().good_share(action)
        company = self.s.companies[self.t.company(action.company)]
        if company.president == self.seat or figure <= 0:
            return figure
        mood = Chance(self.seed, f"mood/{self.seat}/{action.company}/{self.s.round.number}")
        return 0.0 if not mood.below(FORGETS) else figure * (100 - ERROR + mood.below(2 * ERROR)) / 100


class EasyChooser(Forgetful, NormalChooser):
    """Decides one question."""


class EasyBot(NormalBot):
    """Chooses by simple figures."""

    chooser: ClassVar[type[Chooser]] = EasyChooser

    def __init__(self, seed: int = 0, style: Taste = PLAIN, name: str = "easy") -> None:
        """Bots with the same seed and personality play the same."""
        super().__init__(seed, style, name)
