"""The usual opponent in 1854: the steady player that counts the runs to come; and one for a first game."""

from __future__ import annotations

from stellwerk.bots.easy import EasyBot, Forgetful
from stellwerk.bots.normal import NormalBot

from .figures import Memory1854
from .steady import Chooser1854

MOST_RUNS = 7.0  # an income is counted for


class NormalChooser1854(Chooser1854):
    """Decides one question."""

    def runs_counted(self) -> float:
        """Early an income counts for longer, near the end for the runs that are left."""
        return min(MOST_RUNS, self.figures.runs_left())


class Normal1854(NormalBot):
    """Chooses by figures of the position."""

    chooser, remembers, guesses = NormalChooser1854, Memory1854, True


class EasyChooser1854(Forgetful, NormalChooser1854):
    """Decides one question with the mistakes of a beginner."""


class Easy1854(EasyBot):
    """Chooses by simple figures."""

    chooser, remembers, guesses = EasyChooser1854, Memory1854, True
