"""What charts and ledgers are made of: figures of a game at the end of every round.

`Past` walks the actions of a game once and goes on from where it stopped when the game has grown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import BadInput, Event, Game
from stellwerk.draw.chart import SIZE, ChartMark, Series, chart
from stellwerk.draw.style import document
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import RoundName, State
from stellwerk.eighteen.views import round_name

CHARTS = ("worth", "prices", "revenue")
PAID, KEPT, OPEN = "paid", "kept", ""
NOWHERE = -1
ROUND_BYTES, INCOME_BYTES = 4000, 150  # about what one takes; positions share what has not changed
_OUTCOMES = {"dividend": PAID, "withhold": KEPT}  # by kind of event


class History(Struct, frozen=True):
    """Figures by round: `worth[seat][round]`, `price[company][round]`, `revenue[company][round]`."""

    rounds: tuple[str, ...]
    worth: tuple[tuple[int, ...], ...]
    price: tuple[tuple[int | None, ...], ...]
    revenue: tuple[tuple[int | None, ...], ...]
    stock: tuple[int, ...]  # which rounds are stock rounds
    operating: tuple[int, ...]
    phases: tuple[tuple[int, str], ...]  # rounds in which a phase began, and the phase


class Income(Struct, frozen=True):
    """What a company earned and what became of it: `paid`, `kept`, or nothing yet.

    `ply` is the action that decided it, `run` the action that ran the trains, `event` the place of the run among the
    events of that action (nowhere if no train ran).
    """

    ply: int
    run: int
    event: int
    company: str
    revenue: int
    outcome: str = OPEN


class Round(Struct, frozen=True):
    """A round, played by the actions after `first` up to `last`; `state` is the first position after it."""

    label: str
    kind: str
    name: RoundName
    first: int
    last: int
    state: State
    scores: tuple[int, ...]
    runs: dict[str, Income]
    turns: tuple[tuple[int, str], ...]  # in their order: the action that began a turn, and the company
    dividends: tuple[int, ...]  # what each seat received


def family(game: Game[Any]) -> FamilyRules:
    """The rules of an 18xx game; other games have nothing these drawings could show."""
    if not isinstance(game.rules, FamilyRules):
        raise BadInput(f"{game.rules.title} has no drawing of this kind")
    return game.rules


class RoundsPast:
    """The rounds of a game and the incomes of its companies, up to the last action that was seen."""

    def __init__(self, game: Game[Any]) -> None:
        """Walk the game up to its present position."""
        self.rules = family(game)
        self.incomes: dict[str, list[Income]] = {}
        self.start: State = game.at(0).state
        self.count = 0  # actions that were seen
        self.kinds: list[frozenset[str]] = []  # of the events of each action
        self._before = self.start  # the position after them
        self._known: dict[frozenset[str], frozenset[str]] = {}  # most actions bring about what others did
        self._closed: list[Round] = []
        self._tally = _Tally(self, 0)
        self.rounds: tuple[Round, ...] = (self._tally.round(self.start, 0, self.start),)
        self.follow(game)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        incomes = sum(map(len, self.incomes.values()))
        known = 8 * self.count + 300 * len(self._known)
        return 4000 + known + ROUND_BYTES * len(self.rounds) + INCOME_BYTES * incomes

    def follow(self, game: Game[Any]) -> None:
        """Go on to the present position of a game that begins with what was seen. What was known is not changed."""
        fresh = game.plies[self.count :]
        if not fresh:
            return
        before = self._before
        for number, ply in enumerate(fresh, self.count + 1):
            state, events = ply.state, ply.events
            kinds = frozenset(event.kind for event in events)
            self.kinds.append(self._known.setdefault(kinds, kinds))
            if state.round == before.round:
                self._tally.read(events, number)
            else:
                border = max((place for place, event in enumerate(events) if event.kind == "round"), default=0)
                self._tally.read(events[:border], number)
                self._closed.append(self._tally.round(before, number, state))
                self._tally = _Tally(self, number)
                self._tally.read(events[border:], number, border)
            before = state
        self._before, self.count = before, self.count + len(fresh)
        self.rounds = (*self._closed, self._tally.round(before, self.count, before))

    # -- asking

    def at(self, ply: int) -> int:
        """The place of the round that is on after `ply` actions."""
        return min(bisect_right(self.rounds, ply, key=lambda entry: entry.last), len(self.rounds) - 1)

    def income(self, company: str, ply: int) -> Income | None:
        """The last income of a company after `ply` actions."""
        entries = self.incomes.get(company, [])
        place = bisect_right(entries, ply, key=lambda entry: entry.ply)
        return entries[place - 1] if place else None

    def turns(self, ply: int) -> list[str]:
        """The companies that have begun their turn in the round that is on, in order."""
        entry = self.rounds[self.at(ply)]
        return [company for number, company in entry.turns if number <= ply]

    def history(self) -> History:
        """The figures by round; the round that is on counts as it stands."""
        t, rounds = self.rules.t, self.rounds
        price = t.market.price
        phases = []
        known = self.start.phase
        for number, entry in enumerate(rounds):
            if entry.state.phase != known:
                known = entry.state.phase
                phases.append((number, t.phases[known].id))
        return History(
            rounds=tuple(entry.label for entry in rounds),
            worth=tuple(tuple(entry.scores[seat] for entry in rounds) for seat in range(len(t.seats))),
            price=tuple(
                tuple(price[company.cell] if company.cell >= 0 else None for company in column)
                for column in zip(*(entry.state.companies for entry in rounds), strict=True)
            ),
            revenue=tuple(
                tuple(_revenue(entry, number, company.id) for entry in rounds)
                for number, company in enumerate(t.companies)
            ),
            stock=tuple(number for number, entry in enumerate(rounds) if entry.kind == "stock"),
            operating=tuple(number for number, entry in enumerate(rounds) if entry.kind == "operating"),
            phases=tuple(phases),
        )


class _Tally:
    """What is counted while a round is walked."""

    def __init__(self, past: RoundsPast, first: int) -> None:
        self.past, self.first = past, first
        self.runs: dict[str, Income] = {}
        self.turns: list[tuple[int, str]] = []
        t = past.rules.t
        self.seats = {name: seat for seat, name in enumerate(t.seats)}
        self.dividends = [0] * len(t.seats)
        self.cited = t.cite("dividend") if "dividend" in t.data.cite else ""

    def read(self, events: Sequence[Event], ply: int, begin: int = 0) -> None:
        """Count events of an action; the first of them stands at `begin`."""
        for place, event in enumerate(events, begin):
            self._add(event, ply, place)

    def _add(self, event: Event, ply: int, place: int) -> None:
        kind, facts = event.kind, event.facts
        if kind == "turn":
            self.turns.append((ply, str(facts["company"])))
        elif kind == "run":
            self._note(Income(ply, ply, place, str(facts["company"]), int(facts["revenue"])))
        elif kind in _OUTCOMES:
            company = str(facts["company"])
            run = self.runs.get(company)
            if run is None or run.outcome != OPEN:  # the price falls although no train has run
                run = Income(ply, ply, NOWHERE, company, 0)
            self._note(structs.replace(run, ply=ply, outcome=_OUTCOMES[kind]))
        elif kind == "paid" and event.rule == self.cited and facts["payee"] in self.seats:
            self.dividends[self.seats[facts["payee"]]] += int(facts["amount"])

    def _note(self, income: Income) -> None:
        self.runs[income.company] = income
        self.past.incomes.setdefault(income.company, []).append(income)

    def round(self, before: State, last: int, after: State) -> Round:
        """The round, over or as it stands."""
        return Round(
            label=round_name(before),
            kind=before.round.kind,
            name=before.round,
            first=self.first,
            last=last,
            state=after,
            scores=tuple(self.past.rules.result(after).scores),
            runs=dict(self.runs),
            turns=tuple(self.turns),
            dividends=tuple(self.dividends),
        )


def _revenue(entry: Round, number: int, company: str) -> int | None:
    if entry.kind != "operating" or not entry.state.companies[number].floated:
        return None
    return entry.runs[company].revenue if company in entry.runs else 0


def history(game: Game[Any]) -> History:
    """The figures of a game up to its present position; the round that is on counts as it stands.

    A round's figures are those of the first position after it, so that what its end brings about is in them.
    """
    return RoundsPast(game).history()


class ChartLines(Struct, frozen=True):
    """What a chart shows: the words of its x axis, lines, grey bands and marks; `rounds` are the rounds of the axis."""

    places: tuple[str, ...]
    series: tuple[Series, ...]
    bands: tuple[int, ...]
    marks: tuple[ChartMark, ...]
    rounds: tuple[int, ...]


def chart_lines(
    rules: FamilyRules, past: History, what: str, phase: Callable[[str], str] = "phase {}".format
) -> ChartLines:
    """The lines of `worth`, `prices` or `revenue`; `phase` words the mark of a phase."""
    if what not in CHARTS:
        raise BadInput(f"there is no chart {what!r}; there are {', '.join(CHARTS)}")
    t = rules.t
    shown = past.operating if what == "revenue" else tuple(range(len(past.rounds)))
    if what == "worth":
        series = [Series(name, past.worth[seat]) for seat, name in enumerate(t.seats)]
    else:
        figures = past.price if what == "prices" else past.revenue
        series = [
            Series(entry.id, tuple(figures[number][at] for at in shown), entry)
            for number, entry in enumerate(t.companies)
        ]
    return ChartLines(
        places=tuple(past.rounds[at] for at in shown),
        series=tuple(series),
        bands=() if what == "revenue" else past.stock,
        marks=tuple(ChartMark(shown.index(at), phase(name)) for at, name in past.phases if at in shown),
        rounds=shown,
    )


_WORDS = {
    "worth": ("Worth of players", "Cash, shares at market price, privates; after each round."),
    "prices": ("Share prices", "One line per company, its token at the end."),
    "revenue": ("Revenue", "What the trains of each company earned, by operating round."),
}


def history_svg(game: Game[Any], what: str = "worth", *, theme: str | None = "light") -> str:
    """One chart of a game: `worth` of the players, share `prices` or `revenue` of the companies."""
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
    lines = chart_lines(rules, past, what)
    title, subtitle = _WORDS[what]
    return chart(title, subtitle, lines.places, lines.series, lines.bands, lines.marks, rules.t.money)
