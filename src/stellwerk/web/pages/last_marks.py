"""How the last move is marked on map and market: dashed, cased, never violet, since nothing is to be done there."""

from __future__ import annotations

from stellwerk import draw
from stellwerk.draw.board import DrawnRoute
from stellwerk.draw.geometry import num
from stellwerk.draw.glyphs import outline
from stellwerk.web.pages.board_art import art_of, column_of
from stellwerk.web.pages.table_page import TablePage


def map_marks(page: TablePage, *, routes: bool = True) -> str:
    """The hexes and tokens of the last move, and its run unless the map shows that anyway."""
    last, art = page.last, art_of(page)
    points = outline(art.layout, 0.9)
    parts = []
    if routes and last.routes:
        ways = [DrawnRoute(route.path) for route in last.routes]
        parts.append(f'<g class="lastroute">{art.ways(page.board, ways, column_of(page))[0]}</g>')
    for name in last.hexes:
        x, y = art.centres[art.index[name]]
        place = f'points="{points}" transform="translate({num(x)} {num(y)})"'
        parts.append(
            f'<g class="lasthex" data-last-hex="{name}"><polygon class="lastc" {place}/>'
            f'<polygon class="lastr" {place}/></g>'
        )
    for name, stop, slot in last.tokens:
        centre = art.centres[art.index[name]]
        x, y = art.slot_place(page.board, art.index[name], stop, slot)
        place = f'cx="{num(x)}" cy="{num(y)}" r="14.5"'
        parts.append(
            f'<polygon class="lastat" points="{points}" transform="translate({num(centre[0])} {num(centre[1])})"/>'
            f'<g class="lasttok" data-last-token="{name}"><circle class="lastc" {place}/>'
            f'<circle class="lastr" {place}/></g>'
        )
    return f'<g class="lastmove">{"".join(parts)}</g>' if parts else ""


def market_marks(page: TablePage) -> list[draw.CellMark]:
    """Where markers have gone, and where they came from."""
    index = page.t.market.index
    found = []
    for marker in page.last.markers:
        came = -1 if marker.before is None else index[marker.before]
        if came >= 0:
            found.append(draw.CellMark(came, "left"))
        if marker.after is not None:
            found.append(draw.CellMark(index[marker.after], "last", moved=marker.company, came=came))
    return found
