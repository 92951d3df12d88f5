"""What a train is called on a page: its kind. `4-2`, which tells it from its like, is the program's own name."""

from __future__ import annotations

from msgspec import structs

from stellwerk.core import Message, Receipt
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.table import Table

TRAIN = "train"  # the fact that names one


def by_kind(message: Message, table: Table) -> Message:
    """The message with its train called by its kind."""
    train = message.facts.get(TRAIN)
    if not isinstance(train, str) or "-" not in train or kind_of(train) not in table.kit.reach:
        return message
    return named(message, kind_of(train))


def named(message: Message, name: str) -> Message:
    """The message with another name for its train."""
    return structs.replace(message, facts={**message.facts, TRAIN: name})


def counted(receipt: Receipt) -> Receipt:
    """The receipt with several trains of a kind counted: `4 (1)`, `4 (2)`."""
    alike: dict[str, list[str]] = {}
    for train in dict.fromkeys(line.message.facts.get(TRAIN) for line in receipt.lines):
        if isinstance(train, str) and kind_of(train):
            alike.setdefault(kind_of(train), []).append(train)
    names = {
        train: f"{kind} ({number})"
        for kind, several in alike.items()
        if len(several) > 1
        for number, train in enumerate(several, 1)
    }
    lines = tuple(
        structs.replace(line, message=named(line.message, names[train]))
        if (train := line.message.facts.get(TRAIN)) in names
        else line
        for line in receipt.lines
    )
    return structs.replace(receipt, lines=lines)
