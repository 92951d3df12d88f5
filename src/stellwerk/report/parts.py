"""The sections of a report of an 18xx game."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Message
from stellwerk.report.model import Gift, Money, Report, Return, TrainLife
from stellwerk.report.pieces import Cash, Cell, Fall, Grid, Plot, PlotLine, ReportPart, Row, WaterfallStep
from stellwerk.report.rounds import when

SOURCES = {
    "start": Message("at the start"),
    "dividends": Message("dividends"),
    "privates": Message("income of privates"),
    "prices": Message("changes of share prices"),
    "trade": Message("buying and selling"),
    "help": Message("own money for trains"),
    "lost": Message("what closed, merged or went bankrupt"),
    "debts": Message("notes and debts"),
}
PURPOSES = {
    "capital": Message("Capital"),
    "income": Message("Income kept"),
    "help": Message("Help"),
    "trains": Message("Trains"),
    "track": Message("Track"),
    "tokens": Message("Tokens"),
    "privates": Message("Privates"),
    "other": Message("Other"),
}
ENDS = {
    "rust": Message("rusted"),
    "sold": Message("sold"),
    "gone": Message("given up"),
    "": Message("in use"),
}
NOTHING = "·"


def money_part(report: Report, money: Money) -> ReportPart:
    """Where the worth of everybody came from."""
    rows = tuple(Row((SOURCES[row.key], *(Cash(amount) for amount in row.amounts))) for row in money.sources)
    total = Row((Message("Worth"), *(Cash(score) for score in report.scores)))
    grid = Grid(Message("By source"), (Message("Source"), *report.players), rows, total)
    falls = tuple(
        Fall(
            name,
            seat,
            tuple(WaterfallStep(SOURCES[row.key], row.amounts[seat]) for row in money.sources if row.amounts[seat]),
        )
        for seat, name in enumerate(report.players)
    )
    return ReportPart("money", Message("Where the money came from"), grids=(grid,), falls=falls)


def train_part(report: Report, money: Money) -> ReportPart:
    """Trains and what ended them."""
    trains = sorted(money.trains, key=lambda entry: (entry.bought, entry.company, entry.train))
    grid = Grid(
        Message("Every train"),
        (
            Message("Train"),
            Message("Company"),
            Message("Bought in"),
            Message("Until"),
            Message("Price"),
            Message("Runs"),
            Message("Earned"),
        ),
        tuple(_train(report, entry) for entry in trains),
        note=Message("Earned is what the stops of its runs brought; bonuses for the whole run are not in it."),
        text=4,
    )
    rust = Grid(
        Message("What rust cost in a run"),
        (Message("When"), Message("Trains"), Message("Companies"), *report.players),
        tuple(
            Row(
                (
                    entry.when,
                    entry.kind,
                    ", ".join(f"{name} {count}" for name, count in entry.lost.items()),
                    *(Cash(amount, signed=True) for amount in entry.cost),
                ),
                entry.ply,
            )
            for entry in money.rust
        ),
        note=Message("What the shares of everybody bring less in the next run; nothing if the trains had no run."),
        text=3,
    )
    deals = Grid(
        Message("Trains sold between companies of one president"),
        (
            Message("When"),
            Message("President"),
            Message("Train"),
            Message("From"),
            Message("To"),
            Message("Price"),
            Message("New"),
        ),
        tuple(
            Row(
                (
                    when(report.rounds, entry.ply),
                    report.players[entry.seat],
                    entry.train,
                    entry.seller,
                    entry.buyer,
                    Cash(entry.price),
                    Cash(entry.face),
                ),
                entry.ply,
            )
            for entry in money.deals
        ),
        text=5,
    )
    return ReportPart("trains", Message("Trains"), grids=tuple(entry for entry in (grid, rust, deals) if entry.rows))


def _train(report: Report, entry: TrainLife) -> Row:
    until: Cell = ENDS[entry.end]
    if entry.end:
        facts = {"when": when(report.rounds, entry.ended), "what": ENDS[entry.end]}
        until = Message("{when}, {what}", facts)
    bought: Cell = when(report.rounds, entry.bought) if entry.bought else NOTHING
    price: Cell = Cash(entry.price) if entry.price else NOTHING
    return Row((entry.train, entry.company, bought, until, price, entry.runs, Cash(entry.earned)), entry.bought)


def share_part(report: Report, money: Money) -> ReportPart:
    """What shares brought."""
    grid = Grid(
        Message("By player and company"),
        (
            Message("Player"),
            Message("Company"),
            Message("Paid"),
            Message("Dividends"),
            Message("Sold for"),
            Message("Worth at the end") if report.finished else Message("Worth now"),
            Message("Gain"),
            Message("Per round"),
        ),
        tuple(_return(report, entry) for entry in money.returns),
        note=Message(
            "Per round is the internal rate of return for an operating round: the interest at which what was paid "
            "would have brought the same."
        ),
        text=2,
    )
    return ReportPart("shares", Message("What shares brought"), grids=(grid,) if grid.rows else ())


def _return(report: Report, entry: Return) -> Row:
    gain = entry.dividends + entry.sold + entry.left - entry.paid
    return Row(
        (
            report.players[entry.seat],
            entry.company,
            Cash(entry.paid),
            Cash(entry.dividends),
            Cash(entry.sold),
            Cash(entry.left),
            Cash(gain, signed=True),
            NOTHING if entry.rate is None else f"{'−' if entry.rate < 0 else ''}{abs(entry.rate) * 100:.1f} %",
        )
    )


def company_part(report: Report, money: Money) -> ReportPart:
    """What companies took in and spent."""
    used = [word for word in PURPOSES if any(word in entry.flows for entry in money.treasuries)]
    grid = Grid(
        Message("By company"),
        (Message("Company"), *(PURPOSES[word] for word in used), Message("Left")),
        tuple(
            Row((entry.company, *(Cash(entry.flows.get(word, 0)) for word in used), Cash(entry.left)))
            for entry in money.treasuries
        ),
    )
    return ReportPart("companies", Message("What companies did with their money"), grids=(grid,) if grid.rows else ())


def standing_part(report: Report, money: Money) -> ReportPart:
    """Idle cash and certificates."""
    places = tuple(entry.name for entry in report.rounds)
    plies = tuple(entry.last for entry in report.rounds)
    bands = tuple(number for number, entry in enumerate(report.rounds) if entry.kind == "stock")
    cash = _lines(report, [entry.cash for entry in money.standings])
    counts = _lines(report, [entry.certificates for entry in money.standings])
    limits = tuple(entry.limit or None for entry in money.standings)
    if any(limits):
        counts.append(PlotLine(Message("limit"), limits))
    return ReportPart(
        "idle",
        Message("Idle money and certificates"),
        plots=(
            Plot("cash", Message("Cash"), Message("After each round."), places, tuple(cash), plies, bands=bands),
            Plot(
                "certificates",
                Message("Certificates"),
                Message("After each round, with the limit."),
                places,
                tuple(counts),
                plies,
                bands=bands,
                money=False,
            ),
        ),
    )


def _lines(report: Report, figures: Sequence[tuple[int, ...]]) -> list[PlotLine]:
    """A line for each player of figures by round and seat."""
    return [PlotLine(name, tuple(row[seat] for row in figures), seat) for seat, name in enumerate(report.players)]


def else_part(report: Report, money: Money) -> ReportPart:
    """What else there was."""
    gifts = Grid(
        Message("Track and tokens that helped others more"),
        (Message("When"), Message("Company"), Message("What"), *report.players),
        tuple(_gift(entry) for entry in money.gifts),
        note=Message("What the shares of everybody bring more or less in a run, with the trains there were."),
        text=3,
    )
    missed = Grid(
        Message("Runs below the best"),
        (Message("When"), Message("Company"), Message("Run"), Message("Possible")),
        tuple(Row((entry.when, entry.company, Cash(entry.ran), Cash(entry.best)), entry.ply) for entry in money.missed),
        text=2,
    )
    return ReportPart(
        "else", Message("What else there was"), grids=tuple(grid for grid in (gifts, missed) if grid.rows)
    )


def _gift(entry: Gift) -> Row:
    gains = (Cash(amount, signed=True) for amount in entry.gains)
    return Row((entry.when, entry.company, entry.deed, *gains), entry.ply)
