"""What the tests share: games and positions to order, refusals, the `rule` mark, recorded games."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Generic, NoReturn, Self, TypeVar

import pytest
from msgspec import structs

import stellwerk
from stellwerk.core import Action, Game, Illegal, TitleError
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import put
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingRound, OperatingTurn, StockRound, StockTurn
from stellwerk.eighteen.schema import OwnFigures
from stellwerk.eighteen.state import FIRST_COMPANY, Company, RoundName, State
from stellwerk.eighteen.title_file import parse
from stellwerk.titles.t1830.rules import Rules1830

T = TypeVar("T")
S = TypeVar("S", bound=State)
rule = pytest.mark.rule
# Games of real players and what another engine made of them are not part of the repository. The setting names a folder
# with `transcripts`, `random` and `oracle` in it; without it nothing is found, and the tests say what they leave out.
RECORDED = Path(os.environ.get("STELLWERK_RECORDED") or Path(__file__).parent / "no-recorded-games").resolve()
DATA = Path(__file__).parent / "data"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


def left_out(what: str) -> NoReturn:
    """Skip a test that needs recorded games which are not here, and say which."""
    pytest.skip(f"LEFT OUT: {what}; STELLWERK_RECORDED names no folder that has them (docs/testing.md)")


def in_a_loop(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run it in a thread of its own: this one may belong to the loop that drives the browser of other tests."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def new(players: int = 3, preset: str | None = None, **options: Any) -> Game[State]:
    """A new game of 1830 with that many players."""
    return stellwerk.new("1830", NAMES[:players], options=options, preset=preset)


def rules_of(game: Game[State]) -> Rules1830:
    """The rules, with their own type."""
    assert isinstance(game.rules, Rules1830)
    return game.rules


def play(game: Game[S], *actions: Action) -> Game[S]:
    """Apply actions, each by the seat that is asked."""
    for action in actions:
        game.apply(action)
    return game


def refused(game: Game[State], action: Action, paragraph: str, seat: int | None = None, also: str = "") -> Illegal:
    """The action is refused with that paragraph (and a second one), is not among the options, and nothing changes."""
    before = game.digest()
    decision = game.decision()
    asked = decision.seat if decision else 0
    with pytest.raises(Illegal) as caught:
        game.apply(action, seat)
    assert caught.value.rule == paragraph, f"{caught.value} should cite {paragraph}"
    assert (caught.value.also.rule if caught.value.also else "") == also, f"{caught.value.also}"
    assert caught.value.text
    assert game.digest() == before
    if seat in (None, asked):
        assert not any(option.covers(action) and not option.free for option in game.options() if option.seat is None)
    return caught.value


def accepted(game: Game[S], action: Action, seat: int | None = None) -> Game[S]:
    """The action is among the options and is accepted; a branch with it applied."""
    decision = game.decision()
    asked = decision.seat if decision else 0
    who = asked if seat is None else seat
    offered = [option for option in game.options() if (asked if option.seat is None else option.seat) == who]
    assert any(option.covers(action) for option in offered), f"{action} is not offered"
    branch = game.branch()
    branch.apply(action, seat)
    return branch


def offered(game: Game[State], kind: type[Action]) -> list[Any]:
    """The options of one kind, as actions (with the lowest amount where money is free)."""
    return [option.action for option in game.options() if isinstance(option.action, kind)]


class BasePosition(Generic[S]):
    """A position to order, of any title. Figures that are not set stay as at the start of the game."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        self.rules, self.t = rules, rules.t
        self.s: S = rules.twin.draft(rules.start()[0])
        self.s.privates = tuple(structs.replace(private, closed=True) for private in self.s.privates)

    def company(
        self,
        name: str,
        par: int = 67,
        held: list[int] | None = None,
        president: int = 0,
        pool: int = 0,
        cell: tuple[int, int] | None = None,
        floated: bool = True,
        operated: bool = True,
        **fields: Any,
    ) -> Self:
        """A started company; what players and pool do not hold is in the IPO. `cell` is (row, column)."""
        number = self.t.company(name)
        shares = (held or [20]) + [0] * (len(self.t.seats) - len(held or [20]))
        market = self.t.market
        place = market.index[cell] if cell else market.par_cell(par)
        assert place is not None
        self.s.companies = put(
            self.s.companies,
            number,
            Company(
                held=tuple(shares),
                ipo=100 - sum(shares) - pool,
                pool=pool,
                par=par,
                cell=place,
                stamp=self.s.clock,
                president=president,
                floated=floated,
                operated=operated,
                **fields,
            ),
        )
        self.s.clock += 1
        return self

    def change(self, name: str, **fields: Any) -> Self:
        """Change fields of a company."""
        number = self.t.company(name)
        self.s.companies = put(self.s.companies, number, structs.replace(self.s.companies[number], **fields))
        return self

    def cash(self, *amounts: int) -> Self:
        """The players' cash; call `game()` last, it puts the rest of the money into the bank."""
        self.s.players = tuple(
            structs.replace(player, cash=amount) for player, amount in zip(self.s.players, amounts, strict=True)
        )
        return self

    def private(self, name: str, owner: int | str, used: bool = False) -> Self:
        """An open private of a seat or of a company (by name); all others are closed."""
        number = self.t.private(name)
        who = owner if isinstance(owner, int) else FIRST_COMPANY + self.t.company(owner)
        private = structs.replace(self.s.privates[number], owner=who, closed=False, used=used)
        self.s.privates = put(self.s.privates, number, private)
        return self

    def phase(self, name: str) -> Self:
        """The phase, with all trains of earlier kinds sold and gone (`trains` puts trains somewhere)."""
        number = next(n for n, phase in enumerate(self.t.phases) if phase.id == name)
        self.s.phase = number
        kinds = [entry.id for entry in self.t.trains]
        first = kinds.index(name)
        depot, sold = list(self.s.depot), list(self.s.sold)
        for index in range(first):
            sold[index], depot[index] = depot[index] if depot[index] > 0 else 0, 0
        if number and depot[first] > 0:  # the first of the kind is sold
            sold[first], depot[first] = 1, depot[first] - 1
        elif number:
            sold[first] = 1
        self.s.depot, self.s.sold = tuple(depot), tuple(sold)
        return self

    def depot(self, **left: int) -> Self:
        """How many trains of a kind are left: `depot(_2=0, _3=1)`; the others of the kind count as sold."""
        depot, sold = list(self.s.depot), list(self.s.sold)
        for key, count in left.items():
            index = self.t.kit.train_index[key.removeprefix("_")]
            sold[index] += depot[index] - count
            depot[index] = count
        self.s.depot, self.s.sold = tuple(depot), tuple(sold)
        return self

    def tile(self, hex_: str, tile: str, rotation: int) -> Self:
        """A tile on the map, laid by the rules of map and tile (upgrades need the tile before)."""
        number = self.t.hex(hex_)
        lays = self.t.hexmap.lays(number, self.s.board.faces[number])
        found = [lay for lay in lays if lay.name == tile and lay.rotation == rotation]
        assert found, f"{tile}/{rotation} cannot lie on {hex_}; possible: {[(x.name, x.rotation) for x in lays]}"
        old = self.t.hexmap.faces[self.s.board.faces[number]].tile
        if old:
            index = self.t.hexmap.tile_index[old]
            self.s.supply = put(self.s.supply, index, self.s.supply[index] + 1)
        self.s.supply = put(self.s.supply, found[0].tile, self.s.supply[found[0].tile] - 1)
        self.s.board = boards.lay(self.t.hexmap, self.s.board, number, found[0])
        return self

    def token(self, company: str, hex_: str, stop: int = 0) -> Self:
        """A token; in its home hex it is the home token."""
        number = self.t.company(company)
        self.s.board = boards.place(self.s.board, self.t.hex(hex_), stop, number)
        if self.t.companies[number].home.hex == hex_:
            self.s.board = boards.settle(self.s.board, number, stop)
        return self.change(company, tokens=self.s.companies[number].tokens + 1)

    def pool_trains(self, *trains: str) -> Self:
        """Trains in the train pool."""
        self.s.train_pool = trains
        return self

    def stock(self, seat: int = 0, number: int = 2, **turn: Any) -> Self:
        """A stock round with that seat on turn (`turn` fills fields of the turn's frame)."""
        self.s.round = RoundName("stock", number)
        count = len(self.t.seats)
        self.s.frames = (StockRound(seat, ((),) * count), StockTurn(seat, **turn))
        return self

    def operating(self, company: str, step: str = "track", waiting: tuple[str, ...] = (), **turn: Any) -> Self:
        """An operating round with that company on turn in a part of it: home, track, token, run, dividend, trains."""
        self.s.round = RoundName("operating", 2, 1, 1)
        later = tuple(self.t.company(name) for name in waiting)
        self.s.frames = (
            OperatingRound(later, income_paid=True),
            OperatingTurn(self.t.company(company), step, **turn),
        )
        return self

    def elsewhere(self) -> int:
        """Money that neither players nor companies nor the bank have."""
        return 0

    def game(self) -> Game[S]:
        """The game at this position: the bank gets the money that is left, and the stack settles."""
        spent = sum(player.cash for player in self.s.players) + sum(company.cash for company in self.s.companies)
        self.s.bank = self.t.data.title.bank - spent - self.elsewhere()
        from stellwerk.eighteen.move import Move

        move = Move(self.t, self.rules.twin.draft(self.s))
        self.rules.settle(move)
        return Game.from_state(self.rules, self.rules.twin.seal(move.s), move.log)


class Position(BasePosition[State]):
    """A position of 1830.

    `Position(3).company("PRR", par=76, held=[30, 20, 10], president=0, cash=500).stock(seat=0, number=2).game()`
    """

    def __init__(self, players: int = 3, preset: str | None = None, **options: Any) -> None:
        super().__init__(rules_of(new(players, preset, **options)))


def assert_broken(text: str, sound: str, key: str, reason: str, own: type[OwnFigures] = OwnFigures) -> None:
    """A title file that was changed in one place is refused, with the key and the reason."""
    assert text != sound
    with pytest.raises(TitleError) as caught:
        parse(text, "title.toml", own)
    assert caught.value.key == key
    assert reason in caught.value.reason
