"""How fast the engine is: replay, copies, jumps, options, playouts, memory, import.

`python -m stellwerk.lab.bench [FILE]` prints the figures as JSON. Times are processor time, so that other work on the
machine counts little. A rate is the best of several repetitions, since what disturbs a measurement only ever makes it
slower; a time per call is a median. `load` says how many processes wanted one of the `cpus` meanwhile.
"""

from __future__ import annotations

import argparse
import copy
import gc
import json
import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from stellwerk.bots import make_bot
from stellwerk.bots.play import play_out
from stellwerk.core import BadInput, Entry, Game, Rules, StellwerkError
from stellwerk.formats import load_file

T = TypeVar("T")
DEFAULT = Path(__file__).parent / "data" / "1830-4p-bank.json.gz"
REPEATS = 5
SPOTS = 40  # positions at which copies are measured
CALLS = 200  # calls timed together
IMPORT = "import time; start = time.process_time(); import stellwerk; print(time.process_time() - start)"


def bench_engine(path: str | Path | None = None, repeats: int = REPEATS) -> dict[str, Any]:
    """Measure with the game in a file, ours or 18xx.games', or with the one that comes with the program."""
    place = Path(path) if path is not None else DEFAULT
    loaded = load_file(place)
    game = loaded.game
    if not len(game):
        raise BadInput(f"{place}: a game without actions cannot be measured")
    entries = list(game.entries)
    figures: dict[str, Any] = {
        "file": place.name,
        "actions": len(entries),
        "replay_actions_per_s": round(len(entries) / best(repeats, lambda: replay_entries(game.rules, entries))),
        "import_18xx_actions_per_s": None,
        **copies(game),
        "options_ms": options(game),
        "playout_actions_per_s": round(playouts(game, repeats)),
        "memory_mb": round(memory(place), 2),
        "import_ms": round(import_time(repeats), 1),
        **machine(),
    }
    if loaded.source != "stellwerk":
        figures["import_18xx_actions_per_s"] = round(
            len(entries) / best(repeats, lambda: load_afresh(place, game.rules))
        )
    return figures


def machine() -> dict[str, Any]:
    """How busy the machine is, which every time depends on; None where the system does not tell."""
    return {"load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None, "cpus": os.cpu_count()}


def best(repeats: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds."""
    return min(seconds(work) for _ in range(repeats))


def seconds(work: Callable[[], object]) -> float:
    """How long one run takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def per_call(work: Callable[[T], object], subject: T, calls: int = CALLS) -> float:
    """Microseconds per call of `work` with `subject`."""

    def many() -> None:
        for _ in range(calls):
            work(subject)

    return best(3, many) / calls * 1e6


def replay_entries(rules: Rules[Any], entries: Sequence[Entry]) -> Game[Any]:
    """A full replay: every action is checked and applied as in play, with nothing remembered from earlier replays."""
    rules.forget()
    game: Game[Any] = Game(rules)
    for entry in entries:
        game.apply(entry.action, entry.seat)
    return game


def load_afresh(place: Path, rules: Rules[Any]) -> None:
    """Read, decode and replay a file, with nothing remembered; the title's tables are shared with `rules`."""
    rules.forget()
    load_file(place)


def spots(game: Game[Any]) -> list[int]:
    """Positions spread evenly over the game, the last one included."""
    step = max(1, len(game) // SPOTS)
    return list(range(len(game), 0, -step))


def copies(game: Game[Any]) -> dict[str, float]:
    """A branch, a jump and an undo; beside them what a deep copy and a round trip through msgpack would cost."""
    places = spots(game)
    games = [game.at(place) for place in places]

    def take_back(position: Game[Any]) -> None:
        position.undo()
        position.redo()

    def round_trip(position: Game[Any]) -> None:
        msgspec.msgpack.decode(msgspec.msgpack.encode(position.state))

    def median(work: Callable[[Game[Any]], object], calls: int = CALLS) -> float:
        return statistics.median(per_call(work, position, calls) for position in games)

    return {
        "copy_us": round(median(lambda position: position.branch()), 2),
        "jump_us": round(statistics.median(per_call(game.at, place) for place in places), 2),
        "undo_us": round(median(take_back) / 2, 3),
        "baseline_deepcopy_us": round(median(lambda position: copy.deepcopy(position.state), 3), 1),
        "baseline_msgpack_us": round(median(round_trip, 10), 1),
    }


def options(game: Game[Any]) -> dict[str, float]:
    """Listing the options of every position of the game, one after another, with nothing remembered before.

    The garbage collector rests meanwhile, as in `timeit`: its pause falls on any position by chance.
    """
    game.rules.forget()
    times = []
    gc.collect()
    gc.disable()
    try:
        for place in range(len(game) + 1):
            position = game.at(place)
            times.append(1000 * seconds(position.options))
    finally:
        gc.enable()
    times.sort()
    return {
        "median": round(statistics.median(times), 4),
        "p95": round(times[min(len(times) - 1, int(0.95 * len(times)))], 4),
        "max": round(times[-1], 4),
    }


def playouts(game: Game[Any], repeats: int) -> float:
    """Random games from the start, choosing included: actions per second, the best game."""
    rules = game.rules
    rates = []
    for seed in range(repeats):
        fresh: Game[Any] = Game(rules)
        bots = [make_bot("random", seed, rules.title) for _ in rules.seats]
        rules.forget()
        start = time.process_time()
        actions = play_out(fresh, bots)
        rates.append(actions / (time.process_time() - start))
    return max(rates)


def memory(place: Path) -> float:
    """Megabytes of the loaded game with all its positions, without the title's tables, which are made already."""
    tracemalloc.start()
    try:
        loaded = load_file(place)
        size = tracemalloc.get_traced_memory()[0]
        del loaded
    finally:
        tracemalloc.stop()
    return size / 1e6


def import_time(repeats: int) -> float:
    """Milliseconds to import the library, in a process of its own."""
    times = []
    for _ in range(repeats):
        done = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True)
        times.append(1000 * float(done.stdout))
    return statistics.median(times)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="stellwerk.lab.bench", description="Measure the engine.")
    parser.add_argument("file", nargs="?", type=Path)
    try:
        print(json.dumps(bench_engine(parser.parse_args(arguments).file), indent=1))
    except StellwerkError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
