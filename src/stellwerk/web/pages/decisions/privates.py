"""Privates bought by companies and traded between players: a price in the legal range, and what it does."""

from __future__ import annotations

from stellwerk.core import Option
from stellwerk.eighteen.actions import BuyPrivate, SellPrivate
from stellwerk.i18n import translate
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Query,
    agreed,
    chosen_action,
    money_panel,
    offered,
    opening,
    option_of,
    options_of,
    other_buttons,
    query,
    range_text,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.effects import Effect
from stellwerk.web.pages.table_page import TablePage


def private_name(page: TablePage, private: str) -> str:
    """`CS Champlain & St. Lawrence`."""
    return f"{private} {page.t.privates[page.t.private(private)].name}"


def power_text(page: TablePage, private: str) -> str:
    """What a private can do, in the reader's language; empty if nothing."""
    power = page.t.privates[page.t.private(private)].power
    return "" if power == "none" else translate(power, page.language)


def choose_private(page: TablePage, chosen: Query) -> Chosen | None:
    """A private bought from its owner, by the company that operates or by the player on turn."""
    found = option_of(page, BuyPrivate, chosen, "private")
    return _priced(page, found[0], chosen) if found else None


def choose_offer(page: TablePage, chosen: Query) -> Chosen | None:
    """A private of one's own offered to another player."""
    found = option_of(page, SellPrivate, chosen, "private", "to")
    return _priced(page, found[0], chosen) if found else None


def _priced(page: TablePage, option: Option, chosen: Query) -> Chosen | None:
    deal = agreed(page, option, chosen)
    if deal is None:
        return None
    shown, action, seat, done = deal
    selling = isinstance(action, SellPrivate)
    return chosen_action(
        page,
        action,
        seat,
        query("offer", private=action.private, to=action.to) if selling else query("private", private=action.private),
        confirm=offered(page, action, done),
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
        price, parts = range_text(page, option, action.price), {"private": action.private}
        found.append(opening(chosen, page.label(action), "private", parts, amount=price))
    for option, offer in options_of(page, SellPrivate):
        price, parts = range_text(page, option, offer.price), {"private": offer.private, "to": str(offer.to)}
        found.append(opening(chosen, page.label(offer), "offer", parts, amount=price))
    return found


def privates(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The step in which a company buys privates."""
    groups = [(page.say("Privates on offer"), private_choices(page, chosen or {}))]
    return money_panel(page, made, groups, others=other_buttons(page, BuyPrivate, SellPrivate))
