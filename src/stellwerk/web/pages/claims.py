"""Bonuses that routes may claim, in titles that have such (`TitleUI.claims`)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.running import RunPart
from stellwerk.web.pages.table_page import TablePage

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


def check_of(page: TablePage, board: Board, company: int) -> RouteCheck | None:
    """The validator of a title with claims on a board; None in other titles."""
    if page.ui.claims is None:
        return None
    step = page.rules.steps[OperatingTurn]
    part = step.parts["run"] if isinstance(step, OperatingTurnStep) else None
    assert isinstance(part, RunPart)
    return part.check(page.on(board), company)


def bonus_of(page: TablePage, check: RouteCheck, route: Route) -> int:
    """What the bonus a route claims brings; 0 without one."""
    return page.ui.claims.bonus(check, route) if route.bonus and page.ui.claims else 0


def claims(page: TablePage, check: RouteCheck, routes: Sequence[Route]) -> list[ClaimView]:
    """Every bonus the routes may claim, the highest first."""
    return page.ui.claims.offered(check, routes) if page.ui.claims else []


def with_claim(routes: Sequence[Route], offered: Sequence[ClaimView], wish: str) -> tuple[Route, ...]:
    """The routes with the bonus that is wished for; without a wish the highest."""
    chosen = next((view for view in offered if view.key == wish), None)
    if chosen is None and wish != NONE and offered:
        chosen = offered[0]
    return tuple(
        structs.replace(route, bonus=chosen.target) if chosen and route.train == chosen.train else route
        for route in routes
    )
