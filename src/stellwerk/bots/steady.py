"""A player with common sense for the 18xx family: builds where runs grow, buys trains in time, pays dividends.

It looks one decision ahead with the router and keeps money back for trains that will be needed. It knows no title:
everything comes from the options and the family's tables. Equal choices are decided by its seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from stellwerk.bots.advice import Advice
from stellwerk.bots.asked import Asked
from stellwerk.bots.memory import Memory, circumstances
from stellwerk.bots.random_bot import RandomBot
from stellwerk.bots.reasons import explained
from stellwerk.bots.styles import PLAIN, Taste
from stellwerk.core import Action, Chance, Decision, Game, Option
from stellwerk.eighteen import actions
from stellwerk.eighteen.frames import Consent
from stellwerk.eighteen.state import company_owner

LOOKED_AT = 48  # lays that are looked at closely
PAYBACK = 7  # runs in which a further train should earn its price
FEW = 0.012  # a share that yields less per run is not worth having
SAVES = 4  # runs over which a company saves for a train
MOST = 2  # companies one looks after
HABITS = frozenset({"track", "token"})  # questions that come again and again while a bot plays on in its head
KEPT = 1.25  # part of the face price somebody must offer for a train


class Chooser(Asked):
    """Decides one question. For each kind of question there is a method; titles override them and add their own."""

    kinds: ClassVar[dict[str, str]] = {
        kind: kind
        for kind in (
            "auction", "bid_off", "privates", "par", "stock", "must_sell", "company_auction",
            "track", "token", "run", "objection", "dividend", "trains", "issue", "consent", "discard",
        )
    }  # fmt: skip
    least: ClassVar[float] = FEW  # a share with a lower figure is not bought

    # -- privates

    def auction(self) -> Action | None:
        """The cheapest private if it is cheap for the purse, a low bid on another now and then."""
        for purchase in self.of(actions.BuyPrivate):
            if purchase.price <= 0.3 * self.cash:
                return purchase
        bids = [bid for bid in self.of(actions.Bid) if bid.amount <= 0.25 * self.cash]
        return self.chance.choice(bids) if bids and not self.chance.below(3) else actions.Pass()

    def bid_off(self) -> Action | None:
        """Raise while it is not much above the price."""
        for bid in self.of(actions.Bid):
            face = self.t.privates[self.t.private(bid.private)].price
            if bid.amount <= min(1.2 * face, 0.4 * self.cash):
                return bid
        return actions.Pass()

    def privates(self) -> Action | None:
        """A rich company buys its president's privates at the best price for him."""
        spare = self.s.companies[self.company].cash - self.figures.next_price()
        for option, action in self.pairs(actions.BuyPrivate):
            private = self.s.privates[self.t.private(action.private)]
            if private.owner == self.seat and option.amount and spare >= option.amount.low:
                return option.take(min(option.amount.high, spare))
        return actions.Pass()

    # -- shares

    def par(self) -> Action | None:
        """A price at which most of a company can be bought."""
        pars = self.of(actions.Par)
        afford = [action for action in pars if 5 * action.price <= self.cash]
        return afford[-1] if afford else pars[0]

    def stock(self) -> Action | None:
        """Get rid of bad shares, then a company of one's own, then the purchase with the best yield."""
        reserve = self.figures.needed_by(self.seat)
        spare = self.cash - reserve
        return (
            self.first(reserve)
            or self.best(self.of(actions.SellShares), self.bad_share, 0.5)
            or self.rescue(spare)
            or self.start(spare)
            or self.best(self.purchases(spare), self.good_share, self.least)
            or self.make_room(spare)
            or (actions.Pass() if self.may_pass else None)
        )

    def first(self, reserve: int) -> Action | None:
        """What comes before anything else in a stock turn."""
        return None

    def rescue(self, spare: int) -> Action | None:
        """Shares of others' companies go where money is missing for trains."""
        return (
            self.least_missed([sale for sale in self.of(actions.SellShares) if not self.mine(sale)])
            if spare < 0
            else None
        )

    def purchases(self, spare: int) -> list[Any]:
        """The shares there is money for."""
        return [action for action in self.of(actions.BuyShare) if self.price(action) <= spare]

    def make_room(self, spare: int) -> Action | None:
        """What is given up at the certificate limit for something better."""
        return None

    def mine(self, action: Any) -> bool:
        """True if the seat presides over the company of an action."""
        number = self.t.company(action.company)
        return bool(self.s.companies[number].president == self.seat)

    def good_share(self, action: Any) -> float:
        """What a share yields per run, with something added for one's own companies that still need money."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        figure = self.figures.income(number) / max(self.price(action), 10)
        if company.president == self.seat:
            figure += 0.05 if company.floated else 0.5
            figure += 0.05 if action.source == "treasury" and company.cash < self.figures.next_price() else 0.0
        elif not company.floated:
            figure += 0.02
        return figure

    def bad_share(self, action: Any) -> float:
        """How much one wants to be rid of shares: those of others' companies that earn next to nothing."""
        number = self.t.company(action.company)
        rid = self.s.companies[number].president != self.seat and self.poor(number)
        return 0.5 + action.percent / 1000 if rid else 0.0

    def poor(self, number: int) -> bool:
        """True if a company has operated, owns no train and earns next to nothing."""
        company = self.s.companies[number]
        price: int = self.shares.price(company)
        if not company.operated or company.trains or price < 20:
            return False
        return self.figures.income(number) / price < FEW / 2

    def start(self, spare: int) -> Action | None:
        """A company of one's own, if there is money to bring it into operation."""
        mine = [number for number, company in enumerate(self.s.companies) if company.president == self.seat]
        if any(not self.s.companies[number].floated for number in mine):
            return None  # the first one must float before the second
        if any(not self.s.companies[number].trains for number in mine) or len(mine) >= MOST:
            return None
        afford = [action for action in self.of(actions.Par) if 6 * action.price <= spare]
        if afford:
            top = max(action.price for action in afford)
            return self.chance.choice([action for action in afford if action.price == top])
        for option, _ in self.pairs(actions.BidCompany):
            if option.amount and max(option.amount.low, self.figures.coming_price()) <= spare:
                return option.take(self.opening_bid(option, spare))
        return None

    def opening_bid(self, option: Option, spare: int) -> int:
        """The least bid, or a little more where there is plenty."""
        assert option.amount is not None
        wanted = option.amount.low + (3 * option.amount.step if spare > 1.8 * option.amount.low else 0)
        return min(wanted, option.amount.high - (option.amount.high - option.amount.low) % option.amount.step)

    def company_auction(self) -> Action | None:
        """Raise up to what leaves money for a train and does not pay more than the highest start price."""
        spare = self.cash - self.figures.needed_by(self.seat)
        most = min(0.75 * spare, 3.0 * max(self.t.market.par_prices))
        return next((bid for bid in self.of(actions.BidCompany) if bid.amount <= most), actions.Pass())

    def must_sell(self) -> Action | None:
        """The smallest block of the share that yields least."""
        return self.least_missed(self.of(actions.SellShares))

    def least_missed(self, sales: list[actions.SellShares]) -> Action | None:
        """The sale that costs least, small ones before large ones."""
        return min(sales, key=self.keep_worth, default=None)

    def keep_worth(self, action: Any) -> tuple[float, int]:
        """How much a block is worth keeping."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        price = max(self.shares.price(company), 1)
        own = 1.0 if company.president == self.seat else 0.0
        return own + self.figures.income(number) / price, action.percent

    # -- a company's turn

    def track(self) -> Action | None:
        """The lay after which the trains (or the train to come) earn most and the network reaches farthest."""
        lays = self.chance.shuffled(self.of(actions.LayTile))[:LOOKED_AT]
        before = self.figures.board_figure(self.company, self.s.board)

        def figure(action: actions.LayTile) -> float:
            board, cost = self.figures.after_lay(self.company, action)
            return self.figures.board_figure(self.company, board) - before - cost / 8

        found = self.best(lays, figure, 0.5)
        if found is None and lays and self.chance.below(2):
            found = self.best(lays, figure, -3.0)  # growth often pays only later
        return found or actions.Pass()

    def token(self) -> Action | None:
        """A free token at once, a dear one if the run grows by it and the money for a train stays."""
        for action in self.of(actions.PlaceToken):
            if action.power:
                return action
        cash, needed = self.s.companies[self.company].cash, self.figures.needed_for(self.company)
        before = self.figures.board_figure(self.company, self.s.board)

        def figure(action: actions.PlaceToken) -> float:
            price = self.price(action)
            if price and cash - price < needed:
                return -1e9
            board = self.figures.after_token(self.company, action)
            return self.figures.board_figure(self.company, board) - before - price / 12

        return self.best(self.of(actions.PlaceToken), figure, 1.0) or actions.Pass()

    def run(self) -> Action | None:
        """The best run, which is offered."""
        return next(iter(self.of(actions.RunRoutes)), None)

    def objection(self) -> Action | None:
        """A shareholder points out the better run."""
        turn = next(frame for frame in self.s.frames if hasattr(frame, "revenue") and hasattr(frame, "company"))
        held = self.s.companies[turn.company].held[self.seat]
        return self.run() if held else actions.Pass()

    def dividend(self) -> Action | None:
        """Pay, unless the money is needed for a train and makes the difference."""
        cash, needed = self.s.companies[self.company].cash, self.figures.needed_for(self.company)
        revenue = self.figures.revenue(self.company)
        short = bool(needed) and cash < needed <= cash + SAVES * revenue
        kept = (short and self.may_withhold(needed)) or self.saves(cash, revenue)
        return actions.Dividend("withhold" if kept else "pay")

    def may_withhold(self, needed: int) -> bool:
        """True if the price can bear it."""
        price: int = self.shares.price(self.s.companies[self.company])
        return price >= 30

    def saves(self, cash: int, revenue: int) -> bool:
        """True if it is worth while to save for a further train."""
        return False

    def trains(self) -> Action | None:
        """What the company needs, then what earns its price; in an emergency what must be."""
        sales, buys = self.of(actions.SellShares), self.firm(actions.BuyTrain)
        if sales and not buys:
            return self.least_missed(sales)
        holder = self.s.companies[self.company]
        before = self.figures.revenue(self.company)
        needed = self.figures.needed_for(self.company) > 0

        def figure(action: actions.BuyTrain) -> float:
            gain = self.figures.with_train(self.company, action) - before
            return PAYBACK * gain - action.price + (3 * action.price if needed and gain > 0 else 0)

        found = self.best([action for action in buys if action.price <= holder.cash], figure, 0.0)
        if found is not None or self.may_pass:
            return found or actions.Pass()
        if buys:
            return min(buys, key=by_price)
        broke = next(iter(self.of(actions.Bankrupt)), None)
        offers = self.of(actions.BuyTrain)
        if offers and broke is None:
            return offers[0]
        return self.least_missed(sales) or broke

    def owner(self, train: str) -> int:
        """The company that owns a train."""
        return next(number for number, company in enumerate(self.s.companies) if train in company.trains)

    def issue(self) -> Action | None:
        """Certificates for money a train needs; otherwise nothing."""
        company = self.s.companies[self.company]
        missing = self.figures.needed_for(self.company) - company.cash
        for action in sorted(self.of(actions.IssueShares), key=lambda action: action.percent):
            brings = self.rules.quote(self.s, action).gain(company_owner(self.company))
            if 0 < missing <= brings and brings * 10 >= 40 * action.percent:
                return action
        return actions.Pass()

    def consent(self) -> Action | None:
        """Trains and privates for good money only."""
        frame = self.s.frames[-1]
        assert isinstance(frame, Consent)
        offer = frame.offer
        if isinstance(offer, actions.BuyTrain):
            rich = offer.price >= KEPT * self.figures.face(offer.train)
            return actions.Answer(rich and len(self.s.companies[self.owner(offer.train)].trains) > 1)
        face = self.t.privates[self.t.private(offer.private)].price
        buying = not isinstance(offer, actions.BuyPrivate)
        return actions.Answer(offer.price <= 0.8 * face if buying else offer.price >= 1.2 * face)

    def discard(self) -> Action | None:
        """The weakest train."""
        return self.options[0].action


def by_price(action: actions.BuyTrain) -> int:
    """Orders trains on sale."""
    return action.price


class SteadyBot:
    """Chooses by simple figures."""

    about: ClassVar[str] = (
        "Builds where its trains earn more, saves for the trains to come, pays dividends and looks after its companies."
    )
    chooser: ClassVar[type[Chooser]] = Chooser
    remembers: ClassVar[type[Memory[Any]]] = Memory
    style: Taste = PLAIN
    hasty = False
    thought: tuple[Action, ...] = ()  # what it thought of when it was asked last, best first
    values: Mapping[Action, float] = MappingProxyType({})  # and what that seemed to be worth
    guesses: ClassVar[bool] = False  # what no chooser decides is left to chance, otherwise the first option is taken

    def __init__(self, seed: int = 0, name: str = "steady") -> None:
        """Bots with the same seed play the same."""
        self.seed, self.name = seed, name
        self.spare = RandomBot(seed)
        self.memory: Memory[Any] | None = None

    def choose(self, game: Game[Any], seat: int) -> Action:
        """A legal action for the seat, which is asked."""
        decision = game.decision()
        assert decision is not None
        if self.memory is None or self.memory.rules is not game.rules:
            self.memory = self.remembers(game.rules)
        if not self.hasty or decision.kind not in HABITS:
            return self.decided(game, seat, decision, Chance(self.seed, f"steady/{seat}/{game.ply}"))
        key = (self.seed, *circumstances(game.state, decision.kind, self.memory.rules.t.company(decision.actor)))
        known = self.memory.habits.get(key)
        if known is None or game.why_not(known, seat) is not None:
            known = self.decided(game, seat, decision, Chance(self.seed, f"habit/{decision.actor}"))
            self.memory.decided(key, known)
        return known

    def advise(self, game: Game[Any], seat: int, budget: int = 0) -> Advice:
        """What to do and why, and what else was thought of: a look at the position, whatever the budget."""
        action = self.choose(game, seat)
        assert self.memory is not None
        figures = self.chooser.figured(self.memory, game.state)
        return explained(game, seat, action, figures, self.thought, self.values)

    def decided(self, game: Game[Any], seat: int, decision: Decision, chance: Chance) -> Action:
        """What the chooser decides."""
        assert self.memory is not None
        options = [option for option in game.options() if option.seat in (None, seat)]
        chooser = self.chooser(game, seat, decision.actor, options, chance, self.memory)
        chooser.style, chooser.hasty, chooser.seed = self.style, self.hasty, self.seed
        method = chooser.kinds.get(decision.kind)
        chosen: Action | None = getattr(chooser, method)() if method else None
        self.thought = tuple(
            action for action in chooser.considered if any(option.covers(action) for option in options)
        )
        self.values = chooser.values
        if chosen is not None and any(option.covers(chosen) for option in options):
            return chosen
        return self.spare.choose(game, seat) if self.guesses else options[0].action
