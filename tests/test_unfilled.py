"""Options whose free content is left to whoever fills it in: the same options, without a search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from stellwerk.core import Game, Option
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.formats import load_file

GAMES = Path(__file__).parent / "data" / "games"
PART = 12  # every so many positions are looked at


def emptied(options: list[Option]) -> list[Option]:
    """The options with runs without routes."""
    return [
        structs.replace(option, action=RunRoutes(())) if isinstance(option.action, RunRoutes) else option
        for option in options
    ]


@pytest.mark.parametrize("name", ["1862-4p", "18te-3p", "union-pacific-4p"])
def test_what_is_left_open_is_all_that_differs(name: str) -> None:
    """In every position of a game: no option more or less, and the same ones from seats that are not asked."""
    game: Game[Any] = load_file(GAMES / f"{name}.json.gz").game
    for ply in range(0, len(game), PART):
        position = game.at(ply)
        options = position.options()
        assert emptied(position.unfilled()) == emptied(options)
        others = position.rules.interjections(position.state)
        assert others == [option for option in options if option.seat is not None]


def test_a_free_run_is_not_looked_for() -> None:
    """Where a president may run as he likes, the routes are left to him."""
    game: Game[Any] = load_file(GAMES / "1862-4p.json.gz").game
    asked = [game.at(ply) for ply in range(len(game)) if isinstance(game.plies[ply].action, RunRoutes)]
    assert asked
    for position in asked[:: len(asked) // 3]:
        assert [option.action for option in position.unfilled() if option.free == "routes"] == [RunRoutes(())]


def test_the_question_is_kept_only_for_positions_that_stay() -> None:
    """A draft changes, so what is asked in it is looked up each time."""
    game: Game[Any] = load_file(GAMES / "1862-4p.json.gz").game
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    first, second = game.at(300).state, game.at(301).state
    draft = rules.twin.draft(first)
    assert rules.decision(draft) == rules.decision(first)
    draft.frames = second.frames
    draft.companies, draft.players = second.companies, second.players
    assert rules.decision(draft) == rules.decision(second)
    draft.ended = "bank"
    assert rules.decision(draft) is None
