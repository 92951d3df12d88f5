"""The table page and its pieces.

`/g/ID` is the page; `/g/ID/now` gives the regions that a move can change, each under its id; `/g/ID/act` does an action
and answers with the same regions. Scripts put the regions in place of the old ones (static/talk.js).
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import structs

from stellwerk import draw
from stellwerk.core import Illegal
from stellwerk.web.errors import Stale
from stellwerk.web.library import paragraph, rule_link
from stellwerk.web.pages import log, receipts, seats, undoing
from stellwerk.web.pages.background import draw_ahead
from stellwerk.web.pages.log import quiet
from stellwerk.web.pages.places import place_of
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.regions import regions
from stellwerk.web.pages.render import full_page, piece
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs import tab_of
from stellwerk.web.schemas import Act, Why
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

TheSite = NamedDependency[Site]
Browser = NamedDependency[Session]
GameId = FromPath[str]
Ply = Annotated[int | None, QueryParameter(ge=0, le=10**6)]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=99)]
TabQuery = Annotated[str | None, QueryParameter(max_length=40)]
Since = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
Ask = Request[Any, Any, Any]


@get("/g/{game_id:str}", include_in_schema=False, sync_to_thread=True)
def table_page(
    request: Ask,
    game_id: GameId,
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    ply: Ply = None,
    tab: TabQuery = None,
) -> Response[str]:
    """The table."""
    reader = Reader(request, session)
    page = TablePage(site, reader, game_id, seat, ply)
    if tab is None and request.cookies.get("narrow") == "yes":  # the map above, all other views in rows below it
        tab = "map"
    chat = site.tables.chat(game_id, 0, reader.who)
    draw_ahead(page)
    return full_page(reader, "table.html", chat=chat, tokens=tokens(page), **regions(page, tab, seat))


@get("/g/{game_id:str}/now", include_in_schema=False, sync_to_thread=True)
def now(
    request: Ask,
    game_id: GameId,
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    ply: Ply = None,
    tab: TabQuery = None,
    since: Since = None,
) -> Response[str]:
    """The regions as they are now; with `since`, also what the reader should be told of what happened after it."""
    reader = Reader(request, session)
    return piece(reader, "table/regions.html", **regions(TablePage(site, reader, game_id, seat, ply), tab, seat, since))


@get("/g/{game_id:str}/view", include_in_schema=False, sync_to_thread=True)
def one_view(
    request: Ask,
    game_id: GameId,
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    ply: Ply = None,
    tab: TabQuery = None,
) -> Response[str]:
    """One view alone, for a row of a small screen."""
    reader = Reader(request, session)
    page = TablePage(site, reader, game_id, seat, ply)
    return piece(reader, "table/view.html", page=page, stage=tab_of(page, tab).build(page))


@post("/g/{game_id:str}/act", status_code=200, include_in_schema=False, sync_to_thread=True)
def act(
    request: Ask,
    game_id: GameId,
    data: JSONBody[Act],
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    tab: TabQuery = None,
) -> Response[str]:
    """Do it and show what is then; a refusal says why, a stale click shows the new position."""
    reader = Reader(request, session)
    try:
        site.playing.act(game_id, data, reader.who)
    except Illegal as illegal:
        page = TablePage(site, reader, game_id, seat)
        return piece(reader, "table/refusal.html", 422, page=page, **why_not(page, illegal))
    except Stale:
        shown = regions(TablePage(site, reader, game_id, seat), tab, seat, data.expected_version)
        return piece(reader, "table/stale.html", 409, **shown)
    return piece(reader, "table/regions.html", **regions(TablePage(site, reader, game_id, seat), tab, seat))


@post("/g/{game_id:str}/why", status_code=200, include_in_schema=False, sync_to_thread=True)
def why(
    request: Ask, game_id: GameId, data: JSONBody[Why], site: TheSite, session: Browser, seat: SeatQuery = None
) -> Response[str]:
    """Why an action is not possible, tried on a copy."""
    reader = Reader(request, session)
    page = TablePage(site, reader, game_id, seat, data.ply)
    own = page.actor_seat if data.seat is None else data.seat
    if data.seat is not None and quiet(page):  # a refusal could tell what somebody else holds
        page.rights.must_act_for(data.seat)
    try:
        site.playing.tried(page.rights, page.live, structs.replace(data, seat=own, ply=page.ply))
    except Illegal as illegal:
        return piece(reader, "table/refusal.html", page=page, **why_not(page, illegal))
    return piece(reader, "table/possible.html", page=page)


def why_not(page: TablePage, illegal: Illegal) -> dict[str, Any]:
    """A refusal for the page: the sentence, its rule and the whole paragraph."""
    return {
        "text": page.refusal(illegal),
        "rule": illegal.rule,
        "link": rule_link(illegal.rule),
        "paragraph": paragraph(illegal.rule, page.language),
    }


def tokens(page: TablePage) -> dict[str, str]:
    """The tokens of the companies, drawn once for the whole page."""
    if not page.family:
        return place_of(page).tokens(page)
    return {entry.id: draw.token(entry) for entry in page.t.companies}


HANDLERS: list[Any] = [
    table_page,
    now,
    one_view,
    act,
    why,
    *log.HANDLERS,
    *receipts.HANDLERS,
    *seats.HANDLERS,
    *undoing.HANDLERS,
]
