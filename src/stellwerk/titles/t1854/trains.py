"""Step 6: trains from two stacks, pool, repair stock and other companies; obligation and emergency (section 7)."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Illegal, Plural, Range
from stellwerk.eighteen.actions import BuyTrain, SellShares
from stellwerk.eighteen.checks import LISTED, Check, Checks
from stellwerk.eighteen.depot import OnSale, on_sale, take_from_depot, train_limit
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.naming import NamingPart
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import BANK, company_owner
from stellwerk.eighteen.train_rules import BankDeal, Need, OtherDeal

from .figures import figures
from .funding import Funding1854
from .hexmarket import train_traded
from .phases import TRADE, new_phase, reached, remove_everywhere
from .runs import Running
from .shares import Shares1854
from .state import Move1854, State1854, Swap, Turn

PRICES = {"depot": "trains.price", "pool": "trains.pool", "repair": "trains.repaired"}  # 7.5, 7.6, 7.16


class Train1854(NamingPart[State1854]):
    """The train step."""

    shares: Shares1854
    funding_type = Funding1854
    deal_cite = "trains.trade"
    kept = "trains.kept"

    def __init__(self, rules: FamilyRules[State1854]) -> None:
        """Knows which trains can run."""
        super().__init__(rules)
        self.lines = Running(rules.t)

    # -- reading

    def runs(self, company: int, kind: str) -> bool:
        """Locals run plus trains, all others regular ones (2.9, 2.12, 2.13)."""
        return self.lines.can_run(company, kind)

    def offers(self, s: State1854, company: int) -> list[OnSale]:
        """What the bank sells to this company: stacks and pool, or for an AG the repair stock (7.5, 7.6, 7.16)."""
        return self.repaired(s) if self.shares.kinds.is_ag(company) else on_sale(self.t, s)

    def repaired(self, s: State1854) -> list[OnSale]:
        """The trains of the repair stock that AGs can buy now."""
        found = []
        for train in s.repair:
            kind = kind_of(train)
            repair = figures(self.t).repair.get(kind)
            if repair is not None and self.phase_index(repair.phase) <= s.phase:
                found.append(OnSale(train, kind, repair.price, "repair"))
        return found

    def phase_index(self, name: str) -> int:
        """The number of a phase."""
        return next(number for number, phase in enumerate(self.t.phases) if phase.id == name)

    def obliged(self, s: State1854, company: int) -> bool:
        """A share company without a train it can run, while one is on sale and it has a route (7.20)."""
        return (
            not self.shares.kinds.is_local(company)
            and not any(self.runs(company, kind_of(train)) for train in s.companies[company].trains)
            and any(self.runs(company, offer.kind) for offer in self.offers(s, company))
            and self.lines.has_route(s.board, company)
        )

    def named(self, frame: OperatingTurn) -> tuple[str, int]:
        """7.24"""
        assert isinstance(frame, Turn)
        return frame.named, frame.price

    def sellers(self, s: State1854, company: int) -> list[int]:
        """Companies whose trains it may buy: AGs among themselves, all others among themselves (7.7)."""
        if not reached(self.t, s, TRADE):
            return []
        kinds = self.shares.kinds
        return [
            number
            for number, other in enumerate(s.companies)
            if number != company and other.trains and kinds.is_ag(number) == kinds.is_ag(company)
        ]

    def room_check(self) -> Check[Any]:
        """The limit, and its exception for a company that must buy (7.2, 7.3)."""
        t = self.t
        return Check(
            lambda c: c.need.count < c.need.limit or (c.need.obliged and self.runs(c.frame.company, kind(c))),
            lambda c: t.no(
                "trains.limit",
                Plural(
                    "the company owns {limit:n} train, as many as it may",
                    "the company owns {limit:n} trains, as many as it may",
                ),
                limit=c.need.limit,
            ),
        )

    def idle(self, c: BankDeal[State1854] | OtherDeal[State1854], price: int) -> bool:
        """True unless a company that must buy a train it can run spends the room or the money for it (7.20, 7.21)."""
        if not c.need.obliged or self.runs(c.frame.company, kind(c)):
            return True
        return c.need.count + 1 < c.need.limit and c.need.treasury - price >= (c.need.cheapest or 0)

    def bank_checks(self) -> Checks[BankDeal[State1854]]:
        """Stacks, pool and repair stock, with help and sales where they are allowed."""
        t, checks = self.t, super().bank_checks()
        return Checks(
            room=checks["room"],
            price=checks["price"]._replace(
                refusal=lambda c: t.no(
                    PRICES[c.offer.source], "{train} costs {price:$}", train=c.offer.train, price=c.offer.price
                )
            ),
            first=Check(
                lambda c: not c.paid or self.idle(c, c.offer.price),
                lambda c: t.no("trains.first", "the company must first buy a train it can run"),
            ),
            cash=checks["cash"]._replace(
                keeps=lambda c: c.paid or (c.need.obliged and self.runs(c.frame.company, c.offer.kind))
            ),
            dearer=checks["dearer"]._replace(
                refusal=lambda c: t.no(
                    "help.dearer", "the director may not add money while the treasury can pay a train"
                )
            ),
            lowest=Check(
                lambda c: c.paid or not self.shares.kinds.is_ag(c.frame.company) or c.offer.price == c.need.cheapest,
                lambda c: t.no("help.lowest", "the director of an AG may help only with a train of the lowest kind"),
            ),
            money=checks["money"]._replace(
                refusal=lambda c: t.no("help.cash", "treasury and director cannot raise {price:$}", price=c.offer.price)
            ),
        )

    def raised(self, s: State1854, frame: OperatingTurn, need: Need) -> int:
        """With what the director can sell (7.24)."""
        return self.funding.raisable(s, frame)

    def other_checks(self) -> Checks[OtherDeal[State1854]]:
        """From another company: phase, kinds of companies, room, price (7.7)."""
        t, checks = self.t, super().other_checks()
        return Checks(
            phase=Check(
                lambda c: reached(t, c.s, TRADE),
                lambda c: t.no("trains.trade", "companies trade trains from phase 3 on"),
                LISTED,
            ),
            kind=checks["president"]._replace(refusal=lambda c: t.no("trains.trade", "AGs trade trains only with AGs")),
            room=checks["room"],
            least=checks["least"]._replace(
                refusal=lambda c: t.no("trains.trade", "the price must be at least {least:$}", least=1)
            ),
            first=Check(
                lambda c: c.price <= c.prices.high or self.idle(c, c.price),
                lambda c: t.no("trains.first", "the company must first buy a train it can run"),
            ),
            most=checks["most"],
        )

    def other_prices(self, s: State1854, frame: OperatingTurn, need: Need, train: str) -> Range:
        """What may be paid for another company's train (7.7, 7.22, 7.22a)."""
        kind_, most = kind_of(train), need.treasury
        if need.obliged and not self.runs(frame.company, kind_):
            most = need.treasury - (need.cheapest or 0) if need.count + 1 < need.limit else 0
        elif need.short and not self.too_high(need, frame.company, kind_):
            most = max(most, min(self.t.train_price[kind_], self.funding.raisable(s, frame)))
        return Range(1, most)

    def too_high(self, need: Need, company: int, kind: str) -> bool:
        """True for a train above the lowest kind an AG could buy repaired (7.22a)."""
        if not self.shares.kinds.is_ag(company):
            return False
        order = self.t.kit.train_index
        return order[kind] > min(order[offer.kind] for offer in need.offers)

    def waits(self, m: Move1854, frame: OperatingTurn) -> bool:
        """If the company must buy, or can."""
        if self.named(frame)[0]:
            return True
        need = self.need(m.s, frame.company)
        if need.obliged or need.count >= need.limit:
            return need.obliged
        return any(offer.price <= need.treasury for offer in need.offers) or (
            need.treasury >= 1 and bool(self.sellers(m.s, frame.company))
        )

    def why_must(self) -> Illegal:
        """7.20"""
        return self.t.no("trains.must", "the company must buy a train it can run")

    # -- options

    def broke(self, s: State1854, frame: OperatingTurn, need: Need) -> bool:
        """True if the director can finance no train on sale, nor one of another company of his own (7.25)."""
        if not need.short or self.funding.raisable(s, frame) >= (need.cheapest or 0):
            return False
        company, holders = frame.company, s.companies
        return not any(
            self.runs(company, kind_of(train)) and self.other_prices(s, frame, need, train).high >= 1
            for seller in self.sellers(s, company)
            if holders[seller].president == holders[company].president
            for train in holders[seller].trains
        )

    def trade_ins(self, s: State1854, company: int, kind: str) -> list[tuple[str, int]]:
        """None (7.9)."""
        return []

    # -- refusals

    def why_not_offered(self, s: State1854, company: int, train: str) -> Illegal:
        """A train the bank does not sell to this company."""
        t = self.t
        if train in s.repair:
            if self.shares.kinds.is_ag(company):
                return t.no("trains.repaired", "{train} cannot be bought in this phase", train=train)
            return t.no("trains.repair", "only AGs buy from the repair stock")
        if self.shares.kinds.is_ag(company) and any(train == offer.train for offer in on_sale(t, s)):
            return t.no("trains.repair", "an AG buys repaired trains only")
        return t.no("trains.on_sale", "{train} is not on sale", train=train[:20])

    # -- actions

    def receive_from_bank(self, m: Move1854, company: int, offer: OnSale, price: int) -> None:
        """Pay, take the train, and everything that follows from it."""
        s, before = m.s, len(m.s.companies[company].trains)
        m.pay(company_owner(company), BANK, price, PRICES[offer.source], "train {train}", train=offer.train)
        first = False
        if offer.source == "depot":
            first = take_from_depot(m, offer.kind)
        elif offer.source == "pool":
            s.train_pool = tuple(train for train in s.train_pool if train != offer.train)
        else:
            s.repair = tuple(train for train in s.repair if train != offer.train)
        full = before >= train_limit(self.t, s.phase, company)
        self.receive(m, company, offer.train)
        if first:
            new_phase(m, self.shares.kinds, offer.kind, self.discard_order(s, company))
        if full:
            m.push(Swap(company, offer.train))
        if offer.source == "repair" and offer.kind == "4" and not s.repaired_four:
            s.repaired_four = True
            remove_everywhere(m, "2")

    def discard_order(self, s: State1854, company: int) -> list[int]:
        """The company on turn, the locals by number, the share companies in operating order (7.13)."""
        others = [*self.shares.kinds.locals, *self.shares.operating_order(s)]
        return [company, *(number for number in others if number != company)]

    def too_dear(self, c: OtherDeal[State1854]) -> str:
        """The key of the rule that limits the price of another company's train."""
        if not c.need.short:
            return "help.dearer" if c.need.obliged else "trains.cash"
        return "help.lowest" if self.too_high(c.need, c.frame.company, kind(c)) else "help.cap"

    def settle_deal(self, m: Move1854, frame: OperatingTurn, action: Offer) -> bool:
        """Of a train that changes hands both markers move (7.8)."""
        company, s = frame.company, m.s
        seller = self.owner(s, action.train) if isinstance(action, BuyTrain) else None
        full = len(s.companies[company].trains) >= train_limit(self.t, s.phase, company)
        settled = super().settle_deal(m, frame, action)
        if seller is not None and isinstance(action, BuyTrain) and action.train in m.s.companies[company].trains:
            train_traded(m, company, seller)
            if full:
                m.push(Swap(company, action.train))
        return settled

    # -- naming

    def sell(self, m: Move1854, frame: Turn, action: SellShares) -> None:
        """A sale for the named train; as soon as the money is there, the train is bought."""
        company, number = frame.company, self.t.company(action.company)
        self.shares.sell(m, m.s.companies[company].president, number, action.percent)
        if self.funding.money(m.s, company) < frame.price:
            return
        m.top(named="", price=0)
        offer = next((offer for offer in self.offers(m.s, company) if offer.train == frame.named), None)
        if offer is not None:
            self.help(m, company, offer.price)
            self.receive_from_bank(m, company, offer, offer.price)
        else:
            self.settle_deal(m, frame, BuyTrain(frame.named, frame.price))


def kind(c: BankDeal[State1854] | OtherDeal[State1854]) -> str:
    """The kind of train it is about."""
    return c.offer.kind if isinstance(c, BankDeal) else kind_of(c.train)
