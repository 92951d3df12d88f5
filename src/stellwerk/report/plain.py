"""A report as plain data, for JSON: structs are objects, sentences are texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import Message

FORMAT, VERSION = "stellwerk-report", 1


def plain(value: Any, tell: Callable[[Message], str]) -> Any:
    """Anything a report has in it."""
    if isinstance(value, Message):
        return tell(value)
    if isinstance(value, Struct):
        return {name: plain(getattr(value, name), tell) for name in (entry.name for entry in structs.fields(value))}
    if isinstance(value, Mapping):
        return {str(key): plain(entry, tell) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry, tell) for entry in value]
    return value


def as_data(report: Struct, tell: Callable[[Message], str]) -> dict[str, Any]:
    """A report with the name and the version of its form."""
    data: dict[str, Any] = plain(report, tell)
    return {"format": FORMAT, "version": VERSION, **data}
