"""The map: where something can be done glows, free slots carry their price, and a declared run is drawn."""

from __future__ import annotations

from typing import Any

from stellwerk import draw
from stellwerk.core import Illegal
from stellwerk.eighteen.actions import LayTile, RunRoutes
from stellwerk.web.pages.at import At
from stellwerk.web.pages.board_art import SlotMark, column_of, halos, hex_words, piece, slot_marks
from stellwerk.web.pages.boards import board_views, only_board
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.token import slots
from stellwerk.web.pages.minimap import minimap
from stellwerk.web.pages.run_view import TrainView, declared


def board(at: At) -> Panel:
    """The board as it stands."""
    hexmap = at.t.hexmap
    lays = {option.action.hex for option in at.options if isinstance(option.action, LayTile)} if at.yours else set()
    marked = sorted(hexmap.index[name] for name in lays)
    free = slots(at) if at.yours else []
    marks = [SlotMark(slot.number, slot.stop, slot.label, slot.price if slot.cost else "") for slot in free]
    label = at.say("Lay a tile on {hex}", hex="{hex}")
    over = halos(at, at.board, marked, label) + (slot_marks(at, at.board, marks) if marks else "")
    over += at.ui.map_marks(at)
    company = at.company
    svg = draw.map_svg(
        hexmap,
        at.board,
        column_of(at),
        marked=[hexmap.names[number] for number in marked],
        theme=None,
        label=at.say("Map of {title}", title=at.t.data.title.name),
        role="group",
        words=hex_words(at.reader),
        over=f'{over}<g class="overlay"></g>',
        part=only_board(at),
    )
    return Panel(
        "tabs/map.html",
        {
            "svg": svg,
            "lays": len(marked),
            "slots": len(marks),
            "mini": minimap(at, [*marked, *(slot.number for slot in free)]),
            "company": at.company_name(at.t.companies[company].id) if company is not None else "",
            "boards": board_views(at, {hexmap.names[number] for number in marked} | {slot.hex for slot in free}),
            "lines": at.ui.line_keys(at),
            **_last_run(at),
        },
    )


def _last_run(at: At) -> dict[str, Any]:
    """The run that was declared just now: the last move of a position, or of the turn while its dividend is decided."""
    nothing: dict[str, Any] = {"trains": (), "layer": "", "touched": ""}
    last = at.game.plies[-1] if at.game.plies else None
    company = at.company
    if last is None or company is None or not isinstance(last.action, RunRoutes) or not last.action.routes:
        return nothing
    if at.decision is None or at.decision.kind != "dividend":
        return nothing
    try:
        layer, trains = declared(at, last.action.routes, company)
    except Illegal:  # the board has changed since; nothing to show
        return nothing
    found: tuple[TrainView, ...] = trains
    return {"trains": found, "layer": piece(layer.svg), "touched": " ".join(layer.touched)}
