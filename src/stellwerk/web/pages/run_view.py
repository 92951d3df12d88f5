"""A run as the page shows it: a line for every train with its stops, what they pay, and how sure it is the best."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.core import WordedReceipt
from stellwerk.draw.board import DASHES
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.running import kind_of, reach_of
from stellwerk.routing import Run
from stellwerk.web.pages.board_art import Layer, Tag, column_of, routes_layer
from stellwerk.web.pages.claims import bonus_of, check_of
from stellwerk.web.pages.table_page import TablePage


class StopView(Struct, frozen=True):
    """A stop of a route: its name, what it pays, whether the company has a token there."""

    code: int
    name: str
    value: int
    own: bool
    paid: bool = True


class TrainView(Struct, frozen=True):
    """A train: which line on the map, its kind, its stops, what it earns."""

    line: int
    dash: int
    kind: str
    stops: tuple[StopView, ...]
    revenue: int
    bonus: str = ""  # the place a bonus is claimed for, in titles that have such
    extra: int = 0  # what it brings, in `revenue`


class RunView(Struct, frozen=True):
    """A whole run with its certificate; `gap` is how much more there might be."""

    company: str
    trains: tuple[TrainView, ...]
    total: int
    proven: bool
    gap: int
    receipt: WordedReceipt
    layer: Layer
    action: RunRoutes
    reason: str = ""


def run_view(page: TablePage, run: Run, board: Board | None = None) -> RunView:
    """A run of the router."""
    ground = page.board if board is None else board
    company = page.t.company(run.company)
    check = check_of(page, ground, company) or RouteCheck(page.t, ground, company, column_of(page))
    hexmap = page.t.hexmap
    trains = []
    for number, route in enumerate(run.routes):
        stops = []
        for item in route.stops:
            hex_, stop, _ = hexmap.path_items[item]
            stops.append(stop_view(page, check, company, hex_ * STOPS_PER_HEX + stop, paid=item in route.paid))
        extra = bonus_of(page, check, route.route)
        line, dash, kind = number + 1, number % DASHES + 1, kind_of(route.train)
        trains.append(TrainView(line, dash, kind, tuple(stops), route.revenue + extra, route.bonus, extra))
    routes = [route.route for route in run.routes]
    return RunView(
        company=run.company,
        trains=tuple(trains),
        total=run.total,
        proven=run.proven,
        gap=run.upper_bound - run.total,
        receipt=page.receipt(run.receipt),
        layer=layer_of(page, ground, routes, trains),
        action=run.action(),
        reason=run.reason,
    )


def stop_view(page: TablePage, check: RouteCheck, company: int, code: int, *, paid: bool = True) -> StopView:
    """A stop by its number."""
    hex_, stop = divmod(code, STOPS_PER_HEX)
    name = page.t.hexmap.hexes[hex_].name or page.t.hexmap.names[hex_]
    return StopView(code, name, check.worth(code), company in check.board.tokens[hex_][stop], paid)


def layer_of(page: TablePage, board: Board, routes: Sequence[Route], trains: Sequence[TrainView]) -> Layer:
    """The lines on the map with a plate at every stop that pays, and one for the bonus at its target."""
    tags = [Tag(stop.code, train.line, stop.value) for train in trains for stop in train.stops if stop.paid]
    for train in trains:
        target = next((stop for stop in train.stops if train.extra and is_target(page, train.bonus, stop.code)), None)
        if target is not None:
            tags.append(Tag(target.code, train.line, train.extra, bonus=True))
    return routes_layer(page, board, routes, tags)


def is_target(page: TablePage, name: str, stop: int) -> bool:
    """True if a stop lies in the hex of the target of that name."""
    hex_ = page.t.hexmap.names[stop // STOPS_PER_HEX]
    return any(target.name == name and target.hex == hex_ for bonus in page.t.data.bonus for target in bonus.targets)


def declared(page: TablePage, routes: Sequence[Route], company: int) -> tuple[Layer, tuple[TrainView, ...]]:
    """Routes that were declared, on the board as it is: for the steps after the run and for looking back."""
    check = check_of(page, page.board, company) or RouteCheck(page.t, page.board, company, column_of(page))
    trains = []
    for number, route in enumerate(routes):
        kind = kind_of(route.train)
        walk = check.counted(check.walk(route), route, reach_of(page.t, kind))
        stops = tuple(stop_view(page, check, company, code, paid=code in walk.paid) for code in walk.stops)
        line, dash = number + 1, number % DASHES + 1
        trains.append(
            TrainView(line, dash, kind, stops, check.value([walk]), route.bonus, bonus_of(page, check, route))
        )
    return layer_of(page, page.board, routes, trains), tuple(trains)
