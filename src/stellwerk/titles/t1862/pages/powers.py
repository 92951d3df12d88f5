"""Your powers: what the reader's privates can do at any time, also while somebody else decides (1862 4.3 to 4.6)."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.eighteen.actions import LayTile
from stellwerk.titles import folder_of
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import Fact, Note, Rule, cited
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.decisions.privates import power_text
from stellwerk.web.pages.marks import initial

from ..state import B_AND_O

HERE = folder_of(__name__)


class Power(Struct, frozen=True):
    """A private whose owner may act now: what it is, what the click does, the action itself."""

    private: str
    name: str
    owner: str
    mark: Markup
    power: str
    open: str  # what the button says that opens the confirmation
    confirm: str
    action: str
    seat: int
    facts: list[Fact]
    notes: list[Note]
    rule: Rule | None


def block(at: At) -> list[Panel]:
    """The block below every panel."""
    found = powers(at)
    return [Panel(f"{HERE}/powers.html", {"powers": found})] if found else []


def powers(at: At) -> list[Power]:
    """Every private of the reader that can act now."""
    return [_power(at, option.action, option.seat) for option in at.powers if option.seat is not None]


def _power(at: At, action: Any, seat: int) -> Power:
    erie = isinstance(action, LayTile)
    private = action.power if erie else action.private
    entry = at.t.privates[at.t.private(private)]
    several = len(at.rights.seats) > 1
    if erie:
        opened = at.say("Lay the Erie tile")
        confirm = at.say("Lay tile {tile} on {hex} now", tile=action.tile, hex=action.hex)
    else:
        opened = at.say("Close {private}", private=private)
        confirm = at.say("Close {private} now", private=private)
    return Power(
        private=private,
        name=entry.name,
        owner=at.t.seats[seat] if several else "",
        mark=initial(at, seat) if several else Markup(""),
        power=power_text(at, private),
        open=opened,
        confirm=confirm,
        action=to_json(action),
        seat=seat,
        facts=_facts(at, private, seat),
        notes=_notes(at, private, erie),
        rule=cited(at, "erie" if erie else "private.closes"),
    )


def _facts(at: At, private: str, seat: int) -> list[Fact]:
    me = at.view["players"][seat]
    income = at.view["incomes"][private]
    count, limit = me["certificates"], me["certificate_limit"]
    return [
        Fact(at.say("Certificates"), str(count - 1), str(count), note=at.say("of {limit}", limit=limit)),
        Fact(at.say("Income in every operating round"), at.money(0), at.money(income), "dn"),
    ]


def _notes(at: At, private: str, erie: bool) -> list[Note]:
    found = []
    if erie:
        found.append(Note(at.say("Free of charge, in any phase; it closes the private."), cited(at, "erie")))
    elif private == B_AND_O:
        found.append(Note(at.say("Its marker leaves Baltimore."), cited(at, "blocker")))
    if at.t.privates[at.t.private(private)].shares:
        found.append(Note(at.say("The shares that came with it stay yours."), cited(at, "grant")))
    if not erie:
        found.append(Note(at.say("You get nothing for it, and it uses up no action."), cited(at, "private.closes")))
    return found
