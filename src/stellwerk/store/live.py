"""Live games: the positions of the games in use, kept in memory and brought up to date from the records.

A game is rebuilt from its stored positions, if they were made by the very rules this program has; otherwise by strict
replay, every action checked as in play. Whoever asks gets a copy of his own (copies share their positions and cost next
to nothing), so readers and writers in different threads do not disturb each other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import BadInput, Entry, Game, Illegal, Transcript, TranscriptError
from stellwerk.core.game import Ply
from stellwerk.core.snapshot import encode_state, fingerprint
from stellwerk.core.transcript import FORMAT, VERSION, action_from_json
from stellwerk.formats.own import replay
from stellwerk.formats.plain import one_line
from stellwerk.store.errors import Conflict, StoreError, UnknownGame
from stellwerk.store.fold import live_actions, redoable
from stellwerk.store.kept import Kept
from stellwerk.store.past import EVERY, PLY_BYTES, RECORD_BYTES, Past, Stretches
from stellwerk.store.protocol import GameStore
from stellwerk.store.records import (
    FINISHED,
    REWIND,
    RUNNING,
    TABLE,
    GameHead,
    Log,
    NewGame,
    NewSeat,
    Position,
    Record,
    Rewind,
    Standing,
)
from stellwerk.titles.content_hash import rules_hash

MOST_BYTES = 128 * 1024 * 1024  # of memory for games in use
BASE_BYTES = 50_000  # what a game takes before its first action


class Live(Struct, frozen=True):
    """A game at a version; `line` are the versions of the actions that count."""

    head: GameHead
    game: Game[Any]
    line: tuple[int, ...] = ()

    @property
    def version(self) -> int:
        """The version of the records the position stands for."""
        return self.head.version

    @property
    def size(self) -> int:
        """About how many bytes it takes in memory."""
        made = sum(type(ply) is Ply for ply in self.game.plies)
        return BASE_BYTES + PLY_BYTES * made + RECORD_BYTES * (self.game.ply - made)


class LiveGames:
    """The games of a store, up to a number of bytes in memory; the one not used for longest goes first."""

    def __init__(self, store: GameStore, most: int = MOST_BYTES) -> None:
        """`most` bytes; a third of them for what has been worked out of the past."""
        if most < 1:
            raise BadInput("at least one game must be kept in memory")
        self.store = store
        self._lock = threading.Lock()
        self._kept: Kept[str, Live] = Kept(most - most // 3)
        self._stretches = Stretches(most // 3)
        self._building: dict[str, _Gate] = {}

    @property
    def size(self) -> int:
        """About how many bytes are taken."""
        return self._kept.size + self._stretches.kept.size

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
            rules=rules_hash(rules.title),
        )
        return self.store.create(new, tuple(game.entries), positions_of(game, range(1, game.ply + 1), 0))

    def get(self, game_id: str) -> Live:
        """The game as it stands now; the caller may do with it what he likes."""
        head = self.store.head(game_id)
        live = self._fresh(game_id, head)
        if live is None:
            with self._gate(game_id):  # one thread replays, the others wait for it
                live = self._fresh(game_id, head) or self._build(game_id)
        return Live(live.head, live.game.branch(), live.line)

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
        made = range(expected_version + 1, expected_version + len(entries) + 1)
        version = self.store.append(
            live.head.id,
            expected_version,
            entries,
            key=key,
            standing=standing,
            by=by,
            positions=positions_of(live.game, made, len(live.line)),
        )
        return version, self._move_on(live, (*live.line, *made), version, standing)

    def rewind(self, game_id: str, expected_version: int, to: int, seat: int = TABLE, key: str = "") -> int:
        """Take back all actions after the first `to`. Whether that is allowed is for the table to say."""
        live = self.get(game_id)
        if live.version != expected_version:
            return self._earlier(live, expected_version, Rewind(to, seat), key)
        if not 0 <= to < live.game.ply:
            raise BadInput(f"cannot go back to action {to}: the game has {live.game.ply}")
        game, line = live.game.at(to), live.line[:to]
        standing = standing_of(game)
        present = positions_of(game, line[-1:], max(to - 1, 0))
        version = self.store.rewind(
            game_id, expected_version, to, seat=seat, key=key, standing=standing, positions=present
        )
        self._move_on(Live(live.head, game), line, version, standing)
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
            self._kept.drop(game_id)

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
                live = Live(head, live.game, live.line)
                self._kept.put(game_id, live, live.size)
            return live

    def _build(self, game_id: str) -> Live:
        """Bring the kept game up to date by the records it has not seen, or replay it from the start."""
        with self._lock:
            kept = self._kept.get(game_id)
        try:
            log = self.store.load(game_id, kept.version if kept else 0)
            if kept is None or kept.head.players != log.head.players:
                log = self.store.load(game_id) if kept else log
                live = self._opened(log)
            else:
                game = kept.game.branch()
                follow(game, log.records)
                live = Live(log.head, game, moved(kept.line, log.records))
        except UnknownGame:
            self.forget(game_id)
            raise
        except (TranscriptError, Illegal) as error:
            raise StoreError(one_line(f"game {game_id} does not replay: {error}")) from None
        if live.game.ply != log.head.ply:
            raise StoreError(f"game {game_id} has {live.game.ply} actions, its head says {log.head.ply}")
        return self._keep(live)

    def _opened(self, log: Log) -> Live:
        """A game from its stored positions, if these rules have made them; otherwise every action is played again."""
        head, records, game = log.head, live_actions(log.records), start(log.head)
        line, hash_ = tuple(record.version for record in records), rules_hash(log.head.title)
        if head.rules == hash_ and all(record.digest for record in records):
            stored = partial(self.store.position, head.id)
            past = Past(game.rules, game.state, records, hash_, stored, self._stretches)
            return Live(head, Game.from_state(game.rules, game.state, game.last_events, past.plies()), line)
        follow(game, records)
        for record, position in zip(records, found := positions_of(game, line, 0), strict=True):
            if record.digest not in (None, position.digest):
                raise TranscriptError("leads elsewhere by the rules of this program", action=record.version)
        if self.store.found_right(head.id, head.version, hash_, found):
            head = structs.replace(head, rules=hash_)
        return Live(head, game, line)

    def _move_on(self, live: Live, line: tuple[int, ...], version: int, standing: Standing) -> Live:
        """Keep the position after a change that has just been stored."""
        moved_ = structs.replace(
            live.head, version=version, ply=live.game.ply, status=standing.status, asked=standing.asked
        )
        self._keep(Live(moved_, live.game.branch(), line))
        return Live(moved_, live.game, line)

    def _keep(self, live: Live) -> Live:
        with self._lock:
            kept = self._kept.get(live.head.id)
            if kept is None or kept.version <= live.version:
                self._kept.put(live.head.id, live, live.size)
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


def moved(line: tuple[int, ...], records: Iterable[Record]) -> tuple[int, ...]:
    """The versions of the actions that count, after some more records."""
    versions = list(line)
    for record in records:
        if record.kind == REWIND:
            del versions[record.body["to"] :]
        else:
            versions.append(record.version)
    return tuple(versions)


def positions_of(game: Game[Any], versions: Sequence[int], before: int) -> list[Position]:
    """The positions after the actions with these versions, which follow the first `before` ones: the last whole, and
    one of every so many; of the others the fingerprint.
    """
    plies, hash_, last = game.plies, rules_hash(game.rules.title), before + len(versions)
    found = []
    for ply, version in enumerate(versions, before + 1):
        state = encode_state(plies[ply - 1].state)
        mark = ply % EVERY == 0
        found.append(
            Position(version, ply, hash_, fingerprint(state), state if mark or ply == last else b"", kept=mark)
        )
    return found


def standing_of(game: Game[Any]) -> Standing:
    """How a game stands, for lists."""
    decision = game.decision()
    return Standing(FINISHED, None) if decision is None else Standing(RUNNING, decision.seat)
