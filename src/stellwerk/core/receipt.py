"""Receipts: a figure, line by line, each line with the rule that gives it."""

from __future__ import annotations

from msgspec import Struct


class Line(Struct, frozen=True):
    """One line of a receipt."""

    text: str
    amount: int
    rule: str


class Receipt(Struct, frozen=True):
    """A figure and what it is made of; the amounts of the lines add up to `total`."""

    title: str
    lines: tuple[Line, ...]
    total: int

    def __str__(self) -> str:
        width = max((len(line.text) for line in self.lines), default=len(self.title))
        rows = [f"  {line.text:<{width}}  {line.amount:>6}  [{line.rule}]" for line in self.lines]
        return "\n".join([f"{self.title}: {self.total}", *rows])


def receipt(title: str, lines: list[Line] | tuple[Line, ...]) -> Receipt:
    """A receipt whose total is the sum of its lines."""
    return Receipt(title, tuple(lines), sum(line.amount for line in lines))
