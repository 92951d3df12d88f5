"""The compiled walk over the track from stop to stop, against its Python twin."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.core import Game
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.network import origin
from stellwerk.eighteen.table import Table
from stellwerk.formats import load_file
from stellwerk.routing import contract as contracts
from stellwerk.routing import walker
from stellwerk.routing.contract import contract, follow
from stellwerk.routing.track import Track
from stellwerk.routing.walker import Walker
from tests.support import DATA

SOURCE = Path(stellwerk.__file__).parent / "routing" / "_contract.c"
SPOTS = 25  # positions of a game that are looked at


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("LEFT OUT: no C compiler here, so there is nothing to compare with")
    made = tmp_path_factory.mktemp("contract") / "_contract.so"
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, "-O2", *warnings, "-shared", "-fPIC", "-o", str(made), str(SOURCE)], check=True)
    return ctypes.CDLL(str(made))


def game_of(name: str) -> tuple[Game[Any], Table]:
    game: Game[Any] = load_file(DATA / "games" / f"{name}.json.gz").game
    assert isinstance(game.rules, FamilyRules)
    return game, game.rules.t


def boards(game: Game[Any]) -> Iterator[tuple[Board, int]]:
    """Boards of a game with every company."""
    for ply in {*range(0, len(game), max(1, len(game) // SPOTS)), len(game)}:
        board = game.at(ply).state.board
        for company in range(len(game.state.companies)):
            yield board, company


def said(track: Track) -> tuple[object, ...]:
    return (list(track.order), *track[1:-1], sorted(track.seen))


@pytest.mark.parametrize("every_link", [False, True])
@pytest.mark.parametrize("name", ["1830-6p-seed", "1854-4p", "1862-6p", "18te-3p"])
def test_both_find_the_same(name: str, library: ctypes.CDLL, every_link: bool) -> None:
    """Stops, links and what they share, on boards of whole games."""
    game, t = game_of(name)
    hexmap = t.hexmap
    fast, found = Walker(hexmap, library), 0
    for board, company in boards(game):
        track = fast.follow(board, *origin(hexmap, board, company), every_link=every_link)
        assert track is not None
        assert said(track) == said(follow(hexmap, board, company, every_link=every_link, through=frozenset()))
        found += len(track.links) > 0
    assert found > SPOTS


def test_what_does_not_fit_is_left_to_python(library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that is longer than the room for it is not cut off."""
    game, t = game_of("1830-6p-seed")
    board = game.state.board
    expected = {company: contract(t.hexmap, board, company, t.groups).net for company in range(len(t.companies))}
    monkeypatch.setattr(walker, "_ROOM", 40)
    small = Walker(t.hexmap, library)
    monkeypatch.setattr(contracts, "walker_on", lambda hexmap: small)
    tracks = [small.follow(board, *origin(t.hexmap, board, company), every_link=False) for company in expected]
    assert None in tracks
    assert {company: contract(t.hexmap, board, company, t.groups).net for company in expected} == expected


def test_areas_that_a_train_runs_through_are_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Orient Express passes off-board areas, of which the C file knows nothing."""
    game, t = game_of("1854-4p")
    board = game.state.board
    through = frozenset(t.hexmap.index[name] for name in t.kit.through_for)
    assert through

    def refuse(hexmap: object) -> None:
        raise AssertionError("the compiled walk was asked")

    monkeypatch.setattr(contracts, "walker_on", refuse)
    for company in range(len(t.companies)):
        contract(t.hexmap, board, company, t.groups, through=through)
    with pytest.raises(AssertionError):
        contract(t.hexmap, board, 0, t.groups)
