"""Options on 20 % certificates: taken for half the price, completed or sold later (4.30 to 4.36)."""

from __future__ import annotations

from stellwerk.core import Illegal
from stellwerk.eighteen.board import put
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, State
from stellwerk.eighteen.table import Table
from stellwerk.titles.t1854.shares import OPTIONED, Shares1854
from stellwerk.titles.t1854.state import OptionMark, own


class Options:
    """The two markers of every player."""

    def __init__(self, table: Table, shares: Shares1854) -> None:
        """Knows the table and the shares."""
        self.t, self.shares = table, shares

    def due(self, s: State, seat: int) -> bool:
        """True if an option of an earlier stock round is still open (4.35)."""
        mark = own(s).options[seat]
        return mark is not None and mark.round < s.round.number

    def price(self, s: State, number: int, source: str) -> int:
        """The price of one unit from display or pool."""
        company = s.companies[number]
        return self.shares.price(company) if source == "pool" else company.par

    def why_not_take(self, s: State, seat: int, number: int, source: str) -> Illegal | None:
        """What an option may be taken on, and whether the markers are free (4.30, 4.35b)."""
        t = self.t
        if own(s).options[seat] is not None:
            return t.no("option.second", "{who} has no free markers for a second option", who=t.seats[seat])
        if not self.shares.kinds.is_major(number) or own(s).split[number] or source == "split":
            return t.no("option.twenty", "options are taken only on certificates of 20 %")
        return None

    def why_not_pay(self, s: State, seat: int, number: int, source: str) -> Illegal | None:
        """The price of one unit."""
        price = self.price(s, number, source)
        if s.players[seat].cash < price:
            return self.t.no("buy.cash", "{price:$} is more than {who} has", price=price, who=self.t.seats[seat])
        return None

    def take(self, m: Move, seat: int, number: int, source: str) -> None:
        """One marker on the certificate, the other on its price."""
        s, t = own(m.s), self.t
        price, name = self.price(s, number, source), t.companies[number].id
        m.pay(seat, BANK, price, "option", "option on {company}, from: {source}", company=name, source=source)
        s.options = put(s.options, seat, OptionMark(number, source, price, s.round.number))
        m.tell("option", "option", "{who} takes an option on {company}", who=t.seats[seat], company=name)
        self.shares.take(m, seat, number, OPTIONED, source, leaves=self.shares.card(s, number))

    def why_not_complete(self, s: State, seat: int) -> Illegal | None:
        """4.33"""
        t, mark = self.t, own(s).options[seat]
        if mark is None:
            return t.no("option.complete", "{who} has no option", who=t.seats[seat])
        if s.players[seat].cash < mark.price:
            return t.no("buy.cash", "{price:$} is more than {who} has", price=mark.price, who=t.seats[seat])
        return None

    def complete(self, m: Move, seat: int) -> None:
        """The recorded price again; the certificate counts in full and the markers come back."""
        s, t = own(m.s), self.t
        mark = s.options[seat]
        assert mark is not None
        company, name = s.companies[mark.company], t.companies[mark.company].id
        m.pay(seat, BANK, mark.price, "option.complete", "rest of the option on {company}", company=name)
        s.options = put(s.options, seat, None)
        m.company(mark.company, held=put(company.held, seat, company.held[seat] + OPTIONED))
        m.tell("option", "option.complete", "{who} completes the option on {company}", who=t.seats[seat], company=name)
        self.shares.check_president(m, mark.company)
