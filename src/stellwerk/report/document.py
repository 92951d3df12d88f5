"""A report as a document: headings, sentences, tables and plots. Pages, files and the terminal all show this one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from stellwerk.core import Message
from stellwerk.report.model import Money, Report, Turning
from stellwerk.report.parts import company_part, else_part, money_part, share_part, standing_part, train_part
from stellwerk.report.pieces import Cash, Grid, Plot, PlotLine, ReportPart, Row

MOST_PLACES = 240  # places of the curve that are drawn


class Document(Struct, frozen=True):
    """What a report says, in its order."""

    standing: Grid
    parts: tuple[ReportPart, ...]
    turning: tuple[Turning, ...]


def document(report: Report) -> Document:
    """The document of a report."""
    return Document(_standing(report), tuple(_parts(report)), report.turning)


def _standing(report: Report) -> Grid:
    order = sorted(range(len(report.players)), key=lambda seat: -report.scores[seat])
    rows = tuple(Row((report.players[seat], Cash(report.scores[seat]))) for seat in order)
    heading = (
        Message("Final standing") if report.finished else Message("Standing after move {ply}", {"ply": report.actions})
    )
    return Grid(heading, (Message("Player"), Message("Worth")), rows)


def _parts(report: Report) -> Iterator[ReportPart]:
    yield _curve(report)
    if report.money is not None:
        yield from _money(report, report.money)
    if report.tables:
        grids = tuple(
            Grid(
                table.heading,
                table.head,
                tuple(
                    Row(tuple(Cash(cell) if table.money and isinstance(cell, int) else cell for cell in row))
                    for row in table.rows
                ),
                text=table.text,
            )
            for table in report.tables
        )
        yield ReportPart("own", Message("Payouts, shares and track"), grids=grids)


def _money(report: Report, money: Money) -> Iterator[ReportPart]:
    yield money_part(report, money)
    yield train_part(report, money)
    yield share_part(report, money)
    yield company_part(report, money)
    yield standing_part(report, money)
    if money.gifts or money.missed:
        yield else_part(report, money)


def _curve(report: Report) -> ReportPart:
    plies = places_of(report)
    starts = {entry.first: entry.name for entry in reversed(report.rounds)}
    names: list[Message | str] = []
    known = -1
    for ply in plies:
        new = [first for first in starts if known < first <= ply]
        names.append(starts[max(new)] if new else "" if report.rounds else str(ply))
        known = ply
    lines = tuple(
        PlotLine(name, tuple(report.curve[ply][seat] for ply in plies), seat)
        for seat, name in enumerate(report.players)
    )
    marks = tuple((plies.index(entry.ply), str(number)) for number, entry in enumerate(report.turning, 1))
    plot = Plot(
        "expected",
        Message("What everybody could expect"),
        Message("After every move; the numbers are the turning points."),
        tuple(names),
        lines,
        tuple(plies),
        marks=marks,
    )
    if report.money is None:
        note = Message("Money and the payouts to come, from each position alone and not from what came later.")
    else:
        note = Message(
            "Worth, the income and the rises of price that the shares may bring in the runs to come, less what "
            "presidents must add for trains: from each position alone, not from what came later."
        )
    return ReportPart("curve", Message("The course of the game"), note, plots=(plot,))


def places_of(report: Report) -> list[int]:
    """The plies that are drawn: evenly spread, with every turning point and both ends."""
    last = len(report.curve) - 1
    every = max(1, last // MOST_PLACES)
    return sorted({*range(0, last + 1, every), last, *_around(report.turning, last)})


def _around(turning: Sequence[Turning], last: int) -> set[int]:
    return {ply for entry in turning for ply in (entry.ply - 1, entry.ply) if 0 <= ply <= last}
