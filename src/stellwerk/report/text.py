"""A report for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Message
from stellwerk.report.document import Document
from stellwerk.report.model import Turning
from stellwerk.report.pieces import Grid
from stellwerk.report.rounds import place
from stellwerk.report.speech import Speaker

GAP = "  "


def text_of(made: Document, title: str, players: tuple[str, ...], speaker: Speaker) -> str:
    """The whole report as text."""
    return "\n".join(_lines(made, title, players, speaker)) + "\n"


def _lines(made: Document, title: str, players: tuple[str, ...], speaker: Speaker) -> Iterator[str]:
    yield title
    yield ""
    yield from grid_lines(made.standing, speaker)
    for part in made.parts:
        yield ""
        yield speaker.tell(part.heading).upper()
        if part.note is not None:
            yield speaker.tell(part.note)
        if part.id == "curve":
            yield from _turning(made.turning, players, speaker)
        for grid in part.grids:
            yield ""
            yield from grid_lines(grid, speaker)


def _turning(turning: tuple[Turning, ...], players: tuple[str, ...], speaker: Speaker) -> Iterator[str]:
    for number, entry in enumerate(turning, 1):
        yield ""
        where = speaker.tell(place(entry))
        yield f"{number}. {where}: {players[entry.seat]}: {speaker.tell(entry.deed)}"
        for reason in entry.why:
            yield f"   {speaker.sentence(reason)}."
        changes = (f"{name} {speaker.change(amount)}" for name, amount in zip(players, entry.swing, strict=True))
        yield f"   {', '.join(changes)}"


def grid_lines(grid: Grid, speaker: Speaker) -> Iterator[str]:
    """A table with its columns below each other."""
    head = [speaker.tell(cell) for cell in grid.head]
    rows = [
        [speaker.sentence(cell) if isinstance(cell, Message) else speaker.cell(cell) for cell in row.cells]
        for row in grid.rows
    ]
    if grid.total is not None:
        rows.append([speaker.cell(cell) for cell in grid.total.cells])
    wide = [max(len(line[column]) for line in (head, *rows)) for column in range(len(head))]

    def line(cells: list[str]) -> str:
        parts = [
            cell.ljust(width) if column < grid.text else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, wide, strict=True))
        ]
        return GAP.join(parts).rstrip()

    yield speaker.tell(grid.heading)
    yield line(head)
    yield from (line(row) for row in rows)
    if grid.note is not None:
        yield speaker.tell(grid.note)
