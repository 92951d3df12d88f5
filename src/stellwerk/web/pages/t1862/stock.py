"""What a stock round of 1862 tells besides the companies: groups and what they wait for, the certificate limit."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.web.pages.at import At
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.t1862.goals import TITLE, Goal, goals
from stellwerk.web.pages.t1862.groups import Group, groups
from stellwerk.web.pages.t1862.limits import limit_table


def stock_1862(at: At) -> dict[str, Any]:
    """For the panel of a stock round."""
    found = groups(at)
    limits = limit_table(at)
    return {
        "groups": found,
        "groups_said": _said(at, found),
        "groups_news": False,
        "limits": limits,
        "limits_said": at.say(
            "{limit} with {players} players and {companies} companies",
            limit=limits.limit,
            players=limits.players_now,
            companies=limits.companies_now,
        ),
    }


class BonusRow(Struct, frozen=True):
    """A target of a company."""

    company: str
    token: Markup
    goal: Goal


def companies_1862(at: At) -> dict[str, Any]:
    """For the view of all companies; nothing in other titles."""
    if at.game.rules.title != TITLE:
        return {}
    rows = [
        BonusRow(entry.id, token(at, entry.id), goal)
        for number, entry in enumerate(at.t.companies)
        for goal in goals(at, number)
    ]
    return {"groups": groups(at), "bonuses": rows}


def _said(at: At, found: list[Group]) -> str:
    """In one line: which group comes next and how much is missing."""
    coming = next((group for group in found if group.next), None)
    if coming is None:
        return at.say("all on sale")
    missing = ", ".join(coming.missing[:2]) + (" …" if len(coming.missing) > 2 else "")
    return at.say("group {number} waits: {missing}", number=coming.number, missing=missing)
