"""Games of bots as pieces of work that can be done here, by other processes, or on other machines, in any order."""

from __future__ import annotations

import multiprocessing
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from msgspec import Struct

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.audit import Audit
from stellwerk.bots.bot import Bot, close
from stellwerk.bots.play import MOST_ACTIONS, play_out
from stellwerk.bots.program import BotFailure
from stellwerk.core import Chance, Game, Illegal
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


class GameJob(Struct, frozen=True):
    """A game to be played: all that decides how it goes.

    With `check` the invariants are checked after every action and the options are audited at a sample of positions.
    The transcript is kept in `folder`; in `faults` only if something was wrong with the game. `turned` tells games with
    the same seed apart: by how many places the bots have moved on.
    """

    number: int
    title: str
    names: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    options: Mapping[str, Any] | None = None
    preset: str | None = None
    check: bool = False
    most: int = MOST_ACTIONS
    folder: Path | None = None
    faults: Path | None = None
    turned: int = 0

    @property
    def file(self) -> str:
        """What the transcript is called."""
        return f"{self.title}-{len(self.names)}p-{self.seed}{f'-{self.turned}' if self.turned else ''}.json"


class Played(Struct, frozen=True):
    """A game that was played, and what must not have happened in it."""

    report: GameReport
    violations: tuple[Violation, ...]


def seat_names(count: int) -> tuple[str, ...]:
    """Names for that many seats."""
    return tuple(NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}" for seat in range(count))


def try_bots(names: Iterable[str], seed: int, title: str) -> None:
    """Make each of them once, so that a bot that is none is refused before anything is played."""
    for name in dict.fromkeys(names):
        close(make_bot(name, seed, title))


def play_job(job: GameJob) -> Played:
    """Play one game; everything that must not happen is noted, an error of a bot or of the program too."""
    game = stellwerk.new(job.title, job.names, job.options, job.seed, job.preset)
    found = play_checked(game, job)
    for folder in (job.folder, job.faults if found else None):
        if folder is not None:
            save(game, folder / job.file)
    result = game.result()
    digest = game.digest()
    report = GameReport(job.number, job.seed, game.ply, result.reason, result.scores, result.winners, digest)
    return Played(report, tuple(found))


def play_checked(game: Game[Any], job: GameJob) -> list[Violation]:
    """Play to the end; gives what was wrong."""
    found: list[Violation] = []
    audit = Audit(job.seed)

    def look(game: Game[Any]) -> None:
        found.extend(Violation(job.number, game.ply, text) for text in game.check())
        if not Chance(job.seed, f"audit/{game.ply}").below(AUDITED):
            found.extend(Violation(job.number, game.ply, text) for text in audit.position(game))

    players: list[Bot] = []
    try:
        players += [make_bot(kind, job.seed, game.rules.title) for kind in job.bots]
        play_out(game, players, job.most, look if job.check else None)
    except Exception as error:  # any error here is a bug to be reported with its place, and other games go on
        found.append(Violation(job.number, game.ply, failed(game, job, error)))
    finally:
        for bot in players:
            close(bot)
    return found


def failed(game: Game[Any], job: GameJob, error: Exception) -> str:
    """What went wrong in a game, and with whose bot."""
    if isinstance(error, BotFailure):
        return str(error)  # says it all
    decision = game.decision()
    bot = "" if decision is None else f"{job.bots[decision.seat]}: "
    if isinstance(error, Illegal):
        return f"{bot}wants what is not legal: {error}"
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{bot}{type(error).__name__} in {place.name}, line {place.lineno}: {error}"


def played(jobs: Sequence[GameJob], workers: int = 1) -> Iterator[Played]:
    """Play the games, with several workers in processes of their own; they come as they are done.

    A worker that dies (killed, out of memory) costs the game it was playing, which is reported; the others go on.
    """
    if workers <= 1 or len(jobs) <= 1:
        yield from map(play_job, jobs)
        return
    left = {job.number: job for job in jobs}
    suspects: list[GameJob] = []
    while left:
        yield from _pooled(left, min(workers, len(left)), suspects)
        # After a death nobody knows whose game it was: those under way are played again one by one.
        for job in suspects:
            yield _alone(left.pop(job.number))
        suspects.clear()


def _pooled(left: dict[int, GameJob], workers: int, suspects: list[GameJob]) -> Iterator[Played]:
    """Games of a pool of workers until they are done or a worker dies; what was under way then is suspect."""
    waiting = iter(list(left.values()))
    running: dict[Future[Played], GameJob] = {}
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        try:
            while True:
                while len(running) < workers and (job := next(waiting, None)) is not None:
                    running[pool.submit(play_job, job)] = job
                if not running:
                    return
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    result = done.result()
                    left.pop(running.pop(done).number)
                    yield result
        except BrokenProcessPool:
            suspects.extend(running.values())
        finally:
            for future in running:
                future.cancel()


def _alone(job: GameJob) -> Played:
    """A game in a process of its own; if that dies, it is reported."""
    try:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            return pool.submit(play_job, job).result()
    except BrokenProcessPool:
        nothing = GameReport(job.number, job.seed, 0, "", (0,) * len(job.names), (), "")
        return Played(nothing, (Violation(job.number, 0, "the process that played the game has died"),))
