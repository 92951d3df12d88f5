"""Shares of 1854: certificates that change size with a split, optioned ones, AGs of two halves."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.core import Line, Receipt
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import PLACE, Check, Checks
from stellwerk.eighteen.shares import NOT_COUNTED, Selling, Shares
from stellwerk.eighteen.state import BANK, NOBODY, Company, company_owner
from stellwerk.eighteen.table import Table

from .figures import figures
from .hexmarket import across
from .powers import is_local
from .state import Kinds, Move1854, State1854

OPTIONED = 10  # what an optioned certificate counts, in percent (4.31)
PLACES = {"display": "ipo", "pool": "pool"}


class Shares1854(Shares[State1854]):
    """Questions about shares at one table."""

    def __init__(self, table: Table, kinds: Kinds) -> None:
        """Which company is what is fixed."""
        super().__init__(table)
        self.kinds = kinds

    # -- sizes

    def size_of(self, s: State1854, number: int) -> int:
        """What the director's certificate counts now, in percent."""
        size = self.president_size[number]
        return size // 2 if s.split[number] else size

    def card(self, s: State1854, number: int) -> int:
        """What any other certificate counts now."""
        unit = self.unit[number]
        return unit // 2 if s.split[number] else unit

    def unit_of(self, s: State1854, number: int) -> int:
        """As the family asks for it."""
        return self.card(s, number)

    def unit_cost(self, s: State1854, number: int, source: str) -> int:
        """The price of one unit from display, pool or split area (4.15, 4.15a, 4.30)."""
        company = s.companies[number]
        return company.par if source == "display" else self.price(company)

    def cost(self, s: State1854, number: int, source: str) -> int:
        """What the next certificate from there costs (4.15, 4.15a)."""
        return self.unit_cost(s, number, source) * self.units(number, self.card(s, number))

    def par_cost(self, s: State1854, number: int, price: int) -> int:
        """What the director's certificate costs (4.16)."""
        return price * self.units(number, self.size_of(s, number))

    def proceeds(self, s: State1854, number: int, percent: int) -> int:
        """What a sale brings (4.11)."""
        return self.price(s.companies[number]) * self.units(number, percent)

    def pool_limit(self, s: State1854, number: int) -> int:
        """4.12"""
        limit: int = self.t.options["pool_limit_percent"]
        return limit

    def towards_float(self, s: State1854, number: int) -> int:
        """What players hold (4.21)."""
        return sum(s.companies[number].held)

    def sold_out(self, s: State1854, number: int) -> bool:
        """4.40"""
        company = s.companies[number]
        return company.floated and not (company.ipo or company.pool or s.split_area[number])

    def optioned(self, s: State1854, seat: int, number: int) -> bool:
        """True if the player's option is on a certificate of the company."""
        mark = s.options[seat]
        return mark is not None and mark.company == number

    def value(self, company: Company) -> int:
        """The price of a unit in the final count: par before it floats (10.4b)."""
        return self.price(company) if company.cell >= 0 else company.par

    # -- certificates

    def cert_limit(self, s: State1854) -> int:
        """4.27"""
        return figures(self.t).cert_limits[str(len(self.t.seats))][sum(s.split)]

    def cards_of(self, s: State1854, number: int, seat: int) -> int:
        """How many certificates of a share company a player has, whatever their size."""
        company = s.companies[number]
        held, optioned = company.held[seat], self.optioned(s, seat, number)
        full, count = held - OPTIONED * optioned, int(optioned)
        if company.president == seat:
            return count + 1 + (full - self.size_of(s, number)) // self.card(s, number)
        return count + full // self.card(s, number)

    def certificates(self, s: State1854, seat: int) -> int:
        """4.27; the certificate of a local is its private."""
        count = 0
        for private in s.privates:
            if private.owner == seat:
                count += 1
        for number in self.kinds.shared:
            company = s.companies[number]
            if company.held[seat] and not self.in_zone(company, NOT_COUNTED):
                count += self.cards_of(s, number, seat)
        return count

    def certificate_receipt(self, s: State1854, seat: int) -> Receipt:
        """The certificate count, line by line."""
        rule = self.t.cite("certs.count")
        lines = []
        for number, company in enumerate(s.companies):
            if not company.held[seat] or self.kinds.is_local(number):
                continue
            name, percent, count = self.t.companies[number].id, company.held[seat], self.cards_of(s, number, seat)
            held = self.t.message(
                "{company} {percent} %, one certificate optioned"
                if self.optioned(s, seat, number)
                else "{company} {percent} %",
                company=name,
                percent=percent,
            )
            if self.in_zone(company, NOT_COUNTED):
                lines.append(Line(self.not_counted(held, count), 0, rule))
            else:
                lines.append(Line(held, count, rule))
        for number, private in enumerate(s.privates):
            if private.owner == seat:
                entry = self.t.privates[number]
                text = self.t.message(
                    "local {private}" if is_local(self.t, number) else "private {private}", private=entry.id
                )
                lines.append(Line(text, 1, rule))
        return receipt(self.certificates_title(seat, self.cert_limit(s)), lines)

    def operating_order(self, s: State1854, among: Iterable[int] | None = None) -> list[int]:
        """6.3: higher price, further right, higher in the stack."""
        market = self.t.market

        def place(number: int) -> tuple[int, int, int]:
            company = s.companies[number]
            return -market.price[company.cell], -across(market, company.cell), company.stamp

        numbers = range(len(s.companies)) if among is None else among
        return sorted([number for number in numbers if s.companies[number].cell >= 0], key=place)

    # -- selling

    def lot(self, s: State1854, number: int, percent: int) -> tuple[int, int]:
        """(certificates, percent that go to the pool) of a sale; a rest of 10 % is an optioned certificate (4.34)."""
        card = self.card(s, number)
        cards, rest = divmod(percent, card)
        return (cards + 1, percent - rest + card) if rest else (cards, percent)

    def sale_checks(self) -> Checks[Selling[State1854]]:
        """4.10 to 4.14, 4.26, 4.34, in stock rounds and emergencies alike."""
        t, checks = self.t, super().sale_checks()

        def rest(c: Selling[State1854]) -> int:
            return c.percent % self.card(c.s, c.number)

        return Checks(
            local=Check(
                lambda c: not self.kinds.is_local(c.number),
                lambda c: t.no("sell.private", "the certificate of a local is never sold"),
                PLACE,
            ),
            unit=checks["unit"]._replace(
                keeps=lambda c: (
                    c.percent > 0
                    and (not rest(c) or (rest(c) == OPTIONED and self.optioned(c.s, c.seat, c.number)))
                )
            ),
            held=checks["held"],
            price=checks["price"]._replace(
                refusal=lambda c: t.no(
                    "sell.no_price" if c.company.president == NOBODY else "sell.unfloated",
                    "{company} has no price yet",
                    company=t.companies[c.number].id,
                )
            ),
            same_round=Check(
                lambda c: not (rest(c) and self.fresh(c.s, c.seat)),
                lambda c: t.no("option.same_round", "an option is not sold in the stock round in which it was taken"),
            ),
            pool=Check(
                lambda c: self.pool_after(c) <= self.pool_limit(c.s, c.number),
                lambda c: t.no(
                    "sell.pool", "the pool would hold {pool} % of {company}; at most {limit} % may lie there",
                    pool=self.pool_after(c), company=t.companies[c.number].id, limit=self.pool_limit(c.s, c.number),
                ),
            ),
            heir=Check(  # 4.26: who takes the director's certificate over must hold enough for it
                lambda c: not self.hands_on(c) or most_of_others(c) >= self.size_of(c.s, c.number),
                checks["president"].refusal,
            ),
            president=Check(
                lambda c: c.company.president != c.seat or self.hands_on(c) or self.keeps(c),
                lambda c: t.no(
                    "sell.president_ag" if self.kinds.is_ag(c.number) else "sell.president",
                    "the director's certificate of {company} cannot be sold: nobody else would hold more",
                    company=t.companies[c.number].id,
                ),
            ),
        )  # fmt: skip

    def fresh(self, s: State1854, seat: int) -> bool:
        """True if the player's option was taken in this stock round (4.34)."""
        mark = s.options[seat]
        return mark is not None and s.round.kind == "stock" and mark.round == s.round.number

    def pool_after(self, c: Selling[State1854]) -> int:
        """What the pool holds after a sale, in percent."""
        return c.company.pool + self.lot(c.s, c.number, c.percent)[1]

    def hands_on(self, c: Selling[State1854]) -> bool:
        """True if the sale makes somebody else director."""
        return c.company.president == c.seat and most_of_others(c) > c.company.held[c.seat] - c.percent

    def keeps(self, c: Selling[State1854]) -> bool:
        """True if what is left without an optioned certificate covers the director's."""
        kept = self.optioned(c.s, c.seat, c.number) and c.percent % self.card(c.s, c.number) == 0
        return c.company.held[c.seat] - c.percent - OPTIONED * kept >= self.size_of(c.s, c.number)

    def step_of(self, s: State1854, seat: int, number: int) -> int:
        """An option is a certificate of another size."""
        return OPTIONED if self.optioned(s, seat, number) else self.card(s, number)

    def sell(self, m: Move1854, seat: int, number: int, percent: int) -> None:
        """4.11: money at the old price, director, then the marker moves once per certificate."""
        t, company = self.t, m.s.companies[number]
        price, name = self.price(company), t.companies[number].id
        amount, (cards, arrives) = self.proceeds(m.s, number, percent), self.lot(m.s, number, percent)
        if percent != arrives:
            m.s.options = put(m.s.options, seat, None)
            facts = {"who": t.seats[seat], "company": name, "done": "sold"}
            m.tell("option", "option.sold", "{who} sells the option on {company}", **facts)
        m.company(number, held=put(company.held, seat, company.held[seat] - percent), pool=company.pool + arrives)
        m.pay(
            BANK, seat, amount, "sell.price", "{percent} % of {company} at {price:$}",
            percent=percent, company=name, price=price,
        )  # fmt: skip
        self.check_president(m, number)
        m.move_marker(
            number, t.market.after_sale(company.cell, cards), "sell.drop", "{percent} % sold", percent=percent
        )

    # -- buying, director and floating

    def take(self, m: Move1854, seat: int, number: int, percent: int, place: str, *, leaves: int | None = None) -> None:
        """A certificate comes from display, pool or split area; `leaves` is its size there if it counts less now."""
        s, company = m.s, m.s.companies[number]
        gone = percent if leaves is None else leaves
        held = put(company.held, seat, company.held[seat] + percent)
        if place == "split":
            s.split_area = put(s.split_area, number, s.split_area[number] - gone)
            m.company(number, held=held)
        else:
            field = PLACES[place]
            m.company(number, held=held, **{field: getattr(company, field) - gone})
        self.check_president(m, number)
        self.check_float(m, number)

    def check_float(self, m: Move1854, number: int) -> None:
        """4.21: at half in players' hands the company gets ten times par, and its marker."""
        t, company, entry = self.t, m.s.companies[number], self.t.companies[number]
        if company.floated or company.president == NOBODY or self.towards_float(m.s, number) < entry.float:
            return
        m.company(number, floated=True)
        m.tell("float", "float", "{company} floats", company=entry.id)
        cell = t.market.par_cell(company.par)
        assert cell is not None
        m.move_marker(number, cell, "float", "par")
        m.pay(
            BANK, company_owner(number), self.capital(m.s, number), "float", "capital of {company}: ten times par",
            company=entry.id,
        )  # fmt: skip

    # -- worth

    def score_receipt(self, s: State1854, seat: int, rule: str, score_privates: bool) -> Receipt:
        """10.4 to 10.4b, line by line."""
        t = self.t
        lines = [Line(t.message("cash"), s.players[seat].cash, rule)]
        for number, company in enumerate(s.companies):
            held = company.held[seat]
            if held and not self.kinds.is_local(number):
                price = self.value(company)
                cite = rule if company.cell >= 0 else t.cite("score.unfloated")
                lines.append(Line(self.worth_of(number, held, price), self.units(number, held) * price, cite))
        if score_privates:
            cite = t.cite("score.privates")
            for number, private in enumerate(s.privates):
                if private.owner == seat and not private.closed:
                    text = t.message("private {private}", private=t.privates[number].id)
                    lines.append(Line(text, t.privates[number].price, cite))
        return receipt(t.message("score of {name}", name=t.seats[seat]), lines)


def most_of_others(c: Selling[State1854]) -> int:
    """The largest holding of another player, in percent."""
    held, seat = c.company.held, c.seat
    return max(held[:seat] + held[seat + 1 :])
