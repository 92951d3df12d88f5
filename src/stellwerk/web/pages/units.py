"""How large the certificates of a company are: in some titles they change in the game."""

from __future__ import annotations

from stellwerk.web.pages.at import At


def unit_of(at: At, company: str) -> int:
    """The smallest certificate of a company now, in percent."""
    return at.rules.shares.unit_of(at.s, at.t.company(company))


def pool_limit(at: At, company: str) -> int:
    """How many percent of a company the pool may hold; 0 where there is no such limit."""
    limits = at.t.data.limits
    return limits.pool_units * unit_of(at, company) if limits.pool_units else limits.pool_percent or 0
