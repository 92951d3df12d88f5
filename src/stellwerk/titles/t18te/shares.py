"""Shares of 18TE: certificates of a company cost the same wherever they lie."""

from __future__ import annotations

from stellwerk.eighteen.shares import Shares
from stellwerk.eighteen.state import State


class Shares18TE(Shares):
    """Questions about shares at one table."""

    def cost(self, s: State, number: int, source: str) -> int:
        """The present price, wherever the share comes from (3.17)."""
        return self.price(s.companies[number])
