"""The usual opponent in 1862: the steady player with its costly mistakes cured; and one for a first game."""

from __future__ import annotations

from stellwerk.bots.easy import EasyBot
from stellwerk.bots.normal import NormalBot

from .figures import Memory1862
from .steady import Chooser1862


class NormalChooser1862(Chooser1862):
    """Decides one question."""


class Normal1862(NormalBot):
    """Chooses by figures of the position."""

    chooser, remembers, guesses = NormalChooser1862, Memory1862, True


class Easy1862(EasyBot):
    """Chooses by simple figures."""

    chooser, remembers, guesses = NormalChooser1862, Memory1862, True
