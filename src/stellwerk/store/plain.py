"""Values on their way into a store: nothing is bound to a statement before its type and size are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stellwerk.core import BadInput, Entry
from stellwerk.formats.plain import show
from stellwerk.store.records import SEAT_KINDS, STATUSES, NewSeat

MOST = 2**53  # larger whole numbers are not safe in JSON
LONGEST_NAME = 80
LONGEST_KEY = 200
LONGEST_MESSAGE = 4000
MOST_BYTES = 1024 * 1024  # of one JSON value


def whole(value: object, what: str, low: int = 0, high: int = MOST) -> int:
    """A whole number within limits."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadInput(f"{what} must be a whole number from {low} to {high}, not {show(value)}")
    return value


def text(value: object, what: str, longest: int = LONGEST_NAME, *, empty: bool = True) -> str:
    """A string of Unicode characters that is not too long."""
    if not isinstance(value, str):
        raise BadInput(f"{what} must be a string, not {show(value)}")
    if len(value) > longest:
        raise BadInput(f"{what} is longer than {longest} characters")
    if not empty and not value.strip():
        raise BadInput(f"{what} must not be empty")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadInput(f"{what} holds something that is no character") from None
    if "\0" in value:  # PostgreSQL keeps no such text
        raise BadInput(f"{what} holds something that is no character")
    return value


def to_json(value: Any, what: str) -> str:
    """The JSON of a value."""
    try:
        data = msgspec.json.encode(value)
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise BadInput(f"{what} cannot be written as JSON: {error}") from None
    if len(data) > MOST_BYTES:
        raise BadInput(f"{what} is larger than {MOST_BYTES} bytes")
    return data.decode()


def status(value: str) -> str:
    """One of the known states of a table."""
    if value not in STATUSES:
        raise BadInput(f"status must be one of {', '.join(STATUSES)}, not {show(value)}")
    return value


def seat_row(seat: NewSeat) -> tuple[str, str, str, str]:
    """Name, kind, holder and bot of a seat, looked at."""
    if seat.kind not in SEAT_KINDS:
        raise BadInput(f"the kind of a seat must be one of {', '.join(SEAT_KINDS)}, not {show(seat.kind)}")
    name = text(seat.name, "the name of a seat", empty=False)
    return name, seat.kind, text(seat.holder, "the holder of a seat", LONGEST_KEY), text(seat.bot, "the bot of a seat")


def names(players: Sequence[str]) -> list[str]:
    """Players' names, each of them different."""
    found = [text(name, "a player's name", empty=False) for name in players]
    if len(set(found)) != len(found):
        raise BadInput("every player needs a name of his own")
    return found


def action_rows(entries: Sequence[Entry]) -> list[tuple[int, str]]:
    """Seat and JSON of each action; at least one."""
    if not entries:
        raise BadInput("a request must hold at least one action")
    return [
        (whole(entry.seat, "the seat of an action", 0, 99), to_json(entry.action, "an action")) for entry in entries
    ]
