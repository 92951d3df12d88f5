"""Mergers of locals: who proposes to whom, what the new AG would be, the answer, and the choice of the charter."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Action
from stellwerk.eighteen.actions import Answer
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Note,
    Query,
    cited,
    option_of,
    options_of,
    pass_choice,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.marks import token

from ..actions import ChooseCharter, Merge


def merged(at: At, action: Action) -> dict[str, Any]:
    """The position after a merger, played on a copy: everybody agrees, any charter will do."""
    copy = at.game.branch()
    copy.apply(action)
    while (then := copy.decision()) is not None and then.kind in ("merger_offer", "charter"):
        copy.apply(Answer(True) if then.kind == "merger_offer" else copy.options()[0].action)
        if then.kind == "charter":
            break
    return copy.view(at.seat)


def outcome(at: At, action: Action, one: str, other: str) -> list[Fact]:
    """What two locals become: director, partner, treasury, price, trains that go."""
    before, after = at.view["companies"], merged(at, action)
    ags = [name for name, entry in after["companies"].items() if entry["president"] and not before[name]["president"]]
    if not ags:
        return []
    entry, lower = after["companies"][ags[0]], min((one, other), key=at.t.company)
    holders = [player["name"] for player in after["players"] if ags[0] in player["shares"]]
    partner = next((name for name in holders if name != entry["president"]), entry["president"])
    pool = [train for train in after["train_pool"] if train not in at.view["train_pool"]]
    gone = [kind_of(train) for name in (one, other) for train in before[name]["trains"] if train not in pool]
    found = [
        Fact(at.say("Director, 50 %"), entry["president"], note=at.say("owner of local {local}", local=lower)),
        Fact(at.say("Other certificate, 50 %"), partner),
        Fact(at.say("Treasury"), at.money(entry["cash"])),
        Fact(at.say("Price of a certificate"), at.money(entry["price"])),
    ]
    if gone:
        found.append(Fact(at.say("Plus trains that leave the game"), " ".join(gone), tone="dn"))
    if pool:
        found.append(Fact(at.say("Trains that go to the pool"), " ".join(map(kind_of, pool)), tone="dn"))
    return found


def merger_notes(at: At) -> list[Note]:
    """When the new AG operates, and what phase 6 forces."""
    found = [
        Note(at.say("The AG starts with no train; its home is chosen in its first turn."), cited(at, "home.choice"))
    ]
    if at.view["merger_window"]["first_turn"] == "this_round":
        found.append(Note(at.say("It operates in this operating round already."), cited(at, "merger.turn")))
    else:
        found.append(Note(at.say("It operates from the next operating round on."), cited(at, "merger.turn")))
    if at.view["mergers"]["forced"]:
        text = at.say("The locals that are left after this window merge at once, the lowest numbers first.")
        found.append(Note(text, cited(at, "merger.forced"), "warn"))
    return found


def choose_merge(at: At, chosen: Query) -> Chosen | None:
    """A proposal, and what would come of it."""
    found = option_of(at, Merge, chosen, "local", "partner")
    if found is None:
        return None
    option, action = found
    owner = at.view["companies"][action.partner]["president"]
    seat = seat_of(at, option)
    alone = owner == at.t.seats[seat]
    notes = [] if alone else [Note(at.say("{who} has to agree.", who=owner), cited(at, "merger"))]
    return Chosen(
        title=at.say("Local {one} with local {other}", one=action.local, other=action.partner),
        query=query("merge", local=action.local, partner=action.partner),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Merge them") if alone else at.say("Propose the merger"),
        company=action.partner,
        facts=outcome(at, action, action.local, action.partner),
        notes=[*notes, *merger_notes(at)],
    )


def merger(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """A window: propose a partner, or none."""
    picked = chosen or {}
    choices = []
    for _, action in options_of(at, Merge):
        entry = at.view["companies"][action.partner]
        name = at.t.companies[at.t.company(action.partner)].name
        text = at.say("With local {other}, {name}", other=action.partner, name=name)
        note = at.say("owner {who}, treasury {cash}", who=entry["president"], cash=at.money(entry["cash"]))
        here = picked.get("do") == "merge" and picked.get("partner") == action.partner
        made_query = query("merge", local=action.local, partner=action.partner)
        choices.append(Choice(text, made_query, note=note, company=action.partner, chosen=here))
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(at.say("Propose a merger"), choices)],
            "notes": merger_notes(at) if made is None else [],
            "others": [],
            "pass": pass_choice(at, at.say("Propose none")),
        },
    )


def merger_offer(at: At) -> Panel:
    """A proposal of somebody else: what the AG would be, yes and no."""
    window = at.view["merger_window"] or {}
    offer = window["offer"]
    proposer = at.view["companies"][offer["local"]]["president"]
    answers = {answer.accept: option for option, answer in options_of(at, Answer)}
    choices = [
        Choice(text, key=key, action=to_json(option.action), seat=seat_of(at, option))
        for text, key, option in (
            (at.say("Agree"), "y", answers.get(True)),
            (at.say("Refuse"), "n", answers.get(False)),
        )
        if option is not None
    ]
    text = at.say(
        "{who} proposes to merge local {one} with your local {other}.",
        who=proposer,
        one=offer["local"],
        other=offer["partner"],
    )
    return Panel(
        "decisions/consent.html",
        {
            "offer": text,
            "power": "",
            "choices": choices,
            "facts": outcome(at, Answer(True), offer["local"], offer["partner"]),
            "follows": merger_notes(at),
            "rule": cited(at, "merger"),
            "others": [],
        },
    )


def choose_charter(at: At, chosen: Query) -> Chosen | None:
    """One of the free AGs."""
    found = option_of(at, ChooseCharter, chosen, "charter")
    if found is None:
        return None
    option, action = found
    seat = seat_of(at, option)
    done = effect(at, action, seat)
    if done is None:
        return None
    pair = (at.view["merger_window"] or {})["charter"]
    return Chosen(
        title=at.say("Become AG {charter}", charter=action.charter),
        query=query("charter", charter=action.charter),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Choose AG {charter}", charter=action.charter),
        company=action.charter,
        facts=[*outcome(at, action, pair["lower"], pair["higher"]), *facts.worth_fact(at, done, seat)],
        follows=facts.follows(at, done, ("merger", "board_cleared")),
    )


def charter(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Which AG the two locals become."""
    picked = chosen or {}
    pair = (at.view["merger_window"] or {})["charter"]
    choices = [
        Choice(
            at.say("AG {charter}", charter=action.charter),
            query("charter", charter=action.charter),
            company=action.charter,
            chosen=picked.get("do") == "charter" and picked.get("charter") == action.charter,
        )
        for _, action in options_of(at, ChooseCharter)
    ]
    text = at.say("Locals {one} and {other} merge.", one=pair["lower"], other=pair["higher"])
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(at.say("Free charters"), choices)],
            "notes": [Note(text, cited(at, "merger.charter"))],
            "others": [],
            "pass": None,
        },
    )
