"""The server is killed in the middle of streams of moves: every answered move is there, nothing is twice."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec

from stellwerk.core import Entry, Game
from stellwerk.formats import load_bytes, load_file
from tests.support import DATA
from tests.web_support import Server, server

RECORDED = DATA / "random" / "1830-random-1112.json.gz"
KEY = {"authorization": "Bearer a long key that only this test knows"}
GAMES = 3
SECONDS = (0.35, 0.6, 0.25)  # after the first answer: then the server is killed, once each


def talking(running: Server) -> httpx.Client:
    return httpx.Client(base_url=f"{running.address}/api/v1", headers=KEY, timeout=60)


def body_of(entries: list[Entry], version: int) -> dict[str, Any]:
    """The next move of the recorded game; whoever sends it again sends it under the same key."""
    entry = entries[version]
    action = msgspec.to_builtins(entry.action)
    return {"seat": entry.seat, "expected_version": version, "action": action, "key": f"move {version}"}


def play(client: httpx.Client, game_id: str, entries: list[Entry], version: int, heard: Callable[[], None]) -> int:
    """Play on until the connection breaks; returns the version that was answered last."""
    with contextlib.suppress(httpx.TransportError):
        while version < len(entries):
            answer = client.post(f"/games/{game_id}/actions", json=body_of(entries, version))
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] == version + 1
            version += 1
            heard()
    return version


class Bell:
    """Kills a server some time after the first answer, however slow the machine is."""

    def __init__(self, running: Server, seconds: float) -> None:
        self.timer = threading.Timer(seconds, running.process.kill)
        self.lock = threading.Lock()

    def ring(self) -> None:
        with self.lock:
            if self.timer.ident is None:
                self.timer.start()


def exported(client: httpx.Client, game_id: str) -> Game[Any]:
    answer = client.get(f"/games/{game_id}/export")
    assert answer.status_code == 200, answer.text
    return load_bytes(answer.content, "export").game


def test_every_answered_move_is_there_after_kill_9(tmp_path: Path) -> None:
    recorded = load_file(RECORDED).game
    entries = list(recorded.entries)
    start = json.loads(recorded.at(0).transcript().encode())
    ids: list[str] = []
    answered: list[int] = [0] * GAMES
    for seconds in SECONDS:
        running = Server(tmp_path)
        with talking(running) as client:
            while len(ids) < GAMES:
                ids.append(client.post("/import", json={"file": start}).json()["table"]["id"])
            bell = Bell(running, seconds)
            with ThreadPoolExecutor(GAMES) as pool:
                each = [client] * GAMES, ids, [entries] * GAMES, answered, [bell.ring] * GAMES
                told = list(pool.map(play, *each))
            bell.timer.join()
        running.kill()
        assert sum(told) > sum(answered)
        with server(tmp_path) as again, talking(again) as client:
            for number, game_id in enumerate(ids):
                game = exported(client, game_id)
                # One move more may have been stored whose answer did not get out.
                assert told[number] <= game.ply <= told[number] + 1
                assert list(game.entries) == entries[: game.ply]
                assert game.digest() == recorded.at(game.ply).digest()
                records = client.get(f"/games/{game_id}/log").json()["records"]
                assert [record["version"] for record in records] == list(range(1, game.ply + 1))
                # Whoever got no answer asks again under the same key: the move is made once.
                last = client.post(f"/games/{game_id}/actions", json=body_of(entries, told[number]))
                assert (last.status_code, last.json()["version"]) == (200, told[number] + 1)
                assert client.get(f"/games/{game_id}/view").json()["ply"] == told[number] + 1
                answered[number] = told[number] + 1
