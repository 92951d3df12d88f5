"""What the API gives, as types: the OpenAPI document is made of them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

Whole = Annotated[int, Meta(ge=0, le=2**53)]


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
    standin: str  # the bot that plays on for whoever sits there


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
    thinking: str
    hints: bool
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


class DeviceOut(Struct, frozen=True):
    """Where an account is signed in: `device` such as `Firefox, Linux`, `seen` in milliseconds since 1970."""

    mark: str
    device: str
    seen: int
    this: bool


class AccountOut(Struct, frozen=True):
    """One's own account. `email` is a confirmed address; `mail`: this server sends letters."""

    name: str
    email: str
    notices: bool
    mail: bool
    devices: tuple[DeviceOut, ...]
    csrf: str


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


class NotesOut(Struct, frozen=True):
    """What the holder of a seat has noted."""

    revision: int
    text: str


class LinesOut(Struct, frozen=True):
    """What the holder of a seat plans ahead: actions, by company."""

    lines: dict[str, list[dict[str, Any]]]


class AlternativeOut(Struct, frozen=True):
    """A choice a bot has looked at: what it is called, its value (more is better) and where that comes from."""

    action: dict[str, Any]
    label: str
    value: int
    why: str


class AdviceOut(Struct, frozen=True):
    """What a bot would do in the asker's place, why, and what else it has looked at, best first."""

    version: int
    bot: str
    action: dict[str, Any]
    label: str
    why: str
    alternatives: list[AlternativeOut]
