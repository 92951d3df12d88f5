"""Rounds of a game by their names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from stellwerk.core import Message
from stellwerk.draw.history import Round, RoundsPast
from stellwerk.report.model import Stretch, Turning


def stretches(past: RoundsPast) -> tuple[Stretch, ...]:
    """The rounds of an 18xx game."""
    return tuple(Stretch(name_of(entry), entry.kind, entry.first, entry.last) for entry in past.rounds)


def name_of(entry: Round) -> Message:
    """`SR 2`, `OR 2.1`."""
    name = entry.name
    if entry.kind == "stock":
        return Message("SR {number}", {"number": name.number})
    if entry.kind == "operating":
        if not name.number:
            return Message("Interim OR {part}", {"part": name.part})
        return Message("OR {number}.{part}", {"number": name.number, "part": name.part})
    return Message("Auction")


def place(entry: Turning) -> Message:
    """Where an action stands, for a line about it."""
    if entry.when == Message("Move {ply}", {"ply": entry.ply}):
        return entry.when
    return Message("{when}, move {ply}", {"when": entry.when, "ply": entry.ply})


def when(rounds: Sequence[Stretch], ply: int) -> Message:
    """The round an action was done in; its number where the game has no rounds."""
    if not rounds:
        return Message("Move {ply}", {"ply": ply})
    at = bisect_left(rounds, ply, key=lambda entry: entry.last)
    return rounds[min(at, len(rounds) - 1)].name
