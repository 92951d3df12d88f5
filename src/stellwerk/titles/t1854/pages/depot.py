"""What the view of the trains shows only in 1854: trains in repair, and mail contracts."""

from __future__ import annotations

from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import word
from stellwerk.titles import folder_of
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.panel import Panel

from ..words import CONTRACT

HERE = folder_of(__name__)


def depot_block(at: At) -> list[Panel]:
    """Below the trains."""
    repair = [(kind_of(entry["train"]), at.money(entry["price"])) for entry in at.view["repair_stock"]]
    contracts = [
        (word(CONTRACT, name, at.language), at.money(entry["price"]), entry["left"], _incomes(at, entry["income"]))
        for name, entry in at.view["contracts"].items()
    ]
    return [Panel(f"{HERE}/trains.html", {"repair": repair, "contracts": contracts})]


def _incomes(at: At, incomes: dict[str, int]) -> str:
    """What a contract pays, colour by colour."""
    return " / ".join(f"{at.money(amount)} ({word(COLOUR, colour, at.language)})" for colour, amount in incomes.items())
