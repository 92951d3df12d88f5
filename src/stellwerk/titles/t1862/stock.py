"""The stock round: first the privates, then turns of selling and buying one certificate, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import structs

from stellwerk.eighteen.actions import BuyShare, Par, Pass, SellShares
from stellwerk.eighteen.bids import cheapest
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import PLACE, ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.purchases import Purchase
from stellwerk.eighteen.shares import Selling
from stellwerk.eighteen.state import NOBODY
from stellwerk.eighteen.stock import StockRoundStep, StockTurnStep

from . import groups
from .auction import PrivateTurnStep, price_of
from .shares import Shares1862
from .state import Move1862, PrivateTurn, ShareTurn, State1862, active, left_of, note_sale

if TYPE_CHECKING:
    from .rules import Rules1862


NEW = ("bank",)  # where certificates lie that nobody has owned yet (1.3)


class StockRound1862(StockRoundStep[State1862]):
    """Who is next, the falling price of private 1, and the end of the round."""

    rules: Rules1862
    shares: Shares1862

    def __init__(self, rules: FamilyRules[State1862], privates: PrivateTurnStep, turns: ShareTurnStep) -> None:
        """Knows what can be done in a turn."""
        super().__init__(rules)
        self.privates, self.turns = privates, turns

    def advance(self, m: Move1862, frame: StockRound) -> bool:
        """Start the next turn, lower the price of private 1, or end the round."""
        groups.update(m)
        if frame.passes < len(active(m.s)):
            seat = frame.turn if not m.s.players[frame.turn].bankrupt else left_of(m.s, frame.turn)
            m.push(self.turn_of(m.s, seat))
        elif cheapest(m.s) == 0:
            self.reduce(m)
        else:
            self.closing(m, frame)
            m.pop()
            self.rules.after_stock_round(m)
        return False

    def turn_of(self, s: State1862, seat: int) -> PrivateTurn | ShareTurn:
        """A player's turn: privates first (3.13)."""
        return PrivateTurn(seat) if cheapest(s) != NOBODY else ShareTurn(seat)

    def stands_still(self, s: State1862, frame: StockRound) -> bool:
        """True if nobody has acted, nothing earns, and nobody could pay for anything new (18.7)."""
        if frame.actor != NOBODY or not self.rules.nothing_earns(s):
            return False
        return not any(self.could_go_on(s, seat) for seat in active(s))

    def could_go_on(self, s: State1862, seat: int) -> bool:
        """True if a player could buy a private, bid, or buy from the bank, even if he had to sell shares for it.

        Sales bring money, and room under the paper limit.
        """
        turn = self.turn_of(s, seat)
        if isinstance(turn, PrivateTurn):
            return self.privates.asks(s, turn)
        s = structs.replace(s, frames=(*s.frames, turn))
        numbers = range(len(s.companies))
        sold = sum(
            self.shares.proceeds(s, number, percent)
            for number in numbers
            if (percent := max(self.turns.lots(s, turn, number), default=0))
        )
        fewer = sum(max(0, self.turns.most_fewer(s, turn, number)) for number in numbers)
        purse = structs.replace(s.players[seat], cash=s.players[seat].cash + sold)
        return self.turns.could_buy(structs.replace(s, players=put(s.players, seat, purse)), turn, NEW, fewer)

    def reduce(self, m: Move1862) -> None:
        """All have passed and private 1 is unsold (3.9, A8)."""
        t, s, step = self.t, m.s, self.t.data.limits.bid_raise
        s.reduction += step
        again = t.options["private_reduction"] == "each_pass"  # the next pass lowers the price as well
        m.top(passes=len(active(s)) - 1 if again else 0)
        m.tell(
            "cheaper", "auction.cheaper", "{private} gets cheaper by {step:$}", private=t.privates[0].id, step=step
        )  # fmt: skip
        assert price_of(t, s, 0) >= 0

    def closing(self, m: Move1862, frame: StockRound) -> None:
        """Also whether anything can still change (18.7)."""
        super().closing(m, frame)
        m.s.idle = self.stands_still(m.s, frame)

    def price_moved(self, m: Move1862, number: int) -> None:
        """The company may be closed, or have reached the end of the market."""
        self.rules.price_moved(m, number)

    def left_of(self, s: State1862, seat: int) -> int:
        """The next player still in the game."""
        return left_of(s, seat)


