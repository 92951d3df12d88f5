"""What a folder of games has in common: who won from which seat, which trains were bought when, what companies ran for.

    stellwerk simulate 1830 --bots steady --games 5 --out games
    python analyse_folder.py games

Reads our transcripts and 18xx.games files, also gzipped; a file that cannot be read is named and left out.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

import stellwerk
from stellwerk.core import Game, StellwerkError
from stellwerk.eighteen.actions import BuyTrain


def games(folder: Path) -> list[tuple[str, Game[Any]]]:
    """Every game that can be read, with the name of its file."""
    found = []
    for path in sorted(folder.glob("*.json*")):
        try:
            found.append((path.name, stellwerk.load(path)))
        except StellwerkError as error:
            print(f"left out: {error}", file=sys.stderr)
    return found


def report(folder: Path) -> list[str]:
    """The lines of the report."""
    wins: Counter[int] = Counter()
    runs: defaultdict[str, list[int]] = defaultdict(list)
    trains: Counter[str] = Counter()
    read = games(folder)
    for _, game in read:
        result = game.result()
        if result.finished:
            wins.update(seat + 1 for seat in result.winners)
        for event in game.events:
            if event.kind == "run" and event.receipt is not None:
                runs[event.facts["company"]].append(event.receipt.total)
        bought = [ply.action.train for ply in game.plies if isinstance(ply.action, BuyTrain)]
        trains.update(train.rpartition("-")[0] for train in bought)
    lines = [f"{len(read)} games, {sum(len(game) for _, game in read)} actions"]
    lines += [f"seat {seat}: {count} wins" for seat, count in sorted(wins.items())]
    lines += [f"{kind}-trains bought: {count}" for kind, count in sorted(trains.items())]
    lines += [f"{company}: {len(sums)} runs, {mean(sums):.0f} on average" for company, sums in sorted(runs.items())]
    return lines


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("usage: analyse_folder.py FOLDER")
    print("\n".join(report(Path(sys.argv[1]))))
