"""What the steady player of 1854 does with its own money: privates at their worth, majors, options, shares."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.steady import Position
from stellwerk.core import Action, Chance, Game, Option
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, Par, Pass, SellShares

from ..actions import CompleteOption, TakeOption, Withdraw
from ..auction import highest_bidder, the_auction
from ..state import own
from .worth import Memory1854, Worth1854

PRIVATES = 0.62  # part of the cash that goes into privates at most, in the first auction round
DIRECTED = 3  # majors one looks after
RUNS = 5  # runs an income is counted for
RISE = 0.05  # what the price of a company that pays rises by, a run
LEAST = 0.12  # a share that brings less in those runs, as part of its price, is not bought
OPTION = 0.75  # what an option counts, against a full purchase


class Purse1854(Position):
    """One question with everything the choosers read; here those about a player's own money."""

    def __init__(
        self, game: Game[Any], seat: int, actor: str, options: list[Option], chance: Chance, memory: Memory1854
    ) -> None:
        super().__init__(game, seat, actor, options, chance)
        self.game, self.title = game, memory.rules
        self.figures = Worth1854(memory, own(game.state))
        self.worth = self.figures
        self.shares, self.kinds = memory.rules.shares, memory.rules.kinds

    # -- privates

    def auction(self) -> Action | None:
        """The first private at its price, the dear ones by bids; what is lost is withdrawn."""
        for option in self.of(Withdraw):
            assert isinstance(option.action, Withdraw)
            if not self.still_wanted(option.action.private):
                return option.action
        later = self.s.round.number > 1  # after an interruption everything must go
        most = self.cash if later else PRIVATES * self.t.starting_cash
        spent = self.t.starting_cash - self.cash + self.tied_up()
        bids = [option for option in self.of(Bid) if self.good_bid(option, most - spent)]
        if bids:
            return max(bids, key=self.bargain).action
        for option in self.of(BuyPrivate):
            assert isinstance(option.action, BuyPrivate)
            price = option.action.price
            worth = self.figures.private_value(self.t.private(option.action.private))
            if later or (price <= worth and price <= most - spent):
                return option.action
        return Pass()

    def tied_up(self) -> int:
        """What the seat has bid."""
        bids = getattr(self.s.frames[0], "bids", ())
        return sum(amount for private in bids for seat, amount in private if seat == self.seat)

    def good_bid(self, option: Option, left: int) -> bool:
        """Worth more than the lowest bid, and not too much of the purse; cheap ones are waited for, own ones stand."""
        assert isinstance(option.action, Bid)
        low = option.amount.low if option.amount else 0
        private = self.t.private(option.action.private)
        frame = the_auction(self.s)
        if frame is not None and highest_bidder(frame.bids[private]) == self.seat:
            return False
        return bool(self.t.privates[private].grants) and low <= min(self.figures.private_value(private), left)

    def bargain(self, option: Option) -> int:
        """What a bid saves."""
        assert isinstance(option.action, Bid)
        assert option.amount is not None
        return self.figures.private_value(self.t.private(option.action.private)) - option.amount.low

    def still_wanted(self, name: str) -> bool:
        """True if a bid that was outbid may be raised once more."""
        private = self.t.private(name)
        bids = getattr(self.s.frames[0], "bids", ((),) * len(self.t.privates))[private]
        top = max((amount for _, amount in bids), default=0)
        return top + self.t.data.limits.bid_raise <= self.figures.private_value(private)

    def bid_off(self) -> Action | None:
        """Raise while it is worth it."""
        for option in self.of(Bid):
            assert isinstance(option.action, Bid)
            worth = self.figures.private_value(self.t.private(option.action.private))
            if option.amount and option.amount.low <= min(worth, 0.7 * self.cash):
                return option.action
        return Pass()

    # -- shares

    def stock(self) -> Action | None:
        """The open option first; then bad shares go, a company is started, the best share is bought."""
        reserve = self.worth.needed_by(self.seat)
        if own(self.s).options[self.seat] is not None:
            return self.open_option(reserve)
        sale = self.best(self.of(SellShares), self.bad_share, 0.5)
        if sale is not None:
            return sale.action
        spare = self.cash - reserve
        if spare < 0:
            rescue = [option for option in self.of(SellShares) if not self.mine(option.action)]
            if rescue:
                return min(rescue, key=lambda option: self.keep_worth(option.action)).action
        started = self.start(spare)
        if started is not None:
            return started
        buys = [option for option in self.of(BuyShare) if self.price(option.action) <= spare]
        buys += [option for option in self.of(TakeOption) if self.good_option(option.action, spare)]
        buy = self.best(buys, self.good_share, LEAST)
        if buy is not None:
            return buy.action
        room = self.make_room(spare)
        if room is not None:
            return room
        return Pass() if self.may_pass else None

    def open_option(self, reserve: int) -> Action | None:
        """Complete it unless it has lost much or the money is needed; then it is sold."""
        mark = own(self.s).options[self.seat]
        assert mark is not None
        company = self.s.companies[mark.company]
        price = self.shares.value(company)
        good = price >= 0.8 * mark.price and self.cash - mark.price >= reserve
        if self.of(CompleteOption) and good:
            return CompleteOption()
        if self.may_pass:
            return Pass()
        name = self.t.companies[mark.company].id
        sold = [option for option in self.of(SellShares) if option.action == SellShares(name, 10)]
        if sold:
            return sold[0].action
        if self.of(CompleteOption):
            return CompleteOption()
        return self.must_sell()

    def price(self, action: Action) -> int:
        """What a certificate costs."""
        assert isinstance(action, BuyShare | TakeOption)
        number = self.t.company(action.company)
        cost = self.shares.unit_cost if isinstance(action, TakeOption) else self.shares.cost
        return cost(self.s, number, action.source)

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
        income = self.figures.unit_income(number)
        gain = units * (RUNS * (income + (RISE * value if income else 0.0)) + value) - cost
        figure = gain / cost
        if not company.floated:
            figure += 0.15 if company.president != self.seat else 3.0
        elif not company.operated:
            figure += 0.3
        if company.president == self.seat:
            figure += 0.1 + (0.3 if action.source == "split" else 0.0)
        return figure * (OPTION if optioned else 1.0)

    def bad_share(self, action: Any) -> float:
        """How much one wants to be rid of shares: those of others' companies that earn nothing."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        if company.president == self.seat or not company.operated:
            return 0.0
        poor = not self.figures.unit_income(number) and not company.trains
        return 0.5 + action.percent / 1000 if poor else 0.0

    def start(self, spare: int) -> Action | None:
        """A major of one's own at the highest par that leaves the money to float it."""
        directed = self.figures.directed(self.seat)
        if any(not self.s.companies[number].floated for number in directed) or len(directed) >= DIRECTED:
            return None
        if any(self.s.companies[number].operated and not self.figures.revenue(number) for number in directed):
            return None
        least = self.figures.coming_price()
        afford = [
            option
            for option in self.of(Par)
            if isinstance(option.action, Par)
            and self.floating_cost(option.action) <= spare
            and 10 * option.action.price > least
        ]
        found = self.best(afford, self.good_start, 0.0)
        return found.action if found else None

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
        singles = [
            option
            for option in self.of(SellShares)
            if not self.mine(option.action) and self.one_certificate(option.action)
        ]
        if room >= wanted or len(singles) < wanted - room:
            return None
        return min(singles, key=lambda option: self.keep_worth(option.action)).action

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

    def keep_worth(self, action: Any) -> tuple[float, int]:
        """How much a block is worth keeping."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        mine = 1.0 if company.president == self.seat else 0.0
        return mine + self.figures.unit_income(number) / max(self.shares.price(company), 1), action.percent
