"""The JSON API, /api/v1. Handlers only pass on: what is decided is decided by the table service."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from stellwerk.web import library
from stellwerk.web.api_admin import Office
from stellwerk.web.api_history import HistoryApi
from stellwerk.web.api_parameters import (
    REFUSALS,
    Asker,
    Browser,
    GameId,
    OwnSeat,
    Ply,
    SeatQuery,
    Since,
    Text,
    TheSite,
    spoken,
)
from stellwerk.web.aside import aside
from stellwerk.web.errors import Stale
from stellwerk.web.packing import AS_IT_IS
from stellwerk.web.people import Who
from stellwerk.web.requests import (
    Act,
    AdviceWish,
    ChangeLine,
    ChooseRules,
    CreateGame,
    HandOver,
    Hook,
    Join,
    Login,
    MarkWish,
    NewProgramme,
    PaperRevision,
    Redo,
    Say,
    StandIn,
    TableChange,
    Undo,
    UndoAnswer,
    Watch,
    Why,
    WriteNotes,
)
from stellwerk.web.responses import (
    AdviceOut,
    ChatOut,
    Done,
    Joined,
    LinesOut,
    Made,
    NotesOut,
    OptionsOut,
    ParagraphOut,
    ProgrammesOut,
    RulesOut,
    SecretOut,
    SessionOut,
    TableOut,
    TitleOut,
    UndoDone,
    ViewOut,
    WhyOut,
)
from stellwerk.web.site import Site


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

    @post("/accounts", responses=REFUSALS, opt=AS_IT_IS)
    @aside
    def register(self, data: JSONBody[Login], site: TheSite, session: Browser) -> SessionOut:
        """Make an account and sign in."""
        account = site.accounts.register(data.name, data.password)
        return SessionOut(session.sign_in(account.id, account.name), account.name)

    @post("/login", status_code=200, responses=REFUSALS, opt=AS_IT_IS)
    @aside
    def login(self, data: JSONBody[Login], site: TheSite, session: Browser) -> SessionOut:
        """Sign in."""
        account = site.accounts.check(data.name, data.password, session.place)
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

    @put("/{game_id:str}/seats/{number:int}/stand-in", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def stand_in(
        self, game_id: GameId, number: FromPath[int], data: JSONBody[StandIn], site: TheSite, who: Asker
    ) -> TableOut:
        """Let a bot play on for one's own seat until one is back; an empty `bot`: one is."""
        return site.tables.stand_in(game_id, number, data.bot, who)

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

    @post("/advice", status_code=200, responses=REFUSALS)
    @aside
    def advice(
        self, request: Request[Any, Any, Any], game_id: GameId, data: JSONBody[AdviceWish], site: TheSite, who: Asker
    ) -> AdviceOut:
        """What a bot would do in the asker's place, and why, where the table allows it; `hard` takes seconds."""
        return site.advice.ask(game_id, data.seat, who, spoken(request), data.bot)

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

    @get("/lines", sync_to_thread=True, responses=REFUSALS)
    def lines(self, game_id: GameId, site: TheSite, who: Asker, seat: OwnSeat) -> LinesOut:
        """What one plans ahead for each company; nobody else can read it."""
        return site.lines.read(game_id, seat, who)

    @post("/lines", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def change_line(self, game_id: GameId, data: JSONBody[ChangeLine], site: TheSite, who: Asker) -> LinesOut:
        """Plan one step more, or one less, for a company."""
        return site.lines.change(game_id, data, who)

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


def with_state(stale: Stale, site: Site, game_id: str, who: Who, seat: int) -> Stale:
    """The refusal with the position as it is now, so that the client need not ask again."""
    stale.state = site.playing.view(game_id, who, seat)
    return stale


CONTROLLERS: list[type[Controller]] = [Titles, People, Games, Play, HistoryApi, Office]
