"""An opponent for a first game: it plays by simple figures and makes the mistakes people make."""

from __future__ import annotations

from stellwerk.bots.normal import NormalBot
from stellwerk.bots.styles import PLAIN, Style

EASY = "For a first game: plays by simple figures, looks no farther than its next run, and forgets things."


class EasyBot(NormalBot):
    """Chooses by simple figures."""

    def __init__(self, seed: int = 0, style: Style = PLAIN, name: str = "easy") -> None:
        """Bots with the same seed and personality play the same."""
        super().__init__(seed, style, name)
