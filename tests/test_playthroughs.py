"""Recorded bot games: as text, as transcripts, and as the benchmark's game."""

from __future__ import annotations

import difflib
import gzip
import math
from pathlib import Path

import pytest

from stellwerk.formats import load_file
from stellwerk.lab.bench import DEFAULT, bench_engine
from stellwerk.lab.bench import main as bench_main
from stellwerk.lab.fixtures import BENCHMARK, PLAYTHROUGHS, TRANSCRIPTS, read_playthrough
from stellwerk.lab.playthrough import main
from stellwerk.titles import TITLES
from tests.support import DATA


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthroughs_come_out_as_recorded(name: str) -> None:
    recorded = (DATA / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8")
    now = read_playthrough(PLAYTHROUGHS[name])
    if now != recorded:
        changes = difflib.unified_diff(recorded.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=2)
        pytest.fail("\n".join([*list(changes)[:40], "python -m stellwerk.lab.fixtures tests/data writes it anew"]))
    assert len(recorded.encode()) < 150_000
    assert "The game ended (" in recorded.splitlines()[-1]


def test_there_is_one_playthrough_for_each_number_of_players() -> None:
    for title in {fixture.title for fixture in PLAYTHROUGHS.values()}:
        low, high = TITLES[title].players
        played = [fixture.players for fixture in PLAYTHROUGHS.values() if fixture.title == title]
        assert played == list(range(low, high + 1))
    files = sorted(path.stem for path in (DATA / "playthroughs").iterdir())
    assert files == sorted(PLAYTHROUGHS)


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcripts_of_bot_games_replay_and_come_out_again(name: str) -> None:
    path = DATA / "games" / f"{name}.json.gz"
    loaded = load_file(path)
    assert loaded.differences() == []
    assert loaded.game.result().finished
    again = TRANSCRIPTS[name].game()
    assert again.transcript().encode() == gzip.decompress(path.read_bytes())


def test_the_game_of_the_benchmark_is_long_and_complete() -> None:
    loaded = load_file(DEFAULT)
    assert loaded.differences() == []
    assert len(loaded.game) > 1500
    assert loaded.game.result().reason == "bank"
    assert BENCHMARK.game().digest() == loaded.game.digest()


def test_the_benchmark_measures_what_it_promises() -> None:
    figures = bench_engine(DATA / "games" / "1830-5p-games18xx.json.gz", repeats=1)
    assert set(figures) == {
        "file", "actions", "replay_actions_per_s", "import_18xx_actions_per_s", "copy_us", "jump_us", "undo_us",
        "baseline_deepcopy_us", "baseline_msgpack_us", "options_ms", "playout_actions_per_s", "memory_mb", "import_ms",
        "load", "cpus",
    }  # fmt: skip
    assert set(figures["options_ms"]) == {"median", "p95", "max"}
    assert figures["options_ms"]["median"] <= figures["options_ms"]["p95"] <= figures["options_ms"]["max"]
    assert figures["import_18xx_actions_per_s"] is None
    numbers = [value for value in figures.values() if isinstance(value, int | float)]
    assert all(math.isfinite(value) and value > 0 for value in numbers)
    assert figures["copy_us"] < figures["baseline_deepcopy_us"]


def test_the_benchmark_reads_18xx_games_files() -> None:
    figures = bench_engine(DATA / "random" / "1830-random-1106.json.gz", repeats=1)
    assert figures["import_18xx_actions_per_s"] > 0


def test_commands_report_errors_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_main([str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err
    assert main(["9"]) == 2
    assert capsys.readouterr().err == "1830 is for 2 to 6 players, not 9\n"
    assert main(["2", "--out", str(tmp_path / "no" / "file")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_command_writes_a_playthrough(tmp_path: Path) -> None:
    fixture = PLAYTHROUGHS["1830-2p"]
    out = tmp_path / "game.txt"
    assert main(["2", "--seed", str(fixture.seed), "--preset", fixture.preset, "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == (DATA / "playthroughs" / "1830-2p.txt").read_text(encoding="utf-8")
