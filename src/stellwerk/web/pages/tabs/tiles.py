"""The tile supply: pictures, how many are left, and what each may become. A click picks a tile to lay first."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup
from msgspec import Struct

from stellwerk import draw
from stellwerk.draw.glyphs import outline, tunnel
from stellwerk.draw.words import HexWords
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.web.pages.board_art import hex_words
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.table_page import TablePage


class TileCard(Struct, frozen=True):
    """A kind of tile: left of all, whether it can be laid now, and what it may become."""

    id: str
    picture: Markup
    left: int
    total: int
    fits: bool
    becomes: tuple[str, ...]


class ColourPile(Struct, frozen=True):
    """All tiles of a colour; `open` if the phase allows them."""

    id: str
    name: str
    open: bool
    tiles: list[TileCard]


@lru_cache(maxsize=1024)
def picture(hexmap: HexMap, tile: str, words: HexWords) -> Markup:
    """A tile as it lies in its first rotation."""
    return Markup(draw.tile_svg(hexmap, tile, theme=None, words=words))


def tiles(page: TablePage) -> Panel:
    """The supply of the shown position."""
    hexmap = page.t.hexmap
    becomes = draw.upgrades(hexmap)
    supply = page.view["tile_supply"]
    fitting = (
        {option.action.tile for option in page.options if isinstance(option.action, LayTile)} if page.yours else set()
    )
    allowed, words = page.phase.tiles, hex_words(page.reader)
    found: dict[str, list[TileCard]] = {}
    for name, entry in page.t.data.tiles.items():
        card = TileCard(name, picture(hexmap, name, words), supply[name], entry.count, name in fitting, becomes[name])
        found.setdefault(entry.color, []).append(card)
    colours = [ColourPile(key, word(COLOUR, key, page.language), key in allowed, cards) for key, cards in found.items()]
    return Panel("tabs/tiles.html", {"colours": colours, "fitting": bool(fitting), "tunnels": tunnel_cards(page)})


def tunnel_cards(page: TablePage) -> list[TileCard]:
    """Tunnel pieces, in titles that have some."""
    data = page.t.data.tunnels
    if data is None:
        return []
    layout = page.t.hexmap.data.map.layout
    supply = page.view["tunnel_supply"]
    return [
        TileCard(name, tunnel_picture(layout, piece.track), supply[name], piece.count, False, ())
        for name, piece in data.pieces.items()
    ]


@lru_cache(maxsize=32)
def tunnel_picture(layout: str, pair: tuple[int, int]) -> Markup:
    """A tunnel piece below an empty hex."""
    ground = f'<polygon class="hx c-white" points="{outline(layout)}"/>'
    return Markup(f'<svg class="sw tile" viewBox="-52 -52 104 104">{ground}{tunnel(layout, pair)}</svg>')
