"""The one validator of routes, whoever made them: walks a path once and says what it pays or which rule it breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from stellwerk.core import Illegal, Line, Message, Plural
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.board import Board, closed
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, HexMap
from stellwerk.eighteen.table import Table
from stellwerk.eighteen.tiles import EDGES

UNLIMITED_STOPS = 999


class TrainReach(Struct, frozen=True):
    """How far a train goes: stops in all, and how many of them may be cities and off-board areas, or towns.

    With `pays` it is paid for so many of them at most, with `ends_count` the ends of its route among them.
    """

    stops: int = UNLIMITED_STOPS
    cities: int = UNLIMITED_STOPS
    towns: int = UNLIMITED_STOPS
    pays: int = 0
    ends_count: bool = True


class Walk(Struct, frozen=True, gc=False):
    """A route on the board: stop numbers in order and the sides it crosses.

    `paid` are the stops that count, `marks[n]` is how many sides are crossed before stop n, `bonus` what is claimed.
    """

    train: str
    stops: tuple[int, ...]
    sides: tuple[int, ...]
    paid: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    bonus: str = ""


class RouteCheck:
    """Checks routes of one company on one board."""

    express_cite = "route.length"  # what a wrong choice of counted stops breaks
    every_cite = "unknown"  # what a choice breaks of a train that counts every stop

    def __init__(self, table: Table, board: Board, company: int, offboard: str) -> None:
        """`offboard` is the column off-board areas pay."""
        self.table, self.board, self.company = table, board, company
        self.hexmap: HexMap = table.hexmap
        self.offboard = offboard
        self._worths = self.hexmap.worths[offboard]

    def walk(self, route: Route) -> Walk:
        """Follow the path over the track: continuous, no stop twice, off-board and closed cities only at the ends."""
        table, hexmap = self.table, self.hexmap
        faces, laid = hexmap.faces, self.board.faces
        stops: list[int] = []
        sides: list[int] = []
        marks: list[int] = []
        at_stop, here = False, -1  # at a stop (its number) or entering a hex (an arc)
        for step, item in enumerate(route.path):
            hex_, number, is_stop = self.parse(item)
            face = faces[laid[hex_]]
            if is_stop:
                if not 0 <= number < len(face.stops):
                    raise table.no("route.path", "there is no stop {stop}", stop=item)
                arrived = step == 0 or (not at_stop and here // EDGES == hex_ and face.stop_at[here % EDGES] == number)
                if not arrived:
                    raise table.no("route.path", "no track leads to {stop} there", stop=item)
                self.visit(hex_, number, item, stops, last=step == len(route.path) - 1)
                marks.append(len(sides))
                at_stop, here = True, hex_ * STOPS_PER_HEX + number
                continue
            across = hexmap.entry[EDGES * hex_ + number]
            if step == 0 or across < 0:
                raise table.no("route.path", "a route cannot cross {side} there", side=item)
            if at_stop:
                leaves = here // STOPS_PER_HEX == hex_ and number in face.stops[here % STOPS_PER_HEX].exits
            else:
                leaves = here // EDGES == hex_ and number in face.through[here % EDGES]
            if not leaves:
                raise table.no("route.path", "no track leads over {side} there", side=item)
            side = hexmap.side[across]
            if side in sides:
                raise table.no("route.track", "{train} uses the track at {side} twice", train=route.train, side=item)
            sides.append(side)
            at_stop, here = False, across
        if not at_stop:
            raise table.no("route.path", "the route of {train} does not end at a stop", train=route.train)
        if len(stops) < 2:
            raise table.no("route.two_stops", "the route of {train} has fewer than two stops", train=route.train)
        return Walk(route.train, tuple(stops), tuple(sides), tuple(stops), tuple(marks), route.bonus)

    def parse(self, item: str) -> tuple[int, int, bool]:
        """`E19.0` or `D14:4` as (hex, number, is a stop)."""
        found = self.hexmap.path_items.get(item)
        if found is None:
            raise self.table.no("route.path", "{item} names no stop and no side", item=item[:40])
        return found

    def visit(self, hex_: int, number: int, item: str, stops: list[int], *, last: bool) -> None:
        """Add a stop to the route, or refuse it."""
        table = self.table
        code = hex_ * STOPS_PER_HEX + number
        if code in stops:
            raise table.no("route.stop_twice", "{stop} is visited twice", stop=item)
        groups = self.table.groups
        group = groups[hex_]
        if group and any(groups[other // STOPS_PER_HEX] == group for other in stops):
            raise self.twice(hex_, group, item)
        if stops and not last:
            stop = self.hexmap.faces[self.board.faces[hex_]].stops[number]
            if stop.kind == "offboard":
                raise table.no("route.offboard", "{stop} can only be an end of a route", stop=item)
            if closed(self.board, hex_, number, self.company):
                raise table.no("route.closed", "{stop} is full of other companies' tokens", stop=item)
        stops.append(code)

    def twice(self, hex_: int, group: str, item: str) -> Illegal:
        """Why a route cannot go to a second place of a group."""
        table = self.table
        if self.hexmap.names[hex_] in table.kit.apart:
            return table.no("route.apart", "{stop} lies too near to the other end of the route", stop=item)
        return table.no("route.stop_twice", "{group} is one location and is visited twice", group=group)

    def run(self, routes: Sequence[Route], reach: Mapping[str, TrainReach]) -> list[Walk]:
        """All routes of a turn; `reach` says how far each train may go."""
        table = self.table
        walks: list[Walk] = []
        trains: set[str] = set()
        used: set[int] = set()
        for route in routes:
            if route.train not in reach:
                raise table.no("route.train", "the company does not own the train {train}", train=route.train[:20])
            if route.train in trains:
                raise table.no("route.train", "the train {train} runs twice", train=route.train)
            trains.add(route.train)
            walk = self.walk(route)
            self.check_length(walk, reach[route.train])
            walk = self.counted(walk, route, reach[route.train])
            tokens = self.board.tokens
            if not any(self.company in tokens[stop // STOPS_PER_HEX][stop % STOPS_PER_HEX] for stop in walk.stops):
                raise table.no("route.token", "no token of the company is on the route of {train}", train=route.train)
            for side in walk.sides:
                if side in used:
                    raise table.no("route.shared", "{train} uses track another train uses", train=route.train)
                used.add(side)
            walks.append(walk)
        self.check_bonus(walks)
        return walks

    def check_bonus(self, walks: Sequence[Walk]) -> None:
        """Refuse a bonus that is claimed; titles that have such say which are right."""
        for walk in walks:
            if walk.bonus:
                raise self.table.no("unknown", "there is no bonus {bonus}", bonus=walk.bonus[:20])

    def counted(self, walk: Walk, route: Route, reach: TrainReach) -> Walk:
        """The walk with the stops its train is paid for: those that are stated, or the dearest (1862 10.4)."""
        table = self.table
        if not reach.pays:
            if route.counts:
                raise table.no(self.every_cite, "{train} counts every stop of its route", train=route.train)
            return walk
        if not route.counts:
            must = self.must_count(walk, reach)
            others = sorted((stop for stop in walk.stops if stop not in must), key=lambda stop: -self.worth(stop))
            chosen = {*must, *others[: max(0, reach.pays - len(must))]}
        else:
            chosen = set(self.stated(walk, route))
            if not 2 <= len(chosen) <= reach.pays:
                raise table.no(
                    self.express_cite, "{train} counts 2 to {most} stops", train=route.train, most=reach.pays
                )
            if not self.ends(walk, reach) <= chosen:
                raise table.no(self.express_cite, "{train} counts both ends of its route", train=route.train)
        return structs.replace(walk, paid=tuple(stop for stop in walk.stops if stop in chosen))

    def ends(self, walk: Walk, reach: TrainReach) -> set[int]:
        """The ends of the route, where such a train has to count them."""
        return {walk.stops[0], walk.stops[-1]} if reach.ends_count else set()

    def must_count(self, walk: Walk, reach: TrainReach) -> set[int]:
        """The stops that count before dearer ones if the route does not say which count."""
        return self.ends(walk, reach)

    def stated(self, walk: Walk, route: Route) -> list[int]:
        """The stops a route says it counts."""
        found: list[int] = []
        for item in route.counts:
            hex_, number, is_stop = self.parse(item)
            code = hex_ * STOPS_PER_HEX + number
            if not is_stop or code not in walk.stops:
                raise self.table.no(
                    self.express_cite, "{stop} is not on the route of {train}", stop=item, train=walk.train
                )
            if code in found:
                raise self.table.no(self.express_cite, "{stop} is counted twice", stop=item)
            found.append(code)
        return found

    def check_length(self, walk: Walk, reach: TrainReach) -> None:
        """Refuse a route that is too long for its train."""
        towns = sum(self.is_town(stop) for stop in walk.stops)
        cities = len(walk.stops) - towns
        if len(walk.stops) > reach.stops:
            raise self.table.no(
                "route.length",
                Plural(
                    "{train} visits {stops:n} stop; it may visit {most}",
                    "{train} visits {stops:n} stops; it may visit {most}",
                ),
                train=walk.train,
                stops=len(walk.stops),
                most=reach.stops,
            )
        if cities > reach.cities or towns > reach.towns:
            raise self.table.no(
                "route.length",
                "{train} visits {cities} cities and {towns} towns, more than it may",
                train=walk.train,
                cities=cities,
                towns=towns,
            )

    def is_town(self, stop: int) -> bool:
        """True if a stop is a town."""
        return self.kind(stop) == "town"

    def kind(self, stop: int) -> str:
        """What a stop is: `city`, `town` or `offboard`."""
        hex_, number = divmod(stop, STOPS_PER_HEX)
        return self.hexmap.faces[self.board.faces[hex_]].stops[number].kind

    def worth(self, stop: int) -> int:
        """What a stop pays now."""
        hex_, number = divmod(stop, STOPS_PER_HEX)
        return self._worths[self.board.faces[hex_]][number]

    def value(self, walks: Sequence[Walk]) -> int:
        """What the routes earn."""
        return sum(self.worth(stop) for walk in walks for stop in walk.paid)

    def lines(self, walks: Sequence[Walk]) -> list[Line]:
        """The receipt lines of a run: every stop of every train."""
        rule = self.table.cite("route.revenue")
        return [
            Line(self.stop_message(walk.train, stop), self.worth(stop), rule) for walk in walks for stop in walk.paid
        ]

    def stop_message(self, train: str, stop: int) -> Message:
        """The line of a receipt for a stop of a train."""
        return Message("{train}: {stop}", {"train": train, "stop": self.stop_name(stop)})

    def more_than_printed(self, train: str, stop: int) -> Message:
        """The line for what a stop pays on top."""
        return Message("{train}: {stop}, more than printed", {"train": train, "stop": self.stop_name(stop)})

    def stop_name(self, stop: int) -> str:
        """`E19 Albany`."""
        hex_ = stop // STOPS_PER_HEX
        name = self.hexmap.hexes[hex_].name
        return f"{self.hexmap.names[hex_]} {name}".strip()
