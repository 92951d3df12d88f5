"""The latest moments of a table, as HTML for its region; the browser shows those it has not shown yet.

They are made from the facts of events, never from their sentences. Whoever looks back is told of them when he returns.

Every page asks for them, so what was found is remembered for each way to look at the table (`web/remembered.py`), and
after a move only that move is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from stellwerk.web.pages.moments.kinds import FAMILY, game_over
from stellwerk.web.pages.moments.moment import Build, Happening, Moment
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.table_page import TablePage

MOVES = 400  # moves that are looked through for important moments
RECENT = 60  # moves whose other moments are told
IMPORTANT, COMPACT = 4, 6  # how many of each a browser is given
BACK = 2  # important ones are looked for until there are so many; whoever comes back is shown no more (`moments.js`)


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


class MomentHtml(Struct, frozen=True):
    """A moment as HTML, and the ply it belongs to."""

    html: Markup
    important: bool
    ply: int


class Latest(Struct, frozen=True):
    """What was found at a ply whose action has this version, newest first. What is not among it never comes back."""

    ply: int = 0
    version: int = 0
    found: tuple[MomentHtml, ...] = ()


def moment_cards(page: TablePage, ply: int, version: int, *, important: bool) -> list[MomentHtml]:
    """The moments of a move, or only the important ones, written out."""
    return [
        MomentHtml(
            Markup(fragment(page.reader, "table/moment.html", page=page, moment=made, v=version)), made.important, ply
        )
        for made in moments_of(page, ply)
        if made.important or not important
    ]


def latest(page: TablePage) -> list[Markup]:
    """A few important moments and what the last moves brought besides, oldest first."""
    if page.waits_for_players or not page.now:
        return []
    versions = page.site.logbook.book(page.live).live
    opened = page.game.opened  # then a card depends on the seats its reader holds, not on whose eyes he has chosen
    key = (page.id, page.language, None if opened else page.seat, page.rights.seats, opened)
    old: Latest = page.site.remembered.moments.get(key) or Latest()
    last = page.game.ply
    if old.ply and (old.ply > last or versions[old.ply - 1] != old.version):  # something was taken back
        old = Latest()
    if old.ply < last or not last:
        found = tuple(chosen(candidates(page, versions, old), last))
        old = Latest(last, versions[last - 1] if last else 0, found)
        page.site.remembered.moments.put(key, old, 800 + sum(2 * len(one.html) for one in found))
    return [one.html for one in reversed(old.found)]


def candidates(page: TablePage, versions: Sequence[int], old: Latest) -> Iterator[MomentHtml]:
    """Moments, newest first: those of the moves since then, then what was found then."""
    plies, known = page.game.plies, builders(page).keys()
    kinds = page.past.kinds if page.family else None
    for ply in range(len(plies), max(old.ply, len(plies) - MOVES), -1):
        brought = kinds[ply - 1] if kinds else {event.kind for event in plies[ply - 1].events}
        if ply == len(plies) or not known.isdisjoint(brought):
            yield from reversed(moment_cards(page, ply, versions[ply - 1], important=len(plies) - ply >= RECENT))
    yield from old.found


def chosen(moments: Iterable[MomentHtml], last: int) -> Iterator[MomentHtml]:
    """The newest few; of what is long ago only important ones, if there are not enough."""
    important, compact, ply, old = IMPORTANT, COMPACT, last + 1, False
    for made in moments:
        if made.ply != ply:
            ply, old = made.ply, last - made.ply >= RECENT
            if not important or ply <= last - MOVES or (old and IMPORTANT - important >= BACK):
                return
        if made.important and important:
            important -= 1
            yield made
        elif not made.important and compact and not old:
            compact -= 1
            yield made
