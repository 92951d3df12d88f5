"""The view of a player's plans. It is the same for everybody and empty; what it holds is fetched by its reader alone
(`pages/plans.py`), so that nothing of it is ever kept for or sent to somebody else.
"""

from __future__ import annotations

from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.table_page import TablePage


def plans(page: TablePage) -> Panel:
    """The empty view."""
    return Panel("tabs/plans.html", {})
