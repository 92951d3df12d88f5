"""Perft: node counts of the option tree from named positions. Any drift in legality shows as a changed number.

`python -m stellwerk.lab.perft FILE…` compares the counts in position files with those of the program, `--write`
writes the program's counts into the files instead.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import stellwerk
from stellwerk.core import Action, BadInput, Game, Rules, StellwerkError
from stellwerk.formats import load_file


class PerftPosition(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A named position: a new game of `players` seats, or the position after `ply` actions of `file`.

    `counts` are the nodes at depth 1, 2, …; how many there are says how deep to count.
    """

    name: str
    counts: list[int]
    title: str = "1830"
    players: int = 0
    preset: str = ""
    file: str = ""
    ply: int = 0
    note: str = ""

    def game(self, folder: Path) -> Game[Any]:
        """The game at the position; `file` is looked for beside the position file, in `folder`."""
        if self.file:
            return load_file(folder / self.file).at(self.ply)
        names = [f"Player {number + 1}" for number in range(self.players)]
        return stellwerk.new(self.title, names, preset=self.preset or None)


def moves(rules: Rules[Any], state: Any) -> Iterator[tuple[Action, int]]:
    """The actions that count, with their seats: a range by its two ends, a free field by the option's own action."""
    decision = rules.decision(state)
    if decision is None:
        return
    for option in rules.legal(state):
        seat = decision.seat if option.seat is None else option.seat
        if option.amount is not None:
            yield option.take(option.amount.low), seat
            if option.amount.high != option.amount.low:
                yield option.take(option.amount.high), seat
        else:
            yield option.action, seat


def count(rules: Rules[Any], state: Any, depth: int) -> int:
    """Nodes at `depth` below a state; a game that ends earlier has none there."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in moves(rules, state))
    return sum(count(rules, rules.apply(state, action, seat)[0], depth - 1) for action, seat in moves(rules, state))


def perft(game: Game[Any], depth: int) -> int:
    """How many ways the game can go on for `depth` actions."""
    if depth < 0:
        raise BadInput(f"a depth cannot be {depth}")
    return count(game.rules, game.state, depth)


def divide(game: Game[Any], depth: int) -> dict[str, int]:
    """The nodes below each action of the position, which add up to `perft(game, depth)`."""
    if depth < 1:
        raise BadInput(f"to divide, the depth must be at least 1, not {depth}")
    rules, state = game.rules, game.state
    found: dict[str, int] = {}
    for action, seat in moves(rules, state):
        name = f"{rules.seats[seat]} {msgspec.json.encode(action).decode()}"
        found[name] = count(rules, rules.apply(state, action, seat)[0], depth - 1)
    return found


# -- position files


def read_positions(path: Path) -> list[PerftPosition]:
    """The positions of a file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[PerftPosition])
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path}: {error}") from None


def counted(position: PerftPosition, folder: Path) -> list[int]:
    """The program's counts, as deep as the position file goes."""
    game = position.game(folder)
    return [perft(game, depth + 1) for depth in range(len(position.counts))]


def write_positions(path: Path, positions: Sequence[PerftPosition]) -> None:
    """Write a position file, one position a line."""
    lines = ",\n ".join(msgspec.json.encode(position).decode() for position in positions)
    path.write_text(f"[\n {lines}\n]\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare or write; the exit code is 1 if a count differs."""
    parser = argparse.ArgumentParser(prog="stellwerk.lab.perft", description="Node counts of the option tree.")
    parser.add_argument("files", nargs="+", type=Path, help="position files")
    parser.add_argument("--write", action="store_true", help="write the counts into the files")
    chosen = parser.parse_args(arguments)
    wrong = 0
    try:
        for path in chosen.files:
            positions = read_positions(path)
            for position in positions:
                now = counted(position, path.parent)
                differs = now != position.counts
                wrong += differs
                print(f"{position.name}: {now}" + (f", was {position.counts}" if differs else ""))
                position.counts = now
            if chosen.write:
                write_positions(path, positions)
    except StellwerkError as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if wrong and not chosen.write else 0


if __name__ == "__main__":
    sys.exit(main())
