"""The switches for language and theme: the same page, asked for in another way."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Request
from msgspec import Struct

from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.web.pages.reader import THEMES, Reader
from stellwerk.web.pages.render import LANGUAGE_NAMES


class Switch(Struct, frozen=True):
    """One choice of a switch: its code, its name, where it leads, whether it is chosen."""

    code: str
    name: str
    href: str
    chosen: bool


class Switches(Struct, frozen=True):
    """Both switches."""

    languages: list[Switch]
    themes: list[Switch]


def switches(request: Request[Any, Any, Any], reader: Reader) -> Switches:
    """The switches of a page; what else stands in its address stays."""
    kept = [(key, value) for key, value in request.query_params.multi_items() if key not in ("lang", "theme")]

    def href(key: str, value: str) -> str:
        return "?" + urlencode([*kept, (key, value)])

    names = {"system": reader.say("As the system"), "light": reader.say("Light"), "dark": reader.say("Dark")}
    return Switches(
        [Switch(code, LANGUAGE_NAMES[code], href("lang", code), code == reader.language) for code in LANGUAGES],
        [Switch(code, names[code], href("theme", code), code == reader.theme) for code in THEMES],
    )
