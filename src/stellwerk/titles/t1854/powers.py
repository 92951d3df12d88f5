"""What mountain railways do for the companies their owner directs (2.3 to 2.7): as far as it is about building."""

from __future__ import annotations

from stellwerk.eighteen.state import NOBODY, State
from stellwerk.eighteen.table import Table


class Powers:
    """Who has which power now. Knows the table, holds no game."""

    def __init__(self, table: Table) -> None:
        """Find the privates by what they do."""
        self.t = table
        privates = list(enumerate(table.privates))
        index = table.hexmap.index
        self.free = {index[entry.hex]: number for number, entry in privates if entry.hex}
        self.discounts = {  # by terrain: private and amount
            entry.terrain_discount.terrain: (number, entry.terrain_discount.amount)
            for number, entry in privates
            if entry.terrain_discount
        }

    def serves(self, s: State, private: int, company: int) -> bool:
        """True if the private is open and its owner directs the company; locals included (2.7)."""
        holder, director = s.privates[private], s.companies[company].president
        return not holder.closed and director != NOBODY and holder.owner == director

    def builds_free(self, s: State, company: int, hex_: int) -> bool:
        """True if the company lays the first tile there without its cost (2.3)."""
        private = self.free.get(hex_)
        return private is not None and self.serves(s, private, company)

    def discount(self, s: State, company: int, terrain: str) -> tuple[int, int] | None:
        """The private, and how much it takes off this kind of building, if the company may use it now (2.4, 2.5)."""
        found = self.discounts.get(terrain)
        if found is None or s.privates[found[0]].used or not self.serves(s, found[0], company):
            return None
        return found
