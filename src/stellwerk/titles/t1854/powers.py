"""What mountain railways do for the companies their owner directs (2.3 to 2.7): as far as it is about building."""

from __future__ import annotations

from stellwerk.eighteen.abilities import of_kind
from stellwerk.eighteen.ability_schema import DiscountAbility
from stellwerk.eighteen.state import NOBODY
from stellwerk.eighteen.table import Table

from .state import State1854


def is_local(t: Table, private: int) -> bool:
    """True for a private that becomes a local railway (1.3): it has the local's id."""
    return t.privates[private].id in t.kit.company_index


class Powers:
    """Who has which power now. Knows the table, holds no game."""

    def __init__(self, table: Table) -> None:
        """Find the privates by what they do."""
        self.t = table
        found, index = of_kind(table, DiscountAbility), table.hexmap.index
        self.free = {index[name]: number for number, entry in found for name in entry.free}
        self.discounts = {entry.terrain: (number, entry.amount) for number, entry in found if entry.terrain}

    def serves(self, s: State1854, private: int, company: int) -> bool:
        """True if the private is open and its owner directs the company; locals included (2.7)."""
        holder, director = s.privates[private], s.companies[company].president
        return not holder.closed and director != NOBODY and holder.owner == director

    def builds_free(self, s: State1854, company: int, hex_: int) -> bool:
        """True if the company lays the first tile there without its cost (2.3)."""
        private = self.free.get(hex_)
        return private is not None and self.serves(s, private, company)

    def discount(self, s: State1854, company: int, terrain: str) -> tuple[int, int] | None:
        """The private, and how much it takes off this kind of building, if the company may use it now (2.4, 2.5)."""
        found = self.discounts.get(terrain)
        if found is None or s.privates[found[0]].used or not self.serves(s, found[0], company):
            return None
        return found
