"""Pictures of titles: the map as printed, for cards and lists. Drawn once, kept by browsers for good."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from stellwerk import __version__, draw
from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.web.library import known, sample
from stellwerk.web.pages.static import FOLDER


@lru_cache(maxsize=64)
def map_of(name: str, theme: str) -> bytes:
    """The map of a title as a picture of its own; our sign where nothing is drawn yet."""
    rules = sample(known(name).id)
    if isinstance(rules, FamilyRules):
        hexmap = rules.t.hexmap  # of several boards the first
        return draw.map_svg(hexmap, theme=theme, part=hexmap.hexes[0].board).encode()
    if known(name).wing("drawing") is not None:
        return draw.board_svg(Game(rules), theme=theme).encode()
    return (FOLDER / "icon.svg").read_bytes()


def picture(name: str, theme: str) -> str:
    """Where a page finds the picture, in its reader's theme."""
    return f"/titles/{name}/map.svg?theme={'auto' if theme == 'system' else theme}&v={__version__}"


@get("/titles/{title:str}/map.svg", include_in_schema=False, sync_to_thread=True)
def map_file(
    title: FromPath[str],
    theme: Annotated[str, QueryParameter(max_length=10)] = "light",
    v: Annotated[str, QueryParameter(max_length=40)] = "",
) -> Response[bytes]:
    """The picture."""
    content = map_of(title, theme if theme in draw.THEMES else "light")
    kept = "public, max-age=604800" if v == __version__ else "no-cache"
    return Response(content, media_type="image/svg+xml", headers={"cache-control": kept})


HANDLERS = [map_file]
