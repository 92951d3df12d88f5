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
        given, kinds = tuple(map(type, structs.astuple(self))), _plain_types(type(self))
        if given == kinds:
            return ""
        fields = zip(structs.fields(self), given, kinds, strict=True)
        return next(field.name for field, found, kind in fields if found is not kind)


@cache
def _plain_types(action: type[Action]) -> tuple[type, ...]:
    """The types the values of its fields must have: plain numbers, strings or lists."""
    return tuple(field.type if field.type in (int, str, bool) else tuple for field in structs.fields(action))
