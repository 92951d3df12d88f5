"""The latest moments of a table, as HTML for its region; the browser shows those it has not shown yet.

They are made from the facts of events, never from their sentences. Whoever looks back is told of them when he returns.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from markupsafe import Markup
from msgspec import Struct

from stellwerk.store.kept import Kept
from stellwerk.web.pages.moments.kinds import FAMILY, game_over
from stellwerk.web.pages.moments.moment import Build, Happening, Moment
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.table_page import TablePage

MOVES = 400  # moves that are looked through for important moments
RECENT = 60  # moves whose other moments are told
IMPORTANT, COMPACT = 4, 6  # how many of each a browser is given
REMEMBERED = 8 * 1024 * 1024  # bytes


def builders(page: TablePage) -> Mapping[str, Build]:
    """What makes moments of events at this table, by kind of event; the title's own come first."""
    return {**(FAMILY if page.family else {}), **page.ui.moments}


def moments_of(page: TablePage, ply: int) -> list[Moment]:
    """The moments of a move, in the order of its events; the end of the game comes last."""
    game, known = page.game, builders(page)
    events = game.events_of(ply, page.seat)
    found = [
        made
        for number, event in enumerate(events)
        if (build := known.get(event.kind)) and (made := build(Happening(page, ply, number, events)))
    ]
    if ply == game.ply and game.decision() is None:
        found.append(game_over(page))
    return found


class Told(Struct, frozen=True):
    """A moment as HTML."""

    html: Markup
    important: bool


_told: Kept[tuple[object, ...], tuple[Told, ...]] = Kept(REMEMBERED)
_lock = threading.Lock()


def told(page: TablePage, ply: int, version: int) -> tuple[Told, ...]:
    """The moments of a move, written out once for each way to look at it."""
    game = page.game
    key = (page.id, version, ply, page.language, page.seat, page.rights.seats, game.opened, ply == game.ply)
    with _lock:
        found = _told.get(key)
    if found is None:
        found = tuple(
            Told(Markup(fragment(page.reader, "table/moment.html", page=page, moment=made, v=version)), made.important)
            for made in moments_of(page, ply)
        )
        with _lock:
            _told.put(key, found, 500 + sum(2 * len(one.html) for one in found))
    return found


def latest(page: TablePage) -> list[Markup]:
    """A few important moments and what the last moves brought besides, oldest first."""
    if page.waits_for_players or not page.now:
        return []
    versions = page.site.logbook.book(page.live).live
    plies, known = page.game.plies, builders(page).keys()
    found: list[Markup] = []
    important, compact = IMPORTANT, COMPACT
    for ply in range(len(plies), max(0, len(plies) - MOVES), -1):
        if ply < len(plies) and not any(event.kind in known for event in plies[ply - 1].events):
            continue
        for made in reversed(told(page, ply, versions[ply - 1])):
            if made.important and important:
                important -= 1
            elif not made.important and compact and len(plies) - ply < RECENT:
                compact -= 1
            else:
                continue
            found.append(made.html)
        if not important:
            break
    return found[::-1]
