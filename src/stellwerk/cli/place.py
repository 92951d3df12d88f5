"""Where the games are: what the commands that work on a store are told."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.core import BadInput

if TYPE_CHECKING:
    from stellwerk.store import GamesStore


def add_place(parser: argparse.ArgumentParser) -> None:
    """`--db`, `--database`, `--data`"""
    parser.add_argument("--db", metavar="FILE", help="the SQLite file with the games (default: in the data folder)")
    parser.add_argument(
        "--database",
        default=os.environ.get("STELLWERK_DATABASE", ""),
        metavar="URL",
        help="the PostgreSQL database with the games instead (or STELLWERK_DATABASE in the environment)",
    )
    parser.add_argument("--data", metavar="FOLDER", help="the data folder (default: the system's place for user data)")


def folder_of(args: argparse.Namespace) -> Path:
    """The data folder."""
    from stellwerk.web.settings import data_folder

    return Path(args.data) if args.data else data_folder()


def place_of(args: argparse.Namespace) -> str | Path:
    """The file or the address of the games."""
    from stellwerk.store import is_address
    from stellwerk.web.settings import Settings

    if args.db:
        return Path(args.db)
    if args.database and not is_address(args.database):
        raise BadInput("--database must be like postgresql://user@host/name; a file is named with --db")
    return args.database or Settings(data=folder_of(args)).games


def open_games(args: argparse.Namespace) -> GamesStore:
    """The store, which must be there."""
    from stellwerk.store import open_store

    place = place_of(args)
    if isinstance(place, Path) and not place.is_file():
        raise BadInput(f"{place}: there are no games here")
    return open_store(place)
