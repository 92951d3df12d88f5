"""Whether a reader wants hints at a table: kept in his own browser for each game, told to nobody else."""

from __future__ import annotations

from litestar.datastructures import Cookie

from stellwerk.web.pages.reader import Reader

COOKIE = "guide"
ON, OFF = "on", "off"
KEPT = 24  # games a browser remembers
_SIGN = {ON: "+", OFF: "-"}


def _read(reader: Reader) -> dict[str, str]:
    """Game and setting; whatever is malformed is left out."""
    found = {}
    for part in reader.guide.split("."):
        game, sign = part[:-1], part[-1:]
        if game.isalnum() and sign in _SIGN.values():
            found[game] = ON if sign == _SIGN[ON] else OFF
    return found


def guided(reader: Reader, game_id: str) -> str:
    """`on`, `off` (the reader has left the guide), or nothing if he never had it."""
    return _read(reader).get(game_id, "")


def keep(reader: Reader, game_id: str, on: bool) -> Cookie:
    """The cookie that remembers the setting of a game, and of the games before it as far as there is room."""
    known = _read(reader)
    known.pop(game_id, None)
    known[game_id] = ON if on else OFF
    last = list(known.items())[-KEPT:]
    reader.guide = ".".join(f"{game}{_SIGN[state]}" for game, state in last)
    return Cookie(key=COOKIE, value=reader.guide, max_age=365 * 24 * 3600, path="/", samesite="lax")
