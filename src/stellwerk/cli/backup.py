"""`stellwerk backup`, `restore` and `verify`: the whole store into one file and back; whether all is well with it."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.cli.parts import NO, OK, Commands, add_json, command, print_json
from stellwerk.cli.place import add_place, folder_of, open_games, place_of

if TYPE_CHECKING:
    from stellwerk.store import GamesStore
    from stellwerk.store.backup import BackupNote


def register(commands: Commands) -> None:
    """Add the commands."""
    parser = command(
        commands,
        "backup",
        run_backup,
        "write everything (games, people, sessions, the server's secret) into one file, also while servers run",
        "stellwerk backup games-2026-11-18.backup",
    )
    parser.add_argument("file", metavar="FILE", help="the backup; only its owner can read it")
    parser.add_argument("--replace", action="store_true", help="replace a file of that name once the new one is whole")
    add_place(parser)
    parser = command(
        commands,
        "restore",
        run_restore,
        "put a backup into an empty data folder or database, compared row by row; servers must be stopped",
        "stellwerk restore games-2026-11-18.backup --data /srv/stellwerk",
    )
    parser.add_argument("file", metavar="FILE", help="a backup, of a server with either kind of database")
    parser.add_argument(
        "--replace", action="store_true", help="put it in place of what is there (a file from before is kept)"
    )
    add_place(parser)
    parser = command(
        commands,
        "verify",
        run_verify,
        "check the database and replay every game against what was stored of it; nothing is changed",
        "stellwerk verify",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a backup to verify instead of the server's games")
    add_place(parser)
    add_json(parser)


def run_backup(args: argparse.Namespace) -> int:
    """Back up."""
    from stellwerk import __version__
    from stellwerk.store.backup import write_backup
    from stellwerk.web.settings import LOCAL, STORED, stored

    data = folder_of(args)
    secrets = {name: secret for name in (STORED, LOCAL) if (secret := stored(data, name))}
    note = write_backup(place_of(args), Path(args.file), __version__, secrets, replace=args.replace)
    print(f"{args.file}: {note_text(note)}")
    if not secrets:
        print(f"the server's secret is not in it: there is none in {data}")
    return OK


def run_restore(args: argparse.Namespace) -> int:
    """Restore."""
    from stellwerk.store.backup import restore
    from stellwerk.web.settings import keep, stored
    from stellwerk.web.sole import sole_server

    place, data = place_of(args), folder_of(args)
    with sole_server(place) if isinstance(place, Path) else nullcontext():
        note, kept = restore(Path(args.file), place, replace=args.replace)
    for name, secret in note.secrets.items():
        known = stored(data, name)
        if not known:
            keep(data, name, secret)
        elif known != secret:
            print(
                f"{data / name} is another than the server had then and was left as it is; open pages must be reloaded"
            )
    print(f"restored: {note_text(note)}")
    if kept is not None:
        print(f"what was there before is in {kept}")
    return OK


def note_text(note: BackupNote) -> str:
    """What a backup holds, in a line."""
    from datetime import UTC, datetime

    made = datetime.fromtimestamp(note.made / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    counts = {name: content.rows for name, content in note.content.items()}
    return f"{counts['game']} games, {counts['account']} accounts and {counts['session']} sessions of {made}"


def run_verify(args: argparse.Namespace) -> int:
    """Verify. 1 if something is wrong."""
    import tempfile

    from stellwerk.store import open_store
    from stellwerk.store.backup import restore

    if not args.file:
        with open_games(args) as store:
            return verify(store, as_json=args.json)
    with tempfile.TemporaryDirectory(prefix="stellwerk-") as folder:
        copy = Path(folder) / "backup.sqlite"
        restore(Path(args.file), copy)
        with open_store(copy) as store:
            return verify(store, as_json=args.json)


def verify(store: GamesStore, *, as_json: bool) -> int:
    """Look at everything, and say what is wrong."""
    from stellwerk.store.verifying import all_games, faults, verified

    wrong = faults(store)
    if not as_json:
        for fault in wrong:
            print(fault, flush=True)
    differing, count = [], 0
    for head in list(all_games(store)):
        count += 1
        found = verified(store, head)
        if found:
            differing.append({"game": head.id, "title": head.title, "status": head.status, "what": found})
            if not as_json:
                print(f"{head.id} ({head.title}, {head.status}): {found}", flush=True)
    if as_json:
        print_json({"games": count, "database": wrong, "differing": differing})
    else:
        good = f"{count - len(differing)} of {count} games replay to what was stored"
        print(f"{good}; the database is {'damaged' if wrong else 'whole'}")
    return NO if wrong or differing else OK
