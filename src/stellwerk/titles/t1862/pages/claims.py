"""Bonuses of runs (1862 11.3): what the routes of a run may claim, and what a claim brings."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.routes import RouteCheck
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.claims import ClaimView

from ..runs import RouteCheck1862


def bonus_of(check: RouteCheck, route: Route) -> int:
    """What the bonus a route claims brings."""
    assert isinstance(check, RouteCheck1862)
    claim = check.claim(check.walk(route))
    return claim.amount if claim else 0


def claims(check: RouteCheck, routes: Sequence[Route]) -> list[ClaimView]:
    """Every bonus the routes may claim, the highest first; a route that says what counts must count home and target."""
    assert isinstance(check, RouteCheck1862)
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
