"""What a store takes and gives: plain frozen values. Times are milliseconds since 1970 and no part of a game."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

ACTION, REWIND = "action", "rewind"
OPEN, RUNNING, FINISHED, ABANDONED = "open", "running", "finished", "abandoned"
STATUSES = (OPEN, RUNNING, FINISHED, ABANDONED)
SEAT_KINDS = ("me", "open", "hotseat", "bot")
TABLE = -1  # the seat written with a rewind that no seat asked for


class Alert(Struct, frozen=True):
    """It has become a seat's turn, by a move; `due` is until when it has been taken."""

    game_id: str
    seat: int
    version: int
    tries: int
    due: int

    @property
    def row(self) -> tuple[str, int, int]:
        """What names it."""
        return self.game_id, self.seat, self.version


class NewSeat(Struct, frozen=True):
    """A seat as it is set up or changed. `holder` is whom it belongs to (an account or a browser), empty if nobody.

    A holder is a name that the web layer chooses; it must not be the secret the browser proves itself with.
    """

    name: str
    kind: str = "me"
    holder: str = ""
    bot: str = ""


class Seat(Struct, frozen=True):
    """A seat. `linked` says that there is a link with a secret for it; the secret itself is not kept."""

    number: int
    name: str
    kind: str
    holder: str
    bot: str
    linked: bool


class NewGame(Struct, frozen=True):
    """The head of a transcript and the table it is played at."""

    title: str
    title_version: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int = 0
    settings: dict[str, Any] = {}
    status: str = OPEN
    asked: int | None = None
    seats: tuple[NewSeat, ...] = ()
    rules: str = ""


class GameHead(Struct, frozen=True):
    """A game without its actions. The seed is hidden information: it must not leave the server.

    `version` counts everything that was ever recorded and never goes back; `ply` is how many actions count. `chat`
    is the number of the last message, `arrangement` counts changes of seats, settings and status. `rules` is the
    hash of the rules under which its records were last found right. If the table goes on from a stored position,
    `base` is the action that led to it, and the first `agreed` actions can still be replayed.
    """

    id: str
    title: str
    title_version: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    settings: dict[str, Any]
    status: str
    asked: int | None
    version: int
    ply: int
    chat: int
    arrangement: int
    created: int
    changed: int
    seats: tuple[Seat, ...] = ()
    rules: str = ""
    base: int = 0
    agreed: int = 0
    locked: str = ""  # why nothing is played; empty: it is not locked

    @property
    def news(self) -> News:
        """The counters a watcher compares."""
        return News(self.version, self.chat, self.arrangement)


class Record(Struct, frozen=True):
    """One version of a game: an action, or a rewind to a ply (then `body` is `{"to": ply}`)."""

    version: int
    kind: str
    seat: int
    body: dict[str, Any]
    at: int
    by: str = ""  # who made the action in the player's place: `programme`, `forced`; empty if he did it himself
    digest: bytes | None = None  # fingerprint of the position after an action, where it is known


class Paper(Struct, frozen=True):
    """What the holder of a seat keeps for himself; `revision` counts its changes."""

    revision: int = 0
    body: Any = None


class Position(Struct, frozen=True):
    """The position after the action with that version: its ply, the hash of the rules that made it, a fingerprint.

    `state` may be empty where the fingerprint is enough; `kept`: it stays when the game goes on.
    """

    version: int
    ply: int
    rules: str
    digest: bytes
    state: bytes = b""
    kept: bool = False


class Rewind(Struct, frozen=True):
    """The content of a request to take actions back: how many are to remain, and who asks."""

    to: int
    seat: int = TABLE


class Log(Struct, frozen=True):
    """A game and its records after some version, read at one moment."""

    head: GameHead
    records: tuple[Record, ...]


class Standing(Struct, frozen=True):
    """How a game stands after a change, kept with it so that lists need not replay it."""

    status: str
    asked: int | None


class ChatLine(Struct, frozen=True):
    """A message; `seat` is None for a spectator."""

    number: int
    seat: int | None
    name: str
    text: str
    at: int


class Page(Struct, frozen=True):
    """Some games, those changed last first; `next` asks for the page after it and is empty on the last one."""

    games: tuple[GameHead, ...]
    next: str


class Account(Struct, frozen=True):
    """A person on a shared host. `password` is whatever hash it was stored with; `email` is an address whose owner has
    confirmed it, empty if there is none; `notices`: he wants to be told there when it is his turn.
    """

    id: int
    name: str
    password: str
    created: int
    email: str = ""
    language: str = ""
    notices: bool = False


class NewLetter(Struct, frozen=True):
    """A letter to an account; `body` is what it is about. Nobody wants it any more after `ends`."""

    key: str
    kind: str  # confirm, reset, turn
    account: int
    email: str
    language: str
    body: dict[str, Any]
    due: int
    ends: int


class Letter(NewLetter, frozen=True):
    """A letter that waits; `begun`: somebody was handing it over, and has not said how that ended."""

    tries: int = 0
    begun: bool = False


class AskedSeat(Struct, frozen=True):
    """The seat that is asked in a game, and the account that holds it."""

    game: str
    seat: int
    account: int


class StoredSession(Struct, frozen=True):
    """A browser's session: the name under which it holds seats, the account it is signed in to, until when it lasts.

    `body` is what else the web layer knows of it.
    """

    person: str
    account: int | None
    body: Any
    ends: int
    device: str = ""
    seen: int = 0  # when it was last used; not always kept


class OpenSession(Struct, frozen=True):
    """A session of an account, for its owner to look at."""

    key: str
    device: str
    began: int
    seen: int


class News(Struct, frozen=True):
    """What a watcher is told: how far game, chat and table are by now. It then reads what it has not seen."""

    version: int = 0
    chat: int = 0
    arrangement: int = 0
    gone: bool = False


class AuditLine(Struct, frozen=True):
    """Something an administrator has done. Persons are named as seats are held (`a:3`), `command` is the command."""

    id: int
    at: int
    actor: str
    act: str
    whom: str
    detail: str


class Citizen(Struct, frozen=True):
    """An account as an administrator sees it; `banned` and `muted` are the reasons, None if it is not so."""

    id: int
    name: str
    created: int
    admin: bool
    games: int
    sessions: int
    banned: str | None
    muted: str | None

    @property
    def person(self) -> str:
        """The name under which it holds seats."""
        return f"a:{self.id}"


class TryLimit(Struct, frozen=True, order=True):
    """So many tries of something for one client, all of which come back in so many seconds (an hour at most)."""

    what: str
    client: str
    most: int
    seconds: int = 60
