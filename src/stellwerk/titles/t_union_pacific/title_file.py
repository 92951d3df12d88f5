"""Reads the title's file and board files; every error names the file, the line and the reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from stellwerk.core import BadInput, TitleError
from stellwerk.core.reading import meet
from stellwerk.core.toml import read_toml

from .board_check import BoardCheck, Fault
from .lines import TomlLines
from .schema import BOARD_TABLES, BoardData, TitleData, board_tables

T = TypeVar("T")
MOST_BYTES = 1_000_000


def read(path: Path) -> tuple[dict[str, Any], TomlLines]:
    """The tables of a TOML file, and where they stand."""
    try:
        data = path.read_bytes()
        if len(data) > MOST_BYTES:
            raise TitleError(path.name, "file", f"larger than {MOST_BYTES} bytes")
        text = data.decode("utf-8")
        return read_toml(text), TomlLines(text)
    except OSError as error:
        raise TitleError(path.name, "file", error.strerror or str(error)) from None
    except ValueError as error:
        raise TitleError(path.name, "file", f"not TOML: {error}") from None


def convert(raw: dict[str, Any], kind: type[T], file: str, lines: TomlLines) -> T:
    """The tables as structs; what does not fit is named with its line."""
    meet(kind)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        if not path:
            raise TitleError(file, "file", reason) from None
        place = path.rstrip("`").lstrip(".")
        found = re.match(r"(\w+)(?:\[(\d+)\])?\.?(\w*)", place)
        line = lines.of(found[1], int(found[2] or 0), found[3]) if found else 0
        raise TitleError(file, f"line {line}, {place}" if line else place, reason) from None


def load(path: Path) -> TitleData:
    """The title, checked."""
    raw, lines = read(path)
    data = convert(raw, TitleData, path.name, lines)
    _refuse(path.name, [*title_faults(data, lines), *BoardCheck(data.own_board, data, lines).faults()])
    return data


def title_faults(data: TitleData, lines: TomlLines) -> list[Fault]:
    """Sums and figures of the title itself."""
    name = data.title.id
    found = []

    def need(condition: bool, table: str, key: str, reason: str, rule: str) -> None:
        if not condition:
            found.append(Fault(lines.of(table, 0, key), table, reason, f"{name} {rule}"))

    need(sum(entry.shares for entry in data.company) == 98, "company", "shares", "the shares are not 98 in all", "1.2")
    total = sum(entry.locomotives for entry in data.company)
    need(total == 131, "company", "locomotives", "the locomotives are not 131 in all", "1.1")
    need(data.union_pacific.shares == 20, "union_pacific", "shares", "there are 20 shares", "1.2")
    need(data.payout.cards == 4, "payout", "cards", "there are 4 payout cards", "1.2")
    rows = data.payout.union_pacific
    need(len(rows) == data.payout.cards, "payout", "union_pacific", "needs a row for each payout", "8.1")
    for key, entry in data.option.items():
        need(list(entry.presets) == data.presets, f"option.{key}", "presets", "must name every preset", "17")
        for value in entry.presets.values():
            need(entry.allows(value), f"option.{key}", "presets", f"{value!r} is not among the values", "17")
    return found


def read_board(path: Path, title: TitleData) -> tuple[BoardData, list[Fault]]:
    """The board of a file, and what is not well drawn in it; a board that cannot be played on is an error."""
    raw, lines = read(path)
    unknown = [key for key in raw if key not in BOARD_TABLES]
    if unknown and "title" not in raw:
        raise TitleError(path.name, unknown[0], f"a board file has {', '.join(BOARD_TABLES)} and nothing else")
    board = convert(board_tables(raw), BoardData, path.name, lines)
    check = BoardCheck(board, title, lines)
    _refuse(path.name, check.faults())
    return board, check.notes()


def board_of_option(value: Any, title: TitleData) -> BoardData:
    """The board that stands in a game's options."""
    meet(BoardData)
    try:
        board = msgspec.convert(value, BoardData)
    except msgspec.ValidationError as error:
        raise BadInput(f"{title.title.id} option board: {error}") from None
    faults = BoardCheck(board, title).faults()
    if faults:
        raise BadInput(f"{title.title.id} option board: {faults[0]}")
    return board


def option_of_board(board: BoardData) -> Any:
    """The opposite: plain data that travels in the options of a transcript."""
    return msgspec.to_builtins(board)


class BoardFaults(TitleError):
    """A file with everything that is wrong with it."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        """The message names the first fault and how many more there are."""
        first = faults[0]
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        place = f"line {first.line}, {first.where}" if first.line else first.where
        super().__init__(file, place, f"{first.reason} [{first.rule}]{more}")
        self.faults = faults


def _refuse(file: str, faults: list[Fault]) -> None:
    if faults:
        raise BoardFaults(file, faults)
