"""The menu of a table and the dialog about its seats: links, handing over, bots, undo policy, spectators, webhooks."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from stellwerk.bots import thinkers
from stellwerk.formats import export18xx
from stellwerk.formats.site_doubts import doubts
from stellwerk.web.access import POLICIES, hooks_of
from stellwerk.web.errors import marked
from stellwerk.web.library import title_out
from stellwerk.web.own_bots import choices
from stellwerk.web.packing import AS_IT_IS
from stellwerk.web.pages.asked import Asked, Ply
from stellwerk.web.pages.guide import can_guide
from stellwerk.web.pages.guide.setting import guided
from stellwerk.web.pages.log import quiet
from stellwerk.web.pages.mark_choice import picks
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.title_cards import bot_about, bot_words, effort_words, pace_words, usual_bot
from stellwerk.web.requests import Request as Body
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

TheSite = NamedDependency[Site]
Browser = NamedDependency[Session]
GameId = FromPath[str]
DOUBTS = (  # formats/site_doubts.py, for the message catalogues
    marked("the site does not carry out the sale of CA from player to player"),
    marked("the site holds the new president to the sale of the old one: at least {least}"),
    marked("the site ends a game with the first round that is over in turn {turn}"),
)


@get("/g/{game_id:str}/menu", include_in_schema=False, sync_to_thread=True)
def menu(asked: Asked, ply: Ply = None) -> Response[str]:
    """What can be done at the table besides playing."""
    reader, page = asked.reader, asked.open_page(ply)
    guide = guided(reader, page.id) if can_guide(page) else None
    site_file = not quiet(page) and export18xx.possible(page.game)
    found = [page.tell(doubt.why) for doubt in doubts(page.game)] if site_file else []
    shown: dict[str, Any] = {"guide": guide, "site_file": site_file, "doubts": found}
    shown["reported"] = asked.site.reports.why_not(page.rights, page.live) is None
    return piece(reader, "table/menu.html", page=page, quiet=quiet(page), **shown)


@get("/g/{game_id:str}/seats", include_in_schema=False, sync_to_thread=True, opt=AS_IT_IS)
def dialog(asked: Asked) -> Response[str]:
    """Seats and settings of the table; everybody sees who sits where, the rest by his rights."""
    reader, page = asked.reader, asked.open_page()
    told = hooks_of(page.rights.head)
    hooks = {seat: told.get(str(seat), "") for seat in page.rights.seats}
    names = {"free": page.say("without asking"), "consent": page.say("by consent"), "off": page.say("off")}
    policies = [(policy, names[policy]) for policy in POLICIES]
    title = title_out(page.game.rules.title)
    seatable = [*choices(title.id), *asked.site.own_bots.names]
    shown: dict[str, Any] = {
        "hooks": hooks,
        "bots": [(name, bot_words(reader, title, name)) for name in seatable],
        "usual": usual_bot(title),
        "plays": {name: bot_about(reader, title.id, name) for name in seatable},
        "policies": policies,
        "paces": pace_words(reader).items(),
        "efforts": effort_words(reader).items(),
        "thinkers": thinkers(title.id),
        "picks": {seat.number: picks(page, seat.number) for seat in page.table.seats if seat.yours},
        "kept": asked.site.tables.keeps_seats(page.rights),
    }
    return piece(reader, "table/seats.html", page=page, **shown)


class Again(Body, frozen=True):
    """A wish for a rematch: the next player begins, or all sit as they did."""

    rotated: bool = True


@post("/g/{game_id:str}/again", status_code=201, include_in_schema=False, sync_to_thread=True)
def again(game_id: GameId, data: JSONBody[Again], site: TheSite, session: Browser) -> dict[str, str]:
    """The table of the rematch, made now or before by another player."""
    made = site.rematches.make(game_id, session.who, rotated=data.rotated)
    session.begin()
    return {"game": made}


@get("/g/{game_id:str}/again", include_in_schema=False, sync_to_thread=True)
def rematch(asked: Asked) -> dict[str, str]:
    """The table of the rematch that somebody has asked for, if the reader has a seat there."""
    return {"game": asked.site.rematches.seated(asked.open_page().rights)}


HANDLERS = [menu, dialog, again, rematch]
