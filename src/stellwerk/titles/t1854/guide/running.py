"""The hint for a run in 1854: the best one is compulsory, and a local shares it with its owner."""

from __future__ import annotations

from msgspec import structs

from stellwerk.web.pages.decisions.run import best_of, works_of
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.guide import running as family
from stellwerk.web.pages.guide.hint import Hint, way
from stellwerk.web.pages.table_page import TablePage


def run_hint(page: TablePage) -> Hint | None:
    """The family's hint without the runs that are not allowed."""
    hint, lays = family.run_hint(page), works_of(page)
    if hint is None or lays is None:
        return hint
    best, text = best_of(lays), list(hint.text)
    if best.total and page.view["companies"][lays.name]["kind"] == "local":
        done = effect(page, best.action(), page.asked)
        half = done.player(page.asked).cash.by if done else 0
        text.append(
            page.say("Half of it goes to you and half to the treasury: {amount} each.", amount=page.money(half))
        )
    why = page.say("The best run is compulsory; another one counts only if it earns the same.")
    return structs.replace(hint, text=text, ways=[way(page, page.say("Run the best routes"), why, "run.best")])
