"""What one company reaches on one board."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter


class Reach:
    """What one company reaches on one board."""

    __slots__ = ("edges", "hexes", "part", "runs", "stops", "tokens")

    def __init__(
        self, edges: dict[int, int], stops: frozenset[int], tokens: tuple[tuple[int, int], ...], hexes: frozenset[int]
    ) -> None:
        """`edges[hex]` is a mask of reached edges, `stops` are stop numbers reached by track.

        `part(faces)` and `part(tokens)` are what lies on `hexes`.
        """
        self.edges = edges
        self.stops = stops
        self.tokens = tokens
        self.hexes = hexes
        self.runs = bool(stops)
        self.part = itemgetter(*hexes) if hexes else no_part


def no_part(whole: Sequence[object]) -> None:
    """What of a board matters to a company without tokens: nothing."""
