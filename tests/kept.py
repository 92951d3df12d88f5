"""The kept games of `tests/data`, each replayed once a worker: what a test gets is a copy of its own.

Tests that read files, or measure what is remembered of a game, read it themselves.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from stellwerk.core import Game
from stellwerk.formats import load_file
from tests.support import DATA


@cache
def _replayed(file: Path) -> Game[Any]:
    return load_file(file).game


def kept_game(game: str | Path) -> Game[Any]:
    """A kept game, whole: by its file, or by its name in `tests/data/games`."""
    return _replayed(game if isinstance(game, Path) else DATA / "games" / f"{game}.json.gz").branch()
