"""The usual opponent in 1854: the steady player with its costly mistakes cured; and one for a first game.

It counts the runs that are left, keeps a run back only where the director could not pay the train or where the money
buys one that earns it back, and has idle money of a company buy trains.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.easy import EasyBot, Forgetful
from stellwerk.bots.normal import NormalBot
from stellwerk.bots.normal_figures import life
from stellwerk.core import Action
from stellwerk.eighteen.actions import Dividend
from stellwerk.routing import spec_of

from .figures import Memory1854
from .steady import Chooser1854

MOST_RUNS = 7.0  # an income is counted for
IDLE = 0.12  # what money a company has no use for counts
PUSHES = 3  # trains a rich company buys whatever they earn now
SPARE = 150  # money beyond what is needed from which on it does
HOARD = 450  # and from which on it buys another one, whatever it has: a hoard earns nothing
RAISED = 0.5  # part of the worth of papers that can be had in time
FULL = 90  # what one more certificate should cost where few may be held
BARGAIN = 0.3  # part of its price a share brings that a trader takes before a further company
LOOTS = 60  # what a looter wants to be left in a company before he helps it with money of his own


class NormalChooser1854(Chooser1854):
    """Decides one question."""

    for_privates = 0.3  # money that is left buys more of a company, which brings more

    def runs_counted(self) -> float:
        """Early an income counts for longer, near the end for the runs that are left."""
        return min(MOST_RUNS, self.figures.runs_left())

    # -- a company's turn

    def cost_weight(self, left: int, needed: int) -> float:
        """Builders mind costs less."""
        return super().cost_weight(left, needed) / self.style.track

    def dividend(self) -> Action | None:
        """Pay, unless the director could not pay the train, or the money buys one that earns it back."""
        cash, needed = self.s.companies[self.company].cash, self.figures.needed_for(self.company)
        missing = needed - cash
        helps = 0.0 if self.style.looting and missing > LOOTS else self.cash + RAISED * self.liquid()
        ruin = missing > 0 and missing > helps and self.may_withhold(needed)
        kept = ruin or self.saves(cash, self.figures.revenue(self.company))
        return Dividend("withhold" if kept else "pay")

    def good_train(self, action: Any) -> float:
        """What a train earns until it is scrapped, against its price; idle money counts little."""
        worth, company = self.figures, self.company
        if not worth.kinds.is_major(company):
            return super().good_train(action)
        gain = worth.with_train(company, action) - worth.revenue(company)
        runs = min(life(worth, worth.ends(action.train)), worth.runs_left())
        own = self.rules.running_trains(self.s, company)
        cash, keep = self.s.companies[company].cash, self.reserve([*own, action.train])
        idle = max(0, min(action.price, cash - keep))
        late = min(1.0, worth.runs_left() / 5)
        figure = runs * gain - (IDLE * idle + (action.price - idle)) * late
        if worth.needed_for(company) and not worth.doomed(action.train):
            alone = worth.run(company, self.s.board, [spec_of(self.t, action.train)])
            if max(gain, alone) > 0:  # the others will be scrapped
                return float(1 + max(figure, 0.0) + 2 * action.price)
        if not own and gain > 0:
            return float(figure + action.price)
        left = cash - action.price - keep
        pushes = (left >= SPARE and len(own) < PUSHES) or left >= HOARD
        if gain >= 0 and pushes and not worth.doomed(action.train):
            return float(max(figure, 0.5 + gain))  # it brings the next kind nearer, which others lack
        return float(figure)

    def reserve(self, trains: list[str]) -> int:
        """What a major should keep for the train after these: all of it where they are scrapped soon."""
        worth = self.figures
        ends = [worth.ends(train) for train in trains]
        if not all(ends):
            return 0
        after = max(self.t.trains[self.t.kit.train_index[end]].price for end in ends)
        return after if all(worth.doomed(train) for train in trains) else after // 2

    # -- one's own money

    def liquid(self) -> int:
        """What the player's shares of other directors' majors are worth."""
        return sum(
            company.held[self.seat] * self.shares.value(company) // 10
            for number in self.figures.kinds.majors
            if (company := self.s.companies[number]).held[self.seat] and company.president != self.seat
        )

    def start(self, spare: int) -> Action | None:
        """A major of one's own; a trader who has one takes what is cheap of the others' first."""
        if self.style.trading > 1 and self.figures.directed(self.seat):
            others: list[Action] = [purchase for purchase in self.purchases(spare) if not self.mine(purchase)]
            found = self.best(others, self.good_share, BARGAIN)
            if found is not None:
                return found
        return super().start(spare)

    def good_share(self, action: Any) -> float:
        """What a certificate brings of its price, or at all where few may be held."""
        figure = super().good_share(action)
        company = self.s.companies[self.t.company(action.company)]
        if company.president != self.seat:
            figure *= self.style.trading
        room = self.shares.cert_limit(self.s) - self.shares.certificates(self.s, self.seat)
        if figure > 0 and company.floated and room * FULL < self.cash:
            figure *= max(self.price(action), 10) / FULL
        return figure


class Normal1854(NormalBot):
    """Chooses by figures of the position."""

    chooser, remembers, guesses = NormalChooser1854, Memory1854, True


class EasyChooser1854(Forgetful, NormalChooser1854):
    """Decides one question with the mistakes of a beginner."""


class Easy1854(EasyBot):
    """Chooses by simple figures."""

    chooser, remembers, guesses = EasyChooser1854, Memory1854, True
