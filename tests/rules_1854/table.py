"""Positions of 1854 to order, as far as money and rounds need them, and short ways to read them.

Everything adds up in them: trains that are named come out of the bank, locals that are not given out are unsold.
"""

from __future__ import annotations

from typing import Any, Self

from msgspec import structs

import stellwerk
from stellwerk.core import Game
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.state import UNLIMITED, Company, RoundName
from stellwerk.titles.t1854.state import OperatingRound1854, OptionMark, State1854, Turn
from tests.reading import asked, cash, cell, held, seen, stack, texts, treasury
from tests.rules_1854 import building
from tests.rules_1854.building import NAMES, PHASES

__all__ = ["SCRAPPED", "Position", "asked", "cash", "cell", "held", "new", "seen", "stack", "texts", "treasury"]

SCRAPPED = {"1+": "4", "2": "4", "2+": "5", "3+": "6", "3": "6", "4": "7"}  # by which phase


def new(players: int = 3, **options: Any) -> Game[State1854]:
    """A new game of 1854."""
    return stellwerk.new("1854", NAMES[:players], options=options)


class Position(building.Position):
    """A position to order. Mountain railways are closed and locals unsold unless they are given out."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        super().__init__(players, **options)
        self.s.privates = tuple(
            structs.replace(private, closed=entry.id not in self.t.kit.company_index)
            for private, entry in zip(self.s.privates, self.t.privates, strict=True)
        )

    # -- companies

    def share(
        self,
        name: str,
        held: list[int],
        par: int = 67,
        cell: tuple[int, int] | None = None,
        director: int = 0,
        split: bool = False,
        area: int = 0,
        **fields: Any,
    ) -> Self:
        """A floated major; `area` is what lies in the split area, and what is nowhere else lies on the display."""
        number = self.t.company(name)
        self.company(name, par, held, director, cell=cell, **fields)
        holder = self.s.companies[number]
        self.s.companies = put(self.s.companies, number, structs.replace(holder, ipo=holder.ipo - area))
        if split:
            self.s.split = put(self.s.split, number, True)
            self.s.split_area = put(self.s.split_area, number, area)
        return self

    def option(self, seat: int, name: str, price: int, source: str = "display", round_: int = 1) -> Self:
        """An option: 10 % of the player's holding is the optioned certificate; its other half leaves the display."""
        number = self.t.company(name)
        self.s.options = put(self.s.options, seat, OptionMark(number, source, price, round_))
        return self.change(name, ipo=self.s.companies[number].ipo - 10)

    def local(self, name: str, cash: int = 150, owner: int = 0, **fields: Any) -> Self:
        """A local in somebody's hands, with its certificate."""
        super().local(name, cash, owner, **fields)
        number = self.t.private(name)
        self.s.privates = put(self.s.privates, number, structs.replace(self.s.privates[number], owner=owner))
        return self

    def halves(self, name: str, director: int, partner: int, cash: int = 300, **fields: Any) -> Self:
        """An AG of two players; the two lowest locals that are left have become it."""
        held = [0] * len(self.t.seats)
        held[director] += 50
        held[partner] += 50
        pool = fields.get("pool", 0)
        if pool:
            held[partner] -= 50
        self.company(name, 67, held, director, cell=fields.pop("cell", (5, 2)), cash=cash, **fields)
        left = [number for number in range(6) if not self.s.merged[number]][:2]
        for number in left:
            self.s.merged = put(self.s.merged, number, True)
            self.s.companies = put(self.s.companies, number, Company((0,) * len(self.t.seats), ipo=0))
            private = self.t.private(self.t.companies[number].id)
            self.s.privates = put(self.s.privates, private, structs.replace(self.s.privates[private], closed=True))
            self.s.board = boards.settle(self.s.board, number, boards.GONE)
        return self

    # -- trains

    def phase(self, name: str) -> Self:
        """The phase: older regular trains are gone, the first of its own too, and plus trains it has scrapped."""
        super().phase(name)
        order = [entry.id for entry in self.t.trains]
        first = PHASES.get(name, "")
        for kind in order:
            number = self.t.kit.train_index[kind]
            regular = self.t.trains[number].stack == "regular"
            if regular and first and order.index(kind) < order.index(first):
                self.left(kind, 0)
            elif kind == first and self.s.depot[number] == UNLIMITED:
                self.s.sold = put(self.s.sold, number, 1)
                self.s.gone = put(self.s.gone, number, 1)
            elif kind == first:
                self.left(kind, self.s.depot[number] - 1)
            elif not regular and SCRAPPED.get(kind, "9") <= name:
                self.left(kind, 0)
        return self

    def left(self, kind: str, count: int) -> Self:
        """How many trains of a kind the bank has left; the others count as gone."""
        number = self.t.kit.train_index[kind]
        taken = self.s.depot[number] - count
        self.s.depot = put(self.s.depot, number, count)
        self.s.sold = put(self.s.sold, number, self.s.sold[number] + taken)
        self.s.gone = put(self.s.gone, number, self.s.gone[number] + taken)
        return self

    def _out(self, train: str) -> None:
        number = self.t.kit.train_index[train.rpartition("-")[0]]
        if self.s.gone[number]:
            self.s.gone = put(self.s.gone, number, self.s.gone[number] - 1)
            return
        self.s.sold = put(self.s.sold, number, self.s.sold[number] + 1)
        if self.s.depot[number] != UNLIMITED:
            self.s.depot = put(self.s.depot, number, self.s.depot[number] - 1)

    def trains(self, company: str, *trains: str) -> Self:
        """Trains of a company."""
        for train in trains:
            self._out(train)
        return super().trains(company, *trains)

    def pool(self, *trains: str) -> Self:
        """Trains given up for the limit."""
        for train in trains:
            self._out(train)
        self.s.train_pool = trains
        return self

    def repair(self, *trains: str) -> Self:
        """The repair stock."""
        for train in trains:
            self._out(train)
        self.s.repair = trains
        return self

    def mail(self, company: str, contract: str) -> Self:
        """A mail contract."""
        self.s.mail = put(self.s.mail, self.t.company(company), contract)
        return self

    # -- rounds

    def sr(self, seat: int = 0, number: int = 2, passes: int = 0) -> Self:
        """A stock round with that seat on turn."""
        self.s.round = RoundName("stock", number)
        self.s.frames = (StockRound(seat, ((),) * len(self.t.seats), passes), StockTurn(seat))
        return self

    def turn(
        self,
        name: str,
        step: str = "trains",
        waiting: tuple[str, ...] = (),
        part: int = 1,
        rounds: int = 1,
        **turn: Any,
    ) -> Self:
        """An operating round with that company on turn in a part of it."""
        self.s.round = RoundName("operating", 2, part, rounds)
        later = tuple(self.t.company(other) for other in waiting)
        self.s.frames = (
            OperatingRound1854(later, income_paid=True, opened=True),
            Turn(self.t.company(name), step, **turn),
        )
        return self

    def round_start(self, part: int = 1, rounds: int = 1, number: int = 2) -> Self:
        """An operating round in which nothing has happened yet."""
        self.s.round = RoundName("operating", number, part, rounds)
        self.s.frames = (OperatingRound1854(()),)
        return self

    def klagenfurt(self, name: str = "KT") -> Self:
        """The home token in Klagenfurt, with a yellow tile that leads to Laibach: a route."""
        self.tile("H18", "57", 2)
        return self.token(name, "H18")
