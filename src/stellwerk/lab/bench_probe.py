"""Every figure of one release and one title; a script that is started by its path with `PYTHONPATH`, so that one and
the same code measures this release and an earlier one. It keeps to names that both have.

    bench_probe.py make TITLE FOLDER      play a game of random bots and write it there
    bench_probe.py measure FILE REPEATS   print the figures as JSON
    bench_probe.py start REPEATS          print how long the first page of a new server takes
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.play import play_out
from stellwerk.core import BadInput, Game
from stellwerk.formats import load_file
from stellwerk.formats.export18xx import export
from stellwerk.lab import bench
from stellwerk.lab.web_callers import serving
from stellwerk.store.live import LiveGames
from stellwerk.store.sqlite import SqliteStore
from stellwerk.titles import find

SEED = 11
SITE = "games18xx"  # the preset of titles that the site has
SEATS = 4
CALLS = 200_000
PLACES = 8  # plies at which a stored game is opened


class Yardstick:
    """A slotted method: one call of it is what all other times are compared with."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        """Something to give."""
        self.value = 1

    def get(self) -> int:
        """The call that is timed."""
        return self.value


def yardstick(repeats: int) -> float:
    """Nanoseconds of one slotted method call in a loop."""
    subject = Yardstick()

    def many() -> None:
        for _ in range(CALLS):
            subject.get()

    return bench.best(repeats, many) / CALLS * 1e9


def make(title: str, folder: Path) -> None:
    """A game of random bots, as our file and, if the site could have played it, as an 18xx.games file."""
    names = [f"Bot {seat + 1}" for seat in range(min(SEATS, find(title).players[1]))]
    try:
        game = stellwerk.new(title, names, seed=SEED, preset=SITE)
    except BadInput:
        game = stellwerk.new(title, names, seed=SEED)
    play_out(game, [make_bot("random", SEED + seat, title) for seat in range(len(names))])
    (folder / f"{title}.json").write_bytes(game.transcript().encode())
    try:
        (folder / f"{title}.18xx").write_text(json.dumps(export(game)), encoding="utf-8")
    except BadInput:
        return


def measure(path: Path, repeats: int) -> dict[str, Any]:
    """All figures; a rate is the best of the repetitions, in actions per second of processor time."""
    game = load_file(path).game
    entries, rules = list(game.entries), game.rules
    site = path.with_suffix(".18xx")
    options = bench.options(game)
    return {
        "actions": len(entries),
        "digest": game.digest(),
        "replay_per_s": len(entries) / bench.best(repeats, lambda: bench.replay_entries(rules, entries)),
        "from_file_per_s": len(entries) / bench.best(repeats, lambda: bench.load_afresh(path, rules)),
        "from_18xx_per_s": reading(site, rules, repeats) if site.exists() else None,
        "playout_per_s": bench.playouts(game, repeats),
        "options_ms_median": options["median"],
        "options_ms_p95": options["p95"],
        "options_ms_max": options["max"],
        "bots_game_s": bots_game(rules.title, len(rules.seats)),
        "open_ms": opening(game),
        "import_ms": bench.import_time(repeats),
        "yardstick_ns": yardstick(repeats),
    }


def reading(site: Path, rules: Any, repeats: int) -> float:
    """Reading an 18xx.games file, decoded and replayed."""
    count = len(load_file(site).game)
    return count / bench.best(repeats, lambda: bench.load_afresh(site, rules))


def bots_game(title: str, seats: int) -> float:
    """Processor seconds of a whole game of the title's plain bots."""
    game: Game[Any] = stellwerk.new(title, [f"Bot {seat + 1}" for seat in range(seats)], seed=SEED)
    bots = [plain_bot(title, SEED + seat) for seat in range(seats)]
    return bench.seconds(lambda: play_out(game, bots))


def plain_bot(title: str, seed: int) -> Any:
    """`steady`, which all releases have, or what the title has instead."""
    try:
        return make_bot("steady", seed, title)
    except BadInput:
        return make_bot("baron", seed, title)


def opening(game: Game[Any]) -> float:
    """Milliseconds, by the clock and with nothing in memory, to open the stored game at plies all over it; a median."""
    times = []
    with tempfile.TemporaryDirectory() as folder, SqliteStore(Path(folder) / "bench.db") as store:
        game_id = LiveGames(store).create(game)
        for ply in range(0, len(game) + 1, max(1, len(game) // PLACES)):
            start = time.perf_counter()
            LiveGames(store).get(game_id).game.at(ply).decision()
            times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def start(repeats: int) -> dict[str, float]:
    """Milliseconds, by the clock, of the start page as the first page of a server that has just started; the best."""
    times = []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as caller:
            begun = time.perf_counter()
            caller.get("/")
            times.append(1000 * (time.perf_counter() - begun))
    return {"first_page_ms": min(times), "yardstick_ns": yardstick(repeats)}


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], Path(sys.argv[3]))
    elif sys.argv[1] == "start":
        print(json.dumps(start(int(sys.argv[2]))))
    else:
        print(json.dumps(measure(Path(sys.argv[2]), int(sys.argv[3]))))
