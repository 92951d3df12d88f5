"""Buying trains: two-sided cards from the factory, and the forced purchase for which a president names the train."""

from __future__ import annotations

from stellwerk.core import Illegal, Range
from stellwerk.eighteen.actions import BuyTrain, SellShares
from stellwerk.eighteen.depot import OnSale, card_of, on_sale
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.funding import Funding
from stellwerk.eighteen.naming import NamingPart
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import NOBODY, company_owner
from stellwerk.eighteen.train_rules import Need

from .state import Move18TE, State18TE, Turn


class Funding18TE(Funding[State18TE]):
    """Sales for a named train, and the bankruptcy of a player."""

    def why_not_needed(
        self, s: State18TE, frame: OperatingTurn, number: int, percent: int, price: int
    ) -> Illegal | None:
        """8.5, 8.5a, 8.6"""
        share = self.shares.price(s.companies[number])
        if self.money(s, frame.company) + (self.shares.units(number, percent) - 1) * share >= price:
            return self.t.no("help.necessary", "{percent} % is more than necessary", percent=percent)
        return None

    def go_bankrupt(self, m: Move18TE, frame: OperatingTurn) -> None:
        """Everything that can be sold is sold, the money stays in the company, its turn is over (A21)."""
        t, s = self.t, m.s
        seat = s.companies[frame.company].president
        m.tell("bankrupt", "bankrupt", "{who} is bankrupt", who=t.seats[seat])
        for number in self.shares.operating_order(s):
            percent = self.largest_sale(s, frame, number)
            if percent:
                self.shares.sell(m, seat, number, percent)
        m.pay(seat, company_owner(frame.company), s.players[seat].cash, "bankrupt", "bankruptcy")
        m.player(seat, bankrupt=True)
        s.ending = s.ending or "bankrupt"
        if t.options["player_bankruptcy"] == "at once":
            s.ended = "bankrupt"
        m.pop()


class Train18TE(NamingPart[State18TE]):
    """The train step."""

    funding_type = Funding18TE

    # -- reading

    def named(self, frame: OperatingTurn) -> tuple[str, int]:
        """8.5"""
        assert isinstance(frame, Turn)
        return frame.named, frame.price

    def obliged(self, s: State18TE, company: int) -> bool:
        """7.8.5; a bankrupt president is not asked again (A21)."""
        if not super().obliged(s, company):
            return False
        holder = s.companies[company]
        if not s.players[holder.president].bankrupt:
            return True
        return min(offer.price for offer in on_sale(self.t, s)) <= holder.cash

    def helps(self, s: State18TE, frame: OperatingTurn, need: Need) -> bool:
        """8.1: no train, a route it could run, and none of factory and pool it can pay; both may be empty (A31)."""
        holder = s.companies[frame.company]
        if need.cheapest is not None:
            return need.short
        bankrupt = s.players[holder.president].bankrupt
        return not holder.trains and not bankrupt and self.t.networks.runs(s.board, frame.company)

    def raised(self, s: State18TE, frame: OperatingTurn, need: Need) -> int:
        """Also with what the president can sell (8.5)."""
        return self.funding.raisable(s, frame)

    def other_prices(self, s: State18TE, frame: OperatingTurn, need: Need, train: str) -> Range:
        """What may be paid for another company's train: the treasury, with help up to the train's price (8.4)."""
        most = need.treasury
        if self.helps(s, frame, need):
            most = max(most, min(self.t.train_price[kind_of(train)], self.funding.raisable(s, frame)))
        return Range(1, most)

    def waits(self, m: Move18TE, frame: OperatingTurn) -> bool:
        """15.8"""
        if self.named(frame)[0] or super().waits(m, frame):
            return True
        if m.s.companies[frame.company].trains:
            return False
        return self.helps(m.s, frame, self.need(m.s, frame.company)) and bool(self.options(m.s, frame))

    # -- options

    def broke(self, s: State18TE, frame: OperatingTurn, need: Need) -> bool:
        """True if the president cannot raise the money for the cheapest train (8.8)."""
        return need.short and self.funding.raisable(s, frame) < (need.cheapest or 0)

    # -- actions

    def why_not_buy(self, s: State18TE, frame: OperatingTurn, action: BuyTrain) -> Illegal | None:
        """Of a card with two sides one is bought."""
        t, kind = self.t, kind_of(action.train)
        free = not action.trade_in and not self.named(frame)[0]
        if free and kind in t.kit.train_index and kind not in t.kit.reach:
            return t.no("trains.side", "{card} has two sides: one of them is bought", card=card_of(t, kind))
        return super().why_not_buy(s, frame, action)

    def unnamed_key(self, s: State18TE, frame: OperatingTurn) -> str:
        """Who may help names a train first (8.5)."""
        return "help.named" if self.helps(s, frame, self.need(s, frame.company)) else "help.obliged"

    def receive_from_bank(self, m: Move18TE, company: int, offer_: OnSale, price: int) -> None:
        """A card from the factory takes the export marker away (7.0.1)."""
        if offer_.source == "depot":
            m.s.export = False
        super().receive_from_bank(m, company, offer_, price)

    def help(self, m: Move18TE, company: int, price: int) -> None:
        """The president pays what is missing; the company then issues nothing in this turn (8.3, 8.7)."""
        if price > m.s.companies[company].cash:
            m.top(helped=True)
        super().help(m, company, price)

    # -- naming

    def name_train(self, m: Move18TE, frame: OperatingTurn, action: BuyTrain) -> None:
        """The president must sell certificates for this train now (8.5, 8.9)."""
        seller = self.owner(m.s, action.train)
        m.top(agreed=NOBODY if seller is None else m.s.companies[seller].president)
        super().name_train(m, frame, action)

    def sell(self, m: Move18TE, frame: Turn, action: SellShares) -> None:
        """A sale for the named train; as soon as the money is there, the train is bought."""
        t, company, number = self.t, frame.company, self.t.company(action.company)
        self.shares.sell(m, m.s.companies[company].president, number, action.percent)
        if self.funding.money(m.s, company) < frame.price:
            if self.funding.raisable(m.s, frame) < frame.price:
                m.top(named="", price=0, agreed=NOBODY)
                m.tell("unnamed", "help.cash", "the money for {train} cannot be raised", train=frame.named)
            return
        m.top(named="", price=0, agreed=NOBODY)
        purchase, seller = BuyTrain(frame.named, frame.price), self.owner(m.s, frame.named)
        if seller is None:
            offer = next(offer for offer in on_sale(t, m.s) if offer.train == frame.named)
            self.help(m, company, offer.price)
            self.receive_from_bank(m, company, offer, offer.price)
        elif m.s.companies[seller].president == frame.agreed:
            self.settle_deal(m, frame, purchase)
        else:  # 8.9: the new president has to agree anew
            self.ask_seller(m, frame, purchase, seller)
