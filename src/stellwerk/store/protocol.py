"""What the rest of the program may ask of a store. All methods may be called from any thread.

A method that changes something returns only when the change is durable.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from stellwerk.core import Entry
from stellwerk.store.records import (
    TABLE,
    Account,
    Alert,
    AskedSeat,
    AuditLine,
    ChatLine,
    Citizen,
    GameHead,
    Letter,
    Log,
    NewGame,
    NewLetter,
    News,
    NewSeat,
    OpenSession,
    Page,
    Paper,
    Position,
    Rewind,
    Standing,
    StoredSession,
    TryLimit,
)
from stellwerk.store.watch import Watch


class GameStore(Protocol):
    """Games, seats, chat and accounts, wherever they are kept."""

    # -- games

    def create(self, game: NewGame, entries: Sequence[Entry] = (), positions: Sequence[Position] = ()) -> str:
        """A new game, with the actions it already has and where they led; returns its id."""

    def head(self, game_id: str) -> GameHead:
        """The game without its actions, or `UnknownGame`."""

    def load(self, game_id: str, since: int = 0) -> Log:
        """The game and its records after a version, read at one moment."""

    def list_games(
        self,
        *,
        holder: str | None = None,
        status: str | None = None,
        title: str | None = None,
        limit: int = 50,
        after: str = "",
    ) -> Page:
        """Games, those changed last first; `after` is the `next` of the page before."""

    def append(
        self,
        game_id: str,
        expected_version: int,
        entries: Sequence[Entry],
        *,
        key: str = "",
        standing: Standing | None = None,
        by: str = "",
        positions: Sequence[Position] = (),
    ) -> int:
        """Record actions and return the new version, or raise `Conflict` if the game is at another one.

        `positions` are where the actions led; the last one is the present one. `by` says who acted in the player's
        place. `key` names the request: the same request once more returns the same version and records nothing. The
        store does not know the rules; `LiveGames` applies the actions before it comes here.
        """

    def rewind(
        self,
        game_id: str,
        expected_version: int,
        to: int,
        *,
        seat: int = TABLE,
        key: str = "",
        standing: Standing | None = None,
        positions: Sequence[Position] = (),
    ) -> int:
        """Record that only the first `to` actions count from now on; what is taken back stays in the records."""

    def answered(self, game_id: str, expected_version: int, request: Sequence[Entry] | Rewind, key: str) -> int | None:
        """The version that `append` or `rewind` returned for the same request before; None if there was none."""

    def arrange(
        self,
        game_id: str,
        *,
        settings: dict[str, Any] | None = None,
        standing: Standing | None = None,
        expected: int | None = None,
        alert: int | None = None,
    ) -> None:
        """Change the table's settings or how the game stands; `Conflict` if the table is not at the `arrangement` that
        is expected any more. `alert`: this seat is to be told that it is asked, though nothing has moved.
        """

    def delete(self, game_id: str, actor: str = "") -> None:
        """Remove a game with everything that belongs to it; what an administrator does is written into the log."""

    # -- positions

    def position(self, game_id: str, version: int) -> Position | None:
        """The position after the action with that version, if it is stored."""

    def positions(self, game_id: str) -> Sequence[Position]:
        """All stored positions of a game."""

    def adopt(self, game_id: str, expected_version: int, agreed: int, base: Position, standing: Standing) -> None:
        """The game goes on from a stored position, whatever the rules say of the actions that led there."""

    def found_right(self, game_id: str, version: int, rules: str, positions: Sequence[Position]) -> bool:
        """Keep that the records up to a version agree with the rules of that hash, and where they led. False, and
        nothing is changed, if the game has moved on meanwhile.
        """

    # -- reports

    def report(self, game_id: str, made_of: bytes) -> bytes | None:
        """The report of a game, if one is kept that was made of that."""

    def keep_report(self, game_id: str, made_of: bytes, body: bytes) -> None:
        """Keep a report in place of an older one."""

    # -- studies

    def study(self, game_id: str) -> Paper:
        """What is written into a table's tree of moves; where nothing was ever written, revision 0."""

    def write_study(self, game_id: str, expected_revision: int, body: Any) -> int:
        """Replace it and return its new revision, or `Conflict` if it has been changed meanwhile."""

    # -- seats

    def change_seat(
        self,
        game_id: str,
        seat: int,
        expected_holder: str,
        new: NewSeat,
        *,
        settings: dict[str, Any] | None = None,
        standing: Standing | None = None,
        expected: int | None = None,
        token: bool = False,
    ) -> str:
        """Give a seat to somebody, or `SeatTaken` if its holder is not as expected. Its old link is void then; if
        wished there is a new one, whose secret is given back. What else changes by it changes in the same moment.
        """

    def issue_token(self, game_id: str, seat: int) -> str:
        """A new secret for the seat's link; the one before is void. It is told once and only its hash is kept."""

    def seat_of_token(self, game_id: str, token: str) -> int | None:
        """The seat a secret opens; None if it opens none."""

    # -- papers

    def paper(self, game_id: str, seat: int, kind: str) -> Paper:
        """What the holder of a seat keeps for himself; one that was never written is at revision 0."""

    def papers(self, game_id: str, kind: str) -> dict[int, Paper]:
        """All papers of a kind at a table, by seat."""

    def write_paper(self, game_id: str, seat: int, kind: str, expected_revision: int, body: Any) -> int:
        """Replace a paper and return its new revision, or `Conflict` if it has been changed meanwhile."""

    # -- chat

    def say(self, game_id: str, seat: int | None, name: str, text: str, person: str = "") -> int:
        """Add a message of a person, by the name under which he holds seats; returns its number."""

    def chat(self, game_id: str, since: int = 0, limit: int = 200) -> list[ChatLine]:
        """The messages after a number, the last `limit` of them."""

    # -- accounts

    def create_account(self, name: str, password: str) -> Account:
        """A new account; `password` is already hashed."""

    def account(self, name: str) -> Account | None:
        """The account with that name, however it is capitalised."""

    def set_password(self, account_id: int, password: str) -> None:
        """Replace the hash of an account's password."""

    def account_by_number(self, account_id: int) -> Account | None:
        """An account."""

    def accounts_at(self, email: str) -> list[Account]:
        """The accounts with that address."""

    def set_mail(
        self, account_id: int, *, email: str | None = None, notices: bool | None = None, language: str
    ) -> None:
        """Change where letters to an account go and whether it is told of turns."""

    # -- letters

    def send_ticket(self, key: str, letter: NewLetter, most: int) -> bool:
        """Keep a link that is good once, and the letter that brings it; False if there are `most` to its address."""

    def use_ticket(self, key: str, kind: str) -> tuple[int, str] | None:
        """The account and the address of a link, which is good no more; None if it was not."""

    def due_letters(self, limit: int) -> list[Letter]:
        """Letters that are to be sent now, the one that has waited longest first."""

    def letters_waiting(self) -> int:
        """How many letters wait."""

    def begin_letter(self, letter: Letter, until: int) -> bool:
        """Take a letter to hand it over, until a time; False if somebody else has taken it or it is gone."""

    def put_off_letter(self, key: str, due: int) -> None:
        """A letter was not handed over; it is to be tried again."""

    def drop_letter(self, key: str) -> None:
        """A letter has been sent, or need not be."""

    def turns_to_tell(self, games: Collection[str] | None, since: int) -> list[AskedSeat]:
        """Of games that have changed since a time, those in which somebody is asked who wants to be told by mail."""

    def tell_turn(self, turn: AskedSeat, ply: int, letter: NewLetter) -> bool:
        """Keep a letter about a turn that began at a ply; False if it has been told of, or need not be."""

    # -- sessions

    def session(self, key: str) -> StoredSession | None:
        """The session under a key; None if there is none, it is over, or what is kept of it cannot be read."""

    def put_session(self, key: str, session: StoredSession, replaces: str = "") -> None:
        """Keep a session; the one it replaces ends in the same moment."""

    def add_sessions(self, sessions: Iterable[tuple[str, StoredSession]]) -> int:
        """Take sessions over that were kept elsewhere, all at once; those that are known stay. Returns how many."""

    def end_session(self, key: str) -> None:
        """Forget a session."""

    def see_session(self, key: str, device: str) -> None:
        """Keep that a session was used just now, and on which device."""

    def sessions_of(self, account: int) -> list[OpenSession]:
        """Where an account is signed in, the device seen last first."""

    def end_sessions_of(self, account: int, *, but: str = "", only: str = "") -> int:
        """End sessions of an account: all, all but one, or only one; returns how many."""

    def is_present(self, person: str, account: int | None) -> bool:
        """True while a browser with that name has a session, under whatever key, for that account."""

    def end_old_sessions(self) -> int:
        """Forget the sessions that are over; returns how many."""

    # -- preferences

    def preference(self, person: str, name: str) -> str | None:
        """How a person likes something of the pages; None if he has chosen nothing."""

    def set_preference(self, person: str, name: str, value: str) -> None:
        """Keep a choice."""

    # -- administrators

    def audit(self, limit: int = 100, before: int = 0, whom: str = "") -> list[AuditLine]:
        """What was done, the latest first; `before` a number of the log, about one person or game if wished."""

    def note_act(self, actor: str, act: str, whom: str = "", detail: str = "") -> None:
        """Write something into the log that changes nothing."""

    def citizens(
        self, *, like: str = "", account: int | None = None, limit: int = 50, before: int = 0
    ) -> list[Citizen]:
        """Accounts, the newest first, with what an administrator asks about them."""

    def is_admin(self, account_id: int) -> bool:
        """True for an administrator."""

    def make_admin(self, account_id: int, actor: str, *, admin: bool) -> None:
        """Make an account an administrator's, or no more."""

    def sanctions(self, persons: Sequence[str], kind: str = "ban") -> dict[str, str]:
        """Who of these persons is banned or muted, and why."""

    def banned(self) -> frozenset[str]:
        """Everybody who is banned."""

    def impose(self, person: str, kind: str, reason: str, actor: str) -> None:
        """Ban or mute somebody. Whoever is banned has no sessions any more, and the links of his seats are void."""

    def lift(self, person: str, kind: str, actor: str) -> bool:
        """Allow it again; False if it was not forbidden."""

    def lock_table(self, game_id: str, reason: str, actor: str) -> None:
        """Let nothing be played at a table, for a reason that its players are told; an empty one unlocks it."""

    def personal_data(self, person: str) -> dict[str, Any]:
        """Everything that is kept of a person, as plain data."""

    def erase_person(
        self,
        person: str,
        actor: str,
        rework: Callable[[dict[str, Any], Sequence[str], Sequence[int]], dict[str, Any]],
    ) -> int:
        """Remove what is kept of a person; `rework` takes him out of the settings of a table. How many games it was."""

    def delete_person(self, person: str, actor: str) -> None:
        """Remove an account with its sessions and preferences; his names at tables and what he has said stay."""

    # -- news

    def subscribe(self, game_id: str, since: News | None = None) -> Watch:
        """Watch a game: tells at once if it is further than `since`, then whenever something changes."""

    def listen(self, callback: Callable[[str, News], object]) -> Callable[[], None]:
        """Call `callback(game_id, news)` after every change of any game; returns what ends it."""

    def try_to_write(self) -> None:
        """Write something that changes nothing, as durably as a move; a `StoreError` says why that is not possible."""

    # -- turns to be told of, and tries that are counted

    alerted: threading.Event

    def next_alert(self) -> float | None:
        """Seconds until the next is to be sent; None if there is none. `alerted` is set when there is a new one."""

    def take_alerts(self, most: int) -> list[Alert]:
        """Those that are to be sent now: nobody else gets them until it is known whether they were."""

    def still_mine(self, alert: Alert) -> bool:
        """True for one that was taken here and is to be sent now; it is kept for as long again."""

    def end_alert(self, alert: Alert) -> None:
        """It was sent, or need not be."""

    def put_off_alert(self, alert: Alert, seconds: float) -> None:
        """It could not be sent: it is tried again later, by whoever is there."""

    def spend(self, what: str, client: str, per_minute: int) -> float:
        """0 if a client may try something once more, otherwise the seconds until he may; for all servers together."""

    def spend_all(self, purses: Sequence[TryLimit]) -> float:
        """One try out of each, or, if one of them is empty, none, and the seconds until all have one."""

    def refund(self, purse: TryLimit, *, whole: bool = False) -> None:
        """Give back one try, or (`whole`) all: what was tried was right."""

    # -- several processes

    def hold(self, game_id: str) -> AbstractContextManager[None]:
        """Nobody else holds the same game meanwhile, in whatever process: for what is read, changed and written."""

    def look_after(self, secret: str, taken: Callable[[], object]) -> None:
        """This process is a server: it does by itself what is to be done in the games it `owns`. `taken` is called
        when those have become more. All servers must have the same secret, of which this is a fingerprint.
        """

    def owns(self, game_id: str) -> bool:
        """True if what is to be done in a game by itself is done by this process."""

    def nudge(self, game_id: str) -> None:
        """Have the process that owns a game look at it, though nothing has changed that watchers are told of."""

    def close(self) -> None:
        """Finish what has been asked for and let go of the database."""
