"""Many games between bots, counted and, if wanted, checked action by action."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from stellwerk.bots.jobs import GameJob, GameReport, Violation, played, seat_names, try_bots
from stellwerk.bots.play import MOST_ACTIONS
from stellwerk.core import BadInput


class SimulationReport(Struct, frozen=True):
    """What a simulation gave."""

    title: str
    players: tuple[str, ...]
    games: int
    finished: int
    actions: int
    seconds: float
    violations: tuple[Violation, ...]
    results: tuple[GameReport, ...]

    @property
    def reasons(self) -> dict[str, int]:
        """How many games ended for which reason."""
        found: dict[str, int] = {}
        for result in self.results:
            found[result.reason or "unfinished"] = found.get(result.reason or "unfinished", 0) + 1
        return dict(sorted(found.items()))


def simulate(
    title: str,
    players: int | Sequence[str] = 4,
    bots: str | Sequence[str] = "random",
    games: int = 1,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    preset: str | None = None,
    check: bool = False,
    out: str | Path | None = None,
    most: int = MOST_ACTIONS,
    jobs: int = 1,
) -> SimulationReport:
    """Play games of bots. Game number n (from 0) has the seed `seed` + n; the same arguments give the same games.

    `bots` is one name for all seats or a name for each. With `check` the invariants are checked after every action
    and the options are audited at a sample of positions. `out` is a folder the transcripts are written to. A game
    that has not ended after `most` actions is reported as unfinished. `jobs` processes play at the same time, with the
    same results.
    """
    names = tuple(players) if not isinstance(players, int) else seat_names(players)
    kinds = [bots] * len(names) if isinstance(bots, str) else list(bots)
    if len(kinds) != len(names):
        raise BadInput(f"{len(kinds)} bots for {len(names)} seats")
    if games < 0 or most < 1:
        raise BadInput("the number of games and of actions cannot be negative")
    try_bots(kinds, seed, title)
    folder = make_folder(out)
    start = time.perf_counter()
    work = [
        GameJob(number, title, names, tuple(kinds), seed + number, options, preset, check, most, folder)
        for number in range(games)
    ]
    done = sorted(played(work, jobs), key=lambda one: one.report.number)
    results = [one.report for one in done]
    return SimulationReport(
        title=title,
        players=names,
        games=games,
        finished=sum(result.finished for result in results),
        actions=sum(result.actions for result in results),
        seconds=time.perf_counter() - start,
        violations=tuple(violation for one in done for violation in one.violations),
        results=tuple(results),
    )


def make_folder(path: str | Path | None) -> Path | None:
    """The folder, made if it is not there."""
    if path is None:
        return None
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}") from None
    return folder
