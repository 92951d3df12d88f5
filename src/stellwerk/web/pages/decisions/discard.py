"""A company above the train limit gives up a train."""

from __future__ import annotations

from stellwerk.core import Plural
from stellwerk.eighteen.actions import DiscardTrain
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.at import At
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


def choose_discard(at: At, chosen: Query) -> Chosen | None:
    """One train."""
    found = option_of(at, DiscardTrain, chosen, "train")
    if found is None:
        return None
    option, action = found
    seat = seat_of(at, option)
    done = effect(at, action, seat)
    if done is None:
        return None
    text = at.say("Discard {train}", train=kind_of(action.train))
    return Chosen(
        title=text,
        query=query("discard", train=action.train),
        action=to_json(action),
        seat=seat,
        confirm=text,
        train=kind_of(action.train),
        facts=deal_facts(at, done, seat),
        follows=consequences(at, done),
        notes=[Note(at.say("It goes to the pool, where any company can buy it."), None)],
    )


def discard(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Which train goes."""
    picked = chosen or {}
    company = at.decision.actor if at.decision else ""
    choices, seen = [], set()
    for _, action in options_of(at, DiscardTrain):
        kind = kind_of(action.train)
        if kind in seen:
            continue
        seen.add(kind)
        text = at.say("Discard {train}", train=kind)
        here = picked.get("do") == "discard" and kind_of(picked.get("train", "")) == kind
        choices.append(Choice(text, query("discard", train=action.train), train=kind, chosen=here))
    limit = {phase.id: phase.train_limit for phase in at.t.phases}[at.view["phase"]]
    limit = at.view["companies"].get(company, {}).get("train_limit", limit)
    text = at.say(
        Plural(
            "{company} has {count:n} train; the limit is {limit}.",
            "{company} has {count:n} trains; the limit is {limit}.",
        ),
        company=company,
        count=len(at.view["companies"].get(company, {}).get("trains", [])),
        limit=limit,
    )
    rule = rule_of(at.decision.rule) if at.decision else None
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(at.say("Trains"), choices)],
            "notes": [Note(text, rule, "warn")],
            "others": [],
            "pass": None,
        },
    )
