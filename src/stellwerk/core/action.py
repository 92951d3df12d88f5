"""The base of all actions: small frozen values with one JSON form."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec import Struct, structs


class Action(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """What a seat does. Titles define the kinds; the kind is the JSON field `type`.

    `quiet` kinds change nothing that others can see on the table, such as passing.
    """

    quiet: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The value of the JSON field `type`."""
        tag = self.__struct_config__.tag
        return tag if isinstance(tag, str) else type(self).__name__

    def misfit(self) -> str:
        """The first field whose value is of another type than declared; empty if all fit.

        Actions read from JSON always fit. One built in Python might not, and must not get into a game.
        """
        for name, kind in _plain_fields(type(self)):
            if type(getattr(self, name)) is not kind:
                return name
        return ""


@cache
def _plain_fields(action: type[Action]) -> tuple[tuple[str, type], ...]:
    """The fields that are plain numbers, strings or lists, with the type they must have."""
    found = []
    for field in structs.fields(action):
        kind = field.type if field.type in (int, str, bool) else tuple
        found.append((field.name, kind))
    return tuple(found)
