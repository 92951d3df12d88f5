"""The pages behind links: take a seat, or watch. The secret stands behind the #, so only browsers have it."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from stellwerk.web.pages.reader import TheReader
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

TheSite = NamedDependency[Site]
Browser = NamedDependency[Session]


def to_table(game_id: str) -> Redirect:
    """On to the table. The # of its own keeps browsers from carrying the secret along."""
    return Redirect(f"/g/{game_id}#app", status_code=303)


@get("/join/{game_id:str}", include_in_schema=False, sync_to_thread=True)
def join(
    request: Ask, reader: TheReader, game_id: FromPath[str], site: TheSite, session: Browser
) -> Response[str] | Redirect:
    """Take a seat by its link; who sits there already goes on to the table."""
    if site.games.rights(game_id, reader.who).seats:
        return to_table(game_id)
    return front_page(request, session, reader, "join.html", game=game_id)


@get("/watch/{game_id:str}", include_in_schema=False, sync_to_thread=True)
def watch(
    request: Ask, reader: TheReader, game_id: FromPath[str], site: TheSite, session: Browser
) -> Response[str] | Redirect:
    """Watch by the spectators' link; who may look already goes on to the table."""
    rights = site.games.rights(game_id, reader.who)
    if rights.seats or rights.creator or rights.watcher:
        return to_table(game_id)
    return front_page(request, session, reader, "watch.html", game=game_id)


HANDLERS = [join, watch]
