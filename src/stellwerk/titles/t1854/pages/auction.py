"""The auction round of 1854: bids that can be withdrawn, the price that falls, the round that interrupts it."""

from __future__ import annotations

from msgspec import structs

from stellwerk.web.pages.decisions.auction import auction, lots
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Note,
    Query,
    chosen_action,
    cited,
    opening,
    options_of,
    query,
    tried,
)
from stellwerk.web.pages.decisions.facts import bound_facts
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.table_page import TablePage

from ..actions import Withdraw


def choose_withdraw(page: TablePage, chosen: Query) -> Chosen | None:
    """Take back a bid that was outbid: what is free again."""
    found = tried(page, Withdraw, chosen, "private")
    if found is None:
        return None
    action, seat, done = found
    text = page.say("You cannot bid on it again in this auction round. It is no turn of yours.")
    return chosen_action(
        page,
        action,
        seat,
        query("withdraw", private=action.private),
        facts=bound_facts(page, done.player(seat)),
        notes=[Note(text, cited(page, "auction.withdraw"))],
    )


def withdrawals(page: TablePage, picked: Query) -> list[Choice]:
    """Bids that may be taken back."""
    return [
        opening(picked, page.label(action), "withdraw", {"private": action.private})
        for _, action in options_of(page, Withdraw)
    ]


def auction_1854(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with withdrawals, and what passing leads to."""
    picked = chosen or {}
    panel = auction(page, chosen, made, (Withdraw,))
    context = dict(panel.context)
    context["withdrawals"] = withdrawals(page, picked)
    context["lots"] = [
        lot if lot.income != page.money(0) else structs.replace(lot, income="") for lot in lots(page, picked)
    ]
    if page.decision is not None and page.decision.kind == "auction":
        context["notes"] = [*context["notes"], passing_note(page)]
    return Panel(panel.template, context)


def passing_note(page: TablePage) -> Note:
    """What comes of it if everybody passes."""
    first = page.t.privates[0]
    if page.view["privates"][first.id]["owner"]:
        text = page.say("If all pass in a row, an operating round comes before the auction goes on; all bids lapse.")
        return Note(text, cited(page, "auction.interrupted"))
    return Note(
        page.say("If all pass in a row, {private} gets 5 G cheaper.", private=first.name),
        cited(page, "auction.cheaper"),
    )
