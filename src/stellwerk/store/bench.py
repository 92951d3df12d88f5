"""How fast the store is: durable appends per second, and the time to open a long game.

`python -m stellwerk.store.bench [FOLDER] [postgresql://…]` prints the figures as JSON; the database is made in that
folder, so that its disk is measured, and removed afterwards. In a PostgreSQL database, named by its address, the games
stay. With both given they are measured one after the other.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from stellwerk.core import Chance, Entry, Game
from stellwerk.formats.own import replay
from stellwerk.store.address import is_address, open_store
from stellwerk.store.games import GamesStore
from stellwerk.store.live import LiveGames
from stellwerk.titles import find

WRITERS = (1, 16, 64)
APPENDS = 3200
LENGTH = 1000
NAMES = ("Ada", "Ben", "Cleo", "Dan")
SEEDS = range(100)


def bench_store(
    folder: str | Path | None = None, appends: int = APPENDS, game: Game[Any] | None = None
) -> dict[str, Any]:
    """Measure with a game that is not over, in a new database in `folder` (or a scratch folder), or in PostgreSQL."""
    game = game or some_game(LENGTH)
    entries = list(game.entries)
    with ExitStack() as stack:
        where: str | Path = folder or ""
        if not is_address(where):
            where = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder))) / "bench.db"
        store = stack.enter_context(open_store(where))
        return {
            "appends": {str(count): appending(store, game, entries, count, appends) for count in WRITERS},
            "loading": loading(store, game),
        }


def some_game(length: int) -> Game[Any]:
    """A game of that many actions, whatever they are: options are drawn until a game lasts."""
    for seed in SEEDS:
        game: Game[Any] = Game(find("1830").make(NAMES, None, seed, None))
        chance = Chance(seed, "bench")
        while game.ply < length and game.decision() is not None:
            options = [option for option in game.options() if option.seat is None and not option.free]
            game.apply(chance.choice(options or game.options()).action)
        if game.ply >= length:
            return game
    raise AssertionError(f"no game of {length} actions among {len(SEEDS)} seeds")


def appending(store: GamesStore, game: Game[Any], entries: list[Entry], writers: int, appends: int) -> dict[str, float]:
    """Threads that append to a game each, one action at a time, and wait for every answer."""
    games = LiveGames(store)
    ids = [games.create(game.at(0)) for _ in range(writers)]
    times: list[float] = []
    commits = store.writer.commits

    def write(game_id: str) -> None:
        for version in range(appends // writers):
            began = time.perf_counter()
            store.append(game_id, version, [entries[version % len(entries)]], key=f"bench-{version}")
            times.append(time.perf_counter() - began)

    threads = [threading.Thread(target=write, args=(game_id,)) for game_id in ids]
    took = seconds(lambda: run_all(threads))
    times.sort()
    return {
        "appends_per_s": round(len(times) / took),
        "median_ms": round(statistics.median(times) * 1000, 2),
        "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 2),
        "appends_per_commit": round(len(times) / (store.writer.commits - commits), 1),
    }


def loading(store: GamesStore, game: Game[Any]) -> dict[str, float]:
    """The time to read a game's records, to open it from nothing, to get it from memory, and to play one action."""
    in_memory = LiveGames(store)
    game_id = in_memory.create(game)
    live = in_memory.get(game_id)
    assert live.game.digest() == game.digest()
    act = one_more(live.game)
    return {
        "actions": game.ply,
        "records_ms": best(lambda: store.load(game_id)),
        "open_ms": best(lambda: LiveGames(store).get(game_id)),
        "replay_only_ms": best(lambda: replay(game.transcript())),
        "from_memory_ms": best(lambda: in_memory.get(game_id)),
        "act_ms": round(seconds(lambda: in_memory.act(game_id, live.version, act)) * 1000, 3),
    }


def one_more(game: Game[Any]) -> list[Entry]:
    """One more action."""
    decision = game.decision()
    assert decision is not None
    option = next(option for option in game.options() if option.seat is None)
    return [Entry(decision.seat, option.action)]


def run_all(threads: list[threading.Thread]) -> None:
    """Start threads and wait for them."""
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best(work: Callable[[], object], repeats: int = 5) -> float:
    """The shortest of several runs, in milliseconds: what disturbs a measurement only makes it longer."""
    return round(min(seconds(work) for _ in range(repeats)) * 1000, 3)


if __name__ == "__main__":
    figures = {("PostgreSQL" if is_address(where) else "SQLite"): bench_store(where) for where in sys.argv[1:] or [""]}
    print(json.dumps(figures, indent=1))
