"""The table around a game: who may do what at it, how it is run, what is agreed. Kept as the game's `settings`."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core.reading import meet
from stellwerk.store import GameHead, GameStore, Seat
from stellwerk.store.tokens import new_token
from stellwerk.web.errors import BadRequest, Forbidden
from stellwerk.web.people import Who
from stellwerk.web.player_marks import PlayerMark

FREE, CONSENT, OFF = "free", "consent", "off"
POLICIES = (FREE, CONSENT, OFF)


class UndoRequest(Struct, frozen=True):
    """A wish to go back to a ply over the heads of others; void as soon as the game moves. `agreed` are seats."""

    seat: int
    to: int
    version: int
    agreed: tuple[int, ...] = ()


class Origin(Struct, frozen=True):
    """Where an analysis table was branched from."""

    game: str
    ply: int


class RulesVotes(Struct, frozen=True):
    """What seats have chosen after the rules were mended; void as soon as the game moves."""

    version: int
    chosen: dict[str, str] = {}


class TableSettings(Struct, frozen=True):
    """How a table is run. Secrets are kept as hashes; `hooks` are addresses to call when a seat is asked; `known` says
    that its creator chose the seed or brought the game in a file.
    """

    name: str = ""
    creator: str = ""
    creator_key: str = ""
    undo: str = CONSENT
    spectators: bool = True
    watch_key: str = ""
    hooks: dict[str, str] = {}
    hooked: dict[str, str] = {}  # by whom each address was given: it goes when the seat changes hands
    request: UndoRequest | None = None
    analysis: bool = False
    origin: Origin | None = None
    known: bool = False
    rules: RulesVotes | None = None
    forced: bool = False  # what leaves no choice plays itself
    pace: str = "instant"  # of the bots (web/pace.py)
    thinking: str = "usual"  # how much those that try their choices out look at (web/effort.py)
    marks: dict[str, PlayerMark] = {}  # what players have chosen, by the number of their seat
    hints: bool = False  # players may ask what a strong bot would do
    standins: dict[str, str] = {}  # bots that play on for somebody, by the number of his seat
    rematch: str = ""  # the table where they play again


def read_settings(head: GameHead) -> TableSettings:
    """The table of a game."""
    meet(TableSettings)
    return msgspec.convert(head.settings, TableSettings)


def hooks_of(head: GameHead) -> dict[str, str]:
    """The addresses to call, by seat, as far as whoever gave them still holds the seat."""
    settings = read_settings(head)
    return {
        seat: url
        for seat, url in settings.hooks.items()
        if settings.hooked.get(seat, head.seats[int(seat)].holder) == head.seats[int(seat)].holder
    }


def write_settings(settings: TableSettings) -> dict[str, Any]:
    """The table as it is stored."""
    plain: dict[str, Any] = msgspec.to_builtins(settings)
    return plain


def check_policy(policy: str) -> str:
    """One of the ways to deal with undo."""
    if policy not in POLICIES:
        raise BadRequest("undo must be one of {known}, not {policy!r}", known=", ".join(POLICIES), policy=policy)
    return policy


def new_secret() -> tuple[str, str]:
    """A secret for a link, and its hash, which is all that is kept."""
    secret = new_token()
    return secret, hashed(secret)


def hashed(secret: str) -> str:
    """What is stored of a secret; it is random enough to need no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def opens(key: str, secret: str) -> bool:
    """True if the secret is the one behind the hash; takes equally long wherever they differ."""
    return bool(key) and bool(secret) and hmac.compare_digest(key, hashed(secret))


def watch_mark(game_id: str, key: str) -> str:
    """How a browser remembers the spectators' link it came by; a new link makes another mark."""
    return f"{game_id}:{key[:16]}"


class Access(Struct, frozen=True):
    """What somebody may do at a table."""

    head: GameHead
    settings: TableSettings
    seats: frozenset[int]
    creator: bool
    watcher: bool

    def must_act_for(self, seat: int) -> Seat:
        """The seat, if it is his."""
        if not 0 <= seat < len(self.head.seats):
            raise BadRequest("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=len(self.head.seats) - 1)
        if seat not in self.seats:
            raise Forbidden("seat {seat} belongs to somebody else", seat=seat)
        return self.head.seats[seat]

    def must_be_creator(self) -> None:
        """Only whoever made the table."""
        if not self.creator:
            raise Forbidden("only the creator of the table may do this")

    def may_look(self) -> None:
        """A seat, the creator, or a spectator by link."""
        if not (self.seats or self.creator or self.watcher):
            raise Forbidden("this table is not open to you: join a seat, or come with its link")

    def eyes(self, seat: int | None) -> int | None:
        """Whose view is given: the wished seat's, if it is his; else one of his own; else a spectator's."""
        self.may_look()
        if seat is not None:
            self.must_act_for(seat)
            return seat
        if self.head.asked in self.seats:
            return self.head.asked
        return min(self.seats, default=None)


def access(store: GameStore, head: GameHead, who: Who) -> Access:
    """What somebody may do at a table."""
    settings = read_settings(head)
    seats = {seat.number for seat in head.seats if seat.holder and seat.holder in who.holders}
    opened = store.seat_of_token(head.id, who.secret) if who.secret else None
    if opened is not None and head.seats[opened].kind not in ("open", "bot"):  # an open seat is joined first
        seats.add(opened)
    creator = (bool(settings.creator) and settings.creator in who.holders) or opens(settings.creator_key, who.secret)
    watcher = settings.spectators and (
        opens(settings.watch_key, who.secret) or watch_mark(head.id, settings.watch_key) in who.watching
    )
    return Access(head, settings, frozenset(seats), creator, watcher)
