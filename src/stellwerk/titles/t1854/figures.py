"""What only 1854 has in its file: `[own]`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from stellwerk.eighteen.schema import OwnFigures, TitleData
from stellwerk.eighteen.table import Table


class Repair(Struct, frozen=True, forbid_unknown_fields=True):
    """What an AG pays for a scrapped train, and from which phase on (7.16)."""

    price: int
    phase: str


class Mail(Struct, frozen=True, forbid_unknown_fields=True):
    """A contract that pays its company in every turn, by the colour of the phase (9.1)."""

    id: str
    count: int
    price: int
    income: dict[str, int]


class Figures(OwnFigures, frozen=True, forbid_unknown_fields=True):
    """`[own]`"""

    local_capital: int  # what the bank puts into the treasury of a local (2.8)
    ag_start: tuple[int, int]  # row and column where the marker of an AG begins (8.5)
    token_blocked: tuple[str, ...]  # hexes that take no tokens for a time (6.43)
    cert_limits: dict[str, tuple[int, ...]]  # players: by the number of split companies (4.27)
    repair: dict[str, Repair]  # by kind of train
    mail: tuple[Mail, ...]

    def faults(self, data: TitleData) -> Iterator[tuple[str, str]]:
        """What does not go with the rest of the file."""
        for name, limits in self.cert_limits.items():
            if limits[:1] != (data.setup.cert_limit.get(name),):
                yield f"cert_limits.{name}", "must begin with the amount in setup.cert_limit"
        for name in self.token_blocked:
            if name not in data.map.hex:
                yield "token_blocked", f"there is no hex {name}"
        row, column = self.ag_start
        rows = data.market.rows
        if not (0 <= row < len(rows) and 0 <= column < len(rows[row]) and rows[row][column]):
            yield "ag_start", "there is no such cell"
        for name, repair in self.repair.items():
            if name not in {train.id for train in data.train}:
                yield f"repair.{name}", "there is no such train"
            if repair.phase not in {phase.id for phase in data.phase} or repair.price <= 0:
                yield f"repair.{name}", f"there is no phase {repair.phase}, or no price"
        for entry in self.mail:
            missing = {phase.offboard for phase in data.phase} - set(entry.income)
            if entry.count <= 0 or entry.price <= 0:
                yield f"mail.{entry.id}", "price and count must be positive"
            if missing:
                yield f"mail.{entry.id}.income", f"no amount for {', '.join(map(repr, sorted(missing)))}"


def figures(t: Table) -> Figures:
    """The table's own figures."""
    assert isinstance(t.data.own, Figures)
    return t.data.own
