"""What the API takes and gives, as types: requests are checked by them, and the OpenAPI document is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from stellwerk.web.player_marks import COLOURS, SHAPES

Short = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(max_length=200, description="a name of at most 40 characters")]
Whole = Annotated[int, Meta(ge=0, le=2**53)]
Shape = Annotated[str, Meta(max_length=20, description=f"of the player's mark: {', '.join(SHAPES)}")]
Colour = Annotated[str, Meta(max_length=20, description=f"of the player's mark: {', '.join(COLOURS)}")]
Pace = Annotated[
    Literal["instant", "readable", "slow"], Meta(description="how long bots wait before a move that is seen")
]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """A request body; unknown fields are errors."""


class SeatWish(Request, frozen=True):
    """`me`: the creator; `open`: joined by a link; `hotseat`: another person at the creator's device; `bot`."""

    kind: Literal["me", "open", "hotseat", "bot"]
    name: Name = ""
    bot: Short = ""
    shape: Shape = ""
    colour: Colour = ""


class CreateGame(Request, frozen=True):
    """A new table."""

    title: Short
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=12)]
    options: dict[str, Any] = {}
    preset: Short | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    shuffle: bool = False
    name: Name = ""
    undo: Literal["free", "consent", "off"] = "consent"
    spectators: bool = True
    forced: Annotated[bool, Meta(description="what leaves a player no choice plays itself")] = False
    pace: Pace = "instant"


class ImportGame(Request, frozen=True):
    """A transcript (ours or an 18xx.games file) as an analysis table, or, with `seats`, as a table to play on."""

    file: dict[str, Any]
    preset: Short | None = None
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=12)] = ()
    name: Name = ""


class Join(Request, frozen=True):
    """Take a seat by the secret of its link."""

    secret: Short
    name: Name = ""
    shape: Shape = ""
    colour: Colour = ""


class Watch(Request, frozen=True):
    """Watch by the secret of the spectators' link."""

    secret: Short


class HandOver(Request, frozen=True):
    """`open`: the seat is for whoever comes with the new link; `bot`: a bot takes it (the creator may say so)."""

    to: Literal["open", "bot"]
    bot: Short = "random"


class Act(Request, frozen=True):
    """Do something. `key` is any text of the client's own: the same request sent again under it is done once.

    `then` are more actions of the seat that follow at once (a run, then its dividend): all are done, or none.
    """

    seat: SeatNumber
    expected_version: Whole
    action: dict[str, Any]
    key: Annotated[str, Meta(max_length=100)] = ""
    then: Annotated[list[dict[str, Any]], Meta(max_length=4)] = []


class Why(Request, frozen=True):
    """Would this action be legal, what would it do, or which rule refuses it? At the present position or at a ply."""

    action: dict[str, Any]
    seat: SeatNumber | None = None
    ply: Whole | None = None


class Undo(Request, frozen=True):
    """Take back: without `to`, one's own last action and what followed it."""

    seat: SeatNumber
    expected_version: Whole
    to: Whole | None = None
    key: Annotated[str, Meta(max_length=100)] = ""


class UndoAnswer(Request, frozen=True):
    """Agree or not."""

    seat: SeatNumber
    accept: bool


class ChooseRules(Request, frozen=True):
    """How a game goes on that does not agree with the mended rules: from where both agree, or as it was stored."""

    seat: SeatNumber
    expected_version: Whole
    choice: Literal["agreed", "stored"]


class Redo(Request, frozen=True):
    """Make again what was taken back."""

    expected_version: Whole
    count: Annotated[int, Meta(ge=1, le=1000)] = 1


class Say(Request, frozen=True):
    """A chat message. `name` is for spectators; players speak under the name of their seat."""

    text: Annotated[str, Meta(max_length=4000)]
    seat: SeatNumber | None = None
    name: Name = ""


class Branch(Request, frozen=True):
    """An analysis table from a position; without `ply` from the present one."""

    ply: Whole | None = None


class TableChange(Request, frozen=True):
    """What the creator may change at a table."""

    undo: Literal["free", "consent", "off"] | None = None
    spectators: bool | None = None
    name: Name | None = None
    forced: bool | None = None
    pace: Pace | None = None


class MarkWish(Request, frozen=True):
    """How a player wants to be marked; what is empty is left to the table."""

    shape: Shape = ""
    colour: Colour = ""


class Hook(Request, frozen=True):
    """An address that is to be called when the seat is asked; empty: none."""

    url: Annotated[str, Meta(max_length=500)]


class Login(Request, frozen=True):
    """Name and password of an account."""

    name: Name
    password: Annotated[str, Meta(min_length=1, max_length=200)]


# -- answers


class Refusal(Struct, frozen=True):
    """Every refusal: a code, the paragraph of the rules (if it is the rules that refuse), a sentence, its facts."""

    error: str
    rule: str
    text: str
    facts: dict[str, Any]


class SeatOut(Struct, frozen=True):
    """A seat at a table; `yours` says whether the asker may act for it."""

    number: int
    name: str
    kind: str
    bot: str
    taken: bool
    yours: bool
    shape: str
    colour: str


class UndoOut(Struct, frozen=True):
    """An undo that is asked for, and the seats that have not answered yet."""

    seat: int
    to: int
    waiting_for: list[int]


class TableOut(Struct, frozen=True):
    """A table, without the position."""

    id: str
    name: str
    title: str
    status: str
    version: int
    ply: int
    asked: int | None
    your_turn: bool
    creator: bool
    seats: list[SeatOut]
    options: dict[str, Any]
    undo: str
    spectators: bool
    analysis: bool
    origin: dict[str, Any] | None
    undo_request: UndoOut | None
    forced: bool
    pace: str
    created: int
    changed: int


