"""Groups of companies: which are on sale, what the others wait for, and what is still missing (1862 5.2)."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.eighteen.auction import cheapest
from stellwerk.eighteen.state import NOBODY
from stellwerk.titles.t1862.groups import PARAGRAPHS, members, waiting_for
from stellwerk.titles.t1862.state import own
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import Rule, rule_of


class Group(Struct, frozen=True):
    """A group: its companies, whether it is on sale, when it will be, and what is missing now."""

    number: int
    companies: tuple[str, ...]
    open: bool
    next: bool  # the first one that is not on sale yet
    when: str
    missing: tuple[str, ...]
    rule: Rule | None


def groups(at: At) -> list[Group]:
    """All groups in order."""
    state = own(at.s)
    return [_group(at, number, state.open_groups) for number in range(1, len(at.t.data.groups) + 1)]


def _group(at: At, number: int, opened: int) -> Group:
    return Group(
        number=number,
        companies=tuple(at.t.companies[company].id for company in members(at.t, number)),
        open=number <= opened,
        next=number == opened + 1,
        when=_when(at, number),
        missing=() if number <= opened else _missing(at, number),
        rule=rule_of(PARAGRAPHS[number]),
    )


def _when(at: At, number: int) -> str:
    """The condition of a group in words."""
    return {
        1: at.say("opens when all privates are sold"),
        2: at.say("opens when the bank has sold all shares of group 1"),
        3: at.say("opens when all companies of group 2 have floated"),
        4: at.say("opens when all companies of group 3 are started"),
    }[number]


def _missing(at: At, number: int) -> tuple[str, ...]:
    """What has still to happen, company by company."""
    if number == 1:
        return tuple(
            entry.id
            for entry, private in zip(at.t.privates, at.s.privates, strict=True)
            if cheapest(at.s) != NOBODY and private.owner < 0 and not private.closed
        )
    found = []
    for company in waiting_for(at.t, at.s, number):
        name, held = at.t.companies[company].id, at.s.companies[company]
        need = at.t.companies[company].float
        if number == 2:
            found.append(at.say("{company}: {percent} % in the bank", company=name, percent=held.ipo))
        elif number == 3:
            sold = 100 - held.ipo
            found.append(at.say("{company}: {sold} of {need} % sold", company=name, sold=sold, need=need))
        else:
            found.append(at.say("{company}: not started", company=name))
    return tuple(found)


def group_note(at: At, company: str) -> str:
    """For a company that is not on sale: which group, in two words; empty if it is."""
    number = at.t.companies[at.t.company(company)].group
    return "" if number <= own(at.s).open_groups else at.say("group {number}", number=number)
