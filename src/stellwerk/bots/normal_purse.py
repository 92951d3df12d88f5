"""What the normal player does with his own money: shares that bring most to the end, companies that can pay a train.

A share is worth its dividends to come and the rise of its price; what it is sold for in the end comes back. At the
certificate limit the weakest paper gives way. A company that will need more money for a train than its president can
raise goes to somebody else while that is possible, and nobody walks into such a gift.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.normal_figures import NormalFigures
from stellwerk.bots.quick import QuickChooser
from stellwerk.core import Action
from stellwerk.eighteen import actions

LEAST = 0.05  # a share that brings less of its price until the end is not bought
FULL = 120  # what one more certificate should cost where few may be held
DIRECTED = 3  # companies one looks after
FRESH, WAITED = 0.3, 0.6  # parts of the purse a private may cost: at once, and when nobody wants it
BARGAIN = 0.3  # part of its price a share brings that a trader takes before all else
SPREAD = 25  # what a swap at the certificate limit must bring
RAISED = 0.6  # part of the worth of papers that can be had in time
LEAVES = 0.8  # part of what he can raise that a president pays for a train rather than leave
LOOTS = 0.25  # and a looter


class NormalPurse(QuickChooser):
    """Decides what a player does with his own money."""

    figured, least = NormalFigures, LEAST
    figures: NormalFigures

    # -- privates

    def auction(self) -> Action | None:
        """The cheapest private while it leaves enough for a company; when all have passed, also a dear one."""
        waited = len(self.game.plies) >= len(self.s.players) and all(
            isinstance(ply.action, actions.Pass) for ply in self.game.plies[-len(self.s.players) :]
        )
        for purchase in self.of(actions.BuyPrivate):
            if purchase.price <= (WAITED if waited else FRESH) * self.cash:
                return purchase
        bids = [bid for bid in self.of(actions.Bid) if bid.amount <= 0.3 * self.cash]
        return self.chance.choice(bids) if bids and not self.chance.below(3) else actions.Pass()

    # -- companies of one's own

    def to_float(self, number: int) -> int:
        """Tenths of a company still to be bought before it floats."""
        missing: int = self.t.companies[number].float - self.shares.towards_float(self.s, number)
        return max(0, -(-missing // 10))

    def par(self) -> Action | None:
        """The highest price at which the company floats by its president's money, if it can pay a train then."""
        pars = sorted(self.of(actions.Par), key=lambda action: action.price)
        afford = [
            action for action in pars if self.to_float(self.t.company(action.company)) * action.price <= self.cash
        ]
        return afford[-1] if afford else pars[0]

    def start(self, spare: int) -> Action | None:
        """A company of one's own, if there is money to float it and the company can pay the train it will find."""
        mine = [number for number, company in enumerate(self.s.companies) if company.president == self.seat]
        if any(not self.s.companies[number].floated for number in mine) or len(mine) >= DIRECTED:
            return None
        if any(self.figures.needed_for(number) > self.s.companies[number].cash for number in mine):
            return None
        if mine and self.figures.runs_left() < 2.5:
            return None
        price = self.figures.coming_price()
        afford = [
            action
            for action in self.of(actions.Par)
            if self.floats_for(action) <= spare
            and 10 * action.price >= price
            and self.room() > self.certificates_for(action)
        ]
        if afford:
            top = max(action.price for action in afford)
            return self.chance.choice([action for action in afford if action.price == top])
        if any(True for _ in self.of(actions.Par)):
            return None
        return super().start(spare)

    def floats_for(self, action: actions.Par) -> int:
        """What it costs to float a company alone at a price."""
        return max(2, self.to_float(self.t.company(action.company))) * action.price

    def certificates_for(self, action: actions.Par) -> int:
        """Certificates a president needs to float a company."""
        return max(1, self.to_float(self.t.company(action.company)) - 1)

    def room(self) -> int:
        """Certificates the player may still take."""
        return int(self.shares.cert_limit(self.s) - self.shares.certificates(self.s, self.seat))

    # -- shares

    def stock(self) -> Action | None:
        """Leave what would ruin, then a company of one's own, then the purchase that brings most."""
        reserve = max(0, int(self.figures.needed_by(self.seat) - RAISED * self.liquid()))
        spare = self.cash - reserve
        return (
            self.first(reserve)
            or self.best(self.of(actions.SellShares), self.bad_share, 0.5)
            or self.bargain(spare)
            or self.start(spare)
            or self.best(self.purchases(spare), self.good_share, self.least)
            or self.make_room(spare)
            or (actions.Pass() if self.may_pass else None)
        )

    def bargain(self, spare: int) -> Action | None:
        """What a trader buys before he thinks of another company of his own."""
        if self.style.trading <= 1 or not any(company.president == self.seat for company in self.s.companies):
            return None
        unfloated = any(company.president == self.seat and not company.floated for company in self.s.companies)
        others = [buy for buy in self.purchases(spare) if not self.mine(buy)]
        return None if unfloated else self.best(others, self.good_share, BARGAIN)

    def liquid(self) -> int:
        """What the player's shares of other presidents' companies are worth."""
        return sum(
            company.held[self.seat] * self.shares.price(company) // 10
            for company in self.s.companies
            if company.held[self.seat] and company.par and company.president != self.seat
        )

    def gain(self, number: int, cost: int) -> float:
        """What a tenth of a company brings until the end at that cost."""
        company, worth = self.s.companies[number], self.figures
        found = worth.prospect(number) * (self.style.trading if company.president != self.seat else 1.0)
        if not found and company.floated and not company.trains and company.cash >= worth.next_price():
            found = 5.0 * min(4.0, worth.runs_left())  # it will buy a train
        return found + (self.shares.price(company) - cost if company.par else 0)

    def good_share(self, action: Any) -> float:
        """What a share brings of its price, or at all where few certificates are left; help for one's own companies."""
        number = self.t.company(action.company)
        company, cost = self.s.companies[number], self.price(action)
        figure = self.gain(number, cost) / max(cost, 10)
        if company.president == self.seat:
            figure = figure / self.style.trading + 0.05 if company.floated else figure + 5.0
        elif not company.floated:
            figure += 0.08
        elif self.trap(number, 10):
            figure -= 1.0
        if self.room() * FULL < self.cash:
            figure *= max(cost, 10) / FULL  # certificates are scarcer than money
        return figure

    def trap(self, number: int, more: int = 0) -> bool:
        """True if a company in need of money could be left to the player."""
        company = self.s.companies[number]
        if company.president in (self.seat, -1) or not company.floated:
            return False
        own = company.held[self.seat] + more
        rivals = [held for seat, held in enumerate(company.held) if seat not in (self.seat, company.president)]
        return own >= 20 and own >= max(rivals, default=0) and self.figures.missing(number) > 100

    def bad_share(self, action: Any) -> float:
        """Companies that earn next to nothing, and those that could be left to the player."""
        number = self.t.company(action.company)
        if self.trap(number) and self.figures.missing(number) > LEAVES * (self.cash + RAISED * self.liquid()):
            return 0.6
        return super().bad_share(action)

    def first(self, reserve: int) -> Action | None:
        """A company that will cost its president more than he likes goes to somebody else, if that is possible."""
        most = LEAVES if not self.style.looting else LOOTS
        raised = self.cash + RAISED * self.liquid()
        for sale in sorted(self.of(actions.SellShares), key=lambda action: action.percent):
            number = self.t.company(sale.company)
            company = self.s.companies[number]
            if company.president != self.seat or self.figures.missing(number) <= most * raised:
                continue
            others = max(held for seat, held in enumerate(company.held) if seat != self.seat)
            if others > company.held[self.seat] - sale.percent:
                return sale
        return None

    # -- at the certificate limit

    def make_room(self, spare: int) -> Action | None:
        """At the certificate limit the paper that brings least is sold if another one brings more."""
        if self.room() > 0 or not self.may_pass:
            return None
        sales = [sale for sale in self.of(actions.SellShares) if self.spared(sale)]
        if not sales:
            return None
        sale = min(sales, key=self.given_up)
        money = spare + self.price_of(sale)
        best = max((self.on_sale(number, money) for number in range(len(self.s.companies))), default=0.0)
        return sale if best > self.given_up(sale) + SPREAD else None

    def spared(self, sale: actions.SellShares) -> bool:
        """True for one certificate of somebody else's company, or one a president does not need."""
        company = self.s.companies[self.t.company(sale.company)]
        if sale.percent != 10:
            return False
        others = max(held for seat, held in enumerate(company.held) if seat != self.seat)
        return bool(company.president != self.seat or others < company.held[self.seat] - sale.percent)

    def given_up(self, sale: actions.SellShares) -> float:
        """What a sale costs: what the share would bring, and what the fall of the price takes from the others."""
        number = self.t.company(sale.company)
        company = self.s.companies[number]
        left = company.held[self.seat] // 10 - 1
        fall = max(0, self.shares.price(company) - self.price_after(company.cell))
        return float(self.figures.prospect(number) + fall * left)

    def price_after(self, cell: int) -> int:
        """The price one row farther down."""
        down = getattr(self.t.market, "down", None)
        return int(self.t.market.price[down[cell]]) if down is not None and cell >= 0 else 0

    def price_of(self, sale: actions.SellShares) -> int:
        """What a sale brings."""
        return int(self.shares.proceeds(self.s, self.t.company(sale.company), sale.percent))

    def on_sale(self, number: int, money: int) -> float:
        """What a tenth of a company brings that lies in the bank or the pool."""
        company = self.s.companies[number]
        if not company.par or not company.floated or company.held[self.seat] >= 60:
            return 0.0
        found = 0.0
        for source, there in (("ipo", company.ipo), ("pool", company.pool)):
            if there >= 10:
                cost = company.par if source == "ipo" else self.shares.price(company)
                found = max(found, self.gain(number, cost) if cost <= money and not self.trap(number, 10) else 0.0)
        return found
