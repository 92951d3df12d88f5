"""Taking back and making again from the page; the answers are regions, with a word about what happened."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from stellwerk.web.errors import Stale
from stellwerk.web.pages.log import headline, sentences
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.regions import regions
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.schemas import Redo, Undo, UndoAnswer
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site
from stellwerk.web.takeback import next_undo

TheSite = NamedDependency[Site]
Browser = NamedDependency[Session]
GameId = FromPath[str]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=99)]
TabQuery = Annotated[str | None, QueryParameter(max_length=40)]
Ask = Request[Any, Any, Any]


@post("/g/{game_id:str}/undo", status_code=200, include_in_schema=False, sync_to_thread=True)
def undo(
    request: Ask,
    game_id: GameId,
    data: JSONBody[Undo],
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    tab: TabQuery = None,
) -> Response[str]:
    """Take back at once, or ask the others."""
    reader = Reader(request, session)
    before = TablePage(site, reader, game_id, seat)
    planned = next_undo(before.rights, before.live.game)
    to = data.to if data.to is not None else planned.to if planned else 0
    gone = sentences(before, to + 1)
    try:
        done = site.takeback.undo(game_id, data, reader.who)
    except Stale:
        return stale(site, reader, game_id, seat, tab, data.expected_version)
    page = TablePage(site, reader, game_id, seat)
    shown = regions(page, tab, seat)
    if done.done:
        move = headline(gone) if gone else page.say("Move {number}", number=to + 1)
        shown["happened"] = [page.say("Undone: {move}", move=move)]
        shown["toast_redo"] = shown["frame"].redo.way == "now"
    else:
        shown["happened"] = [page.say("The others are asked whether the move may be taken back.")]
    return piece(reader, "table/regions.html", **shown)


@post("/g/{game_id:str}/undo/answer", status_code=200, include_in_schema=False, sync_to_thread=True)
def answer(
    request: Ask,
    game_id: GameId,
    data: JSONBody[UndoAnswer],
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    tab: TabQuery = None,
) -> Response[str]:
    """Agree to an undo, refuse it, or withdraw one's own request."""
    reader = Reader(request, session)
    site.takeback.answer(game_id, data, reader.who)
    return piece(reader, "table/regions.html", **regions(TablePage(site, reader, game_id, seat), tab, seat))


@post("/g/{game_id:str}/redo", status_code=200, include_in_schema=False, sync_to_thread=True)
def redo(
    request: Ask,
    game_id: GameId,
    data: JSONBody[Redo],
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    tab: TabQuery = None,
) -> Response[str]:
    """Make again what was taken back last."""
    reader = Reader(request, session)
    try:
        site.takeback.redo(game_id, data, reader.who)
    except Stale:
        return stale(site, reader, game_id, seat, tab, data.expected_version)
    return piece(reader, "table/regions.html", **regions(TablePage(site, reader, game_id, seat), tab, seat))


def stale(site: Site, reader: Reader, game_id: str, seat: int | None, tab: str | None, seen: int) -> Response[str]:
    """The game has moved on: the new position, and that it is new."""
    return piece(reader, "table/stale.html", 409, **regions(TablePage(site, reader, game_id, seat), tab, seat, seen))


HANDLERS = [undo, answer, redo]
