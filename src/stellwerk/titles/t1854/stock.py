"""The stock round: sales, then one purchase or option; what happens at its end (section 4)."""

from __future__ import annotations

from msgspec import structs

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.actions import BuyShare, Par, Pass, SellShares
from stellwerk.eighteen.auction import par_cell
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import StockTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.shares import NOT_COUNTED
from stellwerk.eighteen.state import BANK, NOBODY, State, company_owner
from stellwerk.eighteen.stock import StockRoundStep, StockTurnStep
from stellwerk.titles.t1854.actions import CompleteOption, TakeOption
from stellwerk.titles.t1854.options import Options
from stellwerk.titles.t1854.shares import Shares1854
from stellwerk.titles.t1854.split import check_split
from stellwerk.titles.t1854.state import own

SOURCES = ("display", "pool", "split")


class StockRound1854(StockRoundStep):
    """The round, and sold-out companies at its end."""

    shares: Shares1854

    def sold_out(self, m: Move) -> None:
        """4.40: companies all of whose certificates players own rise, in the order before the first move."""
        for number in self.shares.operating_order(m.s):
            company = m.s.companies[number]
            if company.floated and not (company.ipo or company.pool or own(m.s).split_area[number]):
                m.move_marker(number, self.t.market.up[company.cell], "stock.sold_out", "sold out")
                check_split(m, self.shares, number)


