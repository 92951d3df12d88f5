"""Station markers: homes, slots kept for homes and destinations, and the bonus for reaching a destination."""

from __future__ import annotations

from stellwerk.core import Action, Illegal
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import PlaceToken
from stellwerk.eighteen.board import FREE, Board, put
from stellwerk.eighteen.checks import LISTED, Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.lines import leads
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.state import BANK, company_owner
from stellwerk.eighteen.table import Table
from stellwerk.eighteen.tokens import Placing, TokenPart

from .state import Move18TE, State18TE

DESTINATION = "destination"  # what a PlaceToken names for the marker that goes to its own slot


def kept_for(t: Table, board: Board, hex_: int, stop: int) -> tuple[str, ...]:
    """For each slot of a city whom it is kept for (`home X`, `dest X` or empty), by tile or else by the map."""
    faces = t.hexmap.faces
    # Tiles here have no more cities than the map.
    names = faces[board.faces[hex_]].stops[stop].reserve or faces[t.hexmap.printed[hex_]].stops[stop].reserve
    slots = len(board.tokens[hex_][stop])
    return (*names, *[""] * (slots - len(names)))


def still_kept(t: Table, s: State18TE, entry: str) -> bool:
    """True while a slot is kept: a home until its marker lies there, a destination always, neither for the bankrupt."""
    kind, _, name = entry.partition(" ")
    if not name:
        return False
    company = t.kit.company_index[name]
    return not s.closed[company] and (kind == "dest" or not s.board.settled[company])


def open_slots(t: Table, s: State18TE, hex_: int, stop: int) -> list[int]:
    """Slots of a city that are free for anybody."""
    slots = s.board.tokens[hex_][stop]
    names = kept_for(t, s.board, hex_, stop)
    return [n for n, token in enumerate(slots) if token == FREE and not still_kept(t, s, names[n])]


def slot_of(t: Table, board: Board, hex_: int, entry: str) -> tuple[int, int] | None:
    """(stop, slot) of the slot in a hex that bears the entry, taken or not."""
    for stop, slots in enumerate(board.tokens[hex_]):
        names = kept_for(t, board, hex_, stop) if slots else ()
        if entry in names:
            return stop, names.index(entry)
    return None


def put_marker(m: Move18TE, company: int, hex_: int, stop: int, slot: int, key: str) -> None:
    """A marker goes on the map."""
    m.s.board = boards.place_in(m.s.board, hex_, stop, slot, company)
    m.company(company, tokens=m.s.companies[company].tokens + 1)
    name, place = m.t.companies[company].id, m.t.hexmap.names[hex_]
    m.tell("token", key, "{company} places a token in {hex}", company=name, hex=place)


def pay_bonus(m: Move18TE, company: int, key: str) -> None:
    """The bonus of a company, once in the game."""
    s = m.s
    s.bonus = put(s.bonus, company, True)
    entry = m.t.companies[company]
    m.pay(BANK, company_owner(company), entry.bonus, key, "bonus of {company}", company=entry.id)


def place_home(m: Move18TE, company: int) -> bool:
    """Put the home marker into its slot (7.1.1), or into an open circle (A7); False if it must wait."""
    t, board = m.t, m.s.board
    entry = t.companies[company]
    hex_ = t.hexmap.index[entry.home.hex]
    place = slot_of(t, board, hex_, f"home {entry.id}")
    if place is None or board.tokens[hex_][place[0]][place[1]] != FREE:
        circles = [(stop, slot) for stop in range(len(board.tokens[hex_])) for slot in open_slots(t, m.s, hex_, stop)]
        if not circles:
            return False
        place = circles[0]
    put_marker(m, company, hex_, *place, "home")
    m.s.board = boards.settle(m.s.board, company, place[0])
    return True


class Home18TE(TurnPart[State18TE]):
    """The home marker, at the start of the first turn or as soon as there is room for it."""

    name = "home"
    cite = "home"

    def waits(self, m: Move18TE, frame: OperatingTurn) -> bool:
        """Placed without a question."""
        if not m.s.board.settled[frame.company] and not place_home(m, frame.company):
            name = self.t.companies[frame.company].id
            m.tell("home_waits", "home.waits", "the home token of {company} waits for a slot", company=name)
        return False


class Goals:
    """Bonuses for being joined with a place (7.3.16, 7.4.7)."""

    def __init__(self, table: Table) -> None:
        """Knows the table, and whether KPR needs its marker for the bonus (A8)."""
        self.t, self.marker = table, table.options["kpr_bonus"] == "marker"

    def by_marker(self, company: int) -> bool:
        """True if a connection counts only with the company's destination marker at its end."""
        return self.marker and self.t.companies[company].destination is not None

    def home_stop(self, board: Board, company: int) -> int | None:
        """The stop of the company's home marker."""
        hex_ = self.t.hexmap.index[self.t.companies[company].home.hex]
        for stop, slots in enumerate(board.tokens[hex_]):
            if company in slots:
                return hex_ * STOPS_PER_HEX + stop
        return None

    def joined(self, board: Board, company: int) -> bool:
        """True if a route leads from home to the goal, over the places on the way."""
        goal, start = self.t.companies[company].goal, self.home_stop(board, company)
        if goal is None or start is None:
            return False
        index, faces = self.t.hexmap.index, self.t.hexmap.faces
        way = [index[name] for name in (*goal.via, goal.hex)]
        if any(not faces[board.faces[hex_]].stops for hex_ in way):
            return False
        *via, end = way
        points = [hex_ * STOPS_PER_HEX for hex_ in via]
        ends = [stop for stop in range(len(board.tokens[end])) if self.counts(board, company, end, stop)]
        return any(leads(self.t.hexmap, board, company, start, [*points, end * STOPS_PER_HEX + stop]) for stop in ends)

    def counts(self, board: Board, company: int, hex_: int, stop: int) -> bool:
        """True if a stop is the goal: a red area, or a city, with the company's marker where that is needed."""
        return not self.by_marker(company) or company in board.tokens[hex_][stop]

    def reached(self, s: State18TE, company: int) -> bool:
        """True if a company with a destination is joined with its goal and has not been paid for it (7.4.7)."""
        entry = self.t.companies[company]
        if s.bonus[company] or entry.goal is None or entry.destination is None:
            return False
        missing = self.by_marker(company) and not in_destination(self.t, s.board, company)
        return not missing and self.joined(s.board, company)


