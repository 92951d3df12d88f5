"""What company and player cards show only in 1854: groups, options, mail, split area, the certificate that counts."""

from __future__ import annotations

from typing import Any

from stellwerk.i18n import word
from stellwerk.web.pages.at import At

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


def card_fields(at: At, name: str, entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Label and value of each line of a company's card."""
    found: list[tuple[str, str]] = []
    if entry["closed"]:
        return found
    if entry["split"]:
        area = f"{entry['split_area']} %" if entry["split_area"] else at.say("sold out")
        found.append((at.say("Split area"), area))
    if entry["options"]:
        found.append((at.say("Option"), ", ".join(entry["options"])))
    if entry["mail"]:
        words = word(CONTRACT, entry["mail"]["contract"], at.language)
        found.append((at.say("Mail, {contract}", contract=words), at.money(entry["mail"]["income"])))
    if entry["home_waits"]:
        found.append((at.say("Home"), at.say("the token waits for a slot")))
    if entry["named_train"]:
        found.append((at.say("Named train"), entry["named_train"].rpartition("-")[0]))
    return found


def is_in_column(at: At, name: str) -> bool:
    """True for companies that are in the game or may still be started: no merged local, no AG to come."""
    entry = at.view["companies"][name]
    if entry["kind"] == "ag":
        return bool(entry["floated"])
    return not entry["closed"] and (entry["kind"] != "local" or entry["president"] is not None)


def group_of(at: At, name: str) -> str:
    """The heading a company stands under."""
    entry = at.view["companies"][name]
    if entry["kind"] == "local":
        return at.say("Locals")
    return at.say("Majors and AGs") if entry["floated"] else at.say("Not in operation")


def player_facts(at: At, seat: int) -> list[tuple[str, str]]:
    """What else a player's card says: his option."""
    mark = at.view["options"].get(at.t.seats[seat])
    if mark is None:
        return []
    words = f"{mark['company']} · {at.money(mark['price'])}"
    return [(at.say("Option"), f"{words} · {at.say('due')}" if mark["due"] else words)]
