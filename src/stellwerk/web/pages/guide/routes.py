"""The guide's addresses: a hint that takes a while, the switch, and the table for a first game."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Struct

from stellwerk.titles import TITLES
from stellwerk.web import library
from stellwerk.web.errors import Unknown
from stellwerk.web.pages import title_cards
from stellwerk.web.pages.asked import Asked
from stellwerk.web.pages.guide import any_hint, can_guide
from stellwerk.web.pages.guide.setting import ON, guided, keep
from stellwerk.web.pages.reader import TheReader
from stellwerk.web.pages.render import piece
from stellwerk.web.people import LONGEST_NAME, clean_name
from stellwerk.web.requests import CreateGame, SeatWish
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site


class GuideSwitch(Struct, frozen=True, forbid_unknown_fields=True):
    """Hints or none."""

    on: bool


class Learner(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to learn, and which title."""

    title: str
    name: str = ""


@get("/g/{game_id:str}/hint", include_in_schema=False, sync_to_thread=True)
def hint(asked: Asked) -> Response[str]:
    """The hint for the present decision, worked out with the router."""
    page = asked.open_page()
    found = any_hint(page) if page.yours and can_guide(page) and guided(asked.reader, page.id) == ON else None
    return piece(asked.reader, "guide/answer.html", page=page, hint=found)


@post("/g/{game_id:str}/guide", status_code=200, include_in_schema=False, sync_to_thread=True)
def switch(asked: Asked, data: JSONBody[GuideSwitch]) -> Response[str]:
    """Hints on or off at this table, for this browser; answers with what that changes."""
    page = asked.open_page()
    if not can_guide(page):
        raise Unknown("there is no guide at this table")
    cookie = keep(asked.reader, page.id, data.on)
    answer = asked.answer(page)
    answer.cookies.append(cookie)
    return answer


@post("/learn", status_code=201, include_in_schema=False, sync_to_thread=True)
def learn(
    reader: TheReader, data: JSONBody[Learner], site: NamedDependency[Site], session: NamedDependency[Session]
) -> Response[dict[str, Any]]:
    """A table for a first game: the reader, as few bots as the title allows, and the guide."""
    known = TITLES.get(data.title)
    if known is None or not known.guided:
        raise Unknown("there is no guided game of {title}", title=data.title[:40])
    title = library.title_out(data.title)
    bot = title_cards.usual_bot(title)
    name = clean_name(data.name[: 4 * LONGEST_NAME], "your name") if data.name.strip() else ""
    bots = [SeatWish(kind="bot", bot=bot) for _ in range(title.players[0] - 1)]
    wish = CreateGame(
        title=title.id, seats=(SeatWish(kind="me", name=name), *bots), shuffle=False, pace=site.settings.pace
    )
    made = site.tables.create(wish, session.who)
    csrf = session.begin()
    answer: Response[dict[str, Any]] = Response({"game": made.table.id, "csrf": csrf}, status_code=201)
    answer.cookies.append(keep(reader, made.table.id, True))
    return answer


HANDLERS = [hint, switch, learn]
