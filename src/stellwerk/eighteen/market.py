"""The stock market: cells, zones, and where each kind of move leads."""

from __future__ import annotations

import re

from msgspec import Struct

from stellwerk.eighteen.schema import MarketData

RISES, FALLS = "u", "d"  # zones: an arrow up, an arrow down


class Cell(Struct, frozen=True):
    """One cell: where it is, its price and its zone letters."""

    row: int
    column: int
    price: int
    zones: str

    @property
    def name(self) -> str:
        """`82,2,6`: price, row, column."""
        return f"{self.price},{self.row},{self.column}"


class Market:
    """A market on a grid. Moves are tables from cell number to cell number; a move that is not possible stays."""

    def __init__(self, data: MarketData) -> None:
        """Read the rows of the title file."""
        cells: list[Cell] = []
        self.index: dict[tuple[int, int], int] = {}
        for row, entries in enumerate(data.rows):
            for column, entry in enumerate(entries):
                if not entry:
                    continue
                found = re.fullmatch(r"(\d+)([a-z]*)", entry)
                assert found is not None  # checked on load
                self.index[row, column] = len(cells)
                cells.append(Cell(row, column, int(found[1]), found[2]))
        self.cells = tuple(cells)
        self.price = tuple(cell.price for cell in cells)
        self.down = self._moves((1, 0))
        self.up = self._moves((-1, 0))
        right, left = self._moves((0, 1), (-1, 0)), self._moves((0, -1), (1, 0))
        self.right = tuple(  # an arrow on a cell turns the move
            self.up[number] if RISES in cell.zones else right[number] for number, cell in enumerate(cells)
        )
        self.left = tuple(
            self.down[number] if FALLS in cell.zones else left[number] for number, cell in enumerate(cells)
        )
        pars = [number for number, cell in enumerate(cells) if "p" in cell.zones]
        self.pars = tuple(sorted(pars, key=lambda number: self.price[number]))
        self.par_cells = {self.price[number]: number for number in reversed(self.pars)}
        self.par_prices = tuple(self.price[number] for number in self.pars)

    def _moves(self, *steps: tuple[int, int]) -> tuple[int, ...]:
        """For each cell the first of the steps that leads to a cell, else the cell itself."""
        targets = []
        for number, cell in enumerate(self.cells):
            places = [self.index.get((cell.row + down, cell.column + right)) for down, right in steps]
            targets.append(next((place for place in places if place is not None), number))
        return tuple(targets)

    def after_sale(self, cell: int, steps: int) -> int:
        """Where a marker ends that drops `steps` rows, as far as there are cells."""
        for _ in range(steps):
            cell = self.down[cell]
        return cell

    def par_cell(self, price: int) -> int | None:
        """The par cell with that price."""
        return self.par_cells.get(price)

    def zone(self, letters: str) -> tuple[bool, ...]:
        """For each cell: is it in one of the zones?"""
        return tuple(any(letter in cell.zones for letter in letters) for cell in self.cells)