class StockTurn1854(StockTurnStep):
    """A player's turn: sales first, then at most one purchase, which ends it (4.1)."""

    shares: Shares1854

    def __init__(self, rules: FamilyRules) -> None:
        """Options are a module of their own."""
        super().__init__(rules)
        self.marks = Options(self.t, self.shares)
        self.sources = SOURCES

    # -- what is legal

    def must_sell(self, s: State, frame: StockTurn) -> str:
        """4.28: over the limit, and able to sell something that counts."""
        if self.shares.certificates(s, frame.seat) <= self.shares.cert_limit(s):
            return ""
        counting = any(
            not self.shares.in_zone(s.companies[number], NOT_COUNTED) and self.shares.can_sell(s, frame.seat, number)
            for number in self.shares.kinds.shared
        )
        return "stock.must_sell" if counting and s.round.number > 1 else ""

    def any_sale(self, s: State, frame: StockTurn) -> bool:
        """True if some sale is legal."""
        if s.round.number == 1:
            return False
        return any(self.shares.can_sell(s, frame.seat, number) for number in self.shares.kinds.shared)

    def places(self, s: State, number: int) -> list[str]:
        """Where certificates of a company lie."""
        company = s.companies[number]
        lies = (company.ipo, company.pool, own(s).split_area[number])
        return [source for source, percent in zip(SOURCES, lies, strict=True) if percent]

    def why_not_buy(self, s: State, frame: StockTurn, number: int, source: str) -> Illegal | None:
        """One certificate from display, pool or split area (4.15 to 4.20)."""
        t, seat, company = self.t, frame.seat, s.companies[number]
        name = t.companies[number].id
        refusal = self.why_not_place(s, number, source) or self.why_not_company(s, frame, number)
        if refusal:
            return refusal
        price, card = self.cost(s, number, source), self.shares.card(s, number)
        if s.players[seat].cash < price:
            return t.no("buy.cash", "{price:$} is more than {who} has", price=price, who=t.seats[seat])
        limit = t.data.limits.holding_percent
        if own(s).split[number] and company.held[seat] + card > limit:  # 4.18
            return t.no(
                "buy.holding", "{who} would hold more than {limit} % of {company}",
                who=t.seats[seat], limit=limit, company=name,
            )  # fmt: skip
        return self.why_not_one_more(s, seat, number)

    def why_not_place(self, s: State, number: int, source: str) -> Illegal | None:
        """Whether a certificate lies there that is not the director's."""
        t, company, name = self.t, s.companies[number], self.t.companies[number].id
        if self.shares.kinds.is_local(number):
            return t.no("buy.local", "{company} is a local: it has no shares on sale", company=name)
        if company.president == NOBODY:
            key = "buy.ag" if self.shares.kinds.is_ag(number) else "buy.started"
            return t.no(key, "the director's certificate of {company} comes first", company=name)
        lies = {"display": company.ipo, "pool": company.pool, "split": own(s).split_area[number]}[source]
        if lies < self.shares.card(s, number):
            return t.no("buy.available", "no certificate of {company} lies there: {place}", company=name, place=source)
        return None

    def why_not_company(self, s: State, frame: StockTurn, number: int) -> Illegal | None:
        """What holds for purchases and options alike: no open option, nothing sold of the company (4.17, 4.32)."""
        t, seat = self.t, frame.seat
        if own(s).options[seat] is not None:
            return t.no("option.open", "{who} has an open option and buys nothing else", who=t.seats[seat])
        if number in self.round(s).sold[seat]:
            name = t.companies[number].id
            return t.no("buy.sold", "{who} sold {company} in this stock round", who=t.seats[seat], company=name)
        return None

    def why_not_one_more(self, s: State, seat: int, number: int) -> Illegal | None:
        """4.19; a certificate at an orange price does not count."""
        count, limit = self.shares.certificates(s, seat), self.shares.cert_limit(s)
        if count < limit or (count == limit and self.shares.in_zone(s.companies[number], NOT_COUNTED)):
            return None
        return self.t.no(
            "buy.certs", "{who} has {count} certificates; the limit is {limit}",
            who=self.t.seats[seat], count=count, limit=limit,
        )  # fmt: skip

    def cost(self, s: State, number: int, source: str) -> int:
        """What the next certificate from there costs (4.15, 4.15a)."""
        company = s.companies[number]
        price = company.par if source == "display" else self.shares.price(company)
        return price * self.shares.units(number, self.shares.card(s, number))

    def why_not_par(self, s: State, frame: StockTurn, number: int, price: int) -> Illegal | None:
        """The director's certificate (4.16)."""
        t, seat, company = self.t, frame.seat, s.companies[number]
        name = t.companies[number].id
        if not self.shares.kinds.is_major(number):
            key = "buy.ag" if self.shares.kinds.is_ag(number) else "buy.local"
            return t.no(key, "{company} is not started in a stock round", company=name)
        if company.par:
            return t.no("par.started", "{company} is started already", company=name)
        refusal = self.why_not_company(s, frame, number)
        if refusal:
            return refusal
        cost = price * self.shares.units(number, self.shares.size(s, number))
        if s.players[seat].cash < cost:
            return t.no("par.cash", "the director's certificate costs {cost:$}", cost=cost)
        return self.why_not_one_more(s, seat, number)

    def why_not_option(self, s: State, frame: StockTurn, number: int, source: str) -> Illegal | None:
        """4.30"""
        refusal = self.marks.why_not_take(s, frame.seat, number, source)
        refusal = refusal or self.why_not_place(s, number, source) or self.why_not_company(s, frame, number)
        return (
            refusal
            or self.marks.why_not_pay(s, frame.seat, number, source)
            or (self.why_not_one_more(s, frame.seat, number))
        )

    def why_not_pass(self, s: State, frame: StockTurn) -> Illegal | None:
        """4.35: an option of an earlier round is completed or sold first, if that can be done."""
        seat = frame.seat
        if not self.marks.due(s, seat):
            return None
        if self.marks.why_not_complete(s, seat) is None or self.any_sale(s, frame):
            return self.t.no("option.due", "{who} must complete or sell the option", who=self.t.seats[seat])
        return None

    # -- options

    def options(self, s: State, frame: StockTurn) -> list[Option]:
        """Everything the player may do."""
        t, seat = self.t, frame.seat
        found = [
            Option(SellShares(entry.id, percent))
            for number, entry in enumerate(t.companies)
            if s.round.number > 1 and s.companies[number].held[seat]
            for percent in self.shares.sales(s, seat, number)
        ]
        if self.must_sell(s, frame):
            return found
        if self.marks.why_not_complete(s, seat) is None:
            found.append(Option(CompleteOption()))
        if own(s).options[seat] is None:
            found += self.purchases(s, frame)
        if self.why_not_pass(s, frame) is None:
            found.append(Option(Pass()))
        return found

    def purchases(self, s: State, frame: StockTurn) -> list[Option]:
        """Every certificate that can be bought or optioned, every company that can be started."""
        found = []
        for number in self.shares.kinds.shared:
            entry, places = self.t.companies[number], self.places(s, number)
            found += [
                Option(BuyShare(entry.id, source))
                for source in places
                if self.why_not_buy(s, frame, number, source) is None
            ]
            found += [
                Option(TakeOption(entry.id, source))
                for source in places
                if self.why_not_option(s, frame, number, source) is None
            ]
            if not s.companies[number].par:
                found += [
                    Option(Par(entry.id, price))
                    for price in self.t.market.par_prices
                    if self.why_not_par(s, frame, number, price) is None
                ]
        return found

    # -- actions

    def apply(self, m: Move, frame: StockTurn, action: Action) -> None:
        """One action of the turn; a purchase ends it."""
        t, s = self.t, m.s
        over = self.must_sell(s, frame)
        if over and not isinstance(action, SellShares):
            raise t.no(over, "{who} is over a limit and may only sell", who=t.seats[frame.seat])
        if isinstance(action, SellShares):
            self.sell(m, frame, action.company, action.percent)
            return
        if isinstance(action, Pass):
            refusal = self.why_not_pass(s, frame)
            if refusal:
                raise refusal
            self.end_turn(m, frame)
            return
        if isinstance(action, BuyShare):
            self.buy(m, frame, action)
        elif isinstance(action, Par):
            self.par(m, frame, action)
        elif isinstance(action, TakeOption):
            self.take_option(m, frame, action)
        elif isinstance(action, CompleteOption):
            self.complete(m, frame)
        else:
            raise self.unfit(action, frame)
        self.end_turn(m, structs.replace(frame, acted=True))

    def buy(self, m: Move, frame: StockTurn, action: BuyShare) -> None:
        """One certificate; from the split area the company is paid (4.15)."""
        t, seat, number = self.t, frame.seat, self.t.company(action.company)
        if action.source not in SOURCES:
            raise t.no("buy.available", "there are no shares in {place}", place=action.source[:20])
        refusal = self.why_not_buy(m.s, frame, number, action.source)
        if refusal:
            raise refusal
        payee = company_owner(number) if action.source == "split" else BANK
        m.pay(
            seat, payee, self.cost(m.s, number, action.source), "buy.price", "{company}, from: {source}",
            company=action.company, source=action.source,
        )  # fmt: skip
        self.shares.take(m, seat, number, self.shares.card(m.s, number), action.source)

    def par(self, m: Move, frame: StockTurn, action: Par) -> None:
        """The director's certificate."""
        t, seat, number = self.t, frame.seat, self.t.company(action.company)
        par_cell(t, action.price, "par.price")
        refusal = self.why_not_par(m.s, frame, number, action.price)
        if refusal:
            raise refusal
        size = self.shares.size(m.s, number)
        m.pay(
            seat, BANK, action.price * self.shares.units(number, size), "par",
            "director's certificate of {company}", company=action.company,
        )  # fmt: skip
        m.company(number, par=action.price, president=seat)
        self.shares.take(m, seat, number, size, "display")

    def take_option(self, m: Move, frame: StockTurn, action: TakeOption) -> None:
        """A 20 % certificate for one unit (4.30)."""
        number = self.t.company(action.company)
        if action.source not in SOURCES:
            raise self.t.no("buy.available", "there are no shares in {place}", place=action.source[:20])
        refusal = self.why_not_option(m.s, frame, number, action.source)
        if refusal:
            raise refusal
        self.marks.take(m, frame.seat, number, action.source)

    def complete(self, m: Move, frame: StockTurn) -> None:
        """The rest of the price (4.33)."""
        refusal = self.marks.why_not_complete(m.s, frame.seat)
        if refusal:
            raise refusal
        self.marks.complete(m, frame.seat)

    # -- the end of the turn

    def advance(self, m: Move, frame: StockTurn) -> bool:
        """A player who has nothing left to do is not asked."""
        s = m.s
        if self.any_sale(s, frame) or self.any_purchase(s, frame):
            return True
        self.end_turn(m, frame)
        return False

    def any_purchase(self, s: State, frame: StockTurn) -> bool:
        """True if something can be bought, optioned, completed or started."""
        if own(s).options[frame.seat] is not None:
            return self.marks.why_not_complete(s, frame.seat) is None
        if not s.players[frame.seat].cash:
            return False
        lowest = self.t.market.par_prices[0]
        for number in self.shares.kinds.shared:
            if not s.companies[number].par and self.why_not_par(s, frame, number, lowest) is None:
                return True
            for source in self.places(s, number) if s.companies[number].par else ():
                if self.why_not_option(s, frame, number, source) is None:
                    return True
                if self.why_not_buy(s, frame, number, source) is None:
                    return True
        return False
