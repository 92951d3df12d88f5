"""The base of all actions: small frozen values with one JSON form."""

from __future__ import annotations

from msgspec import Struct


class Action(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a seat does. Titles define the kinds; the kind is the JSON field `type`."""

    @property
    def kind(self) -> str:
        """The value of the JSON field `type`."""
        tag = self.__struct_config__.tag
        return tag if isinstance(tag, str) else type(self).__name__
