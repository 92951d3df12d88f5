"""The tree of an analysis table beside its board: lines to go to, names, comments and glyphs (`web/studies.py`).

It is fetched when its view is opened and whenever the table changes (static/study.js); `/s/ID` is the table with that
view open.
"""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Redirect
from msgspec import Meta

from stellwerk.study.tree import GLYPHS
from stellwerk.web.errors import Stale
from stellwerk.web.pages.asked import Asked, Ply, TableRequest
from stellwerk.web.pages.reader import TheReader
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.undoing import stale
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.requests import Request as Body
from stellwerk.web.requests import Whole
from stellwerk.web.sessions import Session

OFFERED = GLYPHS[:7]  # glyphs with a button; the others are for files


class Go(Body, frozen=True):
    """A wish to set the table to a move of the tree."""

    node: Whole
    expected_version: Whole


class Change(Body, frozen=True):
    """A wish to change what is written into the tree."""

    do: Literal["name", "say", "judge", "promote", "delete"]
    node: Whole
    text: Annotated[str, Meta(max_length=20_000)] = ""
    glyphs: Annotated[tuple[str, ...], Meta(max_length=10)] = ()


@get("/s/{game_id:str}", include_in_schema=False, sync_to_thread=False)
def study_page(game_id: FromPath[str]) -> Redirect:
    """The table with its tree open."""
    return Redirect(f"/g/{game_id}#study", status_code=303)


@get("/study", include_in_schema=False, sync_to_thread=False)
def by_link(request: Ask, reader: TheReader, session: NamedDependency[Session]) -> Response[str]:
    """The page that opens a link with a whole study in it; what stands behind # reaches the server only from there."""
    return front_page(request, session, reader, "study_link.html")


@get("/g/{game_id:str}/study", include_in_schema=False, sync_to_thread=True)
def study(asked: Asked, ply: Ply = None) -> Response[str]:
    """The tree around the position that is shown."""
    return told(asked, ply)


@post("/g/{game_id:str}/study/go", status_code=200, include_in_schema=False, sync_to_thread=True)
def go(asked: Asked, data: JSONBody[Go]) -> Response[str]:
    """Go to a move of the tree; the answer is the table there."""
    with asked.answering():
        try:
            asked.site.studies.go(asked.game_id, data.node, data.expected_version, asked.reader.who)
        except Stale:
            return stale(asked, data.expected_version)
        return asked.answer(asked.open_page())


@post("/g/{game_id:str}/study/write", status_code=200, include_in_schema=False, sync_to_thread=True)
def write(asked: Asked, data: JSONBody[Change], ply: Ply = None) -> Response[str]:
    """Change what is written; the answer is the tree as it is then."""
    studies, who = asked.site.studies, asked.reader.who
    if data.do == "name":
        studies.name(asked.game_id, data.node, data.text, who)
    elif data.do == "say":
        studies.comment(asked.game_id, data.node, data.text, who)
    elif data.do == "judge":
        studies.judge(asked.game_id, data.node, data.glyphs, who)
    elif data.do == "promote":
        studies.promote(asked.game_id, data.node, who)
    else:
        studies.delete(asked.game_id, data.node, who)
    return told(asked, ply)


@get("/g/{game_id:str}/study/export", include_in_schema=False, sync_to_thread=True)
def export(
    asked: Asked, form: Annotated[str, QueryParameter(name="format", max_length=20)] = "json"
) -> Response[bytes]:
    """The study as a file of ours, as text, or packed into a link."""
    asked.open_page()
    content, kind, name = asked.site.studies.export(asked.game_id, form, asked.reader.who)
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)


def told(asked: TableRequest, ply: int | None) -> Response[str]:
    """The tree as HTML."""
    page = asked.open_page(ply)
    tree = asked.site.studies.read(asked.game_id, asked.reader.who, ply)
    return piece(
        asked.reader,
        "table/study.html",
        page=page,
        tree=tree,
        glyphs=OFFERED,
        seats=page.game.rules.seats,
        may=bool(page.rights.seats) or page.rights.creator,
    )


HANDLERS = [study_page, by_link, study, go, write, export]
