"""From records to the actions that count: a rewind takes actions back, it never removes a record."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.store.records import REWIND, Record


def live_actions(records: Iterable[Record]) -> list[Record]:
    """The records of the actions that count, in order; `records` must begin with version 1."""
    return _fold(records)[0]


def redoable(records: Iterable[Record]) -> list[Record]:
    """The actions that were taken back last and can be made again, in order.

    Making them again one by one keeps the rest; any other action ends it.
    """
    return _fold(records)[1]


def _fold(records: Iterable[Record]) -> tuple[list[Record], list[Record]]:
    live: list[Record] = []
    undone: list[Record] = []
    for record in records:
        if record.kind == REWIND:
            to = record.body["to"]
            undone = live[to:] + undone
            del live[to:]
            continue
        again = bool(undone) and (undone[0].seat, undone[0].body) == (record.seat, record.body)
        undone = undone[1:] if again else []
        live.append(record)
    return live, undone
