"""What a company's card and row show only in 1862: its group, notes, its own 50 %, the targets of its bonus runs."""

from __future__ import annotations

from typing import Any

from stellwerk.web.pages.table_page import TablePage

from .goals import GoalRow, goal_short, goals
from .groups import group_note

FIELDS = {  # of a company's view, that are told here or elsewhere
    "group",
    "on_sale",
    "removed",
    "bought_back",
    "own_percent",
    "unit",
    "director_percent",
    "notes",
    "debt",
    "papers",
    "bank_price",
    "pool_price",
    "buyback",
    "bonus",
}
IN_TABLE = ("group", "own_percent", "notes")  # of those, what has a column in the table of all companies


def card_fields(page: TablePage, name: str, entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Label and value of each line."""
    company = page.t.company(name)
    if entry["removed"]:
        return []
    found = []
    group = group_note(page, name)
    if entry["par"] is None:
        return [(page.say("Not on sale yet"), group)] if group else []
    if entry["bought_back"]:
        found.append((page.say("Its own shares"), f"{entry['own_percent']} %"))
    if entry["notes"]:
        found.append((page.say("Notes: {count}", count=entry["notes"]), page.money(entry["debt"])))
    if page.company == company:
        found += _bonuses(page, goals(page, company))
    return found


def _bonuses(page: TablePage, targets: list[GoalRow]) -> list[tuple[str, str]]:
    """A line for every bonus: its best target now, or all of them while none is reached."""
    together: dict[tuple[int, int], list[GoalRow]] = {}
    for goal in targets:
        together.setdefault((goal.distance, goal.most), []).append(goal)
    found = []
    for several in together.values():
        best = max(several, key=lambda goal: goal.now)
        place = best.name if best.now else " / ".join(goal.name for goal in several)
        found.append((page.say("Bonus {place}", place=place), goal_short(page, best)))
    return found
