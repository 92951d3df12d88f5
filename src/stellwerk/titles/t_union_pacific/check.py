"""What `stellwerk check-title` and `check-deck` look at: the title file or a board for it, and the deck of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stellwerk.core import Game

from .board_check import BoardCheck
from .deck_check import dealt_again
from .rules import UnionPacificRules
from .table import title_data
from .title_file import load, read, read_board


def check_file(path: Path) -> tuple[str, list[str]]:
    """The title file, or a board for it: what is in it, and notes. Faults are raised."""
    raw, lines = read(path)
    if "title" in raw:
        data = load(path)
        board = data.own_board
        notes = BoardCheck(board, data, lines).notes()
    else:
        board, notes = read_board(path, title_data())
    spaces = sum(section.spaces for section in board.section)
    text = f"ok: board {board.board.name}: {len(board.city)} cities, {len(board.section)} sections, {spaces} spaces"
    return text, [str(note) for note in notes]


def check_deck(game: Game[Any]) -> tuple[str, list[str]]:
    """The promise made at the start of a game with hidden cards, and every card that did not come from its seed."""
    rules = game.rules
    assert isinstance(rules, UnionPacificRules)
    return rules.promise, dealt_again(game)
