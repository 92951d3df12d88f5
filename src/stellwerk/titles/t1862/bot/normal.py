"""The usual opponent in 1862: the steady player with its costly mistakes cured; and one for a first game.

A dividend lifts the price of every share, whatever its size, so a run is kept back only where the director could not
pay the train. Money a company has no use for buys trains while there are runs for them. Where few certificates may be
held, dear ones come first.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.easy import EasyBot, Forgetful
from stellwerk.bots.normal import NormalBot
from stellwerk.core import Action
from stellwerk.eighteen.actions import Dividend, SellShares

from ..groups import certificate_limit
from .figures import Memory1862
from .steady import Chooser1862

IDLE = 0.12  # what money a company has no use for counts
PUSHES = 3  # trains a rich company buys whatever they earn now
RAISED = 0.5  # part of the worth of papers that can be had in time
LEAVES, LOOTS = 1.0, 0.4  # part of what he can raise that a director pays for trains rather than leave; and a looter
FULL = 110  # what one more certificate should cost where few may be held
SWAP = 5.0  # what a swap at the paper limit must bring in a run


class NormalChooser1862(Chooser1862):
    """Decides one question."""

    # -- a company's turn

    def dearness(self) -> float:
        """Builders mind costs less."""
        return super().dearness() / self.style.track

    def dividend(self) -> Action | None:
        """Pay, unless the director could not pay the train."""
        cash, needed = self.s.companies[self.company].cash, self.figures.needed_for(self.company)
        raised = self.cash + RAISED * self.liquid()
        ruin = needed > cash and needed - cash > raised and self.may_withhold(needed)
        return Dividend("withhold" if ruin else "pay")

    def good_train(self, action: Any) -> float:
        """What a train earns until it rusts, against its price; idle money counts little."""
        worth, holder = self.figures, self.s.companies[self.company]
        gain, life = worth.with_train(self.company, action) - worth.revenue(self.company), worth.life(action.train)
        lasting = worth.lasts(action.train) or any(worth.lasts(train) for train in holder.trains)
        keep = 0 if lasting else worth.coming_price()
        idle = max(0, min(action.price, holder.cash - keep))
        late = min(1.0, worth.runs_left() / 6)
        figure = gain * life - (IDLE * idle + (action.price - idle)) * late
        left = holder.cash - action.price
        if (not holder.trains or worth.needed_for(self.company)) and life > 1:
            return float(figure + 2.0 * action.price)
        if gain >= 0 and left >= keep + 100 and len(holder.trains) < PUSHES and not worth.doomed(action.train):
            return float(max(figure, 0.5 + gain))  # it brings the next kind of train nearer, which others lack
        return float(figure)

    # -- one's own money

    def good_share(self, action: Any) -> float:
        """What a certificate brings of its price, or at all where few may be held."""
        figure = super().good_share(action)
        company, cost = self.s.companies[self.t.company(action.company)], max(1, self.price(action))
        if company.president != self.seat:
            figure *= self.style.trading
        room = certificate_limit(self.t, self.s) - self.papers()
        if figure > 0 and not self.unfloated(action) and room * FULL < self.cash:
            figure *= cost / FULL
        return figure

    def first(self, reserve: int) -> Action | None:
        """A company that would cost its director more than he likes goes to somebody else, if that is possible."""
        raised = self.cash + RAISED * self.liquid()
        if reserve <= raised * (LOOTS if self.style.looting else LEAVES):
            return None
        return super().first(max(reserve, int(raised) + 1))

    def make_room(self, spare: int) -> Action | None:
        """At the paper limit small privates give way, then the certificate that brings least to a better one."""
        found = super().make_room(spare)
        if found is not None or self.papers() < certificate_limit(self.t, self.s) or not self.may_pass:
            return found
        sales = [sale for sale in self.of(SellShares) if self.spared(sale)]
        if not sales:
            return None
        sale = min(sales, key=self.brings)
        number = self.t.company(sale.company)
        money = spare + self.shares.proceeds(self.s, number, sale.percent)
        best = max((self.on_sale(other, money) for other in range(len(self.s.companies)) if other != number), default=0)
        return sale if best > self.brings(sale) + SWAP else None

    def spared(self, sale: SellShares) -> bool:
        """True for one certificate that its owner does not need to stay director."""
        number = self.t.company(sale.company)
        company = self.s.companies[number]
        if sale.percent != self.shares.unit_of(self.s, number):
            return False
        others = max(held for seat, held in enumerate(company.held) if seat != self.seat)
        return company.president != self.seat or others < company.held[self.seat] - sale.percent

    def brings(self, sale: SellShares) -> float:
        """What a certificate brings in a run."""
        number = self.t.company(sale.company)
        return self.yields(number, self.shares.unit_of(self.s, number))

    def yields(self, number: int, unit: int) -> float:
        """What so much of a company brings in a run: dividend and rise."""
        expected = self.figures.expected(number)
        return unit / 10 * (expected / 10 + (self.figures.rise(number) if expected else 0.0))

    def on_sale(self, number: int, money: int) -> float:
        """What a certificate brings in a run that lies in the bank or the pool and can be paid."""
        company = self.s.companies[number]
        unit = self.shares.unit_of(self.s, number)
        if not company.floated or self.figures.closed(number) or max(company.ipo, company.pool) < unit:
            return 0.0
        if company.held[self.seat] + unit > 60 or self.shares.price(company) > money:
            return 0.0
        return self.yields(number, unit)


class Normal1862(NormalBot):
    """Chooses by figures of the position."""

    chooser, remembers, guesses = NormalChooser1862, Memory1862, True


class EasyChooser1862(Forgetful, NormalChooser1862):
    """Decides one question with the mistakes of a beginner."""


class Easy1862(EasyBot):
    """Chooses by simple figures."""

    chooser, remembers, guesses = EasyChooser1862, Memory1862, True
