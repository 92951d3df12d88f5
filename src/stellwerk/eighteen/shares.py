"""Shares: counting certificates, who may hold, buy and sell what, and who is president."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic

from msgspec import Struct

from stellwerk.core import Illegal, Line, Message, Plural, Receipt
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import LISTED, PLACE, Check, Checks
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, NOBODY, Company, S, company_owner
from stellwerk.eighteen.table import Table

NOT_COUNTED = "yob"  # zones: certificates do not count towards the limit
NO_HOLDING_LIMIT = "ob"  # zones: a player may hold any percentage
MANY_AT_ONCE = "b"  # zones: several certificates may be bought in a turn


class Selling(Struct, Generic[S], frozen=True, gc=False):
    """A player sells some of a company."""

    s: S
    seat: int
    number: int
    company: Company
    percent: int


class Shares(Generic[S]):
    """Questions about shares at one table."""

    def __init__(self, table: Table) -> None:
        """Sizes of certificates come from the title's data."""
        self.t = table
        self.president_size = tuple(entry.shares[0] for entry in table.companies)
        self.unit = tuple(entry.shares[-1] for entry in table.companies)
        self.priced = tuple(entry.priced or entry.shares[-1] for entry in table.companies)  # what a price is paid for
        self.selling = self.sale_checks()
        self._zones = {letters: table.market.zone(letters) for letters in (NOT_COUNTED, NO_HOLDING_LIMIT, MANY_AT_ONCE)}

    # -- reading

    def units(self, number: int, percent: int) -> int:
        """How many prices so many percent of a company are worth."""
        return percent // self.priced[number]

    def price(self, company: Company) -> int:
        """The market price; 0 for a company without one."""
        return self.t.market.price[company.cell] if company.cell >= 0 else 0

    def cost(self, s: S, number: int, source: str) -> int:
        """What the next certificate from a place costs: par where it was never sold, else the market price."""
        company, units = s.companies[number], self.units(number, self.unit[number])
        return units * (self.price(company) if source == "pool" else company.par)

    def par_cost(self, s: S, number: int, price: int) -> int:
        """What the president's certificate costs at a par price."""
        return price * self.units(number, self.president_size[number])

    def proceeds(self, s: S, number: int, percent: int) -> int:
        """What a sale of so many percent brings."""
        return self.price(s.companies[number]) * percent // self.priced[number]

    def in_zone(self, company: Company, letters: str) -> bool:
        """True if the price is in one of the zones; a company without a price is in none."""
        return company.cell >= 0 and self._zones[letters][company.cell]

    def cert_limit(self, s: S) -> int:
        """How many certificates a player may have."""
        return self.t.cert_limit

    def unit_of(self, s: S, number: int) -> int:
        """The smallest certificate of a company now, in percent."""
        return self.unit[number]

    def pool_limit(self, s: S, number: int) -> int:
        """How many percent of a company the pool may hold."""
        return self.t.data.limits.pool_percent

    def capital(self, s: S, number: int) -> int:
        """What a company gets when it floats: par for all its shares."""
        return self.units(number, 100) * s.companies[number].par

    def towards_float(self, s: S, number: int) -> int:
        """What of a company counts towards its floating, in percent: what has left the IPO."""
        return 100 - s.companies[number].ipo

    def sold_out(self, s: S, number: int) -> bool:
        """True if the price rises at the end of a stock round: players hold everything (1830 4.18)."""
        company = s.companies[number]
        return company.floated and sum(company.held) == 100

    def certificates_of(self, number: int, company: Company, seat: int) -> int:
        """How many certificates of the company a player has."""
        held = company.held[seat]
        if company.president == seat:
            return 1 + (held - self.president_size[number]) // self.unit[number]
        return held // self.unit[number]

    def certificates(self, s: S, seat: int) -> int:
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

    def certificate_receipt(self, s: S, seat: int) -> Receipt:
        """The certificate count, line by line."""
        rule = self.t.cite("certs.count")
        lines = []
        for number, company in enumerate(s.companies):
            if company.held[seat]:
                free = self.in_zone(company, NOT_COUNTED)
                count = self.certificates_of(number, company, seat)
                name = self.t.companies[number].id
                held = self.t.message("{company} {percent} %", company=name, percent=company.held[seat])
                lines.append(Line(self.not_counted(held, count), 0, rule) if free else Line(held, count, rule))
        for number, private in enumerate(s.privates):
            if private.owner == seat and not private.closed:
                lines.append(Line(self.t.message("private {private}", private=self.t.privates[number].id), 1, rule))
        return receipt(self.certificates_title(seat, self.cert_limit(s)), lines)

    def not_counted(self, held: Message, count: int) -> Message:
        """The line of a holding whose certificates do not count."""
        return self.t.message(
            Plural(
                "{held}: {count:n} certificate not counted at this price",
                "{held}: {count:n} certificates not counted at this price",
            ),
            held=held,
            count=count,
        )

    def certificates_title(self, seat: int, limit: int) -> Message:
        """What the receipt of a certificate count is called."""
        return self.t.message("certificates of {name} (limit {limit})", name=self.t.seats[seat], limit=limit)

    def operating_order(self, s: S, among: Iterable[int] | None = None) -> list[int]:
        """Companies with a price: higher price first, then further right, then higher row, then top of the stack."""
        cells = self.t.market.cells

        def place(number: int) -> tuple[int, int, int, int]:
            company = s.companies[number]
            cell = cells[company.cell]
            return -cell.price, -cell.column, cell.row, company.stamp

        numbers = range(len(s.companies)) if among is None else among
        return sorted([number for number in numbers if s.companies[number].cell >= 0], key=place)

    # -- selling

    def sale_checks(self) -> Checks[Selling[S]]:
        """The general rules of a sale, in stock rounds and emergencies alike."""
        t = self.t
        return Checks(
            unit=Check(
                lambda c: c.percent > 0 and not c.percent % self.unit_of(c.s, c.number),
                lambda c: t.no("sell.unit", "shares are sold in steps of {unit} %", unit=self.unit_of(c.s, c.number)),
                LISTED,
            ),
            held=Check(
                lambda c: c.percent <= c.company.held[c.seat],
                lambda c: t.no(
                    "sell.held",
                    "{who} holds only {held} % of {company}"
                    if c.company.held[c.seat]
                    else "{who} holds nothing of {company}",
                    who=t.seats[c.seat],
                    held=c.company.held[c.seat],
                    company=t.companies[c.number].id,
                ),
                LISTED,
            ),
            price=Check(
                lambda c: c.company.cell >= 0,
                lambda c: t.no("sell.no_price", "{company} has no price yet", company=t.companies[c.number].id),
                PLACE,
            ),
            operated=Check(
                lambda c: t.choices.sell_before_operating or c.company.operated,
                lambda c: t.no("sell.operated", "{company} has not operated yet", company=t.companies[c.number].id),
                PLACE,
            ),
            pool=Check(
                lambda c: c.company.pool + c.percent <= self.pool_limit(c.s, c.number),
                lambda c: t.no(
                    "sell.pool",
                    "the pool would hold {pool} % of {company}; at most {limit} % may lie there",
                    pool=c.company.pool + c.percent,
                    company=t.companies[c.number].id,
                    limit=self.pool_limit(c.s, c.number),
                ),
            ),
            president=Check(
                self._keeps_or_hands_on,
                lambda c: t.no(
                    "sell.president",
                    "the president's certificate of {company} cannot be sold: nobody else holds {size} %",
                    company=t.companies[c.number].id,
                    size=self.size_of(c.s, c.number),
                ),
            ),
        )

    def size_of(self, s: S, number: int) -> int:
        """What the president's certificate of a company counts now, in percent."""
        return self.president_size[number]

    def _keeps_or_hands_on(self, c: Selling[S]) -> bool:
        """The president's certificate stays with the seller, or somebody else can take it."""
        company, size = c.company, self.size_of(c.s, c.number)
        if company.president != c.seat or company.held[c.seat] - c.percent >= size:
            return True
        for other, held in enumerate(company.held):  # noqa: SIM110 (asked of every sale, and faster than `any`)
            if held >= size and other != c.seat:
                return True
        return False

    def why_not_sell(self, s: S, seat: int, number: int, percent: int) -> Illegal | None:
        """What a sale breaks, in stock rounds and emergencies alike."""
        return self.selling.why_not(Selling(s, seat, number, s.companies[number], percent))

    def lots(self, s: S, seat: int, number: int, rules: Checks[Selling[S]] | None = None) -> Iterator[int]:
        """Every percentage of a company a player may sell, by the general rules or others, the smallest first."""
        company = s.companies[number]
        held = company.held[seat]
        if held:
            step, rules = self.step_of(s, seat, number), rules or self.selling
            case = Selling(s, seat, number, company, step)
            if rules.place.allow(case):
                each = rules.each
                while case.percent <= held:
                    if each.allow(case):
                        yield case.percent
                    case = Selling(s, seat, number, company, case.percent + step)

    def step_of(self, s: S, seat: int, number: int) -> int:
        """In what steps a player may sell a company, in percent."""
        return self.unit_of(s, number)

    def can_sell(self, s: S, seat: int, number: int) -> bool:
        """True if a player may sell some of a company by the general rules."""
        return next(self.lots(s, seat, number), 0) > 0

    def largest_sale(self, s: S, seat: int, number: int) -> int:
        """The most a player may sell of a company by the general rules."""
        return max(self.lots(s, seat, number), default=0)

    def president_after_sale(self, s: S, seat: int, number: int, percent: int) -> int:
        """Who is president after a sale."""
        company = s.companies[number]
        held = put(company.held, seat, company.held[seat] - percent)
        return next_president(held, company.president)

    def sell(self, m: Move[S], seat: int, number: int, percent: int) -> None:
        """Carry out a sale that was found legal: money at the old price, presidency, then the price drops."""
        t, company = self.t, m.s.companies[number]
        price = self.price(company)
        count = percent // self.unit[number]
        name = t.companies[number].id
        amount = self.proceeds(m.s, number, percent)
        m.company(number, held=put(company.held, seat, company.held[seat] - percent), pool=company.pool + percent)
        m.pay(
            BANK,
            seat,
            amount,
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

    def check_president(self, m: Move[S], number: int) -> None:
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

    def check_float(self, m: Move[S], number: int) -> None:
        """A company of which enough has left the IPO gets its capital."""
        company = m.s.companies[number]
        entry = self.t.companies[number]
        if company.floated or not company.par or self.towards_float(m.s, number) < entry.float:
            return
        m.company(number, floated=True)
        m.tell("float", "float", "{company} floats", company=entry.id)
        m.pay(
            BANK,
            company_owner(number),
            self.capital(m.s, number),
            "float",
            "capital of {company}: ten times par" if self.priced[number] == 10 else "capital of {company}",
            company=entry.id,
        )

    def receive(self, m: Move[S], seat: int, number: int, percent: int, source: str) -> None:
        """Move shares from the IPO or the pool to a player, with what follows."""
        company = m.s.companies[number]
        left = getattr(company, source) - percent
        m.company(number, held=put(company.held, seat, company.held[seat] + percent), **{source: left})
        self.check_president(m, number)
        self.check_float(m, number)

    # -- worth

    def score_receipt(self, s: S, seat: int, rule: str, score_privates: bool) -> Receipt:
        """A player's score, line by line."""
        t = self.t
        lines = [Line(t.message("cash"), s.players[seat].cash, rule)]
        for number, company in enumerate(s.companies):
            held = company.held[seat]
            if held:
                price = self.price(company)
                lines.append(Line(self.worth_of(number, held, price), self.units(number, held) * price, rule))
        if score_privates:
            for number, private in enumerate(s.privates):
                if private.owner == seat and not private.closed:
                    text = t.message("private {private}", private=t.privates[number].id)
                    lines.append(Line(text, t.privates[number].price, rule))
        return receipt(t.message("score of {name}", name=t.seats[seat]), lines)

    def worth_of(self, number: int, percent: int, price: int) -> Message:
        """What the line of a score is called that counts somebody's shares."""
        name = self.t.companies[number].id
        return self.t.message("{company} {percent} % at {price:$}", company=name, percent=percent, price=price)


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
