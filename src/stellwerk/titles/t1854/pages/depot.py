"""What the view of the trains shows only in 1854: trains in repair, and mail contracts."""

from __future__ import annotations

from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.table_page import TablePage

from ..words import CONTRACT

HERE = folder_of(__name__)


def depot_block(page: TablePage) -> list[Panel]:
    """Below the trains."""
    repair = [(kind_of(entry["train"]), page.money(entry["price"])) for entry in page.view["repair_stock"]]
    contracts = [
        (
            word(CONTRACT, name, page.language),
            page.money(entry["price"]),
            entry["left"],
            _incomes(page, entry["income"]),
        )
        for name, entry in page.view["contracts"].items()
    ]
    return [Panel(f"{HERE}/trains.html", {"repair": repair, "contracts": contracts})]


def _incomes(page: TablePage, incomes: dict[str, int]) -> str:
    """What a contract pays, colour by colour."""
    return " / ".join(
        f"{page.money(amount)} ({word(COLOUR, colour, page.language)})" for colour, amount in incomes.items()
    )
