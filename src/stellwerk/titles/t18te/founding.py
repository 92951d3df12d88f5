"""How companies begin: price support for the first one, the auction of the 30 % certificate, par from the bid."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Decision, Illegal, Option, Range
from stellwerk.eighteen.actions import BidCompany, Pass
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.shares import Shares, around
from stellwerk.eighteen.state import BANK, NOBODY, company_owner
from stellwerk.eighteen.table import Table

from .state import CompanyAuction, Move18TE, State18TE


def next_company(s: State18TE) -> int:
    """The company that is auctioned next (1.3); NOBODY if all have been."""
    for number, company in enumerate(s.companies):
        if not company.par and not s.closed[number]:
            return number
    return NOBODY


def opening(s: State18TE) -> bool:
    """True until the first company is auctioned (4.1)."""
    return not any(company.par for company in s.companies) and not any(s.closed)


class CompanyBid(Struct, frozen=True, gc=False):
    """Money offered for a company: `amounts` is what may be offered; `start` for the bid that begins the auction."""

    s: State18TE
    seat: int
    number: int
    amount: int
    amounts: Range
    start: bool


class Founding:
    """The rules of bids, and the founding of a company."""

    def __init__(self, table: Table, shares: Shares[State18TE]) -> None:
        """Knows the table."""
        self.t, self.shares = table, shares
        self.bidding = self.bid_checks()

    def bid_checks(self) -> Checks[CompanyBid]:
        """3.6a, 4.5, 4.6"""
        t = self.t
        return Checks(
            certificates=Check(
                lambda c: self.shares.certificates(c.s, c.seat) < t.cert_limit,
                lambda c: t.no(
                    "bid.certs", "{who} is at the certificate limit and cannot bid for {company}",
                    who=t.seats[c.seat], company=t.companies[c.number].id,
                ),
            ),
            step=Check(
                lambda c: not c.amount % c.amounts.step,
                lambda c: t.no(
                    "bid.step" if c.start else "bid.raise", "bids are multiples of {step:$}", step=c.amounts.step
                ),
            ),
            least=Check(
                lambda c: c.amount >= c.amounts.low,
                lambda c: t.no(
                    "bid.least" if c.start else "bid.raise", "the least bid for {company} is {least:$}",
                    company=t.companies[c.number].id, least=c.amounts.low,
                ),
            ),
            cash=Check(
                lambda c: c.amount <= c.amounts.high,
                lambda c: t.no(
                    "bid.cash", "{who} has only {cash:$}", who=t.seats[c.seat], cash=c.s.players[c.seat].cash
                ),
            ),
        )  # fmt: skip

    def bid(
        self, s: State18TE, seat: int, number: int, above: int | None = None, amount: int | None = None
    ) -> CompanyBid:
        """A bid that starts an auction, or raises in it `above` another; the least one if no amount is given."""
        amounts = self.amounts(s, seat, above)
        return CompanyBid(s, seat, number, amounts.low if amount is None else amount, amounts, above is None)

    def options(self, bid: CompanyBid) -> list[Option]:
        """The bid with all its amounts, if the least one is legal."""
        if not self.bidding.allow(bid):
            return []
        return [Option(BidCompany(self.t.companies[bid.number].id, bid.amount), bid.amounts)]

    def amounts(self, s: State18TE, seat: int, above: int | None) -> Range:
        """What a player may bid: from the least on, or `above` the present bid, in steps, as far as his cash goes."""
        limits = self.t.data.limits
        least = limits.least_bid - s.support if above is None else above + limits.bid_raise
        cash = s.players[seat].cash
        return Range(least, cash - (cash - least) % limits.bid_raise, limits.bid_raise)

    def par_price(self, bid: int) -> int:
        """The start price of an effective bid (4.7)."""
        prices = self.t.market.par_prices
        if self.t.options["par_third"] == "below":
            return max((price for price in prices if 3 * price < bid), default=prices[0])
        return max(price for price in prices if 3 * price <= bid)

    def found(self, m: Move18TE, number: int, seat: int, bid: int) -> None:
        """The winner pays, the whole effective bid goes to the treasury, the marker to its par cell (4.4 to 4.9)."""
        t, s = self.t, m.s
        name, owner = t.companies[number].id, company_owner(number)
        support = s.support
        price = self.par_price(bid + support)
        cell = t.market.par_cell(price)
        assert cell is not None
        m.pay(seat, owner, bid, "found", "30 % certificate of {company}", company=name)
        m.pay(BANK, owner, support, "support.paid", "price support")
        s.support = 0
        m.company(number, par=price, president=seat, floated=True)
        m.move_marker(number, cell, "found.price", "start price")
        self.shares.receive(m, seat, number, self.shares.president_size[number], "ipo")
        m.tell(
            "founded", "found.president", "{who} founds {company} and is its president", who=t.seats[seat], company=name
        )


class CompanyAuctionStep(Step[CompanyAuction, State18TE]):
    """Clockwise, everybody raises or leaves; the last one pays (4.6)."""

    def __init__(self, rules: FamilyRules[State18TE], founding: Founding) -> None:
        """Shares the rules of bids with the stock turn."""
        super().__init__(rules)
        self.founding = founding
        self.acts = {BidCompany: ActionKind(self.bid, self.why_not_bid), Pass: ActionKind(self.leave)}

    def decision(self, s: State18TE, frame: CompanyAuction) -> Decision:
        """The next player who has not left."""
        return Decision(frame.turn, self.t.seats[frame.turn], "company_auction", self.t.cite("bid.raise"))

    def options(self, s: State18TE, frame: CompanyAuction) -> list[Option]:
        """Raise or leave."""
        return [*self.founding.options(self.raise_(s, frame)), Option(Pass())]

    def raise_(self, s: State18TE, frame: CompanyAuction, amount: int | None = None) -> CompanyBid:
        """What a raise comes to; the least one if no amount is given."""
        return self.founding.bid(s, frame.turn, frame.company, frame.bid, amount)

    def leave(self, m: Move18TE, frame: CompanyAuction, action: Pass) -> None:
        """A player bids no more."""
        m.tell("pass", "bid.raise", "{who} leaves the auction", who=self.t.seats[frame.turn], left="auction")
        m.top(left=put(frame.left, frame.turn, False), turn=self.after(frame.turn))

    def why_not_bid(self, s: State18TE, frame: CompanyAuction, action: BidCompany) -> Illegal | None:
        """A raise (4.6)."""
        if self.t.company(action.company) != frame.company:
            return self.t.no("bid.order", "the auction is about {company}", company=self.t.companies[frame.company].id)
        return self.founding.bidding.why_not(self.raise_(s, frame, action.amount))

    def bid(self, m: Move18TE, frame: CompanyAuction, action: BidCompany) -> None:
        """A player raises."""
        seat = frame.turn
        m.tell("bid", "bid.raise", "{who} raises to {amount:$}", who=self.t.seats[seat], amount=action.amount)
        m.top(bid=action.amount, bidder=seat, turn=self.after(seat))

    def after(self, seat: int) -> int:
        """The next seat."""
        return (seat + 1) % len(self.t.seats)

    def advance(self, m: Move18TE, frame: CompanyAuction) -> bool:
        """Who has left is passed over, who cannot raise leaves unasked (4.6a); the last one founds the company."""
        if not any(frame.left[seat] for seat in around(len(self.t.seats), frame.bidder)):
            m.pop()
            self.founding.found(m, frame.company, frame.bidder, frame.bid)
            return False
        seat = frame.turn
        if not frame.left[seat] or seat == frame.bidder:
            m.top(turn=self.after(seat))
            return False
        if not self.founding.bidding.allow(self.raise_(m.s, frame)):
            self.leave(m, frame, Pass())
            return False
        return True
