"""The auction of 1862: a bid that was outbid can be taken back beside its private (1862 3.7)."""

from __future__ import annotations

from msgspec import structs

from stellwerk.web.pages.decisions.auction import auction
from stellwerk.web.pages.decisions.chosen import Choice, Chosen, Query, options_of, playing, seat_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.table_page import TablePage

from ..actions import WithdrawBid


def auction_1862(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with withdrawals."""
    panel = auction(page, chosen, made, (WithdrawBid,))
    lots = [structs.replace(lot, withdraw=_withdraw(page, lot.id)) for lot in panel.context["lots"]]
    return Panel(panel.template, panel.context | {"lots": lots})


def _withdraw(page: TablePage, private: str) -> Choice | None:
    """Take back a bid that was outbid: it frees its money and is no action of the turn."""
    for option, action in options_of(page, WithdrawBid):
        if action.private == private:
            bid = page.view["auction"]["bids"][private][page.t.seats[seat_of(page, option)]]
            return structs.replace(playing(page, option), amount=page.say("frees {amount}", amount=page.money(bid)))
    return None
