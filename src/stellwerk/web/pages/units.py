"""How large the certificates of a company are: in some titles they change in the game."""

from __future__ import annotations

from stellwerk.web.pages.table_page import TablePage


def unit_of(page: TablePage, company: str) -> int:
    """The smallest certificate of a company now, in percent."""
    unit: int = page.view["companies"][company]["unit"]
    return unit


def pool_limit(page: TablePage, company: str) -> int:
    """How many percent of a company the pool may hold; 0 where there is no such limit."""
    limit: int = page.view["companies"][company]["pool_limit"]
    return limit if limit < 100 else 0
