"""A bound from the stops alone: often enough to see that a run is the best without a search."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.routes import RouteCheck, TrainReach

_ENDS = 2  # a route has at most two off-board areas, its ends


def roof(check: RouteCheck, trains: Sequence[TrainReach]) -> int:
    """No run earns more: every train on its own visits a city with a token and the dearest stops the company reaches.

    As few rules are kept as can be counted: how far the train goes, two off-board areas, one stop of a location.
    """
    reach = check.table.networks.reach(check.board, check.company)
    own = {hex_ * STOPS_PER_HEX + stop for hex_, stop in reach.tokens}
    if not own:
        return 0
    worth = check.worth
    most, low = max((worth(stop), -stop) for stop in own)
    others = sorted([(worth(stop), stop) for stop in reach.stops.union(own) if stop != -low], reverse=True)
    return sum([most + _dearest(check, train, others) for train in trains])


def _dearest(check: RouteCheck, train: TrainReach, others: Sequence[tuple[int, int]]) -> int:
    """What a train earns at most besides one city with a token; `others` are worths and stops, the dearest first."""
    total, stops, cities, towns, ends = 0, train.stops - 1, train.cities - 1, train.towns, _ENDS
    locations: set[str] = set()
    for worth, stop in others:
        if not stops:
            break
        kind, location = check.kind(stop), check.table.groups[stop // STOPS_PER_HEX]
        if location in locations or not (towns if kind == "town" else cities) or (kind == "offboard" and not ends):
            continue
        if location:
            locations.add(location)
        total += worth
        stops -= 1
        towns -= kind == "town"
        cities -= kind != "town"
        ends -= kind == "offboard"
    return total
