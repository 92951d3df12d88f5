"""A company above the train limit gives up a train."""

from __future__ import annotations

from stellwerk.core import Plural
from stellwerk.eighteen.actions import DiscardTrain
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import (
    Chosen,
    Note,
    Query,
    chosen_action,
    money_panel,
    opening,
    options_of,
    query,
    rule_of,
    tried,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.privates import deal_facts
from stellwerk.web.pages.decisions.trains import consequences
from stellwerk.web.pages.table_page import TablePage


def choose_discard(page: TablePage, chosen: Query) -> Chosen | None:
    """One train."""
    found = tried(page, DiscardTrain, chosen, "train")
    if found is None:
        return None
    action, seat, done = found
    return chosen_action(
        page,
        action,
        seat,
        query("discard", train=action.train),
        train=kind_of(action.train),
        facts=deal_facts(page, done, seat),
        follows=consequences(page, done),
        notes=[Note(page.say("It goes to the pool, where any company can buy it."), None)],
    )


def discard(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Which train goes."""
    picked = chosen or {}
    company = page.decision.actor if page.decision else ""
    choices, seen = [], set()
    for _, action in options_of(page, DiscardTrain):
        kind = kind_of(action.train)
        if kind in seen:
            continue
        seen.add(kind)
        here = picked.get("do") == "discard" and kind_of(picked.get("train", "")) == kind
        parts = {"train": action.train}
        choices.append(opening(picked, page.label(action), "discard", parts, train=kind, chosen=here))
    limit = {phase.id: phase.train_limit for phase in page.t.phases}[page.view["phase"]]
    limit = page.view["companies"].get(company, {}).get("train_limit", limit)
    text = page.say(
        Plural(
            "{company} has {count:n} train; the limit is {limit}.",
            "{company} has {count:n} trains; the limit is {limit}.",
        ),
        company=company,
        count=len(page.view["companies"].get(company, {}).get("trains", [])),
        limit=limit,
    )
    rule = rule_of(page.decision.rule) if page.decision else None
    return money_panel(page, made, [(page.say("Trains"), choices)], [Note(text, rule, "warn")])
