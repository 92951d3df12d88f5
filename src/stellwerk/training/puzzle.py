"""A puzzle: a position of a game, a question about it, the one right answer, and the rules' own words for why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import Struct

from stellwerk.core import Event, Game, Message
from stellwerk.core.game import Ply

KINDS: Mapping[str, Message] = {  # what is asked, in the order in which lists have them
    "run": Message("the best run"),
    "choice": Message("the best of several runs"),
    "lay": Message("the best of several lays"),
    "rust": Message("trains that leave the game"),
    "ends": Message("what ends a kind of trains"),
    "president": Message("who becomes president"),
    "dividend": Message("what a dividend pays"),
    "sell": Message("how much may be sold"),
    "payout": Message("what a payout pays"),
}
GRADES: Mapping[str, Message] = {"easy": Message("easy"), "medium": Message("medium"), "hard": Message("hard")}
MONEY, PERCENT = "$", "%"  # what a number is counted in
Choice = Message | str


class Asked(Struct, frozen=True):
    """A question and its answer: the number of a choice (from 0), or a number in `unit` where there are no choices."""

    question: Message
    answer: int
    grade: str
    why: tuple[Event, ...]
    choices: tuple[Choice, ...] = ()
    unit: str = ""


class Puzzle(Struct, frozen=True):
    """What is asked after `ply` actions of a game; `why` says what the rules do, with paragraphs and receipts."""

    id: str
    title: str
    kind: str
    ply: int
    asked: Asked

    @property
    def answer(self) -> Choice | int:
        """The right answer as it is told."""
        return self.asked.choices[self.asked.answer] if self.asked.choices else self.asked.answer


class Maker(NamedTuple):
    """How puzzles of a kind are made: where to look (cheap: the position and what was done in it), and what is asked.

    `make` gets the game as it stands there, what was done, and a number to choose by; None if there is no question
    with one answer.
    """

    fits: Callable[[Any, Any, Ply], bool]
    make: Callable[[Game[Any], Ply, int], Asked | None]


def graded(figure: float, medium: float, hard: float) -> str:
    """A grade by a figure and the least that is medium and hard."""
    return "hard" if figure >= hard else "medium" if figure >= medium else "easy"


def number_of(*parts: object) -> int:
    """A number that depends on the parts alone, the same on every machine."""
    return int.from_bytes(sha256(":".join(map(str, parts)).encode()).digest()[:8], "big")


def puzzle_id(digest: str, ply: int, kind: str) -> str:
    """What a puzzle is called: by the position, its place in the game and the kind of question."""
    return sha256(f"{digest}:{ply}:{kind}".encode()).hexdigest()[:12]
