"""What only 1862 has in its file: `[own]`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from stellwerk.eighteen.schema import OwnFigures, TitleData
from stellwerk.eighteen.table import Table, TitleKit


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Companies that come on sale together, and when (5.2)."""

    condition: str
    companies: tuple[str, ...]


class BonusRates(Struct, frozen=True, forbid_unknown_fields=True):
    """What a hex of the distance brings, by colour of the phase, and what a travelled one costs (11.3)."""

    rate: dict[str, int]
    per_hex: int


class StopBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """A stop that is worth more to some companies while all of them are joined with it (11.4)."""

    hex: str
    corporations: tuple[str, ...]
    value: int


class Loan(Struct, frozen=True, forbid_unknown_fields=True):
    """Notes of a share buyback, what is paid out for one by the colour of the phase, the company's part (16.4)."""

    face: int
    paid_out: dict[str, int]
    company_share: int


class Figures(OwnFigures, frozen=True, forbid_unknown_fields=True):
    """`[own]`"""

    pool_units: int  # most share units of one company in the pool (6.7b)
    end_price: int  # a share price above it ends the game (18.1)
    end_companies_removed: int  # so many companies gone end the game
    end_players: int  # fewer players than this end the game
    cert_limit_by_companies: dict[str, dict[str, int]]  # players, then companies left (6.5)
    holding_limit: dict[str, int]  # percent, by players still in the game (6.6)
    yellow_tiles: dict[str, int]  # how many a company lays in a turn, by phase (8.1)
    group: tuple[Group, ...]
    bonus_rates: BonusRates
    stop_bonus: tuple[StopBonus, ...]
    loan: Loan

    def faults(self, data: TitleData) -> Iterator[tuple[str, str]]:
        """What does not go with the rest of the file."""
        names = [entry.id for entry in data.corporation]
        colours = {phase.color for phase in data.phase}
        for players, row in self.cert_limit_by_companies.items():
            for companies, limit in row.items():
                if not companies.isdecimal() or limit <= 0:
                    yield f"cert_limit_by_companies.{players}", f"{companies} is no number of companies with a limit"
        for players, percent in self.holding_limit.items():
            if not 0 < percent <= 100:
                yield f"holding_limit.{players}", "must be percent"
        for phase in data.phase:
            if self.yellow_tiles.get(phase.id, 0) <= 0:
                yield "yellow_tiles", f"no number for phase {phase.id}"
        grouped = [name for entry in self.group for name in entry.companies]
        if sorted(grouped) != sorted(names):
            yield "group", "every company belongs to one group"
        if colours != set(self.bonus_rates.rate):
            yield "bonus_rates.rate", "needs the colours of the phases"
        for stop in self.stop_bonus:
            if stop.hex not in data.map.hex or not stop.corporations or not set(stop.corporations) <= set(names):
                yield "stop_bonus", f"there is no such hex or company: {stop.hex}"
        if self.loan.face <= 0 or not self.loan.paid_out or not set(self.loan.paid_out) <= colours:
            yield "loan", "needs a face value and colours of phases"


def figures(t: Table) -> Figures:
    """The table's own figures."""
    assert isinstance(t.data.own, Figures)
    return t.data.own


def group_of(t: Table, number: int) -> int:
    """The group of a company (5.1)."""
    return groups_of(t.kit)[number]


@lru_cache(maxsize=8)
def groups_of(kit: TitleKit) -> tuple[int, ...]:
    """The group of every company."""
    assert isinstance(kit.data.own, Figures)
    found = {name: number for number, entry in enumerate(kit.data.own.group, 1) for name in entry.companies}
    return tuple(found[entry.id] for entry in kit.data.corporation)
