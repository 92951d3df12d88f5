"""E-mail addresses: only such as can stand in a letter without meaning anything else there."""

from __future__ import annotations

import re

from stellwerk.web.errors import BadRequest

LONGEST = 254  # RFC 5321
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")


def check_address(text: str) -> str:
    """The address as it is kept: the name of the host in small letters, and in ASCII if it is an international one."""
    wrong = BadRequest("{address!r} is not an e-mail address", address=text[:100])
    local, at, host = text.strip().rpartition("@")
    try:
        domain = host.encode("idna").decode().lower() if host else ""
    except UnicodeError:
        raise wrong from None
    labels = domain.split(".")
    if not at or not _LOCAL.fullmatch(local) or len(local) > 64 or len(local) + 1 + len(domain) > LONGEST:
        raise wrong
    if (len(labels) < 2 and domain != "localhost") or not all(_LABEL.fullmatch(label) for label in labels):
        raise wrong
    return f"{local}@{domain}"
