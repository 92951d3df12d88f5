"""The share buyback (1862 16): how many notes, the whole calculation as a receipt, and what everybody has after it."""

from __future__ import annotations

from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Field,
    Note,
    Query,
    cited,
    number,
    options_of,
    pass_choice,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, to_json
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.marks import token

from ..actions import Buyback


def choose_buyback(at: At, chosen: Query) -> Chosen | None:
    """A number of notes in the legal range; the fewest to begin with."""
    found = options_of(at, Buyback)
    company = at.company
    if not found or company is None:
        return None
    option, least = found[0]
    amounts = option.amount
    notes = least.notes if amounts is None else number(chosen, "amount", amounts)
    low, high = (notes, notes) if amounts is None else (amounts.low, amounts.high)
    action, seat, name = Buyback(notes), seat_of(at, option), at.t.companies[company].id
    done = effect(at, action, seat)
    if done is None:
        return None
    (told,) = done.told("buyback")
    assert told.receipt is not None
    return Chosen(
        title=at.say("Buy back half of every certificate"),
        query=query("buyback"),
        action=to_json(action),
        seat=seat,
        confirm=at.say("Buy back the shares of {company}", company=name),
        amount=at.money(told.facts["cost"]),
        company=name,
        field=Field(at.say("Notes"), "amount", "notes", low, high, 1, notes, str(low), str(high), low < high),
        bill=at.receipt(told.receipt),
        facts=_facts(at, done, notes, seat),
        notes=_notes(at, company),
    )


def _facts(at: At, done: Effect, notes: int, seat: int) -> list[Fact]:
    loan = at.t.data.loan
    face = loan.face if loan else 0
    return [
        Fact(at.say("To pay back at the end"), at.money(notes * face), tone="dn" if notes else ""),
        facts.certificates_fact(at, done.player(seat), at.say("Your certificates")),
        *facts.worth_fact(at, done, seat),
    ]


def _notes(at: At, company: int) -> list[Note]:
    name = at.t.companies[company].id
    return [
        Note(
            at.say("From then on shares are 5 % at half the price; {company} holds 50 % of itself.", company=name),
            cited(at, "buyback.half"),
        ),
        Note(
            at.say("Notes are paid back only at the end of the game, or if the price falls to 0."),
            cited(at, "buyback.note"),
        ),
    ]


def buyback(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Buy back, or not."""
    company = at.company
    assert company is not None
    name = at.t.companies[company].id
    entry = at.view["companies"][name]
    cost, price, terms = entry["buyback"]["cost"], entry["price"], entry["buyback"]
    said = at.say("{low} to {high} notes", low=terms["least_notes"], high=terms["most_notes"])
    choices = [
        Choice(at.say("Buy back half of every certificate"), query("buyback"), at.money(cost), said, company=name)
        for _ in options_of(at, Buyback)
        if made is None
    ]
    text = at.say(
        "Once in the game {company} may buy back half of every certificate, at the price of {price}. It costs {cost}.",
        company=name,
        price=at.money(price),
        cost=at.money(cost),
    )
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [("", choices)],
            "notes": [Note(text, cited(at, "buyback"))] if made is None else [],
            "others": [],
            "pass": pass_choice(at, at.say("No buyback now")),
        },
    )
