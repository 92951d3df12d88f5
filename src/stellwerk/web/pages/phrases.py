"""Options as words on buttons, in the reader's language, with the price beside them. The words are the rules' own."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Action, Illegal, Option
from stellwerk.web.pages.table_page import TablePage


class Phrase(Struct, frozen=True):
    """What a button says: the group of choices it belongs to, verb and object, and the price or gain at its right."""

    group: str
    text: str
    amount: str = ""


def phrase(page: TablePage, option: Option) -> Phrase:
    """An option in words."""
    found = action_phrase(page, option.action)
    if option.amount is not None:
        said = str if option.money == "notes" else page.money
        low, high = said(option.amount.low), said(option.amount.high)
        return Phrase(found.group, found.text, low if low == high else f"{low} – {high}")
    return found


def action_phrase(page: TablePage, action: Action) -> Phrase:
    """An action in words, with the amount it names or the price that belongs to it."""
    label = page.game.label(action)
    named = getattr(action, "amount", getattr(action, "price", None))
    amount = page.money(named) if isinstance(named, int) else cost(page, action) if label.priced else ""
    return Phrase(page.tell(label.group) if label.group else "", page.tell(label.text), amount)


def cost(page: TablePage, action: Action) -> str:
    """What an action costs, as the rules quote it; nothing if it is not possible now."""
    try:
        return page.money(page.game.quote(action).cost)
    except Illegal:
        return ""
