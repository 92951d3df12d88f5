"""The example programs do what they say, started as anybody would. `test_web_live.py` tries `api_client.py`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.support import DATA

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / name), *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_library_tour() -> None:
    said = run("library_tour.py")
    assert (said.returncode, said.stderr) == (0, "")
    assert "a bid on MH must be at least $115 [1830 2.2]" in said.stdout
    assert said.stdout.endswith("the transcript replays to the same position: True\n")


def test_a_bot_of_ones_own_plays_to_the_end() -> None:
    said = run("own_bot.py", "--games", "1")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("game 0: {'Greedy': ")


def test_a_folder_of_games_is_analysed_and_a_broken_file_is_named(tmp_path: Path) -> None:
    shutil.copy(DATA / "games" / "1830-3p-seed.json.gz", tmp_path)
    (tmp_path / "broken.json").write_text("{")
    said = run("analyse_folder.py", str(tmp_path))
    assert said.returncode == 0
    assert "broken.json" in said.stderr
    assert said.stdout.startswith("1 games, ")
    assert "2-trains bought: " in said.stdout
    assert run("analyse_folder.py", "/no/such/folder").returncode == 1
