"""Drawings of a game as it stands: board, market, runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.core import BadInput, Game
from stellwerk.draw.board import DrawnRoute
from stellwerk.draw.history import family
from stellwerk.draw.map import map_svg
from stellwerk.draw.market import CellMark, market_svg
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.running import kind_of, reach_of
from stellwerk.eighteen.state import State
from stellwerk.eighteen.views import round_name
from stellwerk.routing import Run, best_run
from stellwerk.routing.questions import operating_company
from stellwerk.routing.run import company_number
from stellwerk.titles import wing


def board_svg(game: Game[Any], *, theme: str | None = "light", role: str = "img") -> str:
    """The map of a position; titles without hexes draw their own (`board_svg` in their `drawing`)."""
    own, rules = wing(game.rules.title, "drawing"), game.rules
    if own is not None:
        return str(own.board_svg(game, theme=theme, role=role))
    if not isinstance(rules, FamilyRules):
        raise BadInput(f"{rules.title} has no drawing of this kind")
    t, s = rules.t, _state(game)
    column = t.phases[s.phase].offboard
    label = f"{t.data.title.name}, {round_name(s)}, phase {t.phases[s.phase].id}: map"
    return map_svg(t.hexmap, s.board, column, theme=theme, label=label, role=role)


def game_market_svg(
    game: Game[Any],
    *,
    theme: str | None = "light",
    marks: Sequence[CellMark] = (),
    legend: bool = True,
    around: Sequence[int] = (),
    label: str = "",
) -> str:
    """The stock market of a position; `marks` show what is possible, with `around` only a part is drawn.

    A page in another language brings its own `label`.
    """
    t, s = family(game).t, _state(game)
    stacks: dict[int, list[int]] = {}
    for number in sorted(range(len(s.companies)), key=lambda index: s.companies[index].stamp):
        if s.companies[number].cell >= 0:
            stacks.setdefault(s.companies[number].cell, []).append(number)
    label = label or f"{t.data.title.name}, {round_name(s)}: stock market"
    return market_svg(
        t.market,
        t.data.market,
        t.companies,
        stacks,
        money=t.data.title.currency,
        theme=theme,
        label=label,
        marks=marks,
        legend=legend,
        around=around,
    )


def run_svg(game: Game[Any], run: Run | Sequence[Route], company: str = "", *, theme: str | None = "light") -> str:
    """The map with a run on it: every train its own colour and dash, what it earns above the map."""
    rules = family(game)
    t, s = rules.t, _state(game)
    column = t.phases[s.phase].offboard
    if isinstance(run, Run):
        company = run.company
        routes: Sequence[Route] = [route.route for route in run.routes]
        worth = [route.revenue for route in run.routes]
    else:
        routes = run
        check = rules.route_check(s, company_number(rules, company))
        reach = {route.train: reach_of(t, kind_of(route.train)) for route in routes}
        worth = [check.value([check.counted(check.walk(route), route, reach[route.train])]) for route in routes]
    ways = [
        DrawnRoute(route.path, f"{kind_of(route.train)}-train {t.money(value)}")
        for route, value in zip(routes, worth, strict=True)
    ]
    label = f"{t.data.title.name}, {round_name(s)}: run of {company}, {t.money(sum(worth))}"
    return map_svg(
        t.hexmap,
        s.board,
        column,
        ways=ways,
        theme=theme,
        label=label,
        caption=f"{company} {t.money(sum(worth))}",
    )


def best_run_svg(game: Game[Any], company: str | None = None, *, theme: str | None = "light") -> str:
    """The map with the best run of a company (without a name: the one operating)."""
    rules = family(game)
    number = operating_company(_state(game)) if company is None else company_number(rules, company)
    if number is None:
        raise BadInput("no company is operating in this position: name one with --company")
    run = best_run(rules, _state(game), number)
    if not run.routes:
        raise BadInput(f"{run.company} has no run here ({run.reason or 'nothing to earn'})")
    return run_svg(game, run, theme=theme)


def _state(game: Game[Any]) -> State:
    state: State = game.state
    return state
