"""The stock market: prices, markers in their order, what the zones mean, and what every kind of move would do."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct

from stellwerk import draw
from stellwerk.eighteen.market import Market
from stellwerk.i18n import translate
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.last_marks import market_marks
from stellwerk.web.pages.market_picture import cell_of
from stellwerk.web.pages.marks import initial, token
from stellwerk.web.pages.side import operating_order
from stellwerk.web.pages.table_page import TablePage


class PriceMove(Struct, frozen=True):
    """A kind of move of the marker, with its paragraph."""

    label: str
    rule: str


class MarkerRow(Struct, frozen=True):
    """A company on the market: its price, its place in the pile, and the price after each kind of move."""

    company: str
    token: Markup
    president: str
    mark: Markup  # of the president
    price: str
    cell: int
    place: str
    after: list[tuple[str, str]]  # price and `up`, `dn` or nothing


class Zone(Struct, frozen=True):
    """A zone of the market in words."""

    letter: str
    words: str


def market(page: TablePage) -> Panel:
    """The market of the shown position."""
    table = page.t.market
    ways = [
        (page.say("Dividend paid"), "market.right", table.right),
        (page.say("No dividend"), "market.left", table.left),
        (page.say("A share sold"), "sell.drop", table.down),
        (page.say("Sold out at the end of a stock round"), "stock.sold_out", table.up),
    ]
    if "market.trade" in page.t.data.cite:
        ways.append((page.say("Buys a train of another company"), "market.trade", diagonal(table, -1)))
        ways.append((page.say("Sells a train to another company"), "market.trade", diagonal(table, 1)))
    used = {letter for cell in table.cells for letter in cell.zones}
    ledge = page.t.data.market.kind != "hex" and any(
        table.down[number] == number and cell.row < max(other.row for other in table.cells)
        for number, cell in enumerate(table.cells)
    )
    stacks = page.view["market"]
    rows = []
    for name in operating_order(page):
        cell = cell_of(page, name)
        if cell is None:
            continue
        pile = stacks[f"{table.cells[cell].row},{table.cells[cell].column}"]
        place = page.say("{place} of {count}", place=pile.index(name) + 1, count=len(pile)) if len(pile) > 1 else ""
        here = table.price[cell]
        after = [_after(page, here, table.price[way[cell]], way[cell] == cell) for _, _, way in ways]
        president = page.view["companies"][name]["president"] or ""
        mark = initial(page, page.seat_numbers[president]) if president else Markup("")
        rows.append(MarkerRow(name, token(page, name), president, mark, page.money(here), cell, place, after))
    return Panel(
        "tabs/market.html",
        {
            "svg": draw.game_market_svg(
                page.game,
                theme=None,
                legend=False,
                marks=market_marks(page),
                label=page.say("{title}: stock market", title=page.title.name),
            ),
            "zones": [
                Zone(letter, translate(words, page.language))
                for letter, words in page.t.data.market.zones.items()
                if letter in used
            ],
            "ledge": ledge,
            "moves": [PriceMove(label, page.t.cite(key) if key in page.t.data.cite else "") for label, key, _ in ways],
            "rows": rows,
        },
    )


def diagonal(table: Market, way: int) -> tuple[int, ...]:
    """On a market of hexes: the cells up-left (-1) or down-right (1); a marker without such a cell stays."""
    return tuple(
        table.index.get((cell.row + way, cell.column + way), number) for number, cell in enumerate(table.cells)
    )


def _after(page: TablePage, here: int, there: int, stays: bool) -> tuple[str, str]:
    if stays:
        return page.say("stays"), ""
    return page.money(there), "up" if there > here else "dn" if there < here else ""
