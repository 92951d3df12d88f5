"""The actions only 1862 has, and the list of all it knows."""

from __future__ import annotations

from stellwerk.core import Action
from stellwerk.eighteen.actions import (
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)


class WithdrawBid(Action, frozen=True, tag="withdraw_bid"):
    """Take back a bid that is no longer the highest."""

    private: str


class ClosePrivate(Action, frozen=True, tag="close_private"):
    """Close one's own private."""

    private: str


class Buyback(Action, frozen=True, tag="buyback"):
    """A company buys back half of every certificate and takes so many notes for it."""

    notes: int


KINDS: dict[str, type[Action]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Pass,
        Bid,
        WithdrawBid,
        BuyPrivate,
        ClosePrivate,
        Par,
        BuyShare,
        SellShares,
        LayTile,
        PlaceToken,
        RunRoutes,
        Dividend,
        BuyTrain,
        DiscardTrain,
        Answer,
        Buyback,
    )
}
