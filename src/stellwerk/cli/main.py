"""Entry of the `stellwerk` command: arguments in, one of the commands, an exit code out.

0 = done, 1 = the answer is no (a difference, a refusal, an illegal action), 2 = bad usage or bad input, 3 = written,
but with doubts (`export`). A reader that closes the pipe and Ctrl-C end the program as signals would (141 and 130).
"""

from __future__ import annotations

import io
import os
import sys

from stellwerk.cli.parts import BAD, Parser, complain

INTERRUPTED, CUT_OFF = 130, 141


def build() -> Parser:
    """The parser with all commands."""
    from stellwerk import __version__
    from stellwerk.cli import (
        admin,
        arena,
        backup,
        batch,
        bench,
        check,
        draw,
        explain,
        migrate,
        play,
        read,
        replay,
        report,
        routes,
        rules,
        serve,
        study,
        train,
        upgrade,
    )

    parser = Parser(
        prog="stellwerk",
        description="Play, replay and study railway-share board games with enforced rules.",
        epilog="Without a command: the table in the browser (stellwerk serve --open).\n\n"
        "exit codes: 0 done; 1 the answer is no (a difference, a refusal); 2 bad usage or bad input;\n"
        "3 written, but the site is known to play something otherwise (export)\n\n"
        "example: stellwerk rules 1830 8.1.4",
    )
    parser.add_argument("--version", action="version", version=f"stellwerk {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for group in (
        rules,
        play,
        serve,
        admin,
        backup,
        upgrade,
        migrate,
        replay,
        read,
        report,
        explain,
        routes,
        study,
        train,
        draw,
        check,
        batch,
        bench,
        arena,
    ):
        group.register(commands)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the command; errors are one line on stderr."""
    _tolerant_streams()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader has gone. What is still buffered must not be written at exit, or Python would complain there.
        if isinstance(sys.stdout, io.TextIOWrapper):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_OFF
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED


def _run(argv: list[str]) -> int:
    from stellwerk.core import StellwerkError

    try:
        args = build().parse_args(argv or ["serve", "--open"])
        if args.command is None:
            complain("no command given; see stellwerk --help")
            return BAD
        code: int = args.run(args)
        return code
    except SystemExit as done:  # argparse has printed --help or --version
        return int(done.code or 0)
    except StellwerkError as error:
        complain(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    return BAD


def _tolerant_streams() -> None:
    """A terminal that cannot show a character gets a `?`, and unreadable input is read as one, instead of an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
