"""Options on 20 % certificates: taken for half the price, completed or sold later (4.30 to 4.36)."""

from __future__ import annotations

from stellwerk.core import Illegal
from stellwerk.eighteen.board import put
from stellwerk.eighteen.state import BANK
from stellwerk.eighteen.table import Table

from .shares import OPTIONED, Shares1854
from .state import Move1854, OptionMark, State1854


class Options:
    """The two markers of every player."""

    def __init__(self, table: Table, shares: Shares1854) -> None:
        """Knows the table and the shares."""
        self.t, self.shares = table, shares

    def due(self, s: State1854, seat: int) -> bool:
        """True if an option of an earlier stock round is still open (4.35)."""
        mark = s.options[seat]
        return mark is not None and mark.round < s.round.number

    def take(self, m: Move1854, seat: int, number: int, source: str) -> None:
        """One marker on the certificate, the other on its price."""
        s, t = m.s, self.t
        price, name = self.shares.unit_cost(s, number, source), t.companies[number].id
        m.pay(seat, BANK, price, "option", "option on {company}, from: {source:source}", company=name, source=source)
        s.options = put(s.options, seat, OptionMark(number, source, price, s.round.number))
        m.tell("option", "option", "{who} takes an option on {company}", who=t.seats[seat], company=name, done="taken")
        self.shares.take(m, seat, number, OPTIONED, source, leaves=self.shares.card(s, number))

    def why_not_complete(self, s: State1854, seat: int, sold: tuple[int, ...]) -> Illegal | None:
        """4.33: a purchase, so not after a sale of the company; `sold` is what the player sold in this round (4.17)."""
        t, mark = self.t, s.options[seat]
        if mark is None:
            return t.no("option.complete", "{who} has no option", who=t.seats[seat])
        if self.barred(mark, sold):
            name = t.companies[mark.company].id
            return t.no("buy.sold", "{who} sold {company} in this stock round", who=t.seats[seat], company=name)
        if s.players[seat].cash < mark.price:
            return t.no("buy.cash", "{price:$} is more than {who} has", price=mark.price, who=t.seats[seat])
        return None

    def barred(self, mark: OptionMark, sold: tuple[int, ...]) -> bool:
        """True if a sale in this round forbids the completion."""
        return mark.company in sold and not self.t.options["complete_after_sale"]

    def complete(self, m: Move1854, seat: int) -> None:
        """The recorded price again; the certificate counts in full and the markers come back."""
        s, t = m.s, self.t
        mark = s.options[seat]
        assert mark is not None
        company, name = s.companies[mark.company], t.companies[mark.company].id
        m.pay(seat, BANK, mark.price, "option.complete", "rest of the option on {company}", company=name)
        s.options = put(s.options, seat, None)
        m.company(mark.company, held=put(company.held, seat, company.held[seat] + OPTIONED))
        m.tell(
            "option",
            "option.complete",
            "{who} completes the option on {company}",
            who=t.seats[seat],
            company=name,
            done="completed",
        )
        self.shares.check_president(m, mark.company)
