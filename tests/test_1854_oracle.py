"""1854: tiles, tunnels and tokens the engine offers are those a second reading of the rules finds, in whole games."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.titles.t1854.tunnels import LayTunnel
from tests.drive_1854 import driven
from tests.oracle_1854 import Oracle
from tests.rules_1854.building import rules_of
from tests.support import rule


@rule("1854 6.15", "1854 6.21", "1854 6.34", "1854 6.41")
@pytest.mark.parametrize(("seed", "players", "merges"), [(3, 3, True), (2, 5, True), (3, 3, False)])
def test_what_is_offered_is_what_the_rules_allow(seed: int, players: int, merges: bool) -> None:
    game = driven(seed, players, merges=merges)
    rules = rules_of(game)
    asked = {"track": 0, "token": 0}
    for ply in range(0, game.ply, 2):
        there = game.at(ply)
        decision = there.decision()
        if decision is None or decision.kind not in asked:
            continue
        s = there.state
        if decision.kind == "track" and rules.track.homes.due(s, rules.t.company(decision.actor)):
            continue
        oracle = Oracle(rules, s, decision.actor)
        actions = [option.action for option in there.options()]
        asked[decision.kind] += 1
        if decision.kind == "token":
            placed = {(action.hex, action.stop) for action in actions if isinstance(action, PlaceToken)}
            assert placed == oracle.places(), ply
            continue
        laid = {(action.hex, action.tile, action.rotation) for action in actions if isinstance(action, LayTile)}
        assert laid == oracle.tiles(), ply
        bored = {(action.hex, action.a, action.b) for action in actions if isinstance(action, LayTunnel)}
        assert bored == oracle.tunnels(), ply
    assert min(asked.values()) > 10
