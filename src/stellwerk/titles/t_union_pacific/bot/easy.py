"""A player of Union Pacific for a first game: the baron, misjudging what things are worth."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Action, Chance

from .baron import Baron, Outlook

EASY = "For a first game: goes for what looks good, and often misjudges it."
ERROR = 70  # percent by which a choice is misjudged, one way or the other


class Beginner(Baron):
    """Misjudges, but always the same way in the same turn."""

    def score(self, p: Outlook, action: Action, takes: dict[str, float], memory: dict[Any, float]) -> float:
        """How good an action seems."""
        score = super().score(p, action, takes, memory)
        about = getattr(action, "company", getattr(action, "source", getattr(action, "shares", "")))
        mood = Chance(self.seed, f"mood/{p.seat}/{p.view['turn']}/{about}").below(2 * ERROR + 1) - ERROR
        return score + abs(score) * mood / 100
