"""Letters by which the players of a table can be told apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=256)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """A letter or two by which players can be told apart: the first, else with the last or another; else numbers."""
    ways: list[Callable[[str], str]] = [
        lambda name: name[:1].upper(),
        lambda name: name[:1].upper() + name.split()[-1][:1] if " " in name else name[:2].capitalize(),
        lambda name: name[:1].upper() + name[-1:],
    ]
    for way in ways:
        found = tuple(way(name) for name in names)
        if len(set(found)) == len(names) and all(found):
            return found
    return tuple(str(seat) for seat in range(1, len(names) + 1))
