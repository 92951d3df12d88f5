"""Notes with marks: a hex or a company that is named in them leads to its place on the map. Everything else is text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from stellwerk.eighteen.board import Board
from stellwerk.web.pages.board_art import hex_title
from stellwerk.web.pages.table_page import TablePage


class NotePiece(Struct, frozen=True):
    """A piece of a note. With `hexes` it is a mark: a hex, or a company and where it has tokens (its home, if none)."""

    text: str
    hexes: str = ""
    company: str = ""
    label: str = ""


def marked(page: TablePage, text: str) -> list[NotePiece]:
    """A note in parts; titles without hexes have plain text only."""
    if not page.family:
        return [NotePiece(text)] if text else []
    return list(_parts(page, text))


def _parts(page: TablePage, text: str) -> Iterator[NotePiece]:
    hexmap = page.t.hexmap
    companies = {entry.id: number for number, entry in enumerate(page.t.companies) if len(entry.id) > 1}
    words = sorted([*hexmap.index, *companies], key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w&])(?:{'|'.join(map(re.escape, words))})(?![\w&])")
    at = 0
    for found in pattern.finditer(text):
        if found.start() > at:
            yield NotePiece(text[at : found.start()])
        name, at = found[0], found.end()
        if name in companies:
            number = companies[name]
            yield NotePiece(name, " ".join(_places(page, page.board, number)), name, page.t.companies[number].name)
        else:
            yield NotePiece(name, name, "", hex_title(page, hexmap.index[name]))
    if at < len(text):
        yield NotePiece(text[at:])


def _places(page: TablePage, board: Board, company: int) -> list[str]:
    """The hexes in which a company has tokens; before it has any, its home."""
    names = page.t.hexmap.names
    found = [names[number] for number, stops in enumerate(board.tokens) if any(company in slots for slots in stops)]
    return found or [page.t.companies[company].home.hex]
