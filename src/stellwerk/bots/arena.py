"""Many games between bots, counted and, if wanted, checked action by action."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.audit import Audit
from stellwerk.bots.play import MOST_ACTIONS, play_out
from stellwerk.core import BadInput, Chance, Game
from stellwerk.formats.own import save

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil")
AUDITED = 12  # one position in so many is audited option by option


class Violation(Struct, frozen=True):
    """Something that must not happen: in which game, after how many actions, what."""

    game: int
    ply: int
    text: str


class GameReport(Struct, frozen=True):
    """One game: its number in the simulation, its seed, and how it ended (`reason` is empty if it did not)."""

    number: int
    seed: int
    actions: int
    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    digest: str

    @property
    def finished(self) -> bool:
        """True if the game came to its end by the rules."""
        return bool(self.reason)


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
) -> SimulationReport:
    """Play games of bots. Game number n (from 0) has the seed `seed` + n; the same arguments give the same games.

    `bots` is one name for all seats or a name for each. With `check` the invariants are checked after every action
    and the options are audited at a sample of positions. `out` is a folder the transcripts are written to. A game
    that has not ended after `most` actions is reported as unfinished.
    """
    names = tuple(players) if not isinstance(players, int) else seat_names(players)
    kinds = [bots] * len(names) if isinstance(bots, str) else list(bots)
    if len(kinds) != len(names):
        raise BadInput(f"{len(kinds)} bots for {len(names)} seats")
    if games < 0 or most < 1:
        raise BadInput("the number of games and of actions cannot be negative")
    folder = Path(out) if out is not None else None
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{folder}: {error.strerror}") from None
    results, violations = [], []
    start = time.perf_counter()
    for number in range(games):
        game = stellwerk.new(title, names, options, seed + number, preset)
        violations += play_checked(game, number, kinds, check, most)
        if folder is not None:
            save(game, folder / f"{title}-{len(names)}p-{seed + number}.json")
        result = game.result()
        results.append(
            GameReport(number, seed + number, game.ply, result.reason, result.scores, result.winners, game.digest())
        )
    return SimulationReport(
        title=title,
        players=names,
        games=games,
        finished=sum(result.finished for result in results),
        actions=sum(result.actions for result in results),
        seconds=time.perf_counter() - start,
        violations=tuple(violations),
        results=tuple(results),
    )


def seat_names(count: int) -> tuple[str, ...]:
    """Names for that many seats."""
    return tuple(NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}" for seat in range(count))


def play_checked(game: Game[Any], number: int, kinds: Sequence[str], check: bool, most: int) -> list[Violation]:
    """Play one game; everything that must not happen is noted, an error of the program too."""
    found: list[Violation] = []
    seed = game.rules.seed
    audit = Audit(seed)

    def look(game: Game[Any]) -> None:
        found.extend(Violation(number, game.ply, text) for text in game.check())
        if not Chance(seed, f"audit/{game.ply}").below(AUDITED):
            found.extend(Violation(number, game.ply, text) for text in audit.position(game))

    players = [make_bot(kind, seed, game.rules.title) for kind in kinds]
    try:
        play_out(game, players, most, look if check else None)
    except Exception as error:  # any error here is a bug to be reported with its place, and other games go on
        place = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{type(error).__name__} in {place.name}, line {place.lineno}: {error}"
        found.append(Violation(number, game.ply, text))
    return found
