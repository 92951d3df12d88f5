"""The compiled search for what a company reaches, against its Python twin."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.core import Game, compiled
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.flood import Flood
from stellwerk.eighteen.network import explore, origin
from stellwerk.eighteen.reach import Reach
from stellwerk.formats import load_file
from tests.support import DATA

SOURCE = Path(stellwerk.__file__).parent / "eighteen" / "_flood.c"
SPOTS = 25  # positions of a game that are looked at


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("LEFT OUT: no C compiler here, so there is nothing to compare with")
    made = tmp_path_factory.mktemp("flood") / "_flood.so"
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, "-O2", *warnings, "-shared", "-fPIC", "-o", str(made), str(SOURCE)], check=True)
    return ctypes.CDLL(str(made))


def boards(game: Game[Any]) -> Iterator[tuple[Board, int]]:
    """Boards of a game with every company that has a token there."""
    for ply in {*range(0, len(game), max(1, len(game) // SPOTS)), len(game)}:
        board = game.at(ply).state.board
        for company in range(len(game.state.companies)):
            yield board, company


def said(reach: Reach) -> tuple[object, ...]:
    return reach.edges, reach.stops, reach.tokens, reach.hexes


@pytest.mark.parametrize("name", ["1830-6p-seed", "1854-4p", "1862-6p", "18te-3p"])
def test_both_find_the_same(name: str, library: ctypes.CDLL) -> None:
    """On boards of whole games, tunnels among them."""
    game: Game[Any] = load_file(DATA / "games" / f"{name}.json.gz").game
    assert isinstance(game.rules, FamilyRules)
    hexmap = game.rules.t.hexmap
    fast, found = Flood(hexmap, library), 0
    for board, company in boards(game):
        reach = fast.reach(board, *origin(hexmap, board, company))
        assert said(explore(hexmap, board, company, fast)) == said(explore(hexmap, board, company))
        found += reach is not None and reach.runs
    assert found > SPOTS


@pytest.mark.parametrize("name", ["_kernel", "_contract", "_flood"])
def test_off_leaves_out_every_library(name: str, library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch) -> None:
    """One setting for all that is compiled by itself; a library of another version is not taken either."""
    folder = Path(stellwerk.__file__).parent / ("eighteen" if name == "_flood" else "routing")
    assert compiled.load(folder, name, "no_such_call", 1) is None
    assert compiled.load(folder, "_flood", "stellwerk_flood_version", 0, instead=library._name) is None
    assert compiled.load(folder, "_flood", "stellwerk_flood_version", 1, instead=library._name) is not None
    monkeypatch.setenv("STELLWERK_KERNEL", "off")
    assert compiled.load(folder, "_flood", "stellwerk_flood_version", 1, instead=library._name) is None
