"""The players: what everybody is worth, part by part, and the privates."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import Receipt
from stellwerk.i18n import translate
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.history_facts import past_of
from stellwerk.web.pages.marks import initial, receipt_link, token
from stellwerk.web.pages.side import operating_order
from stellwerk.web.pages.table_page import TablePage


class PlayerHead(Struct, frozen=True):
    """A player at the head of a column, with what stands at its foot."""

    seat: int
    name: str
    initial: Markup
    priority: bool
    cash: str
    privates: str
    worth: str
    worth_receipt: str
    certificates: int
    limit: int
    certificates_receipt: str
    dividends: str


class HoldingRow(Struct, frozen=True):
    """A company: percent, presidency and value for every player."""

    company: str
    token: Markup
    price: str
    cells: list[tuple[int, bool, str]]


class PrivateRow(Struct, frozen=True):
    """A private company."""

    id: str
    name: str
    price: str
    income: str
    power: str
    owner: str
    closed: bool


def players(page: TablePage) -> Panel:
    """The players of the shown position. Values are those of the receipts, so that they add up to the score."""
    receipts = page.game.receipts()
    order = operating_order(page)
    parts = [_parts(receipts.get(f"score {player['name']}"), order) for player in page.view["players"]]
    companies = page.view["companies"]
    rows = [
        HoldingRow(
            name,
            token(page, name),
            page.money(companies[name]["price"]) if companies[name]["price"] else "",
            [_cell(page, player, name, part) for player, part in zip(page.view["players"], parts, strict=True)],
        )
        for name in order
        if any(player["shares"].get(name) for player in page.view["players"])
    ]
    people = [_person(page, seat, player, parts[seat]) for seat, player in enumerate(page.view["players"])]
    context: dict[str, Any] = {"people": people, "rows": rows, "privates": _privates(page)}
    with_notes = any("notes" in company for company in companies.values())
    context["rest"] = page.say("Notes and debts") if with_notes else page.say("Privates")
    return Panel("tabs/players.html", context)


def _parts(score: Receipt | None, companies: list[str]) -> dict[str, int]:
    """What a score is made of, by company; everything else but cash under the empty name."""
    found: dict[str, int] = {}
    for line in score.lines if score else ():
        if line.message.template != "cash":
            company = line.message.facts.get("company", "")
            key = company if company in companies else ""
            found[key] = found.get(key, 0) + line.amount
    return found


def _cell(page: TablePage, player: dict[str, Any], name: str, parts: dict[str, int]) -> tuple[int, bool, str]:
    percent = player["shares"].get(name, 0)
    return percent, name in player["president_of"], page.money(parts[name]) if parts.get(name) else ""


def _person(page: TablePage, seat: int, player: dict[str, Any], parts: dict[str, int]) -> PlayerHead:
    name = player["name"]
    past = past_of(page)
    received = sum(entry.dividends[seat] for entry in past.rounds[: past.at(page.game.ply)])
    return PlayerHead(
        seat=seat,
        name=name,
        initial=initial(page, seat),
        priority=page.view["priority"] == name,
        cash=page.money(player["cash"]),
        privates=page.money(parts[""]) if parts.get("") else "",
        worth=page.money(player["score"]),
        worth_receipt=receipt_link(page, f"score {name}"),
        certificates=player["certificates"],
        limit=player["certificate_limit"],
        certificates_receipt=receipt_link(page, f"certificates {name}"),
        dividends=page.money(received) if received else "",
    )


def _privates(page: TablePage) -> list[PrivateRow]:
    found = []
    for entry in page.t.privates:
        state = page.view["privates"][entry.id]
        found.append(
            PrivateRow(
                id=entry.id,
                name=entry.name,
                price=page.money(entry.price),
                income=page.money(page.view.get("incomes", {}).get(entry.id, entry.income)),
                power="" if entry.power == "none" else translate(entry.power, page.language),
                owner="" if state["closed"] else state["owner"] or "",
                closed=state["closed"],
            )
        )
    return found
