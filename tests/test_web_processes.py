"""Two server processes on one PostgreSQL database: one table for all, whichever one talks to, whichever dies."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stellwerk.core import Entry
from stellwerk.formats import load_file
from tests.postgres_support import Cluster, restarts
from tests.support import DATA
from tests.web_support import SECRET, Json, Server, server, until, wish

RECORDED = DATA / "random" / "1830-random-1112.json.gz"
KEY = {"authorization": "Bearer a long key that only this test knows"}
PASS = {"type": "pass"}


@pytest.fixture
def both(postgres: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with ExitStack() as stack:
        yield (
            stack.enter_context(server(tmp_path / "1", "--database", postgres, "--secret", SECRET)),
            stack.enter_context(server(tmp_path / "2", "--database", postgres, "--secret", SECRET)),
        )


@contextmanager
def talking(*running: Server) -> Iterator[tuple[httpx.Client, ...]]:
    with ExitStack() as stack:
        yield tuple(
            stack.enter_context(httpx.Client(base_url=f"{one.address}/api/v1", headers=KEY, timeout=60))
            for one in running
        )


def create(client: httpx.Client, *seats: str, **more: Any) -> str:
    made = client.post("/games", json=wish(*seats, **more))
    assert made.status_code == 201, made.text
    game: str = made.json()["table"]["id"]
    return game


def act(client: httpx.Client, game: str, seat: int, version: int, action: Json = PASS) -> httpx.Response:
    return client.post(f"/games/{game}/actions", json={"seat": seat, "expected_version": version, "action": action})


class Follower(threading.Thread):
    """Follows a game as a browser does: comes back by itself when the stream ends, and says where it was."""

    def __init__(self, client: httpx.Client, game: str) -> None:
        super().__init__(daemon=True)
        self.client, self.game, self.seen, self.place = client, game, [], ""
        self.ended = threading.Event()
        self.start()

    seen: list[int]

    def run(self) -> None:
        while not self.ended.is_set():
            headers = {"last-event-id": self.place} if self.place else {}  # which counts for more than `since`
            with (
                contextlib.suppress(httpx.TransportError),
                self.client.stream("GET", f"/games/{self.game}/events?since=0", headers=headers) as stream,
            ):
                for line in stream.iter_lines():
                    if self.ended.is_set():
                        return
                    self.read(line)
            self.ended.wait(0.1)

    def read(self, line: str) -> None:
        if line.startswith("id: "):
            self.place = line[4:]
        if line.startswith("data: "):
            said = json.loads(line[6:])
            if isinstance(said, dict):
                self.seen += [record["version"] for record in said.get("records", [])]


def test_moves_made_at_one_are_seen_at_the_other(both: tuple[Server, Server]) -> None:
    with talking(*both, both[1]) as (one, other, reader):
        game = create(one, "me:Ada", "me:Ben", "me:Cleo")
        follower = Follower(reader, game)
        for version in range(6):
            answer = act((one, other)[version % 2], game, version % 3, version)
            assert answer.status_code == 200, answer.text
        late = act(other, game, 0, 0)
        assert late.status_code == 409
        assert late.json()["version"] == 6
        until(lambda: follower.seen == [1, 2, 3, 4, 5, 6])
        follower.ended.set()
        for client in (one, other):
            assert client.get(f"/games/{game}").json()["version"] == 6


def test_changes_of_a_table_made_at_both_at_once_are_all_kept(both: tuple[Server, Server]) -> None:
    """Read, changed and written by two processes: nobody overwrites the other."""
    with talking(*both) as clients:
        game = create(clients[0], "me:Ada", "me:Ben", "me:Cleo", "me:Dan")

        def change(number: int) -> None:
            address = f"http://127.0.0.1:9/{number}"
            path = f"/games/{game}/seats/{number % 4}/webhook"
            answer = clients[number % 2].put(path, json={"url": address})
            assert answer.status_code in (200, 204), answer.text
            named = clients[(number + 1) % 2].patch(f"/games/{game}", json={"name": f"Table {number}"})
            assert named.status_code == 200, named.text

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(change, range(40)))
        desks = [client.get(f"/games/{game}").json() for client in clients]
        assert desks[0]["name"] == desks[1]["name"]


def test_bots_go_on_when_their_process_is_killed(both: tuple[Server, Server]) -> None:
    with talking(*both) as (one, other):
        games = [create(one, "me:Ada", "bot", "bot", pace="instant") for _ in range(6)]
        heads = {game: until(lambda game=game: mine(other, game)) for game in games}
        both[0].kill()
        for game, head in heads.items():
            assert act(other, game, 0, head["version"], first_option(other, game)).status_code == 200
        for game, head in heads.items():
            until(lambda game=game, head=head: further(other, game, head["version"] + 1))


def mine(client: httpx.Client, game: str) -> Json | None:
    said: Json = client.get(f"/games/{game}").json()
    return said if said["your_turn"] else None


def further(client: httpx.Client, game: str, version: int) -> bool:
    said = client.get(f"/games/{game}").json()
    return bool(said["version"] > version or said["your_turn"])


def first_option(client: httpx.Client, game: str) -> Json:
    said: Json = client.get(f"/games/{game}/options").json()["options"][0]["action"]
    return said


def body_of(entries: list[Entry], version: int) -> Json:
    entry = entries[version]
    action = msgspec.to_builtins(entry.action)
    return {"seat": entry.seat, "expected_version": version, "action": action, "key": f"move {version}"}


class Player:
    """Plays a recorded game, at another server when the one it plays at does not answer."""

    def __init__(self, clients: list[httpx.Client], game: str, entries: list[Entry]) -> None:
        self.clients, self.game, self.entries = clients, game, entries
        self.version, self.ended = 0, threading.Event()

    def play(self) -> None:
        turn = 0
        while not self.ended.is_set() and self.version < len(self.entries):
            client = self.clients[turn % len(self.clients)]
            try:
                answer = client.post(f"/games/{self.game}/actions", json=body_of(self.entries, self.version))
            except httpx.TransportError:
                turn += 1
                continue
            if answer.status_code >= 500:
                turn += 1
                continue
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] == self.version + 1
            self.version += 1


@pytest.mark.parametrize("what", ["server", pytest.param("database", marks=restarts)])
def test_no_move_is_lost_or_doubled(cluster: Cluster, both: tuple[Server, Server], what: str) -> None:
    """kill -9 of a server, or a restart of PostgreSQL, in mid load: clients go on by themselves."""
    recorded = load_file(RECORDED).game
    entries = list(recorded.entries)[:400]
    start = json.loads(recorded.at(0).transcript().encode())
    with talking(*both, both[1]) as (one, other, reader), ThreadPoolExecutor(3) as pool:
        ids = [one.post("/import", json={"file": start}).json()["table"]["id"] for _ in range(3)]
        players = [Player([one, other], game, entries) for game in ids]
        follower = Follower(reader, ids[0])
        running = [pool.submit(player.play) for player in players]
        until(lambda: all(player.version > 10 for player in players))
        if what == "server":
            both[0].kill()
        else:
            cluster.stop()
            cluster.start()
        reached = [player.version for player in players]
        until(lambda: all(player.version > before + 10 for player, before in zip(players, reached, strict=True)))
        for player in players:
            player.ended.set()
        for future in running:
            future.result()
        for player in players:
            said = other.get(f"/games/{player.game}").json()
            assert (said["version"], said["ply"]) == (player.version, player.version)
        until(lambda: follower.seen == list(range(1, players[0].version + 1)))
        follower.ended.set()


def test_a_second_secret_is_refused(both: tuple[Server, Server], postgres: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="another secret"):
        Server(tmp_path / "3", "--database", postgres, "--secret", "quite another secret")
