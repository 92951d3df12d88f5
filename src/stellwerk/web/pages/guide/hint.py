"""What a hint is made of: advice with its reason, choices it can fill in, and why each legal choice exists."""

from __future__ import annotations

from msgspec import Struct
from msgspec import field as made

from stellwerk.web.pages.decisions.chosen import Rule, cited
from stellwerk.web.pages.table_page import TablePage


class Way(Struct, frozen=True):
    """A kind of choice the reader has now, and what it is there for."""

    name: str
    why: str
    rule: Rule | None = None


class Fill(Struct, frozen=True):
    """A choice the hint can fill in: a query of the panel, or a hex or slot of the map. The reader confirms it.

    `why` speaks for it where it is not the one the hint is about.
    """

    label: str
    choose: str = ""
    hex: str = ""
    slot: str = ""
    why: str = ""


class Hint(Struct, frozen=True):
    """A hint: `fill` is what it is about, `also` are other sensible choices; `later`: it is still being worked out."""

    text: list[str]
    rules: list[Rule] = made(default_factory=list)
    fill: Fill | None = None
    ways: list[Way] = made(default_factory=list)
    also: list[Fill] = made(default_factory=list)
    later: bool = False


def rules_of(page: TablePage, *keys: str) -> list[Rule]:
    """The paragraphs behind keys of the title, each once; keys a title does not have are left out."""
    found = [rule for key in keys if (rule := cited(page, key)) is not None]
    return list(dict.fromkeys(found))


def way(page: TablePage, name: str, why: str, *keys: str) -> Way:
    """A way with its paragraph: that of the first key the title has."""
    return Way(name, why, next(iter(rules_of(page, *keys)), None))


def can_pass(page: TablePage) -> bool:
    """True if doing nothing is among the options."""
    return any(option.action.kind == "pass" for option in page.options)
