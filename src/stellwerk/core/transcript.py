"""Our own transcript: title, options, seats, seed and actions. A game is a pure function of it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core.action import Action
from stellwerk.core.errors import TranscriptError
from stellwerk.core.reading import meet

FORMAT = "stellwerk"
VERSION = 1
SEEDS = 2**63  # seeds are whole numbers from 0 to below this


class Entry(Struct, frozen=True, gc=False):
    """An action and the seat that made it."""

    seat: int
    action: Action


class Transcript(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The JSON form of a game (docs/transcripts.md); `actions` are objects with `seat`, `type` and more fields."""

    format: str
    version: int
    title: str
    title_version: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int = 0
    actions: tuple[dict[str, Any], ...] = ()
    digest: str = ""
    scores: tuple[int, ...] = ()
    notes: dict[str, Any] = {}

    def encode(self) -> bytes:
        """The file's bytes: one action a line, so that diffs read well."""
        head = msgspec.to_builtins(self)
        actions = head.pop("actions", [])
        text = msgspec.json.format(msgspec.json.encode(head), indent=1).decode()
        lines = ",\n  ".join(msgspec.json.encode(line).decode() for line in actions)
        body = f'{text[: text.rindex("}")].rstrip()},\n "actions": [\n  {lines}\n ]\n}}\n'
        return body.encode()


def decode(data: bytes, file: str = "") -> Transcript:
    """Read one of our transcripts; errors say where."""
    meet(Transcript)
    try:
        transcript = msgspec.json.decode(data, type=Transcript)
    except msgspec.DecodeError as error:
        raise TranscriptError(str(error), file=file) from None
    if transcript.format != FORMAT:
        raise TranscriptError(f"format is {transcript.format!r}, not {FORMAT!r}", file=file)
    if transcript.version != VERSION:
        raise TranscriptError(f"version {transcript.version} is not known; this program reads {VERSION}", file=file)
    return transcript


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """`{"seat": 0, "type": "bid", …}`"""
    return {"seat": entry.seat, **msgspec.to_builtins(entry.action)}


def entry_from_json(line: Any, kinds: Any, number: int) -> Entry:
    """The opposite of `entry_to_json`; `kinds` maps type names to action types, `number` counts from 1."""
    if not isinstance(line, dict):
        raise TranscriptError("an action must be an object", action=number)
    fields = dict(line)
    seat = fields.pop("seat", None)
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise TranscriptError("`seat` must be a whole number", action=number)
    return Entry(seat, action_from_json(fields, kinds, number))


def action_from_json(fields: Any, kinds: Any, number: int | None = None) -> Action:
    """An action from its JSON object."""
    if not isinstance(fields, dict):
        raise TranscriptError("an action must be an object", action=number)
    kind = fields.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        known = ", ".join(sorted(kinds))
        raise TranscriptError(f"unknown action type {kind!r}; known: {known}", action=number)
    meet(kinds[kind])
    try:
        action: Action = msgspec.convert(fields, kinds[kind])
    except msgspec.ValidationError as error:
        raise TranscriptError(f"{kind}: {error}", action=number) from None
    return action
