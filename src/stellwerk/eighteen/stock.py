"""The stock round: turns of selling, buying and starting companies, and what happens at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen.actions import BuyPrivate, BuyShare, Par, Pass, Sale, SellList, SellPrivate, SellShares
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import PLACE, ActionKind, Check, Checks
from stellwerk.eighteen.deals import needs_consent, offer, trade_private
from stellwerk.eighteen.engine import FamilyRules, RoundStep
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.private_trades import PrivateTrades
from stellwerk.eighteen.purchases import PurchaseStep
from stellwerk.eighteen.shares import MANY_AT_ONCE, NO_HOLDING_LIMIT, Selling
from stellwerk.eighteen.state import BANK, NOBODY, S

SOURCES = ("ipo", "pool")


class StockRoundStep(RoundStep[StockRound, S]):
    """Who is next, and the end of the round. Never waits itself: turns lie on top of it."""

    def advance(self, m: Move[S], frame: StockRound) -> bool:
        """Start the next turn, or end the round when all have passed."""
        count = len(self.t.seats)
        if frame.passes < count:
            m.push(StockTurn(frame.turn))
            return False
        self.closing(m, frame)
        m.pop()
        self.rules.after_stock_round(m)
        return False

    def closing(self, m: Move[S], frame: StockRound) -> None:
        """What happens at the end of the round."""
        self.sold_out(m)
        self.pass_priority(m, frame)

    def sold_out(self, m: Move[S]) -> None:
        """Companies of which players hold everything rise, in operating order (1830 4.18)."""
        for number in self.shares.operating_order(m.s):
            if self.shares.sold_out(m.s, number):
                cell = m.s.companies[number].cell
                m.move_marker(number, self.t.market.up[cell], "stock.sold_out", "sold out")
                self.price_moved(m, number)

    def price_moved(self, m: Move[S], number: int) -> None:
        """What follows when a sold-out company has risen."""

    def pass_priority(self, m: Move[S], frame: StockRound) -> None:
        """The card goes to the left of who acted last; if nobody did it stays."""
        if frame.actor != NOBODY:
            m.s.priority = self.left_of(m.s, frame.actor)
        m.tell("priority", "stock.priority", "{who} has the priority card", who=self.t.seats[m.s.priority])

    def left_of(self, s: S, seat: int) -> int:
        """The next player."""
        return (seat + 1) % len(self.t.seats)


class StockTurnStep(PurchaseStep[S]):
    """A player's turn."""

    purchase_ends_turn = False

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Private trades are a module of their own."""
        super().__init__(rules)
        self.trades = PrivateTrades(rules.t)
        self.selling = self.sale_checks()
        self.sellable = self.selling.but("over")
        self.acts = {
            SellShares: ActionKind(self.sell, self.why_not_sale),
            SellList: ActionKind(self.sell_list, self.why_not_list),
            BuyShare: ActionKind(self.buy, self.why_not_share),
            Par: ActionKind(self.par, self.why_not_start),
            BuyPrivate: ActionKind(self.trade, self.why_not_trade),
            SellPrivate: ActionKind(self.trade, self.why_not_trade),
            Pass: ActionKind(self.let_pass),
        }

    def decision(self, s: S, frame: StockTurn) -> Decision:
        """The player on turn."""
        limit = self.must_sell(s, frame)
        kind = "must_sell" if limit else "stock"
        return Decision(frame.seat, self.t.seats[frame.seat], kind, self.t.cite(limit or "stock.turn"))

    def asked(self, s: S, frame: StockTurn) -> int:
        """The player on turn."""
        return frame.seat

    def turn(self, s: S) -> StockTurn:
        """The turn on top."""
        frame = s.frames[-1]
        assert isinstance(frame, StockTurn)
        return frame

    def why_not(self, s: S, frame: StockTurn, action: Action) -> Illegal | None:
        """Who is over a limit does nothing but sell."""
        over = "" if isinstance(action, SellShares | SellList) else self.must_sell(s, frame)
        if over:
            return self.t.no(over, "{who} is over a limit and may only sell", who=self.t.seats[frame.seat])
        return super().why_not(s, frame, action)

    # -- selling

    def must_sell(self, s: S, frame: StockTurn) -> str:
        """The key of the limit the player is over and can sell towards; empty if he is free."""
        seat = frame.seat
        if self.shares.certificates(s, seat) > self.shares.cert_limit(s) and self.any_sale(s, frame):  # 1830 4.3
            return "stock.must_sell"
        limit = self.t.data.limits.holding_percent
        for number, company in enumerate(s.companies):  # 1830 4.3a
            over = company.held[seat] > limit and not self.shares.in_zone(company, NO_HOLDING_LIMIT)
            if over and any(self.lots(s, frame, number)):
                return "stock.must_sell_60"
        return ""

    def sale_checks(self) -> Checks[Selling[S]]:
        """Sales in a stock round. Titles add as `over` what more they ask of a player who is over a limit."""
        t = self.t
        first_round = Check[Selling[S]](  # 1830 4.5
            lambda c: c.s.round.number > 1,
            lambda c: t.no("sell.first_round", "nothing is sold in the first stock round"),
            PLACE,
        )
        return Checks(first_round=first_round, **self.shares.selling)

    def why_not_sell(self, s: S, frame: StockTurn, number: int, percent: int) -> Illegal | None:
        """The first rule a sale breaks."""
        return self.selling.why_not(Selling(s, frame.seat, number, s.companies[number], percent))

    def lots(self, s: S, frame: StockTurn, number: int, rules: Checks[Selling[S]] | None = None) -> Iterator[int]:
        """Every percentage of a company the player can sell; if he is over a limit he may not be free to choose."""
        return self.shares.lots(s, frame.seat, number, rules or self.sellable)

    def any_sale(self, s: S, frame: StockTurn) -> bool:
        """True if some sale is legal."""
        seat = frame.seat
        for number, company in enumerate(s.companies):
            if company.held[seat] and next(self.lots(s, frame, number), 0):
                return True
        return False

    def why_not_sale(self, s: S, frame: StockTurn, action: SellShares) -> Illegal | None:
        """One sale."""
        return self.why_not_sell(s, frame, self.t.company(action.company), action.percent)

    def why_not_list(self, s: S, frame: StockTurn, action: SellList) -> Illegal | None:
        """Sales of several companies; each stands for itself, since none changes what another breaks."""
        t = self.t
        if not t.choices.sales_in_lists:
            return t.no("sell.list", "sales are entered one by one at this table")
        percents = {t.company(sale.company): sale.percent for sale in action.sales}
        if len(percents) < 2 or len(percents) != len(action.sales):
            return t.no("sell.list", "a list names two or more companies, each once")
        refusals = (self.why_not_sell(s, frame, number, percents[number]) for number in self.in_order(s, percents))
        return next((refusal for refusal in refusals if refusal), None)

    def why_not_trade(self, s: S, frame: StockTurn, action: BuyPrivate | SellPrivate) -> Illegal | None:
        """A private trade."""
        private = self.t.private(action.private)
        if isinstance(action, BuyPrivate):
            seller, buyer = s.privates[private].owner, frame.seat
        else:
            seller, buyer = frame.seat, action.to
            if not 0 <= buyer < len(self.t.seats):
                return self.t.no("seat", "there is no seat {seat}", seat=buyer)
        return self.trades.why_not(s, frame, private, seller, buyer, action.price)

    # -- options

    def options(self, s: S, frame: StockTurn) -> list[Option]:
        """Everything the player may do."""
        over = self.must_sell(s, frame)
        found = self.sales(s, frame, over)
        if over:
            return found
        return [*found, *self.purchases(s, frame), *self.trades.options(s, frame), Option(Pass())]

    def sales(self, s: S, frame: StockTurn, over: str) -> list[Option]:
        """Every sale; `over` is the limit the player is over, if any."""
        found: list[Option] = []
        smallest: list[Sale] = []
        rules = self.selling if over else self.sellable
        for number, entry in enumerate(self.t.companies):
            lots = tuple(self.lots(s, frame, number, rules)) if s.companies[number].held[frame.seat] else ()
            if lots:
                smallest.append(Sale(entry.id, lots[0]))
                found += [Option(SellShares(entry.id, percent)) for percent in lots]
        if len(smallest) > 1 and self.t.choices.sales_in_lists:
            found.append(Option(SellList(tuple(smallest)), free="sales"))
        return found

    # -- actions

    def let_pass(self, m: Move[S], frame: StockTurn, action: Pass) -> None:
        """The turn is over."""
        self.end_turn(m, frame)

    def sell(self, m: Move[S], frame: StockTurn, action: SellShares) -> None:
        """One sale."""
        number = self.t.company(action.company)
        self.shares.sell(m, frame.seat, number, action.percent)
        self.note_sale(m, frame.seat, number)
        m.top(acted=True, touched=True)

    def note_sale(self, m: Move[S], seat: int, number: int) -> None:
        """Remember for the rest of the round that the player sold this company."""
        below = self.round(m.s)
        sold = below.sold[seat]
        if number not in sold:
            *lower, _, top = m.s.frames
            changed = StockRound(below.turn, put(below.sold, seat, (*sold, number)), below.passes, below.actor)
            m.s.frames = (*lower, changed, top)

    def sell_list(self, m: Move[S], frame: StockTurn, action: SellList) -> None:
        """Several companies at once (1830 4.4a)."""
        percents = {self.t.company(sale.company): sale.percent for sale in action.sales}
        for number in self.in_order(m.s, percents):
            self.sell(m, frame, SellShares(self.t.companies[number].id, percents[number]))

    def in_order(self, s: S, numbers: Iterable[int]) -> list[int]:
        """Companies in operating order of the prices now; those without a price come last."""
        order = self.shares.operating_order(s)
        return sorted(numbers, key=lambda number: order.index(number) if number in order else len(order))

    def buy(self, m: Move[S], frame: StockTurn, action: BuyShare) -> None:
        """One certificate."""
        t, seat = self.t, frame.seat
        number = t.company(action.company)
        price = self.shares.cost(m.s, number, action.source)
        brown = number if self.shares.in_zone(m.s.companies[number], MANY_AT_ONCE) else len(t.companies)
        m.top(acted=True, touched=True, bought="share", brown=brown, source=action.source)
        m.pay(
            seat,
            self.payee(number, action.source),
            price,
            "buy.price",
            "{company} from the {source:source}",
            company=action.company,
            source=action.source,
            percent=self.shares.unit_of(m.s, number),
        )
        place = "pool" if action.source == "pool" else "ipo"
        self.shares.receive(m, seat, number, self.shares.unit_of(m.s, number), place)
        self.after_purchase(m)

    def par(self, m: Move[S], frame: StockTurn, action: Par) -> None:
        """The president's certificate."""
        t, seat = self.t, frame.seat
        number = t.company(action.company)
        m.top(acted=True, touched=True, bought="par")
        m.pay(
            seat,
            BANK,
            self.shares.par_cost(m.s, number, action.price),
            "par",
            "president's certificate of {company}",
            company=action.company,
        )
        m.company(number, par=action.price, president=seat)
        m.move_marker(number, t.market.par_cells[action.price], "par", "par")
        self.shares.receive(m, seat, number, self.shares.president_size[number], "ipo")
        self.after_purchase(m)

    def after_purchase(self, m: Move[S]) -> None:
        """The turn may be over now."""
        if self.purchase_ends_turn:
            self.end_turn(m, structs.replace(self.turn(m.s), acted=True))

    def trade(self, m: Move[S], frame: StockTurn, action: BuyPrivate | SellPrivate) -> None:
        """A private trade: offered, then agreed."""
        owner = m.s.privates[self.t.private(action.private)].owner
        other = owner if isinstance(action, BuyPrivate) else action.to
        if needs_consent(self.t, frame.seat, other):
            offer(m, action, by=frame.seat, to=other)
        else:
            self.settle_deal(m, action)

    def settle_deal(self, m: Move[S], action: BuyPrivate | SellPrivate) -> None:
        """Carry out a private trade both sides agree to."""
        frame, private = self.turn(m.s), self.t.private(action.private)
        buyer = frame.seat if isinstance(action, BuyPrivate) else action.to
        bought = frame.bought
        if self.t.choices.private_trade_is_purchase:
            bought = "private"
        m.top(acted=True, touched=True, bought=bought)
        trade_private(m, private, buyer, action.price, "trade")

    # -- the end of the turn

    def advance(self, m: Move[S], frame: StockTurn) -> bool:
        """1830 14.5: a player who has nothing left to do is not asked."""
        s = m.s
        if self.any_sale(s, frame) or self.any_purchase(s, frame) or self.trades.any(s, frame):
            return True
        self.end_turn(m, frame)
        return False

    def any_purchase(self, s: S, frame: StockTurn) -> bool:
        """True if some certificate can be bought or some company started."""
        return next(iter(self.purchases(s, frame)), None) is not None

    def end_turn(self, m: Move[S], frame: StockTurn) -> None:
        """The next player; a turn in which nothing was done is a pass."""
        m.pop()
        below = m.s.frames[-1]
        assert isinstance(below, StockRound)
        left = self.left_of(m.s, frame.seat)
        if frame.acted:
            m.top(turn=left, passes=0, actor=frame.seat)
        else:
            m.tell("pass", "stock.pass", "{who} passes", who=self.t.seats[frame.seat])
            m.top(turn=left, passes=below.passes + 1)

    def left_of(self, s: S, seat: int) -> int:
        """The next player."""
        return (seat + 1) % len(self.t.seats)
