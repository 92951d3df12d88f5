"""`stellwerk upgrade`: are the stored games still what they were by the rules of this program?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.cli.parts import NO, OK, Commands, command

if TYPE_CHECKING:
    from stellwerk.store import GameHead, GamesStore


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "upgrade",
        run,
        "replay every stored game by the rules of this program and say which differ, and where",
        "stellwerk upgrade --check",
    )
    parser.add_argument("--check", action="store_true", help="only look: the file is left as it is")
    parser.add_argument("--db", metavar="FILE", help="the SQLite file with the games (default: in the data folder)")
    parser.add_argument("--database", default="", metavar="URL", help="the PostgreSQL database with the games instead")
    parser.add_argument("--data", metavar="FOLDER", help="the data folder (default: the system's place for user data)")


def run(args: argparse.Namespace) -> int:
    """Look at all games. 1 if one differs."""
    from stellwerk.core import BadInput
    from stellwerk.store import is_address, open_store
    from stellwerk.web.settings import Settings, data_folder

    data = Path(args.data) if args.data else data_folder()
    place = args.database or Settings(data=data, db=Path(args.db) if args.db else None).games
    if not is_address(place) and not Path(place).is_file():
        raise BadInput(f"{place}: there are no games here")
    same = 0
    differing = []
    with open_store(place) as store:
        for head in all_games(store):
            found = compared(store, head, keep=not args.check)
            same += not found
            if found:
                differing.append(found)
                print(f"{head.id} ({head.title}, {head.status}): {found}", flush=True)
    agree = f"{same} game{'s agree' if same != 1 else ' agrees'} with the rules of this program"
    print(f"{agree}, {len(differing)} differ{'s' if len(differing) == 1 else ''}")
    if differing:
        print("a game that differs opens for reading; its table chooses how it goes on")
    return NO if differing else OK


def all_games(store: GamesStore) -> list[GameHead]:
    """Every stored game."""
    found: list[GameHead] = []
    after = ""
    while True:
        page = store.list_games(limit=200, after=after)
        found += page.games
        after = page.next
        if not after:
            return found


def compared(store: GamesStore, head: GameHead, *, keep: bool) -> str:
    """How a game differs from what the rules make of it; empty if it does not."""
    from stellwerk.store import StoreError
    from stellwerk.store.opening import check_game

    try:
        live = check_game(store, store.load(head.id), keep=keep)
    except StoreError as error:
        return str(error)
    if live.parted is None:
        return ""
    why = live.parted.reason or "the next action leads to another position"
    return f"agrees up to action {live.parted.ply} of {head.ply}; then (version {live.parted.version}): {why}"
