"""Stellwerk: play, host, study and automate railway-share board games with enforced rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stellwerk.core import BadInput, Chance, Game, Illegal, Transcript, TranscriptError
from stellwerk.core.transcript import SEEDS

__all__ = ["BadInput", "Game", "Illegal", "Transcript", "TranscriptError", "__version__", "load", "new", "replay"]
__version__ = "0.2.0"


def new(
    title: str,
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    preset: str | None = None,
    shuffle: bool = False,
) -> Game[Any]:
    """A new game. `players` are in seat order; with `shuffle` the seats are drawn from the seed."""
    from stellwerk.titles import find

    if not 0 <= seed < SEEDS:
        raise BadInput(f"the seed {seed} is not from 0 to {SEEDS - 1}")
    names = [str(name) for name in players]
    if len(set(names)) != len(names) or not all(name.strip() for name in names):
        raise BadInput("every player needs a name of his own")
    if shuffle:
        names = Chance(seed, "seats").shuffled(names)
    return Game(find(title).make(names, options, seed, preset))


def replay(transcript: Transcript, file: str = "") -> Game[Any]:
    """The game of a transcript. Every action is checked as in play; errors name the action."""
    from stellwerk.formats.own import replay as replay_own

    return replay_own(transcript, file)


def load(path: str | Path) -> Game[Any]:
    """The game in a file: one of our transcripts or an 18xx.games export."""
    from stellwerk.formats import load_file

    return load_file(path).game


def _paint(game: Game[Any]) -> str | None:
    """The board of a game for notebooks; titles that have no drawing show their text."""
    from stellwerk.draw import board_svg

    try:
        return board_svg(game)
    except BadInput:
        return None


Game.painter = _paint
