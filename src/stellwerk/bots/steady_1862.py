"""The steady player of 1862: group after group of companies, bonus runs, buybacks from idle money, powers in time.

What any title has it does as the steady player of the family does; here is what 1862 has of its own. It reads the
options of its seat and the public position and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.bots.random_bot import RandomBot, refused_lately
from stellwerk.bots.steady import LOOKED_AT, Position, SteadyBot
from stellwerk.bots.worth_1862 import Memory, Worth1862
from stellwerk.core import Action, Chance, Game, Option
from stellwerk.eighteen.actions import (
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellShares,
)
from stellwerk.eighteen.board import FREE
from stellwerk.eighteen.frames import Consent
from stellwerk.titles.t1862.actions import Buyback, ClosePrivate, WithdrawBid
from stellwerk.titles.t1862.auction import bound, highest
from stellwerk.titles.t1862.groups import certificate_limit
from stellwerk.titles.t1862.rules import Rules1862
from stellwerk.titles.t1862.state import B_AND_O, Raising, own

CLOSELY = 10  # lays the router looks at
DIRECTED = 3  # companies one looks after
HELPED = 0.7  # part of what a company needs to float that its founder must have; others buy the rest
LEAST = 0.05  # a share that yields less in a run, dividend and rise together, is not bought
SAVES = 4  # runs over which a company saves for a train
ROOM = 3  # certificates a director should still be able to buy before a buyback gives him money
MOST_NOTES = 2
RICH = 400  # a treasury that can buy a good train after this one
POWER = 12.0  # what a tile must bring for a private to be given up for it


class Steady1862(SteadyBot):
    """Chooses by simple figures."""

    def __init__(self, seed: int = 0, name: str = "steady") -> None:
        """Bots with the same seed play the same."""
        super().__init__(seed, name)
        self.spare = RandomBot(seed)
        self.memory: Memory | None = None

    def position(self, game: Game[Any], seat: int, actor: str, options: list[Option], chance: Chance) -> Position1862:
        """The question, and what was worked out before."""
        assert isinstance(game.rules, Rules1862)
        if self.memory is None or self.memory.rules is not game.rules:
            self.memory = Memory(game.rules)
        return Position1862(game, seat, actor, options, chance, self.memory)

    def chooser(self, kind: str) -> Callable[[Position1862], Action | None] | None:
        """Who decides questions of a kind."""
        return _CHOOSERS.get(kind)

    def otherwise(self, game: Game[Any], seat: int, options: list[Option]) -> Action:
        """Anything legal."""
        return self.spare.choose(game, seat)


class Position1862(Position):
    """One question with everything the choosers read."""

    def __init__(
        self, game: Game[Any], seat: int, actor: str, options: list[Option], chance: Chance, memory: Memory
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
        number = self.t.company(action.company)
        return (
            self.shares.bank_price(self.s, number)
            if action.source == "bank"
            else self.shares.pool_price(self.s, number)
        )

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

    # -- a company's turn

    def track(self) -> Action | None:
        """The lay after which the trains earn most and the line is nearest to a bonus; powers where they bring much."""
        board = self.s.board
        trains = self.figures.specs(self.company) or self.figures.trains_to_come(self.company)
        base = self.figures.prospects(self.company, board, trains)
        before = base + self.figures.earned(self.company, board, trains)
        lays = self.chance.shuffled([option for option in self.of(LayTile) if not self.power(option)])[:LOOKED_AT]
        lays += self.chance.shuffled([option for option in self.of(LayTile) if self.power(option)])[: LOOKED_AT // 3]
        looked = []
        for at, option in enumerate(lays):
            assert isinstance(option.action, LayTile)
            after, cost = self.figures.after_lay(self.company, option.action)
            price = cost * self.dearness() + (POWER if option.action.power else 0.0)
            seen = self.figures.prospects(self.company, after, trains) - price
            looked.append((seen, -at, after, price, option))
        looked.sort(key=lambda entry: entry[:2], reverse=True)
        best, found = 0.25 if self.may_pass else -1e9, None
        for seen, _, after, _, option in looked[:CLOSELY] + self.upgrades(looked[CLOSELY:]):
            figure = seen + self.figures.earned(self.company, after, trains) - before
            if figure > best:
                best, found = figure, option.action
        if found is None and looked and self.chance.below(2) and looked[0][0] - base > -3.0:
            option = looked[0][4]
            found = None if self.power(option) else option.action  # growth often pays only later
        return found if found is not None else Pass()

    def dearness(self) -> float:
        """What a dollar of the treasury counts against an earning in each run: little where there is plenty."""
        spare = self.s.companies[self.company].cash - self.figures.needed_for(self.company)
        return 0.04 if spare >= 400 else 0.08 if spare >= 200 else 0.15

    def upgrades(self, looked: list[Any]) -> list[Any]:
        """A few upgrades of stations: they show in the run only."""
        hexmap, faces = self.t.hexmap, self.s.board.faces
        return [
            entry for entry in looked if hexmap.faces[faces[self.t.hex(entry[4].action.hex)]].stops
        ][:CLOSELY]  # fmt: skip

    def power(self, option: Option) -> bool:
        """True if a private would be given up for the lay."""
        assert isinstance(option.action, LayTile)
        return bool(option.action.power)

    def token(self) -> Action | None:
        """A marker where the run grows by it or a line stays open, if the money for a train stays."""
        cash, needed = self.s.companies[self.company].cash, self.figures.needed_for(self.company)
        before = self.figures.board_figure(self.company, self.s.board)

        def figure(action: PlaceToken) -> float:
            price = self.figures.marker_price(self.company, action.hex)
            if cash - price < needed:
                return -1e9
            board = self.figures.after_token(self.company, action)
            shut = 1.5 if self.nearly_full(action) else 0.0
            return self.figures.board_figure(self.company, board) - before + shut + 3.0 - price / 12

        found = self.best(self.of(PlaceToken), figure, 0.0)
        return found.action if found is not None else Pass()

    def nearly_full(self, action: PlaceToken) -> bool:
        """True if a city has one free place left: soon it may be closed."""
        slots: tuple[int, ...] = self.s.board.tokens[self.t.hex(action.hex)][action.stop]
        return slots.count(FREE) == 1

    def run(self) -> Action | None:
        """The best run, which is offered; before it the marker of B&O leaves where that opens a much better one."""
        for option in self.of(ClosePrivate):
            if option.action == ClosePrivate(B_AND_O):
                opened = self.figures.run(
                    self.company, self.figures.without_b_and_o(), self.figures.specs(self.company)
                )
                if opened >= self.figures.revenue(self.company) + 2 * POWER:
                    return option.action
        return super().run()

    def dividend(self) -> Action | None:
        """Pay, unless the money is needed for a train and makes the difference."""
        company = self.s.companies[self.company]
        revenue = self.figures.revenue(self.company)
        needed = self.figures.needed_for(self.company)
        low = self.shares.price(company) < 40
        helped = company.cash + self.cash
        if needed and company.cash < needed <= company.cash + SAVES * revenue and not (low and helped >= needed):
            return Dividend("withhold")
        return Dividend("pay")

    def trains(self) -> Action | None:
        """What the company needs, then what earns its price; in an emergency what costs least."""
        buys = [option for option in self.of(BuyTrain) if option.amount is None]
        company = self.s.companies[self.company]
        before = self.figures.revenue(self.company)
        none = not company.trains
        lasting = any(self.figures.lasts(train) for train in company.trains)
        keep = 0 if lasting or none else self.figures.coming_price()
        late = min(1.0, self.figures.runs_left() / 8)  # what is left in treasuries at the end is worth nothing

        def figure(action: BuyTrain) -> float:
            gain = self.figures.with_train(self.company, action) - before
            life = self.figures.life(action.train)
            bonus = 2.0 * action.price if (none or self.figures.needed_for(self.company)) and life > 1 else 0.0
            left = company.cash - action.price
            if left >= RICH and len(company.trains) < 3 and not self.figures.doomed(action.train):
                bonus += action.price  # idle money is worth nothing in the end
            short = not self.figures.lasts(action.train) and left < keep  # the next train would need its director
            dear = (0.4 if left >= RICH else 1.3 if short else 0.8) * late
            return gain * life - dear * action.price + bonus

        own_money = [option for option in buys if self.train_price(option) <= company.cash]
        found = self.best(own_money, figure, 0.0)
        if found is not None:
            return found.action
        if self.may_pass:
            return Pass()
        if own_money:
            return min(own_money, key=self.by_life).action
        return self.sister() or self.ask_others() or (min(buys, key=self.train_price).action if buys else None)

    def by_life(self, option: Option) -> tuple[float, int]:
        """Orders trains on sale: those that last longest first, then the cheapest."""
        assert isinstance(option.action, BuyTrain)
        return -self.figures.life(option.action.train), option.action.price

    def sister(self) -> Action | None:
        """A spare train of another company of the same director, for what the treasury has."""
        cash = self.s.companies[self.company].cash
        for option in self.of(BuyTrain):
            assert isinstance(option.action, BuyTrain)
            seller = self.owner(option.action.train)
            if option.amount is None or seller is None or cash < 1:
                continue
            holder = self.s.companies[seller]
            if (
                holder.president == self.seat
                and len(holder.trains) > 1
                and not self.figures.doomed(option.action.train)
            ):
                return option.take(
                    max(option.amount.low, min(option.amount.high, cash, self.figures.face(option.action.train)))
                )
        return None

    def ask_others(self) -> Action | None:
        """Before a bankruptcy: a train of somebody else at its full price, if he has not just refused."""
        raisable = self.cash + self.liquid()
        company = self.s.companies[self.company]
        if raisable + company.cash >= self.figures.next_price() or refused_lately(self.game):
            return None
        for option in self.of(BuyTrain):
            assert isinstance(option.action, BuyTrain)
            seller = self.owner(option.action.train)
            if option.amount is not None and seller is not None and len(self.s.companies[seller].trains) > 1:
                return option.take(option.amount.high)
        return None

    def owner(self, train: str) -> int | None:
        """The company that owns a train."""
        return next((number for number, company in enumerate(self.s.companies) if train in company.trains), None)

    def consent(self) -> Action | None:
        """A train is sold for its full price if another one is left."""
        frame = self.s.frames[-1]
        assert isinstance(frame, Consent)
        offer = frame.offer
        assert isinstance(offer, BuyTrain)
        seller = self.owner(offer.train)
        spare = seller is not None and len(self.s.companies[seller].trains) > 1
        return Answer(spare and offer.price >= self.figures.face(offer.train))

    def discard(self) -> Action | None:
        """The train that lasts shortest, the weaker one among equals."""

        def figure(option: Option) -> tuple[float, int]:
            assert isinstance(option.action, DiscardTrain)
            return self.figures.life(option.action.train), self.figures.face(option.action.train)

        return min(self.options, key=figure).action

    def buyback(self) -> Action | None:
        """Idle money of the company for its shareholders, while its director can still do something with it."""
        company = self.s.companies[self.company]
        room = certificate_limit(self.t, self.s) - self.papers()
        option = next(iter(self.of(Buyback)), None)
        if option is None or option.amount is None or room < ROOM or company.held[self.seat] < 40:
            return Pass()
        if not company.trains or not self.anything_to_do():
            return Pass()
        buyback = self.title.buyback
        notes = option.amount.low
        lasting = any(self.figures.lasts(train) for train in company.trains)
        if notes > (MOST_NOTES if lasting and buyback.paid_out(self.s) >= 80 else 0):
            return Pass()
        left = company.cash + notes * buyback.paid_out(self.s) - buyback.cost(self.s, self.company)
        missing = max(self.figures.needed_for(self.company), self.figures.coming_price()) - left
        missing -= int(1.5 * self.figures.revenue(self.company))  # half of three runs
        receives = company.held[self.seat] * self.shares.price(company) // 20
        return option.take(notes) if lasting or missing <= 0.7 * receives else Pass()

    def anything_to_do(self) -> bool:
        """True if there are companies on sale that can be founded, or shares in the bank."""
        return any(
            entry.group <= own(self.s).open_groups and not own(self.s).removed[number] and self.s.companies[number].ipo
            for number, entry in enumerate(self.t.companies)
        )


_CHOOSERS: dict[str, Callable[[Position1862], Action | None]] = {
    "auction": Position1862.auction,
    "bid_off": Position1862.bid_off,
    "par": Position1862.par,
    "stock": Position1862.stock,
    "must_sell": Position1862.must_sell,
    "raise": Position1862.raise_money,
    "track": Position1862.track,
    "token": Position1862.token,
    "run": Position1862.run,
    "dividend": Position1862.dividend,
    "trains": Position1862.trains,
    "buyback": Position1862.buyback,
    "consent": Position1862.consent,
    "discard": Position1862.discard,
}
