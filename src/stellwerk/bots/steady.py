"""A player with common sense for the 18xx family: builds where runs grow, buys trains in time, pays dividends.

It looks one decision ahead with the router and keeps money back for trains that will be needed. It knows no title:
everything comes from the options and the family's tables. Equal choices are decided by its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.bots.worth import Worth
from stellwerk.core import Action, Chance, Game, Option
from stellwerk.eighteen.actions import (
    Answer,
    Bankrupt,
    Bid,
    BidCompany,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    IssueShares,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Consent
from stellwerk.eighteen.state import company_owner

LOOKED_AT = 48  # lays that are looked at closely
PAYBACK = 7  # runs in which a further train should earn its price
FEW = 0.012  # a share that yields less per run is not worth having
SAVES = 4  # runs over which a company saves for a train
MOST = 2  # companies one looks after
KEPT = 1.25  # part of the face price somebody must offer for a train


class SteadyBot:
    """Chooses by simple figures."""

    def __init__(self, seed: int = 0, name: str = "steady") -> None:
        """Bots with the same seed play the same."""
        self.seed, self.name = seed, name

    def choose(self, game: Game[Any], seat: int) -> Action:
        """A legal action for the seat, which is asked."""
        decision = game.decision()
        options = [option for option in game.options() if option.seat in (None, seat)]
        assert decision is not None
        chance = Chance(self.seed, f"steady/{seat}/{game.ply}")
        chooser = self.chooser(decision.kind)
        chosen = chooser(self.position(game, seat, decision.actor, options, chance)) if chooser else None
        if chosen is None or not any(option.covers(chosen) for option in options):
            return self.otherwise(game, seat, options)
        return chosen

    def position(self, game: Game[Any], seat: int, actor: str, options: list[Option], chance: Chance) -> Position:
        """The question with what is read of it; titles that look closer have their own."""
        return Position(game, seat, actor, options, chance)

    def chooser(self, kind: str) -> Callable[[Any], Action | None] | None:
        """Who decides questions of a kind."""
        return _CHOOSERS.get(kind)

    def otherwise(self, game: Game[Any], seat: int, options: list[Option]) -> Action:
        """What is done where nobody knows better."""
        return options[0].action


class Position:
    """One question with everything the choosers read."""

    def __init__(self, game: Game[Any], seat: int, actor: str, options: list[Option], chance: Chance) -> None:
        assert isinstance(game.rules, FamilyRules)
        self.rules, self.s, self.seat, self.options, self.chance = game.rules, game.state, seat, options, chance
        self.t = game.rules.t
        self.company = self.t.kit.company_index.get(actor, -1)
        self.worth = Worth(game.rules, game.state)
        self.cash = self.s.players[seat].cash

    def of(self, kind: type[Action]) -> list[Option]:
        """The options of one kind."""
        return [option for option in self.options if isinstance(option.action, kind)]

    @property
    def may_pass(self) -> bool:
        """True if a pass is legal."""
        return any(isinstance(option.action, Pass) for option in self.options)

    def best(self, options: list[Option], figure: Callable[[Any], float], least: float) -> Option | None:
        """The option with the highest figure, if it is at least `least`."""
        scored = [(figure(option.action), self.chance.below(1000), at) for at, option in enumerate(options)]
        found = max(scored, default=None)
        return options[found[2]] if found is not None and found[0] >= least else None

    # -- privates

    def auction(self) -> Action | None:
        """The cheapest private if it is cheap for the purse, a low bid on another now and then."""
        for option in self.of(BuyPrivate):
            assert isinstance(option.action, BuyPrivate)
            if option.action.price <= 0.3 * self.cash:
                return option.action
        bids = [option for option in self.of(Bid) if option.amount and option.amount.low <= 0.25 * self.cash]
        if bids and not self.chance.below(3):
            return self.chance.choice(bids).action
        return Pass()

    def bid_off(self) -> Action | None:
        """Raise while it is not much above the price."""
        for option in self.of(Bid):
            assert isinstance(option.action, Bid)
            face = self.t.privates[self.t.private(option.action.private)].price
            if option.amount and option.amount.low <= min(1.2 * face, 0.4 * self.cash):
                return option.action
        return Pass()

    def privates(self) -> Action | None:
        """A rich company buys its president's privates at the best price for him."""
        for option in self.of(BuyPrivate):
            assert isinstance(option.action, BuyPrivate)
            private = self.s.privates[self.t.private(option.action.private)]
            spare = self.s.companies[self.company].cash - self.worth.next_price()
            if private.owner == self.seat and option.amount and spare >= option.amount.low:
                return option.take(min(option.amount.high, spare))
        return Pass()

    # -- shares

    def par(self) -> Action | None:
        """A price at which most of a company can be bought."""
        pars = [option.action for option in self.of(Par)]
        afford = [action for action in pars if isinstance(action, Par) and 5 * action.price <= self.cash]
        return afford[-1] if afford else pars[0]

    def stock(self) -> Action | None:
        """Get rid of bad shares, then the purchase with the best yield, then a company of one's own."""
        reserve = self.worth.needed_by(self.seat)
        sale = self.best(self.of(SellShares), self.bad_share, 0.5)
        if sale is not None:
            return sale.action
        spare = self.cash - reserve
        if spare < 0:
            rescue = [option for option in self.of(SellShares) if not self.mine(option.action)]
            if rescue:
                return min(rescue, key=lambda option: self.keep_worth(option.action)).action
        starts = self.start(spare)
        if starts is not None:
            return starts
        buys = [option for option in self.of(BuyShare) if self.price(option.action) <= spare]
        buy = self.best(buys, self.good_share, FEW)
        if buy is not None:
            return buy.action
        return Pass() if self.may_pass else None

    def mine(self, action: Any) -> bool:
        """True if the seat presides over the company of an action."""
        number = self.t.company(action.company)
        return bool(self.s.companies[number].president == self.seat)

    def price(self, action: Action) -> int:
        """What a share costs."""
        assert isinstance(action, BuyShare)
        return self.rules.shares.cost(self.s, self.t.company(action.company), action.source)

    def good_share(self, action: Any) -> float:
        """What a share yields per run, with something added for one's own companies that still need money."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        figure = self.worth.revenue(number) / 10 / max(self.price(action), 10)
        if company.president == self.seat:
            figure += 0.05 if company.floated else 0.5
            figure += 0.05 if action.source == "treasury" and company.cash < self.worth.next_price() else 0.0
        elif not company.floated:
            figure += 0.02
        return figure

    def bad_share(self, action: Any) -> float:
        """How much one wants to be rid of shares: those of others' companies that earn next to nothing."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        price = self.rules.shares.price(company)
        if company.president == self.seat or not company.operated or price < 20:
            return 0.0
        poor = self.worth.revenue(number) / 10 / price < FEW / 2
        return 0.5 + action.percent / 1000 if poor and not company.trains else 0.0

    def start(self, spare: int) -> Action | None:
        """A company of one's own, if there is money to bring it into operation."""
        mine = [number for number, company in enumerate(self.s.companies) if company.president == self.seat]
        if any(not self.s.companies[number].floated for number in mine):
            return None  # the first one must float before the second
        if any(not self.s.companies[number].trains for number in mine) or len(mine) >= MOST:
            return None
        pars = [option.action for option in self.of(Par)]
        afford = [action for action in pars if isinstance(action, Par) and 6 * action.price <= spare]
        if afford:
            top = max(action.price for action in afford)
            return self.chance.choice([action for action in afford if action.price == top])
        for option in self.of(BidCompany):
            if option.amount and max(option.amount.low, self.worth.coming_price()) <= spare:
                return option.take(self.opening_bid(option, spare))
        return None

    def opening_bid(self, option: Option, spare: int) -> int:
        """The least bid, or a little more where there is plenty."""
        assert option.amount is not None
        wanted = option.amount.low + (3 * option.amount.step if spare > 1.8 * option.amount.low else 0)
        return min(wanted, option.amount.high - (option.amount.high - option.amount.low) % option.amount.step)

    def company_auction(self) -> Action | None:
        """Raise up to what leaves money for a train and does not pay more than the highest start price."""
        spare = self.cash - self.worth.needed_by(self.seat)
        most = min(0.75 * spare, 3.0 * max(self.t.market.par_prices))
        for option in self.of(BidCompany):
            if option.amount and option.amount.low <= most:
                return option.action
        return Pass()

    def must_sell(self) -> Action | None:
        """The smallest block of the share that yields least."""
        blocks = self.of(SellShares)
        return min(blocks, key=lambda option: self.keep_worth(option.action)).action

    def keep_worth(self, action: Any) -> tuple[float, int]:
        """How much a block is worth keeping."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        price = max(self.rules.shares.price(company), 1)
        own = 1.0 if company.president == self.seat else 0.0
        return own + self.worth.revenue(number) / 10 / price, action.percent

    # -- a company's turn

    def track(self) -> Action | None:
        """The lay after which the trains (or the train to come) earn most and the network reaches farthest."""
        lays = self.chance.shuffled(self.of(LayTile))[:LOOKED_AT]
        before = self.worth.board_figure(self.company, self.s.board)

        def figure(action: LayTile) -> float:
            board, cost = self.worth.after_lay(self.company, action)
            return self.worth.board_figure(self.company, board) - before - cost / 8

        found = self.best(lays, figure, 0.5)
        if found is None and lays and self.chance.below(2):
            found = self.best(lays, figure, -3.0)  # growth often pays only later
        return found.action if found is not None else Pass()

    def token(self) -> Action | None:
        """A free token at once, a dear one if the run grows by it and the money for a train stays."""
        for option in self.of(PlaceToken):
            assert isinstance(option.action, PlaceToken)
            if option.action.power:
                return option.action
        cash = self.s.companies[self.company].cash
        price = self.worth.token_price(self.company)
        if price and cash - price < self.worth.needed_for(self.company):
            return Pass()
        before = self.worth.board_figure(self.company, self.s.board)

        def figure(action: PlaceToken) -> float:
            board = self.worth.after_token(self.company, action)
            return self.worth.board_figure(self.company, board) - before - price / 12

        found = self.best(self.of(PlaceToken), figure, 1.0)
        return found.action if found is not None else Pass()

    def run(self) -> Action | None:
        """The best run, which is offered."""
        return next((option.action for option in self.of(RunRoutes)), None)

    def objection(self) -> Action | None:
        """A shareholder points out the better run."""
        turn = next(frame for frame in self.s.frames if hasattr(frame, "revenue") and hasattr(frame, "company"))
        held = self.s.companies[turn.company].held[self.seat]
        return self.run() if held else Pass()

    def dividend(self) -> Action | None:
        """Pay, unless the money is needed for a train and makes the difference."""
        company = self.s.companies[self.company]
        revenue = self.worth.revenue(self.company)
        needed = self.worth.needed_for(self.company)
        low = self.rules.shares.price(company) < 30
        if needed and company.cash < needed <= company.cash + SAVES * revenue and not low:
            return Dividend("withhold")
        return Dividend("pay")

    def trains(self) -> Action | None:
        """What the company needs, then what earns its price; in an emergency what must be."""
        sales = self.of(SellShares)
        buys = [option for option in self.of(BuyTrain) if option.amount is None]
        if sales and not buys:
            return min(sales, key=lambda option: self.keep_worth(option.action)).action
        holder = self.s.companies[self.company]
        before = self.worth.revenue(self.company)
        needed = self.worth.needed_for(self.company) > 0

        def figure(action: BuyTrain) -> float:
            gain = self.worth.with_train(self.company, action) - before
            return PAYBACK * gain - action.price + (3 * action.price if needed and gain > 0 else 0)

        own = [option for option in buys if self.train_price(option) <= holder.cash]
        found = self.best(own, figure, 0.0)
        if found is not None:
            return found.action
        if self.may_pass:
            return Pass()
        if buys:
            return min(buys, key=self.train_price).action
        offers = self.of(BuyTrain)
        if offers and not any(isinstance(option.action, Bankrupt) for option in self.options):
            return offers[0].action
        if sales:
            return min(sales, key=lambda option: self.keep_worth(option.action)).action
        broke = self.of(Bankrupt)
        return broke[0].action if broke else None

    def train_price(self, option: Option) -> int:
        """The price of a train on offer."""
        assert isinstance(option.action, BuyTrain)
        return option.action.price

    def owner(self, train: str) -> int:
        """The company that owns a train."""
        return next(number for number, company in enumerate(self.s.companies) if train in company.trains)

    def issue(self) -> Action | None:
        """Certificates for money a train needs; otherwise nothing."""
        company = self.s.companies[self.company]
        missing = self.worth.needed_for(self.company) - company.cash
        for option in sorted(self.of(IssueShares), key=lambda option: getattr(option.action, "percent", 0)):
            assert isinstance(option.action, IssueShares)
            brings = self.rules.quote(self.s, option).gain(company_owner(self.company))
            if 0 < missing <= brings and brings * 10 >= 40 * option.action.percent:
                return option.action
        return Pass()

    def consent(self) -> Action | None:
        """Trains and privates for good money only."""
        frame = self.s.frames[-1]
        assert isinstance(frame, Consent)
        offer = frame.offer
        if isinstance(offer, BuyTrain):
            rich = offer.price >= KEPT * self.worth.face(offer.train)
            return Answer(rich and len(self.s.companies[self.owner(offer.train)].trains) > 1)
        face = self.t.privates[self.t.private(offer.private)].price
        buying = not isinstance(offer, BuyPrivate)
        return Answer(offer.price <= 0.8 * face if buying else offer.price >= 1.2 * face)

    def discard(self) -> Action | None:
        """The weakest train."""
        return self.options[0].action


_CHOOSERS: dict[str, Callable[[Position], Action | None]] = {
    "auction": Position.auction,
    "bid_off": Position.bid_off,
    "privates": Position.privates,
    "par": Position.par,
    "stock": Position.stock,
    "must_sell": Position.must_sell,
    "company_auction": Position.company_auction,
    "track": Position.track,
    "token": Position.token,
    "run": Position.run,
    "objection": Position.objection,
    "dividend": Position.dividend,
    "trains": Position.trains,
    "issue": Position.issue,
    "consent": Position.consent,
    "discard": Position.discard,
}
