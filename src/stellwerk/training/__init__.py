"""The trainer: questions with one right answer, made of games, and what is to be asked again (docs/training.md)."""

from __future__ import annotations

from stellwerk.training.memory import BOXES, Card, Memory
from stellwerk.training.pick import Source, again, bot_game, pick, puzzles
from stellwerk.training.puzzle import GRADES, KINDS, Puzzle

__all__ = [
    "BOXES",
    "GRADES",
    "KINDS",
    "Card",
    "Memory",
    "Puzzle",
    "Source",
    "again",
    "bot_game",
    "pick",
    "puzzles",
]
