"""Buying trains: bank, pool and other companies, the obligation, and the emergency with the director's help."""

from __future__ import annotations

from stellwerk.core import Action, Illegal, Option, Range
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.depot import OnSale, on_sale, train_limit
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import State
from stellwerk.eighteen.trains import Need, TrainPart
from stellwerk.titles.t1862.funding import Funding
from stellwerk.titles.t1862.state import Raising


class Train1862(TrainPart):
    """The train step (13)."""

    def __init__(self, rules: FamilyRules) -> None:
        """With forced sales of its own."""
        super().__init__(rules)
        self.money = Funding(rules)

    # -- reading

    def helps(self, need: Need) -> bool:
        """True if the director has to help (13.9, A17)."""
        return need.obliged if self.t.options["emergency_help"] == "chosen_out_of_reach" else need.short

    def raisable(self, s: State, company: int) -> int:
        """Treasury and everything the director can raise."""
        holder = s.companies[company]
        return holder.cash + self.money.raisable(s, holder.president, company)

    def why_not_bank(self, s: State, company: int, need: Need, offer: OnSale) -> Illegal | None:
        """Why a train of bank or pool cannot be bought or chosen (13.2, 13.8 to 13.9a)."""
        t = self.t
        if offer.price <= need.treasury:
            return None
        if not need.obliged:
            return t.no("trains.cash", "{train} costs {price:$}", train=offer.train, price=offer.price)
        if not self.helps(need):
            return t.no("help", "the treasury can pay a train: the director does not help with a dearer one")
        if t.options["emergency_must_be_payable"]:
            most = self.raisable(s, company)
            if offer.price > most and any(other.price <= most for other in on_sale(t, s)):
                return t.no("help.choice", "{train} cannot be paid, but another train can", train=offer.train)
        return None

    def other_range(self, s: State, company: int, need: Need, train: str) -> Range:
        """What may be paid for another company's train (13.2c, 13.9b, 13.9f)."""
        most = need.treasury
        if self.helps(need):
            most = max(most, min(self.t.train_price[kind_of(train)], self.raisable(s, company)))
        return Range(1, most)

    # -- options

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every train that can be bought, in an emergency also those that must be paid with help."""
        t, company = self.t, frame.company
        if len(s.companies[company].trains) >= train_limit(t, s):
            return []
        need = self.need(s, company)
        found = [
            Option(BuyTrain(offer.train, offer.price))
            for offer in on_sale(t, s)
            if self.why_not_bank(s, company, need, offer) is None
        ]
        for seller in self.sellers(s, company):
            for train in s.companies[seller].trains:
                prices = self.other_range(s, company, need, train)
                if prices.low <= prices.high:
                    found.append(Option(BuyTrain(train, prices.low), prices, money="price"))
        return found

    # -- actions

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """A purchase; shares are sold only after a train has been chosen."""
        if not isinstance(action, BuyTrain):
            return False
        if action.trade_in:
            raise self.t.no("trade_in", "trains are not handed in for others")
        self.buy(m, frame, action)
        return True

    def buy_from_bank(self, m: Move, frame: OperatingTurn, action: BuyTrain, offer_: OnSale) -> None:
        """From bank or pool at its printed price; what the treasury lacks the director has to raise."""
        t, company = self.t, frame.company
        self.check_room(m.s, company)
        if action.price != offer_.price:
            raise t.no("trains.price", "{train} costs {price:$}", train=offer_.train, price=offer_.price)
        refusal = self.why_not_bank(m.s, company, self.need(m.s, company), offer_)
        if refusal:
            raise refusal
        self.pay_or_raise(m, company, action)

    def buy_from_company(self, m: Move, frame: OperatingTurn, action: BuyTrain, seller: int) -> None:
        """From another company: price and consent."""
        t, company = self.t, frame.company
        self.check_room(m.s, company)
        need = self.need(m.s, company)
        prices = self.other_range(m.s, company, need, action.train)
        if action.price < 1:
            raise t.no("trains.other", "the price must be at least {least:$}", least=1)
        if action.price > prices.high:
            key = "trains.other"
            if self.helps(need):
                key = "help.cap" if action.price > t.train_price[kind_of(action.train)] else "help.void"
            raise t.no(key, "the price may be at most {most:$}", most=prices.high)
        self.ask_seller(m, frame, action, seller)

    def settle_deal(self, m: Move, frame: OperatingTurn, action: Offer) -> bool:
        """An agreed purchase: carried out, or the director raises the money first."""
        assert isinstance(action, BuyTrain)
        self.pay_or_raise(m, frame.company, action)
        return True

    def pay_or_raise(self, m: Move, company: int, action: BuyTrain) -> None:
        """Buy at once if the money is there; otherwise the director must raise what is missing (13.9c)."""
        holder = m.s.companies[company]
        missing = action.price - holder.cash
        raising = Raising(holder.president, company, max(0, missing), action.train, action.price)
        if missing <= m.s.players[holder.president].cash:
            self.complete(m, raising)
            return
        m.push(raising)
        m.tell(
            "named", "help.sell", "{who} must sell certificates for {train}, which costs {price:$}",
            who=self.t.seats[holder.president], train=action.train, price=action.price,
        )  # fmt: skip

    def complete(self, m: Move, raising: Raising) -> None:
        """The company spends its treasury, the director adds what is missing (13.9c); the train is bought."""
        t, company = self.t, raising.company
        self.help(m, company, raising.price)
        if self.owner(m.s, raising.train) is None:
            offer = next(offer for offer in on_sale(t, m.s) if offer.train == raising.train)
            self.receive_from_bank(m, company, offer, offer.price)
            return
        frame = m.s.frames[-1]
        assert isinstance(frame, OperatingTurn)
        super().settle_deal(m, frame, BuyTrain(raising.train, raising.price))

    def owner(self, s: State, train: str) -> int | None:
        """The company that owns a train."""
        return next((number for number, company in enumerate(s.companies) if train in company.trains), None)

    def still_there(self, s: State, train: str) -> bool:
        """True if a chosen train can still be bought where it was."""
        return self.owner(s, train) is not None or any(offer.train == train for offer in on_sale(self.t, s))
