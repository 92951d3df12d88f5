"""Groups of companies that come on sale one after another, and the limits that follow players and companies."""

from __future__ import annotations

from functools import lru_cache

from stellwerk.core import Illegal
from stellwerk.eighteen.bids import cheapest
from stellwerk.eighteen.state import NOBODY
from stellwerk.eighteen.table import Table, TitleKit

from .figures import Figures, figures, group_of, groups_of
from .state import Move1862, State1862, active, companies_left

FEWEST_PLAYERS = 3  # the smallest number of players in the tables; fewer use its entries (A24)
FIRST_ROUND_GROUP = 1
PARAGRAPHS = {1: "5.2a", 2: "5.2b", 3: "5.2c", 4: "5.2d"}


def members(t: Table, group: int) -> tuple[int, ...]:
    """The companies of a group."""
    return _members(t.kit, group)


@lru_cache(maxsize=64)
def _members(kit: TitleKit, group: int) -> tuple[int, ...]:
    return tuple(number for number, other in enumerate(groups_of(kit)) if other == group)


def waiting_for(t: Table, s: State1862, group: int) -> list[int]:
    """The companies of the group before that keep a group closed; removed ones count as done (5.2)."""
    found = []
    for number in members(t, group - 1):
        company = s.companies[number]
        if s.removed[number]:
            continue
        if group == 2:
            done = company.ipo == 0  # 5.2b
        elif group == 3:
            done = company.floated  # 5.2c
        else:
            done = company.par > 0  # 5.2d
        if not done:
            found.append(number)
    return found


def met(t: Table, s: State1862, group: int) -> bool:
    """True if the condition of a group is fulfilled now."""
    return cheapest(s) == NOBODY if group == FIRST_ROUND_GROUP else not waiting_for(t, s, group)


def update(m: Move1862) -> None:
    """Open every group whose condition is fulfilled; an opened group stays open (5.2)."""
    s = m.s
    groups = len(figures(m.t).group)
    while s.open_groups < groups and met(m.t, s, s.open_groups + 1):
        s.open_groups += 1
        names = ", ".join(m.t.companies[number].id for number in members(m.t, s.open_groups))
        m.tell(
            "group", f"group.{s.open_groups}", "group {group} is on sale: {companies}",
            group=s.open_groups, companies=names,
        )  # fmt: skip


def on_sale(t: Table, s: State1862, number: int) -> bool:
    """True if shares of a company may be bought (5.2)."""
    return group_of(t, number) <= s.open_groups and not s.removed[number]


def why_not_open(t: Table, s: State1862, number: int) -> Illegal:
    """Why shares of a company cannot be bought yet, or any more (5.2)."""
    name, group = t.companies[number].id, group_of(t, number)
    if s.removed[number]:
        return t.no("gone", "{company} has left the game", company=name)
    return Illegal(
        t.rule(PARAGRAPHS[group]),
        "{company} belongs to group {group}, which is not on sale yet",
        company=name,
        group=group,
    )


def limit_cell(t: Table, s: State1862) -> tuple[str, str]:
    """Row and column of the table of paper limits for the players and companies left (6.5)."""
    players = str(max(FEWEST_PLAYERS, len(active(s))))
    counts = _counts(t.kit, players)
    return players, str(min(max(counts[0], companies_left(s)), counts[-1]))


@lru_cache(maxsize=64)
def _counts(kit: TitleKit, players: str) -> tuple[int, ...]:
    """The columns of a row, ascending."""
    assert isinstance(kit.data.own, Figures)
    return tuple(sorted(int(count) for count in kit.data.own.cert_limit_by_companies[players]))


def certificate_limit(t: Table, s: State1862) -> int:
    """The paper limit (6.5)."""
    players, companies = limit_cell(t, s)
    return figures(t).cert_limit_by_companies[players][companies]


def holding_limit(t: Table, s: State1862) -> int:
    """The percentage of one company a purchase may bring a player to (6.6)."""
    return figures(t).holding_limit[str(max(FEWEST_PLAYERS, len(active(s))))]
