"""What a server keeps between requests is bounded in bytes, however many tables there are."""

from __future__ import annotations

import gc
import sys
import types
from types import SimpleNamespace
from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.accounts import accounts
from stellwerk.formats import load_file
from stellwerk.web.games import Views
from stellwerk.web.pages.result import decided
from stellwerk.web.remembered import Remembered
from tests.support import DATA

CODE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.CodeType)


def weight(*values: Any, without: Any) -> int:
    """Bytes that values take, without what another one has anyway."""
    seen: set[int] = set()
    total = 0
    for root, counts in ((without, False), *((value, True) for value in values)):
        todo = [root]
        while todo:
            found = todo.pop()
            if id(found) in seen or isinstance(found, CODE):
                continue
            seen.add(id(found))
            total += sys.getsizeof(found) * counts
            todo.extend(gc.get_referents(found))
    return total


def recorded(name: str) -> Game[Any]:
    return load_file(DATA / "games" / f"{name}.json.gz").game


@pytest.mark.parametrize("name", ["1830-6p-seed", "1862-4p", "union-pacific-6p"])
def test_views_take_as_many_bytes_as_they_are_counted_for(name: str) -> None:
    game, most = recorded(name), 1_000_000
    views = Views(most)
    positions = [game.at(ply) for ply in range(len(game), len(game) - 120, -1)]
    for position in positions:
        assert views.of(position, 0) == position.view(0)
        assert views.of(position, 0) is views.of(position, 0)
        assert views.size <= most
    assert most / 2 < views.size
    kept = [view for _, (_, _, view) in views._kept.items()]
    assert 5 < len(kept) < 120
    assert weight(*kept, without=[game, positions]) < 1.25 * most


def test_accounts_take_no_more_bytes_than_they_are_counted_for() -> None:
    game = recorded("1862-4p")
    made = accounts(game)
    assert weight(made, without=game) < decided.PLY_BYTES + decided.ENTRY_BYTES * len(made.entries)


def test_accounts_of_many_games_are_bounded() -> None:
    game, remembered = recorded("18te-2p"), Remembered(2**20)
    for number in range(40):
        page: Any = SimpleNamespace(
            id=f"g{number}", live=SimpleNamespace(game=game), site=SimpleNamespace(remembered=remembered)
        )
        assert not decided.has_accounts(page)
        assert decided.accounts_of(page) is decided.accounts_of(page)
        assert decided.has_accounts(page)
        assert 0 < remembered.sizes()["accounts"] <= remembered.accounts.most
    assert 1 <= len(remembered.accounts) < 10
    remembered.forget()
    assert sum(remembered.sizes().values()) == 0
