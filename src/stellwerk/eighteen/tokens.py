"""Tokens: home tokens, and placing further ones for money."""

from __future__ import annotations

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import ChooseCity, PlaceToken
from stellwerk.eighteen.board import FREE, Board
from stellwerk.eighteen.engine import Step
from stellwerk.eighteen.frames import CityChoice, OperatingTurn
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, State, company_owner
from stellwerk.eighteen.table import Table


def free_slots(t: Table, board: Board, hex_: int, stop: int, company: int) -> int:
    """Slots of a city the company may use: free ones that are not kept for the home token of another."""
    if unfixed_home(t, board, hex_, company):
        return 0
    return board.tokens[hex_][stop].count(FREE) - sum(
        board.homes[other] == stop for other in homes_to_come(t, board, hex_, company)
    )


def homes_to_come(t: Table, board: Board, hex_: int, company: int) -> list[int]:
    """Other companies whose home token will go into this hex."""
    return [
        other
        for other, entry in enumerate(t.companies)
        if other != company and not board.settled[other] and t.hexmap.index[entry.home.hex] == hex_
    ]


def unfixed_home(t: Table, board: Board, hex_: int, company: int) -> bool:
    """True if one of them has not chosen its city yet: then all cities of the hex are kept (1830 7.5c)."""
    return any(board.homes[other] == boards.UNFIXED for other in homes_to_come(t, board, hex_, company))


def put_token(m: Move, company: int, hex_: int, stop: int) -> None:
    """A token goes on the board."""
    m.s.board = boards.place(m.s.board, hex_, stop, company)
    m.company(company, tokens=m.s.companies[company].tokens + 1)
    m.tell(
        "token",
        "token",
        "{company} places a token in {hex}",
        company=m.t.companies[company].id,
        hex=m.t.hexmap.names[hex_],
    )


def lift_token(m: Move, company: int, hex_: int) -> None:
    """A token is taken up, to be placed again in another city of the hex."""
    m.s.board = boards.lift(m.s.board, hex_, company)
    m.company(company, tokens=m.s.companies[company].tokens - 1)


class HomePart(TurnPart):
    """The home token at the start of a company's first turn."""

    name = "home"
    cite = "home"

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """Placed silently where the city is fixed; chosen where the hex already has a tile with several cities."""
        board, company = m.s.board, frame.company
        if board.settled[company]:
            return False
        hex_ = self.t.hexmap.index[self.t.companies[company].home.hex]
        stop = board.homes[company]
        if stop == boards.UNFIXED:
            if board.faces[hex_] != self.t.hexmap.printed[hex_]:  # 1830 7.5b
                m.push(CityChoice(company, company, hex_, placed=False))
                return False
            stop = 0  # 1830 7.5a: on the hex, formally in city 0
        put_token(m, company, hex_, stop)
        m.s.board = boards.settle(m.s.board, company, stop)
        return False


class CityChoiceStep(Step[CityChoice]):
    """Which city holds a home token."""

    def decision(self, s: State, frame: CityChoice) -> Decision:
        """The president of the company that decides."""
        return Decision(
            s.companies[frame.decider].president,
            self.t.companies[frame.decider].id,
            "home_city",
            self.t.cite("home.moved" if frame.placed else "home.choice"),
        )

    def options(self, s: State, frame: CityChoice) -> list[Option]:
        """The cities of the hex with a free slot."""
        name = self.t.hexmap.names[frame.hex]
        return [Option(ChooseCity(name, stop)) for stop in self.cities(s, frame)]

    def cities(self, s: State, frame: CityChoice) -> list[int]:
        """Cities that can hold the token."""
        return [stop for stop, slots in enumerate(s.board.tokens[frame.hex]) if FREE in slots]

    def apply(self, m: Move, frame: CityChoice, action: Action) -> None:
        """Put or move the token."""
        t = self.t
        if not isinstance(action, ChooseCity):
            raise self.unfit(action, frame)
        if t.hex(action.hex) != frame.hex or action.stop not in self.cities(m.s, frame):
            raise t.no(
                "home.moved" if frame.placed else "home.choice", "{hex} has no such city to choose", hex=action.hex
            )
        m.pop()
        put_token(m, frame.company, frame.hex, action.stop)
        m.s.board = boards.settle(m.s.board, frame.company, action.stop)
        if isinstance(m.s.frames[-1], OperatingTurn):
            m.top(touched=True)


