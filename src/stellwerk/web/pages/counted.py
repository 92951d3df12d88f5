"""Which stops of an own run count, for trains that are paid for some of their stops only (1862 10.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, structs

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck, TrainReach, Walk
from stellwerk.eighteen.running import kind_of, reach_of
from stellwerk.eighteen.table import Table
from stellwerk.web.pages.run_view import StopView


class CountedStop(Struct, frozen=True):
    """A stop of the route; `then` are the stops that count after a click on it, empty if a click changes nothing."""

    name: str
    value: int
    counted: bool
    then: str


class Counting(Struct, frozen=True):
    """A train with the stops it counts; `stated` if the reader chose them, otherwise they are the dearest."""

    train: str
    kind: str
    most: int
    stops: tuple[CountedStop, ...]
    stated: bool

    @property
    def count(self) -> int:
        """How many stops count."""
        return sum(stop.counted for stop in self.stops)


def with_counts(
    t: Table, check: RouteCheck, routes: Iterable[Route], wishes: Mapping[str, Sequence[str]]
) -> list[Route]:
    """The routes with the stops the reader wants to count, as far as they lie on them still, and the ends."""
    found = []
    for route in routes:
        reach, wish = reach_of(t, kind_of(route.train)), wishes.get(route.train, ())
        if reach.pays and wish:
            walk = check.walk(route)
            ends = check.ends(walk, reach)
            inner = [item for item in _items(route) if item in wish and _code(check, item) not in ends]
            chosen = {_code(check, item) for item in inner[: reach.pays - len(ends)]} | ends
            counts = tuple(item for item in _items(route) if _code(check, item) in chosen)
            found.append(structs.replace(route, counts=counts if len(counts) > 1 else ()))
        else:
            found.append(route)
    return found


def countings(
    t: Table, check: RouteCheck, routes: Sequence[Route], views: Mapping[str, Sequence[StopView]]
) -> list[Counting]:
    """For every train that counts some stops only: which, and what a click on each of them means."""
    found = []
    for route in routes:
        kind = kind_of(route.train)
        reach = reach_of(t, kind)
        walk = _walked(check, route, reach)
        if walk is None or not reach.pays or len(walk.stops) <= 2:
            continue
        stops = []
        for view, item in zip(views[route.train], _items(route), strict=True):
            chosen = set(walk.paid) ^ {view.code}
            then = tuple(each for each in _items(route) if _code(check, each) in chosen)
            legal = len(then) > 1 and _walked(check, structs.replace(route, counts=then), reach) is not None
            assert _code(check, item) == view.code
            stops.append(CountedStop(view.name, view.value, view.code in walk.paid, ",".join(then) if legal else ""))
        found.append(Counting(route.train, kind, reach.pays, tuple(stops), bool(route.counts)))
    return found


def paid_stops(t: Table, check: RouteCheck, routes: Iterable[Route]) -> dict[str, tuple[int, ...]]:
    """The stops that count for each train."""
    walks = {route.train: _walked(check, route, reach_of(t, kind_of(route.train))) for route in routes}
    return {train: walk.paid for train, walk in walks.items() if walk is not None}


def _walked(check: RouteCheck, route: Route, reach: TrainReach) -> Walk | None:
    """The route with what counts; None if it breaks a rule."""
    try:
        return check.counted(check.walk(route), route, reach)
    except Illegal:
        return None


def _items(route: Route) -> list[str]:
    return [item for item in route.path if "." in item]


def _code(check: RouteCheck, item: str) -> int:
    hex_, number, _ = check.parse(item)
    return hex_ * STOPS_PER_HEX + number
