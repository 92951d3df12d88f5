"""The usual opponent in the 18xx family: the steady player with its costly mistakes cured.

Its companies build whenever track leads somewhere, spend idle money on trains and stations, look at how long a train
will last, and do not withhold what their president can pay.
"""

from __future__ import annotations

from typing import Any, ClassVar

from stellwerk.bots.normal_purse import NormalPurse
from stellwerk.bots.steady import Chooser, SteadyBot, by_price
from stellwerk.bots.styles import PLAIN, Taste
from stellwerk.core import Action, Option
from stellwerk.eighteen import actions
from stellwerk.eighteen.board import FREE
from stellwerk.eighteen.hexmap import STOPS_PER_HEX

CLOSELY = 6  # lays the router looks at
HASTILY = 2  # and in one's head
LEAST_GROWTH = 0.05  # what a lay must bring
UPGRADES = 3  # and upgrades of stations, which show in the run only
IDLE = 0.12  # what money a company has no use for counts
BOUND = 1.0  # and money its president would have to replace
PUSHES = 3  # trains a rich company buys whatever they earn now
RICH = 250  # money beyond what is needed from which on it is rich
FALLS = 100  # what a withheld run costs its shares, about
CROWDED = 4  # a station where one place is left counts this part of its value


class NormalChooser(NormalPurse):
    """Decides one question."""

    # -- track and tokens

    def dearness(self, cost: int) -> float:
        """What a dollar of the company counts against an earning in each run."""
        spare = self.s.companies[self.company].cash - cost - self.figures.reserve(self.company)
        return (0.02 if spare >= RICH else 0.08 if spare >= 0 else 0.25) / self.style.track

    def track(self) -> Action | None:
        """The lay after which the trains earn most and the track leads farthest."""
        worth, company, growth = self.figures, self.company, self.style.track
        base = worth.reach_figure(company, self.s.board)
        looked = []
        for at, lay in enumerate(self.chance.shuffled(self.of(actions.LayTile))):
            board, cost = worth.after_lay(company, lay)
            price = cost * self.dearness(cost)
            looked.append((worth.reach_figure(company, board) - base - price / growth, -at, board, price, lay))
        if not looked:
            return actions.Pass() if self.may_pass else None
        looked.sort(key=lambda entry: entry[:2], reverse=True)
        closely = looked[: HASTILY if self.hasty else CLOSELY]
        faces = self.t.hexmap.faces
        for entry in looked[len(closely) :]:
            if self.hasty or len(closely) >= CLOSELY + UPGRADES:
                break
            if faces[self.s.board.faces[self.t.hex(entry[4].hex)]].stops:
                closely.append(entry)
        before = worth.board_figure(company, self.s.board, growth)
        scored = [
            (worth.board_figure(company, board, growth) - before - price, at, lay)
            for _, at, board, price, lay in closely
        ]
        scored.sort(key=lambda entry: entry[:2], reverse=True)
        self.think_of([(figure, lay) for figure, _, lay in scored])
        self.considered.append(actions.Pass())
        return actions.Pass() if scored[0][0] <= self.least_growth() and self.may_pass else scored[0][2]

    def least_growth(self) -> float:
        """What a lay must bring: builders lay whatever does no harm, looters what shows soon."""
        return LEAST_GROWTH if self.style.track == 1 else LEAST_GROWTH - 4 * (self.style.track - 1)

    def token(self) -> Action | None:
        """A free token at once; else where the run grows or a line stays open, if the money for a train stays."""
        tokens = self.of(actions.PlaceToken)
        for action in tokens:
            if action.power:
                return action
        if not tokens:
            return actions.Pass()
        company, cash = self.company, self.s.companies[self.company].cash
        keep, growth = self.figures.reserve(company), self.style.track
        before = self.figures.board_figure(company, self.s.board, growth)
        check = self.figures.rules.route_check(self.s, company, self.s.board)

        def figure(action: actions.PlaceToken) -> float:
            price = self.price(action)
            if price and cash - price < keep:
                return -1e9
            hex_ = self.t.hex(action.hex)
            free = self.s.board.tokens[hex_][action.stop].count(FREE)
            kept = check.worth(hex_ * STOPS_PER_HEX + action.stop) / CROWDED if free <= 1 else 0.0
            grown = self.figures.board_figure(company, self.figures.after_token(company, action), growth) - before
            return grown + kept * 0.5 * growth - price * self.dearness(price)

        return self.best(tokens, figure, 0.5) or actions.Pass()

    # -- dividends

    def dividend(self) -> Action | None:
        """Pay, unless the president could not pay the train, or one run more buys a train that earns it back."""
        cash, needed = self.s.companies[self.company].cash, self.figures.needed_for(self.company)
        revenue = self.figures.revenue(self.company)
        raised = self.cash + 0.5 * self.liquid()
        ruin = needed > cash and needed - cash > raised and self.may_withhold(needed)
        return actions.Dividend("withhold" if ruin or self.saves(cash, revenue) else "pay")

    def saves(self, cash: int, revenue: int) -> bool:
        """True if this run's money buys a further train that brings in more than that."""
        left = self.figures.runs_left()
        if revenue <= 0 or left < 3:
            return False
        for offer in self.figures.offers():
            if cash < offer.price <= cash + revenue and not self.figures.doomed(offer.train):
                gain = self.figures.with_train(self.company, offer) - revenue
                if gain * min(left - 1, self.figures.life(offer.train)) > revenue + FALLS:
                    return True
        return False

    # -- trains

    def cost_of(self, spent: int, cash: int, keep: int) -> float:
        """What money of the company counts: idle money little, money needed for trains its full amount."""
        idle = max(0, min(spent, cash - keep))
        late = min(1.0, self.figures.runs_left() / 6)
        return (IDLE * idle + BOUND * (spent - idle)) * late

    def good_train(self, action: Any, price: int, loss: float = 0.0) -> float:
        """What a train earns until it rusts, against its price."""
        worth, holder = self.figures, self.s.companies[self.company]
        gain = worth.with_train(self.company, action) - worth.revenue(self.company) - loss
        keep = worth.reserve(self.company, action.train)
        figure = worth.life(action.train) * gain - self.cost_of(price, holder.cash, keep)
        if worth.needed_for(self.company) and gain > 0 and not worth.doomed(action.train):
            return float(figure + 3 * price)
        if not holder.trains and gain >= 0:
            return float(figure + price)
        left = holder.cash - price
        if gain >= 0 and left >= keep + RICH and len(holder.trains) < PUSHES and not worth.doomed(action.train):
            return float(max(figure, 0.5 + gain))  # idle money brings the next kind of train nearer
        return float(figure)

    def trains(self) -> Action | None:
        """What the company needs, then what earns its price; in an emergency what must be."""
        sales, buys = self.of(actions.SellShares), self.firm(actions.BuyTrain)
        if sales and not buys:
            return self.least_missed(sales)
        cash = self.s.companies[self.company].cash
        payable = [action for action in buys if action.price <= cash]
        found = self.best(payable, lambda action: self.good_train(action, action.price), 0.01) or self.deal()
        if found is not None or self.may_pass:
            return found or actions.Pass()
        if payable:
            return max(payable, key=by_price)
        if buys:
            return min(buys, key=by_price)
        return super().trains()

    def deal(self) -> Action | None:
        """A spare train of a company of the same president, at a price that leaves both what they need."""
        cash = self.s.companies[self.company].cash
        best, found = 5.0, None
        for option, action in self.pairs(actions.BuyTrain):
            if option.amount is None or option.amount.low > cash:
                continue
            seller = self.owner(action.train)
            if self.s.companies[seller].president != self.seat or len(self.s.companies[seller].trains) < 2:
                continue
            kept = [spec for spec in self.figures.specs(seller) if spec.name != action.train]
            loss = self.figures.revenue(seller) - self.figures.run(seller, self.s.board, kept)
            price = self.deal_price(option, cash)
            gain = self.figures.with_train(self.company, action) - self.figures.revenue(self.company) - loss
            figure = gain * min(2.0, self.figures.life(action.train))
            if figure > best:
                best, found = figure, option.take(price)
        return found

    def deal_price(self, option: Option, cash: int) -> int:
        """The printed price, as far as there is money."""
        assert isinstance(option.action, actions.BuyTrain)
        assert option.amount is not None
        face = self.figures.face(option.action.train)
        price = max(option.amount.low, min(option.amount.high, face, cash))
        return price - (price - option.amount.low) % option.amount.step

    def privates(self) -> Action | None:
        """A company with money to spare buys its president's privates at the best price for him."""
        keep = 0 if self.style.looting else self.figures.reserve(self.company)
        spare = self.s.companies[self.company].cash - keep
        if not self.s.companies[self.company].trains:
            spare -= self.figures.next_price()
        for option, action in self.pairs(actions.BuyPrivate):
            private = self.s.privates[self.t.private(action.private)]
            if private.owner == self.seat and option.amount and spare >= option.amount.low:
                amount = min(option.amount.high, spare)
                return option.take(amount - (amount - option.amount.low) % option.amount.step)
        return actions.Pass()


class NormalBot(SteadyBot):
    """Chooses by figures of the position."""

    chooser: ClassVar[type[Chooser]] = NormalChooser

    def __init__(self, seed: int = 0, style: Taste = PLAIN, name: str = "normal") -> None:
        """Bots with the same seed and personality play the same."""
        super().__init__(seed, name)
        self.style = style
