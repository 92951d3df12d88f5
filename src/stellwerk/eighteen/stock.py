"""The stock round: turns of selling, buying and starting companies, and what happens at its end."""

from __future__ import annotations

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen.actions import BuyPrivate, BuyShare, Par, Pass, Sale, SellList, SellPrivate, SellShares
from stellwerk.eighteen.auction import par_cell
from stellwerk.eighteen.board import put
from stellwerk.eighteen.deals import needs_consent, offer, trade_private
from stellwerk.eighteen.engine import FamilyRules, RoundStep, Step
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.private_trades import PrivateTrades
from stellwerk.eighteen.shares import MANY_AT_ONCE, NO_HOLDING_LIMIT, NOT_COUNTED
from stellwerk.eighteen.state import BANK, NOBODY, Company, State

SOURCES = ("ipo", "pool")


class StockRoundStep(RoundStep[StockRound]):
    """Who is next, and the end of the round. Never waits itself: turns lie on top of it."""

    def advance(self, m: Move, frame: StockRound) -> bool:
        """Start the next turn, or end the round when all have passed."""
        count = len(self.t.seats)
        if frame.passes < count:
            m.push(StockTurn(frame.turn))
            return False
        self.closing(m, frame)
        m.pop()
        self.rules.after_stock_round(m)
        return False

    def closing(self, m: Move, frame: StockRound) -> None:
        """What happens at the end of the round."""
        self.sold_out(m)
        self.pass_priority(m, frame)

    def sold_out(self, m: Move) -> None:
        """Companies of which players hold everything rise, in operating order (1830 4.18)."""
        for number in self.shares.operating_order(m.s):
            company = m.s.companies[number]
            if company.floated and sum(company.held) == 100:
                m.move_marker(number, self.t.market.up[company.cell], "stock.sold_out", "sold out")

    def pass_priority(self, m: Move, frame: StockRound) -> None:
        """The card goes to the left of who acted last."""
        if frame.actor != NOBODY:
            m.s.priority = (frame.actor + 1) % len(self.t.seats)
        m.tell("priority", "stock.priority", "{who} has the priority card", who=self.t.seats[m.s.priority])


