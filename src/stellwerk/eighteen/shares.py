"""Shares: counting certificates, who may hold, buy and sell what, and who is president."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Illegal, Line, Receipt
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.board import put
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, NOBODY, Company, State, company_owner
from stellwerk.eighteen.table import Table

NOT_COUNTED = "yob"  # zones: certificates do not count towards the limit
NO_HOLDING_LIMIT = "ob"  # zones: a player may hold any percentage
MANY_AT_ONCE = "b"  # zones: several certificates may be bought in a turn


class Shares:
    """Questions about shares at one table."""

    def __init__(self, table: Table) -> None:
        """Sizes of certificates come from the title's data."""
        self.t = table
        self.president_size = tuple(entry.shares[0] for entry in table.companies)
        self.unit = tuple(entry.shares[-1] for entry in table.companies)
        self._zones = {letters: table.market.zone(letters) for letters in (NOT_COUNTED, NO_HOLDING_LIMIT, MANY_AT_ONCE)}

    # -- reading

    def price(self, company: Company) -> int:
        """The market price; 0 for a company without one."""
        return self.t.market.price[company.cell] if company.cell >= 0 else 0

    def in_zone(self, company: Company, letters: str) -> bool:
        """True if the price is in one of the zones; a company without a price is in none."""
        return company.cell >= 0 and self._zones[letters][company.cell]

    def cert_limit(self, s: State) -> int:
        """How many certificates a player may have."""
        return self.t.cert_limit

    def unit_of(self, s: State, number: int) -> int:
        """The smallest certificate of a company now, in percent."""
        return self.unit[number]

    def certificates_of(self, number: int, company: Company, seat: int) -> int:
        """How many certificates of the company a player has."""
        held = company.held[seat]
        if company.president == seat:
            return 1 + (held - self.president_size[number]) // self.unit[number]
        return held // self.unit[number]

    def certificates(self, s: State, seat: int) -> int:
        """What counts towards a player's certificate limit."""
        count = 0
        for private in s.privates:
            if private.owner == seat:
                count += 1
        free = self._zones[NOT_COUNTED]
        for number, company in enumerate(s.companies):
            if company.held[seat] and (company.cell < 0 or not free[company.cell]):
                count += self.certificates_of(number, company, seat)
        return count

    def certificate_receipt(self, s: State, seat: int) -> Receipt:
        """The certificate count, line by line."""
        rule = self.t.cite("certs.count")
        lines = []
        for number, company in enumerate(s.companies):
            if company.held[seat]:
                free = self.in_zone(company, NOT_COUNTED)
                text = f"{self.t.companies[number].id} {company.held[seat]} %"
                count = self.certificates_of(number, company, seat)
                note = f"{text}: {count} not counted at this price" if free else text
                lines.append(Line(note, 0 if free else count, rule))
        for number, private in enumerate(s.privates):
            if private.owner == seat and not private.closed:
                lines.append(Line(f"private {self.t.privates[number].id}", 1, rule))
        return receipt(f"certificates of {self.t.seats[seat]} (limit {self.cert_limit(s)})", lines)

    def operating_order(self, s: State) -> list[int]:
        """Companies with a price: higher price first, then further right, then higher row, then top of the stack."""
        cells = self.t.market.cells

        def place(number: int) -> tuple[int, int, int, int]:
            company = s.companies[number]
            cell = cells[company.cell]
            return -cell.price, -cell.column, cell.row, company.stamp

        return sorted((number for number, company in enumerate(s.companies) if company.cell >= 0), key=place)

    # -- selling

    def why_not_sell(self, s: State, seat: int, number: int, percent: int) -> Illegal | None:
        """The general rules of a sale, in stock rounds and emergencies alike."""
        t, company = self.t, s.companies[number]
        name, held, unit = t.companies[number].id, company.held[seat], self.unit[number]
        if percent <= 0 or percent % unit:
            return t.no("sell.unit", "shares are sold in steps of {unit} %", unit=unit)
        if percent > held:
            return t.no(
                "sell.held", "{who} holds only {held} % of {company}", who=t.seats[seat], held=held, company=name
            )
        if company.cell < 0:
            return t.no("sell.no_price", "{company} has no price yet", company=name)
        if not t.choices.sell_before_operating and not company.operated:
            return t.no("sell.operated", "{company} has not operated yet", company=name)
        limit = t.data.limits.pool_percent
        if company.pool + percent > limit:
            return t.no(
                "sell.pool",
                "the pool would hold {pool} % of {company}; at most {limit} % may lie there",
                pool=company.pool + percent,
                company=name,
                limit=limit,
            )
        size = self.president_size[number]
        if company.president == seat and held - percent < size and not self._heir(company, seat, size):
            return t.no(
                "sell.president",
                "the president's certificate of {company} cannot be sold: nobody else holds {size} %",
                company=name,
                size=size,
            )
        return None

    def _heir(self, company: Company, seat: int, size: int) -> bool:
        return any(held >= size for other, held in enumerate(company.held) if other != seat)

    def largest_sale(self, s: State, seat: int, number: int) -> int:
        """The most a player may sell of a company by the general rules."""
        company = s.companies[number]
        held, unit = company.held[seat], self.unit[number]
        if not held or self.why_not_sell(s, seat, number, unit):
            return 0
        most = min(held, self.t.data.limits.pool_percent - company.pool)
        size = self.president_size[number]
        if company.president == seat and not self._heir(company, seat, size):
            most = min(most, held - size)
        return most - most % unit

    def president_after_sale(self, s: State, seat: int, number: int, percent: int) -> int:
        """Who is president after a sale."""
        company = s.companies[number]
        held = put(company.held, seat, company.held[seat] - percent)
        return next_president(held, company.president)

    def sell(self, m: Move, seat: int, number: int, percent: int) -> None:
        """Carry out a sale that was found legal: money at the old price, presidency, then the price drops."""
        t, company = self.t, m.s.companies[number]
        price = self.price(company)
        count = percent // self.unit[number]
        name = t.companies[number].id
        m.company(number, held=put(company.held, seat, company.held[seat] - percent), pool=company.pool + percent)
        m.pay(
            BANK,
            seat,
            price * percent // 10,
            "sell.price",
            "{percent} % of {company} at {price:$}",
            percent=percent,
            company=name,
            price=price,
        )
        self.check_president(m, number)
        m.move_marker(
            number, t.market.after_sale(company.cell, count), "sell.drop", "{percent} % sold", percent=percent
        )

    # -- presidency and floating

    def check_president(self, m: Move, number: int) -> None:
        """If somebody holds more than the president, the certificate changes hands."""
        company = m.s.companies[number]
        new = next_president(company.held, company.president)
        if new != company.president:
            old = company.president
            m.company(number, president=new)
            m.tell(
                "president",
                "president",
                "{new} becomes president of {company} in place of {old}",
                new=m.t.seats[new],
                old=m.t.seats[old],
                company=m.t.companies[number].id,
            )

    def check_float(self, m: Move, number: int) -> None:
        """A company of which enough has left the IPO gets its capital."""
        company = m.s.companies[number]
        entry = self.t.companies[number]
        if company.floated or not company.par or 100 - company.ipo < entry.float:
            return
        m.company(number, floated=True)
        m.tell("float", "float", "{company} floats", company=entry.id)
        m.pay(
            BANK,
            company_owner(number),
            10 * company.par,
            "float",
            "capital of {company}: ten times par",
            company=entry.id,
        )

    def receive(self, m: Move, seat: int, number: int, percent: int, source: str) -> None:
        """Move shares from the IPO or the pool to a player, with what follows."""
        company = m.s.companies[number]
        left = getattr(company, source) - percent
        m.company(number, held=put(company.held, seat, company.held[seat] + percent), **{source: left})
        self.check_president(m, number)
        self.check_float(m, number)

    # -- worth

    def score_receipt(self, s: State, seat: int, rule: str, score_privates: bool) -> Receipt:
        """A player's score, line by line."""
        t = self.t
        lines = [Line("cash", s.players[seat].cash, rule)]
        for number, company in enumerate(s.companies):
            held = company.held[seat]
            if held:
                price = self.price(company)
                text = f"{t.companies[number].id} {held} % at {t.money(price)}"
                lines.append(Line(text, held // 10 * price, rule))
        if score_privates:
            for number, private in enumerate(s.privates):
                if private.owner == seat and not private.closed:
                    lines.append(Line(f"private {t.privates[number].id}", t.privates[number].price, rule))
        return receipt(f"score of {t.seats[seat]}", lines)


def next_president(held: tuple[int, ...], president: int) -> int:
    """The player with most; on a tie the president, then the first to his left. Nobody if nobody is president."""
    if president == NOBODY:
        return NOBODY
    best = max(held)
    if held[president] == best:
        return president
    return next(seat for seat in around(len(held), president) if held[seat] == best)


def around(count: int, seat: int) -> Iterator[int]:
    """The other seats, clockwise from the left of `seat`."""
    return ((seat + step) % count for step in range(1, count))
