"""What a company's card and row show only in 18TE: shares in its treasury, its goal, the train it must pay."""

from __future__ import annotations

from typing import Any

from stellwerk.web.pages.table_page import TablePage

from .goals import goal_of, goal_text

FIELDS = {  # of a company's view, that are told here or elsewhere
    "closed",
    "treasury_percent",
    "bonus",
    "bonus_paid",
    "destination",
    "goal",
    "home_waits",
    "last_income",
    "named_train",
}


def card_fields(page: TablePage, name: str, entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Label and value of each line."""
    if entry["closed"] or entry["par"] is None:
        return []
    found = []
    if entry["treasury_percent"]:
        found.append((page.say("Treasury shares"), f"{entry['treasury_percent']} %"))
    goal = goal_of(page, page.t.company(name))
    if goal is not None:
        done = page.say("bonus paid")
        words = done if goal.paid else f"{goal_text(page, goal)}: {page.money(goal.bonus)}"
        found.append((page.say("Goal"), words))
    if entry["home_waits"]:
        found.append((page.say("Home"), page.say("the token waits for a slot")))
    if entry["named_train"]:
        found.append((page.say("Named train"), entry["named_train"].rpartition("-")[0]))
    return found
