"""`stellwerk study`: a game or a study as text, as a file or as a link."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.cli.parts import NO, OK, Commands, command, complain

if TYPE_CHECKING:
    from stellwerk.study import Study


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "study",
        run,
        "print a game or a study in the notation, or turn it into a study file or a link; what is refused is named, "
        "the rest is kept (exit code 1)",
        "stellwerk study game.json -o game.study.json",
    )
    parser.add_argument(
        "file", metavar="FILE", help="a study (JSON or notation), a transcript, or - for standard input"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="the notation (this is the default without -o)")
    form.add_argument("--json", action="store_true", help="a study file (this is the default with -o)")
    form.add_argument("--link", action="store_true", help="the part of a link behind #")
    parser.add_argument("--ways", action="store_true", help="spell every run out, also those the program offers")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of printing")


def run(args: argparse.Namespace) -> int:
    """Read it in whatever form it comes, write it in the one that is asked for."""
    from stellwerk.study import to_link, write
    from stellwerk.study.file import encode

    study = read_any(args.file)
    for fault in study.faults:
        complain(str(fault))
    if args.link:
        text = to_link(study) + "\n"
    elif args.json or (args.output and not args.text):
        text = encode(study).decode()
    else:
        text = write(study, ways=args.ways)
    if args.output:
        place = Path(args.output)
        scratch = place.with_name(place.name + ".part")
        scratch.write_text(text, encoding="utf-8")
        scratch.replace(place)
    else:
        print(text, end="")
    return NO if study.faults else OK


def read_any(name: str) -> Study:
    """A study file, the notation, or a game as a study of one chapter."""
    from stellwerk.core import BadInput
    from stellwerk.formats import BYTE_ORDER_MARK, GZIP, load_bytes, load_file
    from stellwerk.study import Study, read
    from stellwerk.study.file import FORMAT, MOST_BYTES, decode

    with sys.stdin.buffer if name == "-" else Path(name).open("rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    if data.startswith(GZIP):
        return Study.of(load_file(name).game)
    data = data.removeprefix(BYTE_ORDER_MARK)
    if data.lstrip()[:1] == b"{":
        if f'"{FORMAT}"'.encode() in data[:200]:
            return decode(data, name)
        return Study.of(load_bytes(data, name).game)
    try:
        return read(data.decode(), name)
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: not UTF-8: byte {error.start}") from None
