"""The regions of the table page: everything that a move can change, for one reader at one moment."""

from __future__ import annotations

from typing import Any

from stellwerk.store.records import REWIND
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions import panel_for
from stellwerk.web.pages.decisions.shell import curtain
from stellwerk.web.pages.frame import frame_of
from stellwerk.web.pages.guide import can_guide
from stellwerk.web.pages.guide.setting import guided
from stellwerk.web.pages.log import headline, log_of, sentences
from stellwerk.web.pages.places import place_of
from stellwerk.web.pages.rows import view_rows
from stellwerk.web.pages.tabs import tab_of, tabs_of


def regions(at: At, tab: str | None, eyes: int | None = None, since: int | None = None) -> dict[str, Any]:
    """What the templates of the table are filled with. `eyes` is the seat the reader has asked to look through,
    `since` the version up to which he has seen the game.
    """
    shown = tab_of(at, tab)
    place = place_of(at)
    stage = shown.build(at)
    return {
        "at": at,
        "guide": guided(at.reader, at.id) if can_guide(at) else "",
        "place": place,
        "tab": shown,
        "tab_fits": tab is None,  # nobody has chosen it: it changes with the decision
        "tabs": tabs_of(at),
        "rows": view_rows(at),
        "panel": curtain(at) if at.covered else panel_for(at),
        "stage": stage,
        "room": stage.context.get("room", shown.room),
        "side": place.side(at),
        "cards": place.players(at),
        "frame": frame_of(at, eyes),
        "log": log_of(at),
        "asked_undo": undo_request(at),
        "happened": [] if since is None else happened(at, since),
        "toast_redo": False,
        "stale_move": "" if since is None else last_move(at),
    }


def undo_request(at: At) -> dict[str, Any] | None:
    """An undo that somebody asks for: who, what would go, whether the reader is asked, or waits for the others."""
    wished = at.table.undo_request
    if wished is None:
        return None
    names = at.live.game.rules.seats
    gone = [headline(lines) for ply in range(wished.to + 1, at.plies + 1) if (lines := sentences(at, ply))]
    answering = [seat for seat in wished.waiting_for if seat in at.rights.seats]
    return {
        "seat": wished.seat,
        "who": names[wished.seat],
        "mine": wished.seat in at.rights.seats,
        "answering": answering,
        "waiting_for": ", ".join(names[seat] for seat in wished.waiting_for),
        "gone": gone,
        "count": at.plies - wished.to,
    }


def happened(at: At, since: int) -> list[str]:
    """What the reader is told of what others did since a version: moves taken back, and the last move."""
    book = at.site.logbook.book(at.live)
    seats = at.live.head.seats
    back = [record for record in book.records[since:] if record.kind == REWIND and record.seat not in at.rights.seats]
    return [at.say("{who} takes moves back", who=seats[record.seat].name) for record in back[-1:] if record.seat >= 0]


def last_move(at: At) -> str:
    """The sentence of the last move; empty if nothing may be told of it."""
    lines = sentences(at, at.plies)
    return headline(lines) if lines else ""
