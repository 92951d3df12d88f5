"""What privates can do, as their title's file says (`[[private.ability]]`): found by kind, and what needs no decision.

Lays and tokens are in `power_lays.py`, exchanges in `exchanges.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from stellwerk.eighteen.ability_schema import CloseAbility, GrantAbility, PrivateAbility
from stellwerk.eighteen.depot import close_private
from stellwerk.eighteen.frames import ChoosePar
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.shares import Shares
from stellwerk.eighteen.table import Table, TitleKit

A = TypeVar("A", bound=PrivateAbility)


def of_kind(t: Table, kind: type[A]) -> tuple[tuple[int, A], ...]:
    """Every ability of a kind with the number of its private."""
    return _of_kind(t.kit, kind)


@lru_cache(maxsize=256)
def _of_kind(kit: TitleKit, kind: type[A]) -> tuple[tuple[int, A], ...]:
    owners = enumerate(kit.data.private)
    return tuple((number, entry) for number, owner in owners for entry in owner.ability if isinstance(entry, kind))


def of_private(t: Table, private: int, kind: type[A]) -> list[A]:
    """The abilities of a kind one private has."""
    return [entry for entry in t.privates[private].ability if isinstance(entry, kind)]


def key_of(t: Table, private: int, ability: PrivateAbility, otherwise: str) -> str:
    """The key its paragraph is cited by: that of the ability if it names one, else the family's."""
    return f"{ability.kind}.{t.privates[private].id}" if ability.rule else otherwise


def grant(shares: Shares, m: Move, private: int, seat: int) -> None:
    """The certificates that come with a private; a president's comes with the choice of par (1830 2.9)."""
    for entry in of_private(m.t, private, GrantAbility):
        company = m.t.company(entry.corporation)
        if entry.president:
            m.push(ChoosePar(seat, company))
            continue
        shares.receive(m, seat, company, entry.percent, "ipo")
        m.tell(
            "grant", "grant", "{who} receives {percent} % of {company}",
            who=m.t.seats[seat], percent=entry.percent, company=entry.corporation,
        )  # fmt: skip


def close_on(m: Move, event: str, company: int) -> None:
    """Close the privates that end with what a company has just done; of several that float, with the last."""
    name = m.t.companies[company].id
    for number, entry in of_kind(m.t, CloseAbility):
        if entry.when != event or name not in entry.corporations:
            continue
        if event != "float" or all(m.s.companies[m.t.company(other)].floated for other in entry.corporations):
            close_private(m, number, key_of(m.t, number, entry, "private.closes"))
