"""Tokens: home tokens, and placing further ones for money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from msgspec import Struct

from stellwerk.core import Action, Decision, Illegal, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import ChooseCity, PlaceToken
from stellwerk.eighteen.board import FREE, Board
from stellwerk.eighteen.checks import KIND, LISTED, ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import CityChoice, OperatingTurn
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, S, company_owner
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
    return [other for other in t.homes.get(hex_, ()) if other != company and not board.settled[other]]


def unfixed_home(t: Table, board: Board, hex_: int, company: int) -> bool:
    """True if one of them has not chosen its city yet: then all cities of the hex are kept (1830 7.5c)."""
    return any(board.homes[other] == boards.UNFIXED for other in homes_to_come(t, board, hex_, company))


def put_token(m: Move, company: int, hex_: int, stop: int, key: str = "token") -> None:
    """A token goes on the board; `key` names the paragraph that allows it."""
    m.s.board = boards.place(m.s.board, hex_, stop, company)
    m.company(company, tokens=m.s.companies[company].tokens + 1)
    m.tell(
        "token",
        key,
        "{company} places a token in {hex}",
        company=m.t.companies[company].id,
        hex=m.t.hexmap.names[hex_],
    )


def lift_token(m: Move, company: int, hex_: int) -> None:
    """A token is taken up, to be placed again in another city of the hex."""
    m.s.board = boards.lift(m.s.board, hex_, company)
    m.company(company, tokens=m.s.companies[company].tokens - 1)


class HomePart(TurnPart[S]):
    """The home token at the start of a company's first turn."""

    name = "home"
    cite = "home"

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
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
        put_token(m, company, hex_, stop, "home")
        m.s.board = boards.settle(m.s.board, company, stop)
        return False


