"""What is asked about Union Pacific besides the table itself: a choice before it is made, and a board of one's own."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Meta

from stellwerk.core import BadInput
from stellwerk.titles.t_union_pacific.rules import board_from_file
from stellwerk.web.pages.at import At
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.regions import regions
from stellwerk.web.pages.render import piece
from stellwerk.web.pages.table import Ask, Browser, GameId, SeatQuery, TabQuery, TheSite
from stellwerk.web.schemas import Request as Body

LONGEST = 400  # of a part of a query
PARTS = ("mode", "card", "company", "section", "shares", "last")


@get("/g/{game_id:str}/up", include_in_schema=False, sync_to_thread=True)
def choose(
    request: Ask, game_id: GameId, site: TheSite, session: Browser, seat: SeatQuery = None, tab: TabQuery = None
) -> Response[str]:
    """The panel, the map and the hand with a choice open; the whole table if the game has moved on meanwhile."""
    reader = Reader(request, session)
    at = At(site, reader, game_id, seat)
    asked = {str(key): str(value)[:LONGEST] for key, value in request.query_params.items()}
    if asked.get("version", str(at.version)) != str(at.version) or at.game.rules.title != "union-pacific":
        return piece(reader, "table/stale.html", **regions(at, tab, seat))
    at.chosen = {name: asked[name] for name in PARTS if name in asked}
    return piece(reader, "union_pacific/chosen.html", **regions(at, tab, seat))


class BoardFile(Body, frozen=True):
    """A board file as its owner has chosen it."""

    text: Annotated[str, Meta(max_length=1_000_000)]
    name: Annotated[str, Meta(max_length=200)] = ""


@post("/titles/union-pacific/board", status_code=200, include_in_schema=False, sync_to_thread=True)
def board(data: JSONBody[BoardFile]) -> dict[str, Any]:
    """The option `board` for the content of a file; refused with line and rule if nobody could play on it."""
    shown = Path(data.name.replace("\\", "/")).name or "board.toml"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.toml"
        path.write_text(data.text, encoding="utf-8", errors="replace")
        try:
            option = board_from_file(path)
        except BadInput as error:
            raise BadInput(f"{shown}: {str(error).removeprefix('board.toml: ')}") from None
    spaces = sum(section["spaces"] for section in option["section"])
    return {
        "board": option,
        "name": option["board"]["name"],
        "cities": len(option["city"]),
        "sections": len(option["section"]),
        "spaces": spaces,
    }


HANDLERS: list[Any] = [choose, board]
