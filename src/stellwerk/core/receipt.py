"""Receipts: a figure, line by line, each line with the rule that gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from stellwerk.core.message import Message


class Line(Struct, frozen=True, gc=False):
    """One line of a receipt."""

    message: Message
    amount: int
    rule: str

    @property
    def text(self) -> str:
        """What the line is about, in English."""
        return self.message.text


class ToldLine(Struct, frozen=True):
    """A line in the reader's language."""

    text: str
    amount: int
    rule: str


class WordedReceipt(Struct, frozen=True):
    """A receipt in the reader's language, as it leaves the program."""

    title: str
    lines: tuple[ToldLine, ...]
    total: int

    def __str__(self) -> str:
        width = max((len(line.text) for line in self.lines), default=len(self.title))
        rows = [f"  {line.text:<{width}}  {line.amount:>6}  [{line.rule}]" for line in self.lines]
        return "\n".join([f"{self.title}: {self.total}", *rows])


class Receipt(Struct, frozen=True, gc=False):
    """A figure and what it is made of; the amounts of the lines add up to `total`."""

    title: Message
    lines: tuple[Line, ...]
    total: int

    def worded(self, tell: Callable[[Message], str] = str) -> WordedReceipt:
        """The receipt as `tell` words it; English if nothing else is said."""
        lines = tuple(ToldLine(tell(line.message), line.amount, line.rule) for line in self.lines)
        return WordedReceipt(tell(self.title), lines, self.total)

    def __str__(self) -> str:
        return str(self.worded())


def receipt(title: Message, lines: Iterable[Line]) -> Receipt:
    """A receipt whose total is the sum of its lines."""
    kept = tuple(lines)
    return Receipt(title, kept, sum(line.amount for line in kept))
