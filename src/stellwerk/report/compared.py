"""A survey of many games as a document: results by seat, whether the leader wins, companies, trains, privates."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import mean, median

from stellwerk.core import Message
from stellwerk.report.document import Document
from stellwerk.report.pieces import Cell, Grid, Plot, PlotLine, ReportPart, Row
from stellwerk.report.survey import LEADS, QUARTERS, Bought, GameFacts, Survey
from stellwerk.titles import TITLES

NOTHING = "·"


def compared(found: Survey) -> Document:
    """The document; a section for each title."""
    titles = sorted({game.title for game in found.games})
    standing = Grid(
        Message("Games"),
        (Message("Title"), Message("Games"), Message("Players"), Message("Actions"), Message("Rounds")),
        tuple(_title(name, [game for game in found.games if game.title == name]) for name in titles),
    )
    parts = [part for name in titles for part in _parts(name, [game for game in found.games if game.title == name])]
    if found.left_out:
        rows = tuple(Row((name, why)) for name, why in found.left_out)
        grid = Grid(Message("Left out"), (Message("File"), Message("Why")), rows, text=2)
        parts.append(ReportPart("left", Message("Files that are not counted"), grids=(grid,)))
    return Document(standing, tuple(parts), ())


def _title(name: str, games: Sequence[GameFacts]) -> Row:
    players = sorted({len(game.seats) for game in games})
    return Row(
        (
            TITLES[name].name,
            len(games),
            ", ".join(map(str, players)),
            spread([game.actions for game in games]),
            spread([game.rounds for game in games]),
        )
    )


def _parts(name: str, games: Sequence[GameFacts]) -> Iterator[ReportPart]:
    heading = TITLES[name].name
    called = Message("{title}: results", {"title": heading})
    yield ReportPart(f"{name}-results", called, grids=(by_seat(games), by_reason(games)))
    yield ReportPart(
        f"{name}-leaders",
        Message("{title}: does the leader win?", {"title": heading}),
        Message("Who leads by the curve, against who has most money and shares at that moment, and against chance."),
        plots=(leader_plot(name, games),),
        grids=(by_quarter(games), by_lead(games)),
    )
    grids = tuple(grid for grid in (pars(games), trains(games), privates(games)) if grid.rows)
    if grids:
        yield ReportPart(
            f"{name}-openings", Message("{title}: companies, trains, privates", {"title": heading}), grids=grids
        )


def percent(part: float) -> str:
    """As it stands in tables."""
    return f"{part:.0%}"


def spread(values: Sequence[int]) -> str:
    """The least, the middle and the most."""
    least, most = min(values), max(values)
    return str(least) if least == most else f"{least}–{median(values):.0f}–{most}"


def by_seat(games: Sequence[GameFacts]) -> Grid:
    """Games, victories and scores for each seat."""
    seats = sorted({entry.seat for game in games for entry in game.seats})
    rows = []
    for seat in seats:
        mine = [entry for game in games for entry in game.seats if entry.seat == seat]
        wins = sum(entry.won for entry in mine)
        even = sum(1 / len(game.seats) for game in games if len(game.seats) > seat)
        cells: tuple[Cell, ...] = (
            Message("Seat {number}", {"number": seat + 1}),
            len(mine),
            f"{wins:.4g}",
            percent(wins / len(mine)),
            percent(even / len(mine)),
            round(mean(entry.score for entry in mine)),
        )
        rows.append(Row(cells))
    head = ("Seat", "Games", "Victories", "Share", "By chance", "Score")
    return Grid(Message("By seat"), tuple(HEADS[word] for word in head), tuple(rows))


def by_reason(games: Sequence[GameFacts]) -> Grid:
    """How games ended."""
    counts = Counter(game.reason for game in games)
    rows = []
    for reason, count in counts.most_common():
        some = [game for game in games if game.reason == reason]
        cells = (
            Message("{reason:end}", {"reason": reason}),
            count,
            spread([game.actions for game in some]),
            spread([game.rounds for game in some]),
        )
        rows.append(Row(cells))
    head = ("Reason", "Games", "Actions", "Rounds")
    note = Message("Of several figures: the least, the middle, the most.")
    return Grid(Message("How they ended"), tuple(HEADS[word] for word in head), tuple(rows), note=note)


def quarters(games: Sequence[GameFacts]) -> list[tuple[float, float, float]]:
    """For each quarter how often the leader by the curve wins, how often the one by worth, how often anybody would.
    Each game counts the same.
    """
    found = []
    for quarter in range(QUARTERS):
        curve, worth, chance = [], [], []
        for game in games:
            mine = [entry for entry in game.leaders if entry.quarter == quarter]
            if mine:
                curve.append(mean(entry.won for entry in mine))
                worth.append(mean(entry.worth for entry in mine))
                chance.append(1 / len(game.seats))
        found.append((mean(curve), mean(worth), mean(chance)) if curve else (0.0, 0.0, 0.0))
    return found


def by_quarter(games: Sequence[GameFacts]) -> Grid:
    """The same as a table."""
    rows = tuple(
        Row((_quarter(number), *(percent(part) for part in parts))) for number, parts in enumerate(quarters(games))
    )
    head = ("Quarter", "By the curve", "By worth", "By chance")
    return Grid(Message("How often the leader wins"), tuple(HEADS[word] for word in head), rows)


def leader_plot(name: str, games: Sequence[GameFacts]) -> Plot:
    """The same as a plot."""
    found = quarters(games)
    lines = tuple(
        PlotLine(HEADS[word], tuple(round(100 * parts[place]) for parts in found))
        for place, word in enumerate(("By the curve", "By worth", "By chance"))
    )
    return Plot(
        f"{name}-leaders",
        Message("How often the leader wins"),
        Message("Percent, by quarter of the game."),
        tuple(_quarter(number) for number in range(QUARTERS)),
        lines,
        (),
        money=False,
    )


def by_lead(games: Sequence[GameFacts]) -> Grid:
    """Does a large lead say more than a small one?"""
    rows = []
    limits = (0.0, *LEADS, 1e9)
    for low, high in pairwise(limits):
        some = [entry for game in games for entry in game.leaders if low <= entry.lead < high]
        if some:
            facts = {"low": percent(low), "high": percent(high)}
            called = Message("{low} to {high}", facts) if high < 1e9 else Message("{low} and more", facts)
            rows.append(Row((called, len(some), percent(mean(entry.won for entry in some)))))
    note = Message("The lead over the second, as a part of what all can expect together.")
    head = ("Lead", "Positions", "The leader wins")
    return Grid(Message("By the size of the lead"), tuple(HEADS[word] for word in head), tuple(rows), note=note)


def pars(games: Sequence[GameFacts]) -> Grid:
    """Companies: how often they started, at which prices, when, and how often whoever started them won."""
    found: dict[str, list[tuple[int, int, float, int]]] = defaultdict(list)
    for game in games:
        for place, entry in enumerate(game.companies, 1):
            found[entry.company].append((entry.par, place, won(game, entry.seat), entry.seat))
    rows = []
    for company, entries in sorted(found.items(), key=lambda item: -len(item[1])):
        sold = [entry for entry in entries if entry[3] >= 0]
        rows.append(
            Row(
                (
                    company,
                    len(entries),
                    spread([par for par, *_ in entries]),
                    f"{mean(place for _, place, *_ in entries):.1f}",
                    percent(mean(entry[2] for entry in sold)) if sold else NOTHING,
                )
            )
        )
    head = ("Company", "Games", "First price", "As number", "The starter wins")
    return Grid(Message("Companies that started"), tuple(HEADS[word] for word in head), tuple(rows))


def trains(games: Sequence[GameFacts]) -> Grid:
    """The first train of each kind: when it came, as a part of the game, and who bought it."""
    return _bought(
        Message("First trains"), ("Train", "Games", "After", "Most often by", "The buyer wins"), games, "trains"
    )


def privates(games: Sequence[GameFacts]) -> Grid:
    """Privates: prices, and how often whoever bought them first won."""
    return _bought(
        Message("Prices of privates"), ("Private", "Games", "Price", "The buyer wins"), games, "privates", prices=True
    )


def _bought(
    heading: Message, head: Iterable[str], games: Sequence[GameFacts], what: str, *, prices: bool = False
) -> Grid:
    found: dict[str, list[tuple[GameFacts, Bought]]] = defaultdict(list)
    for game in games:
        for entry in getattr(game, what):
            found[entry.name].append((game, entry))
    order = sorted(found, key=lambda name: mean(entry.ply / game.actions for game, entry in found[name]))
    rows = []
    for name in order:
        entries = found[name]
        wins = [won(game, entry.seat) for game, entry in entries if entry.seat >= 0]
        middle: tuple[Cell, ...] = (
            percent(mean(entry.ply / game.actions for game, entry in entries)),
            Counter(entry.buyer for _, entry in entries).most_common(1)[0][0],
        )
        if prices:
            middle = (spread([entry.price for _, entry in entries]),)
        rows.append(Row((name, len(entries), *middle, percent(mean(wins)) if wins else NOTHING)))
    return Grid(heading, tuple(HEADS[word] for word in head), tuple(rows))


def won(game: GameFacts, seat: int) -> float:
    """A seat's part of the victory."""
    return game.seats[seat].won if 0 <= seat < len(game.seats) else 0.0


def _quarter(number: int) -> Message:
    return Message("Quarter {number}", {"number": number + 1})


HEADS = {
    "Seat": Message("Seat"),
    "Games": Message("Games"),
    "Victories": Message("Victories"),
    "Share": Message("Share"),
    "By chance": Message("By chance"),
    "Score": Message("Score"),
    "Reason": Message("Reason"),
    "Actions": Message("Actions"),
    "Rounds": Message("Rounds"),
    "Quarter": Message("Quarter"),
    "By the curve": Message("By the curve"),
    "By worth": Message("By worth"),
    "Lead": Message("Lead"),
    "Positions": Message("Positions"),
    "The leader wins": Message("The leader wins"),
    "Company": Message("Company"),
    "First price": Message("First price"),
    "As number": Message("As number"),
    "The starter wins": Message("The starter wins"),
    "Train": Message("Train"),
    "After": Message("After"),
    "Most often by": Message("Most often by"),
    "The buyer wins": Message("The buyer wins"),
    "Private": Message("Private"),
    "Price": Message("Price"),
}
