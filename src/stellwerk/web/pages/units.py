"""How large the certificates of a company are: in some titles they change in the game."""

from __future__ import annotations

from stellwerk.web.pages.at import At


def unit_of(at: At, company: str) -> int:
    """The smallest certificate of a company now, in percent."""
    unit: int = at.view["companies"][company]["unit"]
    return unit


def pool_limit(at: At, company: str) -> int:
    """How many percent of a company the pool may hold; 0 where there is no such limit."""
    limit: int = at.view["companies"][company]["pool_limit"]
    return limit if limit < 100 else 0
