"""The actions only 1862 has, and the list of all it knows."""

from __future__ import annotations

from stellwerk.core import Action
from stellwerk.eighteen.actions import Bid, BuyPrivate, Par, kinds


class WithdrawBid(Action, frozen=True, tag="withdraw_bid"):
    """Take back a bid that is no longer the highest."""

    private: str


class ClosePrivate(Action, frozen=True, tag="close_private"):
    """Close one's own private."""

    private: str


class Buyback(Action, frozen=True, tag="buyback"):
    """A company buys back half of every certificate and takes so many notes for it."""

    notes: int


KINDS = kinds(Bid, WithdrawBid, BuyPrivate, ClosePrivate, Par, Buyback)
