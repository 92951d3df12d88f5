"""The games of an arena as a table with a row for each seat, for spreadsheets and statistics."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from stellwerk.bots.contest import ArenaReport, Contest
from stellwerk.core import BadInput

COLUMNS = ("game", "seed", "seat", "bot", "score", "won", "reason", "actions", "digest")


def rows(contest: Contest, report: ArenaReport) -> Iterator[dict[str, Any]]:
    """A row for each seat; a win that is shared counts in parts."""
    for game in report.results:
        for seat, bot in enumerate(contest.seats(game.number)):
            won = 1 / len(game.winners) if game.finished and seat in game.winners else 0.0
            values = (game.number, game.seed, seat, bot, game.scores[seat], won, game.reason, game.actions, game.digest)
            yield dict(zip(COLUMNS, values, strict=True))


def check_file(path: Path) -> None:
    """Refuse a file that could not be written in the end."""
    if path.suffix.lower() not in (".csv", ".parquet"):
        raise BadInput(f"{path}: a table is written as .csv or .parquet")
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise BadInput(f"{path}: needs the extra `parquet` (pip install 'stellwerk[parquet]')")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: there is no such folder")


def write_rows(path: Path, contest: Contest, report: ArenaReport) -> None:
    """Write CSV or Parquet, as the name of the file says."""
    if path.suffix.lower() == ".parquet":
        from pyarrow import Table, parquet

        parquet.write_table(Table.from_pylist(list(rows(contest, report))), path)
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows(contest, report))
