"""Buying trains: two-sided cards from the factory, and the forced purchase for which a president names the train."""

from __future__ import annotations

from stellwerk.core import Action, Illegal, Option, Range
from stellwerk.eighteen.actions import Bankrupt, BuyTrain, SellShares
from stellwerk.eighteen.depot import OnSale, card_of, on_sale, train_limit
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.funding import Funding
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import NOBODY, State, company_owner
from stellwerk.eighteen.trains import Need, TrainPart
from stellwerk.titles.t18te.state import Turn, own


class Funding18TE(Funding):
    """Sales for a named train, and the bankruptcy of a player."""

    def why_not_sell(self, s: State, frame: OperatingTurn, number: int, percent: int, price: int) -> Illegal | None:
        """8.5, 8.5a, 8.6"""
        seat = s.companies[frame.company].president
        refusal = self.shares.why_not_sell(s, seat, number, percent)
        refusal = refusal or self.why_not_presidency(s, frame, number, percent)
        if refusal:
            return refusal
        share = self.shares.price(s.companies[number])
        if self.money(s, frame.company) + (percent // 10 - 1) * share >= price:
            return self.t.no("help.necessary", "{percent} % is more than necessary", percent=percent)
        return None

    def sales(self, s: State, frame: OperatingTurn, price: int) -> list[Option]:
        """Every block of certificates that may be sold for a train of that price."""
        return [
            Option(SellShares(entry.id, percent))
            for number, entry in enumerate(self.t.companies)
            for percent in range(10, self.largest_sale(s, frame, number) + 1, 10)
            if self.why_not_sell(s, frame, number, percent, price) is None
        ]

    def go_bankrupt(self, m: Move, frame: OperatingTurn) -> None:
        """Everything that can be sold is sold, the money stays in the company, its turn is over (A21)."""
        t, s = self.t, own(m.s)
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


class Train18TE(TrainPart):
    """The train step."""

    def __init__(self, rules: FamilyRules) -> None:
        """With its own emergency money."""
        super().__init__(rules)
        self.money: Funding18TE = Funding18TE(rules)
        self.funding = self.money

    # -- reading

    def obliged(self, s: State, company: int) -> bool:
        """7.8.5; a bankrupt president is not asked again (A21)."""
        if not super().obliged(s, company):
            return False
        holder = s.companies[company]
        if not s.players[holder.president].bankrupt:
            return True
        return min(offer.price for offer in on_sale(self.t, s)) <= holder.cash

    def helped(self, need: Need) -> bool:
        """8.10: only if the treasury cannot pay the cheapest train."""
        return need.short

    def other_range(self, s: State, frame: OperatingTurn, train: str) -> Range:
        """What may be paid for another company's train: the treasury, with help up to the train's price (8.4)."""
        need = self.need(s, frame.company)
        most = need.treasury
        if need.short:
            face = self.t.train_price[kind_of(train)]
            most = max(most, min(face, self.money.raisable(s, frame)))
        return Range(1, most)

    def why_not_bank(self, s: State, frame: OperatingTurn, offer: OnSale) -> Illegal | None:
        """Why a train of factory or pool cannot be paid, with help and sales where they are allowed (part 8)."""
        t, need = self.t, self.need(s, frame.company)
        if offer.price <= need.treasury:
            return None
        if not need.obliged:
            return t.no("trains.cash", "{train} costs {price:$}", train=offer.train, price=offer.price)
        if not need.short:
            return t.no(
                "help.dearer", "the president may not help with a dearer train while the treasury can pay the cheapest"
            )
        if offer.price != need.cheapest:
            return t.no("help.cheapest", "the president may help only with the cheapest train")
        if self.money.raisable(s, frame) < offer.price:
            return t.no("help.cash", "treasury and president's cash do not reach {price:$}", price=offer.price)
        return None

    def may_pass(self, s: State, frame: OperatingTurn) -> Illegal | None:
        """Neither a company that must buy nor one whose president has named a train passes."""
        assert isinstance(frame, Turn)
        if frame.named:
            return self.t.no("help.named", "{train} has been named and must be paid", train=frame.named)
        return super().may_pass(s, frame)

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """15.8"""
        assert isinstance(frame, Turn)
        return bool(frame.named) or super().waits(m, frame)

    # -- options

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every train that can be bought or named; while a train is named, what can be sold for it."""
        assert isinstance(frame, Turn)
        if frame.named:
            return self.money.sales(s, frame, frame.price)
        found: list[Option] = []
        if len(s.companies[frame.company].trains) < train_limit(self.t, s):
            found += [
                Option(BuyTrain(offer.train, offer.price))
                for offer in on_sale(self.t, s)
                if self.why_not_bank(s, frame, offer) is None
            ]
            for seller in self.sellers(s, frame.company):
                for train in s.companies[seller].trains:
                    prices = self.other_range(s, frame, train)
                    if prices.low <= prices.high:
                        found.append(Option(BuyTrain(train, prices.low), prices, money="price"))
        if self.broke(s, frame):
            found.append(Option(Bankrupt()))
        return found

    def broke(self, s: State, frame: OperatingTurn) -> bool:
        """True if the president cannot raise the money for the cheapest train (8.8)."""
        need = self.need(s, frame.company)
        return need.short and self.money.raisable(s, frame) < (need.cheapest or 0)

    # -- actions

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """A purchase, a sale for a named train, or a bankruptcy."""
        assert isinstance(frame, Turn)
        t = self.t
        if isinstance(action, BuyTrain):
            if frame.named:
                raise t.no("help.named", "{train} has been named and must be paid", train=frame.named)
            self.buy(m, frame, action)
            return True
        if isinstance(action, SellShares):
            self.sell(m, frame, action)
            return True
        if isinstance(action, Bankrupt):
            if frame.named or not self.broke(m.s, frame):
                raise t.no("bankrupt", "the president can raise the money")
            self.money.go_bankrupt(m, frame)
            return True
        return False

    def buy(self, m: Move, frame: OperatingTurn, action: BuyTrain) -> None:
        """From wherever the train is."""
        t = self.t
        if action.trade_in:
            raise t.no("trade_in", "trains are not handed in for others")
        kind = kind_of(action.train)
        if kind in t.kit.train_index and kind not in t.kit.reach:
            raise t.no("trains.side", "{card} has two sides: one of them is bought", card=card_of(t, kind))
        super().buy(m, frame, action)

    def buy_from_bank(self, m: Move, frame: OperatingTurn, action: BuyTrain, offer_: OnSale) -> None:
        """From factory or pool at its price; with too little money the train is named."""
        t, company = self.t, frame.company
        self.check_room(m.s, company)
        if action.price != offer_.price:
            raise t.no("trains.price", "{train} costs {price:$}", train=offer_.train, price=offer_.price)
        refusal = self.why_not_bank(m.s, frame, offer_)
        if refusal:
            raise refusal
        if self.money.money(m.s, company) < offer_.price and m.s.companies[company].cash < offer_.price:
            self.name_train(m, frame, action)
            return
        self.help(m, company, offer_.price)
        self.receive_from_bank(m, company, offer_, offer_.price)

    def receive_from_bank(self, m: Move, company: int, offer_: OnSale, price: int) -> None:
        """A card from the factory takes the export marker away (7.0.1)."""
        if offer_.source == "depot":
            own(m.s).export = False
        super().receive_from_bank(m, company, offer_, price)

    def buy_from_company(self, m: Move, frame: OperatingTurn, action: BuyTrain, seller: int) -> None:
        """From another company: price and consent (7.8.2, 8.4)."""
        self.check_room(m.s, frame.company)
        prices = self.other_range(m.s, frame, action.train)
        if action.price < 1:
            raise self.t.no("trains.other", "the price must be at least {least:$}", least=1)
        if action.price > prices.high:
            key = "help.cap" if self.need(m.s, frame.company).short else "trains.cash"
            raise self.t.no(key, "the price may be at most {most:$}", most=prices.high)
        self.ask_seller(m, frame, action, seller)

    def settle_deal(self, m: Move, frame: OperatingTurn, action: Offer) -> bool:
        """An agreed purchase: carried out, or the train is named if certificates must be sold first."""
        assert isinstance(action, BuyTrain)
        if self.money.money(m.s, frame.company) < action.price and m.s.companies[frame.company].cash < action.price:
            self.name_train(m, frame, action)
            return True
        return super().settle_deal(m, frame, action)

    def help(self, m: Move, company: int, price: int) -> None:
        """The president pays what is missing; the company then issues nothing in this turn (8.3, 8.7)."""
        if price > m.s.companies[company].cash:
            m.top(helped=True)
        super().help(m, company, price)

    # -- naming

    def name_train(self, m: Move, frame: OperatingTurn, action: BuyTrain) -> None:
        """The president must sell certificates for this train now (8.5, 8.9)."""
        seller = self.owner(m.s, action.train)
        agreed = NOBODY if seller is None else m.s.companies[seller].president
        m.top(named=action.train, price=action.price, agreed=agreed)
        seat = m.s.companies[frame.company].president
        m.tell(
            "named", "help.named", "{who} must sell certificates for {train}, which costs {price:$}",
            who=self.t.seats[seat], train=action.train, price=action.price,
        )  # fmt: skip

    def sell(self, m: Move, frame: Turn, action: SellShares) -> None:
        """A sale for the named train; as soon as the money is there, the train is bought."""
        t, company = self.t, frame.company
        need = self.need(m.s, company)
        if not frame.named:
            key = "help.named" if need.short else "help.obliged"
            raise t.no(key, "certificates are sold only for a train that has been named")
        number = t.company(action.company)
        refusal = self.money.why_not_sell(m.s, frame, number, action.percent, frame.price)
        if refusal:
            raise refusal
        self.shares.sell(m, m.s.companies[company].president, number, action.percent)
        if self.money.money(m.s, company) < frame.price:
            if self.money.raisable(m.s, frame) < frame.price:
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

    def owner(self, s: State, train: str) -> int | None:
        """The company that owns a train."""
        return next((number for number, company in enumerate(s.companies) if train in company.trains), None)
