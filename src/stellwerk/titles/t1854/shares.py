"""Shares of 1854: certificates that change size with a split, optioned ones, AGs of two halves."""

from __future__ import annotations

from stellwerk.core import Illegal, Line, Receipt
from stellwerk.core.receipt import receipt
from stellwerk.eighteen.board import put
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.shares import NOT_COUNTED, Shares, around
from stellwerk.eighteen.state import BANK, NOBODY, Company, State, company_owner
from stellwerk.eighteen.table import Table

from .figures import figures
from .hexmarket import across
from .powers import is_local
from .state import Kinds, own

OPTIONED = 10  # what an optioned certificate counts, in percent (4.31)
PLACES = {"display": "ipo", "pool": "pool"}


class Shares1854(Shares):
    """Questions about shares at one table."""

    def __init__(self, table: Table, kinds: Kinds) -> None:
        """Which company is what is fixed."""
        super().__init__(table)
        self.kinds = kinds

    # -- sizes

    def size(self, s: State, number: int) -> int:
        """What the director's certificate counts now, in percent."""
        size = self.president_size[number]
        return size // 2 if own(s).split[number] else size

    def card(self, s: State, number: int) -> int:
        """What any other certificate counts now."""
        unit = self.unit[number]
        return unit // 2 if own(s).split[number] else unit

    def unit_of(self, s: State, number: int) -> int:
        """As the family asks for it."""
        return self.card(s, number)

    def unit_cost(self, s: State, number: int, source: str) -> int:
        """The price of one unit from display, pool or split area (4.15, 4.15a, 4.30)."""
        company = s.companies[number]
        return company.par if source == "display" else self.price(company)

    def cost(self, s: State, number: int, source: str) -> int:
        """What the next certificate from there costs (4.15, 4.15a)."""
        return self.unit_cost(s, number, source) * self.units(number, self.card(s, number))

    def par_cost(self, s: State, number: int, price: int) -> int:
        """What the director's certificate costs (4.16)."""
        return price * self.units(number, self.size(s, number))

    def proceeds(self, s: State, number: int, percent: int) -> int:
        """What a sale brings (4.11)."""
        return self.price(s.companies[number]) * self.units(number, percent)

    def pool_limit(self, s: State, number: int) -> int:
        """4.12"""
        limit: int = self.t.options["pool_limit_percent"]
        return limit

    def towards_float(self, s: State, number: int) -> int:
        """What players hold (4.21)."""
        return sum(s.companies[number].held)

    def sold_out(self, s: State, number: int) -> bool:
        """4.40"""
        company = s.companies[number]
        return company.floated and not (company.ipo or company.pool or own(s).split_area[number])

    def optioned(self, s: State, seat: int, number: int) -> bool:
        """True if the player's option is on a certificate of the company."""
        mark = own(s).options[seat]
        return mark is not None and mark.company == number

    def value(self, company: Company) -> int:
        """The price of a unit in the final count: par before it floats (10.4b)."""
        return self.price(company) if company.cell >= 0 else company.par

    # -- certificates

    def cert_limit(self, s: State) -> int:
        """4.27"""
        return figures(self.t).cert_limits[str(len(self.t.seats))][sum(own(s).split)]

    def cards_of(self, s: State, number: int, seat: int) -> int:
        """How many certificates of a share company a player has, whatever their size."""
        company = s.companies[number]
        held, optioned = company.held[seat], self.optioned(s, seat, number)
        full, count = held - OPTIONED * optioned, int(optioned)
        if company.president == seat:
            return count + 1 + (full - self.size(s, number)) // self.card(s, number)
        return count + full // self.card(s, number)

    def certificates(self, s: State, seat: int) -> int:
        """4.27; the certificate of a local is its private."""
        count = sum(private.owner == seat for private in s.privates)
        for number in self.kinds.shared:
            company = s.companies[number]
            if company.held[seat] and not self.in_zone(company, NOT_COUNTED):
                count += self.cards_of(s, number, seat)
        return count

    def certificate_receipt(self, s: State, seat: int) -> Receipt:
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

    def operating_order(self, s: State) -> list[int]:
        """6.3: higher price, further right, higher in the stack."""
        market = self.t.market

        def place(number: int) -> tuple[int, int, int]:
            company = s.companies[number]
            return -market.price[company.cell], -across(market, company.cell), company.stamp

        return sorted((number for number, company in enumerate(s.companies) if company.cell >= 0), key=place)

    # -- selling

    def lot(self, s: State, number: int, percent: int) -> tuple[int, int]:
        """(certificates, percent that go to the pool) of a sale; a rest of 10 % is an optioned certificate (4.34)."""
        card = self.card(s, number)
        cards, rest = divmod(percent, card)
        return (cards + 1, percent - rest + card) if rest else (cards, percent)

    def why_not_sell(self, s: State, seat: int, number: int, percent: int) -> Illegal | None:
        """4.10 to 4.14, 4.26, 4.34, in stock rounds and emergencies alike."""
        t, company = self.t, s.companies[number]
        name, held, card = t.companies[number].id, company.held[seat], self.card(s, number)
        if self.kinds.is_local(number):
            return t.no("sell.private", "the certificate of a local is never sold")
        optioned = self.optioned(s, seat, number)
        if percent <= 0 or (percent % card and not (optioned and percent % card == OPTIONED)):
            return t.no("sell.unit", "shares are sold in steps of {unit} %", unit=card)
        if percent > held:
            return t.no(
                "sell.held", "{who} holds only {held} % of {company}", who=t.seats[seat], held=held, company=name
            )
        if company.cell < 0:
            key = "sell.no_price" if company.president == NOBODY else "sell.unfloated"
            return t.no(key, "{company} has no price yet", company=name)
        mark = own(s).options[seat]
        if percent % card and mark is not None and s.round.kind == "stock" and mark.round == s.round.number:
            return t.no("option.same_round", "an option is not sold in the stock round in which it was taken")
        limit, pool = self.pool_limit(s, number), company.pool + self.lot(s, number, percent)[1]
        if pool > limit:
            return t.no(
                "sell.pool", "the pool would hold {pool} % of {company}; at most {limit} % may lie there",
                pool=pool, company=name, limit=limit,
            )  # fmt: skip
        return self.why_not_director(s, seat, number, percent)

    def why_not_director(self, s: State, seat: int, number: int, percent: int) -> Illegal | None:
        """4.26: the director's certificate stays, or another player who holds more takes it over."""
        t, company, size = self.t, s.companies[number], self.size(s, number)
        if company.president != seat:
            return None
        left = company.held[seat] - percent
        best = max(held for other, held in enumerate(company.held) if other != seat)
        if best > left:
            return None if best >= size else self._no_heir(number, size)
        kept = self.optioned(s, seat, number) and percent % self.card(s, number) == 0
        if left - OPTIONED * kept >= size:
            return None
        key = "sell.president_ag" if self.kinds.is_ag(number) else "sell.president"
        return t.no(
            key, "the director's certificate of {company} cannot be sold: nobody else would hold more",
            company=t.companies[number].id,
        )  # fmt: skip

    def _no_heir(self, number: int, size: int) -> Illegal:
        return self.t.no(
            "sell.president", "the director's certificate of {company} cannot be sold: nobody else holds {size} %",
            company=self.t.companies[number].id, size=size,
        )  # fmt: skip

    def sales(self, s: State, seat: int, number: int) -> list[int]:
        """Every percentage of a company a player may sell in one action."""
        held = s.companies[number].held[seat]
        if not held or self.kinds.is_local(number):
            return []
        step = OPTIONED if self.optioned(s, seat, number) else self.card(s, number)
        return [
            percent for percent in range(step, held + 1, step) if self.why_not_sell(s, seat, number, percent) is None
        ]

    def can_sell(self, s: State, seat: int, number: int) -> bool:
        """True if some of a company can be sold."""
        held = s.companies[number].held[seat]
        if not held or self.kinds.is_local(number):
            return False
        step = OPTIONED if self.optioned(s, seat, number) else self.card(s, number)
        return any(self.why_not_sell(s, seat, number, percent) is None for percent in range(step, held + 1, step))

    def largest_sale(self, s: State, seat: int, number: int) -> int:
        """The most of them."""
        return max(self.sales(s, seat, number), default=0)

    def sell(self, m: Move, seat: int, number: int, percent: int) -> None:
        """4.11: money at the old price, director, then the marker moves once per certificate."""
        t, company = self.t, m.s.companies[number]
        price, name = self.price(company), t.companies[number].id
        amount, (cards, arrives) = self.proceeds(m.s, number, percent), self.lot(m.s, number, percent)
        if percent != arrives:
            own(m.s).options = put(own(m.s).options, seat, None)
            m.tell("option", "option.sold", "{who} sells the option on {company}", who=t.seats[seat], company=name)
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

    def take(self, m: Move, seat: int, number: int, percent: int, place: str, *, leaves: int | None = None) -> None:
        """A certificate comes from display, pool or split area; `leaves` is its size there if it counts less now."""
        s, company = own(m.s), m.s.companies[number]
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

    def check_president(self, m: Move, number: int) -> None:
        """4.22 and 4.26: who holds more than the director takes his place."""
        company = m.s.companies[number]
        old = company.president
        if old == NOBODY or max(company.held) == company.held[old]:
            return
        best = max(company.held)
        new = next(seat for seat in around(len(company.held), old) if company.held[seat] == best)
        m.company(number, president=new)
        m.tell(
            "president", "president", "{new} becomes director of {company} in place of {old}",
            new=m.t.seats[new], old=m.t.seats[old], company=m.t.companies[number].id,
        )  # fmt: skip

    def check_float(self, m: Move, number: int) -> None:
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

    def score_receipt(self, s: State, seat: int, rule: str, score_privates: bool) -> Receipt:
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
