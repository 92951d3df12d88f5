"""What a run earns besides the values of its stations: one bonus for a run from home to a target, Salt Lake City."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.core import Line, Plural
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.table import Table

from .figures import figures
from .state import State1862


class BonusTarget(Struct, frozen=True):
    """A station that earns the company a bonus, and the distance it is computed with in this phase."""

    name: str
    stop: int
    distance: int


class Claim(Struct, frozen=True):
    """A bonus one route earns."""

    target: BonusTarget
    travelled: int
    amount: int


class BonusRuns:
    """The bonuses of one company on one board in one phase (11.3)."""

    def __init__(self, t: Table, s: State1862, company: int, board: Board | None = None) -> None:
        """`board` is another one than the state's, for what-ifs."""
        self.t = t
        self.board = s.board if board is None else board
        entry, colour = t.companies[company], t.phases[s.phase].color
        rates = figures(t).bonus_rates
        self.rate, self.per_hex = rates.rate[colour], rates.per_hex
        self.home = self._stop(entry.home.hex, self.board.homes[company])
        self.targets = tuple(
            BonusTarget(target.name, self._stop(target.hex, target.city), bonus.distance[colour])
            for bonus in t.data.bonus
            if bonus.corporation == entry.id
            for target in bonus.targets
        )
        self.home_is_end: bool = t.options["bonus_home_must_be_end"]
        self.whole: bool = t.options["bonus_travelled"] == "whole_route"

    def _stop(self, hex_: str, city: int) -> int:
        """The station of that number; once the stations of the hex are joined, the one there is (11.3c)."""
        number = self.t.hexmap.index[hex_]
        stops = self.t.hexmap.faces[self.board.faces[number]].stops
        return number * STOPS_PER_HEX + min(max(city, 0), len(stops) - 1)

    def starts_at_home(self, stops: Sequence[int]) -> bool:
        """True if a route with these stations may earn a bonus as far as home goes."""
        return self.home in ((stops[0], stops[-1]) if self.home_is_end else stops)

    def travelled(self, stops: Sequence[int], marks: Sequence[int], target: int) -> int:
        """Hex sides crossed between home and the target, or on the whole route."""
        if self.whole:
            return marks[-1] - marks[0]
        return abs(marks[stops.index(target)] - marks[stops.index(self.home)])

    def amount(self, target: BonusTarget, travelled: int) -> int:
        """The formula; 0 or less is no bonus (11.3a, 11.3b)."""
        return self.rate * target.distance - self.per_hex * travelled

    def claims(self, stops: Sequence[int], marks: Sequence[int]) -> list[Claim]:
        """The bonuses a route earns if it counts home and the target."""
        if not self.starts_at_home(stops):
            return []
        found = []
        for target in self.targets:
            if target.stop in stops and target.stop != self.home:
                travelled = self.travelled(stops, marks, target.stop)
                amount = self.amount(target, travelled)
                if amount > 0:
                    found.append(Claim(target, travelled, amount))
        return found

    def lines(self, train: str, claim: Claim) -> tuple[Line, ...]:
        """The bonus on a receipt."""
        rule = self.t.cite("bonus.formula")
        far, way, stop = claim.target.distance, claim.travelled, claim.target.name
        base = self.t.message(
            Plural(
                "{train}: bonus {stop}, {count:n} hex at {rate}", "{train}: bonus {stop}, {count:n} hexes at {rate}"
            ),
            train=train,
            stop=stop,
            count=far,
            rate=self.rate,
        )
        less = self.t.message(
            Plural(
                "{train}: bonus {stop}, {count:n} hex travelled", "{train}: bonus {stop}, {count:n} hexes travelled"
            ),
            train=train,
            stop=stop,
            count=way,
        )
        return Line(base, self.rate * far, rule), Line(less, -self.per_hex * way, rule)


def dearer_stops(t: Table, board: Board, company: int) -> dict[int, int]:
    """Stations that are worth more to the company now, and how much (11.4).

    A company is in operation as long as its own markers lie on the board, so these and the track decide.
    """
    found: dict[int, int] = {}
    name = t.companies[company].id
    for entry in figures(t).stop_bonus:
        if name not in entry.corporations:
            continue
        stop = t.hexmap.index[entry.hex] * STOPS_PER_HEX
        if all(joined(t, board, t.kit.company_index[other], stop) for other in entry.corporations):
            found[stop] = entry.value
    return found


def joined(t: Table, board: Board, company: int, stop: int) -> bool:
    """True if a line leads from a marker of the company to a station, or one lies in it."""
    hex_, number = divmod(stop, STOPS_PER_HEX)
    if company in board.tokens[hex_][number]:
        return True
    return stop in t.networks.reach(board, company).stops
