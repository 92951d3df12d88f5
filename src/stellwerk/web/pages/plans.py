"""A player's plans: what he has asked to be done for him, and what he notes for himself."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from stellwerk.programmes import TRIGGERS, biddable, possible, trigger_words, unless_words
from stellwerk.web.pages.asked import Asked
from stellwerk.web.pages.notes import marked
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.programmes import LONGEST_NOTES


@get("/g/{game_id:str}/plans", include_in_schema=False, sync_to_thread=True)
def own_plans(asked: Asked) -> Response[str]:
    """The programmes and notes of the seat through whose eyes one looks."""
    page = asked.open_page()
    if page.seat is None or page.seat not in page.rights.seats:
        return piece(asked.reader, "tabs/_plans.html", page=page, own=None)
    who, seat = asked.reader.who, page.seat
    notes = asked.site.programmes.notes(asked.game_id, seat, who)
    return piece(
        asked.reader,
        "tabs/_plans.html",
        page=page,
        own=asked.site.programmes.read(asked.game_id, seat, who, page.language),
        notes=notes,
        read=marked(page, notes.text),
        seat=seat,
        most=LONGEST_NOTES,
        **(choices(page, seat) if possible(page.game) and page.decision else {"companies": []}),
    )


def choices(page: TablePage, seat: int) -> dict[str, Any]:
    """What the forms let one choose from."""
    view = page.view
    return {
        "triggers": [(name, page.tell(trigger_words(name))) for name in TRIGGERS],
        "unless": [(name, page.tell(unless_words(name))) for name in TRIGGERS],
        "companies": [name for name, entry in view["companies"].items() if not entry.get("removed")],
        "held": [company for company, percent in view["players"][seat]["shares"].items() if percent],
        "for_sale": biddable(page.game, seat),
    }
