"""How fast the router is and how much it proves: on every run of trains of games, and on strong trains late."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stellwerk.formats import load_file
from stellwerk.lab.bench import DEFAULT, machine
from stellwerk.routing.bench import BenchPosition, bench_routes, recorded_runs, stress_set

LATE = (1.0, 0.9, 0.8, 0.7)  # parts of a game after which its board is used for strong trains


def bench_router(paths: Sequence[str | Path] = ()) -> dict[str, Any]:
    """Figures for the games in the files, or for the one that comes with the program.

    `python` is the same without the compiled kernel, so that both are compared in one run.
    """
    recorded: list[BenchPosition] = []
    stress: list[BenchPosition] = []
    for path in paths or [DEFAULT]:
        game = load_file(path).game
        label = Path(path).name
        recorded += recorded_runs(label, game)
        for part in LATE:
            stress += stress_set(f"{label} at {int(part * len(game))}", game.at(int(part * len(game))))
    figures = bench_routes(recorded, stress)
    plain = bench_routes(recorded, kernel=False)
    return {**figures, "python": plain["recorded"], **machine()}
