"""Emergency money: what a director sells for a train his company must buy (7.22 to 7.25)."""

from __future__ import annotations

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.actions import SellShares
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.funding import Funding
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.shares import next_president
from stellwerk.eighteen.state import State

from .shares import OPTIONED, Shares1854


class Funding1854(Funding):
    """Sales in an emergency, for a train that has been named."""

    shares: Shares1854

    def why_not_presidency(self, s: State, frame: OperatingTurn, number: int, percent: int) -> Illegal | None:
        """No sale changes a director, of this or any other company (7.24)."""
        company, seat = s.companies[number], s.companies[frame.company].president
        held = put(company.held, seat, company.held[seat] - percent)
        if next_president(held, company.president) == company.president:
            return None
        name = self.t.companies[number].id
        return self.t.no("help.presidency", "the sale would change the director of {company}", company=name)

    def lots(self, s: State, frame: OperatingTurn, number: int) -> list[int]:
        """Every percentage of a company he could sell, necessary or not."""
        seat = s.companies[frame.company].president
        return [
            percent
            for percent in self.shares.sales(s, seat, number)
            if self.why_not_presidency(s, frame, number, percent) is None
        ]

    def largest_sale(self, s: State, frame: OperatingTurn, number: int) -> int:
        """The most of them."""
        return max(self.lots(s, frame, number), default=0)

    def raisable(self, s: State, frame: OperatingTurn) -> int:
        """Treasury, cash and everything he can sell at present prices, each company in one lot (7.24a)."""
        return self.money(s, frame.company) + sum(
            self.shares.proceeds(s, number, self.largest_sale(s, frame, number)) for number in range(len(s.companies))
        )

    def why_not_sell(self, s: State, frame: OperatingTurn, number: int, percent: int, price: int) -> Illegal | None:
        """7.24, 7.24a, 7.25"""
        t, shares = self.t, self.shares
        seat = s.companies[frame.company].president
        refusal = shares.why_not_sell(s, seat, number, percent) or self.why_not_presidency(s, frame, number, percent)
        if refusal:
            return refusal
        card = shares.card(s, number)
        fewer = percent - (OPTIONED if percent % card else card)  # without its smallest certificate
        if self.money(s, frame.company) + shares.proceeds(s, number, fewer) >= price:
            return t.no("help.necessary", "{percent} % is more than necessary", percent=percent)
        after = Move(t, self.rules.twin.draft(s))
        shares.sell(after, seat, number, percent)
        if self.raisable(after.s, frame) < price:
            return t.no("help.cash", "after this sale {price:$} could not be raised any more", price=price)
        return None

    def sales(self, s: State, frame: OperatingTurn, price: int) -> list[Option]:
        """Every lot that may be sold for a train of that price."""
        return [
            Option(SellShares(entry.id, percent))
            for number, entry in enumerate(self.t.companies)
            for percent in self.lots(s, frame, number)
            if self.why_not_sell(s, frame, number, percent, price) is None
        ]

    def go_bankrupt(self, m: Move, frame: OperatingTurn) -> None:
        """7.25: the game ends at once."""
        seat = m.s.companies[frame.company].president
        m.tell("bankrupt", "bankrupt", "{who} is bankrupt", who=self.t.seats[seat])
        m.player(seat, bankrupt=True)
        m.s.ended = "bankrupt"
