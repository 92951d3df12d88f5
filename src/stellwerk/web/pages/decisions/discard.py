"""A company above the train limit gives up a train."""

from __future__ import annotations

from stellwerk.core import Plural
from stellwerk.eighteen.actions import DiscardTrain
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Note,
    Query,
    option_of,
    options_of,
    query,
    rule_of,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.decisions.privates import deal_facts
from stellwerk.web.pages.decisions.trains import consequences
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.table_page import TablePage


def choose_discard(page: TablePage, chosen: Query) -> Chosen | None:
    """One train."""
    found = option_of(page, DiscardTrain, chosen, "train")
    if found is None:
        return None
    option, action = found
    seat = seat_of(page, option)
    done = effect(page, action, seat)
    if done is None:
        return None
    text = page.say("Discard {train}", train=kind_of(action.train))
    return Chosen(
        title=text,
        query=query("discard", train=action.train),
        action=to_json(action),
        seat=seat,
        confirm=text,
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
        text = page.say("Discard {train}", train=kind)
        here = picked.get("do") == "discard" and kind_of(picked.get("train", "")) == kind
        choices.append(Choice(text, query("discard", train=action.train), train=kind, chosen=here))
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
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(page.say("Trains"), choices)],
            "notes": [Note(text, rule, "warn")],
            "others": [],
            "pass": None,
        },
    )
