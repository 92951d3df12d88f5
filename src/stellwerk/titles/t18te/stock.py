"""The stock round: sell, then buy one certificate or start an auction; the opening with price support."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.actions import BidCompany, BuyShare, Pass, SellShares
from stellwerk.eighteen.checks import PLACE, ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.purchases import Purchase
from stellwerk.eighteen.shares import NOT_COUNTED, Selling
from stellwerk.eighteen.state import BANK, NOBODY, company_owner
from stellwerk.eighteen.stock import StockRoundStep, StockTurnStep

from .figures import figures
from .founding import Founding, next_company, opening
from .state import CompanyAuction, Move18TE, State18TE


class StockRound18TE(StockRoundStep[State18TE]):
    """The round, with price support while nobody bids for the first company."""

    def __init__(self, rules: FamilyRules[State18TE], founding: Founding) -> None:
        """Founds the first company itself if everybody passes for ever."""
        super().__init__(rules)
        self.founding = founding

    def advance(self, m: Move18TE, frame: StockRound) -> bool:
        """4.2, 4.3; otherwise as usual."""
        t, s = self.t, m.s
        if frame.passes < len(t.seats) or not opening(s):
            return super().advance(m, frame)
        first = next_company(s)
        name = t.companies[first].id
        s.support += figures(t).price_support
        m.tell(
            "support", "support", "all have passed: the bank adds {step:$} to the next bid for {company}",
            step=figures(t).price_support, company=name,
        )  # fmt: skip
        if s.support < t.data.limits.least_bid:
            m.top(passes=0)
            return False
        seat = s.priority
        m.tell("given", "support.taken", "{who} must take {company} for nothing", who=t.seats[seat], company=name)
        m.top(passes=0, actor=seat, turn=(seat + 1) % len(t.seats))
        self.founding.found(m, first, seat, 0)
        return False

    def closing(self, m: Move18TE, frame: StockRound) -> None:
        """2.2"""
        self.pass_priority(m, frame)
        self.sold_out(m)


class StockTurn18TE(StockTurnStep[State18TE]):
    """A player's turn: sales first, then at most one purchase, which ends it (3.2)."""

    purchase_ends_turn = True

    def __init__(self, rules: FamilyRules[State18TE], founding: Founding) -> None:
        """Shares the rules of bids with the auction."""
        super().__init__(rules)
        self.founding = founding
        self.acts = {
            SellShares: ActionKind(self.sell, self.why_not_sale),
            BuyShare: ActionKind(self.buy, self.why_not_share),
            BidCompany: ActionKind(self.start, self.why_not_bid),
            Pass: ActionKind(self.let_pass),
        }

    # -- what is legal

    def must_sell(self, s: State18TE, frame: StockTurn) -> str:
        """3.7"""
        over = self.shares.certificates(s, frame.seat) > self.t.cert_limit
        return "stock.must_sell" if over and self.counting(s, frame) else ""

    def counting(self, s: State18TE, frame: StockTurn) -> list[int]:
        """Companies whose certificates count towards the limit and can be sold."""
        return [
            number
            for number, company in enumerate(s.companies)
            if not self.shares.in_zone(company, NOT_COUNTED) and any(self.lots(s, frame, number))
        ]

    def sale_checks(self) -> Checks[Selling[State18TE]]:
        """3b, and 3.7: who is over the limit sells certificates that count."""
        t = self.t
        over = Check[Selling[State18TE]](
            lambda c: not self.must_sell(c.s, self.turn(c.s)) or c.number in self.counting(c.s, self.turn(c.s)),
            lambda c: t.no(
                "sell.counts", "certificates of {company} do not count towards the limit",
                company=t.companies[c.number].id,
            ),
            PLACE,
        )  # fmt: skip
        return Checks(super().sale_checks(), over=over)

    def payee(self, number: int, source: str) -> int:
        """The company for its own certificates, the bank for those in the pool (3.17)."""
        return BANK if source == "pool" else company_owner(number)

    def room(self, c: Purchase[State18TE]) -> bool:
        """3.6, 3.7a and the option `yellow_at_limit`."""
        count, limit = self.shares.certificates(c.s, c.frame.seat), self.t.cert_limit
        free = self.shares.in_zone(c.company, NOT_COUNTED) and self.t.options["yellow_at_limit"] == "may buy"
        return count < limit or (free and count == limit)

    def why_not_bid(self, s: State18TE, frame: StockTurn, action: BidCompany) -> Illegal | None:
        """Starting an auction (4.5)."""
        t, first = self.t, next_company(s)
        number = t.company(action.company)
        if number != first:
            if first == NOBODY:
                return t.no("bid.order", "all companies have been auctioned")
            return t.no("bid.order", "the next company is {company}", company=t.companies[first].id)
        return self.founding.bidding.why_not(self.founding.bid(s, frame.seat, number, amount=action.amount))

    # -- options and actions

    def purchases(self, s: State18TE, frame: StockTurn) -> Iterator[Option]:
        """Every certificate, and the auction of the next company."""
        yield from super().purchases(s, frame)
        yield from self.first_bids(s, frame)

    def par_prices(self, s: State18TE, number: int) -> tuple[int, ...]:
        """Companies are auctioned, and the bid sets the price (4.7)."""
        return ()

    def first_bids(self, s: State18TE, frame: StockTurn) -> list[Option]:
        """The bid that starts an auction."""
        first = next_company(s)
        return [] if first == NOBODY else self.founding.options(self.founding.bid(s, frame.seat, first))

    def start(self, m: Move18TE, frame: StockTurn, action: BidCompany) -> None:
        """The turn is over; the auction goes round, and then it is the left neighbour's turn (4.10)."""
        t, seat = self.t, frame.seat
        number = t.company(action.company)
        self.end_turn(m, structs.replace(frame, acted=True))
        m.tell(
            "bid", "bid.least", "{who} bids {amount:$} for {company}",
            who=t.seats[seat], amount=action.amount, company=action.company,
        )  # fmt: skip
        m.push(CompanyAuction(number, seat, seat, action.amount, seat, (True,) * len(t.seats)))