class ShareTurnStep(StockTurnStep[State1862]):
    """A player's turn: sales first, then at most one purchase, which ends it (6.1)."""

    rules: Rules1862
    shares: Shares1862
    purchase_ends_turn = True

    def __init__(self, rules: FamilyRules[State1862]) -> None:
        """What can be bought after closing privates keeps all rules but that of the papers."""
        super().__init__(rules)
        self._buying, self._starting = self.buying.but("certificates"), self.starting.but("certificates")
        self.acts = {
            SellShares: ActionKind(self.sell, self.why_not_sale),
            BuyShare: ActionKind(self.buy, self.why_not_share),
            Par: ActionKind(self.par, self.why_not_start),
            Pass: ActionKind(self.let_pass),
        }

    # -- selling

    def must_sell(self, s: State1862, frame: StockTurn) -> str:
        """Above the limit, if some sale leaves him fewer papers (6.5b)."""
        over = self.shares.certificates(s, frame.seat) > self.shares.cert_limit(s)
        fewer = over and any(self.most_fewer(s, frame, number) > 0 for number in range(len(s.companies)))
        return "stock.must_sell" if fewer else ""

    def sale_checks(self) -> Checks[Selling[State1862]]:
        """6.7 to 6.9: a company is sold once in a turn, and above the paper limit not too little of it."""
        t, checks = self.t, super().sale_checks()
        once = Check[Selling[State1862]](
            lambda c: c.number not in self.sold_now(c.s),
            lambda c: t.no(
                "sell.once", "{company} has been sold in this turn already", company=t.companies[c.number].id
            ),
            PLACE,
        )
        over = Check(
            self.enough,
            lambda c: t.no(
                "stock.must_sell", "{percent} % of {company} is too little: {who} is over a limit",
                percent=c.percent, company=t.companies[c.number].id, who=t.seats[c.seat],
            ),
        )  # fmt: skip
        checks.insert("unit", "once", once)
        return Checks(checks, over=over)

    def sold_now(self, s: State1862) -> tuple[int, ...]:
        """The companies that have been sold in this turn."""
        turn = self.turn(s)
        assert isinstance(turn, ShareTurn)
        return turn.sales

    def enough(self, c: Selling[State1862]) -> bool:
        """Above the paper limit the one action must not be wasted: as near to the limit as he can get (6.5b, 6.9)."""
        s, seat = c.s, c.seat
        excess = self.shares.certificates(s, seat) - self.shares.cert_limit(s)
        if excess <= 0:
            return True
        most = [max(0, self.most_fewer(s, self.turn(s), other)) for other in range(len(s.companies))]
        fewer = self.shares.papers_fewer(s, c.number, seat, c.percent)
        return not any(most) or excess - fewer <= sum(most) - most[c.number] or fewer >= most[c.number]

    def most_fewer(self, s: State1862, frame: StockTurn, number: int) -> int:
        """How many papers one sale of a company takes off at most."""
        lots = self.lots(s, frame, number)
        return max((self.shares.papers_fewer(s, number, frame.seat, percent) for percent in lots), default=0)

    # -- buying

    def buy_checks(self) -> Checks[Purchase[State1862]]:
        """One ordinary certificate from bank or pool (6.3 to 6.6)."""
        t = self.t
        checks = super().buy_checks().but("brown", "once", "brown_ipo")
        checks["started"] = Check(
            lambda c: c.company.par,
            lambda c: t.no(
                "buy.started", "the first certificate of {company} is the director's", company=t.companies[c.number].id
            ),
            PLACE,
        )
        checks["holding"] = self.holding_check(self.shares.unit_of)
        checks.insert("started", "group", self.group_check())
        return checks

    def par_checks(self) -> Checks[Purchase[State1862]]:
        """The director's certificate (5.3, 5.4)."""
        checks = super().par_checks().but("brown", "once")
        checks.insert("started", "group", self.group_check())
        checks.insert("certificates", "holding", self.holding_check(self.shares.size_of))
        return checks

    def group_check(self) -> Check[Purchase[State1862]]:
        """Whether the company is on sale at all (5.2)."""
        t = self.t
        return Check(lambda c: groups.on_sale(t, c.s, c.number), lambda c: groups.why_not_open(t, c.s, c.number), PLACE)

    def holding_check(self, percent: Callable[[State1862, int], int]) -> Check[Purchase[State1862]]:
        """The holding limit, which only forbids purchases (6.6)."""
        t = self.t
        return Check(
            lambda c: c.company.held[c.frame.seat] + percent(c.s, c.number) <= groups.holding_limit(t, c.s),
            lambda c: t.no(
                "buy.holding", "{who} would hold more than {limit} % of {company}",
                who=t.seats[c.frame.seat], limit=groups.holding_limit(t, c.s), company=t.companies[c.number].id,
            ),
            PLACE,
        )  # fmt: skip

    def room(self, c: Purchase[State1862]) -> bool:
        """The paper limit (6.5a)."""
        return self.shares.certificates(c.s, c.frame.seat) < self.shares.cert_limit(c.s)

    # -- actions

    def sell(self, m: Move1862, frame: StockTurn, action: SellShares) -> None:
        """One sale action; a company it closes leaves the game at once (6.9, 17.1)."""
        number = self.t.company(action.company)
        m.top(acted=True, touched=True)
        note_sale(m, frame.seat, number)
        self.shares.sell(m, frame.seat, number, action.percent)
        self.rules.price_moved(m, number)

    # -- the end of the turn

    def left_of(self, s: State1862, seat: int) -> int:
        """The next player still in the game."""
        return left_of(s, seat)

    def advance(self, m: Move1862, frame: StockTurn) -> bool:
        """A player who could do nothing but pass, even by closing privates, is not asked (24.2)."""
        groups.update(m)
        return super().advance(m, frame)

    def any_purchase(self, s: State1862, frame: StockTurn) -> bool:
        """True if a certificate could be bought."""
        return self.could_buy(s, frame, self.sources)

    def could_buy(self, s: State1862, frame: StockTurn, sources: tuple[str, ...], fewer: int = 0) -> bool:
        """True if a certificate could be bought there, perhaps after closing privates, which are papers too.

        `fewer` is how many papers the player could sell before.
        """
        privates = sum(private.owner == frame.seat and not private.closed for private in s.privates)
        if self.shares.certificates(s, frame.seat) - privates - fewer >= self.shares.cert_limit(s):
            return False
        return any(
            next(self.purchases_of(s, frame, number, self._buying, self._starting, sources), None)
            for number in range(len(s.companies))
        )
