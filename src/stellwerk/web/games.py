"""What all parts of the table service share: the store, the live games, and how a table is opened as somebody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import msgspec

from stellwerk.core import Event, Game, Rules
from stellwerk.store import Conflict, GameHead, GameStore, Live, LiveGames, News
from stellwerk.store.kept import Shared
from stellwerk.web.access import Access, TableSettings, access, write_settings
from stellwerk.web.errors import Stale, Waiting
from stellwerk.web.people import Who
from stellwerk.web.player_marks import marks_of
from stellwerk.web.responses import EventOut, SeatOut, TableOut, UndoOut

TOGETHER = {"pick"}  # kinds of decisions that all players make at the same time
MOST_RECORDS = 50_000  # of a game, undos included: ten times the longest; what reads them all takes no seconds


class OpenGames:
    """The store with its live games. Reading and changing a table's settings is done one at a time for each game."""

    def __init__(self, store: GameStore, live: LiveGames, secret: str = "", base_url: str = "") -> None:
        """`secret` is the server's own; `base_url` begins the links."""
        self.store, self.live, self.secret, self.base_url = store, live, secret, base_url

    def lock(self, game_id: str) -> AbstractContextManager[None]:
        """Held while a table's settings are read, changed and written."""
        return self.store.hold(game_id)

    def rights(self, game_id: str, who: Who) -> Access:
        """What somebody may do at a table."""
        return access(self.store, self.store.head(game_id), who)

    def open(self, game_id: str, who: Who, news: News | None = None) -> tuple[Access, Live]:
        """The same, with the game, both of one moment, which is that of the `news` or later."""
        live = self.live.get(game_id, news)
        return access(self.store, live.head, who), live

    def after(self, live: Live, who: Who) -> tuple[Access, Live]:
        """The same after a change that was made with the opened game: nothing is read again."""
        return access(self.store, live.head, who), live

    def write(self, head: GameHead, settings: TableSettings, alert: int | None = None) -> None:
        """Store changed settings, if the table is still as it was read; `alert` is a seat to be told of its turn."""
        with unchanged():
            self.store.arrange(head.id, settings=write_settings(settings), expected=head.arrangement, alert=alert)

    @staticmethod
    def hiding(rights: Access, game: Game[Any]) -> bool:
        """True while something is hidden from somebody; `game` is the present position. At an analysis table, which
        comes from a finished game or a file, nothing is.
        """
        return not rights.settings.analysis and not game.opened

    @staticmethod
    def undealt(rights: Access, game: Game[Any]) -> bool:
        """True while a title that hides things waits for its players. Seats change hands until then, and whoever sat
        down, looked and got up again would know the hand of the next: nobody sees his cards yet.
        """
        return game.rules.hides and rights.head.status == "open"

    def listener(self, rights: Access, game: Game[Any], seat: int | None = None) -> int | None:
        """As whom somebody reads the log: as the seat he names, as his only one, else as a spectator, since whoever
        shares a device with others must say who he is before he is told anything of his own.
        """
        rights.may_look()
        if seat is not None:
            rights.must_act_for(seat)
        if self.undealt(rights, game):
            return None
        if seat is not None:
            return seat
        if len(rights.seats) == 1 or not self.hiding(rights, game):
            return rights.eyes(None)
        return None

    # -- a table as it is told

    def table(self, rights: Access) -> TableOut:
        """A table as its asker may see it. Holders, seeds, hashes and addresses stay here."""
        head, settings = rights.head, rights.settings
        origin = settings.origin
        marks = marks_of(len(head.seats), settings.marks)
        return TableOut(
            id=head.id,
            name=settings.name,
            title=head.title,
            status=head.status,
            version=head.version,
            ply=head.ply,
            asked=head.asked,
            your_turn=head.status == "running" and head.asked in rights.seats,
            creator=rights.creator,
            seats=[
                SeatOut(
                    number=seat.number,
                    name=seat.name,
                    kind=seat.kind,
                    bot=seat.bot,
                    taken=bool(seat.holder) or seat.kind == "bot",
                    yours=seat.number in rights.seats,
                    shape=marks[seat.number].shape,
                    colour=marks[seat.number].colour,
                    standin=settings.standins.get(str(seat.number), ""),
                )
                for seat in head.seats
            ],
            options=head.options,
            undo=settings.undo,
            spectators=settings.spectators,
            analysis=settings.analysis,
            origin=None if origin is None else {"game": origin.game, "ply": origin.ply},
            undo_request=undo_out(head, settings),
            forced=settings.forced,
            pace=settings.pace,
            thinking=settings.thinking,
            hints=settings.hints,
            created=head.created,
            changed=head.changed,
        )


