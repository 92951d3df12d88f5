"""Privates bought by companies and traded between players: a price in the legal range, and what it does."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Option
from stellwerk.eighteen.actions import BuyPrivate, SellPrivate
from stellwerk.i18n import translate
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Field,
    Query,
    money_field,
    option_of,
    options_of,
    pass_choice,
    query,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, button, to_json
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.table_page import TablePage


def private_name(page: TablePage, private: str) -> str:
    """`CS Champlain & St. Lawrence`."""
    return f"{private} {page.t.privates[page.t.private(private)].name}"


def power_text(page: TablePage, private: str) -> str:
    """What a private can do, in the reader's language; empty if nothing."""
    power = page.t.privates[page.t.private(private)].power
    return "" if power == "none" else translate(power, page.language)


def owner_name(page: TablePage, private: str) -> str:
    """Who has it."""
    return str(page.view["privates"][private]["owner"] or "")


def choose_private(page: TablePage, chosen: Query) -> Chosen | None:
    """A private bought from its owner, by the company that operates or by the player on turn."""
    found = option_of(page, BuyPrivate, chosen, "private")
    return _priced(page, found[0], chosen) if found else None


def choose_offer(page: TablePage, chosen: Query) -> Chosen | None:
    """A private of one's own offered to another player."""
    found = option_of(page, SellPrivate, chosen, "private", "to")
    return _priced(page, found[0], chosen) if found else None


def _priced(page: TablePage, option: Option, chosen: Query) -> Chosen | None:
    action: Any = option.action
    seat = seat_of(page, option)
    shown: Field | None = None
    if option.amount is not None:
        shown, action = money_field(page, option, chosen, page.say("Agreed price"))
    done = effect(page, action, seat)
    if done is None:
        return None
    private = action.private
    if isinstance(action, SellPrivate):
        title = page.say("Offer {what} to {who}", what=private_name(page, private), who=page.t.seats[action.to])
        confirm = page.say("Offer {private}", private=private)
        made = query("offer", private=private, to=action.to)
    else:
        title = page.say("Buy {what} from {who}", what=private_name(page, private), who=owner_name(page, private))
        confirm = (
            page.say("Offer for {private}", private=private)
            if done.consent >= 0
            else page.say("Buy {what}", what=private)
        )
        made = query("private", private=private)
    return Chosen(
        title=title,
        query=made,
        action=to_json(action),
        seat=seat,
        confirm=confirm,
        amount=page.money(action.price),
        field=shown,
        facts=deal_facts(page, done, seat),
        follows=facts.follows(page, done, ("closed", "president", "bank_broken")),
        notes=facts.consent_note(page, done),
    )


def deal_facts(page: TablePage, done: Effect, seat: int) -> list[Fact]:
    """A deal between two sides: the treasuries and purses that change, certificates, trains, worth."""
    lines = []
    for entry in sorted(done.companies.values(), key=lambda company: not company.cash.moved):
        if entry.cash.moved:
            label = page.say("Treasury of {company}", company=entry.id)
            lines.append(facts.money_fact(page, label, entry.cash, company=entry.id))
        if entry.trains.moved:
            label = page.say("Trains of {company}", company=entry.id)
            before, after = facts.trains_text(entry.trains.before), facts.trains_text(entry.trains.after)
            lines.append(Fact(label, after, before, company=entry.id))
    for entry in done.companies.values():
        if entry.price.moved and entry.price.before is not None and entry.price.after is not None:
            label = page.say("Price of {company}", company=entry.id)
            lines.append(facts.money_fact(page, label, entry.price, company=entry.id))
    for player in done.players:
        you = player.seat == seat
        if player.cash.moved:
            label = page.say("Your cash") if you else page.say("Cash of {who}", who=player.name)
            lines.append(facts.money_fact(page, label, player.cash))
        if player.certificates.moved:
            label = page.say("Your certificates") if you else page.say("Certificates of {who}", who=player.name)
            lines.append(facts.certificates_fact(page, player, label))
    for player in done.players:
        if player.worth.moved:
            by = player.worth.by
            label = page.say("Your worth") if player.seat == seat else page.say("Worth of {who}", who=player.name)
            lines.append(Fact(label, facts.signed(page, by), tone="up" if by > 0 else "dn"))
    return lines


def private_choices(page: TablePage, chosen: Query) -> list[Choice]:
    """Every private that can be bought or offered, as buttons that open."""
    found = []
    for option, action in options_of(page, BuyPrivate):
        here = chosen.get("do") == "private" and chosen.get("private") == action.private
        text = page.say("Buy {what} from {who}", what=action.private, who=owner_name(page, action.private))
        found.append(Choice(text, query("private", private=action.private), _range(page, option), chosen=here))
    for option, offer in options_of(page, SellPrivate):
        here = (
            chosen.get("do") == "offer" and chosen.get("private") == offer.private and chosen.get("to") == str(offer.to)
        )
        text = page.say("Offer {what} to {who}", what=offer.private, who=page.t.seats[offer.to])
        made = query("offer", private=offer.private, to=offer.to)
        found.append(Choice(text, made, _range(page, option), chosen=here))
    return found


def _range(page: TablePage, option: Option) -> str:
    action: Any = option.action
    if option.amount is None or option.amount.low == option.amount.high:
        return page.money(action.price)
    return f"{page.money(option.amount.low)} – {page.money(option.amount.high)}"


def privates(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The step in which a company buys privates."""
    picked = chosen or {}
    shown = (BuyPrivate, SellPrivate)
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(page.say("Privates on offer"), private_choices(page, picked))],
            "notes": [],
            "others": [
                button(page, option)
                for option in page.options
                if not isinstance(option.action, shown) and option.action.kind != "pass"
            ],
            "pass": pass_choice(page, page.say("End turn")),
        },
    )
