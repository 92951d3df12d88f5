"""A server is killed in the middle of a stream of moves: every acknowledged move is there, in order, and replays."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from stellwerk.core import Entry, Game
from stellwerk.formats import load_file
from stellwerk.store import LiveGames, Record, SqliteStore, live_actions
from tests.support import DATA

RECORDED = DATA / "random" / "1830-random-1112.json.gz"
ROUNDS = 5
GAMES = 4
# Plays the recorded game on in every stored game, one thread each, and prints every answer as soon as it has it.
# Every tenth action is taken back and played again.
CHILD = """
import json, os, sys, threading
import msgspec
from stellwerk.formats import load_file
from stellwerk.store import LiveGames, SqliteStore

store = SqliteStore(sys.argv[1])
games = LiveGames(store)
entries = list(load_file(sys.argv[2]).game.entries)

def tell(*answer):
    os.write(1, (json.dumps(answer) + "\\n").encode())

def play(game_id):
    live = games.get(game_id)
    version, ply = live.version, live.game.ply
    while ply < len(entries):
        version = games.act(game_id, version, [entries[ply]], key=f"move-{version}")
        tell(game_id, version, "action", entries[ply].seat, msgspec.to_builtins(entries[ply].action))
        ply += 1
        if version % 10 == 0:
            version = games.rewind(game_id, version, ply - 1, key=f"back-{version}")
            tell(game_id, version, "rewind", -1, {"to": ply - 1})
            ply -= 1

for game_id in sys.argv[3:]:
    threading.Thread(target=play, args=(game_id,)).start()
"""


def run_and_kill(path: Path, ids: list[str], answers: int, delay: float) -> dict[str, dict[int, Any]]:
    """Start a server, kill it some time after so many answers; what it has acknowledged, by game and version."""
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path), str(RECORDED), *ids], stdout=subprocess.PIPE)
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(answers)]
    time.sleep(delay)
    child.kill()
    lines += child.stdout.readlines()
    child.stdout.close()
    child.wait()
    told: dict[str, dict[int, Any]] = defaultdict(dict)
    for line in lines:
        if line.endswith(b"\n"):  # the last line may have been cut
            game_id, version, *record = json.loads(line)
            assert version not in told[game_id]
            told[game_id][version] = record
    return told


def plain(record: Record) -> list[Any]:
    return [record.kind, record.seat, record.body]


def starts_with(recorded: Game[Any], records: tuple[Record, ...], game: Game[Any]) -> bool:
    """True if the actions that count are the first ones of the recorded game, and lead to its position."""
    count = len(live_actions(records))
    return list(game.entries) == list(recorded.at(count).entries) and game.digest() == recorded.at(count).digest()


def test_kill_loses_no_acknowledged_move(tmp_path: Path) -> None:
    recorded = load_file(RECORDED).game
    path = tmp_path / "games.db"
    with SqliteStore(path) as store:
        games = LiveGames(store)
        ids = [games.create(recorded.at(0)) for _ in range(GAMES)]
    chance = random.Random()
    acknowledged: dict[str, dict[int, Any]] = defaultdict(dict)
    stored: dict[str, int] = defaultdict(int)
    for _ in range(ROUNDS):
        told = run_and_kill(path, ids, chance.randrange(1, 150), chance.random() * 0.05)
        for game_id, versions in told.items():
            assert not set(versions) & set(acknowledged[game_id])
            acknowledged[game_id] |= versions
        with SqliteStore(path) as store:
            assert store.check() == []
            games = LiveGames(store)
            for game_id in ids:
                records = store.load(game_id).records
                assert [record.version for record in records] == list(range(1, len(records) + 1))
                assert max(acknowledged[game_id], default=0) <= len(records)
                for version, record in acknowledged[game_id].items():
                    assert plain(records[version - 1]) == record
                new = set(range(stored[game_id] + 1, len(records) + 1))
                assert len(new - set(told[game_id])) <= 1  # stored, but killed before it could say so
                stored[game_id] = len(records)
                assert starts_with(recorded, records, games.get(game_id).game)
                retry_last(store, games, game_id, records)
    assert sum(len(versions) for versions in acknowledged.values()) > ROUNDS


def retry_last(store: SqliteStore, games: LiveGames, game_id: str, records: tuple[Record, ...]) -> None:
    """Whoever did not get the answer asks again, and gets the version the action was stored under."""
    if not records or records[-1].kind != "action":
        return
    last = list(games.get(game_id).game.entries)[-1]
    before = len(records) - 1
    assert games.act(game_id, before, [last], key=f"move-{before}") == len(records)
    assert store.head(game_id).version == len(records)


def copy_of(store: SqliteStore, to: Path, log_bytes: int | None = None) -> Path:
    """The files as they lie on the disk now; of the write-ahead log only the first bytes."""
    shutil.copyfile(store.path, to)
    log = Path(f"{store.path}-wal").read_bytes()
    Path(f"{to}-wal").write_bytes(log if log_bytes is None else log[:log_bytes])
    return to


def test_an_answered_move_is_in_the_files(tmp_path: Path) -> None:
    """Copies of the files, taken right after each answer, hold everything answered until then."""
    recorded = load_file(RECORDED).game
    with SqliteStore(tmp_path / "games.db") as store:
        games = LiveGames(store)
        game_id = games.create(recorded.at(0))
        copies = []
        for version, entry in enumerate(list(recorded.entries)[:25]):
            assert store.append(game_id, version, [entry]) == version + 1
            copies.append(copy_of(store, tmp_path / f"copy-{version}.db"))
    for version, path in enumerate(copies):
        with SqliteStore(path) as copy:
            assert copy.head(game_id).version == version + 1


def test_a_torn_log_gives_an_earlier_state_that_replays(tmp_path: Path) -> None:
    """The end of the log did not get to the disk: what is there is a whole earlier moment of the game."""
    recorded = load_file(RECORDED).game
    entries = list(recorded.entries)
    chance = random.Random(1830)
    with SqliteStore(tmp_path / "games.db") as store:
        games = LiveGames(store)
        game_id = games.create(recorded.at(0))
        copy_of(store, tmp_path / "start.db")
        start = Path(f"{store.path}-wal").stat().st_size
        for version in range(0, 80, 2):
            store.append(
                game_id, version, [Entry(entry.seat, entry.action) for entry in entries[version : version + 2]]
            )
        end = Path(f"{store.path}-wal").stat().st_size
        cuts = sorted(chance.randrange(start, end) for _ in range(20))
        copies = [copy_of(store, tmp_path / f"torn-{number}.db", cut) for number, cut in enumerate(cuts)]
    versions = []
    for path in copies:
        with SqliteStore(path) as copy:
            assert copy.check() == []
            live = LiveGames(copy).get(game_id)
            assert starts_with(recorded, copy.load(game_id).records, live.game)
            versions.append(live.version)
    assert versions == sorted(versions)
    assert all(version % 2 == 0 for version in versions)  # never half of a request
    assert len(set(versions)) > 5
