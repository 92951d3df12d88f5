"""Addresses of the pieces of board decisions: tiles of a hex, lays with their runs, slots, runs, looking ahead."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from stellwerk.core import BadInput, Illegal
from stellwerk.web.errors import Unknown
from stellwerk.web.pages.at import At
from stellwerk.web.pages.board_art import piece as drawn
from stellwerk.web.pages.board_art import rings, token_svg
from stellwerk.web.pages.decisions.run import other_runs, own_context, run_option
from stellwerk.web.pages.decisions.token import PLACING, slots, token_company, token_works
from stellwerk.web.pages.decisions.track import hex_context, row, rows_with_runs
from stellwerk.web.pages.hex_why import why_no_lay, why_no_token
from stellwerk.web.pages.lays import Works, own_works, place_at, places, run_of
from stellwerk.web.pages.lookahead import ahead
from stellwerk.web.pages.own_run import read_draft
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.run_view import run_view
from stellwerk.web.pages.table import Ask, Browser, GameId, Ply, SeatQuery, TheSite, why_not

Short = Annotated[str, QueryParameter(max_length=60)]
Long = Annotated[str, QueryParameter(max_length=4000)]
HexName = FromPath[str]


def _at(request: Ask, site: TheSite, session: Browser, game_id: str, seat: int | None, ply: int | None) -> At:
    """The reader at a table with a map; refused where there is none."""
    at = At(site, Reader(request, session), game_id, seat, ply)
    if not at.family:
        raise Unknown("there is nothing at this address")
    return at


def _works(at: At, company: str, trains: str) -> Works:
    """The company looked ahead for, else the one whose turn it is."""
    if company:
        return ahead(at, company, trains)
    works = own_works(at)
    if works is None:
        raise Unknown("there is nothing at this address")
    return works


def _refused(at: At, illegal: Illegal | None) -> Response[str]:
    if illegal is None:
        return piece(at.reader, "table/possible.html", at=at)
    return piece(at.reader, "table/refusal.html", at=at, **why_not(at, illegal))


@get("/g/{game_id:str}/lays/{hex_name:str}", include_in_schema=False, sync_to_thread=True)
def lays_of_hex(
    request: Ask,
    game_id: GameId,
    hex_name: HexName,
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    ply: Ply = None,
    company: Short = "",
    trains: Short = "",
    tool: Short = "",
) -> Response[str]:
    """The tiles of a hex, each lay with what it does; where there is none, why not. `tool` is another than tiles."""
    at = _at(request, site, session, game_id, seat, ply)
    works = _works(at, company, trains)
    if tool in at.ui.tools:
        context = at.ui.tools[tool].hexes(works, hex_name)
        if context is None:
            return _refused(at, at.ui.tools[tool].why(works, hex_name))
        return piece(at.reader, "decisions/track_hex.html", at=at, **context)
    place = place_at(works, hex_name)
    if place is None:
        return _refused(at, why_no_lay(works, hex_name))
    return piece(at.reader, "decisions/track_hex.html", at=at, **hex_context(works, place))


@get("/g/{game_id:str}/lays", include_in_schema=False, sync_to_thread=True)
def all_lays(
    request: Ask,
    game_id: GameId,
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    ply: Ply = None,
    company: Short = "",
    trains: Short = "",
) -> Response[str]:
    """The complete list with the best run after each hex; of the company that builds, or of one looked ahead for."""
    at = _at(request, site, session, game_id, seat, ply)
    return piece(at.reader, "decisions/track_list.html", at=at, rows=rows_with_runs(_works(at, company, trains)))


@get("/g/{game_id:str}/whynot", include_in_schema=False, sync_to_thread=True)
def why_not_here(
    request: Ask,
    game_id: GameId,
    site: TheSite,
    session: Browser,
    hex_name: Annotated[str, QueryParameter(name="hex", max_length=20)],
    seat: SeatQuery = None,
    ply: Ply = None,
    tile: Short = "",
    company: Short = "",
    tool: Short = "",
) -> Response[str]:
    """Why nothing, or not that tile, can be laid on a hex; in a token step, why no token can be placed."""
    at = _at(request, site, session, game_id, seat, ply)
    name = hex_name.strip().upper()
    if name not in at.t.hexmap.index:
        text = at.say("there is no hex {hex}", hex=name)
        return piece(at.reader, "table/refusal.html", at=at, text=text, rule="", link="", paragraph="")
    if tool in at.ui.tools:
        return _refused(at, at.ui.tools[tool].why(_works(at, company, ""), name))
    placing = token_company(at) if any(isinstance(option.action, PLACING) for option in at.options) else None
    if placing is not None and not company:
        return _refused(at, why_no_token(token_works(at, placing), name))
    return _refused(at, why_no_lay(_works(at, company, ""), name, tile))


@get("/g/{game_id:str}/slots", include_in_schema=False, sync_to_thread=True)
def all_slots(request: Ask, game_id: GameId, site: TheSite, session: Browser, seat: SeatQuery = None) -> Response[str]:
    """The free slots with what a token there does to the best run."""
    at = _at(request, site, session, game_id, seat, None)
    company = token_company(at)
    lent = token_works(at, company).lent if company is not None else ""
    found = slots(at, runs=True)
    return piece(at.reader, "decisions/token_slots.html", at=at, slots=found, loaded=True, lent=lent)


@get("/g/{game_id:str}/runs", include_in_schema=False, sync_to_thread=True)
def all_runs(request: Ask, game_id: GameId, site: TheSite, session: Browser, seat: SeatQuery = None) -> Response[str]:
    """The best runs that differ in their stops."""
    at = _at(request, site, session, game_id, seat, None)
    if run_option(at) is None:
        raise Unknown("there is nothing at this address")
    return piece(at.reader, "decisions/run_list.html", at=at, runs=other_runs(at))


@get("/g/{game_id:str}/own", include_in_schema=False, sync_to_thread=True)
def own(
    request: Ask,
    game_id: GameId,
    site: TheSite,
    session: Browser,
    seat: SeatQuery = None,
    draft: Long = "",
    train: Short = "",
    bonus: Short = "",
    counts: Long = "",
) -> Response[str]:
    """The run that clicked stops mean; `counts` are the stops an E-train shall count, written as `draft` is."""
    at = _at(request, site, session, game_id, seat, None)
    works = own_works(at)
    if works is None or run_option(at) is None:
        raise Unknown("there is nothing at this address")
    trains = tuple(at.view["companies"][works.name]["trains"])
    active = train if train in trains else trains[0]
    context = own_context(at, read_draft(draft, trains), active, bonus, read_draft(counts, trains))
    refusal: Illegal | None = context["why"]
    said: dict[str, Any] = why_not(at, refusal) if refusal else {}
    return piece(at.reader, "decisions/run_own.html", at=at, **context, **said)


@get("/g/{game_id:str}/ahead", include_in_schema=False, sync_to_thread=True)
def look_ahead(
    request: Ask,
    game_id: GameId,
    site: TheSite,
    session: Browser,
    company: Short,
    seat: SeatQuery = None,
    ply: Ply = None,
    trains: Short = "",
) -> Response[str]:
    """A company's lays and best run as if it were its turn to build."""
    at = _at(request, site, session, game_id, seat, ply)
    if company not in at.t.kit.company_index or at.view["companies"][company].get("removed"):
        raise Unknown("there is nothing at this address")
    problem = ""
    try:
        works = ahead(at, company, trains)
    except BadInput:
        problem = at.say("These trains cannot be read: {trains}. Write kinds with commas, such as 5,D.", trains=trains)
        works = ahead(at, company)
    found = places(works)
    view = run_view(at, run_of(works), works.state.board)
    owned = at.view["companies"][company]
    label = at.say("{company} could lay here", company=company) + ": {hex}"
    return piece(
        at.reader,
        "decisions/ahead.html",
        at=at,
        company=company,
        wish=works.wish,
        token=token_svg(at, works.company, 32),
        cash=at.money(owned["cash"]) if owned["floated"] else at.say("not floated"),
        assumed=works.assumed,
        problem=problem,
        trains=trains or ",".join(spec.name.rpartition("-")[0] or spec.name for spec in works.trains),
        lent=works.lent,
        run=view,
        rows=[row(at, place) for place in found],
        loaded=False,
        asked="" if problem else trains,
        lays=sum(place.ways for place in found),
        rings=drawn(rings(at, works.state.board, [place.number for place in found], label)),
        svg=drawn(view.layer.svg),
        touched=" ".join(view.layer.touched),
    )


HANDLERS = [lays_of_hex, all_lays, why_not_here, all_slots, all_runs, own, look_ahead]
