"""Figures that several hints speak of, asked of the view."""

from __future__ import annotations

from stellwerk.web.pages.decisions.trains import offers
from stellwerk.web.pages.history_facts import last_income
from stellwerk.web.pages.marks import card_name
from stellwerk.web.pages.table_page import TablePage


def cheapest_train(page: TablePage) -> int | None:
    """What the cheapest train of the bank costs; None if there is none."""
    return min((offer["price"] for offer in offers(page)), default=None)


def lasting(page: TablePage, company: str) -> bool:
    """True if a company has a train that the next new kind does not end."""
    soon = page.view["next_to_go"]
    return any(card_name(page, train) not in soon for train in page.view["companies"][company]["trains"])


def train_need(page: TablePage, company: str) -> int:
    """What a company must have for its next train if it is about to be without one; 0 if it is not."""
    return 0 if lasting(page, company) else cheapest_train(page) or 0


def earned(page: TablePage, company: str) -> int:
    """What the smallest certificate got, or would have got, of the company's last income."""
    income = last_income(page, company)
    return income.revenue * int(page.view["companies"][company]["unit"]) // 100 if income else 0


def whose(page: TablePage, company: str) -> bool:
    """True if the asked player is president of a company."""
    return company in page.view["players"][page.asked]["president_of"]
