"""Bids for privates: what is free to bid, how much must be bid, and the rules of a purchase and a bid."""

from __future__ import annotations

from typing import Generic

from msgspec import Struct

from stellwerk.core import Range
from stellwerk.eighteen.checks import Check, Checks
from stellwerk.eighteen.frames import Auction, Bids
from stellwerk.eighteen.state import BANK, NOBODY, Private, S, State
from stellwerk.eighteen.table import Table


def cheapest(s: State) -> int:
    """The first private nobody owns; -1 if all are sold. Privates stand in ascending order of price."""
    for number, private in enumerate(s.privates):
        if for_sale(private):
            return number
    return NOBODY


def for_sale(private: Private) -> bool:
    """True if the bank still sells it: one that its owner has closed belongs to the bank again, and is gone."""
    return private.owner == BANK and not private.closed


def committed(frame: Auction, seat: int) -> int:
    """The sum of a player's standing bids."""
    return sum(amount for bids in frame.bids for bidder, amount in bids if bidder == seat)


def own_bid(bids: Bids, seat: int) -> int:
    """A player's standing bid on one private; 0 if he has none."""
    return next((amount for bidder, amount in bids if bidder == seat), 0)


def with_bid(bids: Bids, seat: int, amount: int) -> Bids:
    """The bids with a new one; it replaces the bidder's old one."""
    return (*(bid for bid in bids if bid[0] != seat), (seat, amount))


def bid_range(t: Table, s: State, frame: Auction, private: int, seat: int) -> Range:
    """What a player may bid on a private: from the least raise to all his free money."""
    bids = frame.bids[private]
    least = max((amount for _, amount in bids), default=t.privates[private].price) + t.data.limits.bid_raise
    most = s.players[seat].cash - committed(frame, seat) + own_bid(bids, seat)
    step = t.data.limits.bid_raise if t.choices.bids_in_steps else 1
    return Range(least, most - (most - least) % step if most >= least else most, step)


class Tender(Struct, Generic[S], frozen=True, gc=False):
    """Money offered for a private: `amounts` is what may be offered, from the price or least bid to all free money."""

    s: S
    seat: int
    private: int
    amount: int
    amounts: Range


def purchase_checks(t: Table) -> Checks[Tender]:
    """The purchase of the cheapest private."""
    return Checks(
        cheapest=Check(
            lambda c: c.private == cheapest(c.s),
            lambda c: t.no(
                "auction.cheapest",
                "only the cheapest private can be bought, not {private}",
                private=t.privates[c.private].id,
            ),
        ),
        price=Check(
            lambda c: c.amount == c.amounts.low,
            lambda c: t.no(
                "auction.price", "{private} costs {price:$}", private=t.privates[c.private].id, price=c.amounts.low
            ),
        ),
        cash=Check(
            lambda c: c.amount <= c.amounts.high,
            lambda c: t.no("auction.cash", "{price:$} is more than the free money", price=c.amount),
        ),
    )


def bid_checks(t: Table) -> Checks[Tender]:
    """The amount of a bid or a raise."""
    return Checks(
        least=Check(
            lambda c: c.amount >= c.amounts.low,
            lambda c: t.no(
                "auction.least",
                "a bid on {private} must be at least {least:$}",
                private=t.privates[c.private].id,
                least=c.amounts.low,
            ),
        ),
        cash=Check(
            lambda c: c.amount <= c.amounts.high,
            lambda c: t.no("auction.cash", "{amount:$} is more than the free money", amount=c.amount),
        ),
        step=Check(
            lambda c: c.amount in c.amounts,
            lambda c: t.no("auction.least", "bids go in steps of {step:$}", step=c.amounts.step),
        ),
    )


def first_bid_checks(t: Table) -> Checks[Tender]:
    """A bid in a normal turn: on a private that is for sale and not the cheapest."""
    return Checks(
        sold=Check(
            lambda c: for_sale(c.s.privates[c.private]),
            lambda c: t.no("auction.cheapest", "{private} is sold", private=t.privates[c.private].id),
        ),
        cheapest=Check(
            lambda c: c.private != cheapest(c.s),
            lambda c: t.no(
                "auction.least",
                "{private} is the cheapest: it is bought, not bid on",
                private=t.privates[c.private].id,
            ),
        ),
        **bid_checks(t),
    )
