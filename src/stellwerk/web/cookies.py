"""Cookies of a request: our own and plain ones only. The libraries' readers take the square of a value's backslashes in
time (64 KB of them: 20 s), so nothing gets to them but what we have written ourselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

OURS = ("stellwerk", "__Host-stellwerk", "known", "__Host-known", "lang", "theme", "guide", "narrow", "map")
_PLAIN = re.compile(r"[!#-+\--:<-\[\]-~]{0,2000}")  # RFC 6265: no quotes, commas, backslashes


def our_cookies(headers: Iterable[str]) -> dict[str, str]:
    """The cookies of ours in Cookie headers; of two with one name the first, which is that of the nearer path."""
    found: dict[str, str] = {}
    for header in headers:
        for part in header.split(";"):
            name, sign, value = part.strip(" \t").partition("=")
            if sign and name in OURS and name not in found and _PLAIN.fullmatch(value):
                found[name] = value
    return found


def written(cookies: dict[str, str]) -> str:
    """One Cookie header again."""
    return "; ".join(f"{name}={value}" for name, value in cookies.items())
