"""The auction of 1862: a bid that was outbid can be taken back beside its private (1862 3.7)."""

from __future__ import annotations

from msgspec import structs

from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.auction import auction
from stellwerk.web.pages.decisions.chosen import Choice, Chosen, Query, options_of, seat_of
from stellwerk.web.pages.decisions.panel import Panel, to_json

from ..actions import WithdrawBid


def auction_1862(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with withdrawals."""
    panel = auction(at, chosen, made)
    shown = {to_json(action) for _, action in options_of(at, WithdrawBid)}
    lots = [structs.replace(lot, withdraw=_withdraw(at, lot.id)) for lot in panel.context["lots"]]
    others = [entry for entry in panel.context["others"] if entry.action not in shown]
    return Panel(panel.template, panel.context | {"lots": lots, "others": others})


def _withdraw(at: At, private: str) -> Choice | None:
    """Take back a bid that was outbid: it frees its money and is no action of the turn."""
    for option, action in options_of(at, WithdrawBid):
        if action.private == private:
            seat = seat_of(at, option)
            bid = at.view["auction"]["bids"][private][at.t.seats[seat]]
            freed = at.say("frees {amount}", amount=at.money(bid))
            return Choice(at.say("Withdraw your bid"), amount=freed, action=to_json(action), seat=seat)
    return None
