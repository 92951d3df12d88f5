"""The JSON API, /api/v1. Handlers only pass on: what is decided is decided by the table service."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, patch, post, put
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from stellwerk.web import library
from stellwerk.web.errors import Stale
from stellwerk.web.feed import follow, streamed
from stellwerk.web.guard import Headers, language_of
from stellwerk.web.packing import AS_IT_IS
from stellwerk.web.people import Who
from stellwerk.web.schemas import (
    Act,
    Branch,
    ChatOut,
    ChooseRules,
    CreateGame,
    Done,
    HandOver,
    Hook,
    ImportGame,
    Join,
    Joined,
    Login,
    LogOut,
    Made,
    MarkWish,
    NewProgramme,
    NotesOut,
    OptionsOut,
    PaperRevision,
    ParagraphOut,
    ProgrammesOut,
    Redo,
    Refusal,
    RulesOut,
    Say,
    SecretOut,
    SessionOut,
    TableChange,
    TableOut,
    TitleOut,
    Undo,
    UndoAnswer,
    UndoDone,
    ViewOut,
    Watch,
    Why,
    WhyOut,
    WriteNotes,
)
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

TheSite = NamedDependency[Site]
Asker = NamedDependency[Who]
Browser = NamedDependency[Session]
GameId = FromPath[str]
Ply = Annotated[int | None, QueryParameter(ge=0, le=10**6, description="a position of the past: after so many actions")]
OwnSeat = Annotated[int, QueryParameter(ge=0, le=99)]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=99, description="as which of one's seats")]
Since = Annotated[int, QueryParameter(ge=0, le=2**53, description="what came after this number")]
Text = Annotated[str | None, QueryParameter(max_length=200)]
REFUSALS = {
    status: ResponseSpec(Refusal, generate_examples=False, description=text)
    for status, text in {
        400: "the request cannot be understood: what and where",
        403: "the seat, the view or the table is not the asker's",
        404: "there is no such game, title or paragraph",
        409: "the game has moved on, or it is not the time",
        422: "the rules refuse the action",
        429: "too many requests",
    }.items()
}
FILE = ResponseSpec(dict[str, Any], generate_examples=False, description="the file; JSON, or CSV text with format=csv")


class Titles(Controller):
    """Titles and their rules."""

    path = "/titles"
    tags = ("titles",)

    @get("/", sync_to_thread=True)
    def titles(self) -> list[TitleOut]:
        """The titles with their options and presets."""
        return library.all_titles()

    @get("/{title:str}", sync_to_thread=True, responses=REFUSALS)
    def title(self, title: FromPath[str]) -> TitleOut:
        """One title."""
        return library.title_out(title)

    @get("/{title:str}/rules", sync_to_thread=True, responses=REFUSALS)
    def rules(self, request: Request[Any, Any, Any], title: FromPath[str]) -> list[ParagraphOut]:
        """All paragraphs of a title's rules, in the language asked for."""
        return library.rules(title, spoken(request))

    @get("/{title:str}/rules/{paragraph:str}", sync_to_thread=True, responses=REFUSALS)
    def rule(self, request: Request[Any, Any, Any], title: FromPath[str], paragraph: FromPath[str]) -> ParagraphOut:
        """A paragraph or section, such as `8.1.4` or `8.1`, in the language asked for."""
        return library.rule(title, paragraph, spoken(request))


