"""/admin: people, games and the log of what was done, for administrators."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from stellwerk.core import StellwerkError
from stellwerk.web.administration import line
from stellwerk.web.pages.reader import Reader, TheReader
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

SHOWN, LINES = 25, 50
Search = Annotated[str, QueryParameter(max_length=80)]


def act_words(reader: Reader) -> dict[str, str]:
    """What the acts of the log are called."""
    return {
        "ban": reader.say("banned"),
        "unban": reader.say("let in again"),
        "mute": reader.say("muted"),
        "unmute": reader.say("allowed to write again"),
        "lock": reader.say("locked"),
        "unlock": reader.say("unlocked"),
        "delete": reader.say("deleted"),
        "erase": reader.say("erased"),
        "export": reader.say("data given out"),
        "grant": reader.say("made an administrator"),
        "revoke": reader.say("no administrator any more"),
        "retention": reader.say("forgotten after its time"),
    }


def status_words(reader: Reader) -> dict[str, str]:
    """How a game stands, in a word."""
    return {
        "open": reader.say("waiting for players"),
        "running": reader.say("running"),
        "finished": reader.say("finished"),
        "abandoned": reader.say("abandoned"),
    }


@get("/admin", include_in_schema=False, sync_to_thread=True)
def office(
    request: Ask,
    reader: TheReader,
    site: NamedDependency[Site],
    session: NamedDependency[Session],
    people: Search = "",
    games: Search = "",
) -> Response[str]:
    """The page of the administrators."""
    administration = site.administration
    administration.actor(reader.who)
    found: list[dict[str, Any]] = []
    try:
        found = [line(head) for head in administration.games(games, SHOWN)]
    except StellwerkError:  # nobody of that name: nothing is found
        found = []
    log = administration.log(LINES)
    names = {whom: administration.name_of(whom) for entry in log for whom in (entry.actor, entry.whom)}
    return front_page(
        request,
        session,
        reader,
        "office.html",
        people=administration.people(people, SHOWN),
        games=found,
        wanted_people=people,
        wanted_games=games,
        log=log,
        names=names | {"command": reader.say("on the server")},
        acts=act_words(reader),
        statuses=status_words(reader),
    )
