"""The regions of the table page: everything that a move can change, for one way to look at one position.

They are written out once for each of these and shared (`web/rendered.py`); a browser gets those it does not have.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from markupsafe import Markup

from stellwerk.store.records import REWIND
from stellwerk.web.pages.decisions import panel_for
from stellwerk.web.pages.decisions.shell import curtain
from stellwerk.web.pages.frame import frame_of
from stellwerk.web.pages.guide import can_guide
from stellwerk.web.pages.guide.setting import guided
from stellwerk.web.pages.log import LogPiece, headline, log_of, sentences
from stellwerk.web.pages.moments.latest import latest
from stellwerk.web.pages.places import place_of
from stellwerk.web.pages.player_shapes import symbols
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.rows import view_rows
from stellwerk.web.pages.since import strip_of
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs import tab_of, tabs_of
from stellwerk.web.rendered import Rendered, Sums, View, rendered

MOST_GONE = 6  # moves that are named when somebody wants to take them back
HERE = "\0"  # stands for the lines where the frame of the log is written out
FRESH = b'<section id="log" data-from="%d"><ol class="lines">%b</ol></section>'
STATE = '<div id="state" hidden data-has="{}"{}></div>'


def regions(page: TablePage, tab: str | None, eyes: int | None = None) -> dict[str, Any]:
    """What the templates of the regions are filled with. `eyes` is the seat the reader has asked to look through."""
    shown = tab_of(page, tab)
    place = place_of(page)
    stage = shown.build(page)
    return {
        "page": page,
        "guide": guide_of(page),
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
        "asked_undo": undo_request(page),
        "marks": symbols(page),
        "moments": latest(page),
        "strip": strip_of(page) if page.table.your_turn else None,
    }


def view_of(page: TablePage, tab: str | None, eyes: int | None) -> View:
    """How the reader looks at the table: everything that the regions depend on besides the position."""
    rights = page.rights
    return View(page.id, rights.seats, rights.creator, eyes, page.language, tab, page.ply, guide_of(page))


def guide_of(page: TablePage) -> str:
    """`on`, `off`, or nothing if the reader never had hints here."""
    return guided(page.reader, page.id) if can_guide(page) else ""


def written(page: TablePage, tab: str | None, eyes: int | None) -> Rendered:
    """The regions as HTML, made now or before for somebody who looks in the same way."""
    moment = page.version, page.rights.head.arrangement
    return page.site.rendered.get(view_of(page, tab, eyes), moment, lambda: write(page, tab, eyes))


def write(page: TablePage, tab: str | None, eyes: int | None) -> Rendered:
    """Fill the templates."""
    context = regions(page, tab, eyes)
    place, log = context["place"], log_of(page)
    templates = {
        "marks": "table/marks.html",
        "top": "table/top.html",
        "tools": "table/tools.html",
        "whose": "table/whose.html",
        "banner": "table/banner.html",
        "since": "table/since.html",
        "side": place.side_template,
        "stage": "table/stage.html",
        "players": place.players_template,
        "decision": "table/decision.html",
        "figure_side": "table/figure_side.html",
        "figure_players": "table/figure_players.html",
        "figures": "table/figures.html",
        "moments": "table/moments.html",
        "meta": "table/meta.html",
    }
    html = {name: fragment(page.reader, template, **context).encode() for name, template in templates.items()}
    log_html = fragment(page.reader, "table/log.html", log=LogPiece((HERE.encode(),) if log.blocks else (), log.more))
    before, _, after = log_html.partition(HERE)
    frame = before.encode(), after.encode()
    return rendered(page.version, html, frame, log.blocks, log.first, past=not page.now)


# -- what is sent


def whole(now: Rendered) -> dict[str, Markup]:
    """All regions by name, for the page."""
    parts = {**now.regions, "log": log_whole(now)}
    return {name: Markup(html.decode()) for name, html in parts.items()} | {
        "state": Markup(STATE.format(now.state, ""))
    }


def changes(now: Rendered, had: Sums | None, have: str, toasts: str = "") -> str:
    """What a browser needs that has the state `have`, of which `had` is known; everything, if nothing is."""
    if had is None:
        parts = [*now.regions.values(), log_whole(now)]
    else:
        parts = [html for name, html in now.regions.items() if now.sums.regions[name] != had.regions.get(name)]
        parts.append(log_since(now, had))
    base = f' data-base="{have}"' if had is not None else ""
    return b"\n".join([*parts, b""]).decode() + STATE.format(now.state, base) + toasts


def log_whole(now: Rendered) -> bytes:
    """The log from its frame."""
    return now.frame[0] + b"".join(now.log) + now.frame[1]


def log_since(now: Rendered, had: Sums) -> bytes:
    """The records of the log that are new or count no more; all of it, if they do not join on to what there is."""
    sums = now.sums
    start = max(sums.first, had.first)
    last = min(len(sums.log) + sums.first, len(had.log) + had.first)
    same = start
    while same < last and sums.log[same - sums.first] == had.log[same - had.first]:
        same += 1
    if same == len(sums.log) + sums.first == len(had.log) + had.first:
        return b""
    if start > last or not had.log or sums.past or had.past:
        return log_whole(now)
    return FRESH % (same, b"".join(now.log[same - sums.first :]))


def toasts(page: TablePage, texts: Iterable[str], redo: bool = False) -> str:
    """Short messages that come with regions."""
    return fragment(page.reader, "table/toasts.html", texts=list(texts), redo=redo)


def undo_request(page: TablePage) -> dict[str, Any] | None:
    """An undo that somebody asks for: who, what would go, whether the reader is asked, or waits for the others."""
    wished = page.table.undo_request
    if wished is None:
        return None
    names = page.live.game.rules.seats
    going = (headline(lines) for ply in range(wished.to + 1, page.plies + 1) if (lines := sentences(page, ply)))
    gone = list(islice(going, MOST_GONE + 1))
    answering = [seat for seat in wished.waiting_for if seat in page.rights.seats]
    return {
        "seat": wished.seat,
        "who": names[wished.seat],
        "mine": wished.seat in page.rights.seats,
        "answering": answering,
        "waiting_for": ", ".join(names[seat] for seat in wished.waiting_for),
        "gone": gone[:MOST_GONE],
        "more": len(gone) > MOST_GONE,
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
