"""The actions of a transcript file as they stand there, before anything is replayed."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.core import TranscriptError
from stellwerk.formats import BYTE_ORDER_MARK, GZIP

END = ("digest", "scores", "result", "status", "finished", "game_end_reason", "manually_ended")


def read_raw(path: str) -> dict[str, Any]:
    """The JSON object of a file that has been loaded before, so that its form is known to be good."""
    data = Path(path).read_bytes()
    if data.startswith(GZIP):
        data = gzip.decompress(data)
    raw: dict[str, Any] = msgspec.json.decode(data.removeprefix(BYTE_ORDER_MARK))
    return raw


def is_own(raw: dict[str, Any]) -> bool:
    """True for our own format."""
    return "format" in raw


def live(raw: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """The actions that count with their places in the file, in order; none if the list is broken."""
    from stellwerk.formats.undo import live_actions

    actions = raw.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(line, dict) for line in actions):
        return []
    if is_own(raw):
        return list(enumerate(actions))
    try:
        return live_actions(actions)
    except TranscriptError:
        return []


def before(raw: dict[str, Any], label: int) -> int:
    """How many actions count before the one an error names (by its id, or its number where it has none)."""
    for number, (place, line) in enumerate(live(raw)):
        if (place + 1 if is_own(raw) else line.get("id", place + 1)) == label:
            return number
    return 0


def cut(raw: dict[str, Any], number: int) -> bytes:
    """The file with its first `number` actions that count, without what it records about its end."""
    short = {key: value for key, value in raw.items() if key not in END}
    short["actions"] = [line for _, line in live(raw)[:number]]
    return msgspec.json.encode(short)
