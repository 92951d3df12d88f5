"""Buying trains: from the bank, from other companies, in exchange, and the forced purchase with help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stellwerk.core import Action, Illegal, Option, Range
from stellwerk.eighteen.abilities import close_on
from stellwerk.eighteen.actions import Bankrupt, BuyTrain, SellPrivate, SellShares
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.deals import needs_consent, offer
from stellwerk.eighteen.depot import OnSale, new_phase, offer_view, on_sale, take_from_depot, train_limit
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.funding import Funding
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, NOBODY, S, company_owner
from stellwerk.eighteen.train_rules import BankDeal, Need, OtherDeal, TradeIn, TrainRules


class TrainPart(TrainRules[S]):
    """The last obligatory part of the turn."""

    name = "trains"
    cite = "trains"
    deal_cite = "trains.other"  # what is paid to another company
    funding_type: type[Funding[S]] = Funding

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Emergency money is a module of its own."""
        super().__init__(rules)
        self.funding = self.funding_type(rules)
        self.acts = {
            BuyTrain: ActionKind(self.buy, self.why_not_buy),
            SellShares: ActionKind(self.fund, self.why_not_fund),
            SellPrivate: ActionKind(self.fund, self.why_not_fund),
            Bankrupt: ActionKind(self.fund, self.why_not_fund),
        }

    def view(self, s: S, frame: OperatingTurn) -> dict[str, Any]:
        """What the bank sells to the company, whether it must buy, and who has how much for it."""
        need = self.need(s, frame.company)
        return {
            "offers": [offer_view(offer_) for offer_ in need.offers],
            "must_buy": need.obliged,
            "must_help": need.short,
            "cheapest": need.cheapest,
            "treasury": need.treasury,
            "purse": need.purse,
        }

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """1830 14.10c"""
        s, company = m.s, frame.company
        if self.obliged(s, company):
            return True
        holder = s.companies[company]
        offers = on_sale(self.t, s)
        if len(holder.trains) < train_limit(self.t, s.phase, company):
            if any(offer.price <= holder.cash for offer in offers):
                return True
            if holder.cash >= 1 and self.sellers(s, company):
                return True
        return any(
            price <= holder.cash
            for offer in offers
            if offer.source == "depot"
            for _, price in self.trade_ins(s, company, offer.kind)
        )

    def why_not_pass(self, s: S, frame: OperatingTurn) -> Illegal | None:
        """A company that must own a train cannot pass."""
        return self.why_must() if self.obliged(s, frame.company) else None

    def why_must(self) -> Illegal:
        """The refusal of a pass by such a company."""
        return self.t.no("trains.must", "the company must buy a train")

    def why_not_buy(self, s: S, frame: OperatingTurn, action: BuyTrain) -> Illegal | None:
        """The rule a purchase breaks, wherever the train is."""
        company, seller, need = frame.company, self.owner(s, action.train), self.need(s, frame.company)
        if seller is not None and seller != company and not action.trade_in:
            prices = self.other_prices(s, frame, need, action.train)
            return self.other.why_not(OtherDeal(s, frame, need, action.train, seller, action.price, prices))
        offer_ = next((offer_ for offer_ in need.offers if offer_.train == action.train), None)
        if offer_ is None:
            return self.why_not_offered(s, company, action.train)
        if action.trade_in:
            due = dict(self.trade_ins(s, company, offer_.kind)).get(action.trade_in)
            return self.handing_in.why_not(TradeIn(s, frame, offer_, action.trade_in, action.price, due))
        return self.bank.why_not(BankDeal(s, frame, need, offer_, action.price))

    def why_not_offered(self, s: S, company: int, train: str) -> Illegal:
        """A train the bank does not sell to it."""
        return self.t.no("trains.on_sale", "{train} is not on sale", train=train[:20])

    def why_not_fund(self, s: S, frame: OperatingTurn, action: Action) -> Illegal | None:
        """An emergency sale or a bankruptcy."""
        need = self.need(s, frame.company)
        if not need.obliged:
            key = "bankrupt" if isinstance(action, Bankrupt) else "help.obliged"
            return self.t.no(key, "the company is not obliged to buy a train")
        return self.funding.why_not(s, frame, action, need.cheapest or 0)

    # -- options

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Every train that can be bought, and in an emergency what can be sold."""
        need = self.need(s, frame.company)
        found = [*self.bank_options(s, frame, need), *self.other_options(s, frame, need)]
        if need.obliged:
            found += self.funding.options(s, frame, need.cheapest or 0)
        return found

    def bank_options(self, s: S, frame: OperatingTurn, need: Need) -> Iterator[Option]:
        """Trains of the bank, bought or in exchange."""
        room: bool | None = None
        for offer_ in need.offers:
            deal = BankDeal(s, frame, need, offer_, offer_.price)
            if room is None:
                room = self.bank.kind.allow(deal)
            if room and self.bank.each.allow(deal):
                yield Option(BuyTrain(offer_.train, offer_.price))
            for old, due in self.trade_ins(s, frame.company, offer_.kind) if offer_.source == "depot" else ():
                if self.handing_in.each.allow(TradeIn(s, frame, offer_, old, due, due)):
                    yield Option(BuyTrain(offer_.train, due, old))

    def other_options(self, s: S, frame: OperatingTurn, need: Need) -> Iterator[Option]:
        """Trains of other companies."""
        if not self.other.kind.allow(OtherDeal(s, frame, need, "", NOBODY, 0, Range(1, 0))):
            return
        for seller in self.sellers(s, frame.company):
            for train in s.companies[seller].trains:
                prices = self.other_prices(s, frame, need, train)
                if self.other.each.allow(OtherDeal(s, frame, need, train, seller, prices.low, prices)):
                    yield Option(BuyTrain(train, prices.low), prices, money="price")

    # -- actions

    def buy(self, m: Move[S], frame: OperatingTurn, action: BuyTrain) -> None:
        """Find out where the train is and buy it there."""
        company, seller = frame.company, self.owner(m.s, action.train)
        if seller is not None:
            self.ask_seller(m, frame, action, seller)
            return
        offer_ = next(offer_ for offer_ in self.offers(m.s, company) if offer_.train == action.train)
        if action.trade_in:
            left = tuple(train for train in m.s.companies[company].trains if train != action.trade_in)
            m.company(company, trains=left)
            m.s.train_pool = (*m.s.train_pool, action.trade_in)
            self.receive_from_bank(m, company, offer_, action.price)
        else:
            self.buy_from_bank(m, frame, action, offer_)

    def buy_from_bank(self, m: Move[S], frame: OperatingTurn, action: BuyTrain, offer_: OnSale) -> None:
        """The president pays what the treasury lacks."""
        self.help(m, frame.company, offer_.price)
        self.receive_from_bank(m, frame.company, offer_, offer_.price)

    def fund(self, m: Move[S], frame: OperatingTurn, action: SellShares | SellPrivate | Bankrupt) -> None:
        """An emergency sale or a bankruptcy."""
        self.funding.apply(m, frame, action)

    def receive_from_bank(self, m: Move[S], company: int, offer_: OnSale, price: int) -> None:
        """Pay, take the train, and everything that follows from it."""
        m.pay(company_owner(company), BANK, price, "trains.price", "train {train}", train=offer_.train)
        first = False
        if offer_.source == "depot":
            first = take_from_depot(m, offer_.kind)
        else:
            m.s.train_pool = tuple(train for train in m.s.train_pool if train != offer_.train)
        self.receive(m, company, offer_.train)
        if first:
            new_phase(m, offer_.kind, self.discard_order(m.s, company))

    def discard_order(self, s: S, company: int) -> Sequence[int]:
        """Who gives up trains first when the limit falls: the company on turn, then the others (18TE 6.4)."""
        if not self.t.choices.discards_in_operating_order:
            return ()
        return [company, *(number for number in self.shares.operating_order(s) if number != company)]

    def receive(self, m: Move[S], company: int, train: str) -> None:
        """The company owns the train."""
        t, holder = self.t, m.s.companies[company]
        m.company(company, trains=sort_trains(t.kit.train_index, (*holder.trains, train)), owned_train=True)
        m.tell("train", "trains", "{company} buys train {train}", company=t.companies[company].id, train=train)
        if not holder.owned_train:  # 1830 10.3.6
            close_on(m, "train", company)

    def help(self, m: Move[S], company: int, price: int) -> None:
        """The president pays what is missing (1830 9.10)."""
        holder = m.s.companies[company]
        if price > holder.cash:
            m.pay(holder.president, company_owner(company), price - holder.cash, "help", "help with a train")

    def ask_seller(self, m: Move[S], frame: OperatingTurn, action: BuyTrain, seller: int) -> None:
        """The seller's president agrees, unless he is the buyer's too."""
        president, other = m.s.companies[frame.company].president, m.s.companies[seller].president
        if needs_consent(self.t, president, other):
            offer(m, action, by=president, to=other)
        else:
            self.settle_deal(m, frame, action)

    def settle_deal(self, m: Move[S], frame: OperatingTurn, action: Offer) -> bool:
        """Carry out an agreed deal: a train of another company, or a private sold in an emergency."""
        if isinstance(action, SellPrivate):
            self.funding.settle_private(m, action)
            return True
        if not isinstance(action, BuyTrain):
            return False
        company = frame.company
        seller = next(number for number, other in enumerate(m.s.companies) if action.train in other.trains)
        self.help(m, company, action.price)
        m.pay(
            company_owner(company),
            company_owner(seller),
            action.price,
            self.deal_cite,
            "train {train}",
            train=action.train,
        )
        left = tuple(train for train in m.s.companies[seller].trains if train != action.train)
        m.company(seller, trains=left)
        self.receive(m, company, action.train)
        return True


def sort_trains(index: dict[str, int], trains: tuple[str, ...]) -> tuple[str, ...]:
    """Trains in the order of the depot."""

    def place(train: str) -> tuple[int, int]:
        kind, _, number = train.rpartition("-")
        return index[kind], int(number)

    return tuple(sorted(trains, key=place))
