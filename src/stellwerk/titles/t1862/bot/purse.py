"""What the steady player of 1862 does with its own money: privates, companies of its own, shares."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.steady import Position
from stellwerk.core import Action, Chance, Game, Option
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, Par, Pass, SellShares

from ..actions import ClosePrivate, WithdrawBid
from ..auction import bound, highest
from ..groups import certificate_limit
from ..state import Raising, own
from .worth import Memory1862, Worth1862

DIRECTED = 3  # companies one looks after
HELPED = 0.7  # part of what a company needs to float that its founder must have; others buy the rest
LEAST = 0.05  # a share that yields less in a run, dividend and rise together, is not bought


class Purse1862(Position):
    """One question with everything the choosers read; here those about a player's own money."""

    def __init__(
        self, game: Game[Any], seat: int, actor: str, options: list[Option], chance: Chance, memory: Memory1862
    ) -> None:
        super().__init__(game, seat, actor, options, chance)
        self.game, self.title = game, memory.rules
        self.figures = Worth1862(memory, game.state)
        self.worth = self.figures
        self.shares = memory.rules.shares

    # -- privates

    def auction(self) -> Action | None:
        """Withdraw what is lost, bid on what is worth more than it costs, otherwise buy the cheapest."""
        lost = self.hopeless()
        if lost is not None:
            return lost
        free = self.cash - bound(self.s, self.seat)
        bids = [
            option
            for option in self.of(Bid)
            if option.amount
            and option.amount.low <= min(self.worth_of(option), 0.6 * self.cash)
            and not self.leads(option)
        ]
        if bids and bound(self.s, self.seat) < 0.5 * self.cash and self.chance.below(2):
            return self.chance.choice(bids).action
        for option in self.of(BuyPrivate):
            assert isinstance(option.action, BuyPrivate)
            worth = self.figures.value_of(self.t.private(option.action.private))
            if option.action.price <= worth and (option.action.price <= 0.75 * free or not self.chance.below(3)):
                return option.action
        if bids:
            return self.chance.choice(bids).action
        return Pass()

    def hopeless(self) -> Action | None:
        """A bid that was outbid beyond what the private is worth is withdrawn."""
        for option in self.of(WithdrawBid):
            assert isinstance(option.action, WithdrawBid)
            private = self.t.private(option.action.private)
            if highest(self.s, private)[1] + 5 > self.figures.value_of(private):
                return option.action
        return None

    def worth_of(self, option: Option) -> int:
        """What the private of a bid is worth."""
        assert isinstance(option.action, Bid)
        return self.figures.value_of(self.t.private(option.action.private))

    def leads(self, option: Option) -> bool:
        """True if the player's bid on that private is the highest already."""
        assert isinstance(option.action, Bid)
        return highest(self.s, self.t.private(option.action.private))[0] == self.seat

    def bid_off(self) -> Action | None:
        """Raise up to what the private is worth."""
        for option in self.of(Bid):
            if option.amount and option.amount.low <= self.worth_of(option):
                return option.action
        return Pass()

    # -- shares

    def par(self) -> Action | None:
        """The highest price at which most of what is missing to float can be paid."""
        pars = sorted((option.action for option in self.of(Par)), key=lambda action: getattr(action, "price", 0))
        afford = [action for action in pars if isinstance(action, Par) and 3 * HELPED * action.price <= self.cash]
        return afford[-1] if afford else pars[0]

    def stock(self) -> Action | None:
        """Get rid of what ruins, then the purchase with the best yield or a company of one's own."""
        away = self.abandon()
        if away is not None:
            return away
        spare = self.cash - self.figures.needed_by(self.seat)
        sale = self.best(self.of(SellShares), self.bad_share, 0.5)
        if sale is not None:
            return sale.action
        float_it = [option for option in self.of(BuyShare) if self.unfloated(option.action)]
        helped = self.best(float_it, self.yields, -10.0)
        if helped is not None:
            return helped.action
        starts = self.start(spare)
        if starts is not None:
            return starts
        buys = [option for option in self.of(BuyShare) if self.price(option.action) <= spare]
        buy = self.best(buys, self.yields, LEAST)
        if buy is not None:
            return buy.action
        return self.make_room(spare) or (Pass() if self.may_pass else None)

    def unfloated(self, action: Any) -> bool:
        """True if a bank share brings a company of one's own nearer to its start."""
        company = self.s.companies[self.t.company(action.company)]
        return company.president == self.seat and not company.floated and action.source == "bank"

    def price(self, action: Action) -> int:
        """What a certificate costs."""
        assert isinstance(action, BuyShare)
        return self.shares.cost(self.s, self.t.company(action.company), action.source)

    def yields(self, action: Any) -> float:
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

    def bad_share(self, action: Any) -> float:
        """How much one wants to be rid of shares: of others' companies without a train and without money for one."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        if company.president == self.seat or not own(self.s).operated[number] or self.figures.expected(number):
            return 0.0
        return 0.5 + action.percent / 1000 if self.shares.price(company) >= 30 else 0.0

    def abandon(self) -> Action | None:
        """A company that would ruin its director goes to somebody else, if somebody can be made director."""
        total = self.figures.needed_by(self.seat)
        if total <= self.cash + 0.5 * self.liquid():
            return None
        for option in reversed(self.of(SellShares)):
            assert isinstance(option.action, SellShares)
            number = self.t.company(option.action.company)
            company = self.s.companies[number]
            others = max(held for seat, held in enumerate(company.held) if seat != self.seat)
            left = company.held[self.seat] - option.action.percent
            if company.president == self.seat and others > left and self.figures.needed_for(number) > company.cash:
                return option.action
        return None

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
        for option in self.of(ClosePrivate):
            assert isinstance(option.action, ClosePrivate)
            if self.t.privates[self.t.private(option.action.private)].income <= 15 and self.anything_on_sale(spare):
                return option.action
        return None

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
        if any(not self.s.companies[number].trains and own(self.s).operated[number] for number in mine):
            return None
        found = []
        for option in self.of(Par):
            assert isinstance(option.action, Par)
            number = self.t.company(option.action.company)
            company = self.s.companies[number]
            missing = max(60 - (100 - company.ipo), self.shares.size_of(self.s, number)) // 10
            enough = 10 * option.action.price >= self.figures.coming_price() + 100
            if enough and HELPED * missing * option.action.price <= spare:
                found.append(option)
        best = self.best(found, self.founding, 0.0)
        return best.action if best is not None else None

    def founding(self, action: Any) -> float:
        """High start prices, companies with shares already sold, and dear homes."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        return float(action.price + 100 - company.ipo + company.held[self.seat])

    def must_sell(self) -> Action | None:
        """Small privates close first; then the certificate that yields least."""
        for option in self.of(ClosePrivate):
            assert isinstance(option.action, ClosePrivate)
            if self.t.privates[self.t.private(option.action.private)].income <= 10:
                return option.action
        return self.least_missed(self.of(SellShares))

    def least_missed(self, sales: list[Option]) -> Action | None:
        """The sale that costs least, small ones before large ones."""
        return min(sales, key=lambda option: self.keep_worth(option.action)).action if sales else None

    def keep_worth(self, action: Any) -> tuple[float, int]:
        """How much shares are worth keeping."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        price = max(self.shares.price(company), 1)
        own_ = 1.0 if company.president == self.seat else 0.0
        return own_ + self.figures.expected(number) / 10 / price, action.percent

    def raise_money(self) -> Action | None:
        """The sale of the least valuable company that brings enough, else as much of it as possible at once."""
        frame = self.s.frames[-1]
        assert isinstance(frame, Raising)
        missing = frame.amount - self.cash
        sales = self.of(SellShares)
        if not sales:
            return None

        def figure(option: Option) -> tuple[float, bool, int]:
            action = option.action
            assert isinstance(action, SellShares)
            brings = self.shares.proceeds(self.s, self.t.company(action.company), action.percent)
            return self.keep_worth(action)[0], brings < missing, -brings if brings < missing else brings

        return min(sales, key=figure).action
