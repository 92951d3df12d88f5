"""The stock round: sell, then buy one certificate or start an auction; the opening with price support."""

from __future__ import annotations

from msgspec import structs

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.actions import BidCompany, BuyShare, Pass, SellShares
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.shares import NOT_COUNTED
from stellwerk.eighteen.state import BANK, NOBODY, Company, State, company_owner
from stellwerk.eighteen.stock import StockRoundStep, StockTurnStep
from stellwerk.titles.t18te.founding import Founding, next_company, opening
from stellwerk.titles.t18te.state import CompanyAuction, own


class StockRound18TE(StockRoundStep):
    """The round, with price support while nobody bids for the first company."""

    def __init__(self, rules: FamilyRules, founding: Founding) -> None:
        """Founds the first company itself if everybody passes for ever."""
        super().__init__(rules)
        self.founding = founding

    def advance(self, m: Move, frame: StockRound) -> bool:
        """4.2, 4.3; otherwise as usual."""
        t, s = self.t, own(m.s)
        if frame.passes < len(t.seats) or not opening(s):
            return super().advance(m, frame)
        first = next_company(s)
        name = t.companies[first].id
        s.support += t.data.limits.price_support
        m.tell(
            "support", "support", "all have passed: the bank adds {step:$} to the next bid for {company}",
            step=t.data.limits.price_support, company=name,
        )  # fmt: skip
        if s.support < t.data.limits.least_bid:
            m.top(passes=0)
            return False
        seat = s.priority
        m.tell("given", "support.taken", "{who} must take {company} for nothing", who=t.seats[seat], company=name)
        m.top(passes=0, actor=seat, turn=(seat + 1) % len(t.seats))
        self.founding.found(m, first, seat, 0)
        return False

    def closing(self, m: Move, frame: StockRound) -> None:
        """2.2"""
        self.pass_priority(m, frame)
        self.sold_out(m)


class StockTurn18TE(StockTurnStep):
    """A player's turn: sales first, then at most one purchase, which ends it (3.2)."""

    def __init__(self, rules: FamilyRules, founding: Founding) -> None:
        """Shares the rules of bids with the auction."""
        super().__init__(rules)
        self.founding = founding

    # -- what is legal

    def must_sell(self, s: State, frame: StockTurn) -> str:
        """3.7"""
        over = self.shares.certificates(s, frame.seat) > self.t.cert_limit
        return "stock.must_sell" if over and self.counting(s, frame) else ""

    def counting(self, s: State, frame: StockTurn) -> list[int]:
        """Companies whose certificates count towards the limit and can be sold."""
        return [
            number
            for number, company in enumerate(s.companies)
            if not self.shares.in_zone(company, NOT_COUNTED) and self.largest_sale(s, frame, number)
        ]

    def why_not_sell(self, s: State, frame: StockTurn, number: int, percent: int) -> Illegal | None:
        """3b, and 3.7: who is over the limit sells certificates that count."""
        refusal = super().why_not_sell(s, frame, number, percent)
        if refusal or not self.must_sell(s, frame) or number in self.counting(s, frame):
            return refusal
        return self.t.no(
            "sell.counts", "certificates of {company} do not count towards the limit",
            company=self.t.companies[number].id,
        )  # fmt: skip

    def share_price(self, company: Company, source: str) -> int:
        """The present price, wherever the share comes from (3.17)."""
        return self.shares.price(company)

    def payee(self, number: int, source: str) -> int:
        """The company for its own certificates, the bank for those in the pool (3.17)."""
        return BANK if source == "pool" else company_owner(number)

    def why_not_certificate(self, s: State, seat: int, company: Company) -> Illegal | None:
        """3.6, 3.7a and the option `yellow_at_limit`."""
        free = self.shares.in_zone(company, NOT_COUNTED) and self.t.options["yellow_at_limit"] == "may buy"
        if free and self.shares.certificates(s, seat) == self.t.cert_limit:
            return None
        return self.why_not_more_certificates(s, seat)

    def why_not_start(self, s: State, frame: StockTurn, number: int, amount: int) -> Illegal | None:
        """Starting an auction (4.5)."""
        t, next_ = self.t, next_company(s)
        if number != next_:
            if next_ == NOBODY:
                return t.no("bid.order", "all companies have been auctioned")
            return t.no("bid.order", "the next company is {company}", company=t.companies[next_].id)
        return self.founding.why_not_bid(s, frame.seat, number, amount, None)

    # -- options and actions

    def options(self, s: State, frame: StockTurn) -> list[Option]:
        """Everything the player may do."""
        t, seat = self.t, frame.seat
        over = bool(self.must_sell(s, frame))
        sellable = self.counting(s, frame) if over else range(len(t.companies))
        found = [
            Option(SellShares(t.companies[number].id, percent))
            for number in sellable
            for percent in range(10, self.largest_sale(s, frame, number) + 1, 10)
        ]
        if over:
            return found
        found += [
            Option(BuyShare(entry.id, source))
            for number, entry in enumerate(t.companies)
            for source in self.sources
            if self.why_not_buy(s, frame, number, source) is None
        ]
        first = next_company(s)
        if first != NOBODY:
            amounts = self.founding.amounts(s, seat, None)
            if self.why_not_start(s, frame, first, amounts.low) is None:
                found.append(Option(BidCompany(t.companies[first].id, amounts.low), amounts))
        return [*found, Option(Pass())]

    def apply(self, m: Move, frame: StockTurn, action: Action) -> None:
        """One action of the turn."""
        t, s = self.t, m.s
        if self.must_sell(s, frame) and not isinstance(action, SellShares):
            raise t.no("stock.must_sell", "{who} is over a limit and may only sell", who=t.seats[frame.seat])
        if isinstance(action, SellShares):
            self.sell(m, frame, action.company, action.percent)
        elif isinstance(action, BuyShare):
            self.buy(m, frame, action)
            self.end_turn(m, structs.replace(frame, acted=True))
        elif isinstance(action, BidCompany):
            self.start(m, frame, action)
        elif isinstance(action, Pass):
            self.end_turn(m, frame)
        else:
            raise self.unfit(action, frame)

    def start(self, m: Move, frame: StockTurn, action: BidCompany) -> None:
        """The turn is over; the auction goes round, and then it is the left neighbour's turn (4.10)."""
        t, seat = self.t, frame.seat
        number = t.company(action.company)
        refusal = self.why_not_start(m.s, frame, number, action.amount)
        if refusal:
            raise refusal
        self.end_turn(m, structs.replace(frame, acted=True))
        m.tell(
            "bid", "bid.least", "{who} bids {amount:$} for {company}",
            who=t.seats[seat], amount=action.amount, company=action.company,
        )  # fmt: skip
        left = (seat + 1) % len(t.seats)
        m.push(CompanyAuction(number, seat, seat, action.amount, left, (True,) * len(t.seats)))

    def advance(self, m: Move, frame: StockTurn) -> bool:
        """15.3: a player who has nothing to do is not asked."""
        if self.any_sale(m.s, frame) or self.any_purchase(m.s, frame):
            return True
        self.end_turn(m, frame)
        return False

    def any_purchase(self, s: State, frame: StockTurn) -> bool:
        """True if a certificate can be bought or an auction started."""
        first = next_company(s)
        if first != NOBODY:
            least = self.founding.amounts(s, frame.seat, None).low
            if self.why_not_start(s, frame, first, least) is None:
                return True
        return any(
            self.why_not_buy(s, frame, number, source) is None
            for number in range(len(s.companies))
            for source in self.sources
        )
