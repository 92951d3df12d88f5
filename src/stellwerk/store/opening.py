"""From the records of a game to the game: by its stored positions where these rules have made them, else by replay.

Rules are mended between two versions of the program. Then a game may lead elsewhere, or an action of it may be refused:
the game and the rules *part*. Such a game still opens, for reading; its table chooses how it goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import Action, BadInput, Game, Illegal, Transcript, TranscriptError
from stellwerk.core.game import Ply
from stellwerk.core.snapshot import encode_state, fingerprint, reader_of
from stellwerk.core.transcript import FORMAT, VERSION, action_from_json
from stellwerk.formats.own import rules_of
from stellwerk.formats.plain import one_line
from stellwerk.store.errors import StoreError
from stellwerk.store.fold import live_actions
from stellwerk.store.past import EVERY, PLY_BYTES, RECORD_BYTES, StoredPast, Stretches
from stellwerk.store.protocol import GameStore
from stellwerk.store.records import REWIND, GameHead, Log, Position, Record
from stellwerk.titles.content_hash import rules_hash

CHECKING_BYTES = 4 * 1024 * 1024
BASE_BYTES = 50_000  # what a game takes before its first action


class Parting(Struct, frozen=True):
    """Where a stored game and the rules of this program part: the first `ply` actions agree, the action with `version`
    does not, for a `reason` (a rule that refuses it; empty if it only leads elsewhere). `stored` says that the position
    that was reached can be read, so that the table may go on from it.
    """

    ply: int
    version: int
    reason: str
    stored: bool


class Live(Struct, frozen=True):
    """A game at a version; `line` are the versions of the actions that count. If it is `parted` it is only read."""

    head: GameHead
    game: Game[Any]
    line: tuple[int, ...] = ()
    parted: Parting | None = None

    @property
    def version(self) -> int:
        """The version of the records the position stands for."""
        return self.head.version

    @property
    def size(self) -> int:
        """About how many bytes it takes in memory."""
        made = list(map(type, self.game.plies)).count(Ply)
        return BASE_BYTES + PLY_BYTES * made + RECORD_BYTES * (self.game.ply - made)


class Lost(Action, frozen=True, tag="lost"):
    """Stands for an action of a kind that this program does not know any more."""


class Compared(Struct, frozen=True):
    """The part of a stored game that agrees with the rules, and what comes next if that does not."""

    game: Game[Any]
    version: int = 0
    reason: str = ""


def check_game(store: GameStore, log: Log, *, keep: bool) -> Live:
    """A stored game with every action played again, whatever is stored of it; what is found is kept only if wished."""
    return open_game(store, Stretches(CHECKING_BYTES), log, trust=False, keep=keep)


def open_game(store: GameStore, stretches: Stretches, log: Log, *, trust: bool = True, keep: bool = True) -> Live:
    """A stored game. What is found to agree with the rules is kept as such, so that it opens faster the next time."""
    head, records, game = log.head, live_actions(log.records), start(log.head)
    line, hash_ = tuple(record.version for record in records), rules_hash(log.head.title)

    def past(of: Game[Any], part: Sequence[Record]) -> Game[Any]:
        """A game with some records that were found right."""
        stored = partial(store.position, head.id)
        return extended(of, StoredPast(of.rules, of.state, part, hash_, stored, stretches).plies())

    base = line.index(head.base) + 1 if head.base in line else 0
    if base:  # whatever the rules say, the table goes on from this position
        first = past(game, records[: head.agreed])
        frozen, known = frozen_plies(store, head.id, first, records[:base])
        base = base if known else 0
        game = extended(first, frozen) if known else game
    if trust and head.rules == hash_ and all(record.digest for record in records[base:]):
        return Live(head, past(game, records[base:]), line)
    found = compare(game, records[base:])
    if found.version:
        return parted(store, head, records, found)
    if keep and store.found_right(head.id, head.version, hash_, positions_of(found.game, line[base:], base)):
        head = structs.replace(head, rules=hash_)
    return Live(head, found.game, line)


def compare(game: Game[Any], records: Sequence[Record]) -> Compared:
    """Play records again from where a game is, up to the first one that the rules refuse or that leads elsewhere."""
    for record in records:
        try:
            game.apply(action_from_json(record.body, game.rules.action_types), record.seat)
        except (Illegal, TranscriptError) as error:
            return Compared(game, record.version, one_line(str(error)))
        if record.digest not in (None, fingerprint(encode_state(game.state))):
            game.undo()
            return Compared(game.branch(), record.version)
    return Compared(game)


def parted(store: GameStore, head: GameHead, records: Sequence[Record], found: Compared) -> Live:
    """A game that parts from the rules, as it was stored; what it was in between is known here and there only."""
    agreed, line = found.game, tuple(record.version for record in records)
    plies, known = frozen_plies(store, head.id, agreed, records)
    return Live(head, extended(agreed, plies), line, Parting(agreed.ply, found.version, found.reason, known))


def frozen_plies(store: GameStore, game_id: str, game: Game[Any], records: Sequence[Record]) -> tuple[list[Ply], bool]:
    """Plies that the rules cannot work out, after those of a game: each shows the position that was stored last before
    it. Also says whether the last one is known.
    """
    stored = {position.version: position for position in store.positions(game_id)}
    state, known, plies = game.state, game.ply == len(records), []
    for record in records[game.ply :]:
        read = readable(game, stored.get(record.version))
        known = read is not None
        state = state if read is None else read
        try:
            action = action_from_json(record.body, game.rules.action_types)
        except TranscriptError:
            action = Lost()
        plies.append(Ply(record.seat, action, state, ()))
    return plies, known


def readable(game: Game[Any], position: Position | None) -> Any:
    """The state of a position that other rules have made, if these rules can make sense of it."""
    if position is None or not position.state:
        return None
    try:
        state = reader_of(game.state).read(position.state)
        game.rules.decision(state)
        return None if game.rules.check(state) else state
    except Exception:  # a state of another time: whatever goes wrong with it, it cannot be used
        return None


def extended(game: Game[Any], plies: Sequence[Any]) -> Game[Any]:
    """A game with more plies, which need not follow from it by the rules."""
    return Game.from_state(game.rules, game.at(0).state, game.at(0).last_events, [*game.plies, *plies])


def start(head: GameHead) -> Game[Any]:
    """The first position of a stored game by the rules of this program; its title and options must be known."""
    transcript = Transcript(
        format=FORMAT,
        version=VERSION,
        title=head.title,
        title_version=head.title_version,
        players=head.players,
        options=head.options,
        seed=head.seed,
    )
    try:
        return Game(rules_of(transcript, any_version=True))
    except BadInput as error:
        raise StoreError(one_line(f"game {head.id} cannot be opened by this program: {error}")) from None


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