class People(Controller):
    """Sessions and accounts."""

    tags = ("people",)

    @get("/session", sync_to_thread=False, opt=AS_IT_IS)
    def session(self, session: Browser) -> SessionOut:
        """Who this browser is, and its CSRF token."""
        return SessionOut(session.csrf, session.person.name)

    @post("/accounts", sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def register(self, data: JSONBody[Login], site: TheSite, session: Browser) -> SessionOut:
        """Make an account and sign in."""
        account = site.accounts.register(data.name, data.password)
        return SessionOut(session.sign_in(account.id, account.name), account.name)

    @post("/login", status_code=200, sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def login(self, data: JSONBody[Login], site: TheSite, session: Browser) -> SessionOut:
        """Sign in."""
        account = site.accounts.check(data.name, data.password)
        return SessionOut(session.sign_in(account.id, account.name), account.name)

    @post("/logout", status_code=204, sync_to_thread=False)
    def logout(self, session: Browser) -> None:
        """End the session. Seats held without an account are reached by their links only afterwards."""
        session.end()


class Games(Controller):
    """Tables: setting up and sitting down."""

    path = "/games"
    tags = ("tables",)

    @get("/", sync_to_thread=True)
    def mine(self, site: TheSite, who: Asker) -> list[TableOut]:
        """My games, those changed last first, with whose turn it is."""
        return site.tables.mine(who)

    @post("/", sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def create(self, data: JSONBody[CreateGame], site: TheSite, who: Asker, session: Browser) -> Made:
        """A new table. The answer holds the secrets of its seats, told once."""
        made = site.tables.create(data, who)
        return msgspec.structs.replace(made, csrf=session.begin())

    @get("/{game_id:str}", sync_to_thread=True, responses=REFUSALS)
    def table(self, game_id: GameId, site: TheSite, who: Asker) -> TableOut:
        """The table, without the position."""
        return site.tables.info(game_id, who)

    @patch("/{game_id:str}", sync_to_thread=True, responses=REFUSALS)
    def change(self, game_id: GameId, data: JSONBody[TableChange], site: TheSite, who: Asker) -> TableOut:
        """What the creator may change: undo policy, spectators, name."""
        return site.tables.change(game_id, data, who)

    @post("/{game_id:str}/join", status_code=200, sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def join(self, game_id: GameId, data: JSONBody[Join], site: TheSite, who: Asker, session: Browser) -> Joined:
        """Take a seat by the secret of its link."""
        joined = site.tables.join(game_id, data, who)
        return msgspec.structs.replace(joined, csrf=session.rotate())

    @post("/{game_id:str}/watch", status_code=200, sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def watch(self, game_id: GameId, data: JSONBody[Watch], site: TheSite, session: Browser) -> SessionOut:
        """Watch by the spectators' link."""
        return SessionOut(session.watch(site.tables.watched_by(game_id, data.secret)), session.person.name)

    @post("/{game_id:str}/watch-link", status_code=200, sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def watch_link(self, game_id: GameId, site: TheSite, who: Asker) -> SecretOut:
        """A new spectators' link (the creator); the old one is void."""
        return site.tables.new_watch_link(game_id, who)

    @post(
        "/{game_id:str}/seats/{number:int}/hand-over",
        status_code=200,
        sync_to_thread=True,
        responses=REFUSALS,
        opt=AS_IT_IS,
    )
    def hand_over(
        self, game_id: GameId, number: FromPath[int], data: JSONBody[HandOver], site: TheSite, who: Asker
    ) -> SecretOut | None:
        """Free a seat for whoever gets the new link, or (the creator) let a bot take it."""
        return site.tables.hand_over(game_id, number, data, who)

    @post(
        "/{game_id:str}/seats/{number:int}/link", status_code=200, sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS
    )
    def link(self, game_id: GameId, number: FromPath[int], site: TheSite, who: Asker) -> SecretOut:
        """A new link for one's seat, or for an open one; the old one is void."""
        return site.tables.new_link(game_id, number, who)

    @put("/{game_id:str}/seats/{number:int}/webhook", status_code=204, sync_to_thread=True, responses=REFUSALS)
    def webhook(self, game_id: GameId, number: FromPath[int], data: JSONBody[Hook], site: TheSite, who: Asker) -> None:
        """Keep an address that is to be called when the seat is asked."""
        site.tables.set_hook(game_id, number, data.url, who)

    @put("/{game_id:str}/seats/{number:int}/mark", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def mark(
        self, game_id: GameId, number: FromPath[int], data: JSONBody[MarkWish], site: TheSite, who: Asker
    ) -> TableOut:
        """Choose shape and colour of one's own mark; what another player has chosen is refused."""
        return site.tables.set_mark(game_id, number, data, who)

    @get("/{game_id:str}/chat", sync_to_thread=True, responses=REFUSALS)
    def chat(self, game_id: GameId, site: TheSite, who: Asker, since: Since = 0) -> list[ChatOut]:
        """Messages after a number."""
        return site.tables.chat(game_id, since, who)

    @post("/{game_id:str}/chat", sync_to_thread=True, responses=REFUSALS)
    def say(self, game_id: GameId, data: JSONBody[Say], site: TheSite, who: Asker) -> dict[str, int]:
        """Say something; returns the number of the message."""
        return {"number": site.tables.say(game_id, data, who)}


class Play(Controller):
    """At the table."""

    path = "/games/{game_id:str}"
    tags = ("play",)

    @get("/view", sync_to_thread=True, responses=REFUSALS)
    def view(self, game_id: GameId, site: TheSite, who: Asker, seat: SeatQuery = None, ply: Ply = None) -> ViewOut:
        """The position as a seat or a spectator sees it; with `ply` an earlier one."""
        return site.playing.view(game_id, who, seat, ply)

    @get("/options", sync_to_thread=True, responses=REFUSALS)
    def options(self, game_id: GameId, site: TheSite, who: Asker, seat: SeatQuery = None) -> OptionsOut:
        """Everything the seat may do now, complete and typed."""
        return site.playing.options(game_id, who, seat)

    @post("/why", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def why(self, game_id: GameId, data: JSONBody[Why], site: TheSite, who: Asker) -> WhyOut:
        """Would an action be legal, and what would it do, or which rule refuses it? Nothing is changed."""
        return site.playing.why(game_id, data, who)

    @post("/actions", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def act(self, game_id: GameId, data: JSONBody[Act], site: TheSite, who: Asker) -> Done:
        """Do something. A stale version is refused with the new version and the new position (`state`)."""
        try:
            return site.playing.act(game_id, data, who)
        except Stale as stale:
            raise with_state(stale, site, game_id, who, data.seat) from None

    @post("/undo", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def undo(self, game_id: GameId, data: JSONBody[Undo], site: TheSite, who: Asker) -> UndoDone:
        """Take back one's last action; over another's decision as the table has agreed."""
        try:
            return site.takeback.undo(game_id, data, who)
        except Stale as stale:
            raise with_state(stale, site, game_id, who, data.seat) from None

    @post("/undo/answer", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def answer(self, game_id: GameId, data: JSONBody[UndoAnswer], site: TheSite, who: Asker) -> UndoDone:
        """Agree to an undo that is asked for, or end it."""
        return site.takeback.answer(game_id, data, who)

    @post("/rules", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def choose_rules(self, game_id: GameId, data: JSONBody[ChooseRules], site: TheSite, who: Asker) -> RulesOut:
        """Choose how a game goes on that does not agree with the mended rules; all persons must choose the same."""
        return site.mending.choose(game_id, data, who)

    @post("/redo", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def redo(self, game_id: GameId, data: JSONBody[Redo], site: TheSite, who: Asker) -> UndoDone:
        """Make one's own actions again that were taken back."""
        return site.takeback.redo(game_id, data, who)

    @get("/programmes", sync_to_thread=True, responses=REFUSALS)
    def programmes(
        self, request: Request[Any, Any, Any], game_id: GameId, site: TheSite, who: Asker, seat: OwnSeat
    ) -> ProgrammesOut:
        """The programmed actions of one's own seat."""
        return site.programmes.read(game_id, seat, who, spoken(request))

    @post("/programmes", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def programme(
        self, request: Request[Any, Any, Any], game_id: GameId, data: JSONBody[NewProgramme], site: TheSite, who: Asker
    ) -> ProgrammesOut:
        """Programme an action: it is done when its seat is asked, until its condition ends."""
        return site.programmes.add(game_id, data, who, spoken(request))

    @post("/programmes/{number:int}/end", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def end_programme(
        self,
        request: Request[Any, Any, Any],
        game_id: GameId,
        number: FromPath[int],
        data: JSONBody[PaperRevision],
        site: TheSite,
        who: Asker,
    ) -> ProgrammesOut:
        """End a programmed action."""
        return site.programmes.remove(game_id, number, data, who, spoken(request))

    @get("/notes", sync_to_thread=True, responses=REFUSALS)
    def notes(self, game_id: GameId, site: TheSite, who: Asker, seat: OwnSeat) -> NotesOut:
        """What one has noted at this table; nobody else can read it."""
        return site.programmes.notes(game_id, seat, who)

    @put("/notes", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def write_notes(self, game_id: GameId, data: JSONBody[WriteNotes], site: TheSite, who: Asker) -> NotesOut:
        """Replace one's notes; refused if another device has changed them meanwhile."""
        return site.programmes.write_notes(game_id, data, who)

    @get("/receipts", sync_to_thread=True, responses=REFUSALS)
    def receipts(self, game_id: GameId, site: TheSite, who: Asker, ply: Ply = None) -> dict[str, Any]:
        """Every figure of the position, line by line with its rules."""
        return site.playing.receipts(game_id, who, ply)

    @get("/best-run", sync_to_thread=True, responses=REFUSALS)
    def best_run(
        self,
        game_id: GameId,
        site: TheSite,
        who: Asker,
        company: Text = None,
        trains: Text = None,
        top: Annotated[int, QueryParameter(ge=1, le=5)] = 1,
        ply: Ply = None,
    ) -> dict[str, Any]:
        """The best run of a company, proven or with an upper bound; `trains` such as `5,D` instead of its own."""
        return site.playing.best_run(game_id, who, company, trains, top, ply)


class Past(Controller):
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

    @post("/import", sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def bring(self, data: JSONBody[ImportGame], site: TheSite, who: Asker, session: Browser) -> Made:
        """A table from a transcript, ours or an 18xx.games file. A file that does not replay changes nothing."""
        made = site.analysis.bring(data, who)
        return msgspec.structs.replace(made, csrf=session.begin())


def spoken(request: Request[Any, Any, Any]) -> str:
    """The language a request asks for."""
    return language_of(Headers(request.scope["headers"]))


def with_state(stale: Stale, site: Site, game_id: str, who: Who, seat: int) -> Stale:
    """The refusal with the position as it is now, so that the client need not ask again."""
    stale.state = site.playing.view(game_id, who, seat)
    return stale


CONTROLLERS: list[type[Controller]] = [Titles, People, Games, Play, Past]
