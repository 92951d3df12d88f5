"""`stellwerk explain`: would this action be legal there, what would it do, or which rule forbids it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stellwerk.cli.language import add_language
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
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Try it on a branch."""
    game = position(args)
    action = read_action(args.action, game)
    seat = args.seat if args.seat is not None else asked(game)
    events, refusal = attempt(game, action, seat)
    if args.json:
        print_json(as_json(events, refusal, args.language))
    else:
        print(as_text(events, refusal, args.language))
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


def as_text(events: tuple[Event, ...], refusal: Illegal | None, language: str) -> str:
    """The outcome of an attempt for a reader."""
    from stellwerk.core import Message
    from stellwerk.i18n import receipt_in, tell
    from stellwerk.titles.rulebook import rule_text

    if refusal is None:
        lines = [tell(Message("Legal. It would do this:"), language)]
        for event in events:
            lines.append(f"  {sentence(tell(event.message, language))} [{event.rule}]")
            if event.receipt:
                lines += [f"    {line}" for line in str(receipt_in(event.receipt, language)).splitlines()]
        return "\n".join(lines if events else [tell(Message("Legal. Nothing else would happen."), language)])
    title, _, number = refusal.rule.partition(" ")
    lines = [f"{tell(Message('Not legal:'), language)} {sentence(tell(refusal.message, language))} [{refusal.rule}]"]
    return "\n".join([*lines, f"{title} {number}: {rule_text(refusal.rule, language)}"])


def as_json(events: tuple[Event, ...], refusal: Illegal | None, language: str) -> dict[str, Any]:
    """The outcome of an attempt for a program."""
    from stellwerk.i18n import receipt_in, tell
    from stellwerk.titles.rulebook import rule_text

    if refusal is None:
        return {
            "legal": True,
            "events": [
                {
                    "kind": event.kind,
                    "rule": event.rule,
                    "text": tell(event.message, language),
                    "receipt": event.receipt and receipt_in(event.receipt, language),
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
        "text": tell(refusal.message, language),
        "facts": facts,
        "paragraph": rule_text(refusal.rule, language),
    }
