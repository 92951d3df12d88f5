"""A report as the page shows it: the document (`report/document.py`) in the reader's words, with drawings in the
players' colours, and with the actions that its lines lead to.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from stellwerk.core import Message
from stellwerk.draw.chart import Series
from stellwerk.report import Report
from stellwerk.report.document import Document, document
from stellwerk.report.model import Turning
from stellwerk.report.pieces import Cash, Cell, Grid, Plot, PlotLine, ReportPart
from stellwerk.report.plots import SIZE, fall_svg, plot_svg
from stellwerk.report.rounds import place
from stellwerk.report.speech import Speaker
from stellwerk.web.pages.player_shapes import player_series
from stellwerk.web.pages.table_page import TablePage

MOST_ROWS = 40  # of a plot as a table


class Shown(Struct, frozen=True):
    """A cell: its text, and its classes."""

    text: str
    css: str = ""


class Line(Struct, frozen=True):
    """A row of a table; `ply` is the action it is about, 0 if it is about none."""

    cells: tuple[Shown, ...]
    ply: int = 0


class Sheet(Struct, frozen=True):
    """A table."""

    heading: str
    head: tuple[Shown, ...]
    rows: tuple[Line, ...]
    total: Line | None = None
    note: str = ""


class Picture(Struct, frozen=True):
    """A drawing. `steps` can be pointed at; the same as a table stands below it, if there is any."""

    id: str
    heading: str
    subtitle: str
    svg: str
    table: Sheet | None = None
    steps: bool = False


class Turn(Struct, frozen=True):
    """A turning point. `before` is the position in which something else could have been done."""

    ply: int
    before: int
    seat: int
    when: str
    deed: str
    why: tuple[str, ...]
    swing: tuple[Shown, ...]


class Chapter(Struct, frozen=True):
    """A section of the page."""

    id: str
    heading: str
    note: str
    pictures: tuple[Picture, ...]
    sheets: tuple[Sheet, ...]
    turns: tuple[Turn, ...] = ()


class Reported(Struct, frozen=True):
    """The whole page."""

    standing: Sheet
    chapters: tuple[Chapter, ...]


class Writer:
    """Writes a report out for a reader at a table."""

    def __init__(self, page: TablePage, report: Report) -> None:
        """The page is that of the game that is reported."""
        self.page, self.report = page, report
        self.speaker = Speaker(page.language, page.style)

    def written(self) -> Reported:
        """The page."""
        made: Document = document(self.report)
        return Reported(self.sheet(made.standing), tuple(self.chapter(part, made.turning) for part in made.parts))

    def chapter(self, part: ReportPart, turning: tuple[Turning, ...]) -> Chapter:
        """A section; the turning points stand below the curve."""
        return Chapter(
            part.id,
            self.speaker.tell(part.heading),
            "" if part.note is None else self.speaker.tell(part.note),
            tuple(self.pictures(part)),
            tuple(self.sheet(grid) for grid in part.grids),
            tuple(self.turn(entry) for entry in turning) if part.id == "curve" else (),
        )

    def pictures(self, part: ReportPart) -> Iterator[Picture]:
        """Plots and waterfalls."""
        for plot in part.plots:
            svg = plot_svg(plot, self.speaker, None, self.dressed, SIZE, goals=True)
            told = self.speaker.tell
            yield Picture(plot.id, told(plot.heading), told(plot.subtitle), svg, self.as_table(plot), steps=True)
        for fall in part.falls:
            yield Picture(f"fall-{fall.seat}", fall.name, "", fall_svg(fall, self.speaker, None))

    def dressed(self, line: PlotLine, name: str) -> Series:
        """A player's line in his colour."""
        return Series(name, line.values) if line.seat < 0 else player_series(self.page, line.seat, line.values)

    def as_table(self, plot: Plot) -> Sheet:
        """A plot as a table: at the places that have a name, or at some of them."""
        named = [number for number, name in enumerate(plot.places) if name]
        every = -(-len(named) // MOST_ROWS) or 1
        numbers = sorted({*named[::every], len(plot.places) - 1}) if plot.places else []
        rows = []
        for number in numbers:
            place_ = self.speaker.tell(plot.places[number]) or self.page.say("Move {ply}", ply=plot.plies[number])
            figures = (line.values[number] for line in plot.lines)
            cells = (Shown("·" if value is None else self.amount(value, plot)) for value in figures)
            rows.append(Line((Shown(place_, "l"), *cells), plot.plies[number]))
        names = (Shown(self.speaker.tell(line.name)) for line in plot.lines)
        first = self.page.say("Round") if self.report.rounds else self.page.say("Move")
        return Sheet(self.speaker.tell(plot.heading), (Shown(first, "l"), *names), tuple(rows))

    def amount(self, value: int, plot: Plot) -> str:
        """A figure of a plot."""
        return self.speaker.money(value) if plot.money else str(value)

    def turn(self, entry: Turning) -> Turn:
        """A turning point."""
        return Turn(
            entry.ply,
            entry.ply - 1,
            entry.seat,
            self.speaker.tell(place(entry)),
            self.speaker.tell(entry.deed),
            tuple(f"{self.speaker.sentence(reason)}." for reason in entry.why),
            tuple(self.changed(amount) for amount in entry.swing),
        )

    def changed(self, amount: int) -> Shown:
        """A change, up or down."""
        return Shown(self.speaker.change(amount), "dn" if amount < 0 else "up" if amount else "z")

    def sheet(self, grid: Grid) -> Sheet:
        """A table."""
        head = tuple(
            Shown(self.speaker.tell(cell), "l" if number < grid.text else "") for number, cell in enumerate(grid.head)
        )
        rows = tuple(self.line(row.cells, grid.text, row.ply) for row in grid.rows)
        total = None if grid.total is None else self.line(grid.total.cells, grid.text)
        note = "" if grid.note is None else self.speaker.tell(grid.note)
        return Sheet(self.speaker.tell(grid.heading), head, rows, total, note)

    def line(self, cells: tuple[Cell, ...], words: int, ply: int = 0) -> Line:
        """A row."""
        return Line(tuple(self.cell(cell, words=number < words) for number, cell in enumerate(cells)), ply)

    def cell(self, cell: Cell, *, words: bool) -> Shown:
        """A cell: words to the left, changes in colour."""
        if isinstance(cell, Cash) and cell.signed:
            return self.changed(cell.amount)
        if isinstance(cell, Cash):
            return Shown(self.speaker.money(cell.amount), "dn" if cell.amount < 0 else "" if cell.amount else "z")
        said = self.speaker.sentence(cell) if isinstance(cell, Message) else self.speaker.cell(cell)
        return Shown(said, "l wrap" if words else "")
