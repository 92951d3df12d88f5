"""What company and player cards show only in 1854: groups, options, mail, split area, the certificate that counts."""

from __future__ import annotations

from typing import Any

from stellwerk.i18n import word
from stellwerk.web.pages.table_page import TablePage

from ..words import CONTRACT

FIELDS = {  # of a company's view, that are told here or elsewhere
    "kind",
    "closed",
    "split",
    "split_area",
    "certificate",
    "director_certificate",
    "certificates",
    "options",
    "mail",
    "train_limit",
    "acted",
    "home_waits",
    "named_train",
}


def card_fields(page: TablePage, name: str, entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Label and value of each line of a company's card."""
    found: list[tuple[str, str]] = []
    if entry["closed"]:
        return found
    if entry["split"]:
        area = f"{entry['split_area']} %" if entry["split_area"] else page.say("sold out")
        found.append((page.say("Split area"), area))
    if entry["options"]:
        found.append((page.say("Option"), ", ".join(entry["options"])))
    if entry["mail"]:
        words = word(CONTRACT, entry["mail"]["contract"], page.language)
        found.append((page.say("Mail, {contract}", contract=words), page.money(entry["mail"]["income"])))
    if entry["home_waits"]:
        found.append((page.say("Home"), page.say("the token waits for a slot")))
    if entry["named_train"]:
        found.append((page.say("Named train"), entry["named_train"].rpartition("-")[0]))
    return found


def is_in_column(page: TablePage, name: str) -> bool:
    """True for companies that are in the game or may still be started: no merged local, no AG to come."""
    entry = page.view["companies"][name]
    if entry["kind"] == "ag":
        return bool(entry["floated"])
    return not entry["closed"] and (entry["kind"] != "local" or entry["president"] is not None)


def group_of(page: TablePage, name: str) -> str:
    """The heading a company stands under."""
    entry = page.view["companies"][name]
    if entry["kind"] == "local":
        return page.say("Locals")
    return page.say("Majors and AGs") if entry["floated"] else page.say("Not in operation")


def player_facts(page: TablePage, seat: int) -> list[tuple[str, str]]:
    """What else a player's card says: his option."""
    mark = page.view["options"].get(page.t.seats[seat])
    if mark is None:
        return []
    words = f"{mark['company']} · {page.money(mark['price'])}"
    return [(page.say("Option"), f"{words} · {page.say('due')}" if mark["due"] else words)]
