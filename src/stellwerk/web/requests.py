"""What the API takes, as types: requests are checked by them, and the OpenAPI document is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from stellwerk.web.player_marks import COLOURS, SHAPES

Short = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(max_length=200, description="a name of at most 40 characters")]
Secret = Annotated[str, Meta(min_length=1, max_length=200)]
Whole = Annotated[int, Meta(ge=0, le=2**53)]
Shape = Annotated[str, Meta(max_length=20, description=f"of the player's mark: {', '.join(SHAPES)}")]
Colour = Annotated[str, Meta(max_length=20, description=f"of the player's mark: {', '.join(COLOURS)}")]
Pace = Annotated[
    Literal["instant", "readable", "slow"], Meta(description="how long bots wait before a move that is seen")
]
Thinking = Annotated[
    Literal["short", "usual", "long"],
    Meta(description="how much bots that try their choices out look at: a part of their budget of actions"),
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
    thinking: Thinking = "usual"
    hints: Annotated[bool, Meta(description="players may ask what a strong bot would do")] = False


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
    """`open`: the seat is for whoever comes with the new link; `bot`: a bot takes it (the creator may say so); `me`: at
    an analysis table its creator plays the seat again.
    """

    to: Literal["open", "bot", "me"]
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
    thinking: Thinking | None = None
    hints: bool | None = None


class StandIn(Request, frozen=True):
    """A bot plays on for the seat until its owner is back; an empty name: he is."""

    bot: Short = "normal"


class AdviceWish(Request, frozen=True):
    """What would a bot do? `seat` is the asker's own, which is asked; `bot` is a level, `hard` if none is named."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=20)] = ""


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
    password: Secret


class Password(Request, frozen=True):
    """One's password, as a proof."""

    password: Secret


class NewPassword(Request, frozen=True):
    """Another password."""

    old: Secret
    new: Secret
    end_others: bool = False


class NewAddress(Request, frozen=True):
    """An e-mail address, empty for none, and the password as a proof."""

    email: Annotated[str, Meta(max_length=320)]
    password: Secret


class TicketSecret(Request, frozen=True):
    """The secret of a link that was sent by mail."""

    secret: Short


class SendReset(Request, frozen=True):
    """The address of somebody who has forgotten his password."""

    email: Annotated[str, Meta(max_length=320)]


class ResetPassword(Request, frozen=True):
    """A new password, and the secret of the link that was sent for it."""

    secret: Short
    password: Secret


class TellTurns(Request, frozen=True):
    """Whether one is told of turns by mail."""

    on: bool


class EndSession(Request, frozen=True):
    """The device to sign out, or `others` for all but this one."""

    which: Short


class NewProgramme(Struct, frozen=True, forbid_unknown_fields=True):
    """A programmed action to add, made for a revision; `do` says what it does (docs/server.md)."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    revision: Annotated[int, Meta(ge=0)]
    do: dict[str, Any]


class PaperRevision(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose paper is changed, and which revision of it."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    revision: Annotated[int, Meta(ge=0)]


class ChangeLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A step to put at the end of the line that is planned for a company, or one to take out; neither: all of them."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    company: Short
    add: dict[str, Any] | None = None
    drop: dict[str, Any] | None = None


class WriteNotes(Struct, frozen=True, forbid_unknown_fields=True):
    """New notes in place of those of a revision."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    revision: Annotated[int, Meta(ge=0)]
    text: str
