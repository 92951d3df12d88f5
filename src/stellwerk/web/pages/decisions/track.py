"""The panel of the track step: choose a hex, a tile, a rotation; and every lay as a list."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk import draw
from stellwerk.core import Plural
from stellwerk.routing import with_tile
from stellwerk.web.pages.at import At
from stellwerk.web.pages.board_art import preview
from stellwerk.web.pages.decisions.panel import Panel, button, grouped, plain, to_json
from stellwerk.web.pages.lays import (
    Choice,
    Effect,
    Place,
    Works,
    best_effect,
    effect,
    others,
    own_works,
    places,
    track_part,
)

_MOST_NAMES = 4


class Row(Struct, frozen=True):
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


def track(at: At) -> Panel:
    """Lay or upgrade a tile. Titles with several lays in a turn say what is left of it."""
    works = own_works(at)
    if works is None:
        return plain(at)
    found = places(works)
    passing = [button(at, option) for option in at.options if option.action.kind == "pass"]
    tiles = {choice.tile: None for place in found for choice in place.choices}
    return Panel(
        "decisions/track.html",
        {
            "rows": [row(at, place) for place in found],
            "hexes": len(found),
            "lays": sum(place.ways for place in found),
            "tiles": sorted(tiles, key=_by_number),
            "passing": passing[0] if passing else None,
            "others": grouped([button(at, option) for option in others(at.options)]),
            "company": works.name,
            "lent": works.lent,
            "allowed": at.ui.allowed(at),
        },
    )


def row(at: At, place: Place, found: Effect | None = None) -> Row:
    """A hex in words: new track or what is replaced, how many tiles, what it costs, what it earns."""
    count = len({choice.tile for choice in place.choices})
    old = at.say("new track") if not place.old else at.say("instead of #{tile}", tile=place.old)
    return Row(
        hex=place.hex,
        name=place.name,
        what=f"{old} · {at.say(Plural('{count:n} tile', '{count:n} tiles'), count=count)}",
        ways=place.ways,
        cost=place.cost,
        tiles=" ".join(dict.fromkeys(choice.tile for choice in place.choices)),
        price=price(at, place.cost),
        run="" if found is None else gain(at, found),
        gain=0 if found is None else found.gain,
        sort=0 if found is None else found.after,
    )


def rows_with_runs(works: Works) -> list[Row]:
    """The complete list with the best run after the best lay of each hex; the most profitable first."""
    at = works.at
    rows = [row(at, place, best_effect(works, place) if works.trains else None) for place in places(works)]
    return sorted(rows, key=lambda entry: (-entry.sort, entry.cost, entry.hex))


def price(at: At, cost: int) -> str:
    """`free` or the amount."""
    return at.money(cost) if cost else at.say("free")


def gain(at: At, found: Effect) -> str:
    """`+$10`, `±0`; at least so much where the router could not prove it."""
    sign = "+" if found.gain > 0 else "±" if not found.gain else ""
    amount = "0" if not found.gain else at.money(found.gain)
    return f"{sign}{amount}" if found.proven else f"≈ {sign}{amount}"


class Tile(Struct, frozen=True):
    """A tile in the chooser: its picture as it would lie, how many are left, its rotations."""

    key: str
    tile: str
    power: str
    rotations: tuple[int, ...]
    left: int
    picture: str
    label: str


class Lay(Struct, frozen=True):
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


def hex_context(works: Works, place: Place) -> dict[str, Any]:
    """What the chooser of a hex shows: its tiles, every lay with its effect, and the tiles that do not fit."""
    at = works.at
    hexmap = at.t.hexmap
    legal = {choice.tile for choice in place.choices}
    colour = hexmap.next_colour(works.state.board.faces[place.number])
    barred = [name for name, entry in hexmap.data.tiles.items() if entry.color == colour and name not in legal]
    return {
        "hex": place.hex,
        "title": f"{place.hex} {place.name}".strip(),
        "old": place.old,
        "ways": place.ways,
        "choices": [_tile(at, choice) for choice in place.choices],
        "lays": [lay(works, place, choice, turn) for choice in place.choices for turn in choice.rotations],
        "barred": sorted(barred, key=_by_number),
        "real": works.real,
        "lent": works.lent,
        "seat": at.actor_seat,
    }


def _tile(at: At, choice: Choice) -> Tile:
    label = at.say("ways: {count}", count=len(choice.rotations))
    return Tile(
        key=_key(choice),
        tile=choice.tile,
        power=choice.power,
        rotations=choice.rotations,
        left=choice.left,
        picture=_picture(at, choice.tile, choice.rotations[0]),
        label=f"{label}, {choice.power}" if choice.power else label,
    )


def lay(works: Works, place: Place, choice: Choice, rotation: int) -> Lay:
    """One lay with what it does: cost, tiles left, best run before and after, what is newly reached."""
    at = works.at
    board = with_tile(at.rules, works.state.board, place.hex, choice.tile, rotation)
    run, change, new = _facts(works, place.hex, choice.tile, rotation)
    title = at.say("#{tile} on {hex}", tile=choice.tile, hex=place.hex)
    return Lay(
        key=_key(choice),
        tile=choice.tile,
        rotation=rotation,
        title=f"{title} ({choice.power})" if choice.power else title,
        action=to_json(choice.action(rotation)),
        button=at.say("Lay #{tile} on {hex}", tile=choice.tile, hex=place.hex),
        short=at.say("Lay #{tile}", tile=choice.tile),
        svg=preview(at, board, place.number),
        picture=_picture(at, choice.tile, rotation),
        cost=price(at, choice.cost_of(rotation)),
        border=_border(works, place, choice, rotation),
        left=at.say("unlimited")
        if choice.left < 0
        else at.say("{left} of {count}", left=choice.left - 1, count=choice.count),
        run=run,
        gain=change,
        new=new,
    )


def _border(works: Works, place: Place, choice: Choice, rotation: int) -> str:
    """How much of the cost is for sides it joins track across; says so if it joins none of them."""
    at = works.at
    part, prices = track_part(at), at.t.hexmap.border_costs
    if part is None or not prices:
        return ""
    border = choice.cost_of(rotation) - part.cost(works.state, place.number)
    if border:
        return at.say("of it for borders: {amount}", amount=at.money(border))
    near = any(prices.get(6 * place.number + edge) for edge in range(6))
    return at.say("no border joined") if near and not place.old else ""


def _facts(works: Works, hex_: str, tile: str, rotation: int) -> tuple[str, int, str]:
    """The run before and after in words, the gain, what is newly reached."""
    at = works.at
    if not works.trains:
        return at.say("no trains"), 0, ""
    found = effect(works, hex_, tile, rotation)
    run = at.money(found.after)
    run = f"{at.money(found.before)} → {run}" if found.gain else at.say("{amount}, the same", amount=run)
    new = found.new or found.ways
    reached = ", ".join(new[:_MOST_NAMES]) + (" …" if len(new) > _MOST_NAMES else "")
    return run if found.proven else f"≈ {run}", found.gain, reached


def _picture(at: At, tile: str, rotation: int) -> str:
    """The tile alone; the words beside it say what it is."""
    return f'<span class="tpic" aria-hidden="true">{draw.tile_svg(at.t.hexmap, tile, rotation, theme=None)}</span>'


def _key(choice: Choice) -> str:
    return f"{choice.tile}/{choice.power}"


def _by_number(tile: str) -> tuple[int, str]:
    digits = "".join(sign for sign in tile if sign.isdigit())
    return int(digits or 0), tile
