"""Codecs: how the values of an action's fields are written in the notation of studies, and read again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import BadInput
from stellwerk.eighteen.actions import Route, Sale

_BARE = r"[^\s,;:(){}<>\[\]\"\\=!?@|/]+"
BARE = re.compile(_BARE)  # what needs no quotation marks
WORD = rf"(?:\"(?:[^\"\\]|\\.)*\"|{_BARE})"
NUMBER = r"-?[0-9]{1,12}"
NOTHING = "nothing"
RESERVED = {"+", NOTHING, "counting", "bonus"}


def quoted(text: str) -> str:
    """A name as the notation has it: in quotation marks where it needs them."""
    if BARE.fullmatch(text) and text not in RESERVED:
        return text
    return msgspec.json.encode(text).decode()


def unquoted(text: str) -> str:
    """The name that was written."""
    if not text.startswith('"'):
        return text
    try:
        name: str = msgspec.json.decode(text, type=str)
    except msgspec.DecodeError as error:
        raise BadInput(f"{text[:40]} is not a quoted text: {error}") from None
    return name


class Codec(Struct, frozen=True):
    """How the values of a field are written, what a written one looks like, and what it means."""

    write: Callable[[Any], str]
    looks: str
    read: Callable[[str], Any]


def _yes(text: str) -> bool:
    return text == "yes"


def _write_sales(sales: Sequence[Sale]) -> str:
    return " + ".join(f"{quoted(sale.company)} {sale.percent}" for sale in sales)


def _read_sales(text: str) -> tuple[Sale, ...]:
    found = re.findall(rf"({WORD}) ({NUMBER})", text)
    return tuple(Sale(unquoted(company), int(percent)) for company, percent in found)


def _write_words(words: Sequence[str]) -> str:
    return " + ".join(map(quoted, words)) or NOTHING


def _read_words(text: str) -> tuple[str, ...]:
    return () if text == NOTHING else tuple(map(unquoted, re.findall(rf"({WORD})(?: \+ |$)", text)))


def _write_routes(routes: Sequence[Route]) -> str:
    return " | ".join(map(_write_route, routes)) or NOTHING


def _write_route(route: Route) -> str:
    text = f"{quoted(route.train)} = {_items(route.path)}"
    if route.counts:
        text += f" counting {_items(route.counts)}"
    return text + (f" bonus {quoted(route.bonus)}" if route.bonus else "")


def _items(items: Sequence[str]) -> str:
    return " ".join(item if _ITEM.fullmatch(item) else quoted(item) for item in items)


def _read_items(text: str) -> tuple[str, ...]:
    return tuple(map(unquoted, re.findall(rf"{_PLACE}|{WORD}", text)))


_PLACE = r"[A-Za-z]{1,3}[0-9]{1,3}[.:][0-9]{1,2}(?= |$)"
_ITEM = re.compile(_PLACE)
_ITEMS = rf"(?:{_PLACE}|{WORD})(?: (?:{_PLACE}|(?!counting |bonus ){WORD}))*"
_ROUTE = rf"{WORD} = {_ITEMS}(?: counting {_ITEMS})?(?: bonus {WORD})?"
_ONE_ROUTE = re.compile(rf"({WORD}) = ({_ITEMS})(?: counting ({_ITEMS}))?(?: bonus ({WORD}))?")


def _read_routes(text: str) -> tuple[Route, ...]:
    if text == NOTHING:
        return ()
    return tuple(
        Route(unquoted(train), _read_items(path), _read_items(counts), unquoted(bonus))
        for train, path, counts, bonus in _ONE_ROUTE.findall(text)
    )


CODECS: Mapping[object, Codec] = {
    str: Codec(quoted, WORD, unquoted),
    int: Codec(str, NUMBER, int),
    bool: Codec(lambda value: "yes" if value else "no", "yes|no", _yes),
    tuple[Sale, ...]: Codec(_write_sales, rf"{WORD} {NUMBER}(?: \+ {WORD} {NUMBER})*", _read_sales),
    tuple[str, ...]: Codec(_write_words, rf"{WORD}(?: \+ {WORD})*", _read_words),
    tuple[Route, ...]: Codec(_write_routes, rf"{_ROUTE}(?: \| {_ROUTE})*|{NOTHING}", _read_routes),
}
