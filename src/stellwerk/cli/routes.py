"""`stellwerk routes`: the certified best run of a company, the next best ones, and what a change would add."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import OK, Commands, add_json, add_position, command, position, positive, print_json
from stellwerk.core import BadInput

if TYPE_CHECKING:
    from stellwerk.eighteen.engine import FamilyRules
    from stellwerk.eighteen.state import State

_SECONDS = 20  # for a proof, where none are named


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "routes",
        run_routes,
        "find the best run of a company, proven or with a bound; or what a tile, token or train would add to it",
        "stellwerk routes game.json --before-action 412 --company PRR --trains 5,D --top 3",
    )
    add_position(parser)
    parser.add_argument("--company", metavar="X", help="which company (default: the one operating there)")
    parser.add_argument("--trains", metavar="LIST", help="trains instead of its own, such as 5,D or 2+2,4E")
    parser.add_argument("--top", type=positive, default=1, metavar="K", help="the K best runs (default: 1)")
    parser.add_argument(
        "--prove",
        type=positive,
        nargs="?",
        const=_SECONDS,
        metavar="SECONDS",
        help=f"look for a missing proof with the solver HiGHS for so long (default: {_SECONDS}; needs highspy)",
    )
    parser.add_argument("--with-tile", metavar="HEX:TILE:ROTATION", help="what this tile would add, such as E19:57:1")
    parser.add_argument("--with-token", metavar="HEX.CITY", help="what a token there would add, such as E19.0")
    parser.add_argument("--with-train", metavar="TRAIN", help="what one more train would add, such as 5")
    add_json(parser)


def run_routes(args: argparse.Namespace) -> int:
    """Answer and print."""
    from stellwerk.eighteen.engine import FamilyRules
    from stellwerk.routing import answer_routes

    game = position(args)
    if not isinstance(game.rules, FamilyRules):
        raise BadInput(f"{game.rules.title} has no train runs")
    if args.with_tile or args.with_token or args.with_train:
        return _what_if(args, game.rules, game.state)
    if args.prove is not None and args.top != 1:
        raise BadInput("--prove cannot be combined with --top")
    answer = answer_routes(game.rules, game.state, args.company, args.trains, args.top, seconds=args.prove)
    if args.json:
        print_json(answer)
        return OK
    runs = answer.get("runs", [answer])
    for number, run in enumerate(runs, 1):
        _print_run(run, f"{number}. " if len(runs) > 1 else "", "proven best" if number == 1 else "proven")
    return OK


def _what_if(args: argparse.Namespace, rules: FamilyRules, state: State) -> int:
    """What a change adds."""
    from stellwerk.routing import parse_trains, value_of
    from stellwerk.routing.questions import operating_company, run_to_json

    if args.top != 1 or args.prove is not None:
        option = "--top" if args.top != 1 else "--prove"
        raise BadInput(f"{option} cannot be combined with --with-tile, --with-token or --with-train")
    company = args.company if args.company is not None else operating_company(state)
    if company is None:
        raise BadInput("no company is operating in this position: name one with --company")
    worth = value_of(
        rules,
        state,
        company,
        tile=_tile(args.with_tile) if args.with_tile else None,
        token=_token(args.with_token) if args.with_token else None,
        train=args.with_train,
        trains=parse_trains(args.trains, rules.t) if args.trains else None,
    )
    before, after = run_to_json(worth.before), run_to_json(worth.after)
    if args.json:
        print_json({"gain": worth.gain, "proven": worth.proven, "before": before, "after": after})
        return OK
    _print_run(before, "now: ")
    _print_run(after, "then: ")
    print(f"gain: {worth.gain}" + ("" if worth.proven else " (not proven)"))
    return OK


def _tile(text: str) -> tuple[str, str, int]:
    found = re.fullmatch(r"([A-Z]+[0-9]+):([^:]+):([0-5])", text)
    if not found:
        raise BadInput(f"--with-tile {text!r}: must be HEX:TILE:ROTATION, such as E19:57:1")
    return found[1], found[2], int(found[3])


def _token(text: str) -> tuple[str, int]:
    found = re.fullmatch(r"([A-Z]+[0-9]+)\.([0-9])", text)
    if not found:
        raise BadInput(f"--with-token {text!r}: must be HEX.CITY, such as E19.0")
    return found[1], int(found[2])


def _print_run(run: dict[str, Any], label: str, proven: str = "proven best") -> None:
    """A run as text, with what each stop pays."""
    sure = proven if run["proven"] else f"not proven, at most {run['upper_bound']}"
    if not run["routes"]:
        print(f"{label}{run['company']}: no run ({run['reason'] or 'nothing to earn'})")
        return
    print(f"{label}{run['company']}: {run['total']} ({sure}, {run['nodes']} nodes)")
    if run["reason"]:
        print(f"  {run['reason']}")
    for route in run["routes"]:
        print(f"  {route['train']}: {route['revenue']}  {' '.join(route['path'])}")
    for line in run["receipt"]["lines"]:
        print(f"    {line['text']}: {line['amount']} [{line['rule']}]")
