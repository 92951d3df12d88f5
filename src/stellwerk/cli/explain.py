"""`stellwerk explain`: would this action be legal there, what would it do, or which rule forbids it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import NO, OK, Commands, add_json, add_position, command, count, position, print_json, sentence

if TYPE_CHECKING:
    from stellwerk.core import Action, Event, Game, Illegal


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "explain",
        run,
        "say whether an action is legal at a position, what it would do, or which rule refuses it (exit code 1)",
        """stellwerk explain game.json --at 40 --action '{"type": "sell_shares", "company": "PRR", "percent": 20}'""",
    )
    add_position(parser)
    parser.add_argument("--action", required=True, metavar="JSON", help="the action as in our transcripts")
    parser.add_argument("--seat", type=count, metavar="S", help="who acts, counted from 0 (default: who is asked)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Try it on a branch."""
    game = position(args)
    action = read_action(args.action, game)
    seat = args.seat if args.seat is not None else asked(game)
    events, refusal = attempt(game, action, seat)
    if args.json:
        print_json(as_json(events, refusal))
    else:
        print(as_text(events, refusal))
    return OK if refusal is None else NO


def read_action(text: str, game: Game[Any]) -> Action:
    """An action from its JSON text; a `seat` in it, as in transcripts, is left out."""
    import msgspec

    from stellwerk.core import BadInput
    from stellwerk.core.transcript import action_from_json

    try:
        fields = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise BadInput(f"the action is not JSON: {error}") from None
    if isinstance(fields, dict):
        fields.pop("seat", None)
    try:
        return action_from_json(fields, game.rules.action_types)
    except BadInput as error:
        raise BadInput(f"the action: {getattr(error, 'reason', error)}") from None


def asked(game: Game[Any]) -> int:
    """The seat that is asked."""
    decision = game.decision()
    return decision.seat if decision else 0


def attempt(game: Game[Any], action: Action, seat: int) -> tuple[tuple[Event, ...], Illegal | None]:
    """What would happen, or the refusal; the game is not touched."""
    from stellwerk.core import Illegal

    try:
        return game.branch().apply(action, seat), None
    except Illegal as illegal:
        return (), illegal


def as_text(events: tuple[Event, ...], refusal: Illegal | None) -> str:
    """The outcome of an attempt for a reader."""
    if refusal is None:
        lines = ["Legal. It would do this:"]
        for event in events:
            lines.append(f"  {sentence(event.text)} [{event.rule}]")
            if event.receipt:
                lines += [f"    {line}" for line in str(event.receipt).splitlines()]
        return "\n".join(lines if events else ["Legal. Nothing else would happen."])
    facts = ", ".join(f"{key} = {value}" for key, value in refusal.facts.items())
    lines = [f"Not legal: {sentence(refusal.text)} [{refusal.rule}]"]
    if facts:
        lines.append(f"Facts: {facts}.")
    return "\n".join([*lines, f"Rule {rule_text(refusal.rule)}"])


def as_json(events: tuple[Event, ...], refusal: Illegal | None) -> dict[str, Any]:
    """The outcome of an attempt for a program."""
    if refusal is None:
        return {
            "legal": True,
            "events": [
                {
                    "kind": event.kind,
                    "rule": event.rule,
                    "text": event.text,
                    "receipt": event.receipt and event.receipt.told(),
                }
                for event in events
            ],
        }
    facts = {
        key: value if isinstance(value, str | int | float | bool | None) else str(value)
        for key, value in refusal.facts.items()
    }
    return {
        "legal": False,
        "rule": refusal.rule,
        "text": refusal.text,
        "facts": facts,
        "paragraph": rule_text(refusal.rule),
    }


def rule_text(rule: str) -> str:
    """The full paragraph behind `1830 8.1.4`."""
    from stellwerk.titles import find
    from stellwerk.titles.rulebook import rulebook

    title, _, number = rule.partition(" ")
    return rulebook(find(title)).text(number)
