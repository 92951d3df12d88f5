"""Privates bought by companies and traded between players: a price in the legal range, and what it does."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Option
from stellwerk.eighteen.actions import BuyPrivate, SellPrivate
from stellwerk.i18n import translate
from stellwerk.web.pages.at import At
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


def private_name(at: At, private: str) -> str:
    """`CS Champlain & St. Lawrence`."""
    return f"{private} {at.t.privates[at.t.private(private)].name}"


def power_text(at: At, private: str) -> str:
    """What a private can do, in the reader's language; empty if nothing."""
    power = at.t.privates[at.t.private(private)].power
    return "" if power == "none" else translate(power, at.language)


def owner_name(at: At, private: str) -> str:
    """Who has it."""
    return str(at.view["privates"][private]["owner"] or "")


def choose_private(at: At, chosen: Query) -> Chosen | None:
    """A private bought from its owner, by the company that operates or by the player on turn."""
    found = option_of(at, BuyPrivate, chosen, "private")
    return _priced(at, found[0], chosen) if found else None


def choose_offer(at: At, chosen: Query) -> Chosen | None:
    """A private of one's own offered to another player."""
    found = option_of(at, SellPrivate, chosen, "private", "to")
    return _priced(at, found[0], chosen) if found else None


def _priced(at: At, option: Option, chosen: Query) -> Chosen | None:
    action: Any = option.action
    seat = seat_of(at, option)
    shown: Field | None = None
    if option.amount is not None:
        shown, action = money_field(at, option, chosen, at.say("Agreed price"))
    done = effect(at, action, seat)
    if done is None:
        return None
    private = action.private
    if isinstance(action, SellPrivate):
        title = at.say("Offer {what} to {who}", what=private_name(at, private), who=at.t.seats[action.to])
        confirm = at.say("Offer {private}", private=private)
        made = query("offer", private=private, to=action.to)
    else:
        title = at.say("Buy {what} from {who}", what=private_name(at, private), who=owner_name(at, private))
        confirm = (
            at.say("Offer for {private}", private=private) if done.consent >= 0 else at.say("Buy {what}", what=private)
        )
        made = query("private", private=private)
    return Chosen(
        title=title,
        query=made,
        action=to_json(action),
        seat=seat,
        confirm=confirm,
        amount=at.money(action.price),
        field=shown,
        facts=deal_facts(at, done, seat),
        follows=facts.follows(at, done, ("closed", "president", "bank_broken")),
        notes=facts.consent_note(at, done),
    )


def deal_facts(at: At, done: Effect, seat: int) -> list[Fact]:
    """A deal between two sides: the treasuries and purses that change, certificates, trains, worth."""
    lines = []
    for entry in sorted(done.companies.values(), key=lambda company: not company.cash.moved):
        if entry.cash.moved:
            label = at.say("Treasury of {company}", company=entry.id)
            lines.append(facts.money_fact(at, label, entry.cash, company=entry.id))
        if entry.trains.moved:
            label = at.say("Trains of {company}", company=entry.id)
            before, after = facts.trains_text(entry.trains.before), facts.trains_text(entry.trains.after)
            lines.append(Fact(label, after, before, company=entry.id))
    for entry in done.companies.values():
        if entry.price.moved and entry.price.before is not None and entry.price.after is not None:
            label = at.say("Price of {company}", company=entry.id)
            lines.append(facts.money_fact(at, label, entry.price, company=entry.id))
    for player in done.players:
        you = player.seat == seat
        if player.cash.moved:
            label = at.say("Your cash") if you else at.say("Cash of {who}", who=player.name)
            lines.append(facts.money_fact(at, label, player.cash))
        if player.certificates.moved:
            label = at.say("Your certificates") if you else at.say("Certificates of {who}", who=player.name)
            lines.append(facts.certificates_fact(at, player, label))
    for player in done.players:
        if player.worth.moved:
            by = player.worth.by
            label = at.say("Your worth") if player.seat == seat else at.say("Worth of {who}", who=player.name)
            lines.append(Fact(label, facts.signed(at, by), tone="up" if by > 0 else "dn"))
    return lines


def private_choices(at: At, chosen: Query) -> list[Choice]:
    """Every private that can be bought or offered, as buttons that open."""
    found = []
    for option, action in options_of(at, BuyPrivate):
        here = chosen.get("do") == "private" and chosen.get("private") == action.private
        text = at.say("Buy {what} from {who}", what=action.private, who=owner_name(at, action.private))
        found.append(Choice(text, query("private", private=action.private), _range(at, option), chosen=here))
    for option, offer in options_of(at, SellPrivate):
        here = (
            chosen.get("do") == "offer" and chosen.get("private") == offer.private and chosen.get("to") == str(offer.to)
        )
        text = at.say("Offer {what} to {who}", what=offer.private, who=at.t.seats[offer.to])
        made = query("offer", private=offer.private, to=offer.to)
        found.append(Choice(text, made, _range(at, option), chosen=here))
    return found


def _range(at: At, option: Option) -> str:
    action: Any = option.action
    if option.amount is None or option.amount.low == option.amount.high:
        return at.money(action.price)
    return f"{at.money(option.amount.low)} – {at.money(option.amount.high)}"


def privates(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The step in which a company buys privates."""
    picked = chosen or {}
    shown = (BuyPrivate, SellPrivate)
    return Panel(
        "decisions/money.html",
        {
            "token": token,
            "chosen": made,
            "groups": [(at.say("Privates on offer"), private_choices(at, picked))],
            "notes": [],
            "others": [
                button(at, option)
                for option in at.options
                if not isinstance(option.action, shown) and option.action.kind != "pass"
            ],
            "pass": pass_choice(at, at.say("End turn")),
        },
    )
