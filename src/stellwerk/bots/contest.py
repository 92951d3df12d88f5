"""The arena: bots meet at many tables, every deal is played from every seat, and what they win is counted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.bots.jobs import GameJob, GameReport, Played, Violation, played, seat_names, try_bots
from stellwerk.bots.play import MOST_ACTIONS
from stellwerk.bots.ratings import Rating, ratings
from stellwerk.core import BadInput

CERTAIN = 1.96  # standard deviations that hold 95 %

Workers = Callable[[Sequence[GameJob]], Iterator[Played]]


class Contest(Struct, frozen=True):
    """What is played. The bots sit in the order given, and move on by a seat from game to game; after as many games as
    there are seats comes the next seed. The same contest gives the same games.
    """

    title: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: Mapping[str, Any] = {}
    preset: str | None = None
    most: int = MOST_ACTIONS

    def check(self) -> None:
        """Refuse what cannot be played, before anything is."""
        import stellwerk

        if self.games < 1:
            raise BadInput("an arena has at least one game")
        stellwerk.new(self.title, seat_names(len(self.bots)), self.options, self.seed, self.preset)
        try_bots(self.bots, self.seed, self.title)
        ratings(())  # says so if it cannot

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        turned = number % len(self.bots)
        return self.bots[-turned:] + self.bots[:-turned] if turned else self.bots

    def job(self, number: int, folder: Path | None = None, faults: Path | None = None) -> GameJob:
        """A game of the contest."""
        seats = len(self.bots)
        return GameJob(
            number=number,
            title=self.title,
            names=seat_names(seats),
            bots=self.seats(number),
            seed=self.seed + number // seats,
            options=self.options,
            preset=self.preset,
            most=self.most,
            folder=folder,
            faults=faults,
            turned=number % seats,
        )


class ContestRow(Struct, frozen=True):
    """What a kind of bot has done: seats it had, wins (a shared one counts in parts), its share of the games with a
    95 % interval, its rating with the uncertainty of that, its mean score.
    """

    name: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    rating: float
    uncertainty: float
    score: float


class ArenaReport(Struct, frozen=True):
    """What an arena gave. `bots` come best first; `results` in the order of their numbers."""

    title: str
    seed: int
    games: int
    finished: int
    actions: int
    bots: tuple[ContestRow, ...]
    violations: tuple[Violation, ...]
    results: tuple[GameReport, ...]


class ArenaLog:
    """A file to which every game is added when it is done, so that an arena that was cut off can go on."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Reads what the file holds of the same contest; a file of another one is refused."""
        self.path = path
        self.done: dict[int, Played] = {}
        if not path.exists():
            path.write_bytes(msgspec.json.encode(contest) + b"\n")
            return
        first, *lines = path.read_bytes().split(b"\n")
        if not _same_contest(first, contest):
            raise BadInput(f"{path}: holds another arena; take another file, or the same title, bots, seed and options")
        kept = first + b"\n"
        for place, line in enumerate(lines, 2):
            if not line:
                continue
            try:
                game = msgspec.json.decode(line, type=Played)
            except msgspec.MsgspecError as error:
                if place == len(lines) + 1:  # the last line was cut off: that game is played again
                    path.write_bytes(kept)
                    break
                raise BadInput(f"{path}, line {place}: {error}") from None
            kept += line + b"\n"
            self.done[game.report.number] = game

    def add(self, game: Played) -> None:
        """Keep a game."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")


def _same_contest(line: bytes, contest: Contest) -> bool:
    """True if a line describes this contest but for the number of games, which may grow."""
    try:
        other = msgspec.json.decode(line, type=Contest)
    except msgspec.MsgspecError:
        return False
    return msgspec.structs.replace(other, games=contest.games) == contest


def arena(
    contest: Contest,
    jobs: int = 1,
    log: ArenaLog | None = None,
    folder: Path | None = None,
    faults: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    workers: Workers | None = None,
) -> ArenaReport:
    """Play a contest. `jobs` processes play at the same time; `workers` plays the games somewhere else instead."""
    contest.check()
    done = {number: game for number, game in (log.done if log else {}).items() if number < contest.games}
    left = [contest.job(number, folder, faults) for number in range(contest.games) if number not in done]
    if progress is not None:
        progress(len(done), contest.games)
    for game in workers(left) if workers is not None else played(left, jobs):
        done[game.report.number] = game
        if log is not None:
            log.add(game)
        if progress is not None:
            progress(len(done), contest.games)
    return report(contest, [done[number] for number in sorted(done)])


def report(contest: Contest, games: Sequence[Played]) -> ArenaReport:
    """Count. Only games that came to their end count for anybody."""
    tables = [
        (contest.seats(game.report.number), game.report.scores, game.report.winners)
        for game in games
        if game.report.finished
    ]
    rated = ratings(tables)
    names = sorted(set(contest.bots), key=contest.bots.index)
    standings = [standing(name, tables, rated.get(name)) for name in names]
    standings.sort(key=lambda one: (-one.share, names.index(one.name)))
    return ArenaReport(
        title=contest.title,
        seed=contest.seed,
        games=len(games),
        finished=len(tables),
        actions=sum(game.report.actions for game in games),
        bots=tuple(standings),
        violations=tuple(violation for game in games for violation in game.violations),
        results=tuple(game.report for game in games),
    )


def standing(
    name: str, tables: Sequence[tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]], rating: Rating | None
) -> ContestRow:
    """What one kind of bot has done at all tables."""
    seats, wins, scores = 0, 0.0, 0
    for bots, points, winners in tables:
        for seat, bot in enumerate(bots):
            if bot == name:
                seats += 1
                scores += points[seat]
                wins += 1 / len(winners) if seat in winners else 0.0
    low, high = interval(wins, seats)
    return ContestRow(
        name=name,
        games=seats,
        wins=round(wins, 3),
        share=round(wins / seats, 4) if seats else 0.0,
        low=round(low, 4),
        high=round(high, 4),
        rating=round(rating.mean, 2) if rating else 0.0,
        uncertainty=round(rating.deviation, 2) if rating else 0.0,
        score=round(scores / seats, 1) if seats else 0.0,
    )


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share: sensible with few games and near 0 and 1 too.

    Seats of one kind at the same table, of which at most one wins, vary less than this assumes: it is on the safe side.
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, CERTAIN**2 / games
    middle = (share + square / 2) / (1 + square)
    half = CERTAIN / (1 + square) * math.sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)
