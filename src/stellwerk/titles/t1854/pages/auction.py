"""The auction round of 1854: bids that can be withdrawn, the price that falls, the round that interrupts it."""

from __future__ import annotations

from msgspec import structs

from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.auction import auction, lots
from stellwerk.web.pages.decisions.chosen import Choice, Chosen, Note, Query, cited, options_of, query, seat_of
from stellwerk.web.pages.decisions.facts import bound_facts
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.effects import effect

from ..actions import Withdraw


def choose_withdraw(at: At, chosen: Query) -> Chosen | None:
    """Take back a bid that was outbid: what is free again."""
    for option, action in options_of(at, Withdraw):
        if action.private != chosen.get("private"):
            continue
        seat = seat_of(at, option)
        done = effect(at, action, seat)
        if done is None:
            return None
        return Chosen(
            title=at.say("Withdraw the bid on {private}", private=action.private),
            query=query("withdraw", private=action.private),
            action=to_json(action),
            seat=seat,
            confirm=at.say("Withdraw the bid"),
            facts=bound_facts(at, done.player(seat)),
            notes=[
                Note(
                    at.say("You cannot bid on it again in this auction round. It is no turn of yours."),
                    cited(at, "auction.withdraw"),
                )
            ],
        )
    return None


def withdrawals(at: At, picked: Query) -> list[Choice]:
    """Bids that may be taken back."""
    return [
        Choice(
            at.say("Withdraw the bid on {private}", private=action.private),
            query("withdraw", private=action.private),
            chosen=picked.get("do") == "withdraw" and picked.get("private") == action.private,
        )
        for _, action in options_of(at, Withdraw)
    ]


def auction_1854(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with withdrawals, and what passing leads to."""
    picked = chosen or {}
    panel = auction(at, chosen, made)
    context = dict(panel.context)
    shown = {to_json(action) for _, action in options_of(at, Withdraw)}
    context["others"] = [entry for entry in context["others"] if entry.action not in shown]
    context["withdrawals"] = withdrawals(at, picked)
    context["lots"] = [
        lot if lot.income != at.money(0) else structs.replace(lot, income="") for lot in lots(at, picked)
    ]
    if at.decision is not None and at.decision.kind == "auction":
        first = at.t.privates[0].id
        if at.view["privates"][first]["owner"]:
            text = at.say("If all pass in a row, an operating round comes before the auction goes on; all bids lapse.")
            context["notes"] = [*context["notes"], Note(text, cited(at, "auction.interrupted"))]
        else:
            text = at.say("If all pass in a row, {private} gets 5 G cheaper.", private=at.t.privates[0].name)
            context["notes"] = [*context["notes"], Note(text, cited(at, "auction.cheaper"))]
    return Panel(panel.template, context)
