"""Privates traded between players in a stock round."""

from __future__ import annotations

from stellwerk.core import Illegal, Option, Range
from stellwerk.eighteen.actions import BuyPrivate, SellPrivate
from stellwerk.eighteen.frames import StockTurn
from stellwerk.eighteen.state import State, is_player
from stellwerk.eighteen.table import Table


class PrivateTrades:
    """What the player on turn may trade, with whom, and when."""

    def __init__(self, table: Table) -> None:
        """Knows the table only."""
        self.t = table

    def why_not_now(self, s: State, frame: StockTurn) -> Illegal | None:
        """Why players may not trade privates now."""
        t = self.t
        if not t.choices.private_trades:
            return t.no("trade.option", "players do not trade privates at this table")
        first = t.choices.private_trades_from
        if s.round.number < first:
            return t.no("trade.round", "privates are traded from stock round {first} on", first=first)
        if not t.phases[s.phase].trade_privates_between_players:
            return t.no("trade.round", "privates are no longer traded in phase {phase}", phase=t.phases[s.phase].id)
        if frame.bought and t.choices.private_trade_is_purchase:
            return t.no("trade.purchase", "a private trade is the purchase of the turn")
        return None

    def tradable(self, s: State, private: int) -> bool:
        """True if a player owns the private and may part with it."""
        held = s.privates[private]
        return is_player(held.owner) and not held.closed and self.t.privates[private].sellable

    def any(self, s: State, frame: StockTurn) -> bool:
        """1830 14.6"""
        if self.why_not_now(s, frame):
            return False
        seat = frame.seat
        others = [n for n in range(len(s.privates)) if self.tradable(s, n) and s.privates[n].owner != seat]
        if others and s.players[seat].cash >= 1:
            return True
        if self.t.choices.private_trade_is_purchase:
            return False
        own = any(self.tradable(s, n) and s.privates[n].owner == seat for n in range(len(s.privates)))
        return own and any(player.cash >= 1 for other, player in enumerate(s.players) if other != seat)

    def why_not(self, s: State, frame: StockTurn, private: int, seller: int, buyer: int, price: int) -> Illegal | None:
        """A private changes hands between players."""
        t = self.t
        name = t.privates[private].id
        refusal = self.why_not_now(s, frame)
        if refusal:
            return refusal
        if not t.privates[private].sellable:
            return t.no("private.unsellable", "{private} stays with its owner", private=name)
        if not self.tradable(s, private) or s.privates[private].owner != seller or seller == buyer:
            return t.no("trade.owner", "{private} cannot be traded that way", private=name)
        if seller == frame.seat and t.choices.private_trade_is_purchase:
            return t.no("trade.purchase", "only the buyer may be on turn")
        if price < 1:
            return t.no("trade.price", "the price must be at least {least:$}", least=1)
        if price > s.players[buyer].cash:
            return t.no("cash", "{who} has only {cash:$}", who=t.seats[buyer], cash=s.players[buyer].cash)
        return None

    def options(self, s: State, frame: StockTurn) -> list[Option]:
        """Private trades: buying from others and, where allowed, selling to others."""
        if self.why_not_now(s, frame):
            return []
        t, seat = self.t, frame.seat
        found = []
        cash = s.players[seat].cash
        for number, entry in enumerate(t.privates):
            if not self.tradable(s, number):
                continue
            if s.privates[number].owner != seat:
                if cash >= 1:
                    found.append(Option(BuyPrivate(entry.id, 1), Range(1, cash), money="price"))
            elif not t.choices.private_trade_is_purchase:
                found += [
                    Option(SellPrivate(entry.id, other, 1), Range(1, player.cash), money="price")
                    for other, player in enumerate(s.players)
                    if other != seat and player.cash >= 1
                ]
        return found
