"""Emergency money: what a director sells for a train his company must buy (7.22 to 7.25)."""

from __future__ import annotations

from stellwerk.core import Illegal
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.funding import Funding
from stellwerk.eighteen.move import Move

from .shares import OPTIONED, Shares1854
from .state import Move1854, State1854


class Funding1854(Funding[State1854]):
    """Sales in an emergency, for a train that has been named."""

    shares: Shares1854

    def keeps_presidency(self, s: State1854, frame: OperatingTurn, number: int, percent: int) -> bool:
        """No sale changes a director, of this or any other company (7.24)."""
        president = s.companies[number].president
        seat = s.companies[frame.company].president
        return self.shares.president_after_sale(s, seat, number, percent) == president

    def why_not_presidency(self, number: int) -> Illegal:
        """The refusal of a sale that does."""
        name = self.t.companies[number].id
        return self.t.no("help.presidency", "the sale would change the director of {company}", company=name)

    def why_not_needed(
        self, s: State1854, frame: OperatingTurn, number: int, percent: int, price: int
    ) -> Illegal | None:
        """Nothing more than is needed, nor what leaves too little for the train, each company in one lot (7.24a)."""
        t, shares, card = self.t, self.shares, self.shares.card(s, number)
        fewer = percent - (OPTIONED if percent % card else card)  # without its smallest certificate
        if self.money(s, frame.company) + shares.proceeds(s, number, fewer) >= price:
            return t.no("help.necessary", "{percent} % is more than necessary", percent=percent)
        after = Move(t, self.rules.twin.draft(s))
        shares.sell(after, s.companies[frame.company].president, number, percent)
        if self.raisable(after.s, frame) < price:
            return t.no("help.cash", "after this sale {price:$} could not be raised any more", price=price)
        return None

    def go_bankrupt(self, m: Move1854, frame: OperatingTurn) -> None:
        """7.25: the game ends at once."""
        seat = m.s.companies[frame.company].president
        m.tell("bankrupt", "bankrupt", "{who} is bankrupt", who=self.t.seats[seat])
        m.player(seat, bankrupt=True)
        m.s.ended = "bankrupt"
