"""What happened before: the rounds of a game and what its companies earned (`web/remembered.py`), in words."""

from __future__ import annotations

from stellwerk.draw.history import KEPT, OPEN, PAID, Income, Round, RoundsPast
from stellwerk.web.pages.table_page import TablePage


def past_of(page: TablePage) -> RoundsPast:
    """The past of an 18xx table up to the present, whichever position is shown."""
    return page.past


def last_income(page: TablePage, company: str) -> Income | None:
    """What a company earned last, as of the shown position."""
    return past_of(page).income(company, page.game.ply)


def outcome_word(page: TablePage, income: Income) -> str:
    """What became of it, as a word."""
    if income.outcome == PAID:
        return page.say("paid")
    return page.say("kept") if income.outcome == KEPT else ""


def round_words(page: TablePage, entry: Round) -> str:
    """`SR 2`, `OR 2.1`, `Interim OR 1` in the reader's language."""
    _, _, number = entry.label.partition(" ")
    if entry.kind == "stock":
        return page.say("SR {number}", number=number)
    if entry.kind == "operating":
        first, dot, part = number.partition(".")
        if not dot:
            return page.say("Interim OR {part}", part=first.rpartition(" ")[2])
        return page.say("OR {number}.{part}", number=first, part=part)
    return page.say("Auction") if entry.kind == "auction" else entry.label


__all__ = ["KEPT", "OPEN", "PAID", "last_income", "outcome_word", "past_of", "round_words"]
