"""A survey as a table with a row for each seat of each game, for spreadsheets and statistics."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from stellwerk.core import BadInput
from stellwerk.formats.table import plain_cell
from stellwerk.report.survey import Bought, GameFacts, Seated, Survey

COLUMNS = (
    *("file", "title", "title_version", "players", "actions", "rounds", "reason"),
    *("seat", "player", "score", "place", "won", "started", "first_trains", "privates"),
)


def rows(found: Survey) -> Iterator[dict[str, Any]]:
    """A row for each seat; lists stand in one cell: `PRR 67; NYC 82`."""
    for game in found.games:
        for seat in game.seats:
            yield dict(zip(COLUMNS, _row(game, seat), strict=True))


def _row(game: GameFacts, seat: Seated) -> tuple[Any, ...]:
    return (
        *(game.file, game.title, game.title_version, len(game.seats), game.actions, game.rounds, game.reason),
        *(seat.seat, seat.player, seat.score, seat.place, seat.won),
        "; ".join(f"{entry.company} {entry.par}" for entry in game.companies if entry.seat == seat.seat),
        "; ".join(entry.name for entry in game.trains if entry.seat == seat.seat),
        "; ".join(_priced(entry) for entry in game.privates if entry.seat == seat.seat),
    )


def _priced(entry: Bought) -> str:
    return f"{entry.name} {entry.price}"


def check_rows(path: Path) -> None:
    """Refuse a file that could not be written in the end."""
    if path.suffix.lower() not in (".csv", ".parquet"):
        raise BadInput(f"{path}: rows are written as .csv or .parquet")
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise BadInput(f"{path}: needs the extra `parquet` (pip install 'stellwerk[parquet]')")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: there is no such folder")


def write_rows(path: Path, found: Survey) -> None:
    """Write CSV or Parquet, as the name of the file says; whole or not at all."""
    scratch = path.with_name(path.name + ".part")
    if path.suffix.lower() == ".parquet":
        from pyarrow import Table, parquet

        parquet.write_table(Table.from_pylist(list(rows(found))), scratch)
    else:
        with scratch.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(safe(row) for row in rows(found))
    scratch.replace(path)


def safe(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose texts no spreadsheet takes for formulas: names of players are strangers' words."""
    return {name: plain_cell(value) if isinstance(value, str) else value for name, value in row.items()}
