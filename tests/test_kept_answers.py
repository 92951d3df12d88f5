"""Answers that are kept for the next question: each is that of the position it is asked about."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.board import places, tokens_of
from stellwerk.eighteen.depot import on_sale
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.formats import load_file
from tests.support import DATA

PARTS = (0.9, 0.3, 0.6, 0.1, 0.9)  # of a game, back and forth


def kept(name: str) -> tuple[FamilyRules, list[Any]]:
    """The rules of a game and some of its states."""
    game: Game[Any] = load_file(DATA / "games" / f"{name}.json.gz").game
    assert isinstance(game.rules, FamilyRules)
    return game.rules, [game.at(int(part * len(game))).state for part in PARTS]


@pytest.mark.parametrize("name", ["1830-6p-seed", "1854-4p"])
def test_tokens_of_the_board_that_is_asked_about(name: str) -> None:
    rules, states = kept(name)
    hexmap = rules.t.hexmap
    for state in states:
        lying = state.board.tokens
        for company in range(len(rules.t.companies)):
            expected = [(n, at) for n in hexmap.cities for at, slots in enumerate(lying[n]) if company in slots]
            assert list(tokens_of(hexmap, state.board, company)) == expected
        assert places(hexmap, state.board) is places(hexmap, state.board)


@pytest.mark.parametrize("name", ["1830-6p-seed", "1862-4p"])
def test_the_list_of_trains_on_sale_is_the_askers_own(name: str) -> None:
    """It follows depot, sales and pool, and what somebody does to his list is not what the next one gets."""
    rules, states = kept(name)
    seen = set()
    for state in states:
        offers = on_sale(rules.t, state)
        seen.add(tuple(offer.train for offer in offers))
        assert all(offer.source != "pool" or offer.train in state.train_pool for offer in offers)
        expected = [*offers]
        offers.clear()
        assert on_sale(rules.t, state) == expected
    assert len(seen) > 2
