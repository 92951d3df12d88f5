"""The market of hexagonal cells: the six directions, and the moves of markers (section 5).

In rows and columns a step up-right is (-1, 0) and a step down-left (+1, 0): the family's `up` and `down`. So its tables
for dividends, withholding, sales and sold-out companies are 1854's too (5.2); only the moves of a train trade are new.
"""

from __future__ import annotations

from stellwerk.eighteen.market import Market
from stellwerk.eighteen.move import Move

SPLIT = "s"  # zone beyond the red line
UP_LEFT, DOWN_RIGHT = (-1, -1), (1, 1)


def step(market: Market, cell: int, direction: tuple[int, int]) -> int:
    """The neighbour in a direction, or the cell itself where there is none."""
    here = market.cells[cell]
    return market.index.get((here.row + direction[0], here.column + direction[1]), cell)


def across(market: Market, cell: int) -> int:
    """How far right a cell stands, in half cells (6.3)."""
    here = market.cells[cell]
    return 2 * here.column - here.row


def beyond_line(market: Market, cell: int) -> bool:
    """True beyond the red line (5.4)."""
    return SPLIT in market.cells[cell].zones


def train_traded(m: Move, buyer: int, seller: int) -> None:
    """A company bought a train of another: its marker goes up-left, then the seller's down-right (5.2a, 7.8)."""
    if m.s.companies[buyer].cell >= 0:
        target = step(m.t.market, m.s.companies[buyer].cell, UP_LEFT)
        m.move_marker(buyer, target, "market.trade", "train bought")
    if m.s.companies[seller].cell >= 0:
        target = step(m.t.market, m.s.companies[seller].cell, DOWN_RIGHT)
        m.move_marker(seller, target, "market.trade", "train sold")
