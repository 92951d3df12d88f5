"""Hints for track in 1854: the home of a company, and tunnels beside the tile of the turn."""

from __future__ import annotations

from msgspec import Struct, structs

from stellwerk.eighteen.actions import ChooseCity
from stellwerk.web.pages.decisions.chosen import options_of
from stellwerk.web.pages.guide import building as family
from stellwerk.web.pages.guide.hint import Hint, way
from stellwerk.web.pages.lays import CompanyLays, own_lays, run_of
from stellwerk.web.pages.table_page import TablePage

from ..pages.track import notes
from ..pages.tunnels import offered, with_tunnel
from ..tunnels import LayTunnel

MOST_TUNNELS = 40  # looked at for one hint


class TunnelEffect(Struct, frozen=True):
    """A tunnel with what it costs and does to the best run."""

    action: LayTunnel
    cost: int
    before: int
    after: int


def track_hint(page: TablePage) -> Hint | None:
    """The family's hint, what a home asks for, and the best tunnel."""
    bores = [action for actions in offered(page).values() for action in actions]
    more = []
    if bores:
        why = page.say(
            "Joins two sides of a hex below its track, from {cost:$}; a tile may be laid in the same turn.",
            cost=min(page.game.quote(action).cost for action in bores),
        )
        more.append(way(page, page.say("Lay a tunnel"), why, "tunnel"))
    hint = family.track_hint(page, more=more)
    if hint is None:
        return None
    text = [note.text for note in notes(page)] + list(hint.text)
    if options_of(page, ChooseCity):  # the home of an AG on a tile that lies there already: no tile comes before it
        text[-len(hint.text) :] = [page.say("Take the one whose track leads where you want to build.")]
    lays = own_lays(page)
    best = _best(lays, bores[:MOST_TUNNELS]) if lays is not None else None
    if best is not None:
        text.append(
            page.say(
                "A tunnel below {hex} for {cost:$} would make the best run {after:$} instead of {before:$}.",
                hex=best.action.hex,
                cost=best.cost,
                before=best.before,
                after=best.after,
            )
        )
    elif bores and hint.fill is None:
        text.append(page.say("A tunnel could be laid, but none makes the run better now: keep the money."))
    return structs.replace(hint, text=text)


def _best(lays: CompanyLays, bores: list[LayTunnel]) -> TunnelEffect | None:
    """The tunnel that earns most, if any earns anything."""
    if not lays.trains or lays.lent:
        return None
    page, before = lays.page, run_of(lays).total
    found = []
    for action in bores:
        pair = (action.a, action.b)
        board = with_tunnel(page, page.t.hexmap.index[action.hex], pair)
        after = run_of(lays, board, ("tunnel", action.hex, pair)).total
        if after > before:
            found.append(TunnelEffect(action, page.game.quote(action).cost, before, after))
    return max(found, key=lambda bore: (bore.after, -bore.cost), default=None)
