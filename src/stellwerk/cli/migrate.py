"""`stellwerk migrate`: everything of one store into another, of the same kind or the other."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from stellwerk.cli.parts import OK, Commands, command
from stellwerk.core import BadInput


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "migrate",
        run,
        "copy all games, people, sessions and seats into another store, whole and compared: SQLite or PostgreSQL",
        "stellwerk migrate ~/.local/share/stellwerk postgresql://stellwerk@localhost/stellwerk",
    )
    where = "the data folder of a server, an SQLite file, or the address of a PostgreSQL database"
    parser.add_argument("source", metavar="SOURCE", help=f"{where}; its servers must be stopped")
    parser.add_argument("target", metavar="TARGET", help="the same; there must be nothing in it yet")


def run(args: argparse.Namespace) -> int:
    """Copy it, in one transaction: the target has everything afterwards, or nothing."""
    from stellwerk.store import open_store
    from stellwerk.store.copying import copy_into
    from stellwerk.web.sole import sole_server

    source, target = place(args.source), place(args.target)
    if isinstance(source, Path) and not source.is_file():
        raise BadInput(f"{source}: there are no games here")
    if source == target:
        raise BadInput("SOURCE and TARGET are the same")
    new = isinstance(target, Path) and not target.exists()
    with ExitStack() as stack:
        for where in (source, target):
            if isinstance(where, Path) and where.parent.is_dir():
                stack.enter_context(sole_server(where))
        old = stack.enter_context(open_store(source))
        try:
            made = stack.enter_context(open_store(target))
            for store in (old, made):
                if store.servers():
                    raise BadInput(f"{store.writer.place}: a server uses it; stop all of them first")
            with old.readers.moment() as connection:
                copied = copy_into(made, connection)
        except BaseException:
            stack.close()
            if new and isinstance(target, Path):
                for name in (target.name, f"{target.name}-wal", f"{target.name}-shm"):
                    target.with_name(name).unlink(missing_ok=True)
            raise
    for name, content in copied.items():
        print(f"{name}: {content.rows}")
    print(f"{made.writer.place} holds the same as {old.writer.place}, row for row", flush=True)
    print("give its servers the secret that the old one had (--secret), so that open pages and links stay good")
    return OK


def place(text: str) -> str | Path:
    """An address as it is, or the file that is meant; a folder means the file in it."""
    from stellwerk.store import is_address
    from stellwerk.web.settings import Settings

    if is_address(text):
        return text
    if "://" in text:
        raise BadInput(f"{text.partition('://')[0]}:// is no database this program knows; postgresql:// is")
    path = Path(text)
    return Settings(data=path).games if path.is_dir() else path
