"""`stellwerk play`: a game in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import OK, Commands, command, count, options_from

if TYPE_CHECKING:
    from stellwerk.cli.seats import Seat
    from stellwerk.core import Game

DEFAULT_SEATS = "you,bot:random,bot:random,bot:random"
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
        "--seats", metavar="LIST", help=f"you, you:NAME or bot:random for each seat (default: {DEFAULT_SEATS})"
    )
    parser.add_argument("--seed", type=count, metavar="N", help="seed of the game and of the bots (default: a new one)")
    parser.add_argument("--shuffle", action="store_true", help="draw the seats from the seed")
    parser.add_argument("--preset", metavar="NAME", help="the set of options to play with")
    parser.add_argument("--option", action="append", metavar="KEY=VALUE", help="one option; may be given several times")
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file, up to date after every turn")
    parser.add_argument("--load", metavar="FILE", help="go on with the game of a file; options come from there")


def run(args: argparse.Namespace) -> int:
    """Set the table and play."""
    import sys

    from stellwerk.bots import make_bot
    from stellwerk.cli.session import Session

    if sys.stdin.isatty():
        _line_editing()
    if args.load:
        game, seats, seed = _loaded(args)
    else:
        game, seats, seed = _new(args)
    bots = [make_bot(seat.bot, seed) if seat.bot else None for seat in seats]
    print(f"{game.rules.title}, seed {seed}: {', '.join(game.rules.seats)}. Type help for the commands.")
    session = Session(game, bots, Path(args.save) if args.save else None)
    try:
        session.run()
    except KeyboardInterrupt:
        print()
        session.say_where()
        raise
    return OK


def _new(args: argparse.Namespace) -> tuple[Game[Any], list[Seat], int]:
    """A new game with the seats in their order, or drawn."""
    import secrets

    import stellwerk
    from stellwerk.cli.seats import parse

    seats = parse(args.seats or DEFAULT_SEATS)
    seed = args.seed if args.seed is not None else secrets.randbelow(SEEDS)
    names = [seat.name for seat in seats]
    options = options_from(args.option)
    game = stellwerk.new(args.title or "1830", names, options, seed, args.preset, args.shuffle)
    by_name = {seat.name: seat for seat in seats}
    return game, [by_name[name] for name in game.rules.seats], seed


def _loaded(args: argparse.Namespace) -> tuple[Game[Any], list[Seat], int]:
    """The game of a file; without --seats the first seat is the player's."""
    from stellwerk.cli.seats import Seat, parse
    from stellwerk.core import BadInput
    from stellwerk.formats import load_file

    if args.option or args.shuffle:
        raise BadInput("a loaded game keeps its options and seats; --option and --shuffle are for new games")
    game = load_file(args.load, args.preset).game
    title, names = game.rules.title, game.rules.seats
    if args.title not in (None, title):
        raise BadInput(f"{args.load} is a game of {title}, not of {args.title}")
    seats = parse(args.seats) if args.seats else [Seat("", "random" if seat else "") for seat in range(len(names))]
    if len(seats) != len(names):
        raise BadInput(f"--seats names {len(seats)} seats; {args.load} has {len(names)}")
    return game, seats, args.seed if args.seed is not None else game.rules.seed


def _line_editing() -> None:
    """Editing and history at the prompt, where the system has them."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # importing it gives input() a history and line editing