class StockTurnStep(Step[StockTurn]):
    """A player's turn."""

    def __init__(self, rules: FamilyRules) -> None:
        """Private trades are a module of their own."""
        super().__init__(rules)
        self.trades = PrivateTrades(rules.t)
        self.sources: tuple[str, ...] = (rules.unsold, "pool")

    def decision(self, s: State, frame: StockTurn) -> Decision:
        """The player on turn."""
        limit = self.must_sell(s, frame)
        kind = "must_sell" if limit else "stock"
        return Decision(frame.seat, self.t.seats[frame.seat], kind, self.t.cite(limit or "stock.turn"))

    def asked(self, s: State, frame: StockTurn) -> int:
        """The player on turn."""
        return frame.seat

    def round(self, s: State) -> StockRound:
        """The round below."""
        frame = s.frames[-2]
        assert isinstance(frame, StockRound)
        return frame

    # -- what is legal

    def must_sell(self, s: State, frame: StockTurn) -> str:
        """The key of the limit the player is over and can sell towards; empty if he is free."""
        seat = frame.seat
        if self.shares.certificates(s, seat) > self.shares.cert_limit(s) and self.any_sale(s, frame):  # 1830 4.3
            return "stock.must_sell"
        limit = self.t.data.limits.holding_percent
        for number, company in enumerate(s.companies):  # 1830 4.3a
            over = company.held[seat] > limit and not self.shares.in_zone(company, NO_HOLDING_LIMIT)
            if over and self.largest_sale(s, frame, number):
                return "stock.must_sell_60"
        return ""

    def largest_sale(self, s: State, frame: StockTurn, number: int) -> int:
        """The most the player may sell of a company now, in percent."""
        return 0 if s.round.number == 1 else self.shares.largest_sale(s, frame.seat, number)

    def any_sale(self, s: State, frame: StockTurn) -> bool:
        """True if some sale is legal."""
        return any(self.largest_sale(s, frame, number) for number in range(len(s.companies)))

    def why_not_sell(self, s: State, frame: StockTurn, number: int, percent: int) -> Illegal | None:
        """Sales in a stock round."""
        if s.round.number == 1:  # 1830 4.5
            return self.t.no("sell.first_round", "nothing is sold in the first stock round")
        return self.shares.why_not_sell(s, frame.seat, number, percent)

    def why_not_buy(self, s: State, frame: StockTurn, number: int, source: str) -> Illegal | None:
        """One certificate from the IPO or the pool."""
        t, seat, company = self.t, frame.seat, s.companies[number]
        name, unit = t.companies[number].id, self.shares.unit[number]
        if company.president == NOBODY:
            return t.no("buy.started", "{company} has not been started", company=name)
        if self.available(company, source) < unit:
            return t.no("buy.available", "the {source} holds no share of {company}", source=source, company=name)
        refusal = self.why_not_again(frame, number, source, brown=self.shares.in_zone(company, MANY_AT_ONCE))
        if refusal:
            return refusal
        if number in self.round(s).sold[seat]:  # 1830 4.9
            return t.no("buy.sold", "{who} sold {company} in this stock round", who=t.seats[seat], company=name)
        price = self.share_price(company, source)
        if s.players[seat].cash < price:
            return t.no("buy.cash", "{price:$} is more than {who} has", price=price, who=t.seats[seat])
        limit = t.data.limits.holding_percent
        if company.held[seat] + unit > limit and not self.shares.in_zone(company, NO_HOLDING_LIMIT):
            return t.no(
                "buy.holding",
                "{who} would hold more than {limit} % of {company}",
                who=t.seats[seat],
                limit=limit,
                company=name,
            )
        return self.why_not_certificate(s, seat, company)

    def available(self, company: Company, source: str) -> int:
        """What lies there, in percent."""
        return company.pool if source == "pool" else company.ipo

    def share_price(self, company: Company, source: str) -> int:
        """What a share from there costs."""
        return self.shares.price(company) if source == "pool" else company.par

    def payee(self, number: int, source: str) -> int:
        """Who is paid for it."""
        return BANK

    def why_not_certificate(self, s: State, seat: int, company: Company) -> Illegal | None:
        """The certificate limit before the purchase of a share; some certificates do not count."""
        return None if self.shares.in_zone(company, NOT_COUNTED) else self.why_not_more_certificates(s, seat)

    def why_not_again(self, frame: StockTurn, number: int, source: str, *, brown: bool) -> Illegal | None:
        """A second purchase in a turn is possible only of a company with a brown price."""
        if not frame.bought:
            return None
        t, name = self.t, self.t.companies[number].id
        if frame.bought == "par" or not brown or frame.brown not in (NOBODY, number):
            return t.no("buy.one", "only one purchase is made in a turn")
        if not t.choices.many_from_ipo and (source == "ipo" or frame.source == "ipo"):
            return t.no("buy.brown_ipo", "{company}: only pool shares are bought in number", company=name)
        return None

    def why_not_more_certificates(self, s: State, seat: int) -> Illegal | None:
        """The certificate limit before a purchase."""
        count, limit = self.shares.certificates(s, seat), self.shares.cert_limit(s)
        if count < limit:
            return None
        return self.t.no(
            "buy.certs",
            "{who} has {count} certificates; the limit is {limit}",
            who=self.t.seats[seat],
            count=count,
            limit=limit,
        )

    def why_not_par(self, s: State, frame: StockTurn, number: int, price: int) -> Illegal | None:
        """Starting a company."""
        t, seat, company = self.t, frame.seat, s.companies[number]
        name = t.companies[number].id
        if company.par:
            return t.no("par.started", "{company} is started already", company=name)
        if frame.bought:
            return t.no("buy.one", "only one purchase is made in a turn")
        cost = price * self.shares.president_size[number] // 10
        if s.players[seat].cash < cost:
            return t.no("par.cash", "the president's certificate costs {cost:$}", cost=cost)
        return self.why_not_more_certificates(s, seat)

    # -- options

    def options(self, s: State, frame: StockTurn) -> list[Option]:
        """Everything the player may do."""
        t = self.t
        found: list[Option] = []
        smallest: list[Sale] = []
        for number, entry in enumerate(t.companies):
            most = self.largest_sale(s, frame, number)
            unit = self.shares.unit[number]
            if most:
                smallest.append(Sale(entry.id, unit))
            found += [Option(SellShares(entry.id, percent)) for percent in range(unit, most + 1, unit)]
        if len(smallest) > 1 and t.choices.sales_in_lists:
            found.append(Option(SellList(tuple(smallest)), free="sales"))
        if self.must_sell(s, frame):
            return found
        for number, entry in enumerate(t.companies):
            found += [
                Option(BuyShare(entry.id, source))
                for source in self.sources
                if self.why_not_buy(s, frame, number, source) is None
            ]
            if not s.companies[number].par:
                found += [
                    Option(Par(entry.id, price))
                    for price in t.market.par_prices
                    if self.why_not_par(s, frame, number, price) is None
                ]
        found += self.trades.options(s, frame)
        found.append(Option(Pass()))
        return found

    # -- actions

    def apply(self, m: Move, frame: StockTurn, action: Action) -> None:
        """One action of the turn."""
        s = m.s
        over = self.must_sell(s, frame)
        if over and not isinstance(action, SellShares | SellList):
            raise self.t.no(over, "{who} is over a limit and may only sell", who=self.t.seats[frame.seat])
        if isinstance(action, SellShares):
            self.sell(m, frame, action.company, action.percent)
        elif isinstance(action, SellList):
            self.sell_list(m, frame, action)
        elif isinstance(action, BuyShare):
            self.buy(m, frame, action)
        elif isinstance(action, Par):
            self.par(m, frame, action)
        elif isinstance(action, BuyPrivate | SellPrivate):
            self.trade(m, frame, action)
        elif isinstance(action, Pass):
            self.end_turn(m, frame)
        else:
            raise self.unfit(action, frame)

    def sell(self, m: Move, frame: StockTurn, name: str, percent: int) -> None:
        """One sale."""
        number = self.t.company(name)
        refusal = self.why_not_sell(m.s, frame, number, percent)
        if refusal:
            raise refusal
        self.shares.sell(m, frame.seat, number, percent)
        self.note_sale(m, frame.seat, number)
        m.top(acted=True, touched=True)

    def note_sale(self, m: Move, seat: int, number: int) -> None:
        """Remember for the rest of the round that the player sold this company."""
        below = self.round(m.s)
        sold = below.sold[seat]
        if number not in sold:
            *lower, _, top = m.s.frames
            changed = StockRound(below.turn, put(below.sold, seat, (*sold, number)), below.passes, below.actor)
            m.s.frames = (*lower, changed, top)

    def sell_list(self, m: Move, frame: StockTurn, action: SellList) -> None:
        """Several companies at once: all or nothing, in operating order of the prices before (1830 4.4a)."""
        t = self.t
        if not t.choices.sales_in_lists:
            raise t.no("sell.list", "sales are entered one by one at this table")
        percents = {t.company(sale.company): sale.percent for sale in action.sales}
        if len(percents) < 2 or len(percents) != len(action.sales):
            raise t.no("sell.list", "a list names two or more companies, each once")
        order = self.shares.operating_order(m.s)
        unpriced = [number for number in percents if number not in order]
        for number in [*order, *unpriced]:
            if number in percents:
                self.sell(m, frame, t.companies[number].id, percents[number])

    def buy(self, m: Move, frame: StockTurn, action: BuyShare) -> None:
        """One certificate."""
        t, seat = self.t, frame.seat
        number = t.company(action.company)
        if action.source not in self.sources:
            raise t.no("buy.available", "there are no shares in {place}", place=action.source[:20])
        refusal = self.why_not_buy(m.s, frame, number, action.source)
        if refusal:
            raise refusal
        company = m.s.companies[number]
        price = self.share_price(company, action.source)
        brown = number if self.shares.in_zone(company, MANY_AT_ONCE) else len(t.companies)
        m.top(acted=True, touched=True, bought="share", brown=brown, source=action.source)
        m.pay(
            seat,
            self.payee(number, action.source),
            price,
            "buy.price",
            "{company} from the {source}",
            company=action.company,
            source=action.source,
        )
        place = "pool" if action.source == "pool" else "ipo"
        self.shares.receive(m, seat, number, self.shares.unit[number], place)

    def par(self, m: Move, frame: StockTurn, action: Par) -> None:
        """The president's certificate."""
        t, seat = self.t, frame.seat
        number = t.company(action.company)
        cell = par_cell(t, action.price, "par.price")
        refusal = self.why_not_par(m.s, frame, number, action.price)
        if refusal:
            raise refusal
        size = self.shares.president_size[number]
        m.top(acted=True, touched=True, bought="par")
        m.pay(
            seat, BANK, action.price * size // 10, "par", "president's certificate of {company}", company=action.company
        )
        m.company(number, par=action.price, president=seat)
        m.move_marker(number, cell, "par", "par")
        self.shares.receive(m, seat, number, size, "ipo")

    def trade(self, m: Move, frame: StockTurn, action: BuyPrivate | SellPrivate) -> None:
        """A private trade: offered, then agreed."""
        t, s = self.t, m.s
        private = t.private(action.private)
        if isinstance(action, BuyPrivate):
            seller, buyer = s.privates[private].owner, frame.seat
        else:
            seller, buyer = frame.seat, action.to
            if not 0 <= buyer < len(t.seats):
                raise t.no("seat", "there is no seat {seat}", seat=buyer)
        refusal = self.trades.why_not(s, frame, private, seller, buyer, action.price)
        if refusal:
            raise refusal
        other = seller if buyer == frame.seat else buyer
        if needs_consent(t, frame.seat, other):
            offer(m, action, by=frame.seat, to=other)
        else:
            self.settle_deal(m, action)

    def settle_deal(self, m: Move, action: BuyPrivate | SellPrivate) -> None:
        """Carry out a private trade both sides agree to."""
        frame = m.s.frames[-1]
        assert isinstance(frame, StockTurn)
        private = self.t.private(action.private)
        buyer = frame.seat if isinstance(action, BuyPrivate) else action.to
        bought = frame.bought
        if self.t.choices.private_trade_is_purchase:
            bought = "private"
        m.top(acted=True, touched=True, bought=bought)
        trade_private(m, private, buyer, action.price, "trade")

    # -- the end of the turn

    def advance(self, m: Move, frame: StockTurn) -> bool:
        """1830 14.5: a player who has nothing left to do is not asked."""
        s = m.s
        if self.any_sale(s, frame) or self.any_purchase(s, frame) or self.trades.any(s, frame):
            return True
        self.end_turn(m, frame)
        return False

    def any_purchase(self, s: State, frame: StockTurn) -> bool:
        """True if some certificate can be bought or some company started."""
        lowest = self.t.market.par_prices[0]
        for number in range(len(s.companies)):
            if self.why_not_par(s, frame, number, lowest) is None:
                return True
            if any(self.why_not_buy(s, frame, number, source) is None for source in self.sources):
                return True
        return False

    def end_turn(self, m: Move, frame: StockTurn) -> None:
        """The next player; a turn in which nothing was done is a pass."""
        m.pop()
        below = m.s.frames[-1]
        assert isinstance(below, StockRound)
        left = (frame.seat + 1) % len(self.t.seats)
        if frame.acted:
            m.top(turn=left, passes=0, actor=frame.seat)
        else:
            m.tell("pass", "stock.pass", "{who} passes", who=self.t.seats[frame.seat])
            m.top(turn=left, passes=below.passes + 1)
