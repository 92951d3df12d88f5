"""Shares of 18TE: certificates of a company cost the same wherever they lie."""

from __future__ import annotations

from stellwerk.eighteen.shares import Shares

from .state import State18TE


class Shares18TE(Shares[State18TE]):
    """Questions about shares at one table."""

    def cost(self, s: State18TE, number: int, source: str) -> int:
        """The present price, wherever the share comes from (3.17)."""
        return self.price(s.companies[number])
