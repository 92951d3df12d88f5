"""Receipts behind figures: of a fact of the log, or of a figure of the position, for a popover."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from stellwerk.core import Receipt
from stellwerk.web.errors import Unknown
from stellwerk.web.library import rule_link
from stellwerk.web.pages.asked import Asked, Ply
from stellwerk.web.pages.log import sentences
from stellwerk.web.pages.log_entries import LogLine
from stellwerk.web.pages.render import piece


@get("/g/{game_id:str}/receipt", include_in_schema=False, sync_to_thread=True)
def show(
    asked: Asked,
    ply: Ply = None,
    event: Annotated[int | None, QueryParameter(ge=0, le=10**4)] = None,
    name: Annotated[str, QueryParameter(max_length=200)] = "",
) -> Response[str]:
    """`?ply=12&event=0` is a fact of a move; `?name=score Ada` (with `ply`, then) a figure of the position."""
    page = asked.open_page(ply)
    followed: list[LogLine] = []
    found: Receipt | None = None
    if event is not None and ply is not None and 0 < ply <= page.plies:
        happened = page.live.game.events_of(ply, page.seat)
        found = happened[event].receipt if event < len(happened) else None
        followed = [line for line in sentences(page, ply) if line.number != event]
    elif name:
        found = page.game.receipts_for(page.seat).get(name)
    if found is None:
        raise Unknown("there is no such receipt")
    shown = page.receipt(found)
    counted = name.startswith("certificates ")  # pieces of paper, not money
    return piece(
        asked.reader, "table/receipt.html", page=page, receipt=shown, counted=counted, followed=followed, link=rule_link
    )


HANDLERS = [show]
