"""The same transcript gives the same positions in every process, whatever the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support import DATA

CODE = """
import hashlib, msgspec, sys
from stellwerk.formats import load_file
game = load_file(sys.argv[1]).game
seen = hashlib.sha256()
for ply in range(len(game) + 1):
    position = game.at(ply)
    seen.update(position.digest().encode())
    seen.update(msgspec.json.encode([[option.seat, option.action, option.amount] for option in position.options()]))
    seen.update(msgspec.json.encode(position.view()))
seen.update("\\n".join(str(event) for event in game.events).encode())
print(seen.hexdigest())
"""


def fingerprint(hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    path = str(DATA / "random" / "1830-random-1117.json.gz")
    out = subprocess.run([sys.executable, "-c", CODE, path], env=env, capture_output=True, text=True, check=True)
    return out.stdout.strip()


def test_positions_options_views_and_events_do_not_depend_on_the_process() -> None:
    assert fingerprint("0") == fingerprint("1") == fingerprint("4321")
