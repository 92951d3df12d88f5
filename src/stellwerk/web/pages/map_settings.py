"""What the map shows, as its reader likes it: kept with the person on the server, else on the device (a cookie).

The drawing has everything in it; what is switched off is hidden by classes of the page (`board.css`), so that a change
needs no new drawing and holds for look-ahead and the past as well.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, put
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from stellwerk.web.errors import BadRequest
from stellwerk.web.pages.reader import Reader, TheReader
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.requests import Request as Body
from stellwerk.web.site import Site

NAME = "map"  # of the preference and of the cookie
OFF = ("no-names", "no-coordinates", "no-revenue", "no-terrain", "no-reserved")  # hide what is shown at first
ON = ("tile-numbers",)  # show what is hidden at first
ROUTES = ("routes-colours", "routes-dashes")  # one of them, or both colours and dashes
KNOWN = (*OFF, *ON, *ROUTES)


def known_classes(text: str) -> str:
    """The classes in a text that a page may have, once each and in order."""
    wished = set(text[:200].replace(".", " ").split())
    return " ".join(name for name in KNOWN if name in wished)


def map_classes(reader: Reader, site: Site, request: Request[Any, Any, Any]) -> str:
    """The classes of the page for its reader."""
    kept = site.store.preference(reader.who.holder, NAME) if reader.who.begun else None
    return known_classes(request.cookies.get(NAME, "") if kept is None else kept)


def map_switches(page: TablePage, *only: str) -> dict[str, Any]:
    """What the panel on the map offers: class, words, whether it is on at first. `only` is what a plainer map has."""
    switches = [
        ("no-names", page.say("Names"), True),
        ("no-coordinates", page.say("Coordinates"), True),
        ("tile-numbers", page.say("Tile numbers"), False),
        ("no-revenue", page.say("Revenue"), True),
        ("no-terrain", page.say("Terrain and its costs"), True),
        ("no-reserved", page.say("Reservations"), True),
    ]
    routes = [
        ("", page.say("Colours and dashes")),
        ("routes-colours", page.say("Colours only")),
        ("routes-dashes", page.say("Dashes only")),
    ]
    return {
        "switches": [entry for entry in switches if not only or entry[0] in only],
        "routes": [] if only else routes,
    }


class MapSettings(Body, frozen=True):
    """The classes that are to hold from now on."""

    classes: Annotated[str, Meta(max_length=200)]


@put("/settings/map", status_code=200, include_in_schema=False, sync_to_thread=True)
def keep(reader: TheReader, site: NamedDependency[Site], data: JSONBody[MapSettings]) -> dict[str, str]:
    """Keep what a person wants to see on maps; without a session it stays on the device."""
    classes = known_classes(data.classes)
    unknown = [name for name in data.classes.split() if name not in KNOWN]
    if unknown:
        raise BadRequest("a map has no setting {name!r}", name=unknown[0])
    if reader.who.begun:
        site.store.set_preference(reader.who.holder, NAME, classes)
    return {"classes": classes}


HANDLERS = [keep]
