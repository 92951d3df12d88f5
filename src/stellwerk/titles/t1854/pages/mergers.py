"""Mergers of locals: who proposes to whom, what the new AG would be, the answer, and the choice of the charter."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Action
from stellwerk.eighteen.actions import Answer
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Chosen,
    Fact,
    Note,
    Query,
    answers,
    chosen_action,
    cited,
    money_panel,
    opening,
    option_of,
    options_of,
    query,
    seat_of,
    tried,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.table_page import TablePage

from ..actions import ChooseCharter, Merge


def merged(page: TablePage, action: Action) -> dict[str, Any]:
    """The position after a merger, played on a copy: everybody agrees, any charter will do."""
    copy = page.game.branch()
    copy.apply(action)
    while (then := copy.decision()) is not None and then.kind in ("merger_offer", "charter"):
        copy.apply(Answer(True) if then.kind == "merger_offer" else copy.options()[0].action)
        if then.kind == "charter":
            break
    return copy.view(page.seat)


def outcome(page: TablePage, action: Action, one: str, other: str) -> list[Fact]:
    """What two locals become: director, partner, treasury, price, trains that go."""
    before, after = page.view["companies"], merged(page, action)
    ags = [name for name, entry in after["companies"].items() if entry["president"] and not before[name]["president"]]
    if not ags:
        return []
    entry, lower = after["companies"][ags[0]], min((one, other), key=page.t.company)
    holders = [player["name"] for player in after["players"] if ags[0] in player["shares"]]
    partner = next((name for name in holders if name != entry["president"]), entry["president"])
    pool = [train for train in after["train_pool"] if train not in page.view["train_pool"]]
    gone = [kind_of(train) for name in (one, other) for train in before[name]["trains"] if train not in pool]
    found = [
        Fact(page.say("Director, 50 %"), entry["president"], note=page.say("owner of local {local}", local=lower)),
        Fact(page.say("Other certificate, 50 %"), partner),
        Fact(page.say("Treasury"), page.money(entry["cash"])),
        Fact(page.say("Price of a certificate"), page.money(entry["price"])),
    ]
    if gone:
        found.append(Fact(page.say("Plus trains that leave the game"), " ".join(gone), tone="dn"))
    if pool:
        found.append(Fact(page.say("Trains that go to the pool"), " ".join(map(kind_of, pool)), tone="dn"))
    return found


def merger_notes(page: TablePage) -> list[Note]:
    """When the new AG operates, and what phase 6 forces."""
    found = [
        Note(page.say("The AG starts with no train; its home is chosen in its first turn."), cited(page, "home.choice"))
    ]
    if page.view["merger_window"]["first_turn"] == "this_round":
        found.append(Note(page.say("It operates in this operating round already."), cited(page, "merger.turn")))
    else:
        found.append(Note(page.say("It operates from the next operating round on."), cited(page, "merger.turn")))
    if page.view["mergers"]["forced"]:
        text = page.say("The locals that are left after this window merge at once, the lowest numbers first.")
        found.append(Note(text, cited(page, "merger.forced"), "warn"))
    return found


def choose_merge(page: TablePage, chosen: Query) -> Chosen | None:
    """A proposal, and what would come of it."""
    found = option_of(page, Merge, chosen, "local", "partner")
    if found is None:
        return None
    option, action = found
    owner = page.view["companies"][action.partner]["president"]
    seat = seat_of(page, option)
    alone = owner == page.t.seats[seat]
    notes = [] if alone else [Note(page.say("{who} has to agree.", who=owner), cited(page, "merger"))]
    return chosen_action(
        page,
        action,
        seat,
        query("merge", local=action.local, partner=action.partner),
        company=action.partner,
        facts=outcome(page, action, action.local, action.partner),
        notes=[*notes, *merger_notes(page)],
    )


def merger(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """A window: propose a partner, or none."""
    picked = chosen or {}
    choices = []
    for _, action in options_of(page, Merge):
        entry = page.view["companies"][action.partner]
        name = page.t.companies[page.t.company(action.partner)].name
        note = page.say("owner {who}, treasury {cash}", who=entry["president"], cash=page.money(entry["cash"]))
        parts = {"local": action.local, "partner": action.partner}
        text = page.label(action)
        choices.append(opening(picked, text, "merge", parts, note=f"{name} · {note}", company=action.partner))
    notes = merger_notes(page) if made is None else []
    return money_panel(page, made, [(page.say("Propose a merger"), choices)], notes)


def merger_offer(page: TablePage) -> Panel:
    """A proposal of somebody else: what the AG would be, yes and no."""
    window = page.view["merger_window"] or {}
    offer = window["offer"]
    proposer = page.view["companies"][offer["local"]]["president"]
    text = page.say(
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
            "choices": answers(page),
            "facts": outcome(page, Answer(True), offer["local"], offer["partner"]),
            "follows": merger_notes(page),
            "rule": cited(page, "merger"),
            "others": [],
        },
    )


def choose_charter(page: TablePage, chosen: Query) -> Chosen | None:
    """One of the free AGs."""
    found = tried(page, ChooseCharter, chosen, "charter")
    if found is None:
        return None
    action, seat, done = found
    pair = (page.view["merger_window"] or {})["charter"]
    return chosen_action(
        page,
        action,
        seat,
        query("charter", charter=action.charter),
        company=action.charter,
        facts=[*outcome(page, action, pair["lower"], pair["higher"]), *facts.worth_fact(page, done, seat)],
        follows=facts.follows(page, done, ("merger", "board_cleared")),
    )


def charter(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Which AG the two locals become."""
    picked = chosen or {}
    pair = (page.view["merger_window"] or {})["charter"]
    choices = [
        opening(picked, page.label(action), "charter", {"charter": action.charter}, company=action.charter)
        for _, action in options_of(page, ChooseCharter)
    ]
    text = page.say("Locals {one} and {other} merge.", one=pair["lower"], other=pair["higher"])
    return money_panel(page, made, [(page.say("Free charters"), choices)], [Note(text, cited(page, "merger.charter"))])
