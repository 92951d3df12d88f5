"""Privates traded between players in a stock round."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from stellwerk.core import Illegal, Option, Range
from stellwerk.eighteen.actions import BuyPrivate, SellPrivate
from stellwerk.eighteen.checks import Check, Checks
from stellwerk.eighteen.frames import StockTurn
from stellwerk.eighteen.state import State, is_player
from stellwerk.eighteen.table import Table


class Trade(Struct, frozen=True, gc=False):
    """A private changes hands between players."""

    s: State
    frame: StockTurn
    private: int
    seller: int
    buyer: int
    price: int


class PrivateTrades:
    """What the player on turn may trade, with whom, and when."""

    def __init__(self, table: Table) -> None:
        """Knows the table only."""
        self.t = t = table
        as_purchase, first = t.choices.private_trade_is_purchase, t.choices.private_trades_from
        self.now: Checks[Trade] = Checks(
            option=Check(
                lambda c: t.choices.private_trades,
                lambda c: t.no("trade.option", "players do not trade privates at this table"),
            ),
            round=Check(
                lambda c: c.s.round.number >= first,
                lambda c: t.no("trade.round", "privates are traded from stock round {first} on", first=first),
            ),
            phase=Check(
                lambda c: t.phases[c.s.phase].trade_privates_between_players,
                lambda c: t.no(
                    "trade.round", "privates are no longer traded in phase {phase}", phase=t.phases[c.s.phase].id
                ),
            ),
            once=Check(
                lambda c: not (c.frame.bought and as_purchase),
                lambda c: t.no("trade.purchase", "a private trade is the purchase of the turn"),
            ),
        )
        self.checks: Checks[Trade] = Checks(
            **self.now,
            sellable=Check(
                lambda c: t.privates[c.private].sellable,
                lambda c: t.no(
                    "private.unsellable", "{private} stays with its owner", private=t.privates[c.private].id
                ),
            ),
            owner=Check(
                lambda c: is_player(c.seller) and c.s.privates[c.private].owner == c.seller != c.buyer,
                lambda c: self.not_for_sale(c),
            ),
            buyer=Check(
                lambda c: not (c.seller == c.frame.seat and as_purchase),
                lambda c: t.no("trade.purchase", "only the buyer may be on turn"),
            ),
            price=Check(
                lambda c: c.price >= 1,
                lambda c: t.no("trade.price", "the price must be at least {least:$}", least=1),
            ),
            cash=Check(
                lambda c: c.price <= c.s.players[c.buyer].cash,
                lambda c: t.no("cash", "{who} has only {cash:$}", who=t.seats[c.buyer], cash=c.s.players[c.buyer].cash),
            ),
        )

    def not_for_sale(self, c: Trade) -> Illegal:
        """Whose the private is, if it is not for the seller to sell, or not to the buyer."""
        owner, private = c.s.privates[c.private].owner, self.t.privates[c.private].id
        if not is_player(owner):
            return self.t.no("trade.owner", "{private} belongs to no player", private=private)
        who = self.t.seats[owner]
        if owner == c.buyer:
            return self.t.no("trade.owner", "{private} is {who}'s already", private=private, who=who)
        return self.t.no("trade.owner", "{private} belongs to {who}", private=private, who=who)

    def any(self, s: State, frame: StockTurn) -> bool:
        """1830 14.6"""
        return next(self.legal(s, frame), None) is not None

    def why_not(self, s: State, frame: StockTurn, private: int, seller: int, buyer: int, price: int) -> Illegal | None:
        """A private changes hands between players."""
        return self.checks.why_not(Trade(s, frame, private, seller, buyer, price))

    def options(self, s: State, frame: StockTurn) -> list[Option]:
        """Private trades: buying from others and, where allowed, selling to others."""
        return list(self.legal(s, frame))

    def legal(self, s: State, frame: StockTurn) -> Iterator[Option]:
        """The same one by one."""
        seat = frame.seat
        if not s.privates or not self.now.allow(Trade(s, frame, 0, seat, seat, 1)):
            return
        for number, entry in enumerate(self.t.privates):
            owner = s.privates[number].owner
            if owner != seat and self.checks.allow(Trade(s, frame, number, owner, seat, 1)):
                yield Option(BuyPrivate(entry.id, 1), Range(1, s.players[seat].cash), money="price")
            for other in range(len(s.players)) if owner == seat else ():
                if self.checks.allow(Trade(s, frame, number, seat, other, 1)):
                    yield Option(SellPrivate(entry.id, other, 1), Range(1, s.players[other].cash), money="price")
