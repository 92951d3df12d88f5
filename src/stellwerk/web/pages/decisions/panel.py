"""What a panel is made of, and the plain one: every option as a button, in groups. It can play any title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from stellwerk.core import Action, Option
from stellwerk.eighteen.actions import BuyPrivate, Exchange, SellPrivate
from stellwerk.web.pages.phrases import phrase
from stellwerk.web.pages.table_page import TablePage


class Panel(Struct, frozen=True):
    """A template and what it is filled with, besides `page`."""

    template: str
    context: dict[str, Any]


class Button(Struct, frozen=True):
    """An option as the page shows it. `action` is JSON; with `low` the field `field` is typed in by the reader."""

    action: str
    seat: int
    group: str
    text: str
    amount: str = ""
    field: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    free: str = ""
    quiet: bool = False
    choose: str = ""  # what opens its effect before it is done (pages/choose.py)


Builder = Callable[[TablePage], Panel]


def to_json(action: Action) -> str:
    """An action as a page carries it."""
    return msgspec.json.encode(action).decode()


_OPENED: dict[type[Action], tuple[str, tuple[str, ...]]] = {
    BuyPrivate: ("private", ("private",)),
    SellPrivate: ("offer", ("private", "to")),
    Exchange: ("exchange", ("private", "source")),
}


def opened(option: Option) -> str:
    """The query that shows what an option about privates would do; empty for the others."""
    do, names = _OPENED.get(type(option.action), ("", ()))
    if not do or (option.amount is None and do != "exchange"):
        return ""
    return urlencode({"do": do} | {name: getattr(option.action, name) for name in names})


def button(page: TablePage, option: Option) -> Button:
    """The button of an option."""
    said = phrase(page, option)
    amount = option.amount
    seat = option.seat if option.seat is not None else page.asked
    ranged = amount is not None and amount.low != amount.high
    return Button(
        action=to_json(option.action),
        seat=seat,
        group=said.group,
        text=said.text,
        amount=said.amount,
        field=option.money if ranged and amount else "",
        low=amount.low if amount else 0,
        high=amount.high if amount else 0,
        step=amount.step if amount else 1,
        free=option.free,
        quiet=option.action.kind == "pass",
        choose=opened(option) if page.family else "",
    )


def grouped(buttons: list[Button]) -> list[tuple[str, list[Button]]]:
    """Buttons by group, in the order in which groups first appear."""
    groups: dict[str, list[Button]] = {}
    for entry in buttons:
        groups.setdefault(entry.group, []).append(entry)
    return list(groups.items())


def plain(page: TablePage) -> Panel:
    """Every option as a button."""
    return Panel("decisions/plain.html", {"groups": grouped([button(page, option) for option in page.options])})
