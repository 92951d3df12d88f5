"""The usual opponent in 1854: the steady player with its costly mistakes cured; and one for a first game."""

from __future__ import annotations

from stellwerk.bots.easy import EasyBot
from stellwerk.bots.normal import NormalBot

from .figures import Memory1854
from .steady import Chooser1854


class NormalChooser1854(Chooser1854):
    """Decides one question."""


class Normal1854(NormalBot):
    """Chooses by figures of the position."""

    chooser, remembers, guesses = NormalChooser1854, Memory1854, True


class Easy1854(EasyBot):
    """Chooses by simple figures."""

    chooser, remembers, guesses = NormalChooser1854, Memory1854, True
