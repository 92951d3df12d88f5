"""Step 6: trains from two stacks, pool, repair stock and other companies; obligation and emergency (section 7)."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Action, Illegal, Option, Range
from stellwerk.eighteen.actions import Bankrupt, BuyTrain, SellShares
from stellwerk.eighteen.depot import OnSale, on_sale, take_from_depot
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import BANK, State, company_owner
from stellwerk.eighteen.trains import TrainPart
from stellwerk.titles.t1854.funding import Funding1854
from stellwerk.titles.t1854.hexmarket import train_traded
from stellwerk.titles.t1854.phases import TRADE, limit, new_phase, reached, remove_everywhere
from stellwerk.titles.t1854.runs import Lines
from stellwerk.titles.t1854.shares import Shares1854
from stellwerk.titles.t1854.state import Swap, Turn, own

PRICES = {"depot": "trains.price", "pool": "trains.pool", "repair": "trains.repaired"}  # 7.5, 7.6, 7.16


class Position(Struct, frozen=True):
    """A company in its train step: what it can buy from the bank, whether it must, and with what."""

    offers: tuple[OnSale, ...]
    obliged: bool
    cheapest: int  # of the trains on sale it can run; 0 if there is none
    treasury: int
    count: int
    limit: int

    @property
    def short(self) -> bool:
        """True if the director has to help (7.22)."""
        return self.obliged and self.treasury < self.cheapest


class Train1854(TrainPart):
    """The train step."""

    shares: Shares1854

    def __init__(self, rules: FamilyRules) -> None:
        """With its own emergency money."""
        super().__init__(rules)
        self.money = Funding1854(rules)
        self.funding = self.money
        self.lines = Lines(rules.t)

    # -- reading

    def runs(self, company: int, kind: str) -> bool:
        """Locals run plus trains, all others regular ones (2.9, 2.12, 2.13)."""
        return self.lines.can_run(company, kind)

    def offers(self, s: State, company: int) -> list[OnSale]:
        """What the bank sells to this company: stacks and pool, or for an AG the repair stock (7.5, 7.6, 7.16)."""
        if not self.shares.kinds.is_ag(company):
            return on_sale(self.t, s)
        found = []
        for train in own(s).repair:
            kind = kind_of(train)
            repair = self.t.trains[self.t.kit.train_index[kind]].repair
            if repair is not None and self.phase_index(repair.phase) <= s.phase:
                found.append(OnSale(train, kind, repair.price, "repair"))
        return found

    def phase_index(self, name: str) -> int:
        """The number of a phase."""
        return next(number for number, phase in enumerate(self.t.phases) if phase.id == name)

    def position(self, s: State, company: int) -> Position:
        """All that purchases depend on."""
        holder, offers = s.companies[company], self.offers(s, company)
        fit = [offer.price for offer in offers if self.runs(company, offer.kind)]
        obliged = (
            bool(fit)
            and not self.shares.kinds.is_local(company)
            and not any(self.runs(company, kind_of(train)) for train in holder.trains)
            and self.lines.has_route(s.board, company)
        )
        return Position(
            tuple(offers),
            obliged,
            min(fit, default=0),
            holder.cash,
            len(holder.trains),
            limit(self.t, self.shares.kinds, s, company),
        )

    def obliged(self, s: State, company: int) -> bool:
        """7.20"""
        return self.position(s, company).obliged

    def sellers(self, s: State, company: int) -> list[int]:
        """Companies whose trains it may buy: AGs among themselves, all others among themselves (7.7)."""
        if not reached(self.t, s, TRADE):
            return []
        kinds = self.shares.kinds
        return [
            number
            for number, other in enumerate(s.companies)
            if number != company and other.trains and kinds.is_ag(number) == kinds.is_ag(company)
        ]

    def why_no_room(self, at: Position, company: int, kind: str) -> Illegal | None:
        """The limit, and its exception for a company that must buy (7.2, 7.3)."""
        t = self.t
        if at.count >= at.limit and not (at.obliged and self.runs(company, kind)):
            return t.no("trains.limit", "the company owns {limit} trains, as many as it may", limit=at.limit)
        return None

    def why_not_idle(self, at: Position, company: int, kind: str, price: int) -> Illegal | None:
        """A company that must buy a train it can run keeps room and money for it (7.20, 7.21)."""
        if not at.obliged or self.runs(company, kind):
            return None
        if at.count + 1 >= at.limit or at.treasury - price < at.cheapest:
            return self.t.no("trains.first", "the company must first buy a train it can run")
        return None

    def why_not_bank(self, s: State, frame: OperatingTurn, at: Position, offer: OnSale) -> Illegal | None:
        """Why a train of the bank cannot be bought, with help and sales where they are allowed."""
        t, company = self.t, frame.company
        refusal = self.why_no_room(at, company, offer.kind)
        if not refusal and offer.price <= at.treasury:
            refusal = self.why_not_idle(at, company, offer.kind, offer.price)
        if refusal or offer.price <= at.treasury:
            return refusal
        if not at.obliged or not self.runs(company, offer.kind):
            return t.no("trains.cash", "{train} costs {price:$}", train=offer.train, price=offer.price)
        if not at.short:
            return t.no("help.dearer", "the director may not add money while the treasury can pay a train")
        if self.shares.kinds.is_ag(company) and offer.price != at.cheapest:
            return t.no("help.lowest", "the director of an AG may help only with a train of the lowest kind")
        if self.money.raisable(s, frame) < offer.price:
            return t.no("help.cash", "treasury and director cannot raise {price:$}", price=offer.price)
        return None

    def other_range(self, s: State, frame: OperatingTurn, at: Position, train: str) -> Range:
        """What may be paid for another company's train (7.7, 7.22, 7.22a)."""
        kind, most = kind_of(train), at.treasury
        if at.obliged and not self.runs(frame.company, kind):
            most = at.treasury - at.cheapest if at.count + 1 < at.limit else 0
        elif at.short and not self.too_high(at, frame.company, kind):
            most = max(most, min(self.t.train_price[kind], self.money.raisable(s, frame)))
        return Range(1, most)

    def too_high(self, at: Position, company: int, kind: str) -> bool:
        """True for a train above the lowest kind an AG could buy repaired (7.22a)."""
        if not self.shares.kinds.is_ag(company):
            return False
        order = self.t.kit.train_index
        return order[kind] > min(order[offer.kind] for offer in at.offers)

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """If the company must buy, or can."""
        assert isinstance(frame, Turn)
        if frame.named:
            return True
        s, at = m.s, self.position(m.s, frame.company)
        if at.obliged:
            return True
        if at.count >= at.limit:
            return False
        return any(offer.price <= at.treasury for offer in at.offers) or (
            at.treasury >= 1 and bool(self.sellers(s, frame.company))
        )

    def may_pass(self, s: State, frame: OperatingTurn) -> Illegal | None:
        """7.20, 7.24"""
        assert isinstance(frame, Turn)
        if frame.named:
            return self.t.no("help.named", "{train} has been named and must be paid", train=frame.named)
        if self.obliged(s, frame.company):
            return self.t.no("trains.must", "the company must buy a train it can run")
        return None

    # -- options

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every train that can be bought or named; while a train is named, what can be sold for it."""
        assert isinstance(frame, Turn)
        if frame.named:
            return self.money.sales(s, frame, frame.price)
        at = self.position(s, frame.company)
        found = [
            Option(BuyTrain(offer.train, offer.price))
            for offer in at.offers
            if self.why_not_bank(s, frame, at, offer) is None
        ]
        for seller in self.sellers(s, frame.company):
            for train in s.companies[seller].trains:
                prices = self.other_range(s, frame, at, train)
                if prices.low <= prices.high and self.why_no_room(at, frame.company, kind_of(train)) is None:
                    found.append(Option(BuyTrain(train, prices.low), prices, money="price"))
        if self.broke(s, frame, at):
            found.append(Option(Bankrupt()))
        return found

    def broke(self, s: State, frame: OperatingTurn, at: Position) -> bool:
        """True if the director can finance no train on sale, nor one of another company of his own (7.25)."""
        if not at.short or self.money.raisable(s, frame) >= at.cheapest:
            return False
        company, holders = frame.company, s.companies
        return not any(
            self.runs(company, kind_of(train)) and self.other_range(s, frame, at, train).high >= 1
            for seller in self.sellers(s, company)
            if holders[seller].president == holders[company].president
            for train in holders[seller].trains
        )

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
            if frame.named or not self.broke(m.s, frame, self.position(m.s, frame.company)):
                raise t.no("bankrupt", "the director can raise the money")
            self.money.go_bankrupt(m, frame)
            return True
        return False

    def buy(self, m: Move, frame: OperatingTurn, action: BuyTrain) -> None:
        """From wherever the train is."""
        t, s, company = self.t, m.s, frame.company
        if action.trade_in:
            raise t.no("trains.kept", "trains are not handed in for others")
        at = self.position(s, company)
        seller = self.owner(s, action.train)
        if seller is not None and seller != company:
            self.buy_from_other(m, frame, at, action, seller)
            return
        offer = next((offer for offer in at.offers if offer.train == action.train), None)
        if offer is None:
            raise self.why_not_offered(s, company, action.train)
        if action.price != offer.price:
            raise t.no(PRICES[offer.source], "{train} costs {price:$}", train=offer.train, price=offer.price)
        refusal = self.why_not_bank(s, frame, at, offer)
        if refusal:
            raise refusal
        if self.must_sell(s, company, offer.price):
            self.name_train(m, frame, action)
        else:
            self.receive_offer(m, company, offer)

    def why_not_offered(self, s: State, company: int, train: str) -> Illegal:
        """A train the bank does not sell to this company."""
        t = self.t
        if train in own(s).repair:
            if self.shares.kinds.is_ag(company):
                return t.no("trains.repaired", "{train} cannot be bought in this phase", train=train)
            return t.no("trains.repair", "only AGs buy from the repair stock")
        if self.shares.kinds.is_ag(company) and any(train == offer.train for offer in on_sale(t, s)):
            return t.no("trains.repair", "an AG buys repaired trains only")
        return t.no("trains.on_sale", "{train} is not on sale", train=train[:20])

    def owner(self, s: State, train: str) -> int | None:
        """The company that owns a train."""
        return next((number for number, company in enumerate(s.companies) if train in company.trains), None)

    def must_sell(self, s: State, company: int, price: int) -> bool:
        """True if treasury and director's cash are not enough."""
        return s.companies[company].cash < price and self.money.money(s, company) < price

    def receive_offer(self, m: Move, company: int, offer: OnSale) -> None:
        """Pay, take the train, and everything that follows from it."""
        s, before = own(m.s), len(m.s.companies[company].trains)
        self.help(m, company, offer.price)
        m.pay(company_owner(company), BANK, offer.price, PRICES[offer.source], "train {train}", train=offer.train)
        first = False
        if offer.source == "depot":
            first = take_from_depot(m, offer.kind)
        elif offer.source == "pool":
            s.train_pool = tuple(train for train in s.train_pool if train != offer.train)
        else:
            s.repair = tuple(train for train in s.repair if train != offer.train)
        full = before >= limit(self.t, self.shares.kinds, s, company)
        self.receive(m, company, offer.train)
        if first:
            new_phase(m, self.shares.kinds, offer.kind, self.discard_order(s, company))
        if full:
            m.push(Swap(company, offer.train))
        if offer.source == "repair" and offer.kind == "4" and not s.repaired_four:
            s.repaired_four = True
            remove_everywhere(m, "2")

    def discard_order(self, s: State, company: int) -> list[int]:
        """The company on turn, the locals by number, the share companies in operating order (7.13)."""
        others = [*self.shares.kinds.locals, *self.shares.operating_order(s)]
        return [company, *(number for number in others if number != company)]

    def buy_from_other(self, m: Move, frame: OperatingTurn, at: Position, action: BuyTrain, seller: int) -> None:
        """From another company: phase, kinds of companies, room, price, consent (7.7)."""
        t, s, company, kind = self.t, m.s, frame.company, kind_of(action.train)
        if not reached(t, s, TRADE):
            raise t.no("trains.trade", "companies trade trains from phase 3 on")
        if seller not in self.sellers(s, company):
            raise t.no("trains.trade", "AGs trade trains only with AGs")
        refusal = self.why_no_room(at, company, kind)
        if refusal:
            raise refusal
        if action.price < 1:
            raise t.no("trains.trade", "the price must be at least {least:$}", least=1)
        prices = self.other_range(s, frame, at, action.train)
        if action.price > prices.high:
            raise self.why_not_idle(at, company, kind, action.price) or t.no(
                self.too_dear(at, company, kind), "the price may be at most {most:$}", most=max(0, prices.high)
            )
        self.ask_seller(m, frame, action, seller)

    def too_dear(self, at: Position, company: int, kind: str) -> str:
        """The key of the rule that limits the price of another company's train."""
        if not at.short:
            return "help.dearer" if at.obliged else "trains.cash"
        return "help.lowest" if self.too_high(at, company, kind) else "help.cap"

    def settle_deal(self, m: Move, frame: OperatingTurn, action: Offer) -> bool:
        """An agreed purchase: carried out, or the train is named if certificates must be sold first."""
        if not isinstance(action, BuyTrain):
            return False
        if self.must_sell(m.s, frame.company, action.price):
            self.name_train(m, frame, action)
        else:
            self.trade(m, frame.company, action)
        return True

    def trade(self, m: Move, company: int, action: BuyTrain) -> None:
        """The train and the money change hands, and both markers move (7.8)."""
        seller = self.owner(m.s, action.train)
        assert seller is not None
        full = len(m.s.companies[company].trains) >= limit(self.t, self.shares.kinds, m.s, company)
        self.help(m, company, action.price)
        m.pay(
            company_owner(company), company_owner(seller), action.price, "trains.trade", "train {train}",
            train=action.train,
        )  # fmt: skip
        m.company(seller, trains=tuple(train for train in m.s.companies[seller].trains if train != action.train))
        self.receive(m, company, action.train)
        train_traded(m, company, seller)
        if full:
            m.push(Swap(company, action.train))

    # -- naming

    def name_train(self, m: Move, frame: OperatingTurn, action: BuyTrain) -> None:
        """The director must sell certificates for this train now (7.24)."""
        m.top(named=action.train, price=action.price)
        seat = m.s.companies[frame.company].president
        m.tell(
            "named", "help.named", "{who} must sell certificates for {train}, which costs {price:$}",
            who=self.t.seats[seat], train=action.train, price=action.price,
        )  # fmt: skip

    def sell(self, m: Move, frame: Turn, action: SellShares) -> None:
        """A sale for the named train; as soon as the money is there, the train is bought."""
        t, company = self.t, frame.company
        if not frame.named:
            raise t.no("help.named", "certificates are sold only for a train that has been named")
        number = t.company(action.company)
        refusal = self.money.why_not_sell(m.s, frame, number, action.percent, frame.price)
        if refusal:
            raise refusal
        self.shares.sell(m, m.s.companies[company].president, number, action.percent)
        if self.must_sell(m.s, company, frame.price):
            return
        m.top(named="", price=0)
        offer = next((offer for offer in self.offers(m.s, company) if offer.train == frame.named), None)
        if offer is not None:
            self.receive_offer(m, company, offer)
        else:
            self.trade(m, company, BuyTrain(frame.named, frame.price))
