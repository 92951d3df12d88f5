"""What the commands share: the parser, positions of files, printing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from stellwerk.core import BadInput

if TYPE_CHECKING:
    from stellwerk.core import Game
    from stellwerk.formats.loaded import Loaded

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
OK, NO, BAD = 0, 1, 2


class Parser(argparse.ArgumentParser):
    """Reports wrong usage as a one-line error like every other error."""

    def __init__(self, **settings: Any) -> None:
        """Texts stand as written; options are not abbreviated, so that adding one never changes another."""
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        settings.setdefault("allow_abbrev", False)
        super().__init__(**settings)

    def error(self, message: str) -> NoReturn:
        """Wrong usage."""
        raise BadInput(f"{message} (see {self.prog} --help)".replace("\n", " "))


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str, example: str
) -> argparse.ArgumentParser:
    """Add a command with its help and an example."""
    parser = commands.add_parser(name, help=text, description=text, epilog=f"example: {example}")
    parser.set_defaults(run=run)
    return parser


def add_json(parser: argparse.ArgumentParser, text: str = "print JSON") -> None:
    """`--json`"""
    parser.add_argument("--json", action="store_true", help=text)


def add_position(parser: argparse.ArgumentParser) -> None:
    """`FILE` and the ways to name a position in it."""
    parser.add_argument("file", metavar="FILE", help="a transcript of ours or an 18xx.games file, also gzipped")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--at", type=count, metavar="N", help="after N applied actions (default: after the last)")
    place.add_argument("--before-action", type=count, metavar="ID", help="before the action with this id in the file")
    parser.add_argument("--preset", metavar="NAME", help="options an 18xx.games file is replayed with")


def count(text: str) -> int:
    """A whole number, not below 0."""
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def positive(text: str) -> int:
    """A whole number, not below 1."""
    number = count(text)
    if not number:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def load(args: argparse.Namespace) -> Loaded:
    """The file named in the arguments, replayed."""
    from stellwerk.formats import load_file

    return load_file(args.file, args.preset)


def position(args: argparse.Namespace) -> Game[Any]:
    """The position named in the arguments."""
    return load(args).at(args.at, args.before_action)


def options_from(pairs: list[str] | None) -> dict[str, Any]:
    """`--option KEY=VALUE`: true, false and whole numbers are read as such, everything else as text."""
    chosen: dict[str, Any] = {}
    for pair in pairs or []:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise BadInput(f"--option {pair!r}: must be KEY=VALUE")
        if value in ("true", "false"):
            chosen[key] = value == "true"
        else:
            chosen[key] = int(value) if value.isdecimal() and len(value) < 10 else value
    return chosen


def add_board(parser: argparse.ArgumentParser) -> None:
    """`--board`"""
    parser.add_argument("--board", metavar="FILE", help="a board of your own, for titles that allow it (TOML)")


def board_option(title: str, path: str | None) -> dict[str, Any]:
    """The option that carries the board of a file; nothing if none is named."""
    if path is None:
        return {}
    from pathlib import Path

    from stellwerk.titles import find

    return {"board": find(title).board(Path(path))}


def print_json(data: Any) -> None:
    """Data as JSON, indented."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def print_line(data: Any) -> None:
    """Data as JSON on one line."""
    import msgspec

    print(msgspec.json.encode(data).decode())


def complain(text: str) -> None:
    """An error, on one line."""
    print(f"stellwerk: {' '.join(text.split())}", file=sys.stderr, flush=True)


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."
