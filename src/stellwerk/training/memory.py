"""What somebody has answered, and when what was wrong is asked again: boxes of 1, 3, 7 and 21 days."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from stellwerk.core import BadInput
from stellwerk.core.reading import meet

BOXES = (1, 3, 7, 21)  # days until a puzzle of that box comes again
FORMAT, VERSION = "stellwerk-training", 1
NAME = "training.json"
MOST_BYTES = 16 * 1024 * 1024


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle that was answered wrongly: where it comes from, its box, and the day it comes again."""

    title: str
    kind: str
    source: str
    ply: int
    box: int
    due: date


class _File(Struct, forbid_unknown_fields=True):
    format: str
    version: int
    right: int = 0
    wrong: int = 0
    cards: dict[str, Card] = {}


class Memory:
    """The file of one person. It is read when it is asked and written after every answer, whole or not at all."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the user's data folder; it is made when there is something to keep."""
        self.path = folder / NAME

    def read(self) -> _File:
        """What is kept; a damaged file is bad input, and nothing is written over it."""
        try:
            with self.path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
        except FileNotFoundError:
            return _File(FORMAT, VERSION)
        meet(_File)
        try:
            kept = msgspec.json.decode(data, type=_File)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise self.damaged(str(error)) from None
        if kept.format != FORMAT or kept.version != VERSION:
            raise self.damaged(f"format {kept.format[:40]!r}, version {kept.version}")
        for name, card in kept.cards.items():
            if not 0 <= card.box < len(BOXES) or card.ply < 0:
                raise self.damaged(f"puzzle {name[:40]!r} is in box {card.box} of action {card.ply}")
        return kept

    def damaged(self, why: str) -> BadInput:
        """The error that says so."""
        return BadInput(f"{self.path}: no results of this trainer ({why}); the file is left as it is: move it away")

    def due(self, today: date) -> dict[str, Card]:
        """What is to be asked again, the longest waiting first."""
        cards = self.read().cards
        return {
            name: cards[name]
            for name in sorted(cards, key=lambda name: (cards[name].due, name))
            if cards[name].due <= today
        }

    def note(self, name: str, card: Card, right: bool, today: date) -> Card | None:
        """Keep an answer; the puzzle's card from now on, None if it need not come again.

        What was wrong goes to the first box. What is right on its day goes to the next box, out of the last one it
        is done with; right before its day changes nothing.
        """
        kept = self.read()
        if right:
            kept.right += 1
            old = kept.cards.get(name)
            new = old
            if old is not None and old.due <= today:
                new = boxed(card, old.box + 1, today) if old.box + 1 < len(BOXES) else None
        else:
            kept.wrong += 1
            new = boxed(card, 0, today)
        if new is None:
            kept.cards.pop(name, None)
        else:
            kept.cards[name] = new
        self.write(kept)
        return new

    def write(self, kept: _File) -> None:
        """The file, whole or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        scratch = self.path.with_name(self.path.name + ".part")
        scratch.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
        scratch.replace(self.path)


def boxed(card: Card, box: int, today: date) -> Card:
    """The card in a box, with the day it comes again."""
    return structs.replace(card, box=box, due=today + timedelta(days=BOXES[box]))
