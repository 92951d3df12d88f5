"""The usual opponent in the 18xx family: the steady player with its costly mistakes cured."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.bots.quick import QuickChooser
from stellwerk.bots.steady import Chooser, SteadyBot
from stellwerk.bots.styles import PLAIN, Style


class NormalChooser(QuickChooser):
    """Decides one question."""


class NormalBot(SteadyBot):
    """Chooses by figures of the position."""

    chooser: ClassVar[type[Chooser]] = NormalChooser

    def __init__(self, seed: int = 0, style: Style = PLAIN, name: str = "normal") -> None:
        """Bots with the same seed and personality play the same."""
        super().__init__(seed, name)
        self.style = style
