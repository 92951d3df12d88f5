"""What 1862 adds to the state of a game, and the frames of its own questions."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct, structs

from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import Bids, OperatingTurn, StockRound, StockTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import Frame, State

ERIE, B_AND_O, RMC = "ERIE", "B&O", "RMC"  # privates with a power on the map
BASE_UNIT, HALVED_UNIT = 10, 5  # percent of an ordinary certificate, before and after the buyback (1.1)


class Holding(Struct, frozen=True):
    """Shares of one company a bankrupt player still had, and what they were worth (15.9)."""

    company: int
    percent: int
    price: int
    worth: int


class State1862(State):
    """The family's state and what only 1862 has.

    A removed company keeps `floated` and its count of `tokens` in its `Company`; everything else of it is empty. Its
    markers stay on the board and block (15.5, 17.3): these and the marker of B&O are BLOCKED slots (blockers.py).
    """

    bids: tuple[Bids, ...] = ()  # standing bids per private; they stay from one stock round to the next (3.13)
    reduction: int = 0  # how much cheaper private 1 is (3.9)
    operated: tuple[bool, ...] = ()  # has operated in the sense of 1.8
    bought_back: tuple[bool, ...] = ()  # the buyback is done: units of 5 %, the company holds 50 % of itself (16)
    notes: tuple[int, ...] = ()  # notes of 100 per company (16.4)
    removed: tuple[bool, ...] = ()  # companies that left the game (1.9)
    open_groups: int = 0  # groups 1 to this one are on sale (5.2)
    ending: str = ""  # the first trigger of the end that has happened (18.1); an empty bank is in `broken`
    idle: bool = False  # nobody acted in the last stock round, and nothing was left that earns (18.7)
    money_gone: int = 0  # money of removed companies that left the game (A29)
    trains_gone: tuple[str, ...] = ()  # trains that left the game with their company (15.3, 17.3)
    estates: tuple[tuple[Holding, ...], ...] = ()  # per seat: what a bankrupt player still had (15.9)
    debts: tuple[int, ...] = ()  # per seat: what he could not pay (15.9, 18.5a)


Move1862: TypeAlias = Move[State1862]


def active(s: State) -> list[int]:
    """The seats still in the game, in order."""
    return [seat for seat, player in enumerate(s.players) if not player.bankrupt]


def left_of(s: State, seat: int) -> int:
    """The next seat clockwise that is still in the game; the seat itself if there is no other."""
    count = len(s.players)
    around = ((seat + step) % count for step in range(1, count + 1))
    return next((other for other in around if not s.players[other].bankrupt), seat)


def companies_left(s: State1862) -> int:
    """How many companies have not been removed."""
    return s.removed.count(False)


class Turn(OperatingTurn, frozen=True):
    """A company's turn. `laid` of the family is not used: 1862 counts tiles (8.1)."""

    first: bool = False  # the company's first turn
    yellow: int = 0  # yellow tiles laid, the extra one of private 4 not counted
    upgraded: bool = False
    extra: bool = False  # private 4 has been used in this turn (4.7)


class PrivateTurn(Frame, frozen=True):
    """A player's turn while privates are unsold (3.2). `chain` = a purchase was made and its chain runs (3.7)."""

    seat: int
    chain: bool = False


class PrivateAuction(Frame, frozen=True):
    """The auction of one private among those who bid on it (3.7b); `turn` is asked next."""

    private: int
    turn: int


class ShareTurn(StockTurn, frozen=True):
    """A player's turn in a stock round. `sales` are the companies sold in it: one action each (6.9)."""

    sales: tuple[int, ...] = ()


class Raising(Frame, frozen=True):
    """A player has to raise `amount` out of his own pocket.

    With `train` it is what the treasury of `company` lacks for that train (13.9); without it is what is missing for
    the notes of `company`, which has closed (17.2).
    """

    seat: int
    company: int
    amount: int
    train: str = ""
    price: int = 0


def note_sale(m: Move, seat: int, number: int) -> None:
    """In a stock round who sold a company buys none of it any more, nor sells more of it in his turn (6.4, 6.9)."""
    m.s.frames = tuple(_noted(frame, seat, number) for frame in m.s.frames)


def _noted(frame: Frame, seat: int, number: int) -> Frame:
    if isinstance(frame, StockRound) and number not in frame.sold[seat]:
        return structs.replace(frame, sold=put(frame.sold, seat, (*frame.sold[seat], number)))
    if isinstance(frame, ShareTurn) and frame.seat == seat and number not in frame.sales:
        return structs.replace(frame, sales=(*frame.sales, number))
    return frame
