"""Faults in mid load: two servers on one PostgreSQL with a standby, played at by some and watched by others.

`.venv/bin/python -m scripts.faults [--tables N] [--rounds N]` kills a server, starts the database anew in good order
and as after a crash, kills it for good and promotes the standby; after each it waits until everybody goes on. At
the end every acknowledged move must be stored once, and every watcher must have seen each once. Prints figures as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from stellwerk.formats import load_file
from stellwerk.store import open_store
from tests.postgres_support import USER, Cluster, running_cluster
from tests.test_web_processes import KEY, RECORDED, Follower, Player
from tests.web_support import SECRET, Server, until

MOVES = 3  # that each table must make after a fault before the next comes


class Standby(Cluster):
    """A cluster that follows another one."""

    def __init__(self, primary: Cluster) -> None:
        self.bin, self.user = primary.bin, primary.user
        self.folder = Path(tempfile.mkdtemp(prefix="swpg-"))
        self.data = self.folder / "data"
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        copied = primary.run(
            "pg_basebackup", "-h", str(primary.folder), "-U", USER, "-D", str(self.data), "-R", "-X", "stream",
            "-c", "fast",
        )  # fmt: skip
        assert not copied.returncode, copied.stderr
        self.start()
        # What is acknowledged is on both: a standby that lags behind would lose it when it is promoted.
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.sql("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """It is the primary from now on."""
        done = self.run("pg_ctl", "promote", "-D", str(self.data), "-w")
        assert not done.returncode, done.stderr


class Servers:
    """Two servers, each of which can be killed and started again at the same address."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self.running: list[Server] = []
        for number in range(2):
            self.running.append(self._start(number, "0"))
        self.clients = [self._client(one) for one in self.running]

    def _start(self, number: int, port: str) -> Server:
        more = ("--database", self.url, "--secret", SECRET, "--per-address", "0", "--port", port)
        return Server(self.folder / str(number), *more)

    @staticmethod
    def _client(one: Server) -> httpx.Client:
        return httpx.Client(base_url=f"{one.address}/api/v1", headers=KEY, timeout=60)

    def kill(self, number: int) -> None:
        """kill -9, then a new one in its place."""
        self.running[number].process.kill()
        self.running[number].process.wait()
        port = self.running[number].address.rpartition(":")[2]
        self.running[number] = self._start(number, port)

    def close(self) -> None:
        for one in self.running:
            one.process.terminate()
            one.process.wait(60)


def run(tables: int, rounds: int) -> dict[str, Any]:
    """The whole of it."""
    with ExitStack() as stack:
        primary = stack.enter_context(running_cluster())
        name = primary.database("stellwerk")
        standby = Standby(primary)
        stack.callback(standby.remove)
        stack.callback(standby.stop)
        hosts = f"{primary.folder},{standby.folder}"
        url = f"postgresql://{USER}@/{name}?host={hosts}&target_session_attrs=read-write"
        servers = Servers(Path(stack.enter_context(tempfile.TemporaryDirectory())), url)
        stack.callback(servers.close)
        recorded = load_file(RECORDED).game
        start = json.loads(recorded.at(0).transcript().encode())
        ids = [servers.clients[0].post("/import", json={"file": start}).json()["table"]["id"] for _ in range(tables)]
        players = [Player(servers.clients, game, list(recorded.entries)) for game in ids]
        watching = [Servers._client(servers.running[number % 2]) for number in range(tables)]
        followers = [Follower(client, game) for client, game in zip(watching, ids, strict=True)]
        pool = stack.enter_context(ThreadPoolExecutor(tables))
        running = [pool.submit(player.play) for player in players]
        for player in players:
            stack.callback(player.ended.set)

        def anew(how: int) -> None:
            primary.stop(how)
            primary.start()

        def fail_over() -> None:
            primary.process.send_signal(signal.SIGQUIT)
            primary.process.wait(60)
            standby.promote()

        faults: list[tuple[str, Callable[[], object]]] = []
        for number in range(rounds):
            faults += [
                ("kill -9 of a server", partial(servers.kill, number % 2)),
                ("database started anew", partial(anew, signal.SIGINT)),
                ("database crashed and started", partial(anew, signal.SIGQUIT)),
            ]
        faults.append(("fail-over to the standby", fail_over))
        longest: dict[str, float] = {}
        for what, fault in faults:
            go_on(players)
            began = time.monotonic()
            fault()
            done = time.monotonic() - began
            go_on(players)
            longest[what] = round(max(longest.get(what, 0.0), time.monotonic() - began), 1)
            print(f"{what}: {done:.1f} s, all tables go on after {time.monotonic() - began:.1f} s", file=sys.stderr)
        for player in players:
            player.ended.set()
        for future in running:
            future.result()
        moves = [player.version for player in players]
        seen = [wait_for(follower, count) for follower, count in zip(followers, moves, strict=True)]
        for follower in followers:
            follower.ended.set()
        with open_store(url) as store:
            stored = [[record.version for record in store.load(game).records] for game in ids]
            wrong = store.check()
        pairs = list(zip(moves, stored, strict=True))
        return {
            "tables": tables,
            "faults": len(faults),
            "acknowledged": sum(moves),
            "lost": sum(len(set(range(1, count + 1)) - set(kept)) for count, kept in pairs),
            "doubled": sum(len(kept) - count for count, kept in pairs if len(kept) > count),
            "wrong": wrong,
            "watchers_that_saw_each_move_once": sum(seen),
            "seconds_until_all_go_on": longest,
        }


def go_on(players: list[Player]) -> None:
    """Wait until every table has made some moves."""
    before = [player.version for player in players]
    until(
        lambda: all(player.version >= count + MOVES for player, count in zip(players, before, strict=True)),
        seconds=180,
    )


def wait_for(follower: Follower, count: int) -> bool:
    """True if a watcher comes to have seen every move, each once and in order."""
    try:
        return bool(until(lambda: follower.seen == list(range(1, count + 1))))
    except AssertionError:
        return False


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    figures = run(given.tables, given.rounds)
    print(json.dumps(figures, indent=1))
    whole = not (figures["lost"] or figures["doubled"] or figures["wrong"])
    sys.exit(0 if whole and figures["watchers_that_saw_each_move_once"] == given.tables else 1)
