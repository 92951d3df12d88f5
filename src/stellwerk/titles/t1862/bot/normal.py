"""The usual opponent in 1862, which is the steady player under its new name; and one for a first game."""

from __future__ import annotations

from stellwerk.bots.easy import EasyBot, Forgetful
from stellwerk.bots.normal import NormalBot

from .figures import Memory1862
from .steady import Chooser1862


class Normal1862(NormalBot):
    """Chooses by figures of the position."""

    chooser, remembers, guesses = Chooser1862, Memory1862, True


class EasyChooser1862(Forgetful, Chooser1862):
    """Decides one question with the mistakes of a beginner."""


class Easy1862(EasyBot):
    """Chooses by simple figures."""

    chooser, remembers, guesses = EasyChooser1862, Memory1862, True
