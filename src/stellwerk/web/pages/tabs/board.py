"""The map: where something can be done glows, free slots carry their price, and a declared run is drawn."""

from __future__ import annotations

from typing import Any

from stellwerk import draw
from stellwerk.core import Illegal
from stellwerk.eighteen.actions import LayTile, RunRoutes
from stellwerk.web.pages.board_art import SlotMark, blocked_marks, column_of, halos, hex_words, piece, slot_marks
from stellwerk.web.pages.boards import board_views, only_board
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.token import slots
from stellwerk.web.pages.last_marks import map_marks
from stellwerk.web.pages.lays import blocked
from stellwerk.web.pages.map_settings import map_switches
from stellwerk.web.pages.minimap import minimap
from stellwerk.web.pages.run_view import TrainView, declared
from stellwerk.web.pages.table_page import TablePage


def board(page: TablePage) -> Panel:
    """The board as it stands."""
    hexmap = page.t.hexmap
    lays = {option.action.hex for option in page.options if isinstance(option.action, LayTile)} if page.yours else set()
    marked = sorted(hexmap.index[name] for name in lays)
    free = slots(page) if page.yours else []
    marks = [SlotMark(slot.number, slot.stop, slot.label, slot.price if slot.cost else "") for slot in free]
    label = page.say("Lay a tile on {hex}", hex="{hex}")
    over = halos(page, page.board, marked, label) + (slot_marks(page, page.board, marks) if marks else "")
    run = _last_run(page)
    last = map_marks(page, routes=not run["layer"])
    over = last + blocked_marks(page, blocked(page)) + over + page.ui.map_marks(page)
    company = page.company
    svg = draw.map_svg(
        hexmap,
        page.board,
        column_of(page),
        marked=[hexmap.names[number] for number in marked],
        theme=None,
        label=page.say("Map of {title}", title=page.t.data.title.name),
        role="group",
        words=hex_words(page.reader),
        over=f'{over}<g class="overlay"></g>',
        part=only_board(page),
    )
    return Panel(
        "tabs/map.html",
        {
            "svg": svg,
            "lays": len(marked),
            "slots": len(marks),
            "mini": minimap(page, [*marked, *(slot.number for slot in free)]),
            "company": page.company_name(page.t.companies[company].id) if company is not None else "",
            "boards": board_views(page, {hexmap.names[number] for number in marked} | {slot.hex for slot in free}),
            "lines": page.ui.line_keys(page),
            **map_switches(page),
            **run,
        },
    )


def _last_run(page: TablePage) -> dict[str, Any]:
    """The run that was declared just now: the last move of a position, or of the turn while its dividend is decided."""
    nothing: dict[str, Any] = {"trains": (), "layer": "", "touched": ""}
    last = page.game.plies[-1] if page.game.plies else None
    company = page.company
    if last is None or company is None or not isinstance(last.action, RunRoutes) or not last.action.routes:
        return nothing
    if page.decision is None or page.decision.kind != "dividend":
        return nothing
    try:
        layer, trains = declared(page, last.action.routes, company)
    except Illegal:  # the board has changed since; nothing to show
        return nothing
    found: tuple[TrainView, ...] = trains
    return {"trains": found, "layer": piece(layer.svg), "touched": " ".join(layer.touched)}
