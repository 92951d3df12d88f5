"""What charts are made of: figures of a game at the end of every round."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core import BadInput, Game
from stellwerk.draw.chart import SIZE, Mark, Series, chart
from stellwerk.draw.style import document
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import State
from stellwerk.eighteen.views import round_name

CHARTS = ("worth", "prices", "revenue")


class History(Struct, frozen=True):
    """Figures by round: `worth[seat][round]`, `price[company][round]`, `revenue[company][round]`."""

    rounds: tuple[str, ...]
    worth: tuple[tuple[int, ...], ...]
    price: tuple[tuple[int | None, ...], ...]
    revenue: tuple[tuple[int | None, ...], ...]
    stock: tuple[int, ...]  # which rounds are stock rounds
    phases: tuple[Mark, ...]


def family(game: Game[Any]) -> FamilyRules:
    """The rules of an 18xx game; other games have nothing these drawings could show."""
    if not isinstance(game.rules, FamilyRules):
        raise BadInput(f"{game.rules.title} has no drawing of this kind")
    return game.rules


def history(game: Game[Any]) -> History:
    """The figures of a game up to its present position; the round that is on counts as it stands.

    A round's figures are those of the first position after it, so that what its end brings about is in them.
    """
    rules = family(game)
    t = rules.t
    names: list[str] = []
    ends: list[State] = []
    runs: list[dict[str, int] | None] = []  # income by company; None in rounds without runs
    before: State = game.at(0).state
    income: dict[str, int] = {}
    for ply in game.plies:
        for event in ply.events:
            if event.kind == "run":
                name = str(event.facts["company"])
                income[name] = income.get(name, 0) + int(event.facts["revenue"])
        if ply.state.round != before.round:
            names.append(round_name(before))
            ends.append(ply.state)
            runs.append(income if before.round.kind == "operating" else None)
            income = {}
        before = ply.state
    names.append(round_name(before))
    ends.append(before)
    runs.append(income if before.round.kind == "operating" else None)

    scores = [rules.result(state).scores for state in ends]
    phases = []
    known = game.at(0).state.phase
    for number, state in enumerate(ends):
        if state.phase != known:
            phases.append(Mark(number, f"phase {t.phases[state.phase].id}"))
            known = state.phase
    price = t.market.price
    return History(
        rounds=tuple(names),
        worth=tuple(tuple(score[seat] for score in scores) for seat in range(len(t.seats))),
        price=tuple(
            tuple(price[company.cell] if company.cell >= 0 else None for company in column)
            for column in zip(*(state.companies for state in ends), strict=True)
        ),
        revenue=tuple(
            tuple(
                _income(run, entry.id, state.companies[number].floated) for state, run in zip(ends, runs, strict=True)
            )
            for number, entry in enumerate(t.companies)
        ),
        stock=tuple(number for number, name in enumerate(names) if name.startswith("SR")),
        phases=tuple(phases),
    )


def _income(run: dict[str, int] | None, company: str, floated: bool) -> int | None:
    if run is None or not floated:
        return None
    return run.get(company, 0)


def history_svg(game: Game[Any], what: str = "worth", *, theme: str | None = "light") -> str:
    """One chart of a game: `worth` of the players, share `prices` or `revenue` of the companies."""
    if what not in CHARTS:
        raise BadInput(f"there is no chart {what!r}; there are {', '.join(CHARTS)}")
    content, spoken = _chart(family(game), history(game), what)
    return document(content, (0, 0, *SIZE), spoken, theme=theme, kind="chart")


def charts_svg(game: Game[Any], *, theme: str | None = "light") -> str:
    """All charts of a game, one below the other."""
    rules, past = family(game), history(game)
    parts = [_chart(rules, past, what)[0] for what in CHARTS]
    content = "".join(f'<g transform="translate(0 {SIZE[1] * row:g})">{part}</g>' for row, part in enumerate(parts))
    label = f"{rules.t.data.title.name}: worth of players, share prices and revenue by round"
    return document(content, (0, 0, SIZE[0], SIZE[1] * len(parts)), label, theme=theme, kind="chart")


def _chart(rules: FamilyRules, past: History, what: str) -> tuple[str, str]:
    t = rules.t
    bands: tuple[int, ...] = past.stock
    places, marks = past.rounds, past.phases
    if what == "worth":
        title, subtitle = "Worth of players", "Cash, shares at market price, privates; after each round."
        lines = [Series(name, past.worth[seat]) for seat, name in enumerate(t.seats)]
    elif what == "prices":
        title, subtitle = "Share prices", "One line per company, its token at the end."
        lines = [Series(entry.id, past.price[number], entry) for number, entry in enumerate(t.companies)]
    else:
        title, subtitle = "Revenue", "What the trains of each company earned, by operating round."
        chosen = [number for number, name in enumerate(past.rounds) if name.startswith("OR")]
        places = tuple(past.rounds[number] for number in chosen)
        bands = ()
        marks = tuple(Mark(chosen.index(mark.at), mark.word) for mark in marks if mark.at in chosen)
        lines = [
            Series(entry.id, tuple(past.revenue[number][at] for at in chosen), entry)
            for number, entry in enumerate(t.companies)
        ]
    return chart(title, subtitle, places, lines, bands, marks, t.money)
