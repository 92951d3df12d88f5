"""The dialog in which a player asks what a bot would do: first a bar while it thinks, then its advice."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromQuery

from stellwerk.web.advice import advisers, allowed
from stellwerk.web.aside import aside
from stellwerk.web.errors import Unknown
from stellwerk.web.library import title_out
from stellwerk.web.pages.asked import Asked
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.title_cards import bot_words


@get("/g/{game_id:str}/advice", include_in_schema=False, sync_to_thread=True)
def dialog(asked: Asked) -> Response[str]:
    """The dialog; the advice itself is fetched by it, for that takes seconds."""
    page = asked.open_page()
    asked.site.advice.must_be_allowed(page.rights, page.live, seat_of(page))
    title = title_out(page.game.rules.title)
    bots = [(name, bot_words(asked.reader, title, name)) for name in advisers(title.id)]
    return piece(asked.reader, "table/advice.html", page=page, bots=bots)


@get("/g/{game_id:str}/advised", include_in_schema=False)
@aside
def advised(asked: Asked, bot: FromQuery[str] = "") -> Response[str]:
    """The advice, of the bot that is named or the strongest."""
    page = asked.open_page()
    advice = asked.site.advice.ask(page.id, seat_of(page), asked.reader.who, page.language, bot[:20])
    words = bot_words(asked.reader, title_out(page.game.rules.title), advice.bot)
    return piece(asked.reader, "table/advised.html", page=page, advice=advice, bot=words)


def seat_of(page: TablePage) -> int:
    """Whose decision it is about: spectators have none, nor is there any advice where the table has none."""
    if page.actor_seat is None or not allowed(page.rights):
        raise Unknown("there is nothing at this address")
    return page.actor_seat


HANDLERS = [dialog, advised]
