"""Bonus runs (1862 11.3): the targets of a company, the distance they count, what they bring, and how far it is now."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Plural
from stellwerk.draw.geometry import num
from stellwerk.draw.style import escape
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.web.pages.board_art import art_of
from stellwerk.web.pages.lays import kept
from stellwerk.web.pages.table_page import TablePage

from ..bonus import BonusRuns
from ..runs import RunHook

_PLATE = 15.0  # height of a plate on the map
_FAR = 99  # stops: as far as track leads


class GoalRow(Struct, frozen=True):
    """A target: the distance that counts in this phase, the most it can bring, and what the shortest way brings now.

    `travelled` is 0 while no track leads there.
    """

    name: str
    hex: str
    stop: int
    distance: int
    most: int
    travelled: int
    now: int


def goals(page: TablePage, company: int) -> list[GoalRow]:
    """The targets of a company in the order of its chart."""
    if page.view["companies"][page.t.companies[company].id]["removed"]:
        return []
    return kept(page, ("goals", company), lambda: _goals(page, company))


def _goals(page: TablePage, company: int) -> list[GoalRow]:
    bonuses = BonusRuns(page.t, page.s, company)
    here = any(company in slots for cities in page.board.tokens for slots in cities)
    reached = RunHook(page.rules, page.s, company).shortest(_FAR) if here else {}
    names = page.t.hexmap.names
    found = []
    for target in bonuses.targets:
        way = reached.get(target.stop, 0)
        found.append(
            GoalRow(
                name=target.name,
                hex=names[target.stop // STOPS_PER_HEX],
                stop=target.stop,
                distance=target.distance,
                most=max(0, bonuses.amount(target, target.distance)),
                travelled=way,
                now=max(0, bonuses.amount(target, way)) if way else 0,
            )
        )
    return found


def goal_line(page: TablePage, goal: GoalRow) -> str:
    """`7 hexes, up to $70 · now 9: $50`."""
    said = page.say(
        Plural("{count:n} hex, up to {amount:$}", "{count:n} hexes, up to {amount:$}"),
        count=goal.distance,
        amount=goal.most,
    )
    if not goal.travelled:
        return said
    if not goal.now:
        return said + " · " + page.say("now {count}: too far", count=goal.travelled)
    return said + " · " + page.say("now {count}: {amount:$}", count=goal.travelled, amount=goal.now)


def goal_short(page: TablePage, goal: GoalRow) -> str:
    """What stands on the small card: what it brings now, or could bring."""
    return page.money(goal.now) if goal.now else page.say("up to {amount:$}", amount=goal.most).replace(" ", "\u00a0")


def bonus_marks(page: TablePage) -> str:
    """Plates at the targets of the company whose turn it is: what each brings now, or could bring at most."""
    company = page.company
    if company is None:
        return ""
    entry = page.t.companies[company]
    art = art_of(page)
    parts = []
    for goal in goals(page, company):
        x, y = art.centres[page.t.hexmap.index[goal.hex]]
        words = f"{entry.id} +{goal.now}" if goal.now else f"{entry.id} ≤{goal.most}"
        title = f"{entry.id} {goal.name}: {goal_line(page, goal)}"
        wide, top = 16.0 + 6.3 * len(words), y + 32.0
        parts.append(
            f'<g class="bonus{"" if goal.now else " far-off"}" aria-hidden="true"><title>{escape(title)}</title>'
            f'<rect class="bonusp" x="{num(x - wide / 2)}" y="{num(top)}" width="{num(wide)}" height="{_PLATE:g}" '
            f'rx="7"/><circle cx="{num(x - wide / 2 + 9)}" cy="{num(top + _PLATE / 2)}" r="4" fill="{entry.color}"/>'
            f'<text class="bonust" x="{num(x + 5)}" y="{num(top + _PLATE / 2 + 3.4)}">{escape(words)}</text></g>'
        )
    return "".join(parts)