class CityChoiceStep(Step[CityChoice, S]):
    """Which city holds a home token."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """There is one thing to do."""
        super().__init__(rules)
        self.acts = {ChooseCity: ActionKind(self.choose, self.why_not_city)}

    def decision(self, s: S, frame: CityChoice) -> Decision:
        """The president of the company that decides."""
        return Decision(
            s.companies[frame.decider].president,
            self.t.companies[frame.decider].id,
            "home_city",
            self.t.cite("home.moved" if frame.placed else "home.choice"),
        )

    def options(self, s: S, frame: CityChoice) -> list[Option]:
        """The cities of the hex with a free slot."""
        name = self.t.hexmap.names[frame.hex]
        return [Option(ChooseCity(name, stop)) for stop in self.cities(s, frame)]

    def cities(self, s: S, frame: CityChoice) -> list[int]:
        """Cities that can hold the token."""
        return [stop for stop, slots in enumerate(s.board.tokens[frame.hex]) if FREE in slots]

    def why_not_city(self, s: S, frame: CityChoice, action: ChooseCity) -> Illegal | None:
        """Another hex, or a city without a free slot."""
        if self.t.hex(action.hex) == frame.hex and action.stop in self.cities(s, frame):
            return None
        key = "home.moved" if frame.placed else "home.choice"
        return self.t.no(key, "{hex} has no such city to choose", hex=action.hex)

    def choose(self, m: Move[S], frame: CityChoice, action: ChooseCity) -> None:
        """Put or move the token."""
        m.pop()
        put_token(m, frame.company, frame.hex, action.stop, "home.moved" if frame.placed else "home.choice")
        m.s.board = boards.settle(m.s.board, frame.company, action.stop)
        if isinstance(m.s.frames[-1], OperatingTurn):
            m.top(touched=True)


class Placing(Struct, Generic[S], frozen=True, gc=False):
    """A company places a token in a city; `power` says which kind, in titles that have several."""

    s: S
    frame: OperatingTurn
    company: int
    hex: int
    stop: int
    power: str = ""

    @property
    def cities(self) -> tuple[tuple[int, ...], ...]:
        """The slots of all stops of the hex."""
        return self.s.board.tokens[self.hex]


class TokenPart(TurnPart[S]):
    """One token per turn, for the price of the next unused one."""

    name = "token"
    cite = "token"
    kinds: tuple[str, ...] = ("",)  # of tokens, as a PlaceToken names them; a KIND rule is asked once for each

    def __init__(self, rules: FamilyRules[S]) -> None:
        """There is one thing to do."""
        super().__init__(rules)
        self.checks = self.place_checks()
        self.acts = {PlaceToken: ActionKind(self.place, self.why_not_place)}

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """Tokens of privates belong to the title."""
        return isinstance(action, PlaceToken) and not action.power

    def price(self, s: S, company: int, power: str = "") -> int | None:
        """What the next token (of a kind) costs; None if all are placed."""
        prices = self.t.companies[company].tokens
        placed = s.companies[company].tokens
        return prices[placed] if placed < len(prices) else None

    def price_in(self, s: S, company: int, hex_: int) -> int | None:
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

    def place_checks(self) -> Checks[Placing[S]]:
        """Placing a token for money."""
        t, names = self.t, self.t.hexmap.names
        checks: Checks[Placing[S]] = Checks(
            one=Check(
                lambda c: not c.frame.token_placed,
                lambda c: t.no("token.one", "only one token is placed in a turn"),
                KIND,
            ),
            left=Check(
                lambda c: self.price(c.s, c.company, c.power) is not None,
                lambda c: t.no("token", "{company} has no token left", company=t.companies[c.company].id),
                KIND,
            ),
            city=Check(
                lambda c: 0 <= c.stop < len(c.cities) and c.cities[c.stop],
                lambda c: t.no("token.city", "{hex} has no city {stop}", hex=names[c.hex], stop=c.stop),
                LISTED,
            ),
            reach=Check(
                lambda c: c.hex * STOPS_PER_HEX + c.stop in self.t.networks.reach(c.s.board, c.company).stops,
                lambda c: t.no("token.city", "{hex} is not connected to a token of the company", hex=names[c.hex]),
                LISTED,
            ),
            twice=Check(
                lambda c: not boards.has_token(c.s.board, c.hex, c.company),
                lambda c: t.no("token.city", "the company has a token in {hex} already", hex=names[c.hex]),
            ),
            free=Check(
                lambda c: FREE in c.cities[c.stop],
                lambda c: t.no("token.city", "{hex} has no free slot", hex=names[c.hex]),
            ),
            unfixed=Check(
                lambda c: not unfixed_home(t, c.s.board, c.hex, c.company),
                lambda c: t.no(
                    "token.unfixed", "nobody places a token in {hex} before its home token lies", hex=names[c.hex]
                ),
            ),
            kept=Check(
                lambda c: free_slots(t, c.s.board, c.hex, c.stop, c.company) > 0,
                lambda c: t.no("token.kept", "the free slot in {hex} is kept for a home token", hex=names[c.hex]),
            ),
            cash=Check(
                lambda c: (self.price(c.s, c.company, c.power) or 0) <= c.s.companies[c.company].cash,
                lambda c: t.no(
                    "token.cash",
                    "the token costs {price:$}; the treasury has {cash:$}",
                    price=self.price(c.s, c.company, c.power),
                    cash=c.s.companies[c.company].cash,
                ),
                KIND,
            ),
        )
        if t.data.limits.frontier_token_percent != 100:
            checks["frontier"] = Check(
                lambda c: (self.price_in(c.s, c.company, c.hex) or 0) <= c.s.companies[c.company].cash,
                lambda c: t.no(
                    "token.frontier",
                    "beyond the border the token costs {price:$}; the treasury has {cash:$}",
                    price=self.price_in(c.s, c.company, c.hex),
                    cash=c.s.companies[c.company].cash,
                ),
            )
        return checks

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """1830 14.10"""
        return next(self.legal(m.s, frame), None) is not None

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Every city."""
        return list(self.legal(s, frame))

    def legal(self, s: S, frame: OperatingTurn) -> Iterator[Option]:
        """The same one by one."""
        once, each = self.checks.kind, self.checks.each
        kinds = [power for power in self.kinds if once.allow(Placing(s, frame, frame.company, 0, 0, power))]
        names, tokens = self.t.hexmap.names, s.board.tokens
        for code in self.t.networks.reach(s.board, frame.company).listed if kinds else ():
            hex_, stop = divmod(code, STOPS_PER_HEX)
            for power in kinds if tokens[hex_][stop] else ():  # a city
                if each.allow(Placing(s, frame, frame.company, hex_, stop, power)):
                    yield Option(PlaceToken(names[hex_], stop, power))

    def why_not_place(self, s: S, frame: OperatingTurn, action: PlaceToken) -> Illegal | None:
        """The first rule a token breaks."""
        return self.checks.why_not(Placing(s, frame, frame.company, self.t.hex(action.hex), action.stop, action.power))

    def place(self, m: Move[S], frame: OperatingTurn, action: PlaceToken) -> None:
        """Place it."""
        hex_ = self.t.hex(action.hex)
        price = self.price_in(m.s, frame.company, hex_) or 0
        m.top(token_placed=True)
        m.pay(company_owner(frame.company), BANK, price, "token", "token in {hex}", hex=action.hex)
        put_token(m, frame.company, hex_, action.stop)
