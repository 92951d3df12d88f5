"""TOML from outside. The library's reader takes the square of a key's parts in time and memory: here it has limits."""

from __future__ import annotations

import tomllib
from typing import Any

MOST_PARTS = 16  # of a key such as `a.b.c`
MOST_LENGTH = 1_000_000  # characters of a file


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text; a `ValueError` says what is wrong with it."""
    if len(text) > MOST_LENGTH:
        raise ValueError(f"longer than {MOST_LENGTH} characters")
    for number, line in enumerate(text.split("\n"), 1):
        if line.partition("=")[0].count(".") >= MOST_PARTS:
            raise ValueError(f"a key has more than {MOST_PARTS} parts (line {number})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
