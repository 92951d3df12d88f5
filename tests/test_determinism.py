"""The same transcript gives the same positions in every process, whatever the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import DATA

CODE = """
import hashlib, msgspec, sys
from stellwerk.formats import load_file
game = load_file(sys.argv[1]).game
seen = hashlib.sha256()
for ply in range(0, len(game) + 1, int(sys.argv[2])):
    position = game.at(ply)
    seen.update(position.digest().encode())
    seen.update(msgspec.json.encode([[option.seat, option.action, option.amount] for option in position.options()]))
    seen.update(msgspec.json.encode(position.view()))
seen.update("\\n".join(str(event) for event in game.events).encode())
print(seen.hexdigest())
"""


def fingerprint(path: Path, step: int, hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    code = [sys.executable, "-c", CODE, str(path), str(step)]
    out = subprocess.run(code, env=env, capture_output=True, text=True, check=True)
    return out.stdout.strip()


def test_positions_options_views_and_events_do_not_depend_on_the_process() -> None:
    path = DATA / "random" / "1830-random-1117.json.gz"
    assert fingerprint(path, 1, "0") == fingerprint(path, 1, "1") == fingerprint(path, 1, "4321")


@pytest.mark.parametrize("name", ["18te-3p", "1862-6p", "1854-4p-steady", "union-pacific-4p"])
def test_nor_do_those_of_other_titles(name: str) -> None:
    path = DATA / "games" / f"{name}.json.gz"
    assert fingerprint(path, 5, "1") == fingerprint(path, 5, "4321")
