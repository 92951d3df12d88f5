"""The panel of the track step: choose a hex, a tile, a rotation; and every lay as a list."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk import draw
from stellwerk.core import Plural
from stellwerk.routing import with_tile
from stellwerk.web.pages.board_art import preview
from stellwerk.web.pages.decisions.chosen import pass_choice
from stellwerk.web.pages.decisions.panel import Panel, button, grouped, plain, to_json
from stellwerk.web.pages.lays import (
    CompanyLays,
    FittingTile,
    HexLays,
    RunEffect,
    best_effect,
    effect,
    others,
    own_lays,
    places,
    track_part,
)
from stellwerk.web.pages.table_page import TablePage

_MOST_NAMES = 4


class HexRow(Struct, frozen=True):
    """A hex in the complete list; the run is filled in later, for it takes a moment to work out."""

    hex: str
    name: str
    what: str
    ways: int
    cost: int
    tiles: str
    price: str
    run: str = ""
    gain: int = 0
    sort: int = 0


def track(page: TablePage) -> Panel:
    """Lay or upgrade a tile. Titles with several lays in a turn say what is left of it."""
    lays = own_lays(page)
    if lays is None:
        return plain(page)
    found = places(lays)
    tiles = {choice.tile: None for place in found for choice in place.choices}
    return Panel(
        "decisions/track.html",
        {
            "rows": [row(page, place) for place in found],
            "hexes": len(found),
            "lays": sum(place.ways for place in found),
            "tiles": sorted(tiles, key=_by_number),
            "passing": pass_choice(page),
            "others": grouped([button(page, option) for option in others(page.options)]),
            "company": lays.name,
            "lent": lays.lent,
            "allowed": page.ui.allowed(page),
            "tools": [],
        },
    )


def row(page: TablePage, place: HexLays, found: RunEffect | None = None) -> HexRow:
    """A hex in words: new track or what is replaced, how many tiles, what it costs, what it earns."""
    count = len({choice.tile for choice in place.choices})
    old = page.say("new track") if not place.old else page.say("instead of #{tile}", tile=place.old)
    return HexRow(
        hex=place.hex,
        name=place.name,
        what=f"{old} · {page.say(Plural('{count:n} tile', '{count:n} tiles'), count=count)}",
        ways=place.ways,
        cost=place.cost,
        tiles=" ".join(dict.fromkeys(choice.tile for choice in place.choices)),
        price=price(page, place.cost),
        run="" if found is None else gain(page, found),
        gain=0 if found is None else found.gain,
        sort=0 if found is None else found.after,
    )


def rows_with_runs(lays: CompanyLays) -> list[HexRow]:
    """The complete list with the best run after the best lay of each hex; the most profitable first."""
    page = lays.page
    rows = [row(page, place, best_effect(lays, place) if lays.trains else None) for place in places(lays)]
    return sorted(rows, key=lambda entry: (-entry.sort, entry.cost, entry.hex))


def price(page: TablePage, cost: int) -> str:
    """`free` or the amount."""
    return page.money(cost) if cost else page.say("free")


def gain(page: TablePage, found: RunEffect) -> str:
    """`+$10`, `±0`; at least so much where the router could not prove it."""
    sign = "+" if found.gain > 0 else "±" if not found.gain else ""
    amount = "0" if not found.gain else page.money(found.gain)
    return f"{sign}{amount}" if found.proven else f"≈ {sign}{amount}"


class TileChoice(Struct, frozen=True):
    """A tile in the chooser: its picture as it would lie, how many are left, its rotations."""

    key: str
    tile: str
    power: str
    rotations: tuple[int, ...]
    left: int
    picture: str
    label: str


class LayChoice(Struct, frozen=True):
    """One lay ready to be shown: the piece on the map and what the box in the panel says."""

    key: str
    tile: str
    rotation: int
    title: str
    action: str
    button: str
    short: str
    svg: str
    picture: str
    cost: str
    border: str
    left: str
    run: str
    gain: int
    new: str


def hex_context(lays: CompanyLays, place: HexLays) -> dict[str, Any]:
    """What the chooser of a hex shows: its tiles, every lay with its effect, and the tiles that do not fit."""
    page = lays.page
    hexmap = page.t.hexmap
    legal = {choice.tile for choice in place.choices}
    colour = hexmap.next_colour(lays.state.board.faces[place.number])
    barred = [name for name, entry in hexmap.data.tiles.items() if entry.color == colour and name not in legal]
    return {
        "hex": place.hex,
        "title": f"{place.hex} {place.name}".strip(),
        "old": place.old,
        "ways": place.ways,
        "choices": [_tile(page, choice) for choice in place.choices],
        "lays": [lay(lays, place, choice, turn) for choice in place.choices for turn in choice.rotations],
        "barred": sorted(barred, key=_by_number),
        "real": lays.real,
        "lent": lays.lent,
        "seat": page.actor_seat,
    }


def _tile(page: TablePage, choice: FittingTile) -> TileChoice:
    label = page.say("ways: {count}", count=len(choice.rotations))
    return TileChoice(
        key=_key(choice),
        tile=choice.tile,
        power=choice.power,
        rotations=choice.rotations,
        left=choice.left,
        picture=_picture(page, choice.tile, choice.rotations[0]),
        label=f"{label}, {choice.power}" if choice.power else label,
    )


def lay(lays: CompanyLays, place: HexLays, choice: FittingTile, rotation: int) -> LayChoice:
    """One lay with what it does: cost, tiles left, best run before and after, what is newly reached."""
    page, action = lays.page, choice.action(rotation)
    board = with_tile(page.rules, lays.state.board, place.hex, choice.tile, rotation)
    run, change, new = _facts(lays, place.hex, choice.tile, rotation)
    title = page.say("#{tile} on {hex}", tile=choice.tile, hex=place.hex)
    return LayChoice(
        key=_key(choice),
        tile=choice.tile,
        rotation=rotation,
        title=f"{title} ({choice.power})" if choice.power else title,
        action=to_json(action),
        button=page.short_label(action),
        short=page.verb(action),
        svg=preview(page, board, place.number),
        picture=_picture(page, choice.tile, rotation),
        cost=price(page, choice.cost_of(rotation)),
        border=_border(lays, place, choice, rotation),
        left=page.say("unlimited")
        if choice.left < 0
        else page.say("{left} of {count}", left=choice.left - 1, count=choice.count),
        run=run,
        gain=change,
        new=new,
    )


def _border(lays: CompanyLays, place: HexLays, choice: FittingTile, rotation: int) -> str:
    """How much of the cost is for sides it joins track across; says so if it joins none of them."""
    page = lays.page
    part, prices = track_part(page), page.t.hexmap.border_costs
    if part is None or not prices:
        return ""
    border = choice.cost_of(rotation) - part.cost(lays.state, place.number)
    if border:
        return page.say("of it for borders: {amount}", amount=page.money(border))
    near = any(prices.get(6 * place.number + edge) for edge in range(6))
    return page.say("no border joined") if near and not place.old else ""


def _facts(lays: CompanyLays, hex_: str, tile: str, rotation: int) -> tuple[str, int, str]:
    """The run before and after in words, the gain, what is newly reached."""
    page = lays.page
    if not lays.trains:
        return page.say("no trains"), 0, ""
    found = effect(lays, hex_, tile, rotation)
    run = page.money(found.after)
    run = f"{page.money(found.before)} → {run}" if found.gain else page.say("{amount}, the same", amount=run)
    new = found.new or found.ways
    reached = ", ".join(new[:_MOST_NAMES]) + (" …" if len(new) > _MOST_NAMES else "")
    return run if found.proven else f"≈ {run}", found.gain, reached


def _picture(page: TablePage, tile: str, rotation: int) -> str:
    """The tile alone; the words beside it say what it is."""
    return f'<span class="tpic" aria-hidden="true">{draw.tile_svg(page.t.hexmap, tile, rotation, theme=None)}</span>'


def _key(choice: FittingTile) -> str:
    return f"{choice.tile}/{choice.power}"


def _by_number(tile: str) -> tuple[int, str]:
    digits = "".join(sign for sign in tile if sign.isdigit())
    return int(digits or 0), tile
