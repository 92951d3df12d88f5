"""The router equals brute force on small boards and nets, and its answers are legal, whichever twin finds them."""

from __future__ import annotations

from collections import Counter

import pytest

from stellwerk.routing.kernel import library
from tests import routing_brute, routing_brute_1854, routing_nets
from tests.support import new, rules_of

needs_kernel = pytest.mark.skipif(library() is None, reason="LEFT OUT: no compiled kernel beside the package")


@pytest.mark.parametrize("first", range(0, 2400, 300))
def test_equal_to_brute_force_on_random_boards(first: int) -> None:
    game = new()
    rules = rules_of(game)
    kinds = Counter(
        routing_brute.compare(rules, game.state, seed, kernel=None if seed % 2 else False)
        for seed in range(first, first + 300)
    )
    assert min(kinds[kind] for kind in ("plain", "hook", "runs")) > 30, kinds


@pytest.mark.parametrize("first", range(0, 600, 150))
def test_equal_to_brute_force_on_random_nets(first: int) -> None:
    outcomes = [routing_nets.compare(seed, kernel=None if seed % 2 else False) for seed in range(first, first + 150)]
    compared = [outcome for outcome in outcomes if outcome]
    assert len(compared) > 75
    assert all(outcome.proven for outcome in compared)
    assert sum(outcome.runs[0][0] > 0 for outcome in compared) > 60


def test_a_small_budget_gives_a_valid_bound() -> None:
    outcomes = [routing_nets.compare(seed, False, budget=40) for seed in range(200)]
    unproven = [outcome for outcome in outcomes if outcome and not outcome.proven]
    assert len(unproven) > 30
    assert all(outcome.upper > outcome.runs[0][0] for outcome in unproven)


@needs_kernel
@pytest.mark.parametrize("budget", [40, 1500, 1_000_000])
def test_both_twins_give_the_same_answer_with_the_same_nodes(budget: int) -> None:
    for seed in range(1000, 1060):
        assert routing_nets.compare(seed, None, budget) == routing_nets.compare(seed, False, budget), seed


@pytest.mark.parametrize("first", range(0, 1600, 400))
def test_equal_to_brute_force_on_random_boards_of_1854(first: int) -> None:
    """Tunnels, customs, Graz, Vienna, plus trains and the Orient Express."""
    rules = routing_brute_1854.new_rules()
    kinds = Counter(
        routing_brute_1854.compare(rules, seed, kernel=None if seed % 2 else False)
        for seed in range(first, first + 400)
    )
    assert kinds["large"] < 10
    assert min(kinds[kind] for kind in ("plain", "local", "tunnel", "Paris", "customs", "more than printed")) > 1, kinds
