"""The JSON API of a game's past: looking back, aside and away."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from stellwerk.web.api_parameters import FILE, REFUSALS, Asker, Browser, GameId, Ply, SeatQuery, Since, Text, TheSite
from stellwerk.web.aside import aside
from stellwerk.web.feed import follow, streamed
from stellwerk.web.packing import AS_IT_IS
from stellwerk.web.requests import Branch, ImportGame
from stellwerk.web.responses import LogOut, Made


class HistoryApi(Controller):
    """Looking back, aside and away."""

    tags = ("history",)

    @get("/games/{game_id:str}/history", sync_to_thread=True, responses=REFUSALS)
    def history(self, game_id: GameId, site: TheSite, who: Asker) -> list[dict[str, Any]]:
        """The actions that count, with what they did; positions are read with `view?ply=`."""
        return site.analysis.history(game_id, who)

    @get("/games/{game_id:str}/log", sync_to_thread=True, responses=REFUSALS)
    def log(self, game_id: GameId, site: TheSite, who: Asker, since: Since = 0, seat: SeatQuery = None) -> LogOut:
        """Everything recorded after a version, taken-back actions and rewinds included, as a seat may read it."""
        return site.analysis.log(game_id, since, who, seat)

    @get("/games/{game_id:str}/events", responses=REFUSALS, media_type="text/event-stream", opt=AS_IT_IS)
    async def events(
        self, request: Request[Any, Any, Any], game_id: GameId, site: TheSite, who: Asker, since: Text = None
    ) -> Stream:
        """Live updates (server-sent events `moves`, `chat`, `table`, `gone`); `Last-Event-ID` or `since` catches up."""
        place = request.headers.get("last-event-id") or since or ""
        return streamed(request, await follow(site, game_id, who, place))

    @post("/games/{game_id:str}/branch", sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def branch(self, game_id: GameId, data: JSONBody[Branch], site: TheSite, who: Asker, session: Browser) -> Made:
        """A private analysis table from a position, all seats played by the asker. The game is not touched."""
        made = site.analysis.branch(game_id, data.ply, who)
        return msgspec.structs.replace(made, csrf=session.begin())

    @get("/games/{game_id:str}/export", sync_to_thread=True, responses={200: FILE, **REFUSALS})
    def export(
        self,
        game_id: GameId,
        site: TheSite,
        who: Asker,
        form: Annotated[str, QueryParameter(name="format", max_length=20, description="stellwerk, 18xx.games, csv")] = (
            "stellwerk"
        ),
        ply: Ply = None,
        allow_doubts: Annotated[bool, QueryParameter(description="also a file that 18xx.games may not read")] = False,
    ) -> Response[bytes]:
        """The game as a file: our transcript, an 18xx.games file, or a table for analysis. Where that site is known to
        refuse or to play otherwise a line of the file, the answer is 409 `doubtful` with the `doubts` among its facts,
        unless `allow_doubts` is set.
        """
        content, kind, name = site.analysis.export(game_id, form, who, ply, allow_doubts=allow_doubts)
        return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})

    @post("/import", responses=REFUSALS, opt=AS_IT_IS)
    @aside
    def bring(self, data: JSONBody[ImportGame], site: TheSite, who: Asker, session: Browser) -> Made:
        """A table from a transcript, ours or an 18xx.games file. A file that does not replay changes nothing."""
        made = site.analysis.bring(data, who)
        return msgspec.structs.replace(made, csrf=session.begin())
