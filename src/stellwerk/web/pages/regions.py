"""The regions of the table page: everything that a move can change, for one reader at one moment."""

from __future__ import annotations

from typing import Any

from stellwerk.store.records import REWIND
from stellwerk.web.pages.decisions import panel_for
from stellwerk.web.pages.decisions.shell import curtain
from stellwerk.web.pages.frame import frame_of
from stellwerk.web.pages.guide import can_guide
from stellwerk.web.pages.guide.setting import guided
from stellwerk.web.pages.log import headline, log_of, sentences
from stellwerk.web.pages.places import place_of
from stellwerk.web.pages.rows import view_rows
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs import tab_of, tabs_of


def regions(page: TablePage, tab: str | None, eyes: int | None = None, since: int | None = None) -> dict[str, Any]:
    """What the templates of the table are filled with. `eyes` is the seat the reader has asked to look through,
    `since` the version up to which he has seen the game.
    """
    shown = tab_of(page, tab)
    place = place_of(page)
    stage = shown.build(page)
    return {
        "page": page,
        "guide": guided(page.reader, page.id) if can_guide(page) else "",
        "place": place,
        "tab": shown,
        "tab_fits": tab is None,  # nobody has chosen it: it changes with the decision
        "tabs": tabs_of(page),
        "rows": view_rows(page),
        "panel": curtain(page) if page.covered else panel_for(page),
        "stage": stage,
        "room": stage.context.get("room", shown.room),
        "side": place.side(page),
        "cards": place.players(page),
        "frame": frame_of(page, eyes),
        "log": log_of(page),
        "asked_undo": undo_request(page),
        "happened": [] if since is None else happened(page, since),
        "toast_redo": False,
        "stale_move": "" if since is None else last_move(page),
    }


def undo_request(page: TablePage) -> dict[str, Any] | None:
    """An undo that somebody asks for: who, what would go, whether the reader is asked, or waits for the others."""
    wished = page.table.undo_request
    if wished is None:
        return None
    names = page.live.game.rules.seats
    gone = [headline(lines) for ply in range(wished.to + 1, page.plies + 1) if (lines := sentences(page, ply))]
    answering = [seat for seat in wished.waiting_for if seat in page.rights.seats]
    return {
        "seat": wished.seat,
        "who": names[wished.seat],
        "mine": wished.seat in page.rights.seats,
        "answering": answering,
        "waiting_for": ", ".join(names[seat] for seat in wished.waiting_for),
        "gone": gone,
        "count": page.plies - wished.to,
    }


def happened(page: TablePage, since: int) -> list[str]:
    """What the reader is told of what others did since a version: moves taken back, and the last move."""
    book = page.site.logbook.book(page.live)
    seats = page.live.head.seats
    back = [record for record in book.records[since:] if record.kind == REWIND and record.seat not in page.rights.seats]
    return [page.say("{who} takes moves back", who=seats[record.seat].name) for record in back[-1:] if record.seat >= 0]


def last_move(page: TablePage) -> str:
    """The sentence of the last move; empty if nothing may be told of it."""
    lines = sentences(page, page.plies)
    return headline(lines) if lines else ""
