"""Positions of 18TE to order, and short ways to read them."""

from __future__ import annotations

from typing import Any, Self

import stellwerk
from stellwerk.core import Game
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import OperatingRound
from stellwerk.eighteen.state import RoundName
from stellwerk.titles.t18te.rules import Rules18TE
from stellwerk.titles.t18te.state import State18TE, Turn
from stellwerk.titles.t18te.tokens import kept_for, slot_of
from tests import support
from tests.reading import asked, cash, cell, held, seen, stack, texts

__all__ = ["HOMES", "NAMES", "Position", "asked", "cash", "cell", "held", "new", "rules_of", "seen", "stack", "texts"]

NAMES = ("Ada", "Ben", "Cleo")
HOMES = {"KHS": ("G5", 0), "KWE": ("D14", 0), "CME": ("D14", 1), "TWE": ("D6", 0)}


def new(players: int = 2, **options: Any) -> Game[State18TE]:
    """A new game of 18TE."""
    return stellwerk.new("18te", NAMES[:players], options=options)


def rules_of(game: Game[State18TE]) -> Rules18TE:
    """The rules, with their own type."""
    assert isinstance(game.rules, Rules18TE)
    return game.rules


class Position(support.BasePosition[State18TE]):
    """As for 1830: figures that are not set stay as at the start. Companies have a treasury instead of an IPO."""

    def __init__(self, players: int = 2, **options: Any) -> None:
        super().__init__(rules_of(new(players, **options)))

    def found(self, name: str, held: list[int] | None = None, price: int = 80, **fields: Any) -> Self:
        """A founded company; what nobody holds is in its treasury."""
        self.company(name, price, held or [30], fields.pop("president", 0), **fields)
        return self

    def home(self, *names: str) -> Self:
        """Home markers where they belong at the start."""
        for name in names:
            number = self.t.company(name)
            hex_ = self.t.hex(self.t.companies[number].home.hex)
            place = slot_of(self.t, self.s.board, hex_, f"home {name}")
            assert place is not None
            self.marker(name, self.t.hexmap.names[hex_], *place)
            self.s.board = boards.settle(self.s.board, number, place[0])
        return self

    def marker(self, name: str, hex_: str, stop: int = 0, slot: int = 0) -> Self:
        """A marker in one slot."""
        number = self.t.company(name)
        self.s.board = boards.place_in(self.s.board, self.t.hex(hex_), stop, slot, number)
        self.change(name, tokens=self.s.companies[number].tokens + 1)
        return self

    def destination(self, name: str) -> Self:
        """The destination marker in its slot."""
        entry = self.t.companies[self.t.company(name)]
        assert entry.destination is not None
        hex_ = self.t.hex(entry.destination.hex)
        place = slot_of(self.t, self.s.board, hex_, f"dest {name}")
        assert place is not None
        assert kept_for(self.t, self.s.board, hex_, place[0])[place[1]] == f"dest {name}"
        return self.marker(name, entry.destination.hex, *place)

    def phase(self, name: str) -> Self:
        """The phase; all cards of earlier kinds have left the factory, and one of the kind that began it."""
        number = next(n for n, phase in enumerate(self.t.phases) if phase.id == name)
        self.s.phase = number
        depot, sold, gone = list(self.s.depot), list(self.s.sold), list(self.s.exported)
        for kind in range(number):
            sold[kind], depot[kind], gone[kind] = self.t.trains[kind].count, 0, self.t.trains[kind].count
        if number:
            sold[number], depot[number], gone[number] = 1, depot[number] - 1, 1
        self.s.depot, self.s.sold, self.s.exported = tuple(depot), tuple(sold), tuple(gone)
        return self

    def trains(self, name: str, *trains: str) -> Self:
        """Trains of a company; they count as bought, not exported."""
        for train in trains:
            self._out(train)
        self.change(name, trains=trains)
        return self

    def pool(self, *trains: str) -> Self:
        """Trains in the pool."""
        for train in trains:
            self._out(train)
        self.s.train_pool = trains
        return self

    def _out(self, train: str) -> None:
        kind = self.t.kit.train_index[train.rpartition("-")[0]]
        if self.s.exported[kind]:
            self.s.exported = put(self.s.exported, kind, self.s.exported[kind] - 1)
        else:
            self.s.sold = put(self.s.sold, kind, self.s.sold[kind] + 1)
            self.s.depot = put(self.s.depot, kind, self.s.depot[kind] - 1)

    def factory(self, kind: int, left: int) -> Self:
        """How many cards of a kind are left; the others count as exported."""
        gone = self.s.depot[kind] - left
        self.s.depot = put(self.s.depot, kind, left)
        self.s.sold = put(self.s.sold, kind, self.s.sold[kind] + gone)
        self.s.exported = put(self.s.exported, kind, self.s.exported[kind] + gone)
        return self

    def turn(self, name: str, step: str = "track", waiting: tuple[str, ...] = (), part: int = 1, **turn: Any) -> Self:
        """An operating round with that company on turn."""
        self.s.round = RoundName("operating", 2, part, 2)
        later = tuple(self.t.company(other) for other in waiting)
        self.s.frames = (OperatingRound(later, income_paid=True), Turn(self.t.company(name), step, **turn))
        return self

    def set(self, **fields: Any) -> Self:
        """Fields of the state."""
        for key, value in fields.items():
            setattr(self.s, key, value)
        return self
