"""`stellwerk play`: a game in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import OK, Commands, add_board, board_option, command, count, options_from

if TYPE_CHECKING:
    from stellwerk.cli.seats import SeatChoice
    from stellwerk.core import Game

SEEDS = 2**31


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "play",
        run,
        "play a game in the terminal, against bots or with others at the same keyboard",
        "stellwerk play 1830 --seats you:Ada,bot:random,bot:random --save game.json",
    )
    parser.add_argument("title", metavar="TITLE", nargs="?", help="such as 1830 (the default)")
    parser.add_argument(
        "--seats", metavar="LIST", help="you, you:NAME or bot:LEVEL for each seat (default: you and three bots)"
    )
    parser.add_argument("--seed", type=count, metavar="N", help="seed of the game and of the bots (default: a new one)")
    parser.add_argument("--shuffle", action="store_true", help="draw the seats from the seed")
    parser.add_argument("--preset", metavar="NAME", help="the set of options to play with")
    parser.add_argument("--option", action="append", metavar="KEY=VALUE", help="one option; may be given several times")
    add_board(parser)
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file, up to date after every turn")
    parser.add_argument("--load", metavar="FILE", help="go on with the game of a file; options come from there")


def run(args: argparse.Namespace) -> int:
    """Set the table and play."""
    import sys

    from stellwerk.bots import make_bot
    from stellwerk.cli.session import TerminalSession

    if sys.stdin.isatty():
        _line_editing()
    if args.load:
        game, seats, seed = _loaded(args)
    else:
        game, seats, seed = _new(args)
    bots = [make_bot(seat.bot, seed, game.rules.title) if seat.bot else None for seat in seats]
    session = TerminalSession(game, bots, Path(args.save) if args.save else None)
    session.greet(seed)
    try:
        session.run()
    except KeyboardInterrupt:
        print()
        session.say_where()
        raise
    return OK


def _new(args: argparse.Namespace) -> tuple[Game[Any], list[SeatChoice], int]:
    """A new game with the seats in their order, or drawn."""
    import secrets

    import stellwerk
    from stellwerk.cli.seats import parse

    title = args.title or "1830"
    seats = parse(args.seats or default_seats(title), title)
    seed = args.seed if args.seed is not None else secrets.randbelow(SEEDS)
    names = [seat.name for seat in seats]
    options = options_from(args.option) | board_option(title, args.board)
    game = stellwerk.new(title, names, options, seed, args.preset, args.shuffle)
    by_name = {seat.name: seat for seat in seats}
    return game, [by_name[name] for name in game.rules.seats], seed


def _loaded(args: argparse.Namespace) -> tuple[Game[Any], list[SeatChoice], int]:
    """The game of a file; without --seats the first seat is the player's."""
    from stellwerk.bots import USUAL
    from stellwerk.cli.seats import SeatChoice, parse
    from stellwerk.core import BadInput
    from stellwerk.formats import load_file

    if args.option or args.shuffle or args.board:
        raise BadInput("a loaded game keeps its options and seats; --option, --board and --shuffle are for new games")
    game = load_file(args.load, args.preset).game
    title, names = game.rules.title, game.rules.seats
    if args.title not in (None, title):
        raise BadInput(f"{args.load} is a game of {title}, not of {args.title}")
    seats = (
        parse(args.seats, title)
        if args.seats
        else [SeatChoice("", USUAL if seat else "") for seat in range(len(names))]
    )
    if len(seats) != len(names):
        raise BadInput(f"--seats names {len(seats)} seats; {args.load} has {len(names)}")
    return game, seats, args.seed if args.seed is not None else game.rules.seed


def default_seats(title: str) -> str:
    """The player against three of the usual bots."""
    from stellwerk.bots import USUAL

    return ",".join(["you", *[f"bot:{USUAL}"] * 3])


def _line_editing() -> None:
    """Editing and history at the prompt, where the system has them."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # importing it gives input() a history and line editing
