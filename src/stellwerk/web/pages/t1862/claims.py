"""Bonuses of runs (1862 11.3): what the routes of a run may claim, and what a claim brings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.running import kind_of
from stellwerk.titles.t1862.runs import RouteCheck1862, Run1862
from stellwerk.web.pages.at import At

NONE = "-"  # a wish not to claim any bonus


class ClaimView(Struct, frozen=True):
    """A bonus one of the routes may claim; `key` is how a page names it."""

    key: str
    train: str
    kind: str
    target: str
    travelled: int
    amount: int
    chosen: bool = False


def check_of(at: At, board: Board, company: int) -> RouteCheck1862 | None:
    """The validator of 1862 on a board; None in other titles."""
    step = at.rules.steps.get(OperatingTurn)
    part = step.parts.get("run") if isinstance(step, OperatingTurnStep) else None
    if not isinstance(part, Run1862):
        return None
    state = at.s if board is at.s.board else structs.replace(at.s, board=board)
    check = part.check(state, company)
    assert isinstance(check, RouteCheck1862)
    return check


def bonus_of(check: RouteCheck | None, route: Route) -> int:
    """What the bonus a route claims brings; 0 without one."""
    if not route.bonus or not isinstance(check, RouteCheck1862):
        return 0
    claim = check.claim(check.walk(route))
    return claim.amount if claim else 0


def claims(check: RouteCheck1862, routes: Sequence[Route]) -> list[ClaimView]:
    """Every bonus the routes may claim, the highest first; a route that says what counts must count home and target."""
    found = []
    for route in routes:
        try:
            walk = check.walk(route)
        except Illegal:
            continue
        for claim in check.bonuses.claims(walk.stops, walk.marks):
            if route.counts and not {check.bonuses.home, claim.target.stop} <= set(check.stated(walk, route)):
                continue
            key = f"{route.train}~{claim.target.name}"
            view = ClaimView(key, route.train, kind_of(route.train), claim.target.name, claim.travelled, claim.amount)
            found.append(view)
    return sorted(found, key=lambda view: -view.amount)


def with_claim(routes: Sequence[Route], offered: Sequence[ClaimView], wish: str) -> tuple[Route, ...]:
    """The routes with the bonus that is wished for; without a wish the highest."""
    chosen = next((view for view in offered if view.key == wish), None)
    if chosen is None and wish != NONE and offered:
        chosen = offered[0]
    return tuple(
        structs.replace(route, bonus=chosen.target) if chosen and route.train == chosen.train else route
        for route in routes
    )
