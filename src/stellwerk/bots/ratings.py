"""Ratings of bots from games with any number of players (openskill's Plackett-Luce model)."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import TYPE_CHECKING

from msgspec import Struct

from stellwerk.core import BadInput

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Table = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]  # who sat there, their scores, the seats that won


class Rating(Struct, frozen=True):
    """How strong somebody is thought to be, and how uncertain that is."""

    mean: float
    deviation: float


def _model() -> PlackettLuce:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise BadInput("ratings need the extra `arena` (pip install 'stellwerk[arena]')") from None
    return PlackettLuce()


def ratings(tables: Iterable[Table]) -> dict[str, Rating]:
    """The ratings after the games, which count in the order given.

    Several seats of one kind are rated like strangers of equal strength, and the kind gets their mean: so a kind gains
    nothing by playing against itself.
    """
    model = _model()
    known: dict[str, Rating] = {}
    for bots, scores, winners in tables:
        teams = []
        for bot in bots:
            rating = known.get(bot)
            teams.append([model.rating() if rating is None else model.rating(mu=rating.mean, sigma=rating.deviation)])
        # The winner is who the rules say; behind him the scores count.
        ranks = [(0 if seat in winners else 1, -score) for seat, score in enumerate(scores)]
        order = sorted(set(ranks))
        rated = model.rate(teams, ranks=[float(order.index(rank)) for rank in ranks])
        for bot in dict.fromkeys(bots):
            own = [team[0] for team, name in zip(rated, bots, strict=True) if name == bot]
            known[bot] = Rating(fmean(one.mu for one in own), fmean(one.sigma for one in own))
    return known
