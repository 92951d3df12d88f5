"""The certificate limit: by players still in the game and companies that have not left it (1862 6.5)."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.web.pages.decisions.chosen import Rule, cited
from stellwerk.web.pages.table_page import TablePage

from ..figures import figures


class LimitTable(Struct, frozen=True):
    """Rows are numbers of players, columns numbers of companies; `here` is the cell that holds now."""

    companies: tuple[int, ...]
    rows: list[tuple[int, list[tuple[str, bool]]]]
    players_now: int
    companies_now: int
    limit: int
    holding: int
    rule: Rule | None


def limit_table(page: TablePage) -> LimitTable:
    """The table with the current cell."""
    table = figures(page.t).cert_limit_by_companies
    columns = sorted({int(count) for row in table.values() for count in row}, reverse=True)
    now = page.view["certificate_limits"]
    row_now, column_now = now["cell"]
    seated = len(page.t.seats)
    rows = []
    for count in sorted((int(name) for name in table), reverse=True):
        if count > seated:
            continue
        row = table[str(count)]
        here = str(count) == row_now
        cells = [(str(row.get(str(column), "–")), here and str(column) == column_now) for column in columns]
        rows.append((count, cells))
    return LimitTable(
        companies=tuple(columns),
        rows=rows,
        players_now=now["players"],
        companies_now=now["companies"],
        limit=now["limit"],
        holding=page.view["holding_limit"],
        rule=cited(page, "certs.count"),
    )
