"""Live games: the positions of the games in use, kept in memory and brought up to date from the records.

A game is rebuilt from its stored positions, if they were made by the very rules this program has; otherwise by strict
replay, every action checked as in play. Whoever asks gets a copy of his own (copies share their positions and cost next
to nothing), so readers and writers in different threads do not disturb each other.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from stellwerk.core import BadInput, Entry, Game, Illegal, TranscriptError
from stellwerk.core.snapshot import encode_state, fingerprint
from stellwerk.core.transcript import action_from_json
from stellwerk.formats.plain import one_line
from stellwerk.store.errors import Conflict, Locked, Parted, StoreError, UnknownGame
from stellwerk.store.fold import redoable
from stellwerk.store.kept import Kept
from stellwerk.store.opening import Live, follow, moved, open_game, positions_of
from stellwerk.store.past import Stretches
from stellwerk.store.protocol import GameStore
from stellwerk.store.records import (
    FINISHED,
    RUNNING,
    TABLE,
    GameHead,
    NewGame,
    News,
    NewSeat,
    Position,
    Rewind,
    Standing,
)
from stellwerk.titles.content_hash import rules_hash

MOST_BYTES = 128 * 1024 * 1024  # of memory for games in use
AGREED, STORED = "agreed", "stored"  # how a game goes on whose rules have been mended


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

    def get(self, game_id: str, news: News | None = None) -> Live:
        """The game as it stands now; the caller may do with it what he likes.

        Whoever has just heard `news` is content with the game as it was then: if that is in memory nothing is read. Of
        its chat the head then knows nothing new.
        """
        live = self._at_least(game_id, news) if news is not None else None
        if live is None:
            head = self.store.head(game_id)
            live = self._fresh(game_id, head)
        if live is None:
            with self._gate(game_id):  # one thread replays, the others wait for it
                live = self._fresh(game_id, head) or self._build(game_id)
        return Live(live.head, live.game.branch(), live.line, live.parted)

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
        self._must_agree(live)
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
        self._must_agree(live)
        if live.head.base in live.line and live.head.agreed < to <= live.line.index(live.head.base):
            raise BadInput(
                f"cannot go back to action {to}: the rules have been mended since, and it is not known there"
            )
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

    def settle(self, game_id: str, expected_version: int, choice: str) -> int:
        """Let a game that has parted from the rules go on: from where both agree (what came after is taken back), or
        from the stored position. Nothing is removed. Returns the new version.
        """
        live = self.get(game_id)
        if live.version != expected_version:
            raise Conflict(game_id, expected_version, live.version)
        if live.parted is None:
            raise BadInput("this game and the rules agree; there is nothing to choose")
        agreed, hash_ = live.parted.ply, rules_hash(live.head.title)
        if choice == STORED:
            if not live.parted.stored:
                raise BadInput("the stored position cannot be read; the game can go on from where both agree")
            state = encode_state(live.game.state)
            base = Position(live.line[-1], live.game.ply, hash_, fingerprint(state), state, kept=True)
            self.store.adopt(game_id, expected_version, agreed, base, standing_of(live.game))
            self.forget(game_id)
            return expected_version
        game, line = live.game.at(agreed), live.line[:agreed]
        present = positions_of(game, line[-1:], max(agreed - 1, 0))
        version = self.store.rewind(game_id, expected_version, agreed, standing=standing_of(game), positions=present)
        self.forget(game_id)
        return version

    @staticmethod
    def _must_agree(live: Live) -> None:
        if live.head.locked:
            raise Locked(live.head.id, live.head.locked)
        if live.parted is not None:
            raise Parted(live.head.id, live.parted.ply, live.head.ply)

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

    def _at_least(self, game_id: str, news: News) -> Live | None:
        """The kept game, if game and table are as far as the news say: whatever is changed in a head counts there."""
        with self._lock:
            live = self._kept.get(game_id)
        known = live is not None and live.version >= news.version and live.head.arrangement >= news.arrangement
        return live if known else None

    def _fresh(self, game_id: str, head: GameHead) -> Live | None:
        """The kept game if it is at least as far as `head`; its head is brought up to date."""
        with self._lock:
            live = self._kept.get(game_id)
            if live is None or live.version < head.version or live.head.players != head.players:
                return None
            if live.version == head.version and live.head.arrangement <= head.arrangement:
                live = Live(head, live.game, live.line, live.parted)
                self._kept.put(game_id, live, live.size)
            return live

    def _build(self, game_id: str) -> Live:
        """Bring the kept game up to date by the records it has not seen, or replay it from the start."""
        with self._lock:
            kept = self._kept.get(game_id)
        try:
            log = self.store.load(game_id, kept.version if kept else 0)
            if kept is None or kept.parted or kept.head.players != log.head.players:
                log = self.store.load(game_id) if kept else log
                live = open_game(self.store, self._stretches, log)
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


def standing_of(game: Game[Any]) -> Standing:
    """How a game stands, for lists."""
    decision = game.decision()
    return Standing(FINISHED, None) if decision is None else Standing(RUNNING, decision.seat)
