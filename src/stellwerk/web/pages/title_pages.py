"""The pages about a title: overview, rules, tiles."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from stellwerk import draw
from stellwerk.draw.words import HexWords
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.tiles import COLOURS
from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.web import library
from stellwerk.web.errors import Unknown
from stellwerk.web.pages import title_cards
from stellwerk.web.pages.board_art import hex_words
from stellwerk.web.pages.new_game import OptionField, options_of
from stellwerk.web.pages.reader import TheReader
from stellwerk.web.pages.rulebook import rules_html, win_html
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.sessions import Session

Browser = NamedDependency[Session]
TitleId = FromPath[str]


class TileDrawing(Struct, frozen=True):
    """A tile of the tiles page."""

    name: str
    count: str
    svg: str
    becomes: tuple[str, ...]
    comes_from: tuple[str, ...]


class ColourPage(Struct, frozen=True):
    """The tiles of one colour."""

    code: str
    words: str
    tiles: list[TileDrawing]


class OptionRow(Struct, frozen=True):
    """An option with its value in each preset, in words."""

    option: OptionField
    values: list[str]


def preset_values(option: OptionField, presets: list[str]) -> list[str]:
    """The values of an option in each preset, in words."""
    words = {choice.value: choice.words for choice in option.choices}
    values: dict[str, str] = msgspec.json.decode(option.presets)
    return [words.get(values.get(preset, ""), "") for preset in presets]


def hexmap_of(name: str) -> HexMap | None:
    """The map of a title that has one made of hexes."""
    rules = library.sample(name)
    return rules.t.hexmap if isinstance(rules, FamilyRules) else None


@lru_cache(maxsize=32)
def tiles_of(name: str, words: HexWords) -> dict[str, list[TileDrawing]]:
    """All tiles of a title by colour, drawn once a language."""
    hexmap = hexmap_of(name)
    if hexmap is None:
        return {}
    becomes = draw.upgrades(hexmap)
    found: dict[str, list[TileDrawing]] = {colour: [] for colour in COLOURS}
    for tile, entry in hexmap.data.tiles.items():
        found.setdefault(entry.color, []).append(
            TileDrawing(
                name=tile,
                count=str(entry.count),
                svg=draw.tile_svg(hexmap, tile, theme=None, words=words),
                becomes=becomes[tile],
                comes_from=tuple(other for other, after in becomes.items() if tile in after),
            )
        )
    return {colour: tiles for colour, tiles in found.items() if tiles}


@get("/titles/{title:str}", include_in_schema=False, sync_to_thread=True)
def title_page(request: Ask, reader: TheReader, title: TitleId, session: Browser) -> Response[str]:
    """What a title is, what can be chosen, where to read on."""
    shown = library.title_out(title)
    options, hexmap = options_of(reader, title), hexmap_of(title)
    return front_page(
        request,
        session,
        reader,
        "title.html",
        card=title_cards.card(reader, shown),
        title=shown,
        options=options,
        rows=[OptionRow(option, preset_values(option, shown.presets)) for option in options],
        presets=[(name, title_cards.preset_words(reader, name)) for name in shown.presets],
        tiles=len(hexmap.data.tiles) if hexmap else 0,
        learn=library.known(title).guided,
        win=win_html(title, reader.language),
    )


@get("/titles/{title:str}/rules", include_in_schema=False, sync_to_thread=True)
def rules_page(request: Ask, reader: TheReader, title: TitleId, session: Browser) -> Response[str]:
    """The rules, every paragraph with an anchor."""
    shown, rules = library.title_out(title), rules_html(title, reader.language)
    return front_page(request, session, reader, "rules.html", title=shown, rules=rules, tiles=hexmap_of(title))


@get("/titles/{title:str}/tiles", include_in_schema=False, sync_to_thread=True)
def tiles_page(request: Ask, reader: TheReader, title: TitleId, session: Browser) -> Response[str]:
    """All tiles with their counts and upgrades."""
    shown = library.title_out(title)
    found = tiles_of(title, hex_words(reader))
    if not found:
        raise Unknown("{title} has no tiles", title=shown.name)
    colours = [ColourPage(code, word(COLOUR, code, reader.language), tiles) for code, tiles in found.items()]
    drawn = {tile.name: tile.svg for tiles in found.values() for tile in tiles}
    return front_page(request, session, reader, "tiles.html", title=shown, colours=colours, drawn=drawn)


HANDLERS = [title_page, rules_page, tiles_page]
