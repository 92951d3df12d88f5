"""Bot games that are kept as files: transcripts, playthroughs and perft counts, made again by one command.

`python -m stellwerk.lab.fixtures tests/data` writes them all. They change when the rules, the options' order or the
bots change; what changed can then be read in the diff of the playthroughs.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.jobs import seat_names
from stellwerk.bots.play import play_out
from stellwerk.core import Game
from stellwerk.lab import bench, guarded
from stellwerk.lab.perft import counted, read_positions, write_positions
from stellwerk.lab.playthrough import playthrough


class Fixture(Struct, frozen=True):
    """A game of bots of one kind."""

    players: int
    seed: int
    preset: str
    title: str = "1830"
    bot: str = "random"

    def game(self) -> Game[Any]:
        """Play it."""
        game = stellwerk.new(self.title, seat_names(self.players), seed=self.seed, preset=self.preset)
        play_out(game, [make_bot(self.bot, self.seed, self.title) for _ in range(self.players)])
        return game


BENCHMARK = Fixture(4, 20, "games18xx")
TRANSCRIPTS = {
    "1830-2p-games18xx": Fixture(2, 10, "games18xx"),
    "1830-3p-seed": Fixture(3, 0, "seed"),
    "1830-5p-games18xx": Fixture(5, 0, "games18xx"),
    "1830-6p-seed": Fixture(6, 12, "seed"),
    "1854-3p": Fixture(3, 22, "rulebook", "1854"),
    "1854-4p": Fixture(4, 10, "rulebook", "1854"),
    "1854-4p-steady": Fixture(4, 404, "rulebook", "1854", "steady"),
    "1862-4p": Fixture(4, 38, "rulebook", "1862"),
    "1862-6p": Fixture(6, 5, "rulebook", "1862"),
    "18te-2p": Fixture(2, 2001, "rulebook", "18te", "steady"),
    "18te-3p": Fixture(3, 1000, "rulebook", "18te"),
    "union-pacific-2p": Fixture(2, 4, "seed", "union-pacific", "baron"),
    "union-pacific-3p-second-edition": Fixture(3, 7, "second_edition", "union-pacific"),
    "union-pacific-4p": Fixture(4, 1, "seed", "union-pacific", "baron"),
    "union-pacific-6p": Fixture(6, 2, "seed", "union-pacific"),
}
PLAYTHROUGHS = {
    "1830-2p": Fixture(2, 3, "seed"),
    "1830-3p": Fixture(3, 0, "games18xx"),
    "1830-4p": Fixture(4, 2, "seed"),
    "1830-5p": Fixture(5, 1, "games18xx"),
    "1830-6p": Fixture(6, 8, "seed"),
    "1854-3p": Fixture(3, 25, "rulebook", "1854"),
    "1854-4p": Fixture(4, 4, "rulebook", "1854"),
    "1854-5p": Fixture(5, 5, "rulebook", "1854"),
    "1854-6p": Fixture(6, 2, "rulebook", "1854", "steady"),
    "1862-4p": Fixture(4, 3, "rulebook", "1862"),
    "1862-5p": Fixture(5, 3, "rulebook", "1862"),
    "1862-6p": Fixture(6, 1, "rulebook", "1862"),
    "1862-7p": Fixture(7, 3, "rulebook", "1862"),
    "18te-2p": Fixture(2, 5, "rulebook", "18te"),
    "18te-3p": Fixture(3, 2, "rulebook", "18te", "steady"),
    "union-pacific-2p": Fixture(2, 1, "seed", "union-pacific"),
    "union-pacific-3p": Fixture(3, 2, "second_edition", "union-pacific"),
    "union-pacific-4p": Fixture(4, 3, "seed", "union-pacific", "baron"),
    "union-pacific-5p": Fixture(5, 4, "seed", "union-pacific"),
    "union-pacific-6p": Fixture(6, 5, "seed", "union-pacific", "baron"),
}


def read_playthrough(fixture: Fixture) -> str:
    """The text of a playthrough."""
    return playthrough(fixture.title, fixture.players, fixture.seed, fixture.preset, fixture.bot)


def write_transcript(fixture: Fixture, path: Path) -> None:
    """Write a transcript, packed; the bytes depend on the game only."""
    path.write_bytes(gzip.compress(fixture.game().transcript().encode(), mtime=0))


def write_all(folder: Path) -> int:
    """Write every file under `folder`, and the benchmark's game into the package."""
    write_transcript(BENCHMARK, bench.DEFAULT)
    for name, fixture in TRANSCRIPTS.items():
        write_transcript(fixture, folder / "games" / f"{name}.json.gz")
    for name, fixture in PLAYTHROUGHS.items():
        (folder / "playthroughs" / f"{name}.txt").write_text(read_playthrough(fixture), encoding="utf-8")
    for path in sorted((folder / "perft").glob("*.json")):
        positions = read_positions(path)
        for position in positions:
            position.counts = counted(position, path.parent)
        write_positions(path, positions)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the files again."""
    parser = argparse.ArgumentParser(prog="stellwerk.lab.fixtures", description="Make the kept bot games again.")
    parser.add_argument("folder", type=Path, help="the tests' data folder")
    folder: Path = parser.parse_args(arguments).folder
    return guarded(lambda: write_all(folder))


if __name__ == "__main__":
    sys.exit(main())
