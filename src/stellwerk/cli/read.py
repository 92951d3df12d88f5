"""`stellwerk show` and `stellwerk options`: a position of a file, and what may be done there."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import OK, Commands, add_json, add_position, command, position, print_json, print_line

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
    add_json(show)
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


def run_show(args: argparse.Namespace) -> int:
    """The position."""
    game = position(args)
    if args.json:
        print_json(game.view())
    else:
        print(position_text(game))
    return OK


def position_text(game: Game[Any]) -> str:
    """Everything readable about a position."""
    from stellwerk.cli.text_map import map_text, market_text, places_text

    parts = [
        f"After {game.ply} actions.\n{game}",
        f"Market, best price on the top right:\n{market_text(game)}",
        f"Map:\n{map_text(game)}",
        f"Hexes that are built:\n{places_text(game)}",
    ]
    return "\n\n".join(parts)


def run_options(args: argparse.Namespace) -> int:
    """The options."""
    game = position(args)
    decision = game.decision()
    if decision is None:
        return OK
    if args.text:
        from stellwerk.cli.words import Words

        words = Words(game)
        for option in game.options():
            seat = decision.seat if option.seat is None else option.seat
            print(f"{game.rules.seats[seat]}: {', '.join(words.option(option))}")
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
