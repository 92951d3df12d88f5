"""The run of 1854: the best one is compulsory; among runs of the same total the director is free."""

from __future__ import annotations

from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import Note, cited
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.run import run
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.lays import turn_part

from ..runs import Run1854


def run_1854(at: At) -> Panel:
    """The family's panel without what is not allowed."""
    panel = run(at)
    best = panel.context.get("best")
    if best is None:
        return panel
    notes = [
        Note(at.say("The best run is compulsory; another one counts only if it earns the same."), cited(at, "run.best"))
    ]
    company = at.decision.actor if at.decision else ""
    part = turn_part(at, "run")
    assert isinstance(part, Run1854)
    if part.bound(at.s, at.t.company(company), best.run.total) is not None:
        text = at.say("It is not proven that nothing better exists; the best run found counts.")
        notes.append(Note(text, cited(at, "run.bound"), "warn"))
    if at.view["companies"].get(company, {}).get("kind") == "local":
        done = effect(at, best.run.action, at.asked)
        half = done.player(at.asked).cash.by if done else 0
        text = at.say("Half of it goes to you and half to the treasury: {amount} each.", amount=at.money(half))
        notes.append(Note(text, cited(at, "dividend.local")))
    return Panel(panel.template, panel.context | {"more_notes": notes, "enforced": best.run.total > 0})
