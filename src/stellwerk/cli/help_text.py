"""The help of a game in the terminal."""

from __future__ import annotations

from stellwerk.cli.speech import Speech
from stellwerk.cli.voice import Voice
from stellwerk.core import Message

HELP = {  # what can be typed, and what it does
    "why N, why N 225": Message("what choice N would do, with the rules"),
    "why …": Message("the same for a typed action, legal or not"),
    "undo, redo": Message("take back your last action and what came after it, or make it again"),
    "show": Message("the whole position; or a part:"),
    "log, log N": Message("what has happened last"),
    "receipts": Message("scores and other figures, line by line"),
    "rule 4.1": Message("a paragraph of the rules"),
    "save …": Message("write the game to a file"),
    "help, quit": Message("these lines; leave the game"),
}


def help_lines(speaker: Voice, speech: Speech) -> list[str]:
    """How to choose, how to type an action, and the commands."""
    lines = [
        speech.say("Type the number of a choice; where an amount is open, the amount after it: 6 225."),
        speech.say("A group opens a list of its own; an empty line goes back."),
        speech.say("An action can also be typed: {examples}, or JSON.", examples=speaker.examples),
        speaker.how_to_type(),
    ]
    for typed, does in HELP.items():
        parts = [name for name in speaker.shows(None) if name and typed == "show"]
        lines.append(f"  {typed:<18}{speech.tell(does)} {', '.join(parts)}".rstrip())
    return [line for line in lines if line]
