"""What a company's card and row show only in 1862: its group, notes, its own 50 %, the targets of its bonus runs."""

from __future__ import annotations

from typing import Any

from stellwerk.web.pages.at import At

from .goals import Goal, goal_short, goals
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


def card_fields(at: At, name: str, entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Label and value of each line."""
    company = at.t.company(name)
    if entry["removed"]:
        return []
    found = []
    group = group_note(at, name)
    if entry["par"] is None:
        return [(at.say("Not on sale yet"), group)] if group else []
    if entry["bought_back"]:
        found.append((at.say("Its own shares"), f"{entry['own_percent']} %"))
    if entry["notes"]:
        found.append((at.say("Notes: {count}", count=entry["notes"]), at.money(entry["debt"])))
    if at.company == company:
        found += _bonuses(at, goals(at, company))
    return found


def _bonuses(at: At, targets: list[Goal]) -> list[tuple[str, str]]:
    """A line for every bonus: its best target now, or all of them while none is reached."""
    together: dict[tuple[int, int], list[Goal]] = {}
    for goal in targets:
        together.setdefault((goal.distance, goal.most), []).append(goal)
    found = []
    for several in together.values():
        best = max(several, key=lambda goal: goal.now)
        place = best.name if best.now else " / ".join(goal.name for goal in several)
        found.append((at.say("Bonus {place}", place=place), goal_short(at, best)))
    return found
