"""`stellwerk show` and `stellwerk options`: a position of a file, and what may be done there."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stellwerk.cli.language import add_language
from stellwerk.cli.parts import OK, Commands, add_json, add_position, command, count, position, print_json, print_line

if TYPE_CHECKING:
    from stellwerk.core import Game


def register(commands: Commands) -> None:
    """Add the commands."""
    show = command(
        commands,
        "show",
        run_show,
        "print a position: players, companies, market and map, or its view as JSON",
        "stellwerk show game.json --at 100",
    )
    add_position(show)
    show.add_argument("--seat", type=count, metavar="S", help="as this seat sees it, from 0 (default: a spectator)")
    add_json(show)
    add_language(show)
    options = command(
        commands,
        "options",
        run_options,
        "print every legal action of a position, one JSON object a line: seat, action, amount {low, high, step} "
        "where money is free (`money` names the field), free = a field whose content is free",
        "stellwerk options game.json --before-action 57",
    )
    add_position(options)
    form = options.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON lines (this is the default)")
    form.add_argument("--text", action="store_true", help="print sentences instead")
    add_language(options)


def run_show(args: argparse.Namespace) -> int:
    """The position."""
    from stellwerk.core import BadInput

    game = position(args)
    if args.seat is not None and args.seat >= len(game.rules.seats):
        raise BadInput(f"--seat {args.seat}: seats are 0 to {len(game.rules.seats) - 1}")
    if args.json:
        print_json(game.view(args.seat))
    else:
        print(position_text(game, args.seat, args.language))
    return OK


def position_text(game: Game[Any], seat: int | None = None, language: str = "en") -> str:
    """Everything readable about a position, as a seat may see it."""
    from stellwerk.cli.voice import voice

    return voice(game, language).shows(seat)[""]()


def run_options(args: argparse.Namespace) -> int:
    """The options."""
    game = position(args)
    decision = game.decision()
    if decision is None:
        return OK
    if args.text:
        from stellwerk.cli.voice import voice

        words = voice(game, args.language)
        for option in game.options():
            seat = decision.seat if option.seat is None else option.seat
            print(f"{game.rules.seats[seat]}: {words.option(option)[-1]}")
        return OK
    for option in game.options():
        amount = option.amount
        print_line(
            {
                "seat": decision.seat if option.seat is None else option.seat,
                "action": option.action,
                "amount": amount and {"low": amount.low, "high": amount.high, "step": amount.step},
                "money": option.money if amount else None,
                "free": option.free or None,
            }
        )
    return OK
