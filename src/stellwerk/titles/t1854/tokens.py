"""Tokens for money (6.40 to 6.43, 8.9)."""

from __future__ import annotations

from stellwerk.core import Illegal
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.board import FREE
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.state import State
from stellwerk.eighteen.tokens import TokenPart
from stellwerk.titles.t1854.home import Homes
from stellwerk.titles.t1854.state import Kinds, own


class Token1854(TokenPart):
    """One token a turn, besides the home token."""

    def __init__(self, rules: RoundRules, homes: Homes) -> None:
        """Homes still to come keep their circles."""
        super().__init__(rules)
        self.homes = homes
        self.ags = Kinds(self.t).ags
        self.blocked = frozenset(self.t.hexmap.index[name] for name in self.t.data.map.token_blocked)

    def shut(self, s: State, hex_: int) -> bool:
        """True while nobody places a token there: D18 and D20 before every AG has finished a turn (6.43)."""
        return hex_ in self.blocked and not all(own(s).acted[company] for company in self.ags)

    def kept(self, s: State, company: int, hex_: int, stop: int) -> bool:
        """True if all free circles of a city are needed for home tokens (6.42)."""
        homes = s.board.homes
        waiting = sum(homes[other] == stop for other in self.homes.to_come(s, hex_) if other != company)
        return s.board.tokens[hex_][stop].count(FREE) <= waiting

    def open(self, s: State, company: int, hex_: int, stop: int) -> bool:
        """True if a city has a circle for the company and the hex has none of its tokens."""
        return (
            FREE in s.board.tokens[hex_][stop]
            and not boards.has_token(s.board, hex_, company)
            and not self.shut(s, hex_)
            and not self.kept(s, company, hex_, stop)
        )

    def why_not(self, s: State, frame: OperatingTurn, hex_: int, stop: int) -> Illegal | None:
        """Placing a token for money."""
        t, company = self.t, frame.company
        name, price = t.hexmap.names[hex_], self.price(s, company)
        if frame.token_placed:
            return t.no("token.one", "only one token is placed in a turn")
        if price is None:
            return t.no("token", "{company} has no token left", company=t.companies[company].id)
        cities = s.board.tokens[hex_]
        if not 0 <= stop < len(cities) or not cities[stop]:
            return t.no("token.city", "{hex} has no city {stop}", hex=name, stop=stop)
        if self.shut(s, hex_):
            return t.no("token.blocked", "nobody places a token in {hex} before all AGs have acted", hex=name)
        if boards.has_token(s.board, hex_, company):
            return t.no("token.city", "the company has a token in {hex} already", hex=name)
        if hex_ * STOPS_PER_HEX + stop not in t.networks.reach(s.board, company).stops:
            return t.no("token.city", "{hex} is not connected to a token of the company", hex=name)
        if FREE not in cities[stop]:
            return t.no("token.city", "{hex} has no free slot", hex=name)
        if self.kept(s, company, hex_, stop):
            return t.no("token.kept", "the free slot in {hex} is kept for a home token", hex=name)
        if price > s.companies[company].cash:
            return t.no("token.cash", "the token costs {price:$}", price=price)
        return None
