"""Routes as 1854 has them: the validator, with the Orient Express, customs, and Graz."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Line, Message
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck, TrainReach, Walk
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.table import Table
from stellwerk.eighteen.tiles import EDGES


class Route1854(RouteCheck):
    """Checks the routes of one company."""

    express_cite, every_cite = "route.counted", "route.every"

    def __init__(
        self,
        table: Table,
        board: Board,
        company: int,
        offboard: str,
        graz: tuple[int, int],
        customs: dict[int, tuple[str, int]],
    ) -> None:
        """`graz` is the hex, and what a route over it earns more for this company now (2.6)."""
        super().__init__(table, board, company, offboard)
        self.bonus_hex, self.graz = graz
        self.customs = customs
        self._kind = ""

    # -- the way

    def walk(self, route: Route) -> Walk:
        """Follow the path; what only the Orient Express may do depends on the train (6.56)."""
        self._kind = kind_of(route.train)
        walk = super().walk(route)
        self.check_passed(route)
        return walk

    def visit(self, hex_: int, number: int, item: str, stops: list[int], *, last: bool) -> None:
        """Add a stop: Paris and Konstantinopel for the Orient Express only, which alone passes off-board areas."""
        entry = self.hexmap.hexes[hex_]
        if entry.only_trains and self._kind not in entry.only_trains:
            raise self.table.no("route.orient", "{stop} is for the Orient Express only", stop=item)
        passing = bool(stops) and not last and self._kind in entry.through_for
        super().visit(hex_, number, item, stops, last=last or passing)

    def check_passed(self, route: Route) -> None:
        """Zürich and Budapest are passed only on the way to Paris and Konstantinopel (6.56)."""
        path = route.path
        for at in range(1, len(path) - 1):
            hex_, _, is_stop = self.parse(path[at])
            pairs = self.hexmap.hexes[hex_].through
            if not is_stop or not pairs:
                continue
            before, out = self.parse(path[at - 1]), self.parse(path[at + 1])
            into = self.hexmap.entry[before[0] * EDGES + before[1]] % EDGES
            if (into, out[1]) not in pairs and (out[1], into) not in pairs:
                raise self.table.no(
                    "route.through", "{stop} is passed only on the way to Paris or Konstantinopel", stop=path[at]
                )

    # -- what it pays

    def counted(self, walk: Walk, route: Route, reach: TrainReach) -> Walk:
        """The stops that are counted: all, or those an Orient Express states, one of them with an own token (6.56)."""
        walk = super().counted(walk, route, reach)
        if not any(self.has_own(stop) for stop in walk.paid) and any(self.has_own(stop) for stop in walk.stops):
            raise self.table.no(
                self.express_cite, "{train} counts no stop with a token of the company", train=route.train
            )
        return walk

    def must_count(self, walk: Walk, reach: TrainReach) -> set[int]:
        """Of the stops with an own token the dearest, if the route does not say which stops count (6.56)."""
        mine = [stop for stop in walk.stops if self.has_own(stop)]
        return {max(mine, key=self.worth)} if mine else set()

    def has_own(self, stop: int) -> bool:
        """True if the company has a token in the stop."""
        hex_, number = divmod(stop, STOPS_PER_HEX)
        return self.company in self.board.tokens[hex_][number]

    def extras(self, walk: Walk) -> list[Line]:
        """What a route earns or pays besides its stops: Graz (2.6) and customs (6.59)."""
        found = []
        graz = [stop for stop in walk.stops if stop // STOPS_PER_HEX == self.bonus_hex] if self.graz else []
        if graz:
            text = Message(
                "{train}: {stop}, {private}",
                {"train": walk.train, "stop": self.stop_name(graz[0]), "private": "Graz-Köflacher Bahn"},
            )
            found.append(Line(text, self.graz, self.table.cite("route.graz")))
        for side, (name, amount) in self.customs.items():
            if side in walk.sides:
                found.append(Line(customs(walk.train, name), -amount, self.table.cite("route.customs")))
        return found

    def value(self, walks: Sequence[Walk]) -> int:
        """What the routes earn."""
        return super().value(walks) + sum(line.amount for walk in walks for line in self.extras(walk))

    def lines(self, walks: Sequence[Walk]) -> list[Line]:
        """The receipt: every counted stop of every train, then what comes on top."""
        rule = self.table.cite("route.revenue")
        lines: list[Line] = []
        for walk in walks:
            lines += [Line(self.stop_message(walk.train, stop), self.worth(stop), rule) for stop in walk.paid]
            lines += self.extras(walk)
        return lines


def customs(train: str, name: str) -> Message:
    """The line of a receipt for the dues of a route."""
    return Message("{train}: customs in {name}", {"train": train, "name": name})


def customs_sides(table: Table) -> dict[int, tuple[str, int]]:
    """The sides by which customs track is entered, with the name of the hex and what is due.

    Nothing else of the hex touches that side, so a route crosses it exactly if it uses the track.
    """
    hexmap = table.hexmap
    return {
        hexmap.side[EDGES * number + entry.customs.track[0]]: (hexmap.names[number], entry.customs.amount)
        for number, entry in enumerate(hexmap.hexes)
        if entry.customs is not None
    }
