"""Undo and redo in 18xx.games files: which recorded actions count in the end."""

from __future__ import annotations

from typing import Any, NamedTuple

from stellwerk.core import TranscriptError
from stellwerk.formats.plain import is_whole, show

Line = dict[str, Any]


class _Live(NamedTuple):
    """The last action that counts, and those below it. Stacks share their lower parts, so a redo is one step."""

    place: int
    line: Line
    below: _Live | None


def live_actions(raw: list[Line]) -> list[tuple[int, Line]]:
    """The actions that count after undo and redo, each with its place in the file, in order; chat is left out."""
    top: _Live | None = None
    undone: list[_Live | None] = []
    where = {line["id"]: place for place, line in enumerate(raw) if is_whole(line.get("id"))}
    for place, line in enumerate(raw):
        kind = line.get("type")
        if kind == "message":  # never undone, and does nothing
            continue
        if kind == "undo":
            first = _first_undone(line, top, where, place)
            undone.append(top)
            while top is not None and top.place >= first:
                top = top.below
        elif kind == "redo":
            if not undone:
                raise TranscriptError("redo without an undo before it", action=action_label(line, place))
            top = undone.pop()
        else:
            undone.clear()
            top = _Live(place, line, top)
    found = []
    while top is not None:
        found.append((top.place, top.line))
        top = top.below
    return found[::-1]


def action_label(line: Line, place: int) -> int:
    """How an action is named in errors: its id, or its number in the file (from 1)."""
    name = line.get("id")
    return name if isinstance(name, int) and not isinstance(name, bool) else place + 1


def _first_undone(line: Line, top: _Live | None, where: dict[int, int], place: int) -> int:
    """The first place an undo cancels."""
    target = line.get("action_id")
    if target is None:
        return top.place if top else 0
    if is_whole(target):
        if target == 0:
            return 0
        if target in where and where[target] < place:
            return where[target] + 1
    raise TranscriptError(
        f"undo to action id {show(target)}, which does not stand before it", action=action_label(line, place)
    )
