"""Charts: worth of the players, share prices, revenue, income. The round of the shown position is marked."""

from __future__ import annotations

from msgspec import Struct

from stellwerk import draw
from stellwerk.draw.chart import ChartMark, Series, chart_svg
from stellwerk.draw.history import RoundsPast, chart_lines
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.history_facts import past_of, round_words
from stellwerk.web.pages.player_shapes import player_series
from stellwerk.web.pages.table_page import TablePage

SIZE = (680.0, 460.0)


class Chart(Struct, frozen=True):
    """A chart with its heading; the drawing has none of its own, so that it can be read in every language."""

    id: str
    title: str
    subtitle: str
    svg: str
    names: list[str]
    rows: list[tuple[str, int, list[str]]]  # the same as a table: round, its last ply, the figures


def charts(page: TablePage) -> Panel:
    """All charts of the game."""
    past = past_of(page)
    leader = _leader(page)
    words = {
        "worth": (
            page.say("Worth of the players"),
            " ".join((page.say("Cash, shares at market price, privates; after each round."), leader)),
        ),
        "prices": (page.say("Share prices"), page.say("One line per company, its token at the end.")),
        "revenue": (
            page.say("Revenue of the companies"),
            page.say("What the trains of each company earned, by operating round."),
        ),
    }
    made = [_history(page, past, what, *words[what]) for what in draw.CHARTS]
    made.append(_income(page, past))
    return Panel("tabs/charts.html", {"charts": made})


def _leader(page: TablePage) -> str:
    """Who is ahead, and by how much."""
    scores = page.result.scores
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    if len(order) < 2 or scores[order[0]] == scores[order[1]]:
        return ""
    names = page.t.seats
    return page.say(
        "{first} leads {second} by {amount}.",
        first=names[order[0]],
        second=names[order[1]],
        amount=page.money(scores[order[0]] - scores[order[1]]),
    )


def _history(page: TablePage, past: RoundsPast, what: str, title: str, subtitle: str) -> Chart:
    figures = past.history()
    lines = chart_lines(past.rules, figures, what, lambda phase: page.say("phase {phase}", phase=phase))
    series = lines.series
    if what == "worth":
        series = tuple(player_series(page, seat, line.values) for seat, line in enumerate(series))
    return _drawn(page, past, (what, title, subtitle), lines.rounds, series, lines.bands, lines.marks)


def _income(page: TablePage, past: RoundsPast) -> Chart:
    shown = tuple(number for number, entry in enumerate(past.rounds) if entry.kind == "operating")
    series = tuple(
        player_series(page, seat, tuple(past.rounds[number].dividends[seat] for number in shown))
        for seat in range(len(page.t.seats))
    )
    words = "income", page.say("Dividends of the players"), page.say("What each player received, by operating round.")
    return _drawn(page, past, words, shown, series, (), ())


def _drawn(
    page: TablePage,
    past: RoundsPast,
    words: tuple[str, str, str],
    shown: tuple[int, ...],
    series: tuple[Series, ...],
    bands: tuple[int, ...],
    marks: tuple[ChartMark, ...],
) -> Chart:
    here = past.at(page.game.ply)
    labels = [round_words(page, past.rounds[number]) for number in shown]
    goals = [past.rounds[number].last for number in shown]
    svg = chart_svg(
        words[1],
        "",
        labels,
        series,
        bands=bands,
        marks=marks,
        money=page.money,
        size=SIZE,
        theme=None,
        here=shown.index(here) if here in shown and not page.now else None,
        goals=goals,
        headed=False,
    )
    rows = [
        (label, goal, ["" if (value := line.values[place]) is None else page.money(int(value)) for line in series])
        for place, (label, goal) in enumerate(zip(labels, goals, strict=True))
    ]
    return Chart(*words, svg, [line.name for line in series], rows)
