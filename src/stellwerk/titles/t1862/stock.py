"""The stock round: first the privates, then turns of selling and buying one certificate, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen.actions import BuyShare, Par, Pass, SellShares
from stellwerk.eighteen.auction import cheapest, par_cell
from stellwerk.eighteen.engine import RoundStep, Step
from stellwerk.eighteen.frames import StockRound
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, NOBODY, State, is_player
from stellwerk.titles.t1862 import groups
from stellwerk.titles.t1862.auction import price_of
from stellwerk.titles.t1862.powers import why_not_close
from stellwerk.titles.t1862.shares import Shares1862
from stellwerk.titles.t1862.state import PrivateTurn, ShareTurn, active, left_of, note_sale, own

if TYPE_CHECKING:
    from stellwerk.titles.t1862.rules import Rules1862

SOURCES = ("bank", "pool")


class StockRound1862(RoundStep[StockRound]):
    """Who is next, the falling price of private 1, and the end of the round."""

    rules: Rules1862

    def advance(self, m: Move, frame: StockRound) -> bool:
        """Start the next turn, lower the price of private 1, or end the round."""
        groups.update(m)
        if frame.passes < len(active(m.s)):
            seat = frame.turn if not m.s.players[frame.turn].bankrupt else left_of(m.s, frame.turn)
            m.push(PrivateTurn(seat) if cheapest(m.s) != NOBODY else ShareTurn(seat))
        elif cheapest(m.s) == 0:
            self.reduce(m)
        else:
            self.sold_out(m)
            self.pass_priority(m, frame)
            own(m.s).idle = frame.actor == NOBODY and self.rules.nothing_earns(m.s)
            m.pop()
            self.rules.after_stock_round(m)
        return False

    def reduce(self, m: Move) -> None:
        """All have passed and private 1 is unsold (3.9, A8)."""
        t, s, step = self.t, own(m.s), self.t.data.limits.bid_raise
        s.reduction += step
        again = t.options["private_reduction"] == "each_pass"  # the next pass lowers the price as well
        m.top(passes=len(active(s)) - 1 if again else 0)
        m.tell(
            "cheaper", "auction.cheaper", "{private} gets cheaper by {step:$}", private=t.privates[0].id, step=step
        )  # fmt: skip
        assert price_of(t, s, 0) >= 0

    def sold_out(self, m: Move) -> None:
        """Companies whose shares are all with players or the company itself rise one row (6.14)."""
        for number in self.shares.operating_order(m.s):
            company = m.s.companies[number]
            if company.floated and not company.ipo and not company.pool:
                m.move_marker(number, self.t.market.up[company.cell], "stock.sold_out", "sold out")
                self.rules.price_moved(m, number)

    def pass_priority(self, m: Move, frame: StockRound) -> None:
        """The card goes to the left of who acted last; if nobody did it stays (3.12, 6.2)."""
        if frame.actor != NOBODY:
            m.s.priority = left_of(m.s, frame.actor)
        m.tell("priority", "stock.priority", "{who} has the priority card", who=self.t.seats[m.s.priority])


class ShareTurnStep(Step[ShareTurn]):
    """A player's turn: sales first, then at most one purchase, which ends it (6.1)."""

    rules: Rules1862
    shares: Shares1862

    def decision(self, s: State, frame: ShareTurn) -> Decision:
        """The player on turn."""
        over = self.must_sell(s, frame)
        kind = "must_sell" if over else "stock"
        key = "stock.must_sell" if over else "stock.turn"
        return Decision(frame.seat, self.t.seats[frame.seat], kind, self.t.cite(key))

    def asked(self, s: State, frame: ShareTurn) -> int:
        """The player on turn."""
        return frame.seat

    def round(self, s: State) -> StockRound:
        """The round below."""
        frame = s.frames[-2]
        assert isinstance(frame, StockRound)
        return frame

    # -- selling

    def over(self, s: State, seat: int) -> bool:
        """True if a player has more papers than he may (6.5b)."""
        return self.shares.certificates(s, seat) > groups.certificate_limit(self.t, s)

    def must_sell(self, s: State, frame: ShareTurn) -> bool:
        """True if he is above the limit and some sale leaves him fewer papers (6.5b)."""
        return self.over(s, frame.seat) and any(
            self.most_fewer(s, frame, number) > 0 for number in range(len(s.companies))
        )

    def largest_sale(self, s: State, frame: ShareTurn, number: int) -> int:
        """The most the player may sell of a company now, in percent."""
        if s.round.number == 1 or number in frame.sales:
            return 0
        return self.shares.largest_sale(s, frame.seat, number)

    def any_sale(self, s: State, frame: ShareTurn) -> bool:
        """True if some sale is legal."""
        return any(self.largest_sale(s, frame, number) for number in range(len(s.companies)))

    def why_not_sell(self, s: State, frame: ShareTurn, number: int, percent: int) -> Illegal | None:
        """6.7 to 6.9"""
        if s.round.number == 1:
            return self.t.no("sell.first_round", "nothing is sold in the first stock round")
        if number in frame.sales:
            name = self.t.companies[number].id
            return self.t.no("sell.once", "{company} has been sold in this turn already", company=name)
        refusal = self.shares.why_not_sell(s, frame.seat, number, percent)
        return refusal or self.why_too_little(s, frame, number, percent)

    def why_too_little(self, s: State, frame: ShareTurn, number: int, percent: int) -> Illegal | None:
        """Above the paper limit the one action must not be wasted: as near to the limit as he can get (6.5b, 6.9)."""
        seat = frame.seat
        excess = self.shares.certificates(s, seat) - groups.certificate_limit(self.t, s)
        if excess <= 0:
            return None
        most = [max(0, self.most_fewer(s, frame, other)) for other in range(len(s.companies))]
        fewer = self.shares.papers_fewer(s, number, seat, percent)
        if not any(most) or excess - fewer <= sum(most) - most[number] or fewer >= most[number]:
            return None
        return self.t.no(
            "stock.must_sell", "{percent} % of {company} is too little: {who} is over a limit",
            percent=percent, company=self.t.companies[number].id, who=self.t.seats[seat],
        )  # fmt: skip

    def most_fewer(self, s: State, frame: ShareTurn, number: int) -> int:
        """How many papers one sale of a company takes off at most."""
        unit = self.shares.unit_of(s, number)
        sales = range(unit, self.largest_sale(s, frame, number) + 1, unit)
        return max((self.shares.papers_fewer(s, number, frame.seat, percent) for percent in sales), default=0)

    # -- buying

    def why_not_certificate(self, s: State, seat: int, closable: int = 0) -> Illegal | None:
        """The paper limit before a purchase (6.5a); `closable` privates could still be closed for it."""
        count, limit = self.shares.certificates(s, seat), groups.certificate_limit(self.t, s)
        if count - closable < limit:
            return None
        return self.t.no(
            "buy.certs", "{who} has {count} certificates; the limit is {limit}",
            who=self.t.seats[seat], count=count, limit=limit,
        )  # fmt: skip

    def why_not_holding(self, s: State, seat: int, number: int, percent: int) -> Illegal | None:
        """The holding limit, which only forbids purchases (6.6)."""
        limit = groups.holding_limit(self.t, s)
        if s.companies[number].held[seat] + percent <= limit:
            return None
        return self.t.no(
            "buy.holding", "{who} would hold more than {limit} % of {company}",
            who=self.t.seats[seat], limit=limit, company=self.t.companies[number].id,
        )  # fmt: skip

    def why_not_sold(self, s: State, seat: int, number: int) -> Illegal | None:
        """Who sold a company in this round buys none of it (6.4)."""
        if number not in self.round(s).sold[seat]:
            return None
        name = self.t.companies[number].id
        return self.t.no("buy.sold", "{who} sold {company} in this stock round", who=self.t.seats[seat], company=name)

    def share_price(self, s: State, number: int, source: str) -> int:
        """What a certificate from there costs (6.3)."""
        return self.shares.pool_price(s, number) if source == "pool" else self.shares.bank_price(s, number)

    def why_not_buy(self, s: State, frame: ShareTurn, number: int, source: str, closable: int = 0) -> Illegal | None:
        """One ordinary certificate from bank or pool (6.3 to 6.6)."""
        t, seat, company = self.t, frame.seat, s.companies[number]
        name, unit = t.companies[number].id, self.shares.unit_of(s, number)
        refusal = groups.why_not_open(t, s, number)
        if refusal:
            return refusal
        if not company.par:
            return t.no("buy.started", "the first certificate of {company} is the director's", company=name)
        if (company.pool if source == "pool" else company.ipo) < unit:
            return t.no("buy.available", "the {source} holds no share of {company}", source=source, company=name)
        refusal = self.why_not_sold(s, seat, number)
        if refusal:
            return refusal
        price = self.share_price(s, number, source)
        if s.players[seat].cash < price:
            return t.no("buy.cash", "{price:$} is more than {who} has", price=price, who=t.seats[seat])
        return self.why_not_holding(s, seat, number, unit) or self.why_not_certificate(s, seat, closable)

    def why_not_par(self, s: State, frame: ShareTurn, number: int, price: int, closable: int = 0) -> Illegal | None:
        """The director's certificate (5.3, 5.4)."""
        t, seat, company = self.t, frame.seat, s.companies[number]
        name, size = t.companies[number].id, self.shares.president_size[number]
        refusal = groups.why_not_open(t, s, number)
        if refusal:
            return refusal
        if company.par:
            return t.no("par.started", "{company} is started already", company=name)
        cost = price * size // 10
        if s.players[seat].cash < cost:
            return t.no("par.cash", "the president's certificate costs {cost:$}", cost=cost)
        return self.why_not_holding(s, seat, number, size) or self.why_not_certificate(s, seat, closable)

    # -- options

    def options(self, s: State, frame: ShareTurn) -> list[Option]:
        """Everything the player may do."""
        t, over = self.t, self.must_sell(s, frame)
        found = [
            Option(SellShares(entry.id, percent))
            for number, entry in enumerate(t.companies)
            for unit in (self.shares.unit_of(s, number),)
            for percent in range(unit, self.largest_sale(s, frame, number) + 1, unit)
            if not over or self.why_too_little(s, frame, number, percent) is None
        ]
        if over:
            return found
        for number, entry in enumerate(t.companies):
            if entry.group > own(s).open_groups or own(s).removed[number]:
                continue
            if s.companies[number].par:
                found += [
                    Option(BuyShare(entry.id, source))
                    for source in SOURCES
                    if self.why_not_buy(s, frame, number, source) is None
                ]
            else:
                found += [
                    Option(Par(entry.id, price))
                    for price in t.market.par_prices
                    if self.why_not_par(s, frame, number, price) is None
                ]
        return [*found, Option(Pass())]

    # -- actions

    def apply(self, m: Move, frame: ShareTurn, action: Action) -> None:
        """One action of the turn."""
        if self.must_sell(m.s, frame) and not isinstance(action, SellShares):
            raise self.t.no("stock.must_sell", "{who} is over a limit and may only sell", who=self.t.seats[frame.seat])
        if isinstance(action, SellShares):
            self.sell(m, frame, action)
        elif isinstance(action, BuyShare):
            self.buy(m, frame, action)
        elif isinstance(action, Par):
            self.par(m, frame, action)
        elif isinstance(action, Pass):
            self.end_turn(m, frame.seat, acted=frame.acted)
        else:
            raise self.unfit(action, frame)

    def sell(self, m: Move, frame: ShareTurn, action: SellShares) -> None:
        """One sale action; a company it closes leaves the game at once (6.9, 17.1)."""
        seat, number = frame.seat, self.t.company(action.company)
        refusal = self.why_not_sell(m.s, frame, number, action.percent)
        if refusal:
            raise refusal
        m.top(acted=True, touched=True)
        note_sale(m, seat, number)
        self.shares.sell(m, seat, number, action.percent)
        self.rules.price_moved(m, number)

    def buy(self, m: Move, frame: ShareTurn, action: BuyShare) -> None:
        """One ordinary certificate; the turn is over."""
        t, seat = self.t, frame.seat
        number = t.company(action.company)
        if action.source not in SOURCES:
            raise t.no("buy.available", "there are no shares in {place}", place=action.source[:20])
        refusal = self.why_not_buy(m.s, frame, number, action.source)
        if refusal:
            raise refusal
        price = self.share_price(m.s, number, action.source)
        m.pay(
            seat, BANK, price, "buy.price", "{company} from the {source}",
            company=action.company, source=action.source,
        )  # fmt: skip
        place = "pool" if action.source == "pool" else "ipo"
        self.shares.receive(m, seat, number, self.shares.unit_of(m.s, number), place)
        self.end_turn(m, seat, acted=True)

    def par(self, m: Move, frame: ShareTurn, action: Par) -> None:
        """The director's certificate with the choice of par; the turn is over."""
        t, seat = self.t, frame.seat
        number = t.company(action.company)
        cell = par_cell(t, action.price, "par.price")
        refusal = self.why_not_par(m.s, frame, number, action.price)
        if refusal:
            raise refusal
        size = self.shares.president_size[number]
        m.pay(
            seat, BANK, action.price * size // 10, "par", "president's certificate of {company}",
            company=action.company,
        )  # fmt: skip
        m.company(number, par=action.price, president=seat)
        m.move_marker(number, cell, "par", "par")
        self.shares.receive(m, seat, number, size, "ipo")
        self.end_turn(m, seat, acted=True)

    def end_turn(self, m: Move, seat: int, *, acted: bool) -> None:
        """The next player; a turn in which nothing was sold or bought is a pass (6.2)."""
        m.pop()
        below = m.s.frames[-1]
        assert isinstance(below, StockRound)
        left = left_of(m.s, seat)
        if acted:
            m.top(turn=left, passes=0, actor=seat)
        else:
            m.tell("pass", "stock.pass", "{who} passes", who=self.t.seats[seat])
            m.top(turn=left, passes=below.passes + 1)

    def advance(self, m: Move, frame: ShareTurn) -> bool:
        """A player who could do nothing but pass, even by closing privates, is not asked (24.2)."""
        groups.update(m)
        if self.any_sale(m.s, frame) or self.any_purchase(m.s, frame):
            return True
        self.end_turn(m, frame.seat, acted=frame.acted)
        return False

    def any_purchase(self, s: State, frame: ShareTurn) -> bool:
        """True if a certificate could be bought, perhaps after closing privates."""
        t, lowest = self.t, self.t.market.par_prices[0]
        closable = sum(
            is_player(private.owner) and why_not_close(t, s, number, frame.seat) is None
            for number, private in enumerate(s.privates)
        )
        if s.privates[t.private("ERIE")].owner == frame.seat:
            closable += 1
        return any(
            self.why_not_par(s, frame, number, lowest, closable) is None
            or any(self.why_not_buy(s, frame, number, source, closable) is None for source in SOURCES)
            for number in range(len(s.companies))
        )
