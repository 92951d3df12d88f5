"""Choosing before doing: `/g/ID/choose?do=…` shows the panel with a choice open and everything it would do.

A choice lives in the page only; nothing is stored. `do` alone says which chooser is asked, so that the panels of all
decisions can open it; without `do` the panel is shown with nothing chosen.
"""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get

from stellwerk.web.pages.asked import Asked
from stellwerk.web.pages.decisions import around, choosing, panel_for
from stellwerk.web.pages.decisions.auction import choose_bid, choose_take
from stellwerk.web.pages.decisions.chosen import Chooser, Chosen, Query, money_panel
from stellwerk.web.pages.decisions.discard import choose_discard
from stellwerk.web.pages.decisions.dividend import choose_dividend
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.par import choose_par
from stellwerk.web.pages.decisions.privates import choose_offer, choose_private
from stellwerk.web.pages.decisions.stock import choose_buy, choose_exchange, choose_list, choose_sell
from stellwerk.web.pages.decisions.trains import choose_bankrupt, choose_train
from stellwerk.web.pages.matrix import matrix
from stellwerk.web.pages.regions import regions, undo_request
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs import tab_of
from stellwerk.web.pages.undoing import stale

CHOOSERS: dict[str, Chooser] = {
    "take": choose_take,
    "bid": choose_bid,
    "par": choose_par,
    "buy": choose_buy,
    "sell": choose_sell,
    "list": choose_list,
    "exchange": choose_exchange,
    "private": choose_private,
    "offer": choose_offer,
    "dividend": choose_dividend,
    "train": choose_train,
    "bankrupt": choose_bankrupt,
    "discard": choose_discard,
}
LONGEST = 400  # of a query


@get("/g/{game_id:str}/choose", include_in_schema=False, sync_to_thread=True)
def choose(request: Request[Any, Any, Any], asked: Asked) -> Response[str]:
    """The panel with a choice; what has changed at the table if the game has moved on since the page was made."""
    reader, tab, page = asked.reader, asked.tab, asked.open_page()
    wished = {str(key): str(value)[:LONGEST] for key, value in request.query_params.items()}
    if wished.get("version", str(page.version)) != str(page.version):
        return stale(asked, page.version, 200)
    picking = page.ui.picking
    if picking is not None:
        page.chosen = {name: wished[name] for name in picking.parts if name in wished}
        return piece(reader, picking.template, **regions(page, tab, asked.seat))
    made = chosen_of(page, wished)
    stocks = page.yours and page.decision is not None and page.decision.kind in ("stock", "must_sell")
    shown = (
        matrix(page, wished if made else {}, made.stage or None if made else None)
        if stocks and tab_of(page, tab).id == "companies"
        else None
    )
    return piece(
        reader,
        "decisions/choice.html",
        page=page,
        guide="",  # the way back to the guide stands under panels without a choice
        panel=panel_with(page, wished, made),
        matrix=shown,
        asked_undo=undo_request(page),
    )


def chosen_of(page: TablePage, asked: Query) -> Chosen | None:
    """What is chosen, if it is possible (still)."""
    do = asked.get("do", "")
    chooser = page.ui.choosers.get(do) or CHOOSERS.get(do)
    if chooser is None or not page.family or not page.options:
        return None
    return chooser(page, asked)


def panel_with(page: TablePage, asked: Query, made: Chosen | None) -> Panel:
    """The panel of the decision with what is chosen; a panel that knows no choices gives way to it."""
    if made is None:
        return panel_for(page)
    show = choosing(page) if page.yours else None
    if show is not None:
        panel = show(page, asked, made)
        return Panel(panel.template, around(page) | panel.context)
    panel = money_panel(page, made, [])
    return Panel(panel.template, around(page) | panel.context | {"pass": None})


HANDLERS = [choose]
