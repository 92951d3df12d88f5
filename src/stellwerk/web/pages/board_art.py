"""Pieces of the map for the pages: a hex with a tile tried on it, routes, slots, stops; words of the tooltips."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.draw.board import DASHES, DrawnRoute, MapArt, map_art
from stellwerk.draw.geometry import num
from stellwerk.draw.glyphs import outline
from stellwerk.draw.style import escape, text
from stellwerk.draw.token import token
from stellwerk.draw.words import HexWords
from stellwerk.eighteen.actions import Route
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.table_page import TablePage

_WORDS: dict[str, HexWords] = {}
_TAG_HEIGHT = 14.0


class Layer(Struct, frozen=True):
    """SVG to lay over the map; with `touched` all other hexes are faint."""

    svg: str
    touched: tuple[str, ...] = ()


class Tag(Struct, frozen=True):
    """What a stop on a route pays: the stop's number on the board, the line it belongs to (from 1), the value."""

    stop: int
    line: int
    value: int
    bonus: bool = False  # something that is added at this stop


def hex_words(reader: Reader) -> HexWords:
    """The words of the hexes' tooltips; made once a language."""
    found = _WORDS.get(reader.language)
    if found is None:
        say, language = reader.say, reader.language
        found = _WORDS[language] = HexWords(
            tile=say("tile {tile}", tile="{tile}"),
            label=say("label {label}", label="{label}"),
            city=say("city"),
            cities=say("city with {slots} slots", slots="{slots}"),
            town=say("town"),
            offboard=say("off-board"),
            either=" / ",
            tokens=say("tokens: {names}", names="{names}"),
            home=say("home of: {names}", names="{names}"),
            destination=say("destination of: {names}", names="{names}"),
            goal=say("goal: {goal}", goal="{goal}"),
            side=say("side {side}: {cost}", side="{side}", cost="{cost}"),
            terrain=say("terrain"),
            mountain=say("mountain"),
            water=say("water"),
            tunnel=say("tunnel {a}–{b}", a="{a}", b="{b}"),
            only_tunnels=say("only tunnels are built here"),
            towards=say("every tile here needs track to the side {side}", side="{side}"),
            customs=say("customs {amount}", amount="{amount}"),
            **{name: word(COLOUR, name, language) for name in ("white", "yellow", "green", "brown", "gray")},
        )
    return found


def art_of(page: TablePage) -> MapArt:
    """The drawings of the title's map."""
    return map_art(page.t.hexmap)


def column_of(page: TablePage) -> str:
    """What off-board areas pay now."""
    return str(page.phase.offboard)


def hex_title(page: TablePage, number: int) -> str:
    """`E19 Albany`."""
    hexmap = page.t.hexmap
    return f"{hexmap.names[number]} {hexmap.hexes[number].name}".strip()


def token_svg(page: TablePage, company: int, size: int = 38) -> str:
    """A company's token on its own; the text beside it says the same, so it is hidden from screen readers."""
    return (
        f'<svg class="sw tokc" viewBox="-13.5 -13.5 27 27" width="{size}" height="{size}" aria-hidden="true">'
        f"{token(page.t.companies[company])}</svg>"
    )


def piece(svg: str) -> str:
    """A drawing that a script takes out of its frame and puts on the map."""
    return f'<svg class="sw piece" aria-hidden="true">{svg}</svg>'


def preview(page: TablePage, board: Board, hex_: int) -> str:
    """A hex as it would be on another board."""
    return piece(art_of(page).hex_group(hex_, board, column_of(page), "hex tried", hex_words(page.reader)))


def built(page: TablePage, board: Board) -> str:
    """The hexes that are not on another board as they are on the table."""
    art, words, now = art_of(page), hex_words(page.reader), page.board
    changed = [
        hex_
        for hex_ in range(len(art.names))
        if board.faces[hex_] != now.faces[hex_] or board.tokens[hex_] != now.tokens[hex_]
    ]
    return "".join(art.hex_group(hex_, board, column_of(page), "hex tried", words) for hex_ in changed)


def halos(page: TablePage, board: Board, hexes: Sequence[int], label: str) -> str:
    """The soft inner edge of hexes where something can be done: what the keyboard and screen readers hold on to.

    `label` has a place `{hex}` for the hex in words. The pointer goes through to the hex itself.
    """
    art, words = art_of(page), hex_words(page.reader)
    points = outline(art.layout, 0.84)
    kept = art.kept(board)
    parts = []
    for hex_ in hexes:
        name, (x, y) = art.names[hex_], art.centres[hex_]
        said = art.describe(hex_, board.faces[hex_], board.tokens[hex_], kept.get(hex_, ()), words)
        parts.append(
            f'<polygon class="halo" data-hex="{name}" data-focus="hex-{name}" role="button" tabindex="-1" '
            f'aria-label="{escape(label.replace("{hex}", said))}" points="{points}" '
            f'transform="translate({num(x)} {num(y)})"/>'
        )
    return "".join(parts)


def rings(page: TablePage, board: Board, hexes: Sequence[int], label: str) -> str:
    """Rings with their halos as a layer of their own."""
    art, column = art_of(page), column_of(page)
    kept = art.kept(board)
    drawn = "".join(art.ring(hex_, board, kept.get(hex_, ()), column) for hex_ in hexes)
    return f"{drawn}{halos(page, board, hexes, label)}"


