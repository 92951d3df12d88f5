"""Your powers: what the reader's privates can do at any time, also while somebody else decides (1862 4.3 to 4.6)."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.eighteen.abilities import of_private
from stellwerk.eighteen.ability_schema import GrantAbility
from stellwerk.eighteen.actions import LayTile
from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.chosen import Fact, Note, Rule, cited
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.decisions.privates import power_text
from stellwerk.web.pages.marks import initial
from stellwerk.web.pages.table_page import TablePage

from ..state import B_AND_O

HERE = folder_of(__name__)


class Power(Struct, frozen=True):
    """A private whose owner may act now: what it is, what the click does, the action itself."""

    private: str
    name: str
    owner: str
    mark: Markup
    power: str
    text: str
    action: str
    seat: int
    facts: list[Fact]
    notes: list[Note]
    rule: Rule | None


def block(page: TablePage) -> list[Panel]:
    """The block below every panel."""
    found = powers(page)
    return [Panel(f"{HERE}/powers.html", {"powers": found})] if found else []


def powers(page: TablePage) -> list[Power]:
    """Every private of the reader that can act now."""
    return [_power(page, option.action, option.seat) for option in page.powers if option.seat is not None]


def _power(page: TablePage, action: Any, seat: int) -> Power:
    erie = isinstance(action, LayTile)
    private = action.power if erie else action.private
    entry = page.t.privates[page.t.private(private)]
    several = len(page.rights.seats) > 1
    return Power(
        private=private,
        name=entry.name,
        owner=page.t.seats[seat] if several else "",
        mark=initial(page, seat) if several else Markup(""),
        power=power_text(page, private),
        text=page.short_label(action),
        action=to_json(action),
        seat=seat,
        facts=_facts(page, private, seat),
        notes=_notes(page, private, erie),
        rule=cited(page, "erie" if erie else "private.closes"),
    )


def _facts(page: TablePage, private: str, seat: int) -> list[Fact]:
    me = page.view["players"][seat]
    income = page.view["incomes"][private]
    count, limit = me["certificates"], me["certificate_limit"]
    return [
        Fact(page.say("Certificates"), str(count - 1), str(count), note=page.say("of {limit}", limit=limit)),
        Fact(page.say("Income in every operating round"), page.money(0), page.money(income), "dn"),
    ]


def _notes(page: TablePage, private: str, erie: bool) -> list[Note]:
    found = []
    if erie:
        found.append(Note(page.say("Free of charge, in any phase; it closes the private."), cited(page, "erie")))
    elif private == B_AND_O:
        found.append(Note(page.say("Its marker leaves Baltimore."), cited(page, "blocker")))
    if of_private(page.t, page.t.private(private), GrantAbility):
        found.append(Note(page.say("The shares that came with it stay yours."), cited(page, "grant")))
    if not erie:
        found.append(Note(page.say("You get nothing for it, and it uses up no action."), cited(page, "private.closes")))
    return found
