"""Groups of companies: which are on sale, what the others wait for, and what is still missing (1862 5.2)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.web.pages.decisions.chosen import Rule, rule_of
from stellwerk.web.pages.table_page import TablePage


class GroupCard(Struct, frozen=True):
    """A group: its companies, whether it is on sale, when it will be, and what is missing now."""

    number: int
    companies: tuple[str, ...]
    open: bool
    next: bool  # the first one that is not on sale yet
    when: str
    missing: tuple[str, ...]
    rule: Rule | None


def groups(page: TablePage) -> list[GroupCard]:
    """All groups in order."""
    opened = sum(entry["open"] for entry in page.view["groups"])
    return [_group(page, entry, opened) for entry in page.view["groups"]]


def _group(page: TablePage, entry: dict[str, Any], opened: int) -> GroupCard:
    number = entry["group"]
    return GroupCard(
        number=number,
        companies=tuple(entry["companies"]),
        open=entry["open"],
        next=number == opened + 1,
        when=_when(page, number),
        missing=() if entry["open"] else _missing(page, number, entry["waiting_for"]),
        rule=rule_of(entry["rule"]),
    )


def _when(page: TablePage, number: int) -> str:
    """The condition of a group in words."""
    return {
        1: page.say("opens when all privates are sold"),
        2: page.say("opens when the bank has sold all shares of group 1"),
        3: page.say("opens when all companies of group 2 have floated"),
        4: page.say("opens when all companies of group 3 are started"),
    }[number]


def _missing(page: TablePage, number: int, companies: list[str]) -> tuple[str, ...]:
    """What has still to happen, company by company."""
    if number == 1:
        privates = page.view["privates"].items()
        return tuple(name for name, private in privates if private["owner"] is None and not private["closed"])
    found = []
    for name in companies:
        entry = page.view["companies"][name]
        if number == 2:
            found.append(page.say("{company}: {percent} % in the bank", company=name, percent=entry["ipo"]))
        elif number == 3:
            sold = entry["towards_float"]
            found.append(page.say("{company}: {sold} of {need} % sold", company=name, sold=sold, need=entry["float"]))
        else:
            found.append(page.say("{company}: not started", company=name))
    return tuple(found)


def group_note(page: TablePage, company: str) -> str:
    """For a company that is not on sale: which group, in two words; empty if it is."""
    number = page.view["companies"][company]["group"]
    is_open = any(entry["open"] for entry in page.view["groups"] if entry["group"] == number)
    return "" if is_open else page.say("group {number}", number=number)
