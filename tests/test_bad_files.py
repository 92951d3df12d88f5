"""Damaged files: whatever a hand or a disk does to a transcript, reading it works or ends in one clear line."""

from __future__ import annotations

import copy
import gzip
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core import Illegal, TranscriptError
from stellwerk.core.transcript import entry_from_json
from stellwerk.formats import MOST_BYTES, load_bytes, load_file
from stellwerk.formats.games18xx import seats_by_id
from stellwerk.formats.plain import check_sizes, one_line, show, small
from stellwerk.formats.replay18xx import PlayerKeys, Replay
from stellwerk.formats.site_ids import SiteIds
from tests.support import DATA, rules_of

GAME = DATA / "random" / "1830-random-1312.json.gz"  # all kinds of actions but a discard
Raw = dict[str, Any]
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 10, 20, 99, 10**9, 10**18, 10**400, -(10**400), 0.0, 1.0, 2.5, -0.5, 1e308,
    "", " ", "0", "1", "x", "\n", "a\nb", "\u00e9", "\u0663", "57-\u0663", "\u00b2", "9" * 400, "x" * 5000, "-", "--",
    "-1", "_", ".", ":", "{", "{0}", "{who}", "%s", "PRR", "B&O", "ERIE", "SV", "CS", "DH", "MH", "CA", "BO", "E19",
    "F20", "A1", "Z99", "57-0", "57-9", "1-0-0", "E11-0-0", "PRR_0", "PRR_1", "PRR_9", "NYC_00", "2-0", "D-0", "6-9",
    "100,0,6", "100,9,9", "67,,", "pass", "par", "bid", "sell_shares", "run_routes", "end_game", "undo", "redo",
    "message", "log", "bankrupt", "player", "corporation", "company", "ipo", "pool", "seed", "games18xx",
    [], {}, [[]], [{}], {"": {}}, [None], [0, 1], ["PRR_1", "PRR_1"], ["PRR_1", "NYC_1"], {"type": "pass"},
    [["E19", "F20"]] * 200, [[["E19"]]], [{"train": "2-0", "connections": [["E19", "F20"]] * 150}],
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def mutated(value: Any, chance: random.Random) -> Any:
    """A copy with one thing changed, removed, doubled, swapped or added somewhere."""
    damaged = copy.deepcopy(value)
    spots = list(places(damaged))
    *above, key = chance.choice(spots)
    parent = at(damaged, tuple(above))
    mood = chance.randrange(8)
    if mood < 3:
        parent[key] = copy.deepcopy(chance.choice(STRANGE))
    elif mood == 3:
        old = parent[key]
        whole = isinstance(old, int) and not isinstance(old, bool)
        parent[key] = old + chance.choice((-10, -1, 1, 10, 10**6)) if whole else [old]
    elif mood == 4:
        del parent[key]
    elif mood == 5:
        parent[key] = copy.deepcopy(at(damaged, chance.choice(spots)))
    elif isinstance(parent, list):
        other = chance.randrange(len(parent))
        if mood == 6:
            parent.insert(other, copy.deepcopy(parent[key]))
        else:
            parent[key], parent[other] = parent[other], parent[key]
    else:
        name = chance.choice(("", "type", "entity", "price", "extra", "format", f"{key}x"))
        parent[name] = copy.deepcopy(chance.choice(STRANGE))
    return damaged


def read(data: bytes) -> str:
    """Empty if the bytes are a game, otherwise the line that says why not."""
    try:
        load_bytes(data, "bad.json")
    except TranscriptError as error:
        line = str(error)
        assert line.startswith("bad.json: ")
        assert line.isprintable()
        assert len(line) < 400
        return line
    return ""


def recorded() -> Raw:
    raw: Raw = json.loads(gzip.decompress(GAME.read_bytes()))
    return raw


# -- thousands of mutations


@pytest.mark.parametrize("seed", range(4))
def test_damaged_18xx_files_are_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    raw = recorded()
    raw["actions"] = raw["actions"][:30]
    found: Counter[bool] = Counter()
    for _ in range(250):
        damaged = mutated(raw, chance)
        if chance.random() < 0.3:
            damaged = mutated(damaged, chance)
        found[bool(read(json.dumps(damaged).encode()))] += 1
    assert found[True] > 100
    assert found[False] > 20  # damage to what has no role