def routes_layer(page: TablePage, board: Board, routes: Sequence[Route], tags: Sequence[Tag] = ()) -> Layer:
    """Routes in order, one colour and dash each, and what their stops pay."""
    art = art_of(page)
    svg, touched = art.ways(board, [DrawnRoute(route.path) for route in routes], column_of(page))
    names = tuple(art.names[hex_] for hex_ in sorted(touched))
    return Layer(f"{svg}{_tags(art, board, tags)}", names)


def _tags(art: MapArt, board: Board, tags: Sequence[Tag]) -> str:
    """Small plates with the value, above the stop; a second line's plate lies above the first."""
    parts = []
    level: dict[int, int] = {}
    for tag in tags:
        up = level[tag.stop] = level.get(tag.stop, -1) + 1
        x, y = art.stop_place(board, *divmod(tag.stop, STOPS_PER_HEX))
        said = f"+{tag.value}" if tag.bonus else str(tag.value)
        wide = 10.0 + 7.2 * len(said)
        top = y - 28.0 - up * (_TAG_HEIGHT + 2)
        parts.append(
            f'<g class="paytag p{(tag.line - 1) % DASHES + 1}{" plus" if tag.bonus else ""}">'
            f'<rect x="{num(x - wide / 2)}" y="{num(top)}" '
            f'width="{num(wide)}" height="{_TAG_HEIGHT:g}" rx="5"/>'
            + text(x, top + _TAG_HEIGHT / 2, said, "rev", 11.0)
            + "</g>"
        )
    return f'<g class="paytags">{"".join(parts)}</g>' if parts else ""


def blocked_marks(page: TablePage, blocked: dict[str, list[str]]) -> str:
    """Hexes that privates keep free: a plate with the private, its name where somebody points."""
    art, names = art_of(page), {entry.id: entry.name for entry in page.t.privates}
    parts, board, column = [], page.board, column_of(page)
    for hex_, by in blocked.items():
        number = page.t.hexmap.index[hex_]
        x, y = art.centres[number]
        words = ", ".join(by)
        wide = 24.0 + 7.0 * len(words)
        at = art.plate_place(number, board.faces[number], column, wide)
        told = page.say(
            "{hex} is blocked by {private} while a player owns it",
            hex=hex_,
            private=", ".join(names[private] for private in by),
        )
        parts.append(
            f'<g class="blocked" data-hex="{hex_}" role="img" aria-label="{escape(told)}" '
            f'transform="translate({num(x + at.x)} {num(y + at.y)})"><title>{escape(told)}</title>'
            f'<rect class="blockp" x="{num(-wide / 2)}" y="-8" width="{num(wide)}" height="16" rx="8"/>'
            f'<path class="blockx" d="M{num(-wide / 2 + 6)} -3.5l7 7m0 -7l-7 7"/>'
            f"{text(8, 0, words, 'blockt', 10.0)}</g>"
        )
    return f'<g class="blockeds">{"".join(parts)}</g>' if parts else ""


class SlotMark(Struct, frozen=True):
    """A slot or stop that can be chosen on the map: where, what is written at it, what it is called."""

    hex: int
    stop: int
    label: str
    amount: str = ""


def slot_marks(page: TablePage, board: Board, marks: Sequence[SlotMark]) -> str:
    """Free slots: a pulsing ring, and the price beside it."""
    art = art_of(page)
    parts = []
    for mark in marks:
        x, y = art.stop_place(board, mark.hex, mark.stop, slot=True)
        price = ""
        if mark.amount:
            wide = 10.0 + 7.2 * len(mark.amount)
            price = f'<rect class="slotp" x="{num(-wide / 2)}" y="-33" width="{num(wide)}" height="16" rx="5"/>' + text(
                0, -25, mark.amount, "rev", 11.0
            )
        parts.append(
            f'<g class="slotmark" data-hex="{art.names[mark.hex]}" data-stop="{mark.stop}" role="button" tabindex="-1" '
            f'aria-label="{escape(mark.label)}" transform="translate({num(x)} {num(y)})">'
            f'<circle class="hit" r="22"/><circle class="slotc" r="14.5"/><circle class="slotr" r="14.5"/>{price}</g>'
        )
    return f'<g class="slotmarks">{"".join(parts)}</g>'


def stop_marks(page: TablePage, board: Board, marks: Sequence[SlotMark]) -> str:
    """Stops that a route can be drawn over: a target for the pointer and a plate with the value."""
    art = art_of(page)
    parts = []
    for mark in marks:
        x, y = art.stop_place(board, mark.hex, mark.stop)
        wide = 9.0 + 7.0 * len(mark.amount)
        parts.append(
            f'<g class="stopmark" data-item="{art.names[mark.hex]}.{mark.stop}" role="button" tabindex="-1" '
            f'aria-label="{escape(mark.label)}" transform="translate({num(x)} {num(y)})">'
            f'<circle class="hit" r="22"/><circle class="stopr" r="17"/>'
            f'<rect class="stopp" x="{num(-wide / 2)}" y="12" width="{num(wide)}" height="14" rx="5"/>'
            + text(0, 19, mark.amount, "rev", 11.0)
            + "</g>"
        )
    return f'<g class="stopmarks">{"".join(parts)}</g>'
