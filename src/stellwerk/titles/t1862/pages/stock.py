"""What a stock round of 1862 tells besides the companies: groups and what they wait for, the certificate limit."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.table_page import TablePage

from .goals import GoalRow, goals
from .groups import GroupCard, groups
from .limits import limit_table

HERE = folder_of(__name__)


def stock_block(page: TablePage) -> list[Panel]:
    """For the panel of a stock round."""
    found = groups(page)
    limits = limit_table(page)
    context = {
        "groups": found,
        "groups_said": _next_group(page, found),
        "groups_news": False,
        "limits": limits,
        "limits_said": page.say(
            "{limit} with {players} players and {companies} companies",
            limit=limits.limit,
            players=limits.players_now,
            companies=limits.companies_now,
        ),
    }
    return [Panel(f"{HERE}/stock.html", context)]


class BonusRow(Struct, frozen=True):
    """A target of a company."""

    company: str
    token: Markup
    goal: GoalRow


def limits_block(page: TablePage) -> list[Panel]:
    """For the view of all players."""
    return [Panel(f"{HERE}/players.html", {"limits": limit_table(page)})]


def companies_block(page: TablePage) -> list[Panel]:
    """For the view of all companies."""
    rows = [
        BonusRow(entry.id, token(page, entry.id), goal)
        for number, entry in enumerate(page.t.companies)
        for goal in goals(page, number)
    ]
    return [Panel(f"{HERE}/companies.html", {"groups": groups(page), "bonuses": rows})]


def _next_group(page: TablePage, found: list[GroupCard]) -> str:
    """In one line: which group comes next and how much is missing."""
    coming = next((group for group in found if group.next), None)
    if coming is None:
        return page.say("all on sale")
    missing = ", ".join(coming.missing[:2]) + (" …" if len(coming.missing) > 2 else "")
    return page.say("group {number} waits: {missing}", number=coming.number, missing=missing)