@pytest.mark.parametrize("seed", range(4))
def test_our_own_damaged_files_are_read_or_refused(seed: int) -> None:
    chance = random.Random(100 + seed)
    raw: Raw = json.loads(load_file(GAME).game.at(30).transcript().encode())
    refused = sum(bool(read(json.dumps(mutated(raw, chance)).encode())) for _ in range(250))
    assert refused > 200


def copied(replay: Replay) -> Replay:
    """A replay at the same position that can go its own way."""
    twin = copy.copy(replay)
    twin.game = replay.game.branch()
    twin.ids = SiteIds(rules_of(replay.game))
    twin.ids.shares.lists = {key: list(ids) for key, ids in replay.ids.shares.lists.items()}
    twin.ids.shares.holders = dict(replay.ids.shares.holders)
    twin.ids.on_hex = dict(replay.ids.on_hex)
    twin.ids.supply = {name: list(left) for name, left in replay.ids.supply.items()}
    return twin


def test_every_action_of_a_game_can_be_damaged() -> None:
    """One damaged twin of every line, tried at its place in the game; nothing but a refusal may come of it."""
    chance = random.Random(7)
    raw = recorded()
    keys: PlayerKeys = {int(key): seat for key, seat in seats_by_id(raw).items()}
    replay = Replay(rules_of(load_file(GAME).at(0)), keys)
    found: Counter[str] = Counter()
    for line in raw["actions"]:
        for _ in range(2):
            try:
                copied(replay).line(mutated(line, chance))
            except (TranscriptError, Illegal) as error:
                found[type(error).__name__ if str(error) else "silent"] += 1
            else:
                found["accepted"] += 1
        replay.line(line)
    assert found["TranscriptError"] > 500
    assert found["Illegal"] > 10
    assert not found["silent"]


def test_every_action_of_our_own_can_be_damaged() -> None:
    chance = random.Random(8)
    game = load_file(GAME).game
    found: Counter[str] = Counter()
    for number, line in enumerate(json.loads(game.transcript().encode())["actions"]):
        damaged = mutated(line, chance)
        try:
            check_sizes(damaged)
            entry = entry_from_json(damaged, game.rules.action_types, 1)
            game.at(number).apply(entry.action, entry.seat)
        except (TranscriptError, Illegal) as error:
            found[type(error).__name__ if str(error) else "silent"] += 1
        else:
            found["accepted"] += 1
    assert found["TranscriptError"] > 300
    assert found["Illegal"] > 50
    assert not found["silent"]


def test_lines_that_change_places_or_get_lost_are_noticed() -> None:
    """Edits that keep every line well formed; almost all must break a rule or the recorded end."""
    chance = random.Random(9)
    raw = recorded()
    unnoticed = unplaced = 0
    for _ in range(12):
        lines = [dict(line) for line in raw["actions"]]
        place = chance.randrange(len(lines) - 1)
        if chance.random() < 0.5:
            del lines[place]
        else:
            lines[place], lines[place + 1] = lines[place + 1], lines[place]
        for number, line in enumerate(lines, 1):
            line["id"] = number
        try:
            unnoticed += not load_bytes(json.dumps({**raw, "actions": lines}).encode()).differences()
        except TranscriptError as error:
            unplaced += error.action is None
    assert unnoticed <= 3
    assert unplaced == 0


# -- bytes


WHOLE = b'{"players":[{"id":1,"name":"A"},{"id":2,"name":"B"}],"settings":{},"actions":[]}'


def test_every_truncation_is_noticed() -> None:
    assert read(WHOLE) == ""
    for length in range(len(WHOLE)):
        assert "not JSON" in read(WHOLE[:length])
    own = load_file(GAME).game.at(3).transcript().encode()
    assert read(own) == ""
    for length in range(0, len(own.rstrip()), 7):
        assert "not JSON" in read(own[:length])


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "not JSON"),
        (b"\x00\x01\x02", "not JSON"),
        (b"\xff\xfe{", "not JSON"),
        (b'{"a":"\xff"}', "not JSON"),
        (b'{"a":"\\ud800"}', "not JSON"),
        (b'{"a":NaN}', "not JSON"),
        (b'{"a":1e999}', "not JSON"),
        (b'{"a":' + b"9" * 5000 + b"}", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"a":' * 100_000, "not JSON"),
        (b"[]", "holds no JSON object"),
        (b"null", "holds no JSON object"),
        (b"5", "holds no JSON object"),
        (b"{}", "neither our format nor 18xx.games'"),
        (b'{"players":[]}', "neither our format nor 18xx.games'"),
        (b'{"format":"stellwerk"}', "missing required field"),
        (b'{"format":5}', "Expected `str`"),
    ],
)
def test_bytes_that_are_no_transcript(data: bytes, text: str) -> None:
    assert text in read(data)


