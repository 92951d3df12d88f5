"""Why not here? For a hex without a lay, a tile or a slot that is not offered: the refusal that tells most."""

from __future__ import annotations

from stellwerk.core import Action, BadInput, Illegal
from stellwerk.eighteen.actions import ChooseCity, LayTile, PlaceToken
from stellwerk.eighteen.frames import CityChoice, OperatingTurn
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.state import State
from stellwerk.eighteen.tiles import EDGES
from stellwerk.web.pages.lays import CompanyLays
from stellwerk.web.pages.table_page import TablePage

# The later in this order, the nearer the lay came to being legal, and the more its refusal says about this position.
_TELLING = (
    "unknown",
    "track.orientation",
    "track.kind",
    "track.keep",
    "track.colour",
    "track.supply",
    "track.connection",
    "track.blocked",
    "track.cost",
)
_MOST_TRIES = 400


def why_no_lay(lays: CompanyLays, hex_: str, tile: str = "") -> Illegal | None:
    """The refusal that tells most about a hex, of one tile or of all; None if something can be laid there."""
    page = lays.page
    hexmap = page.t.hexmap
    if hex_ not in hexmap.index:
        raise BadInput(f"there is no hex {hex_[:20]!r}")
    if tile and tile not in hexmap.tile_index:
        raise BadInput(f"there is no tile {tile[:20]!r}")
    known = {page.t.cite(key): rank for rank, key in enumerate(_TELLING) if key in page.t.data.cite}
    best: tuple[int, Illegal] | None = None
    for action in _candidates(hexmap, lays.state, hex_, tile):
        refusal = _tried(page, lays.state, lays.company, action)
        if refusal is None:
            return None
        rank = known.get(refusal.rule, len(_TELLING))
        if best is None or rank > best[0]:
            best = rank, refusal
    return best[1] if best else None


def why_no_token(lays: CompanyLays, hex_: str) -> Illegal | None:
    """Why the company places no token, or not its home token, in any city of a hex."""
    page = lays.page
    if hex_ not in page.t.hexmap.index:
        raise BadInput(f"there is no hex {hex_[:20]!r}")
    cities = lays.state.board.tokens[page.t.hexmap.index[hex_]]
    home = isinstance(lays.state.frames[-1], CityChoice)
    first: Illegal | None = None
    for stop in range(max(1, len(cities))):
        action = ChooseCity(hex_, stop) if home else PlaceToken(hex_, stop)
        refusal = _tried(page, lays.state, lays.company, action)
        if refusal is None:
            return None
        first = first or refusal
    return first


def _candidates(hexmap: HexMap, state: State, hex_: str, tile: str) -> list[LayTile]:
    """What to try: the tiles that map and face allow; where there are none, any tile of the next colour, else any."""
    number = hexmap.index[hex_]
    face = state.board.faces[number]
    fitting = [LayTile(hex_, lay.name, lay.rotation) for lay in hexmap.lays(number, face) if tile in ("", lay.name)]
    if fitting:
        return fitting[:_MOST_TRIES]
    colour = hexmap.next_colour(face)
    names = [tile] if tile else [name for name, entry in hexmap.data.tiles.items() if entry.color == colour]
    names = names or [hexmap.tile_names[0]]
    return [LayTile(hex_, name, turn) for name in names for turn in range(EDGES)][:_MOST_TRIES]


def _tried(page: TablePage, state: State, company: int, action: Action) -> Illegal | None:
    """What the engine says to the action, as the company's president."""
    seat = state.companies[company].president
    top = state.frames[-1]
    if seat < 0 and isinstance(top, OperatingTurn):  # nobody has started the company: any seat may try it on
        seat = max(page.asked, 0)
    try:
        page.rules.apply(state, action, seat)
    except Illegal as illegal:
        return illegal
    return None