class TokenPart(TurnPart):
    """One token per turn, for the price of the next unused one."""

    name = "token"
    cite = "token"
    frontier_cite = "token.cash"  # what a token breaks that is too dear beyond a frontier

    def price(self, s: State, company: int) -> int | None:
        """What the next token costs; None if all are placed."""
        prices = self.t.companies[company].tokens
        placed = s.companies[company].tokens
        return prices[placed] if placed < len(prices) else None

    def price_in(self, s: State, company: int, hex_: int) -> int | None:
        """What it costs in a hex: more beyond the frontier, where a title has one (1862 9.3)."""
        price, factor = self.price(s, company), self.t.data.limits.frontier_token_percent
        if price is None or factor == 100 or self.at_home(company, hex_):
            return price
        return price * factor // 100

    def at_home(self, company: int, hex_: int) -> bool:
        """True if a hex lies on the same side of the frontier as the company's home."""
        hexmap = self.t.hexmap
        home = hexmap.index[self.t.companies[company].home.hex]
        return hexmap.hexes[hex_].country == hexmap.hexes[home].country

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """1830 14.10"""
        return self.possible(m.s, frame) and any(True for _ in self.cities(m.s, frame.company))

    def possible(self, s: State, frame: OperatingTurn) -> bool:
        """True if the company has a token to place and can pay for it."""
        price = self.price(s, frame.company)
        return not frame.token_placed and price is not None and price <= s.companies[frame.company].cash

    def cities(self, s: State, company: int) -> list[tuple[int, int]]:
        """(hex, stop) of every city where the company may place a token."""
        found = []
        for code in sorted(self.t.networks.reach(s.board, company).stops):
            hex_, stop = divmod(code, STOPS_PER_HEX)
            if self.open(s, company, hex_, stop):
                found.append((hex_, stop))
        return found

    def open(self, s: State, company: int, hex_: int, stop: int) -> bool:
        """True if a city has a slot for the company and the hex has none of its tokens."""
        slots = s.board.tokens[hex_][stop]
        return (
            FREE in slots
            and not boards.has_token(s.board, hex_, company)
            and free_slots(self.t, s.board, hex_, stop, company) > 0
            and self.affordable(s, company, hex_)
        )

    def affordable(self, s: State, company: int, hex_: int) -> bool:
        """True if the treasury pays for a token in the hex; at home that is known already."""
        if self.t.data.limits.frontier_token_percent == 100:
            return True
        price = self.price_in(s, company, hex_)
        return price is not None and price <= s.companies[company].cash

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every city."""
        if not self.possible(s, frame):
            return []
        names = self.t.hexmap.names
        return [Option(PlaceToken(names[hex_], stop)) for hex_, stop in self.cities(s, frame.company)]

    def why_not(self, s: State, frame: OperatingTurn, hex_: int, stop: int) -> Illegal | None:
        """Placing a token for money."""
        t, company = self.t, frame.company
        name = t.hexmap.names[hex_]
        price = self.price(s, company)
        if frame.token_placed:
            return t.no("token.one", "only one token is placed in a turn")
        if price is None:
            return t.no("token", "{company} has no token left", company=t.companies[company].id)
        cities = s.board.tokens[hex_]
        if not 0 <= stop < len(cities) or not cities[stop]:
            return t.no("token.city", "{hex} has no city {stop}", hex=name, stop=stop)
        if hex_ * STOPS_PER_HEX + stop not in t.networks.reach(s.board, company).stops:
            return t.no("token.city", "{hex} is not connected to a token of the company", hex=name)
        if boards.has_token(s.board, hex_, company):
            return t.no("token.city", "the company has a token in {hex} already", hex=name)
        if FREE not in cities[stop]:
            return t.no("token.city", "{hex} has no free slot", hex=name)
        if unfixed_home(t, s.board, hex_, company):
            return t.no("token.unfixed", "nobody places a token in {hex} before its home token lies", hex=name)
        if free_slots(t, s.board, hex_, stop, company) < 1:
            return t.no("token.kept", "the free slot in {hex} is kept for a home token", hex=name)
        if price > s.companies[company].cash:
            return t.no("token.cash", "the token costs {price:$}", price=price)
        if not self.affordable(s, company, hex_):
            dearer = self.price_in(s, company, hex_)
            return t.no(self.frontier_cite, "beyond the border the token costs {price:$}", price=dearer)
        return None

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """Place it."""
        if not isinstance(action, PlaceToken) or action.power:
            return False
        hex_ = self.t.hex(action.hex)
        refusal = self.why_not(m.s, frame, hex_, action.stop)
        if refusal:
            raise refusal
        price = self.price_in(m.s, frame.company, hex_) or 0
        m.top(token_placed=True)
        m.pay(company_owner(frame.company), BANK, price, "token", "token in {hex}", hex=action.hex)
        put_token(m, frame.company, hex_, action.stop)
        return True
