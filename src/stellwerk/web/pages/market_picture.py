"""Pictures of the stock market for decisions: where a marker goes, which cells can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from stellwerk import draw
from stellwerk.web.pages.effects import Effect
from stellwerk.web.pages.last_marks import market_marks
from stellwerk.web.pages.table_page import TablePage

Place = tuple[int, int]


def cell_number(page: TablePage, place: Place) -> int:
    """The number of a cell from row and column."""
    return page.t.market.index[place]


def cell_of(page: TablePage, company: str) -> int | None:
    """The cell of a company's marker; None if it has no price."""
    place = page.view["companies"][company]["cell"]
    return None if place is None else cell_number(page, tuple(place))


def market(page: TablePage, marks: Sequence[draw.CellMark] = (), around: Sequence[int] = ()) -> Markup:
    """The market with marks. Cells carry no ids, since it may stand on the page twice."""
    shown = [*(() if marks else market_marks(page)), *marks]  # where something is chosen, only that is marked
    svg = draw.game_market_svg(
        page.game,
        theme=None,
        marks=shown,
        legend=False,
        around=around,
        label=page.say("{title}: stock market", title=page.title.name),
    )
    return Markup(svg.replace(' id="cell-', ' data-place="'))  # our own drawing, which has escaped names


def marker_marks(page: TablePage, steps: Sequence[Effect], company: str) -> list[draw.CellMark]:
    """The way of a marker: the cells of the steps, a pale marker in the last one."""
    number = page.t.company(company)
    cells: list[int] = []
    for step in steps:
        place = step.companies[company].cell.after
        if place is not None and cell_number(page, place) not in cells:
            cells.append(cell_number(page, place))
    start = cell_of(page, company)
    way = [cell for cell in cells if cell != start]
    if not way:
        return []
    return [*(draw.CellMark(cell, "way") for cell in way[:-1]), draw.CellMark(way[-1], "to", number)]


def moved_marks(page: TablePage, effect: Effect) -> list[draw.CellMark]:
    """Where every marker goes that moves."""
    return [
        draw.CellMark(cell_number(page, entry.cell.after), "to", page.t.company(entry.id))
        for entry in effect.companies.values()
        if entry.cell.moved and entry.cell.after is not None
    ]
