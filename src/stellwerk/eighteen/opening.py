"""The first position of a game, from the table: what every title has before its first round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.core.table import spelled
from stellwerk.eighteen.board import empty_board
from stellwerk.eighteen.state import UNLIMITED, Company, Frame, Player, Private, RoundName, S
from stellwerk.eighteen.table import Table


def train_counts(t: Table) -> tuple[int, ...]:
    """How many trains of each kind the depot has: as printed, or as an option says (`[option_counts]`)."""
    counts: dict[str, int | str] = {entry.id: "unlimited" if entry.unlimited else entry.count for entry in t.trains}
    for option, values in t.data.option_counts.items():
        counts |= values.get(spelled(t.options[option]), {})
    return tuple(count if isinstance(count, int) else UNLIMITED for count in counts.values())


def first_position(t: Table, make: Callable[..., S], kind: str, first: Frame, **own: Any) -> S:
    """The draft of the first position: round one of a `kind`; `own` is what the title's state adds."""
    count = len(t.seats)
    return make(
        bank=t.data.title.bank - count * t.starting_cash,
        broken=False,
        players=(Player(t.starting_cash),) * count,
        companies=(Company((0,) * count),) * len(t.companies),
        privates=(Private(),) * len(t.privates),
        board=empty_board(t.hexmap),
        supply=tuple(tile.count for tile in t.data.tiles.values()),
        depot=train_counts(t),
        sold=(0,) * len(t.trains),
        train_pool=(),
        phase=0,
        priority=0,
        round=RoundName(kind, 1),
        clock=0,
        frames=(first,),
        **own,
    )
