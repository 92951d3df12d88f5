"""The way in: start page, import."""

from __future__ import annotations

import time
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from stellwerk.titles import TITLES
from stellwerk.web import library
from stellwerk.web.pages import title_cards
from stellwerk.web.pages.pictures import picture
from stellwerk.web.pages.reader import Reader, TheReader
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.responses import TableOut
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

SHOWN = 8  # games listed at once; the rest behind a fold
MINUTE, HOUR, DAY = 60, 3600, 86400


class MyGame(Struct, frozen=True):
    """A line of `my games`."""

    table: TableOut
    name: str
    title: str
    people: str
    picture: str
    state: str  # yours, waiting, open, over, analysis
    words: str
    since: str


def my_game(reader: Reader, table: TableOut, now: int) -> MyGame:
    """A table as its player wants to see it in a list."""
    title = TITLES[table.title].name if table.title in TITLES else table.title
    state, words = state_of(reader, table)
    return MyGame(
        table=table,
        name=table.name or title,
        title=title,
        people=", ".join(seat.name for seat in table.seats),
        picture=picture(table.title, reader.theme) if table.title in TITLES else "",
        state=state,
        words=words,
        since=since(reader, (now - table.changed) / 1000),
    )


def state_of(reader: Reader, table: TableOut) -> tuple[str, str]:
    """Whose turn it is, or what else the table waits for."""
    if table.status == "open":
        free = sum(not seat.taken for seat in table.seats)
        return "open", reader.say("Open seats: {count}", count=free)
    if table.asked is None or table.status != "running":
        return "over", reader.say("Finished")
    if table.analysis and table.origin:
        return "analysis", reader.say("Study from move {ply}", ply=table.origin["ply"])
    if table.analysis:
        return "analysis", reader.say("Study")
    if table.your_turn:
        return "yours", reader.say("Your decision")
    return "waiting", reader.say("Waiting for {who}", who=table.seats[table.asked].name)


def since(reader: Reader, seconds: float) -> str:
    """How long ago, roughly."""
    if seconds < MINUTE:
        return reader.say("just now")
    if seconds < HOUR:
        return reader.say("{count} min", count=int(seconds // MINUTE))
    if seconds < 2 * DAY:
        return reader.say("{count} h", count=int(seconds // HOUR))
    return reader.say("{count} d", count=int(seconds // DAY))


@get("/", include_in_schema=False, sync_to_thread=True)
def start(
    request: Ask, reader: TheReader, site: NamedDependency[Site], session: NamedDependency[Session]
) -> Response[str]:
    """The start page."""
    cards = title_cards.cards(reader)
    now = int(time.time() * 1000)  # the store counts milliseconds
    games = [my_game(reader, table, now) for table in site.tables.mine(reader.who)]
    games.sort(key=lambda mine: ("yours", "waiting", "open", "analysis", "over").index(mine.state))
    first = title_cards.first_title([card.title for card in cards])
    return front_page(
        request,
        session,
        reader,
        "start.html",
        cards=cards,
        first=first,
        learn=[card for card in cards if TITLES[card.title.id].guided],
        pace=site.settings.pace,
        quick={card.title.id: quick(card.title.id) for card in cards},
        games=games[:SHOWN],
        more=games[SHOWN:],
        waiting=sum(mine.state == "yours" for mine in games),
    )


def quick(name: str) -> dict[str, Any]:
    """The seats of a game that starts with one click: the reader and a few easy bots."""
    title = library.title_out(name)
    return {
        "bots": title_cards.bots_at_first(title),
        "bot": title_cards.usual_bot(title),
        "forced": not library.hides(name),
    }


@get("/import", include_in_schema=False, sync_to_thread=False)
def bring(request: Ask, reader: TheReader, session: NamedDependency[Session]) -> Response[str]:
    """Choose a recorded game."""
    return front_page(request, session, reader, "import.html")


HANDLERS = [start, bring]
