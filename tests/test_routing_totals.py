"""What the best run earns, without the run: the same figure, and no search for a net that has been searched."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.formats import load_file
from stellwerk.routing import best_run, best_total, parse_trains
from stellwerk.routing.run import forget
from stellwerk.routing.solve import solve
from tests.support import DATA

BUDGET = 1500
LATE = 0.8  # part of a game at which there is track to run on


def late(name: str) -> tuple[FamilyRules, Any]:
    """The rules and a position with track."""
    game: Game[Any] = load_file(DATA / "games" / f"{name}.json.gz").game
    assert isinstance(game.rules, FamilyRules)
    return game.rules, game.at(int(LATE * len(game))).state


@pytest.mark.parametrize("name", ["1830-6p-seed", "1854-4p", "1862-4p", "18te-3p"])
def test_it_is_what_the_best_run_earns(name: str) -> None:
    """With the company's own trains and with others; bonuses and customs included."""
    rules, state = late(name)
    for company in range(len(rules.t.companies)):
        for trains in (None, parse_trains("3,2", rules.t)):
            expected = best_run(rules, state, company, trains, BUDGET).total
            assert best_total(rules, state, company, trains, BUDGET) == expected
            assert best_total(rules, state, company, trains, BUDGET) == expected


def test_track_that_leads_to_no_stop_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that differ in such track have the same net; a dearer stop has not."""
    rules, state = late("1830-6p-seed")
    hexmap, asked = rules.t.hexmap, 0

    def counted(*arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        return solve(*arguments)

    monkeypatch.setattr("stellwerk.routing.run.solve", counted)
    forget()
    trains = parse_trains("3", rules.t)
    company = next(number for number, entry in enumerate(state.companies) if entry.tokens)
    reach = rules.t.networks.reach(state.board, company).edges
    lays = 0
    for hex_, edges in reach.items():
        for lay in hexmap.lays(hex_, state.board.faces[hex_]):
            if lay.exits & edges:
                board = boards.lay(hexmap, state.board, hex_, lay)
                total = best_total(rules, state, company, trains, BUDGET, board=board)
                assert total == best_run(rules, state, company, trains, BUDGET, board=board).total
                lays += 1
    assert lays > 20
    assert asked - lays < lays, "each best_run searches; best_total must have searched less often"
