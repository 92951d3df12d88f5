"""Two server processes on one PostgreSQL database: one table for all, whichever one talks to, whichever dies."""

from __future__ import annotations

import contextlib
import json
import os
import signal
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
from stellwerk.store import Standing, open_store
from tests.postgres_support import Cluster
from tests.store_support import passing, raw
from tests.support import DATA
from tests.test_webhooks import receiver
from tests.web_support import SECRET, Json, Server, server, until, wish

RECORDED = DATA / "random" / "1830-random-1112.json.gz"
KEY = {"authorization": "Bearer a long key that only this test knows"}
PASS = {"type": "pass"}


@contextmanager
def two(folder: Path, database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    with ExitStack() as stack:
        yield (
            stack.enter_context(server(folder / "1", "--database", database, "--secret", SECRET)),
            stack.enter_context(server(folder / "2", "--database", database, "--secret", SECRET)),
        )


@pytest.fixture(scope="module")
def shared(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server, str]]:
    """Two, with their database, for all tests that harm neither."""
    with cluster.fresh("stellwerk") as url, two(tmp_path_factory.mktemp("shared"), url) as servers:
        yield *servers, url


@pytest.fixture
def both(postgres: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two of a test's own, which it may kill."""
    with two(tmp_path, postgres) as servers:
        yield servers


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


def test_moves_made_at_one_are_seen_at_the_other(shared: tuple[Server, Server, str]) -> None:
    with talking(*shared[:2], shared[1]) as (one, other, reader):
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


def test_changes_of_a_table_made_at_both_at_once_are_all_kept(shared: tuple[Server, Server, str]) -> None:
    """Read, changed and written by two processes: nobody overwrites the other. Each changes something of its own, so
    whatever is missing afterwards was overwritten.
    """
    with talking(*shared[:2]) as clients, open_store(shared[2]) as store, ThreadPoolExecutor(8) as pool:
        game = create(clients[0], "me:Ada", "me:Ben", "me:Cleo", "me:Dan")
        names = iter(range(1000))
        for number in range(5):
            before = store.head(game).arrangement
            changes: list[tuple[str, str, Json]] = [
                *(
                    ("PUT", f"/seats/{seat}/webhook", {"url": f"http://127.0.0.1:9/{number}/{seat}"})
                    for seat in range(4)
                ),
                ("PATCH", "", {"name": f"Table {number}"}),
                ("PATCH", "", {"undo": ("free", "off")[number % 2]}),
                ("PATCH", "", {"spectators": bool(number % 2)}),
                ("PATCH", "", {"pace": ("slow", "readable")[number % 2]}),
            ]

            def change(wish: tuple[str, str, Json]) -> int:
                method, path, body = wish
                return clients[next(names) % 2].request(method, f"/games/{game}{path}", json=body).status_code

            assert set(pool.map(change, changes)) <= {200, 204}
            head = store.head(game)
            assert head.arrangement == before + len(changes)
            assert head.settings["hooks"] == {f"{seat}": f"http://127.0.0.1:9/{number}/{seat}" for seat in range(4)}
            said = clients[number % 2].get(f"/games/{game}").json()
            assert (said["name"], said["undo"]) == (f"Table {number}", ("free", "off")[number % 2])
            assert (said["spectators"], said["pace"]) == (bool(number % 2), ("slow", "readable")[number % 2])


def test_a_second_secret_is_refused(shared: tuple[Server, Server, str], tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="another secret"):
        Server(tmp_path / "3", "--database", shared[2], "--secret", "quite another secret")


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
                self.ended.wait(0.05)
                continue
            if answer.status_code >= 500:
                turn += 1
                self.ended.wait(0.05)
                continue
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] == self.version + 1
            self.version += 1


@pytest.mark.parametrize("what", ["server", "database"])
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


def test_a_turn_is_told_once_whichever_server_the_move_was_made_at(postgres: str, tmp_path: Path) -> None:
    """Also when the server that has made the move is killed before it could tell."""
    with ExitStack() as stack:
        more = ("--database", postgres, "--secret", SECRET, "--private-webhooks")
        both = [stack.enter_context(server(tmp_path / name, *more)) for name in ("1", "2")]
        there = stack.enter_context(receiver())
        one, other = stack.enter_context(talking(*both))
        game = create(one, "me:Ada", "me:Ben", "me:Cleo")
        assert one.put(f"/games/{game}/seats/1/webhook", json={"url": there.url}).status_code == 204
        assert act(other, game, 0, 0).status_code == 200
        until(lambda: there.heard)
        for version in (1, 2, 3):
            assert act((one, other)[version % 2], game, version % 3, version).status_code == 200
        until(lambda: len(there.heard) >= 2)
        assert [told["version"] for told in there.heard] == [1, 4]
        with open_store(postgres) as store:  # a process that has taken it, and dies
            for version in (4, 5, 6):
                assert store.append(
                    game, version, passing(version % 3), standing=Standing("running", (version + 1) % 3)
                )
            assert len(store.take_alerts(10)) == 1
            both[0].kill()
            raw(store, "UPDATE alert SET due = 0")  # its time is over
        until(lambda: len(there.heard) >= 3)
        assert [told["version"] for told in there.heard] == [1, 4, 7]


def children(process: int) -> set[int]:
    """The processes that a process has started and that still run."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = entry.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == process and state != "Z":
                found.add(int(entry.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc, which only Linux has")
def test_processes_behind_one_port_are_looked_after(postgres: str, tmp_path: Path) -> None:
    """One that dies is started anew, games go on meanwhile, and all end with the one that was started."""
    with server(tmp_path, "--database", postgres, "--secret", SECRET, "--processes", "2") as several:
        keeper = several.process.pid
        until(lambda: len(children(keeper)) == 2)
        first = children(keeper)
        with talking(several) as (client,):
            game = create(client, "me:Ada", "me:Ben", "me:Cleo")
            assert act(client, game, 0, 0).status_code == 200
        os.kill(min(first), signal.SIGKILL)
        until(lambda: len(children(keeper) - {min(first)}) == 2)  # tests/test_cli_processes.py has more

        def goes_on() -> bool:
            with contextlib.suppress(httpx.TransportError), talking(several) as (client,):
                return act(client, game, 1, 1).status_code in (200, 409)  # 409: done, and its answer was lost
            return False

        until(goes_on)
        last = children(keeper)
        assert max(first) in last
        assert "has died" in several.stop()
        until(lambda: not any(Path(f"/proc/{process}").exists() for process in last))
        assert several.process.returncode == 0
