"""A board of one's own in the form for a new game."""

from __future__ import annotations

from typing import Any


def board_of(option: Any) -> dict[str, Any]:
    """The option `board`, with what the form tells about it."""
    return {
        "board": option,
        "name": option["board"]["name"],
        "cities": len(option["city"]),
        "sections": len(option["section"]),
        "spaces": sum(section["spaces"] for section in option["section"]),
    }
