"""What the steady player of 1862 does with its own money: privates, companies of its own, shares."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.steady import Chooser
from stellwerk.core import Action
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, Par, Pass, SellShares

from ..actions import ClosePrivate, WithdrawBid
from ..auction import bound, highest
from ..groups import certificate_limit
from ..rules import Rules1862
from ..shares import Shares1862
from ..state import Raising, State1862
from .figures import Figures1862

DIRECTED = 3  # companies one looks after
HELPED = 0.7  # part of what a company needs to float that its founder must have; others buy the rest
LEAST = 0.05  # a share that yields less in a run, dividend and rise together, is not bought


class Purse1862(Chooser):
    """Decides what a player does with his own money."""

    figured, least = Figures1862, LEAST
    s: State1862
    rules: Rules1862
    shares: Shares1862
    figures: Figures1862

    # -- privates

    def auction(self) -> Action | None:
        """Withdraw what is lost, bid on what is worth more than it costs, otherwise buy the cheapest."""
        free = self.cash - bound(self.s, self.seat)
        for withdrawal in self.of(WithdrawBid):
            private = self.t.private(withdrawal.private)
            if highest(self.s, private)[1] + 5 > self.figures.value_of(private):
                return withdrawal
        bids = [
            bid
            for bid in self.of(Bid)
            if bid.amount <= min(self.value(bid), 0.6 * self.cash) and not self.leads(bid)
        ]  # fmt: skip
        if bids and bound(self.s, self.seat) < 0.5 * self.cash and self.chance.below(2):
            return self.chance.choice(bids)
        for purchase in self.of(BuyPrivate):
            price = purchase.price
            if price <= self.value(purchase) and (price <= 0.75 * free or not self.chance.below(3)):
                return purchase
        return self.chance.choice(bids) if bids else Pass()

    def value(self, action: Bid | BuyPrivate) -> int:
        """What the private of an action is worth."""
        return self.figures.value_of(self.t.private(action.private))

    def leads(self, bid: Bid) -> bool:
        """True if the player's bid on that private is the highest already."""
        return highest(self.s, self.t.private(bid.private))[0] == self.seat

    def bid_off(self) -> Action | None:
        """Raise up to what the private is worth."""
        return next((bid for bid in self.of(Bid) if bid.amount <= self.value(bid)), Pass())

    # -- shares

    def par(self) -> Action | None:
        """The highest price at which most of what is missing to float can be paid."""
        pars = sorted(self.of(Par), key=lambda action: action.price)
        afford = [action for action in pars if 3 * HELPED * action.price <= self.cash]
        return afford[-1] if afford else pars[0]

    def unfloated(self, action: Any) -> bool:
        """True if a bank share brings a company of one's own nearer to its start."""
        company = self.s.companies[self.t.company(action.company)]
        return company.president == self.seat and not company.floated and action.source == "bank"

    def good_share(self, action: Any) -> float:
        """What a certificate yields in a run: dividend, rise of the price, a part of what it costs less than that."""
        number = self.t.company(action.company)
        cost, unit = max(1, self.price(action)), self.shares.unit_of(self.s, number)
        company = self.s.companies[number]
        expected = self.figures.expected(number)
        part = unit / 10
        gain = part * (expected / 10 + (self.figures.rise(number) if expected else 0.0))
        gain += 0.25 * (part * self.shares.price(company) - cost)
        figure = gain / cost
        if company.president == self.seat:
            figure += 0.01
        elif not company.floated:
            figure += 0.02 if company.ipo <= 60 else -0.02
        return figure

    def poor(self, number: int) -> bool:
        """True if a company that has operated has no train and no money for one."""
        if not self.s.operated[number] or self.figures.expected(number):
            return False
        return self.shares.price(self.s.companies[number]) >= 30

    def first(self, reserve: int) -> Action | None:
        """A company that would ruin its director goes to somebody else, if somebody can be made director."""
        if reserve <= self.cash + 0.5 * self.liquid():
            return None
        for sale in reversed(self.of(SellShares)):
            number = self.t.company(sale.company)
            company = self.s.companies[number]
            others = max(held for seat, held in enumerate(company.held) if seat != self.seat)
            left = company.held[self.seat] - sale.percent
            if company.president == self.seat and others > left and self.figures.needed_for(number) > company.cash:
                return sale
        return None

    def rescue(self, spare: int) -> Action | None:
        """What brings a company of one's own nearer to its start."""
        return self.best([buy for buy in self.of(BuyShare) if self.unfloated(buy)], self.good_share, -10.0)

    def liquid(self) -> int:
        """What the player's shares of other directors' companies are worth."""
        return sum(
            self.shares.worth(self.s, number, self.seat)
            for number, company in enumerate(self.s.companies)
            if company.held[self.seat] and company.par and company.president != self.seat
        )

    def make_room(self, spare: int) -> Action | None:
        """At the paper limit a small private gives way to a share worth more."""
        if self.papers() < certificate_limit(self.t, self.s) or spare < 100:
            return None
        return self.small_private(15) if self.anything_on_sale(spare) else None

    def small_private(self, most: int) -> Action | None:
        """The close of a private with an income of at most so much."""
        small = (close for close in self.of(ClosePrivate) if self.income(close) <= most)
        return next(small, None)

    def income(self, close: ClosePrivate) -> int:
        """The income of the private that closes."""
        return self.t.privates[self.t.private(close.private)].income

    def papers(self) -> int:
        """The player's certificates."""
        return self.shares.certificates(self.s, self.seat)

    def anything_on_sale(self, spare: int) -> bool:
        """True if a share that earns something lies in bank or pool for that money."""
        return any(
            company.par and (company.ipo or company.pool) and self.shares.price(company) <= spare
            and self.figures.expected(number) > 0
            for number, company in enumerate(self.s.companies)
        )  # fmt: skip

    def start(self, spare: int) -> Action | None:
        """A company of one's own, if it can float and will have money for a train."""
        mine = [number for number, company in enumerate(self.s.companies) if company.president == self.seat]
        if any(not self.s.companies[number].floated for number in mine) or len(mine) >= DIRECTED:
            return None
        if any(not self.s.companies[number].trains and self.s.operated[number] for number in mine):
            return None
        found = []
        for par in self.of(Par):
            number = self.t.company(par.company)
            missing = self.t.companies[number].float - self.shares.towards_float(self.s, number)
            missing = max(missing, self.shares.size_of(self.s, number)) // 10
            enough = 10 * par.price >= self.figures.coming_price() + 100
            if enough and HELPED * missing * par.price <= spare:
                found.append(par)
        return self.best(found, self.founding, 0.0)

    def founding(self, action: Any) -> float:
        """High start prices, companies with shares already sold, and dear homes."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        return float(action.price + 100 - company.ipo + company.held[self.seat])

    def must_sell(self) -> Action | None:
        """Small privates close first; then the certificate that yields least."""
        return self.small_private(10) or super().must_sell()

    def raise_money(self) -> Action | None:
        """The sale of the least valuable company that brings enough, else as much of it as possible at once."""
        frame = self.s.frames[-1]
        assert isinstance(frame, Raising)
        missing = frame.amount - self.cash

        def figure(action: SellShares) -> tuple[float, bool, int]:
            brings = self.shares.proceeds(self.s, self.t.company(action.company), action.percent)
            return self.keep_worth(action)[0], brings < missing, -brings if brings < missing else brings

        return min(self.of(SellShares), key=figure, default=None)
