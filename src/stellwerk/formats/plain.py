"""Values from a file, looked at with care: no type and no size is taken for granted."""

from __future__ import annotations

import re
from typing import Any

from stellwerk.core import TranscriptError

MOST = 10**9  # no figure of any title comes near it
LONGEST = 300
DEEPEST = 8

_DIGITS = re.compile(r"[0-9]{1,3}")


def one_line(text: str) -> str:
    """The text without line breaks and control characters, cut to a length that can be read."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text[: LONGEST + 1])
    return clean if len(text) <= LONGEST else clean[:LONGEST] + "…"


def show(value: Any) -> str:
    """A value for an error message; of lists and objects only that they are one."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def small(text: str) -> int | None:
    """The number written in one to three ASCII digits; None for anything else."""
    return int(text) if _DIGITS.fullmatch(text) else None


def is_whole(value: Any) -> bool:
    """True for a whole number, which true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def text_field(line: dict[str, Any], field: str) -> str:
    """A field that must be a string."""
    value = line.get(field)
    if not isinstance(value, str):
        raise TranscriptError(f"{line.get('type')}: `{field}` must be a string, not {show(value)}")
    return value


def number_field(line: dict[str, Any], field: str) -> int:
    """A field that must be a whole number of a sensible size."""
    value = line.get(field)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TranscriptError(f"{line.get('type')}: `{field}` must be a whole number, not {show(value)}")
    if not 0 <= value <= MOST:
        raise TranscriptError(f"{line.get('type')}: `{field}` is out of range: {show(value)}")
    return value


def check_sizes(value: Any, depth: int = 0) -> None:
    """Refuse numbers beyond any sense and nesting beyond any need, anywhere in a JSON value."""
    if isinstance(value, int):
        if not -MOST <= value <= MOST:
            raise TranscriptError(f"the number {show(value)} is out of range")
    elif isinstance(value, dict | list | tuple) and value:
        if depth == DEEPEST:
            raise TranscriptError("nested too deeply")
        for item in value.values() if isinstance(value, dict) else value:
            if type(item) is not str:  # most are, and there is nothing to look at
                check_sizes(item, depth + 1)
