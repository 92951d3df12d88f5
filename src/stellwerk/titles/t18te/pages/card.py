"""What a company's card and row show only in 18TE: shares in its treasury, its goal, the train it must pay."""

from __future__ import annotations

from typing import Any

from stellwerk.web.pages.at import At

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


def card_fields(at: At, name: str, entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Label and value of each line."""
    if entry["closed"] or entry["par"] is None:
        return []
    found = []
    if entry["treasury_percent"]:
        found.append((at.say("Treasury shares"), f"{entry['treasury_percent']} %"))
    goal = goal_of(at, at.t.company(name))
    if goal is not None:
        done = at.say("bonus paid")
        words = done if goal.paid else f"{goal_text(at, goal)}: {at.money(goal.bonus)}"
        found.append((at.say("Goal"), words))
    if entry["home_waits"]:
        found.append((at.say("Home"), at.say("the token waits for a slot")))
    if entry["named_train"]:
        found.append((at.say("Named train"), entry["named_train"].rpartition("-")[0]))
    return found
