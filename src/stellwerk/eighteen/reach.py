"""What one company reaches on one board."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter


class Reach:
    """What one company reaches on one board, in map order."""

    __slots__ = ("edges", "hexes", "listed", "part", "runs", "stops", "tokens")

    def __init__(self, edges: dict[int, int], stops: Sequence[int], tokens: tuple[tuple[int, int], ...]) -> None:
        """`edges[hex]` is a mask of reached edges, `stops` are stop numbers reached by track, both in map order.

        `part(faces)` and `part(tokens)` are what lies on `hexes`.
        """
        self.edges = edges
        self.listed = stops
        self.stops = frozenset(stops)
        self.tokens = tokens
        self.hexes = edges.keys()
        self.runs = bool(stops)
        self.part = itemgetter(*edges) if edges else no_part


def no_part(whole: Sequence[object]) -> None:
    """What of a board matters to a company without tokens: nothing."""
