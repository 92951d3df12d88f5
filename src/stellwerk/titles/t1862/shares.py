"""Shares of 1862: certificates that halve, papers, sales that move the price one row."""

from __future__ import annotations

from stellwerk.core import Line, Receipt
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.abilities import close_on
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import Checks
from stellwerk.eighteen.shares import Selling, Shares, next_president
from stellwerk.eighteen.state import BANK, Company

from .figures import figures
from .groups import certificate_limit
from .state import BASE_UNIT, HALVED_UNIT, Move1862, State1862

CLOSED = "c"  # zone of the price table: the company leaves the game


def half(price: int) -> int:
    """The price of 5 %: half, rounded up (6.3, 6.13)."""
    return (price + 1) // 2


class Shares1862(Shares[State1862]):
    """Questions about shares at one table."""

    # -- certificates

    def cert_limit(self, s: State1862) -> int:
        """1862 6.5"""
        return certificate_limit(self.t, s)

    def unit_of(self, s: State1862, number: int) -> int:
        """Percent of an ordinary certificate (1.1)."""
        return HALVED_UNIT if s.bought_back[number] else BASE_UNIT

    def pool_limit(self, s: State1862, number: int) -> int:
        """6.7b: so many units, of 10 % or of 5 %."""
        return figures(self.t).pool_units * self.unit_of(s, number)

    def sold_out(self, s: State1862, number: int) -> bool:
        """All shares are with players or the company itself (6.14)."""
        company = s.companies[number]
        return company.floated and not company.ipo and not company.pool and not s.removed[number]

    def size_of(self, s: State1862, number: int) -> int:
        """Percent of the director's certificate (5.1, 16.6)."""
        return BASE_UNIT if s.bought_back[number] else self.president_size[number]

    def papers(self, s: State1862, number: int, seat: int) -> int:
        """How many papers of a company a player has (1.2)."""
        company = s.companies[number]
        held = company.held[seat]
        if company.president == seat:
            return 1 + (held - self.size_of(s, number)) // self.unit_of(s, number)
        return held // self.unit_of(s, number)

    def papers_fewer(self, s: State1862, number: int, seat: int, percent: int) -> int:
        """How many papers fewer a player has after a legal sale; a lost director's certificate comes back in pieces."""
        company, size, unit = s.companies[number], self.size_of(s, number), self.unit_of(s, number)
        now, left = self.papers(s, number, seat), company.held[seat] - percent
        if CLOSED in self.t.market.cells[self.cell_after_sale(s, number)].zones:
            return now
        directs = company.president == seat and self.president_after_sale(s, seat, number, percent) == seat
        return now - (1 + (left - size) // unit if directs else left // unit)

    def certificates(self, s: State1862, seat: int) -> int:
        """All papers of a player: open privates and shares (6.5)."""
        count = 0
        for private in s.privates:
            if private.owner == seat:
                count += 1
        for number, company in enumerate(s.companies):
            if company.held[seat]:
                count += self.papers(s, number, seat)
        return count

    def certificate_receipt(self, s: State1862, seat: int) -> Receipt:
        """The papers of a player, line by line."""
        rule = self.t.cite("certs.count")
        lines = [
            Line(
                self.t.message(
                    "{company} {percent} %", company=self.t.companies[number].id, percent=company.held[seat]
                ),
                self.papers(s, number, seat),
                rule,
            )
            for number, company in enumerate(s.companies)
            if company.held[seat]
        ]
        lines += [
            Line(self.t.message("private {private}", private=self.t.privates[number].id), 1, rule)
            for number, private in enumerate(s.privates)
            if private.owner == seat
        ]
        return receipt(self.certificates_title(seat, certificate_limit(self.t, s)), lines)

    # -- worth

    def ordinary(self, s: State1862, number: int, percent: int, price: int) -> int:
        """What ordinary certificates of so many percent are worth at a price (6.13)."""
        if s.bought_back[number]:
            return percent // HALVED_UNIT * half(price)
        return percent // BASE_UNIT * price

    def worth(self, s: State1862, number: int, seat: int) -> int:
        """What a player's shares are worth at the market price, the director's certificate as one piece (18.5)."""
        company = s.companies[number]
        held, price = company.held[seat], self.price(company)
        if company.president != seat:
            return self.ordinary(s, number, held, price)
        size = self.size_of(s, number)
        return size // BASE_UNIT * price + self.ordinary(s, number, held - size, price)

    # -- selling

    def sale_checks(self) -> Checks[Selling[State1862]]:
        """6.7 to 6.7d: sold is also what has a par price and no marker yet."""
        checks = super().sale_checks()
        return Checks(checks | {"price": checks["price"]._replace(keeps=lambda c: c.company.par)})

    def cell_after_sale(self, s: State1862, number: int) -> int:
        """Where the marker stands after a sale action: one row down (6.9, 6.10)."""
        t, company = self.t, s.companies[number]
        if not company.floated and t.options["price_from"] == "floating":
            return company.cell
        cell = t.market.down[company.cell]
        if CLOSED in t.market.cells[cell].zones and not t.options["sale_can_close"]:
            return company.cell
        return cell

    def sale_price(self, s: State1862, number: int) -> int:
        """What is paid for 10 %: the price before the fall if the company has operated, else after it (6.11, 6.12)."""
        if s.operated[number]:
            return self.price(s.companies[number])
        return self.t.market.price[self.cell_after_sale(s, number)]

    def proceeds(self, s: State1862, number: int, percent: int) -> int:
        """What a sale action brings."""
        return self.ordinary(s, number, percent, self.sale_price(s, number))

    def sell(self, m: Move1862, seat: int, number: int, percent: int) -> None:
        """Carry out a legal sale: exchange of directors, shares to the pool, money, price (6.8 to 6.13)."""
        t, company = self.t, m.s.companies[number]
        name, price, amount = t.companies[number].id, self.sale_price(m.s, number), self.proceeds(m.s, number, percent)
        cell = self.cell_after_sale(m.s, number)
        m.company(number, held=put(company.held, seat, company.held[seat] - percent), pool=company.pool + percent)
        self.check_president(m, number)
        before = m.s.operated[number]
        if not before:
            m.move_marker(number, cell, "sell.drop", "{percent} % sold", percent=percent)
        m.pay(
            BANK, seat, amount, "sell.before" if before else "sell.after", "{percent} % of {company} at {price:$}",
            percent=percent, company=name, price=price,
        )  # fmt: skip
        if before:
            m.move_marker(number, cell, "sell.drop", "{percent} % sold", percent=percent)

    def keeps_director(self, s: State1862, seat: int, number: int, percent: int) -> bool:
        """True if after the sale the same player directs the company (13.9d)."""
        company = s.companies[number]
        if company.president != seat:
            return True
        left = company.held[seat] - percent
        held = put(company.held, seat, left)
        return left >= self.size_of(s, number) and next_president(held, seat) == seat

    # -- floating

    def check_float(self, m: Move1862, number: int) -> None:
        """5.5; the marker goes to the bottom of its stack now (5.6)."""
        before = m.s.companies[number].floated
        super().check_float(m, number)
        if not before and m.s.companies[number].floated:
            m.company(number, stamp=m.s.clock)
            m.s.clock += 1
            close_on(m, "float", number)

    # -- prices of purchases

    def cost(self, s: State1862, number: int, source: str) -> int:
        """What an ordinary certificate costs from the bank (5.4, 16.7) or the pool (6.3): half after a buyback."""
        price = super().cost(s, number, source)
        return half(price) if s.bought_back[number] else price


def empty_company(seats: int, before: Company) -> Company:
    """What is left of a removed company: that it had floated, and the number of its markers on the board."""
    return Company((0,) * seats, ipo=0, floated=before.floated, tokens=before.tokens)
