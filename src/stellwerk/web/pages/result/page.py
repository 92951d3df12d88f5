"""`/g/ID/result`: the page of a game that is over."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from stellwerk.core import WordedReceipt
from stellwerk.formats import export18xx
from stellwerk.formats.site_doubts import doubts
from stellwerk.web.errors import Waiting
from stellwerk.web.library import rule_link
from stellwerk.web.pages.asked import Asked
from stellwerk.web.pages.decisions.shell import over
from stellwerk.web.pages.history_facts import past_of, round_words
from stellwerk.web.pages.moments.kinds import dividend, floated, president
from stellwerk.web.pages.moments.latest import builders, moments_of
from stellwerk.web.pages.moments.moment import Moment
from stellwerk.web.pages.player_shapes import symbols
from stellwerk.web.pages.result.decided import Decided, decided, lead
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs import tabs_of
from stellwerk.web.pages.tabs.charts import Chart
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.sessions import Session

EVERYDAY = (dividend, floated, president)  # moments that are never among them, and many
TURNS = ("phase", "rust", "bankrupt", "closed", "merger", "bank", "ending", "payout")  # moments that a game turns on


class TurningPoint(Struct, frozen=True):
    """A turning point: when, and what happened."""

    when: str
    ply: int
    moment: Moment


@get("/g/{game_id:str}/result", include_in_schema=False, sync_to_thread=True)
def result(request: Ask, asked: Asked, session: NamedDependency[Session]) -> Response[str]:
    """Standing, receipts, what decided it, charts, rematch, export; refused while the game is on."""
    page = asked.open_page()
    if page.game.decision() is not None:
        raise Waiting("the game is not over yet")
    return front_page(request, session, asked.reader, "result.html", **result_of(page))


def result_of(page: TablePage) -> dict[str, Any]:
    """What the page is filled with."""
    ended = page.ui.panels.get("over", over)(page)
    site_file = export18xx.possible(page.game)
    charts: list[Chart] = next((tab.build(page).context["charts"] for tab in tabs_of(page) if tab.id == "charts"), [])
    return {
        "page": page,
        "x": ended.context,
        "marks": symbols(page),
        "receipts": receipts(page),
        "link": rule_link,
        "decided": decision_of(page),
        "turns": turns(page),
        "charts": charts,
        "rematch": page.site.rematches.seated(page.rights),
        "quiet": False,
        "site_file": site_file,
        "doubts": [page.tell(doubt.why) for doubt in doubts(page.game)] if site_file else [],
    }


def decision_of(page: TablePage) -> Decided:
    """What decided the game, in the title's own terms."""
    build = page.ui.result
    if build is not None:
        return build(page)
    return decided(page) if page.family else Decided(lead(page), [])


def receipts(page: TablePage) -> dict[int, WordedReceipt]:
    """The receipt of each score, by seat."""
    found = page.game.receipts()
    names = page.game.rules.seats
    return {seat: page.receipt(found[f"score {name}"]) for seat, name in enumerate(names) if f"score {name}" in found}


def turns(page: TablePage) -> list[TurningPoint]:
    """The turning points of the game, in their order."""
    known, found = {kind for kind, build in builders(page).items() if build not in EVERYDAY}, []
    past = past_of(page) if page.family else None
    for ply, made in enumerate(page.game.plies, 1):
        if not any(event.kind in known for event in made.events):
            continue
        when = page.say("Move {ply}", ply=ply) if past is None else round_words(page, past.rounds[past.at(ply - 1)])
        found += [TurningPoint(when, ply, moment) for moment in moments_of(page, ply) if moment.kind in TURNS]
    return found


HANDLERS = [result]
