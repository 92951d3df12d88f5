"""Purchases in a stock turn: the rules of a certificate and of a start, and what of a company can be bought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from msgspec import Struct

from stellwerk.core import Illegal, Option, Plural
from stellwerk.eighteen.actions import BuyShare, Par
from stellwerk.eighteen.checks import LISTED, PLACE, Check, Checks
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.shares import MANY_AT_ONCE, NO_HOLDING_LIMIT, NOT_COUNTED
from stellwerk.eighteen.state import BANK, NOBODY, Company, S


class Purchase(Struct, Generic[S], frozen=True, gc=False):
    """A player buys a certificate of a company: from `source`, or for `price` the one that starts it."""

    s: S
    frame: StockTurn
    number: int
    company: Company
    source: str = ""
    price: int = 0


class PurchaseStep(Step[StockTurn, S]):
    """What of a company may be bought in a stock turn, and at which prices it may be started."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """The rules of a purchase and of a start."""
        super().__init__(rules)
        self.sources: tuple[str, ...] = (rules.unsold, "pool")
        self.buying = self.buy_checks()
        self.starting = self.par_checks()

    def round(self, s: S) -> StockRound:
        """The round below."""
        frame = s.frames[-2]
        assert isinstance(frame, StockRound)
        return frame

    # -- what is legal

    def buy_checks(self) -> Checks[Purchase[S]]:
        """One certificate from the IPO or the pool."""
        t, shares = self.t, self.shares
        limit = t.data.limits.holding_percent
        return Checks(
            source=Check(
                lambda c: c.source in self.sources,
                lambda c: t.no("buy.available", "there are no shares in {place:source}", place=c.source[:20]),
                LISTED,
            ),
            started=Check(
                lambda c: c.company.president != NOBODY,
                lambda c: t.no("buy.started", "{company} has not been started", company=t.companies[c.number].id),
                PLACE,
            ),
            available=Check(
                lambda c: self.available(c.s, c.number, c.source) >= shares.unit_of(c.s, c.number),
                lambda c: t.no(
                    "buy.available",
                    "the {source:source} holds no share of {company}",
                    source=c.source,
                    company=t.companies[c.number].id,
                ),
            ),
            brown=self.brown_check(),
            once=Check(
                lambda c: not c.frame.bought or self.in_number(c),
                lambda c: t.no("buy.one", "only one purchase is made in a turn"),
                PLACE,
            ),
            brown_ipo=Check(
                lambda c: t.choices.many_from_ipo or not c.frame.bought or "ipo" not in (c.source, c.frame.source),
                lambda c: t.no(
                    "buy.brown_ipo",
                    "{company}: only pool shares are bought in number",
                    company=t.companies[c.number].id,
                ),
            ),
            sold=Check(  # 1830 4.9
                lambda c: c.number not in self.round(c.s).sold[c.frame.seat],
                lambda c: t.no(
                    "buy.sold",
                    "{who} sold {company} in this stock round",
                    who=t.seats[c.frame.seat],
                    company=t.companies[c.number].id,
                ),
                PLACE,
            ),
            cash=Check(
                lambda c: c.s.players[c.frame.seat].cash >= self.shares.cost(c.s, c.number, c.source),
                lambda c: t.no(
                    "buy.cash",
                    "{price:$} is more than {who} has",
                    price=self.shares.cost(c.s, c.number, c.source),
                    who=t.seats[c.frame.seat],
                ),
            ),
            holding=Check(
                lambda c: (
                    c.company.held[c.frame.seat] + shares.unit_of(c.s, c.number) <= limit
                    or shares.in_zone(c.company, NO_HOLDING_LIMIT)
                ),
                lambda c: t.no(
                    "buy.holding",
                    "{who} would hold more than {limit} % of {company}",
                    who=t.seats[c.frame.seat],
                    limit=limit,
                    company=t.companies[c.number].id,
                ),
                PLACE,
            ),
            certificates=self.certificate_check(),
        )

    def par_checks(self) -> Checks[Purchase[S]]:
        """The president's certificate that starts a company."""
        t = self.t
        return Checks(
            price=Check(
                lambda c: c.price in t.market.par_cells,
                lambda c: t.no("par.price", "{price:$} is no par price", price=c.price),
                LISTED,
            ),
            started=Check(
                lambda c: not c.company.par,
                lambda c: t.no("par.started", "{company} is started already", company=t.companies[c.number].id),
                PLACE,
            ),
            brown=self.brown_check(),
            once=Check(
                lambda c: not c.frame.bought,
                lambda c: t.no("buy.one", "only one purchase is made in a turn"),
                PLACE,
            ),
            cash=Check(
                lambda c: c.s.players[c.frame.seat].cash >= self.shares.par_cost(c.s, c.number, c.price),
                lambda c: t.no(
                    "par.cash",
                    "the president's certificate costs {cost:$}; {who} has {cash:$}",
                    cost=self.shares.par_cost(c.s, c.number, c.price),
                    who=t.seats[c.frame.seat],
                    cash=c.s.players[c.frame.seat].cash,
                ),
            ),
            certificates=self.certificate_check()._replace(scope=PLACE),
        )

    def brown_check(self) -> Check[Purchase[S]]:
        """After a company at a brown price nothing else is bought."""
        t = self.t
        return Check(
            lambda c: c.frame.brown in (NOBODY, c.number, len(t.companies)),
            lambda c: t.no(
                "buy.brown", "only more of {company} is bought in this turn", company=t.companies[c.frame.brown].id
            ),
            PLACE,
        )

    def certificate_check(self) -> Check[Purchase[S]]:
        """The certificate limit."""
        t = self.t
        return Check(
            self.room,
            lambda c: t.no(
                "buy.certs",
                Plural(
                    "{who} has {count:n} certificate; the limit is {limit}",
                    "{who} has {count:n} certificates; the limit is {limit}",
                ),
                who=t.seats[c.frame.seat],
                count=self.shares.certificates(c.s, c.frame.seat),
                limit=self.shares.cert_limit(c.s),
            ),
        )

    def room(self, c: Purchase[S]) -> bool:
        """True if the player may have one certificate more; some do not count."""
        if self.shares.in_zone(c.company, NOT_COUNTED):
            return True
        return self.shares.certificates(c.s, c.frame.seat) < self.shares.cert_limit(c.s)

    def in_number(self, c: Purchase[S]) -> bool:
        """True if the company may be bought again in this turn: at a brown price, and nothing else with it."""
        brown = self.shares.in_zone(c.company, MANY_AT_ONCE)
        return brown and c.frame.bought != "par" and c.frame.brown in (NOBODY, c.number)

    def available(self, s: S, number: int, source: str) -> int:
        """What lies there, in percent."""
        return s.companies[number].pool if source == "pool" else s.companies[number].ipo

    def payee(self, number: int, source: str) -> int:
        """Who is paid for it."""
        return BANK

    def purchase(self, s: S, frame: StockTurn, company: str, source: str = "", price: int = 0) -> Purchase[S]:
        """What an action comes to."""
        number = self.t.company(company)
        return Purchase(s, frame, number, s.companies[number], source, price)

    def why_not_share(self, s: S, frame: StockTurn, action: BuyShare) -> Illegal | None:
        """One certificate."""
        return self.buying.why_not(self.purchase(s, frame, action.company, action.source))

    def why_not_start(self, s: S, frame: StockTurn, action: Par) -> Illegal | None:
        """The president's certificate."""
        return self.starting.why_not(self.purchase(s, frame, action.company, price=action.price))

    # -- what can be bought

    def purchases(self, s: S, frame: StockTurn) -> Iterator[Option]:
        """Every certificate that can be bought, and every company that can be started."""
        for number in range(len(self.t.companies)):
            yield from self.purchases_of(s, frame, number, self.buying, self.starting, self.sources)

    def purchases_of(
        self,
        s: S,
        frame: StockTurn,
        number: int,
        buying: Checks[Purchase[S]],
        starting: Checks[Purchase[S]],
        sources: Sequence[str],
    ) -> Iterator[Option]:
        """What the rules allow to buy of a company; a start while there are par prices to choose from."""
        prices = self.par_prices(s, number)
        if prices:
            return self.starts_of(s, frame, number, starting, prices)
        return self.shares_of(s, frame, number, buying, sources)

    def shares_of(
        self, s: S, frame: StockTurn, number: int, rules: Checks[Purchase[S]], sources: Sequence[str]
    ) -> Iterator[Option]:
        """The certificates of a company whose purchase keeps the rules."""
        company = s.companies[number]
        if rules.place.allow(Purchase(s, frame, number, company)):
            for source in sources:
                if rules.each.allow(Purchase(s, frame, number, company, source)):
                    yield Option(BuyShare(self.t.companies[number].id, source))

    def starts_of(
        self, s: S, frame: StockTurn, number: int, rules: Checks[Purchase[S]], prices: Sequence[int]
    ) -> Iterator[Option]:
        """The prices at which a company can be started by the rules."""
        company = s.companies[number]
        if rules.place.allow(Purchase(s, frame, number, company)):
            for price in prices:
                if rules.each.allow(Purchase(s, frame, number, company, price=price)):
                    yield Option(Par(self.t.companies[number].id, price))

    def par_prices(self, s: S, number: int) -> Sequence[int]:
        """The prices to choose from for a company; none once it has one."""
        return () if s.companies[number].par else self.t.market.par_prices
