"""Which puzzles somebody gets: out of files or out of games bots play, in an order a seed decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import stellwerk
from stellwerk.bots import levels, make_bot
from stellwerk.bots.jobs import seat_names
from stellwerk.bots.play import play_out
from stellwerk.core import BadInput, Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.formats import load_file
from stellwerk.titles import TITLES, find, wing
from stellwerk.training.family import MAKERS
from stellwerk.training.puzzle import Maker, Puzzle, number_of, puzzle_id

LEVEL = "easy"
PLAYERS = 4
SEEDS = 2**31
BOTS, FILE = "bots", "file"
ENDINGS = ("*.json", "*.json.gz")


class Source:
    """Where a game comes from, in a form that can be written down: `file:PATH` or `bots:TITLE:SEED`."""

    def __init__(self, name: str) -> None:
        """Nothing is read yet."""
        self.name = name

    @classmethod
    def file(cls, path: Path) -> Source:
        """A transcript."""
        return cls(f"{FILE}:{path.resolve()}")

    @classmethod
    def bots(cls, title: str, seed: int) -> Source:
        """A game the easy bots play."""
        return cls(f"{BOTS}:{title}:{seed}")

    def __str__(self) -> str:
        return self.name

    def game(self) -> Game[Any]:
        """The game; `BadInput` if it cannot be had."""
        kind, _, rest = self.name.partition(":")
        if kind == FILE:
            return load_file(rest).game
        title, _, seed = rest.rpartition(":")
        if kind != BOTS or not (seed.isdecimal() and int(seed) < SEEDS):
            raise BadInput(f"{self.name!r} is no source of puzzles")
        return bot_game(title, int(seed))


def bot_game(title: str, seed: int) -> Game[Any]:
    """A whole game of the easy bots, four if so many may play."""
    low, high = find(title).players
    count = max(low, min(high, PLAYERS))
    known = levels(title)
    level = LEVEL if LEVEL in known else next(iter(known))
    game = stellwerk.new(title, seat_names(count), seed=seed)
    play_out(game, [make_bot(level, seed, title) for _ in range(count)])
    return game


def makers(game: Game[Any]) -> Mapping[str, Maker]:
    """The kinds of puzzles of a title: those of the family, and its own."""
    own: Any = wing(game.rules.title, "training")
    found = dict(MAKERS) if isinstance(game.rules, FamilyRules) else {}
    return found if own is None else found | own.PUZZLES


def make(game: Game[Any], ply: int, kind: str) -> Puzzle | None:
    """The puzzle of a kind in the position after `ply` actions; None if there is none."""
    maker = makers(game).get(kind)
    if maker is None or not 0 <= ply < game.ply:
        return None
    at, made = game.at(ply), game.plies[ply]
    if not maker.fits(game.rules, at.state, made):
        return None
    name = puzzle_id(at.digest(), ply, kind)
    asked = maker.make(at, made, number_of(name))
    return None if asked is None else Puzzle(name, game.rules.title, kind, ply, asked)


def puzzles(game: Game[Any], seed: object = 0, kinds: Sequence[str] = ()) -> Iterator[Puzzle]:
    """The puzzles of a game one by one, the kinds in turn, in an order the seed decides."""
    plies = game.plies
    states = (game.at(0).state, *(made.state for made in plies))
    waiting: list[tuple[str, list[int]]] = []
    for kind, maker in makers(game).items():
        if not kinds or kind in kinds:
            fitting = [
                (number_of(seed, kind, ply), ply)
                for ply, made in enumerate(plies)
                if maker.fits(game.rules, states[ply], made)
            ]
            waiting.append((kind, [ply for _, ply in sorted(fitting)]))
    waiting.sort(key=lambda entry: number_of(seed, entry[0]))
    while waiting:
        for kind, left in waiting:
            found = None
            while left and found is None:
                found = make(game, left.pop(0), kind)
            if found is not None:
                yield found
        waiting = [entry for entry in waiting if entry[1]]


def sources(place: Path | None, title: str | None, seed: int) -> list[Source]:
    """The files of a place, or a game of bots for each title, in an order the seed decides."""
    if title is not None:
        find(title)
    if place is None:
        found = [Source.bots(name, number_of(seed, name) % SEEDS) for name in ([title] if title else TITLES)]
    elif place.is_dir():
        files = {path for ending in ENDINGS for path in place.rglob(ending) if path.is_file()}
        if not files:
            raise BadInput(f"{place}: no recorded games here (.json or .json.gz)")
        found = [Source.file(path) for path in sorted(files)]
    else:
        found = [Source.file(place)]
    return sorted(found, key=lambda source: number_of(seed, source.name.rpartition("/")[2]))


def pick(
    place: Path | None,
    seed: int,
    count: int,
    title: str | None = None,
    kinds: Sequence[str] = (),
    left_out: Callable[[str], None] | None = None,
) -> list[tuple[Source, Game[Any], Puzzle]]:
    """So many puzzles, one of each game in turn. `left_out` hears of files of a folder that are no games."""
    found: list[tuple[Source, Game[Any], Puzzle]] = []
    going: list[tuple[Source, Game[Any], Iterator[Puzzle]]] = []
    for number, source in enumerate(sources(place, title, seed)):
        try:
            game = source.game()
        except BadInput as error:
            if place is None or not place.is_dir():
                raise
            if left_out is not None:
                left_out(str(error))
            continue
        if title is not None and game.rules.title != title:
            if place is not None and not place.is_dir():
                raise BadInput(f"{place} is a game of {game.rules.title}, not of {title}")
            continue
        each = puzzles(game, f"{seed}:{number}", kinds)  # so that games do not begin with the same kind
        going.append((source, game, each))
        first = next(each, None)
        if first is not None:
            found.append((source, game, first))
        if len(found) == count:
            return found
    while going:
        for entry in list(going):
            more = next(entry[2], None)
            if more is None:
                going.remove(entry)
                continue
            found.append((entry[0], entry[1], more))
            if len(found) == count:
                return found
    return found


def again(source: Source, ply: int, kind: str, name: str) -> tuple[Game[Any], Puzzle]:
    """A puzzle somebody had before; `BadInput` if its game is gone or another one now."""
    game = source.game()
    found = make(game, ply, kind)
    if found is None or found.id != name:
        raise BadInput(f"{source}: the game is not the one puzzle {name} was made of")
    return game, found
