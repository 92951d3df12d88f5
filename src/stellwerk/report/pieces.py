"""What documents are made of. Texts are messages; a name or a number stands as it is, an amount is told as money."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Message


class Cash(Struct, frozen=True):
    """An amount; `signed` where it is a change."""

    amount: int
    signed: bool = False


Cell = Message | Cash | str | int


class Row(Struct, frozen=True):
    """A row of a table; `ply` is the action it is about, if it is about one."""

    cells: tuple[Cell, ...]
    ply: int = 0


class Grid(Struct, frozen=True):
    """A table: the first column names the row, the first `text` columns are words."""

    heading: Message
    head: tuple[Message | str, ...]
    rows: tuple[Row, ...]
    total: Row | None = None
    note: Message | None = None
    text: int = 1


class PlotLine(Struct, frozen=True):
    """A line of a plot; of a seat, or of nobody (-1)."""

    name: Message | str
    values: tuple[int | None, ...]
    seat: int = -1


class Plot(Struct, frozen=True):
    """A line plot: `places` name the x axis (empty where nothing stands), `plies` are the actions they stand for."""

    id: str
    heading: Message
    subtitle: Message
    places: tuple[Message | str, ...]
    lines: tuple[PlotLine, ...]
    plies: tuple[int, ...]
    marks: tuple[tuple[int, str], ...] = ()
    bands: tuple[int, ...] = ()
    money: bool = True


class WaterfallStep(Struct, frozen=True):
    """A step of a waterfall."""

    name: Message
    amount: int


class Fall(Struct, frozen=True):
    """A waterfall: from nothing over all steps to the last sum."""

    name: str
    seat: int
    steps: tuple[WaterfallStep, ...]


class ReportPart(Struct, frozen=True):
    """A section."""

    id: str
    heading: Message
    note: Message | None = None
    plots: tuple[Plot, ...] = ()
    grids: tuple[Grid, ...] = ()
    falls: tuple[Fall, ...] = ()
