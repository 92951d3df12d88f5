"""The share buyback (1862 16): how many notes, the whole calculation as a receipt, and what everybody has after it."""

from __future__ import annotations

from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Field,
    Note,
    Query,
    chosen_action,
    cited,
    money_panel,
    number,
    options_of,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.table_page import TablePage

from ..actions import Buyback
from ..figures import figures


def choose_buyback(page: TablePage, chosen: Query) -> Chosen | None:
    """A number of notes in the legal range; the fewest to begin with."""
    found = options_of(page, Buyback)
    company = page.company
    if not found or company is None:
        return None
    option, least = found[0]
    amounts = option.amount
    notes = least.notes if amounts is None else number(chosen, "amount", amounts)
    low, high = (notes, notes) if amounts is None else (amounts.low, amounts.high)
    action, seat, name = Buyback(notes), seat_of(page, option), page.t.companies[company].id
    done = effect(page, action, seat)
    if done is None:
        return None
    (told,) = done.events_of("buyback")
    assert told.receipt is not None
    return chosen_action(
        page,
        action,
        seat,
        query("buyback"),
        title=page.short_label(action),
        confirm=page.label(action),
        amount=page.money(told.facts["cost"]),
        company=name,
        field=Field(page.say("Notes"), "amount", "notes", low, high, 1, notes, str(low), str(high), low < high),
        bill=page.receipt(told.receipt),
        facts=_facts(page, done, notes, seat),
        notes=_notes(page, company),
    )


def _facts(page: TablePage, done: Effect, notes: int, seat: int) -> list[Fact]:
    face = figures(page.t).loan.face
    return [
        Fact(page.say("To pay back at the end"), page.money(notes * face), tone="dn" if notes else ""),
        facts.certificates_fact(page, done.player(seat), page.say("Your certificates")),
        *facts.worth_fact(page, done, seat),
    ]


def _notes(page: TablePage, company: int) -> list[Note]:
    name = page.t.companies[company].id
    return [
        Note(
            page.say("From then on shares are 5 % at half the price; {company} holds 50 % of itself.", company=name),
            cited(page, "buyback.half"),
        ),
        Note(
            page.say("Notes are paid back only at the end of the game, or if the price falls to 0."),
            cited(page, "buyback.note"),
        ),
    ]


def buyback(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Buy back, or not."""
    company = page.company
    assert company is not None
    name = page.t.companies[company].id
    entry = page.view["companies"][name]
    cost, price, terms = entry["buyback"]["cost"], entry["price"], entry["buyback"]
    said = page.say("{low} to {high} notes", low=terms["least_notes"], high=terms["most_notes"])
    choices = [
        Choice(page.short_label(action), query("buyback"), page.money(cost), said, company=name)
        for _, action in options_of(page, Buyback)
        if made is None
    ]
    text = page.say(
        "Once in the game {company} may buy back half of every certificate, at the price of {price}. It costs {cost}.",
        company=name,
        price=page.money(price),
        cost=page.money(cost),
    )
    notes = [Note(text, cited(page, "buyback"))] if made is None else []
    return money_panel(page, made, [("", choices)], notes)
