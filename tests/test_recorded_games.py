"""Recorded games replay without a refusal, to the recorded states and scores; options equal the recorded legal sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from stellwerk.formats import load_file
from stellwerk.formats.games18xx import seats_by_id
from stellwerk.formats.loaded import Loaded
from stellwerk.formats.oracle import compare, read_lines
from tests.legal_sets import our_sets, their_sets
from tests.support import DATA, RECORDED, left_out

SHIPPED = sorted((DATA / "random").glob("*.json.gz"))
SHARED_RANDOM = sorted((RECORDED / "random").glob("*.json"))
REAL = sorted((RECORDED / "transcripts").glob("*.json"))
LEGAL = sorted((RECORDED / "oracle").glob("*.legal.jsonl.gz"))
# What TRANSCRIPTS.md gives for files that record no usable result.
SCORES = {
    "1830-hotseat-1642681743": (7331, 5878, 6869, 6942),
    "1830-259011-first64": (856, 863, 750),
    "1830-rl-seed81": (636, 283, 75, 147),
}
LIVE = {
    "1830-26855": 502,
    "1830-210011": 548,
    "1830-hotseat-1708318031": 751,
    "1830-hotseat-1642681743": 592,
    "1830-259011-first64": 51,
    "1830-rl-manual": 693,
    "1830-rl-bankruptcy": 88,
    "1830-rl-seed81": 256,
}


def name_of(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".json").removesuffix(".legal.jsonl")


def read_raw(path: Path) -> dict[str, Any]:
    import gzip

    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    raw: dict[str, Any] = msgspec.json.decode(data)
    return raw


def check_scores(loaded: Loaded) -> None:
    assert loaded.differences() == []
    assert loaded.game.check() == []


def check_states(path: Path, oracle: Path) -> None:
    loaded = load_file(path)
    check_scores(loaded)
    assert loaded.scores is not None
    lines = read_lines(oracle)
    assert len(lines) == len(loaded.marks) + 1
    assert compare(loaded, seats_by_id(read_raw(path)), lines) is None


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_random_games_reach_the_recorded_states(path: Path) -> None:
    check_states(path, path.with_name(name_of(path) + ".jsonl.gz"))


def test_the_other_random_games_reach_the_recorded_states() -> None:
    known = {name_of(path) for path in SHIPPED}
    rest = [path for path in SHARED_RANDOM if name_of(path) not in known]
    if not rest:
        left_out("13 more random games")
    for path in rest:
        check_states(path, path.with_name(name_of(path) + ".jsonl.gz"))


def test_games_of_real_players_replay_to_the_recorded_scores() -> None:
    if not REAL:
        left_out("8 games of real players")
    for path in REAL:
        loaded = load_file(path)
        check_scores(loaded)
        assert len(loaded.marks) == LIVE[name_of(path)]
        expected = SCORES.get(name_of(path), loaded.scores)
        assert expected is not None
        assert loaded.game.result().scores == expected


def test_games_of_real_players_reach_the_recorded_states() -> None:
    if not LEGAL:
        left_out("states of 3 games of real players")
    for legal in LEGAL:
        name = name_of(legal)
        check_states(RECORDED / "transcripts" / f"{name}.json", RECORDED / "oracle" / f"{name}.jsonl.gz")


@pytest.mark.parametrize("number", range(3))
def test_options_equal_the_recorded_legal_sets(number: int) -> None:
    if not LEGAL:
        left_out("legal sets of 3 games of real players")
    name = name_of(LEGAL[number])
    path = RECORDED / "transcripts" / f"{name}.json"
    loaded = load_file(path)
    raw = read_raw(path)
    by_id = {line["id"]: line for line in raw["actions"]}
    owner = {seat: key for key, seat in seats_by_id(raw).items()}
    compared = 0
    for line in read_lines(LEGAL[number]):
        if line["inside"] is None:
            continue
        mark = loaded.marks[line["n"] - 1]
        ply = mark.ply
        if "sub" in line:
            recorded = by_id[line["id"]]
            before = [recorded, *recorded["auto_actions"][: line["sub"] - 1]]
            ply += sum(not entry["type"].startswith("program_") for entry in before)
        game = loaded.game.at(ply)
        assert our_sets(game, owner) == their_sets(line["sets"]), f"before action {line['id']} ({line.get('sub')})"
        compared += 1
    assert compared > 400