def in_destination(t: Table, board: Board, company: int) -> bool:
    """True if the destination marker lies."""
    entry = t.companies[company]
    if entry.destination is None:
        return False
    hex_ = t.hexmap.index[entry.destination.hex]
    place = slot_of(t, board, hex_, f"dest {entry.id}")
    return place is not None and board.tokens[hex_][place[0]][place[1]] == company


class Token18TE(TokenPart[State18TE]):
    """One marker a turn: the destination marker into its slot, another into any open slot on a route."""

    kinds = ("", DESTINATION)

    def __init__(self, rules: FamilyRules[State18TE], goals: Goals) -> None:
        """Looks at goals after markers."""
        super().__init__(rules)
        self.goals = goals

    def takes(self, frame: OperatingTurn, action: Action) -> bool:
        """Any marker."""
        return isinstance(action, PlaceToken)

    # -- what is legal

    def price(self, s: State18TE, company: int, power: str = "") -> int | None:
        """What the next marker of that kind costs; None if none is left."""
        entry = self.t.companies[company]
        special = entry.destination.marker if entry.destination else 0
        there = in_destination(self.t, s.board, company)
        if power == DESTINATION:
            return entry.tokens[special] if special and not there else None
        plain = [price for number, price in enumerate(entry.tokens) if number not in (0, special)]
        placed = s.companies[company].tokens - int(s.board.settled[company]) - int(there)
        return plain[placed] if placed < len(plain) else None

    def place_checks(self) -> Checks[Placing[State18TE]]:
        """7.4.1 to 7.4.5"""
        t, names = self.t, self.t.hexmap.names
        checks = super().place_checks().but("unfixed")
        checks["twice"] = checks["twice"]._replace(
            refusal=lambda c: t.no("token.twice", "the company has a token in {hex} already", hex=names[c.hex])
        )
        checks["kept"] = Check(lambda c: self.slot(c) is not None, self.why_kept)
        destination = Check[Placing[State18TE]](
            lambda c: c.power != DESTINATION or self.slot(c) is not None,
            lambda c: t.no(
                "token.destination", "{hex} has no destination slot of {company}",
                hex=names[c.hex], company=t.companies[c.company].id,
            ),
        )  # fmt: skip
        power = Check[Placing[State18TE]](
            lambda c: c.power in ("", DESTINATION),
            lambda c: t.no("unknown", "there is no token {power}", power=c.power[:20]),
            LISTED,
        )
        checks.insert("one", "power", power)
        checks.insert("free", "destination", destination)
        return checks

    def slot(self, c: Placing[State18TE]) -> int | None:
        """The slot a marker would take."""
        if c.power == DESTINATION:
            place = slot_of(self.t, c.s.board, c.hex, f"dest {self.t.companies[c.company].id}")
            if place is None or place[0] != c.stop or c.cities[c.stop][place[1]] != FREE:
                return None
            return place[1]
        slots = open_slots(self.t, c.s, c.hex, c.stop)
        return slots[0] if slots else None

    def why_kept(self, c: Placing[State18TE]) -> Illegal:
        """The refusal of a marker on a slot that is kept."""
        t, name = self.t, self.t.hexmap.names[c.hex]
        names = kept_for(t, c.s.board, c.hex, c.stop)
        entries = [entry for entry, token in zip(names, c.cities[c.stop], strict=True) if token == FREE]
        if f"dest {t.companies[c.company].id}" in entries:
            return t.no("token.destination", "only the destination token goes into the slot in {hex}", hex=name)
        if any(entry.startswith("dest") for entry in entries):
            return t.no("token.reserved", "the free slot in {hex} is kept for a destination token", hex=name)
        return t.no("token.kept", "the free slot in {hex} is kept for a home token", hex=name)

    # -- the part

    def waits(self, m: Move18TE, frame: OperatingTurn) -> bool:
        """15.5; the bonus of 7.4.7 is looked at after the track step, which ends here, and after the marker."""
        if self.goals.reached(m.s, frame.company):
            pay_bonus(m, frame.company, "goal.bonus")
        return super().waits(m, frame)

    def place(self, m: Move18TE, frame: OperatingTurn, action: PlaceToken) -> None:
        """Place it."""
        t, company = self.t, frame.company
        hex_ = t.hex(action.hex)
        slot = self.slot(Placing(m.s, frame, frame.company, hex_, action.stop, action.power))
        assert slot is not None
        price = self.price(m.s, company, action.power) or 0
        m.top(token_placed=True)
        m.pay(company_owner(company), BANK, price, "token.cash", "token in {hex}", hex=action.hex)
        put_marker(m, company, hex_, action.stop, slot, "token")
        if action.power == DESTINATION and t.companies[company].goal is None:
            pay_bonus(m, company, "token.bonus")
