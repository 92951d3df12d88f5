"""Live games: the positions of the games in use, kept in memory and brought up to date from the records.

A game is rebuilt by strict replay, every action checked as in play. Whoever asks gets a copy of his own (copies share
their positions and cost next to nothing), so readers and writers in different threads do not disturb each other.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import BadInput, Entry, Game, Illegal, Transcript, TranscriptError
from stellwerk.core.transcript import FORMAT, VERSION, action_from_json
from stellwerk.formats.own import replay
from stellwerk.formats.plain import one_line
from stellwerk.store.errors import Conflict, StoreError, UnknownGame
from stellwerk.store.fold import live_actions, redoable
from stellwerk.store.protocol import GameStore
from stellwerk.store.records import (
    FINISHED,
    REWIND,
    RUNNING,
    TABLE,
    GameHead,
    NewGame,
    NewSeat,
    Record,
    Rewind,
    Standing,
)


class Live(Struct, frozen=True):
    """A game at a version."""

    head: GameHead
    game: Game[Any]

    @property
    def version(self) -> int:
        """The version of the records the position stands for."""
        return self.head.version


class LiveGames:
    """The games of a store, at most `size` of them in memory; the one not used for longest goes first."""

    def __init__(self, store: GameStore, size: int = 64) -> None:
        """`size` games; a long one takes a few megabytes."""
        if size < 1:
            raise BadInput("at least one game must be kept in memory")
        self.store, self.size = store, size
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Live] = OrderedDict()
        self._building: dict[str, _Gate] = {}

    def __len__(self) -> int:
        """How many games are in memory."""
        return len(self._kept)

    def create(
        self, game: Game[Any], seats: Sequence[NewSeat] = (), settings: dict[str, Any] | None = None, status: str = ""
    ) -> str:
        """Store a game as it stands, with its actions; returns its id. Without `seats` every seat is held by nobody."""
        rules, standing = game.rules, standing_of(game)
        new = NewGame(
            title=rules.title,
            title_version=rules.version,
            players=tuple(rules.seats),
            options=dict(rules.options),
            seed=rules.seed,
            settings=settings or {},
            status=status or standing.status,
            asked=standing.asked,
            seats=tuple(seats) or tuple(NewSeat(name, "hotseat") for name in rules.seats),
        )
        return self.store.create(new, tuple(game.entries))

    def get(self, game_id: str) -> Live:
        """The game as it stands now; the caller may do with it what he likes."""
        head = self.store.head(game_id)
        live = self._fresh(game_id, head)
        if live is None:
            with self._gate(game_id):  # one thread replays, the others wait for it
                live = self._fresh(game_id, head) or self._build(game_id)
        return Live(live.head, live.game.branch())

    def act(self, game_id: str, expected_version: int, entries: Sequence[Entry], key: str = "", by: str = "") -> int:
        """Play actions: `Illegal` if the rules refuse one, `Conflict` if the game has moved on; all or none.

        Returns the new version when it is durable. A request repeated under its `key` gets its first answer.
        """
        return self.play(self.get(game_id), expected_version, entries, key, by)[0]

    def play(
        self, live: Live, expected_version: int, entries: Sequence[Entry], key: str = "", by: str = ""
    ) -> tuple[int, Live]:
        """The same with a game that `get` has given and nobody else uses; also gives it as it stands then."""
        if live.version != expected_version:
            return self._earlier(live, expected_version, entries, key), live
        for entry in entries:
            live.game.apply(entry.action, entry.seat)
        standing = standing_of(live.game)
        version = self.store.append(live.head.id, expected_version, entries, key=key, standing=standing, by=by)
        return version, self._move_on(live, version, standing)

    def rewind(self, game_id: str, expected_version: int, to: int, seat: int = TABLE, key: str = "") -> int:
        """Take back all actions after the first `to`. Whether that is allowed is for the table to say."""
        live = self.get(game_id)
        if live.version != expected_version:
            return self._earlier(live, expected_version, Rewind(to, seat), key)
        if not 0 <= to < live.game.ply:
            raise BadInput(f"cannot go back to action {to}: the game has {live.game.ply}")
        game = live.game.at(to)
        standing = standing_of(game)
        version = self.store.rewind(game_id, expected_version, to, seat=seat, key=key, standing=standing)
        self._move_on(Live(live.head, game), version, standing)
        return version

    def redo(self, game_id: str, expected_version: int, count: int = 1, key: str = "") -> int:
        """Make the first `count` of the actions again that were taken back last."""
        live = self.get(game_id)
        if expected_version > live.version:
            raise Conflict(game_id, expected_version, live.version)
        records = self.store.load(game_id).records
        undone = redoable(record for record in records if record.version <= expected_version)
        if not 1 <= count <= len(undone):
            raise BadInput(f"cannot redo {count} actions: {len(undone)} were taken back")
        kinds = live.game.rules.action_types
        entries = [Entry(record.seat, action_from_json(record.body, kinds)) for record in undone[:count]]
        return self.act(game_id, expected_version, entries, key)

    def forget(self, game_id: str) -> None:
        """Drop a game from memory."""
        with self._lock:
            self._kept.pop(game_id, None)

    def _earlier(self, live: Live, expected: int, request: Sequence[Entry] | Rewind, key: str) -> int:
        """The answer a repeated request got before; a request that comes too late is refused."""
        earlier = self.store.answered(live.head.id, expected, request, key) if key else None
        if earlier is None:
            raise Conflict(live.head.id, expected, live.version)
        return earlier

    # -- the cache

    def _fresh(self, game_id: str, head: GameHead) -> Live | None:
        """The kept game if it is at least as far as `head`; its head is brought up to date."""
        with self._lock:
            live = self._kept.get(game_id)
            if live is None or live.version < head.version or live.head.players != head.players:
                return None
            if live.version == head.version and live.head.desk <= head.desk:
                live = Live(head, live.game)
                self._kept[game_id] = live
            self._kept.move_to_end(game_id)
            return live

    def _build(self, game_id: str) -> Live:
        """Bring the kept game up to date by the records it has not seen, or replay it from the start."""
        with self._lock:
            kept = self._kept.get(game_id)
        try:
            log = self.store.load(game_id, kept.version if kept else 0)
            if kept is None or kept.head.players != log.head.players:
                log = self.store.load(game_id) if kept else log
                game = start(log.head)
                follow(game, live_actions(log.records))
            else:
                game = kept.game.branch()
                follow(game, log.records)
        except UnknownGame:
            self.forget(game_id)
            raise
        except (TranscriptError, Illegal) as error:
            raise StoreError(one_line(f"game {game_id} does not replay: {error}")) from None
        if game.ply != log.head.ply:
            raise StoreError(f"game {game_id} has {game.ply} actions, its head says {log.head.ply}")
        return self._keep(Live(log.head, game))

    def _move_on(self, live: Live, version: int, standing: Standing) -> Live:
        """Keep the position after a change that has just been stored."""
        moved = structs.replace(
            live.head, version=version, ply=live.game.ply, status=standing.status, asked=standing.asked
        )
        self._keep(Live(moved, live.game.branch()))
        return Live(moved, live.game)

    def _keep(self, live: Live) -> Live:
        with self._lock:
            kept = self._kept.get(live.head.id)
            if kept is None or kept.version <= live.version:
                self._kept[live.head.id] = live
            self._kept.move_to_end(live.head.id)
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
        return live

    def _gate(self, game_id: str) -> _Gate:
        with self._lock:
            gate = self._building.setdefault(game_id, _Gate(self, game_id))
            gate.waiting += 1
            return gate


class _Gate:
    """Lets one thread at a time rebuild a game; goes when nobody needs it."""

    def __init__(self, games: LiveGames, game_id: str) -> None:
        self._games, self._game_id = games, game_id
        self._lock = threading.Lock()
        self.waiting = 0

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
        with self._games._lock:
            self.waiting -= 1
            if not self.waiting:
                self._games._building.pop(self._game_id, None)


def start(head: GameHead) -> Game[Any]:
    """The first position of a stored game; its title, version and options must be those of this program."""
    transcript = Transcript(
        format=FORMAT,
        version=VERSION,
        title=head.title,
        title_version=head.title_version,
        players=head.players,
        options=head.options,
        seed=head.seed,
    )
    return replay(transcript, f"game {head.id}")


def follow(game: Game[Any], records: Iterable[Record]) -> None:
    """Take a game over records: actions are checked as in play, a rewind goes back to its ply."""
    kinds = game.rules.action_types
    for record in records:
        if record.kind == REWIND:
            game.undo(game.ply - record.body["to"])
            continue
        try:
            game.apply(action_from_json(record.body, kinds), record.seat)
        except Illegal as illegal:
            raise TranscriptError(f"refused: {illegal}", action=record.version, cause=illegal) from illegal


def standing_of(game: Game[Any]) -> Standing:
    """How a game stands, for lists."""
    decision = game.decision()
    return Standing(FINISHED, None) if decision is None else Standing(RUNNING, decision.seat)
