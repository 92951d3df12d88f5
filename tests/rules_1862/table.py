"""Positions of 1862 to order, and short ways to read them."""

from __future__ import annotations

from typing import Any, Self

from msgspec import structs

import stellwerk
from stellwerk.core import Game
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import OperatingRound, StockRound
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import UNLIMITED, RoundName
from stellwerk.titles.t1862 import blockers, closing
from stellwerk.titles.t1862.figures import figures
from stellwerk.titles.t1862.rules import Rules1862
from stellwerk.titles.t1862.state import PrivateTurn, ShareTurn, State1862, Turn
from tests import support
from tests.reading import asked, cash, cell, held, price, seen, stack, texts, treasury

__all__ = [
    "NAMES",
    "Position",
    "asked",
    "cash",
    "cell",
    "held",
    "new",
    "papers",
    "price",
    "rules_of",
    "seen",
    "sound",
    "stack",
    "texts",
    "treasury",
]

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil")


def new(players: int = 4, **options: Any) -> Game[State1862]:
    """A new game of 1862."""
    return stellwerk.new("1862", NAMES[:players], options=options)


def rules_of(game: Game[State1862]) -> Rules1862:
    """The rules, with their own type."""
    assert isinstance(game.rules, Rules1862)
    return game.rules


class Position(support.BasePosition[State1862]):
    """As for 1830: figures that are not set stay as at the start.

    All privates are sold and closed (the Erie tile lies), all groups are on sale, nobody has been asked yet.
    """

    def __init__(self, players: int = 4, **options: Any) -> None:
        super().__init__(rules_of(new(players, **options)))
        self.s.open_groups = len(figures(self.t).group)
        self.laid_erie = True

    # -- companies

    def found(
        self,
        name: str,
        held: list[int] | None = None,
        price: int = 100,
        *,
        pool: int = 0,
        bought_back: bool = False,
        notes: int = 0,
        operated: bool = True,
        floated: bool = True,
        par: int = 0,
        president: int = 0,
        **fields: Any,
    ) -> Self:
        """A founded company; what nobody holds is in the bank. `price` is a par price unless `cell` is given."""
        number = self.t.company(name)
        size = 10 if bought_back else self.t.companies[number].shares[0]
        shares = held or [size]
        self.company(name, par or price, shares, president, pool, floated=floated, operated=operated, **fields)
        if bought_back:
            self.change(name, ipo=50 - sum(shares) - pool)
        self.s.bought_back = put(self.s.bought_back, number, bought_back)
        self.s.notes = put(self.s.notes, number, notes)
        self.s.operated = put(self.s.operated, number, operated)
        return self

    def given(self, name: str, held: list[int], pool: int = 0) -> Self:
        """Shares of a company that is not founded."""
        shares = held + [0] * (len(self.t.seats) - len(held))
        return self.change(name, held=tuple(shares), pool=pool, ipo=100 - sum(shares) - pool)

    def remove(self, *names: str) -> Self:
        """Companies that have left the game, without a trace on the board."""
        move = Move(self.t, self.s)
        for name in names:
            closing.remove(move, self.t.company(name))
        return self

    def home(self, *names: str) -> Self:
        """Home markers where they belong at the start."""
        for name in names:
            entry = self.t.companies[self.t.company(name)]
            self.token(name, entry.home.hex, entry.home.city or 0)
        return self

    def privates(self, **owners: int) -> Self:
        """Open privates by owner; `B_O` is B&O, whose marker lies then."""
        for key, seat in owners.items():
            name = "B&O" if key == "B_O" else key
            self.private(name, seat)
            if name == "B&O":
                blockers.place_b_and_o(Move(self.t, self.s))
            if name == "ERIE":
                self.laid_erie = False
        return self

    def out(self, seat: int) -> Self:
        """A player who went bankrupt before."""
        self.s.players = put(self.s.players, seat, structs.replace(self.s.players[seat], bankrupt=True, cash=0))
        self.s.debts = put(self.s.debts, seat, 100)
        return self

    # -- trains and phases

    def phase(self, name: str) -> Self:
        """The phase: all trains of earlier kinds are gone with companies that left, the first of its own too."""
        number = next(n for n, phase in enumerate(self.t.phases) if phase.id == name)
        self.s.phase = number
        before = {self.t.phases[n].id for n in range(number)}
        for index, entry in enumerate(self.t.trains):
            if entry.id in before:
                self._gone(index, entry.count)
            elif entry.id == name and number:
                self._gone(index, 1)
        return self

    def _gone(self, index: int, count: int) -> None:
        entry = self.t.trains[index]
        first = self.s.sold[index]
        self.s.sold = put(self.s.sold, index, first + count)
        self.s.depot = put(self.s.depot, index, self.s.depot[index] - count)
        self.s.trains_gone = (*self.s.trains_gone, *(f"{entry.id}-{first + n}" for n in range(count)))

    def left(self, kind: str, count: int) -> Self:
        """How many trains of a kind are left in the bank."""
        index = self.t.kit.train_index[kind]
        self._gone(index, self.s.depot[index] - count)
        return self

    def trains(self, name: str, *trains: str) -> Self:
        """Trains of a company."""
        for train in trains:
            self._take(train)
        return self.change(name, trains=trains, owned_train=True)

    def pool_of_trains(self, *trains: str) -> Self:
        """Trains in the pool."""
        for train in trains:
            self._take(train)
        self.s.train_pool = trains
        return self

    def _take(self, train: str) -> None:
        kind, _, number = train.rpartition("-")
        index = self.t.kit.train_index[kind]
        while self.s.sold[index] <= int(number):
            if self.s.depot[index] == UNLIMITED:
                self.s.sold = put(self.s.sold, index, self.s.sold[index] + 1)
                self.s.trains_gone = (*self.s.trains_gone, f"{kind}-{self.s.sold[index] - 1}")
            else:
                self._gone(index, 1)
        self.s.trains_gone = tuple(other for other in self.s.trains_gone if other != train)

    # -- rounds

    def turn(self, name: str, step: str = "track", waiting: tuple[str, ...] = (), part: int = 1, **turn: Any) -> Self:
        """An operating round with that company on turn."""
        rounds = self.t.phases[self.s.phase].operating_rounds
        self.s.round = RoundName("operating", 2, part, max(part, rounds))
        later = tuple(self.t.company(other) for other in waiting)
        self.s.frames = (OperatingRound(later, income_paid=True), Turn(self.t.company(name), step, **turn))
        return self

    def begin(self, *names: str, part: int = 1) -> Self:
        """The start of an operating round for these companies, incomes not yet paid."""
        rounds = self.t.phases[self.s.phase].operating_rounds
        self.s.round = RoundName("operating", 2, part, max(part, rounds))
        self.s.frames = (OperatingRound(tuple(self.t.company(name) for name in names)),)
        return self

    def stock(self, seat: int = 0, number: int = 2, **turn: Any) -> Self:
        """A stock round with that seat on turn."""
        self.s.round = RoundName("stock", number)
        self.s.frames = (StockRound(seat, ((),) * len(self.t.seats)), ShareTurn(seat, **turn))
        return self

    def auction(self, seat: int = 0, sold: int = 0, number: int = 1) -> Self:
        """A stock round with the first `sold` privates sold and closed, the others for sale."""
        self.s.privates = tuple(
            structs.replace(private, closed=index < sold, owner=-1) for index, private in enumerate(self.s.privates)
        )
        self.laid_erie = sold > 1
        self.s.open_groups = 0
        self.s.round = RoundName("stock", number)
        self.s.frames = (StockRound(seat, ((),) * len(self.t.seats)), PrivateTurn(seat))
        return self

    def set(self, **fields: Any) -> Self:
        """Fields of the state."""
        for key, value in fields.items():
            setattr(self.s, key, value)
        return self

    def elsewhere(self) -> int:
        """What has left the game."""
        return self.s.money_gone

    def game(self) -> Game[State1862]:
        """The game at this position; the Erie tile lies unless told otherwise."""
        if self.laid_erie:
            blockers.lay_erie(Move(self.t, self.s))
            self.laid_erie = False
        return super().game()


# -- reading


def papers(game: Game[State1862], seat: int) -> int:
    """How many papers a player has."""
    return rules_of(game).shares.certificates(game.state, seat)


def sound(game: Game[State1862]) -> None:
    """Nothing is broken."""
    assert game.check() == []
