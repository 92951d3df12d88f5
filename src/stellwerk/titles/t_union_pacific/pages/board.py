"""A board of one's own in the form for a new game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..rules import board_from_file


def board_of(path: Path) -> dict[str, Any]:
    """The option `board` for a file, with what the form tells about it; refused if nobody could play on it."""
    option = board_from_file(path)
    return {
        "board": option,
        "name": option["board"]["name"],
        "cities": len(option["city"]),
        "sections": len(option["section"]),
        "spaces": sum(section["spaces"] for section in option["section"]),
    }
