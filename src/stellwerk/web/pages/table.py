"""The table page and its pieces.

`/g/ID` is the page; `/g/ID/live` brings what moves change in it (stream.py); `/g/ID/now` gives the same to whoever has
missed something or wants to see something else; `/g/ID/act` does an action and answers with what has changed. Scripts
put regions in place of the old ones (static/talk.js).
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter
from markupsafe import Markup
from msgspec import structs

from stellwerk import draw
from stellwerk.core import Illegal
from stellwerk.web.errors import Stale
from stellwerk.web.library import paragraph, rule_link
from stellwerk.web.packing import AS_IT_IS
from stellwerk.web.pages import receipts, seats, stream, undoing
from stellwerk.web.pages.asked import Asked, Ply, TableRequest
from stellwerk.web.pages.background import draw_ahead, result_ahead
from stellwerk.web.pages.log import ALL, Wanted, found, log_of, quiet
from stellwerk.web.pages.map_settings import map_classes
from stellwerk.web.pages.places import place_of
from stellwerk.web.pages.regions import happened, whole, written
from stellwerk.web.pages.render import fragment, full_page, piece
from stellwerk.web.pages.rows import view_rows
from stellwerk.web.pages.since import strip_of
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs import tab_of
from stellwerk.web.pages.tabs.rules import search
from stellwerk.web.pages.visit import Ask
from stellwerk.web.requests import Act, Why

Since = Annotated[int | None, QueryParameter(ge=0, le=2**53)]


@get("/g/{game_id:str}", include_in_schema=False, sync_to_thread=True)
def table_page(asked: Asked, request: Ask, ply: Ply = None) -> Response[str]:
    """The table."""
    page, tab = asked.open_page(ply), asked.tab
    if tab is None and asked.reader.narrow:  # the map above, all other views in rows below it
        tab = "map"
    draw_ahead(page)
    result_ahead(page)
    return full_page(
        asked.reader,
        "table.html",
        page=page,
        place=place_of(page),
        tab=tab_of(page, tab),
        rows=view_rows(page),
        chat=asked.site.tables.chat(page.id, 0, asked.reader.who),
        tokens=tokens(page),
        map_classes=map_classes(asked.reader, asked.site, request),
        regions=whole(written(page, tab, asked.seat)) | comes_back(page),
    )


def comes_back(page: TablePage) -> dict[str, Markup]:
    """Whoever opens the table while others are asked is told what has happened too; moves do not change that."""
    if page.table.your_turn or page.table.status != "running":
        return {}
    return {"since": Markup(fragment(page.reader, "table/since.html", page=page, strip=strip_of(page)))}  # escaped


@get("/g/{game_id:str}/now", include_in_schema=False, sync_to_thread=True)
def now(asked: Asked, ply: Ply = None, since: Since = None) -> Response[str]:
    """The regions as they are now; with `since`, also what the reader should be told of what happened after it."""
    page = asked.open_page(ply)
    return asked.answer(page, said=[] if since is None else happened(page, since))


@get("/g/{game_id:str}/view", include_in_schema=False, sync_to_thread=True)
def one_view(asked: Asked, ply: Ply = None) -> Response[str]:
    """One view alone, for a row of a small screen; nothing if the row has it already."""
    page = asked.open_page(ply)
    made = piece(asked.reader, "table/view.html", page=page, stage=tab_of(page, asked.tab).build(page))
    known = hashlib.blake2b(made.content.encode(), digest_size=12).hexdigest()
    if known == asked.have:
        return Response("", status_code=204)
    made.set_header("x-view", known)
    return made


@get("/g/{game_id:str}/log", include_in_schema=False, sync_to_thread=True)
def more_log(
    asked: Asked,
    before: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    ply: Ply = None,
    q: Annotated[str, QueryParameter(max_length=80)] = "",
    company: Annotated[str, QueryParameter(max_length=40)] = "",
    player: Annotated[str, QueryParameter(max_length=80)] = "",
    kind: Annotated[str, QueryParameter(pattern="^(all|moves|money)$")] = ALL,
) -> Response[str]:
    """More of the log, above what is shown; or what fits of the whole of it."""
    page, wanted = asked.open_page(ply), Wanted(q, company, player, kind)
    log = found(page, wanted, before) if wanted else log_of(page, before)
    return piece(asked.reader, "table/log_more.html", log=log)


@get("/g/{game_id:str}/rules", include_in_schema=False, sync_to_thread=True)
def search_rules(asked: Asked, q: Annotated[str, QueryParameter(max_length=200)] = "") -> Response[str]:
    """Paragraphs of the title's rules that have the words."""
    page = asked.open_page()
    found, count = search(page.game.rules.title, q, page.language)
    return piece(asked.reader, "tabs/_found.html", page=page, found=found, count=count, asked=q.strip())


@post("/g/{game_id:str}/act", status_code=200, include_in_schema=False, sync_to_thread=True, opt=AS_IT_IS)
def act(asked: Asked, data: JSONBody[Act]) -> Response[bytes]:
    """Do it and show what is then; a refusal says why, a stale click shows the new position."""
    with asked.answering():
        return asked.packed(acted(asked, data))


def acted(asked: TableRequest, data: Act) -> Response[str]:
    """The same, before it is compressed."""
    opened = asked.open()
    try:
        _, moved = asked.site.playing.play(*opened, data)
    except Illegal as illegal:
        page = asked.open_page(opened=opened)
        return piece(asked.reader, "table/refusal.html", 422, page=page, **why_not(page, illegal))
    except Stale:
        return undoing.stale(asked, data.expected_version)
    return asked.answer(asked.open_page(opened=asked.site.games.after(moved, asked.reader.who)))


@post("/g/{game_id:str}/why", status_code=200, include_in_schema=False, sync_to_thread=True)
def why(asked: Asked, data: JSONBody[Why]) -> Response[str]:
    """Why an action is not possible, tried on a copy."""
    page = asked.open_page(data.ply)
    own = page.actor_seat if data.seat is None else data.seat
    if data.seat is not None and quiet(page):  # a refusal could tell what somebody else holds
        page.rights.must_act_for(data.seat)
    try:
        asked.site.playing.tried(page.rights, page.live, structs.replace(data, seat=own, ply=page.ply))
    except Illegal as illegal:
        return piece(asked.reader, "table/refusal.html", page=page, **why_not(page, illegal))
    return piece(asked.reader, "table/possible.html", page=page)


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
    more_log,
    search_rules,
    act,
    why,
    *receipts.HANDLERS,
    *seats.HANDLERS,
    *stream.HANDLERS,
    *undoing.HANDLERS,
]
