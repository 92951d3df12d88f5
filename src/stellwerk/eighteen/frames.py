"""Frames of the family's rounds. Frames are data: a half-finished turn can be copied, stored and resumed."""

from __future__ import annotations

from stellwerk.core import Action
from stellwerk.eighteen.actions import BuyPrivate, BuyTrain, SellPrivate
from stellwerk.eighteen.state import NOBODY, Frame

Bids = tuple[tuple[int, int], ...]


class Auction(Frame, frozen=True):
    """The auction of the privates. `bids[private]` are (seat, amount); `passed[seat]` = the last turn was a pass."""

    turn: int
    passed: tuple[bool, ...]
    bids: tuple[Bids, ...]
    discount: int = 0
    buyer: int = NOBODY  # who acquired the last private
    chain: bool = False  # a purchase has just been made: look at the private that is now cheapest


class BidOff(Frame, frozen=True):
    """A bid-off for one private among those who bid on it."""

    private: int


class ChoosePar(Frame, frozen=True):
    """A player sets the par price of a company he was given."""

    seat: int
    company: int


class StockRound(Frame, frozen=True):
    """A stock round. `sold[seat]` are the companies the seat has sold in it."""

    turn: int
    sold: tuple[tuple[int, ...], ...]
    passes: int = 0
    actor: int = NOBODY


class StockTurn(Frame, frozen=True):
    """A player's turn. `bought` is empty, `share`, `par` or `private`; `brown` the company bought in number."""

    seat: int
    acted: bool = False
    touched: bool = False
    bought: str = ""
    brown: int = NOBODY
    source: str = ""


class OperatingRound(Frame, frozen=True):
    """An operating round: the companies still to come."""

    waiting: tuple[int, ...]
    income_paid: bool = False


class OperatingTurn(Frame, frozen=True):
    """A company's turn, and how far it is."""

    company: int
    step: str
    touched: bool = False
    laid: bool = False
    token_placed: bool = False
    revenue: int = 0
    last_sale: int = 0  # price per share of the president's last emergency sale


class SpecialToken(Frame, frozen=True):
    """The free token that comes with a private's special lay."""

    company: int
    private: int


class CityChoice(Frame, frozen=True):
    """Which city of a hex holds the home token of `company`; `decider` is the company whose president is asked."""

    company: int
    decider: int
    hex: int
    placed: bool


class Discard(Frame, frozen=True):
    """A company is over the train limit."""

    company: int


class Consent(Frame, frozen=True):
    """Another player is asked to agree to an offer."""

    seat: int
    by: int
    offer: BuyPrivate | SellPrivate | BuyTrain


Offer = BuyPrivate | SellPrivate | BuyTrain
OFFERS: tuple[type[Action], ...] = (BuyPrivate, SellPrivate, BuyTrain)  # actions that may need consent
