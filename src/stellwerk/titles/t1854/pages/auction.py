"""The auction round of 1854: bids that can be withdrawn, the price that falls, the round that interrupts it."""

from __future__ import annotations

from msgspec import structs

from stellwerk.web.pages.decisions.auction import auction, lots
from stellwerk.web.pages.decisions.chosen import Choice, Chosen, Note, Query, cited, options_of, query, seat_of
from stellwerk.web.pages.decisions.facts import bound_facts
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.table_page import TablePage

from ..actions import Withdraw


def choose_withdraw(page: TablePage, chosen: Query) -> Chosen | None:
    """Take back a bid that was outbid: what is free again."""
    for option, action in options_of(page, Withdraw):
        if action.private != chosen.get("private"):
            continue
        seat = seat_of(page, option)
        done = effect(page, action, seat)
        if done is None:
            return None
        return Chosen(
            title=page.say("Withdraw the bid on {private}", private=action.private),
            query=query("withdraw", private=action.private),
            action=to_json(action),
            seat=seat,
            confirm=page.say("Withdraw the bid"),
            facts=bound_facts(page, done.player(seat)),
            notes=[
                Note(
                    page.say("You cannot bid on it again in this auction round. It is no turn of yours."),
                    cited(page, "auction.withdraw"),
                )
            ],
        )
    return None


def withdrawals(page: TablePage, picked: Query) -> list[Choice]:
    """Bids that may be taken back."""
    return [
        Choice(
            page.say("Withdraw the bid on {private}", private=action.private),
            query("withdraw", private=action.private),
            chosen=picked.get("do") == "withdraw" and picked.get("private") == action.private,
        )
        for _, action in options_of(page, Withdraw)
    ]


def auction_1854(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with withdrawals, and what passing leads to."""
    picked = chosen or {}
    panel = auction(page, chosen, made)
    context = dict(panel.context)
    shown = {to_json(action) for _, action in options_of(page, Withdraw)}
    context["others"] = [entry for entry in context["others"] if entry.action not in shown]
    context["withdrawals"] = withdrawals(page, picked)
    context["lots"] = [
        lot if lot.income != page.money(0) else structs.replace(lot, income="") for lot in lots(page, picked)
    ]
    if page.decision is not None and page.decision.kind == "auction":
        first = page.t.privates[0].id
        if page.view["privates"][first]["owner"]:
            text = page.say(
                "If all pass in a row, an operating round comes before the auction goes on; all bids lapse."
            )
            context["notes"] = [*context["notes"], Note(text, cited(page, "auction.interrupted"))]
        else:
            text = page.say("If all pass in a row, {private} gets 5 G cheaper.", private=page.t.privates[0].name)
            context["notes"] = [*context["notes"], Note(text, cited(page, "auction.cheaper"))]
    return Panel(panel.template, context)
