"""What the steady player of 1854 does with its own money: privates at their worth, majors, options, shares."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.steady import Chooser
from stellwerk.core import Action
from stellwerk.eighteen.abilities import of_private
from stellwerk.eighteen.ability_schema import GrantAbility
from stellwerk.eighteen.actions import Bid, BuyPrivate, Par, Pass, SellShares

from ..actions import CompleteOption, TakeOption, Withdraw
from ..auction import highest_bidder, the_auction
from ..rules import Rules1854
from ..shares import Shares1854
from ..state import State1854
from .figures import Figures1854

DIRECTED = 3  # majors one looks after
RUNS = 5  # runs an income is counted for
RISE = 0.05  # what the price of a company that pays rises by, a run
LEAST = 0.12  # a share that brings less in those runs, as part of its price, is not bought
OPTION = 0.75  # what an option counts, against a full purchase


class Purse1854(Chooser):
    """Decides what a player does with his own money."""

    figured = Figures1854
    least = LEAST
    for_privates = 0.62  # part of the cash that goes into privates at most, in the first auction round
    s: State1854
    rules: Rules1854
    shares: Shares1854
    figures: Figures1854

    # -- privates

    def auction(self) -> Action | None:
        """The first private at its price, the dear ones by bids; what is lost is withdrawn."""
        for withdrawal in self.of(Withdraw):
            if not self.still_wanted(withdrawal.private):
                return withdrawal
        later = self.s.round.number > 1  # after an interruption everything must go
        most = self.cash if later else self.for_privates * self.t.starting_cash
        spent = self.t.starting_cash - self.cash + self.tied_up()
        bids = [bid for bid in self.of(Bid) if self.good_bid(bid, most - spent)]
        if bids:
            return max(bids, key=lambda bid: self.value(bid) - bid.amount)
        for purchase in self.of(BuyPrivate):
            if later or purchase.price <= min(self.value(purchase), most - spent):
                return purchase
        return Pass()

    def tied_up(self) -> int:
        """What the seat has bid."""
        bids = getattr(self.s.frames[0], "bids", ())
        return sum(amount for private in bids for seat, amount in private if seat == self.seat)

    def value(self, action: Bid | BuyPrivate) -> int:
        """What the private of an action is worth."""
        return self.figures.private_value(self.t.private(action.private))

    def good_bid(self, bid: Bid, left: int) -> bool:
        """Worth more than the lowest bid, and not too much of the purse; cheap ones are waited for, own ones stand."""
        private, frame = self.t.private(bid.private), the_auction(self.s)
        if frame is not None and highest_bidder(frame.bids[private]) == self.seat:
            return False
        return bool(of_private(self.t, private, GrantAbility)) and bid.amount <= min(self.value(bid), left)

    def still_wanted(self, name: str) -> bool:
        """True if a bid that was outbid may be raised once more."""
        private = self.t.private(name)
        bids = getattr(self.s.frames[0], "bids", ((),) * len(self.t.privates))[private]
        top = max((amount for _, amount in bids), default=0)
        return top + self.t.data.limits.bid_raise <= self.figures.private_value(private)

    def bid_off(self) -> Action | None:
        """Raise while it is worth it."""
        return next((bid for bid in self.of(Bid) if bid.amount <= min(self.value(bid), 0.7 * self.cash)), Pass())

    # -- shares

    def first(self, reserve: int) -> Action | None:
        """An open option is completed unless it has lost much or the money is needed; then it is sold."""
        mark = self.s.options[self.seat]
        if mark is None:
            return None
        price = self.shares.value(self.s.companies[mark.company])
        good = price >= 0.8 * mark.price and self.cash - mark.price >= reserve
        if self.of(CompleteOption) and good:
            return CompleteOption()
        if self.may_pass:
            return Pass()
        half = SellShares(self.t.companies[mark.company].id, 10)
        if half in self.of(SellShares):
            return half
        return CompleteOption() if self.of(CompleteOption) else self.must_sell()

    def purchases(self, spare: int) -> list[Any]:
        """Options too, where the whole certificate is too dear."""
        return super().purchases(spare) + [take for take in self.of(TakeOption) if self.good_option(take, spare)]

    def good_option(self, action: Any, spare: int) -> bool:
        """True if the whole certificate is too dear and its first half is not."""
        return self.price(action) <= spare < 2 * self.price(action)

    def good_share(self, action: Any) -> float:
        """What a certificate brings in the next runs, as part of its price."""
        number = self.t.company(action.company)
        company, cost = self.s.companies[number], max(self.price(action), 10)
        optioned = isinstance(action, TakeOption)
        units = 1 if optioned else self.shares.units(number, self.shares.card(self.s, number))
        value = self.shares.value(company)
        income = self.figures.income(number)
        gain = units * (self.runs_counted() * (income + (RISE * value if income else 0.0)) + value) - cost
        figure = gain / cost
        if not company.floated:
            figure += 0.15 if company.president != self.seat else 3.0
        elif not company.operated:
            figure += 0.3
        if company.president == self.seat:
            figure += 0.1 + (0.3 if action.source == "split" else 0.0)
        return figure * (OPTION if optioned else 1.0)

    def runs_counted(self) -> float:
        """Runs an income is counted for."""
        return RUNS

    def poor(self, number: int) -> bool:
        """True if a company has operated and earns nothing."""
        company = self.s.companies[number]
        return company.operated and not company.trains and not self.figures.income(number)

    def start(self, spare: int) -> Action | None:
        """A major of one's own at the highest par that leaves the money to float it."""
        directed = self.figures.directed(self.seat)
        if any(not self.s.companies[number].floated for number in directed) or len(directed) >= DIRECTED:
            return None
        if any(self.s.companies[number].operated and not self.figures.revenue(number) for number in directed):
            return None
        least = self.figures.coming_price()
        afford = [par for par in self.of(Par) if self.floating_cost(par) <= spare and 10 * par.price > least]
        return self.best(afford, self.good_start, 0.0)

    def floating_cost(self, action: Any) -> int:
        """The director's certificate, and an option if nothing else is out yet."""
        out = sum(self.s.companies[self.t.company(action.company)].held)
        return int(action.price * (4 if out else 5))

    def good_start(self, action: Any) -> float:
        """A high par, shares one has already, and a good home."""
        number = self.t.company(action.company)
        held: int = self.s.companies[number].held[self.seat]
        return float(action.price) + held + self.figures.memory.homes[number]

    def make_room(self, spare: int) -> Action | None:
        """At the certificate limit with money for a major: the worst certificates of others' companies go for it."""
        wanted = self.certificates_wanted(spare)
        room = self.shares.cert_limit(self.s) - self.shares.certificates(self.s, self.seat)
        singles = [sale for sale in self.of(SellShares) if not self.mine(sale) and self.one_certificate(sale)]
        return None if room >= wanted or len(singles) < wanted - room else self.least_missed(singles)

    def certificates_wanted(self, spare: int) -> int:
        """How many certificates more would bring a major of one's own into operation."""
        directed, least = self.figures.directed(self.seat), self.t.market.par_prices[0]
        waiting = [number for number in directed if not self.s.companies[number].floated]
        if waiting:
            return int(spare >= self.s.companies[waiting[0]].par)
        if len(directed) >= DIRECTED or spare < 5 * least or 10 * least <= self.figures.coming_price():
            return 0
        return 2 if self.figures.unstarted() else 0

    def one_certificate(self, action: Any) -> bool:
        """True if a sale is of one certificate."""
        number = self.t.company(action.company)
        return bool(action.percent == self.shares.card(self.s, number))
