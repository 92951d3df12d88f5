"""The auction of 1862: a bid that was outbid can be taken back beside its private (1862 3.7)."""

from __future__ import annotations

from msgspec import structs

from stellwerk.web.pages.decisions.auction import auction
from stellwerk.web.pages.decisions.chosen import Choice, Chosen, Query, options_of, seat_of
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.table_page import TablePage

from ..actions import WithdrawBid


def auction_1862(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with withdrawals."""
    panel = auction(page, chosen, made)
    shown = {to_json(action) for _, action in options_of(page, WithdrawBid)}
    lots = [structs.replace(lot, withdraw=_withdraw(page, lot.id)) for lot in panel.context["lots"]]
    others = [entry for entry in panel.context["others"] if entry.action not in shown]
    return Panel(panel.template, panel.context | {"lots": lots, "others": others})


def _withdraw(page: TablePage, private: str) -> Choice | None:
    """Take back a bid that was outbid: it frees its money and is no action of the turn."""
    for option, action in options_of(page, WithdrawBid):
        if action.private == private:
            seat = seat_of(page, option)
            bid = page.view["auction"]["bids"][private][page.t.seats[seat]]
            freed = page.say("frees {amount}", amount=page.money(bid))
            return Choice(page.say("Withdraw your bid"), amount=freed, action=to_json(action), seat=seat)
    return None
