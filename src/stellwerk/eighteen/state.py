"""The state of an 18xx game: plain frozen data, by number. Names and figures are in the title's data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from stellwerk.core.quote import BANK as BANK
from stellwerk.eighteen.board import Board

FIRST_COMPANY = 100  # owners: seats are 0, 1, …; companies are 100, 101, …; the bank is -1
NOBODY = -1
UNLIMITED = -1


def company_owner(company: int) -> int:
    """The owner number of a company."""
    return FIRST_COMPANY + company


def is_player(owner: int) -> bool:
    """True if the owner is a seat."""
    return 0 <= owner < FIRST_COMPANY


def is_company(owner: int) -> bool:
    """True if the owner is a company."""
    return owner >= FIRST_COMPANY


class Player(Struct, frozen=True, gc=False):
    """A player's purse."""

    cash: int
    bankrupt: bool = False


class Company(Struct, frozen=True, gc=False):
    """A share company. Holdings are percent; `held` goes by seat; `stamp` orders the markers in one market cell."""

    held: tuple[int, ...]
    ipo: int = 100
    pool: int = 0
    cash: int = 0
    par: int = 0
    cell: int = -1
    stamp: int = 0
    president: int = NOBODY
    floated: bool = False
    operated: bool = False
    trains: tuple[str, ...] = ()
    tokens: int = 0  # how many of its tokens lie on the board
    owned_train: bool = False


class Private(Struct, frozen=True, gc=False):
    """A private company: who owns it, whether it is closed, whether its power is used."""

    owner: int = BANK
    closed: bool = False
    used: bool = False


class Frame(Struct, frozen=True, tag=True, gc=False):
    """A part of the round stack; the top frame says who decides and what."""


class RoundName(Struct, frozen=True, gc=False):
    """Which round is on: `auction`, `stock` or `operating`, its number, and place and size of an operating set."""

    kind: str
    number: int
    part: int = 1
    rounds: int = 1


class State(Struct, gc=False):
    """Everything that changes in a game."""

    bank: int
    broken: bool
    players: tuple[Player, ...]
    companies: tuple[Company, ...]
    privates: tuple[Private, ...]
    board: Board
    supply: tuple[int, ...]
    depot: tuple[int, ...]
    sold: tuple[int, ...]  # trains that ever left the depot, per kind
    train_pool: tuple[str, ...]
    phase: int
    priority: int
    round: RoundName
    clock: int
    frames: tuple[Frame, ...]
    ended: str = ""


# The state of a title: rules, steps and cases are generic in it, so that a title's own code sees what the title adds.
if TYPE_CHECKING:  # defaults, for who names no state: rules are of any title, a move changes what all have
    from typing_extensions import TypeVar as DefaultTypeVar

    S = DefaultTypeVar("S", bound=State, default=Any)
    MoveS = DefaultTypeVar("MoveS", bound=State, covariant=True, default=State)
else:
    S, MoveS = TypeVar("S"), TypeVar("MoveS")
