"""Many games compared: facts of each, read one game at a time, so that a folder of any size can be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from stellwerk.core import BadInput, Game
from stellwerk.draw.history import family
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.running import kind_of
from stellwerk.formats import load_file
from stellwerk.report.build import report

QUARTERS = 4
SAMPLES = 12  # positions of a quarter at which it is asked who leads
LEADS = (0.02, 0.06, 0.15)  # limits between small and large leads, as parts of what all can expect together


class Leader(Struct, frozen=True):
    """Who leads after an action, in which quarter, by how much of what all can expect, and whether he wins in the end;
    what is shared counts in parts. `worth` is the same for who has most money and shares at that moment.
    """

    quarter: int
    lead: float
    won: float
    worth: float


class Seated(Struct, frozen=True):
    """A player at the end: his place from 1, and his part of the victory."""

    seat: int
    player: str
    score: int
    place: int
    won: float


class Started(Struct, frozen=True):
    """A company whose price was set: by whom, how high, after how many actions."""

    company: str
    par: int
    seat: int
    ply: int


class Bought(Struct, frozen=True):
    """The first train of its kind, or a private: who bought it, after how many actions, for how much."""

    name: str
    buyer: str
    seat: int
    ply: int
    price: int


class GameFacts(Struct, frozen=True):
    """What is compared of a game."""

    file: str
    title: str
    title_version: str
    actions: int
    rounds: int
    reason: str
    seats: tuple[Seated, ...]
    leaders: tuple[Leader, ...]
    companies: tuple[Started, ...] = ()
    trains: tuple[Bought, ...] = ()
    privates: tuple[Bought, ...] = ()


class Survey(Struct, frozen=True):
    """What was found in a folder. `left_out` are files that are no games, or none that is over, with the reason."""

    games: tuple[GameFacts, ...]
    left_out: tuple[tuple[str, str], ...]


def files_in(folder: Path) -> list[Path]:
    """Every file in a folder and below that may be a recorded game."""
    found = sorted(path for ending in ("*.json", "*.json.gz") for path in folder.rglob(ending) if path.is_file())
    if not found:
        raise BadInput(f"{folder}: no recorded games here (.json or .json.gz)")
    return found


def survey(files: Sequence[Path], preset: str | None = None) -> Iterator[GameFacts | tuple[str, str]]:
    """The facts of each file in turn, or its name and why it is left out."""
    for path in files:
        try:
            game = load_file(path, preset).game
        except BadInput as error:
            yield path.name, " ".join(str(error).split())
            continue
        if game.decision() is not None:
            yield path.name, "the game is not over"
            continue
        yield facts_of(game, path.name)


def gather(found: Iterator[GameFacts | tuple[str, str]]) -> Survey:
    """All of them."""
    games: list[GameFacts] = []
    left_out: list[tuple[str, str]] = []
    for entry in found:
        if isinstance(entry, GameFacts):
            games.append(entry)
        else:
            left_out.append(entry)
    return Survey(tuple(games), tuple(left_out))


def facts_of(game: Game[Any], file: str = "") -> GameFacts:
    """The facts of a game that is over."""
    made, result = report(game), game.result()
    scores = made.scores
    part = 1 / len(result.winners) if result.winners else 0.0
    seats = tuple(
        Seated(
            seat,
            name,
            scores[seat],
            1 + sum(other > scores[seat] for other in scores),
            part if seat in result.winners else 0.0,
        )
        for seat, name in enumerate(made.players)
    )
    won = [entry.won for entry in seats]
    own = isinstance(game.rules, FamilyRules)
    return GameFacts(
        file=file,
        title=made.title,
        title_version=made.title_version,
        actions=game.ply,
        rounds=len(made.rounds),
        reason=result.reason,
        seats=seats,
        leaders=tuple(leaders(game, made.curve, won)),
        companies=tuple(started(game)) if own else (),
        trains=tuple(first_trains(game)) if own else (),
        privates=tuple(privates(game)) if own else (),
    )


def leaders(game: Game[Any], curve: Sequence[Sequence[int]], won: Sequence[float]) -> Iterator[Leader]:
    """Who leads at some positions of each quarter. The end itself is none of them: there the curve is the score."""
    last = len(curve) - 1
    for number in range(min(QUARTERS * SAMPLES, last)):
        quarter = number * QUARTERS // min(QUARTERS * SAMPLES, last)
        ply = number * last // min(QUARTERS * SAMPLES, last)
        values = curve[ply]
        best, second = sorted(values, reverse=True)[:2] if len(values) > 1 else (values[0], 0)
        total = sum(max(value, 0) for value in values) or 1
        worth = [int(score) for score in game.at(ply).result().scores]
        yield Leader(quarter, (best - second) / total, shared(values, won), shared(worth, won))


def shared(values: Sequence[int], won: Sequence[float]) -> float:
    """What those who have most won in the end, on average."""
    best = max(values)
    first = [seat for seat, value in enumerate(values) if value == best]
    return sum(won[seat] for seat in first) / len(first)


def started(game: Game[Any]) -> Iterator[Started]:
    """Companies in the order in which their prices were set."""
    names = [entry.id for entry in family(game).t.companies]
    before = game.at(0).state.companies
    for ply, made in enumerate(game.plies, 1):
        after = made.state.companies
        if after is before:
            continue
        for name, old, new in zip(names, before, after, strict=True):
            if new.par and not old.par:
                yield Started(name, new.par, new.president if new.president >= 0 else made.seat, ply)
        before = after


def first_trains(game: Game[Any]) -> Iterator[Bought]:
    """The first train of each kind."""
    t, seen = family(game).t, set()
    number = {entry.id: place for place, entry in enumerate(t.companies)}
    for ply, made in enumerate(game.plies, 1):
        for event in made.events:
            if event.kind != "train" or "train" not in event.facts or "company" not in event.facts:
                continue
            kind = t.trains[t.kit.train_index[kind_of(str(event.facts["train"]))]].id
            if kind not in seen:
                seen.add(kind)
                company = str(event.facts["company"])
                seat = made.state.companies[number[company]].president if company in number else -1
                yield Bought(kind, company, seat, ply, t.train_price[kind_of(str(event.facts["train"]))])


def privates(game: Game[Any]) -> Iterator[Bought]:
    """What was paid for each private when it was first sold."""
    seats, seen = {name: seat for seat, name in enumerate(game.rules.seats)}, set()
    for ply, made in enumerate(game.plies, 1):
        for event in made.events:
            name = str(event.facts.get("private", ""))
            if event.kind == "private" and name not in seen and event.facts.get("who") in seats:
                seen.add(name)
                who = str(event.facts["who"])
                yield Bought(name, who, seats[who], ply, int(event.facts.get("price", 0)))
