"""The run of 1854: the best one is compulsory; among runs of the same total the director is free."""

from __future__ import annotations

from stellwerk.web.pages.decisions.chosen import Note, cited
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.run import run
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.lays import turn_part
from stellwerk.web.pages.table_page import TablePage

from ..runs import Run1854


def run_1854(page: TablePage) -> Panel:
    """The family's panel without what is not allowed."""
    panel = run(page)
    best = panel.context.get("best")
    if best is None:
        return panel
    notes = [
        Note(
            page.say("The best run is compulsory; another one counts only if it earns the same."),
            cited(page, "run.best"),
        )
    ]
    company = page.decision.actor if page.decision else ""
    part = turn_part(page, "run")
    assert isinstance(part, Run1854)
    if part.bound(page.s, page.t.company(company), best.run.total) is not None:
        text = page.say("It is not proven that nothing better exists; the best run found counts.")
        notes.append(Note(text, cited(page, "run.bound"), "warn"))
    if page.view["companies"].get(company, {}).get("kind") == "local":
        done = effect(page, best.run.action, page.asked)
        half = done.player(page.asked).cash.by if done else 0
        text = page.say("Half of it goes to you and half to the treasury: {amount} each.", amount=page.money(half))
        notes.append(Note(text, cited(page, "dividend.local")))
    return Panel(panel.template, panel.context | {"more_notes": notes, "enforced": best.run.total > 0})
