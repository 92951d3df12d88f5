"""Is everything that is stored still what it was? The database itself, and every game played again."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.snapshot import fingerprint
from stellwerk.formats.plain import one_line
from stellwerk.store.copying import contents
from stellwerk.store.errors import StoreError
from stellwerk.store.games import GamesStore
from stellwerk.store.opening import check_game
from stellwerk.store.records import GameHead


def all_games(store: GamesStore) -> Iterator[GameHead]:
    """Every stored game, those changed last first."""
    after = ""
    while True:
        page = store.list_games(limit=200, after=after)
        yield from page.games
        after = page.next
        if not after:
            return


def compared(store: GamesStore, head: GameHead, *, keep: bool) -> str:
    """How a game differs from what the rules make of it; empty if it does not."""
    try:
        live = check_game(store, store.load(head.id), keep=keep)
    except StoreError as error:
        return str(error)
    if live.parted is None:
        return ""
    why = live.parted.reason or "the next action leads to another position"
    return f"agrees up to action {live.parted.ply} of {head.ply}; then (version {live.parted.version}): {why}"


def verified(store: GamesStore, head: GameHead) -> str:
    """What is wrong with a game and what is stored along with it; empty if nothing is. Changes nothing."""
    try:
        found = compared(store, head, keep=False)
        torn = [one.version for one in store.positions(head.id) if fingerprint(one.state) != one.digest]
    except Exception as error:  # whatever a damaged record leads to: the others are to be looked at too
        return one_line(f"cannot be replayed: {type(error).__name__}: {error}")
    if torn and not found:
        return f"the stored position after version {torn[0]} is not what its fingerprint says"
    return found


def faults(store: GamesStore) -> list[str]:
    """What is wrong with the database itself, as sentences; every row of every table is read."""
    found = store.check()
    with store.readers.moment() as connection:
        contents(connection)
    return found
