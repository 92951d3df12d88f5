"""A run as the page shows it: a line for every train with its stops, what they pay, and how sure it is the best."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.core import Receipt
from stellwerk.draw.board import DASHES
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.running import kind_of
from stellwerk.i18n import receipt_in
from stellwerk.routing import Run
from stellwerk.web.pages.at import At
from stellwerk.web.pages.board_art import Layer, Tag, column_of, routes_layer


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


class RunView(Struct, frozen=True):
    """A whole run with its certificate; `gap` is how much more there might be."""

    company: str
    trains: tuple[TrainView, ...]
    total: int
    proven: bool
    gap: int
    receipt: Receipt
    layer: Layer
    action: RunRoutes
    reason: str = ""


def run_view(at: At, run: Run, board: Board | None = None) -> RunView:
    """A run of the router."""
    ground = at.s.board if board is None else board
    company = at.t.company(run.company)
    check = RouteCheck(at.t, ground, company, column_of(at))
    hexmap = at.t.hexmap
    trains = []
    for number, route in enumerate(run.routes):
        stops = []
        for item in route.stops:
            hex_, stop, _ = hexmap.path_items[item]
            stops.append(stop_view(at, check, company, hex_ * STOPS_PER_HEX + stop, paid=item in route.paid))
        trains.append(TrainView(number + 1, number % DASHES + 1, kind_of(route.train), tuple(stops), route.revenue))
    routes = [route.route for route in run.routes]
    return RunView(
        company=run.company,
        trains=tuple(trains),
        total=run.total,
        proven=run.proven,
        gap=run.upper_bound - run.total,
        receipt=receipt_in(run.receipt, at.language),
        layer=layer_of(at, ground, routes, trains),
        action=run.action(),
        reason=run.reason,
    )


def stop_view(at: At, check: RouteCheck, company: int, code: int, *, paid: bool = True) -> StopView:
    """A stop by its number."""
    hex_, stop = divmod(code, STOPS_PER_HEX)
    name = at.t.hexmap.hexes[hex_].name or at.t.hexmap.names[hex_]
    return StopView(code, name, check.worth(code), company in check.board.tokens[hex_][stop], paid)


def layer_of(at: At, board: Board, routes: Sequence[Route], trains: Sequence[TrainView]) -> Layer:
    """The lines on the map with a plate at every stop that pays."""
    tags = [Tag(stop.code, train.line, stop.value) for train in trains for stop in train.stops if stop.paid]
    return routes_layer(at, board, routes, tags)


def declared(at: At, routes: Sequence[Route], company: int) -> tuple[Layer, tuple[TrainView, ...]]:
    """Routes that were declared, on the board as it is: for the steps after the run and for looking back."""
    check = RouteCheck(at.t, at.s.board, company, column_of(at))
    trains = []
    for number, route in enumerate(routes):
        walk = check.walk(route)
        stops = tuple(stop_view(at, check, company, code) for code in walk.stops)
        trains.append(TrainView(number + 1, number % DASHES + 1, kind_of(route.train), stops, check.value([walk])))
    return layer_of(at, at.s.board, routes, trains), tuple(trains)
