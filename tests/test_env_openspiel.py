"""The titles as games of OpenSpiel."""

from __future__ import annotations

import copy

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `openspiel` (pip install 'stellwerk[openspiel]')")

from stellwerk.env.openspiel import register  # noqa: E402


@pytest.mark.parametrize("title", ["18te", "union_pacific"])
def test_a_game_of_openspiel_is_played_cloned_and_seen(title: str) -> None:
    assert f"python_stellwerk_{title}" in register()
    game = pyspiel.load_game(f"python_stellwerk_{title}", {"players": 3, "seed": 4})
    assert game.num_players() == 3
    state = game.new_initial_state()
    observer = game.make_py_observer()
    for number in range(25):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
    twin = copy.deepcopy(state)
    assert twin.history() == state.history()
    assert twin.table.game.digest() == state.table.game.digest()
    twin.apply_action(twin.legal_actions()[0])
    assert len(state.history()) == 25
    observer.set_from(state, 1)
    assert observer.tensor.any()
    assert state.action_to_string(state.current_player(), state.legal_actions()[0])
    assert sum(state.returns()) == 0
