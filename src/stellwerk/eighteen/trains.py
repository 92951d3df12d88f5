"""Buying trains: from the bank, from other companies, in exchange, and the forced purchase with help."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.core import Action, Illegal, Option, Range
from stellwerk.eighteen.actions import Bankrupt, BuyTrain, SellPrivate, SellShares
from stellwerk.eighteen.deals import needs_consent, offer
from stellwerk.eighteen.depot import OnSale, close_private, new_phase, on_sale, take_from_depot, train_limit
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.funding import Funding
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import BANK, State, company_owner


class Need(Struct, frozen=True):
    """What a company's train step looks like: is it obliged, and who has how much."""

    obliged: bool
    cheapest: int | None
    treasury: int
    purse: int  # the president's cash

    @property
    def short(self) -> bool:
        """True if the president has to help with the cheapest train."""
        return self.obliged and self.cheapest is not None and self.treasury < self.cheapest


class TrainPart(TurnPart):
    """The last obligatory part of the turn."""

    name = "trains"
    cite = "trains"

    def __init__(self, rules: FamilyRules) -> None:
        """Emergency money is a module of its own."""
        super().__init__(rules)
        self.funding = Funding(rules)

    # -- reading

    def obliged(self, s: State, company: int) -> bool:
        """1830 9.9: no train, trains on sale, and (as the option says) a route."""
        if s.companies[company].trains or not on_sale(self.t, s):
            return False
        return self.t.choices.must_buy_always or self.t.networks.runs(s.board, company)

    def need(self, s: State, company: int) -> Need:
        """The position of the company in its train step."""
        offers = on_sale(self.t, s)
        holder = s.companies[company]
        return Need(
            self.obliged(s, company),
            min((offer.price for offer in offers), default=None),
            holder.cash,
            s.players[holder.president].cash,
        )

    def sellers(self, s: State, company: int) -> list[int]:
        """Other companies whose trains may be bought."""
        president = s.companies[company].president
        everyone = self.t.choices.trains_of_other_presidents
        return [
            number
            for number, other in enumerate(s.companies)
            if number != company and other.trains and (everyone or other.president == president)
        ]

    def trade_ins(self, s: State, company: int, kind: str) -> list[tuple[str, int]]:
        """(train handed in, price) for a kind of train from the depot; one train of each kind."""
        entry = self.t.trains[self.t.kit.train_index[kind]]
        return [
            (train, entry.price - entry.discount[kind_of(train)])
            for train in s.companies[company].trains
            if kind_of(train) in entry.discount
        ]

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """1830 14.10c"""
        s, company = m.s, frame.company
        if self.obliged(s, company):
            return True
        holder = s.companies[company]
        offers = on_sale(self.t, s)
        if len(holder.trains) < train_limit(self.t, s):
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

    def may_pass(self, s: State, frame: OperatingTurn) -> Illegal | None:
        """A company that must own a train cannot pass."""
        if self.obliged(s, frame.company):
            return self.t.no("trains.must", "the company must buy a train")
        return None

    # -- prices

    def other_prices(self, need: Need, frame: OperatingTurn, train: str) -> Range:
        """What may be paid for another company's train (1830 9.3, 9.10a, 9.11, 9.12c)."""
        most = need.treasury
        face = self.t.train_price[kind_of(train)]
        least = 1
        if self.helped(need):
            together = need.treasury + need.purse
            capped = self.t.choices.help_capped
            most = max(most, min(face, together) if capped else together)
            if frame.last_sale and face > need.treasury:
                least = max(1, together - frame.last_sale + 1)
        return Range(least, most)

    def helped(self, need: Need) -> bool:
        """True if the president may help with another company's train."""
        return need.obliged

    def bank_price_paid(self, need: Need, offer_: OnSale) -> Illegal | None:
        """Why the company cannot pay for a train of the bank, with help where help is allowed."""
        t = self.t
        if offer_.price <= need.treasury:
            return None
        price = offer_.price
        if not need.obliged:
            return t.no("trains.cash", "{train} costs {price:$}", train=offer_.train, price=price)
        if not need.short:
            return t.no(
                "help.dearer", "the president may not help with a dearer train while the treasury can pay the cheapest"
            )
        if offer_.price != need.cheapest and t.choices.help_cheapest_only:
            return t.no("help.cheapest", "the president may help only with the cheapest train")
        if need.treasury + need.purse < offer_.price:
            return t.no("help.cash", "treasury and president's cash do not reach {price:$}", price=price)
        return None

    # -- options

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every train that can be bought, and in an emergency what can be sold."""
        company = frame.company
        holder, need = s.companies[company], self.need(s, company)
        room = len(holder.trains) < train_limit(self.t, s)
        found = []
        for offer_ in on_sale(self.t, s):
            if room and self.bank_price_paid(need, offer_) is None:
                found.append(Option(BuyTrain(offer_.train, offer_.price)))
            if offer_.source == "depot":
                found += [
                    Option(BuyTrain(offer_.train, price, train))
                    for train, price in self.trade_ins(s, company, offer_.kind)
                    if price <= holder.cash
                ]
        if room:
            for seller in self.sellers(s, company):
                for train in s.companies[seller].trains:
                    prices = self.other_prices(need, frame, train)
                    if prices.low <= prices.high:
                        found.append(Option(BuyTrain(train, prices.low), prices, money="price"))
        if need.obliged:
            found += self.funding.options(s, frame, need.cheapest or 0)
        return found

    # -- actions

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """A purchase, an emergency sale or a bankruptcy."""
        if isinstance(action, BuyTrain):
            self.buy(m, frame, action)
            return True
        if isinstance(action, SellShares | SellPrivate | Bankrupt):
            need = self.need(m.s, frame.company)
            if not need.obliged:
                key = "bankrupt" if isinstance(action, Bankrupt) else "help.obliged"
                raise self.t.no(key, "the company is not obliged to buy a train")
            self.funding.apply(m, frame, action, need.cheapest or 0)
            return True
        return False

    def buy(self, m: Move, frame: OperatingTurn, action: BuyTrain) -> None:
        """Find out where the train is and buy it there."""
        t, s, company = self.t, m.s, frame.company
        owner = next((number for number, other in enumerate(s.companies) if action.train in other.trains), None)
        if owner is not None and owner != company and not action.trade_in:
            self.buy_from_company(m, frame, action, owner)
            return
        offers = {offer_.train: offer_ for offer_ in on_sale(t, s)}
        offer_ = offers.get(action.train)
        if offer_ is None:
            raise t.no("trains.on_sale", "{train} is not on sale", train=action.train[:20])
        if action.trade_in:
            self.trade_in(m, frame, action, offer_)
        else:
            self.buy_from_bank(m, frame, action, offer_)

    def check_room(self, s: State, company: int) -> None:
        """The train limit."""
        limit = train_limit(self.t, s)
        if len(s.companies[company].trains) >= limit:
            raise self.t.no("trains.limit", "the company owns {limit} trains, as many as it may", limit=limit)

    def buy_from_bank(self, m: Move, frame: OperatingTurn, action: BuyTrain, offer_: OnSale) -> None:
        """From depot or train pool at face price; the president pays what the treasury lacks."""
        t, company = self.t, frame.company
        self.check_room(m.s, company)
        if action.price != offer_.price:
            raise t.no("trains.price", "{train} costs {price:$}", train=offer_.train, price=offer_.price)
        refusal = self.bank_price_paid(self.need(m.s, company), offer_)
        if refusal:
            raise refusal
        self.help(m, company, offer_.price)
        self.receive_from_bank(m, company, offer_, offer_.price)

    def trade_in(self, m: Move, frame: OperatingTurn, action: BuyTrain, offer_: OnSale) -> None:
        """A train is handed in for a cheaper price (1830 9.4)."""
        t, company = self.t, frame.company
        holder = m.s.companies[company]
        if action.trade_in not in holder.trains:
            raise t.no("trade_in", "the company does not own {train}", train=action.trade_in[:20])
        price = dict(self.trade_ins(m.s, company, offer_.kind)).get(action.trade_in)
        if price is None or offer_.source != "depot":
            raise t.no("trade_in", "{old} cannot be handed in for {train}", old=action.trade_in, train=offer_.train)
        if action.price != price:
            raise t.no("trade_in", "{train} costs {price:$} with a trade-in", train=offer_.train, price=price)
        if price > holder.cash:
            raise t.no("help.no_trade_in", "the treasury cannot pay {price:$}", price=price)
        m.company(company, trains=tuple(train for train in holder.trains if train != action.trade_in))
        m.s.train_pool = (*m.s.train_pool, action.trade_in)
        self.receive_from_bank(m, company, offer_, price)

    def receive_from_bank(self, m: Move, company: int, offer_: OnSale, price: int) -> None:
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

    def discard_order(self, s: State, company: int) -> Sequence[int]:
        """Who gives up trains first when the limit falls: the company on turn, then the others (18TE 6.4)."""
        if not self.t.choices.discards_in_operating_order:
            return ()
        return [company, *(number for number in self.shares.operating_order(s) if number != company)]

    def receive(self, m: Move, company: int, train: str) -> None:
        """The company owns the train."""
        t, holder = self.t, m.s.companies[company]
        m.company(company, trains=sort_trains(t.kit.train_index, (*holder.trains, train)), owned_train=True)
        m.tell("train", "trains", "{company} buys train {train}", company=t.companies[company].id, train=train)
        if not holder.owned_train:  # 1830 10.3.6
            for number, entry in enumerate(t.privates):
                if entry.closes_on == f"first train bought by {t.companies[company].id}":
                    close_private(m, number, "private.closes")

    def help(self, m: Move, company: int, price: int) -> None:
        """The president pays what is missing (1830 9.10)."""
        holder = m.s.companies[company]
        if price > holder.cash:
            m.pay(holder.president, company_owner(company), price - holder.cash, "help", "help with a train")

    def buy_from_company(self, m: Move, frame: OperatingTurn, action: BuyTrain, seller: int) -> None:
        """From another company: price and consent."""
        t, s, company = self.t, m.s, frame.company
        if seller not in self.sellers(s, company):
            raise t.no("trains.other", "trains are bought only from companies with the same president at this table")
        self.check_room(s, company)
        need = self.need(s, company)
        prices = self.other_prices(need, frame, action.train)
        if action.price < 1:
            raise t.no("trains.other", "the price must be at least {least:$}", least=1)
        if action.price < prices.low:
            raise t.no(
                "help.last_sale",
                "after the emergency sale the price must be at least {least:$}",
                least=prices.low,
            )
        if action.price > prices.high:
            key = "help.cap" if need.obliged else "trains.cash"
            raise t.no(key, "the price may be at most {most:$}", most=prices.high)
        self.ask_seller(m, frame, action, seller)

    def ask_seller(self, m: Move, frame: OperatingTurn, action: BuyTrain, seller: int) -> None:
        """The seller's president agrees, unless he is the buyer's too."""
        president, other = m.s.companies[frame.company].president, m.s.companies[seller].president
        if needs_consent(self.t, president, other):
            offer(m, action, by=president, to=other)
        else:
            self.settle_deal(m, frame, action)

    def settle_deal(self, m: Move, frame: OperatingTurn, action: Offer) -> bool:
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
            "trains.other",
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