def test_nesting_just_below_the_readers_limit_is_refused_too() -> None:
    for depth in (20, 200, 500, 900):
        deep = b"[" * depth + b"]" * depth
        assert read(b'{"players":' + deep + b',"actions":[]}')
        assert read(b'{"title":' + deep + b',"players":[],"actions":[]}')
        own = b'{"format":"stellwerk","version":1,"title":"1830","title_version":"1","players":["A","B"],"options":'
        assert read(own + b'{"x":' + deep + b"}}")
        assert read(own + b'{},"actions":[{"type":' + deep + b"}]}")
        assert read(WHOLE[:-2] + b'{"type":"pass","entity":' + deep + b"}]}")


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read(b"\xef\xbb\xbf" + WHOLE) == ""


# -- files


def refused(path: Path) -> str:
    with pytest.raises(TranscriptError) as caught:
        load_file(path)
    assert str(caught.value).startswith(f"{path}: ")
    return caught.value.reason


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.json") == "No such file or directory"
    assert refused(tmp_path) == "Is a directory"
    packed = gzip.compress(WHOLE)
    for name, data in {"cut": packed[:20], "head": packed[:5], "sum": packed[:-8] + bytes(8)}.items():
        (tmp_path / name).write_bytes(data)
        assert refused(tmp_path / name)
    (tmp_path / "text.gz").write_bytes(b"no gzip")
    assert "not JSON" in refused(tmp_path / "text.gz")


def test_gzip_is_known_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(gzip.compress(WHOLE))
    (tmp_path / "b.gz").write_bytes(WHOLE)
    assert len(load_file(tmp_path / "a.json").game) == len(load_file(tmp_path / "b.gz").game) == 0


def test_huge_files_are_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.json.gz"
    bomb.write_bytes(gzip.compress(bytes(MOST_BYTES + 1), 1))
    assert "larger than" in refused(bomb)
    large = tmp_path / "large.json"
    with large.open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    assert "larger than" in refused(large)


# -- time


def test_reading_takes_time_in_proportion_to_the_file() -> None:
    """Worst cases of undo within the number of lines that are read; squares of it would take minutes."""
    log, undo, redo = {"type": "log"}, {"type": "undo"}, {"type": "redo"}
    first = {"type": "undo", "action_id": 0}
    cases: list[list[Raw]] = [
        [first] * 20_000,
        [log] * 10_000 + [undo] * 10_000,
        [log] * 6_000 + [undo, redo] * 7_000,
        [{"type": "message"}] * 20_000,
    ]
    start = time.process_time()
    for lines in cases:
        assert read(json.dumps({**json.loads(WHOLE), "actions": lines}).encode()) == ""
    assert time.process_time() - start < 20
    assert "more than any game has" in read(json.dumps({**json.loads(WHOLE), "actions": [log] * 20_001}).encode())


def test_a_longer_game_costs_no_more_per_action() -> None:
    raw = json.loads(gzip.decompress((DATA / "random" / "1830-random-1231.json.gz").read_bytes()))

    def cost(count: int) -> float:
        data = json.dumps({**raw, "actions": raw["actions"][:count], "result": {}}).encode()
        best = min(timed(data) for _ in range(2))
        return best / count

    def timed(data: bytes) -> float:
        start = time.process_time()
        assert read(data) == ""
        return time.process_time() - start

    timed(json.dumps(raw).encode())  # fills the caches
    assert cost(1500) < 3 * cost(375)


# -- helpers


def test_error_texts_stay_on_one_line() -> None:
    assert one_line("a\nb\x00c\u2028d") == "a b c d"
    assert len(one_line("x" * 10_000)) < 310
    assert show({"a": 1}) == "an object"
    assert show([1]) == "a list"
    assert len(show(10**400)) < 50
    assert [small(text) for text in ("0", "12", "999")] == [0, 12, 999]
    assert {small(text) for text in ("1234", "", "-1", "\u0663", "1 ", "\u00b2")} == {None}
    for bad in ({"a": 10**10}, [-(10**400)], {"a": [[[[[[[[[[1]]]]]]]]]]}):
        with pytest.raises(TranscriptError):
            check_sizes(bad)
    check_sizes({"a": [1, "x", True, None]})
