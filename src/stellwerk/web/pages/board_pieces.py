"""Addresses of the pieces of board decisions: tiles of a hex, lays with their runs, slots, runs, looking ahead."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from stellwerk.core import BadInput, Illegal
from stellwerk.routing import parse_trains
from stellwerk.web.errors import Unknown
from stellwerk.web.pages.asked import Asked, Ply, TableRequest
from stellwerk.web.pages.board_art import built, rings, token_svg
from stellwerk.web.pages.board_art import piece as drawn
from stellwerk.web.pages.decisions.panel import to_json
from stellwerk.web.pages.decisions.run import other_runs, own_context, run_option
from stellwerk.web.pages.decisions.token import PLACING, slots, token_company, token_lays
from stellwerk.web.pages.decisions.track import hex_context, row, rows_with_runs
from stellwerk.web.pages.hex_why import why_no_lay, why_no_token
from stellwerk.web.pages.lays import CompanyLays, own_lays, place_at, places, run_of
from stellwerk.web.pages.line import BROKEN, token_cost, token_options
from stellwerk.web.pages.lookahead import ahead, looked
from stellwerk.web.pages.own_run import read_draft
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.run_view import run_view
from stellwerk.web.pages.table import why_not
from stellwerk.web.pages.table_page import TablePage

MOST_TOKENS = 24  # places for a token that a look-ahead lists
Short = Annotated[str, QueryParameter(max_length=60)]
Long = Annotated[str, QueryParameter(max_length=4000)]
HexName = FromPath[str]


def _page(asked: TableRequest, ply: int | None = None) -> TablePage:
    """The reader at a table with a map; refused where there is none."""
    page = asked.open_page(ply)
    if not page.family:
        raise Unknown("there is nothing at this address")
    return page


def _lays(page: TablePage, company: str, trains: str, line: str = "") -> CompanyLays:
    """The company looked ahead for, else the one whose turn it is."""
    if company:
        return ahead(page, company, trains, line)
    lays = own_lays(page)
    if lays is None:
        raise Unknown("there is nothing at this address")
    return lays


def _refused(page: TablePage, illegal: Illegal | None) -> Response[str]:
    if illegal is None:
        return piece(page.reader, "table/possible.html", page=page)
    return piece(page.reader, "table/refusal.html", page=page, **why_not(page, illegal))


@get("/g/{game_id:str}/lays/{hex_name:str}", include_in_schema=False, sync_to_thread=True)
def lays_of_hex(
    asked: Asked,
    hex_name: HexName,
    ply: Ply = None,
    company: Short = "",
    trains: Short = "",
    tool: Short = "",
    line: Long = "",
) -> Response[str]:
    """The tiles of a hex, each lay with what it does; where there is none, why not. `tool` is another than tiles."""
    page = _page(asked, ply)
    lays = _lays(page, company, trains, line)
    if tool in page.ui.tools:
        context = page.ui.tools[tool].hexes(lays, hex_name)
        if context is None:
            return _refused(page, page.ui.tools[tool].why(lays, hex_name))
        return piece(page.reader, "decisions/track_hex.html", page=page, **context)
    place = place_at(lays, hex_name)
    if place is None:
        return _refused(page, why_no_lay(lays, hex_name))
    return piece(page.reader, "decisions/track_hex.html", page=page, **hex_context(lays, place))


@get("/g/{game_id:str}/lays", include_in_schema=False, sync_to_thread=True)
def all_lays(
    asked: Asked,
    ply: Ply = None,
    company: Short = "",
    trains: Short = "",
    line: Long = "",
) -> Response[str]:
    """The complete list with the best run after each hex; of the company that builds, or of one looked ahead for."""
    page = _page(asked, ply)
    return piece(
        page.reader, "decisions/track_list.html", page=page, rows=rows_with_runs(_lays(page, company, trains, line))
    )


@get("/g/{game_id:str}/whynot", include_in_schema=False, sync_to_thread=True)
def why_not_here(
    asked: Asked,
    hex_name: Annotated[str, QueryParameter(name="hex", max_length=20)],
    ply: Ply = None,
    tile: Short = "",
    company: Short = "",
    tool: Short = "",
    line: Long = "",
) -> Response[str]:
    """Why nothing, or not that tile, can be laid on a hex; in a token step, why no token can be placed."""
    page = _page(asked, ply)
    name = hex_name.strip().upper()
    if name not in page.t.hexmap.index:
        text = page.say("there is no hex {hex}", hex=name)
        return piece(page.reader, "table/refusal.html", page=page, text=text, rule="", link="", paragraph="")
    if tool in page.ui.tools:
        return _refused(page, page.ui.tools[tool].why(_lays(page, company, "", line), name))
    placing = token_company(page) if any(isinstance(option.action, PLACING) for option in page.options) else None
    if placing is not None and not company:
        return _refused(page, why_no_token(token_lays(page, placing), name))
    return _refused(page, why_no_lay(_lays(page, company, "", line), name, tile))


@get("/g/{game_id:str}/slots", include_in_schema=False, sync_to_thread=True)
def all_slots(asked: Asked) -> Response[str]:
    """The free slots with what a token there does to the best run."""
    page = _page(asked)
    company = token_company(page)
    lent = token_lays(page, company).lent if company is not None else ""
    found = slots(page, runs=True)
    return piece(page.reader, "decisions/token_slots.html", page=page, slots=found, loaded=True, lent=lent)


@get("/g/{game_id:str}/runs", include_in_schema=False, sync_to_thread=True)
def all_runs(asked: Asked) -> Response[str]:
    """The best runs that differ in their stops."""
    page = _page(asked)
    if run_option(page) is None:
        raise Unknown("there is nothing at this address")
    return piece(page.reader, "decisions/run_list.html", page=page, runs=other_runs(page))


@get("/g/{game_id:str}/own", include_in_schema=False, sync_to_thread=True)
def own(
    asked: Asked,
    draft: Long = "",
    train: Short = "",
    bonus: Short = "",
    counts: Long = "",
) -> Response[str]:
    """The run that clicked stops mean; `counts` are the stops an E-train shall count, written as `draft` is."""
    page = _page(asked)
    lays = own_lays(page)
    if lays is None or run_option(page) is None:
        raise Unknown("there is nothing at this address")
    trains = tuple(page.view["companies"][lays.name]["trains"])
    active = train if train in trains else trains[0]
    context = own_context(page, read_draft(draft, trains), active, bonus, read_draft(counts, trains))
    refusal: Illegal | None = context["why"]
    said: dict[str, Any] = why_not(page, refusal) if refusal else {}
    return piece(page.reader, "decisions/run_own.html", page=page, **context, **said)


@get("/g/{game_id:str}/ahead", include_in_schema=False, sync_to_thread=True)
def look_ahead(
    asked: Asked,
    company: Short,
    ply: Ply = None,
    trains: Short = "",
    line: Long = "",
    kept: Annotated[int | None, QueryParameter(ge=0, le=99)] = None,
) -> Response[str]:
    """A company's lays and best run as if it were its turn to build, at the end of a line that is checked anew;
    `kept`: of the one that is kept for this seat of the reader's.
    """
    page = _page(asked, ply)
    if company not in page.t.kit.company_index or page.view["companies"][company].get("removed"):
        raise Unknown("there is nothing at this address")
    if kept is not None:
        own = asked.site.lines.read(asked.game_id, kept, asked.reader.who).lines
        line = msgspec.json.encode(own.get(company, [])).decode()
    problem = ""
    try:
        parse_trains(trains, page.t) if trains else ()
    except BadInput:
        problem = page.say(
            "These trains cannot be read: {trains}. Write kinds with commas, such as 5,D.", trains=trains
        )
    lays, walked, new_turn = looked(page, company, "" if problem else trains, line)
    found = places(lays)
    view = run_view(page, run_of(lays), lays.state.board)
    owned = page.view["companies"][company]
    label = page.say("{company} could lay here", company=company) + ": {hex}"
    return piece(
        page.reader,
        "decisions/ahead.html",
        page=page,
        company=company,
        wish=lays.wish,
        token=token_svg(page, lays.company, 32),
        cash=page.money(owned["cash"]) if owned["floated"] else page.say("not floated"),
        assumed=lays.assumed,
        problem=problem,
        trains=trains or ",".join(spec.name.rpartition("-")[0] or spec.name for spec in lays.trains),
        lent=lays.lent,
        run=view,
        rows=[row(page, place) for place in found],
        loaded=False,
        asked="" if problem else trains,
        lays=sum(place.ways for place in found),
        rings=drawn(rings(page, lays.state.board, [place.number for place in found], label)),
        svg=drawn(view.layer.svg),
        touched=" ".join(view.layer.touched),
        steps=walked.steps,
        broken=sum(step.state == BROKEN for step in walked.steps),
        line=line,
        planned=drawn(built(page, lays.state.board)),
        tokens=[
            (page.label(option.action), to_json(option.action), token_cost(page, walked, option.action, new_turn))
            for option in token_options(page, walked, new_turn)[:MOST_TOKENS]
        ],
    )


HANDLERS = [lays_of_hex, all_lays, why_not_here, all_slots, all_runs, own, look_ahead]