class SecretOut(Struct, frozen=True):
    """The secret of a seat, told once. `link` is for people; programs send it as `Authorization: Bearer SECRET`."""

    seat: int
    secret: str
    link: str


class Made(Struct, frozen=True):
    """A new table. The secrets are told once: only their hashes are kept."""

    table: TableOut
    secrets: list[SecretOut]
    creator_secret: str
    watch_secret: str
    watch_link: str
    csrf: str = ""
    notes: list[str] = []


class Joined(Struct, frozen=True):
    """A seat taken; the link it was joined by is void now, `secret` is the new one."""

    table: TableOut
    seat: int
    secret: str
    csrf: str = ""


class EventOut(Struct, frozen=True):
    """A fact, as the log says it."""

    kind: str
    rule: str
    text: str
    receipt: Any = None


class Done(Struct, frozen=True):
    """An action was done and is durable; a repeated request gets the same version."""

    version: int
    ply: int
    asked: int | None
    status: str
    events: list[EventOut]


class ViewOut(Struct, frozen=True):
    """A position as a seat (null: a spectator) may see it."""

    game: str
    version: int
    ply: int
    plies: int
    seat: int | None
    asked: int | None
    decision: Any
    status: str
    scores: list[int]
    winners: list[int]
    reason: str
    view: dict[str, Any]
    last: list[EventOut]
    parted: PartedOut | None = None


class RangeOut(Struct, frozen=True):
    """Whole numbers for a field of the action: from `low` to `high` in steps of `step`."""

    field: str
    low: int
    high: int
    step: int


class OptionOut(Struct, frozen=True):
    """A legal action of `seat`. `amount` frees one field within a range; `free` names a field the client fills in."""

    seat: int
    action: dict[str, Any]
    amount: RangeOut | None
    free: str


class OptionsOut(Struct, frozen=True):
    """Everything a seat may do now."""

    version: int
    seat: int
    asked: bool
    decision: Any
    options: list[OptionOut]


class WhyOut(Struct, frozen=True):
    """Legal with what would happen, or not with the rule, its full paragraph and the facts."""

    legal: bool
    events: list[EventOut]
    rule: str = ""
    text: str = ""
    facts: dict[str, Any] = {}
    paragraph: str = ""


class RecordOut(Struct, frozen=True):
    """One version of a game: an action, or a rewind to a ply. `live`: the action counts at the present position."""

    version: int
    kind: str
    seat: int
    name: str
    live: bool
    ply: int | None
    action: dict[str, Any] | None
    to: int | None
    events: list[EventOut]
    at: int
    by: str = ""


class LogOut(Struct, frozen=True):
    """What happened after a version."""

    game: str
    since: int
    version: int
    records: list[RecordOut]


class UndoDone(Struct, frozen=True):
    """`done`: taken back; otherwise the others are asked."""

    done: bool
    version: int
    undo_request: UndoOut | None


class PartedOut(Struct, frozen=True):
    """The rules have been mended, and only the first `ply` actions agree with them; why, and whether the position that
    was reached can be gone on from.
    """

    ply: int
    version: int
    reason: str
    stored: bool


class RulesOut(Struct, frozen=True):
    """`done`: the game goes on; otherwise these seats have not chosen the same yet."""

    done: bool
    version: int
    waiting: list[int]


class ChatOut(Struct, frozen=True):
    """A chat message."""

    number: int
    seat: int | None
    name: str
    text: str
    at: int


class OptionInfo(Struct, frozen=True):
    """A choice of the title: its values, the value in each preset, the paragraph and a sentence."""

    key: str
    values: list[Any]
    presets: dict[str, Any]
    rule: str
    text: str


class TitleOut(Struct, frozen=True):
    """A title this server plays."""

    id: str
    name: str
    designer: str
    players: tuple[int, int]
    presets: list[str]
    options: list[OptionInfo]
    bots: list[str]


class ParagraphOut(Struct, frozen=True):
    """A paragraph or section of a title's rules."""

    title: str
    id: str
    text: str


class SessionOut(Struct, frozen=True):
    """Who this browser is. Writes with the cookie must carry `csrf` in the header X-CSRF-Token."""

    csrf: str
    account: str


class ProgrammeOut(Struct, frozen=True):
    """A programmed action as a sentence, and as it was made."""

    number: int
    text: str
    do: dict[str, Any]


class EndedOut(Struct, frozen=True):
    """A programmed action that has ended, and why."""

    text: str
    reason: str


class ProgrammesOut(Struct, frozen=True):
    """The programmed actions of a seat, in the order in which they are asked; `revision` counts changes."""

    revision: int
    programmes: list[ProgrammeOut]
    ended: list[EndedOut]


class NewProgramme(Struct, frozen=True, forbid_unknown_fields=True):
    """A programmed action to add, made for a revision; `do` says what it does (docs/server.md)."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    revision: Annotated[int, Meta(ge=0)]
    do: dict[str, Any]


class PaperRevision(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose paper is changed, and which revision of it."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    revision: Annotated[int, Meta(ge=0)]


class NotesOut(Struct, frozen=True):
    """What the holder of a seat has noted."""

    revision: int
    text: str


class WriteNotes(Struct, frozen=True, forbid_unknown_fields=True):
    """New notes in place of those of a revision."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    revision: Annotated[int, Meta(ge=0)]
    text: str
