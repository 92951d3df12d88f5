"""`stellwerk upgrade`: are the stored games still what they were by the rules of this program?"""

from __future__ import annotations

import argparse

from stellwerk.cli.parts import NO, OK, Commands, command
from stellwerk.cli.place import add_place, open_games


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
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Look at all games. 1 if one differs."""
    from stellwerk.store.verifying import all_games, compared

    same = 0
    differing = []
    with open_games(args) as store:
        for head in list(all_games(store)):
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