def must_have_room(live: Live) -> None:
    """Refuse one more record where there are too many."""
    if live.version >= MOST_RECORDS:
        raise Waiting(
            "this table has recorded {most} moves and takes no more; an analysis table goes on from here",
            most=MOST_RECORDS,
        )


def undo_out(head: GameHead, settings: TableSettings) -> UndoOut | None:
    """The undo that is asked for; a request is void when the game has moved."""
    request = settings.request
    if request is None or request.version != head.version:
        return None
    return UndoOut(
        request.seat, request.to, [seat for seat in askable(head, request.seat) if seat not in request.agreed]
    )


def askable(head: GameHead, seat: int) -> list[int]:
    """Seats whose people must agree to an undo: those that other persons hold."""
    holder = head.seats[seat].holder
    return [
        other.number
        for other in head.seats
        if other.number != seat and other.kind in ("me", "hotseat") and other.holder and other.holder != holder
    ]


@contextmanager
def unchanged() -> Iterator[None]:
    """What is stored only if the table is as it was read: somebody else may have had the lock, if this process was held
    up for so long that it lost it.
    """
    try:
        yield
    except Conflict:
        raise Waiting("the table has been changed in this moment; look again") from None


def stale(conflict: Conflict) -> Stale:
    """The store's conflict as the table's refusal."""
    return Stale(conflict.expected, conflict.version)


def open_view(live: Game[Any], game: Game[Any], seat: int | None) -> dict[str, Any]:
    """A position of a game as a seat may see it; all hands lie open in the positions of a game that is over. It is
    shared: nobody changes it.
    """
    shown = VIEWS.of(game, seat)
    if game.rules.hides and live.opened and not game.opened:
        players = shown.get("players")
        if isinstance(players, list):
            shown = shown | {"players": [game.view(other)["players"][other] for other in range(len(players))]}
    return shown


VIEW_BYTES = 24_000  # of a view and the position it shows, besides its text; measured


class Views:
    """The views that were asked for last, each made once for all who may see the same."""

    def __init__(self, most: int = 16 * 2**20) -> None:
        """So many bytes: enough for the moves that are under way."""
        self.most = most
        self._kept: Shared[tuple[int, int | None], tuple[Any, Rules[Any], dict[str, Any]]] = Shared(most)
        self._sizes: dict[str, int] = {}

    def of(self, game: Game[Any], seat: int | None) -> dict[str, Any]:
        """The view of a seat. Where nothing is hidden all see the same; else a view is found for its own seat only."""
        state, rules = game.state, game.rules
        key = id(state), seat if rules.hides else None
        found = self._kept.get(key)
        if found is not None and found[0] is state and found[1] is rules:
            return found[2]
        view = game.view(seat)
        self._kept.put(key, (state, rules, view), self._size(rules, view))
        return view

    @property
    def size(self) -> int:
        """Bytes that are taken."""
        return self._kept.size

    def forget(self) -> None:
        """Drop everything."""
        self._kept.clear()

    def _size(self, rules: Rules[Any], view: dict[str, Any]) -> int:
        """About as much as others of the title with so many players: it is counted once, for it takes as long as making
        the view.
        """
        kind = f"{rules.title}/{len(rules.seats)}"
        if kind not in self._sizes:
            self._sizes[kind] = VIEW_BYTES + 3 * len(msgspec.json.encode(view, enc_hook=str))
        return self._sizes[kind]


VIEWS = Views()


def events_out(events: tuple[Event, ...]) -> list[EventOut]:
    """Facts as the log says them; whoever calls this has chosen what the reader may know (`Game.events_of`)."""
    return [EventOut(event.kind, event.rule, event.text, event.receipt and event.receipt.worded()) for event in events]
