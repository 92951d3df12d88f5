"""An effect as lines to read: cash, holdings, certificates, presidency, marker, trains, the worth of others."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Event
from stellwerk.core.words import END
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.words import SOURCE
from stellwerk.i18n import word
from stellwerk.web.pages.decisions.chosen import Fact, Note, capital, rule_of
from stellwerk.web.pages.effects import Change, CompanyEffect, Effect, PlayerEffect
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.units import pool_limit

_PLACES = ("ipo", "pool", "bank", "display", "split")  # in words of their own; all else is a treasury


def place_name(page: TablePage, place: str) -> str:
    """Where shares lie, in words."""
    if place == "ipo" and page.rules.unsold != "ipo":
        place = page.rules.unsold
    if place == "split_area":  # as views call it
        place = "split"
    return page.say("Treasury") if place not in _PLACES else capital(word(SOURCE, place, page.language, page.style))


def _in_treasury(page: TablePage, place: str) -> bool:
    """True where unsold shares lie in the company's own treasury, beside its money."""
    return place == "ipo" and page.rules.unsold == "treasury"


def signed(page: TablePage, amount: int) -> str:
    """A gain or a loss."""
    return f"+{page.money(amount)}" if amount > 0 else page.money(amount)


def money_fact(page: TablePage, label: str, change: Change, *, note: str = "", company: str = "") -> Fact:
    """Money before and after."""
    tone = "up" if change.by > 0 else "dn" if change.by < 0 else ""
    return Fact(
        label, page.money(change.after or 0), page.money(change.before) if change.moved else "", tone, note, company
    )


def trains_text(trains: Sequence[str]) -> str:
    """`2 2 3`; a dash for none."""
    return " ".join(kind_of(train) or train for train in trains) or "–"


def yours(page: TablePage, effect: Effect, seat: int) -> list[Fact]:
    """What becomes of the player himself."""
    me = effect.player(seat)
    found = []
    if me.cash.moved:
        found.append(money_fact(page, page.say("Your cash"), me.cash))
    if me.bound.moved:
        found += bound_facts(page, me)
    for company, held in me.shares.items():
        found.append(Fact(page.say("Your {company}", company=company), f"{held.after} %", str(held.before)))
    if me.certificates.moved:
        found.append(certificates_fact(page, me, page.say("Your certificates")))
    if me.privates.moved:
        names = [name for name in me.privates.after if name not in me.privates.before]
        if names:
            found.append(Fact(page.say("You get"), ", ".join(names)))
    return found


def bound_facts(page: TablePage, me: PlayerEffect) -> list[Fact]:
    """What standing bids bind and what they leave."""
    free = Change(me.cash.before - me.bound.before, me.cash.after - me.bound.after)
    bound = Fact(page.say("Bound by bids"), page.money(me.bound.after), page.money(me.bound.before))
    return [bound, money_fact(page, page.say("Free"), free)]


def certificates_fact(page: TablePage, who: PlayerEffect, label: str) -> Fact:
    """Certificates of the limit."""
    over = who.certificates.after > who.limit
    return Fact(
        label,
        str(who.certificates.after),
        str(who.certificates.before),
        "dn" if over else "",
        page.say("of {limit}", limit=who.limit),
    )


def company_facts(page: TablePage, entry: CompanyEffect) -> list[Fact]:
    """What becomes of a company."""
    found = []
    for place, shares in entry.places.items():
        limit = pool_limit(page, entry.id) if place == "pool" else 0
        note = page.say("of {limit}", limit=limit) if limit else ""
        label = page.say("Treasury shares") if _in_treasury(page, place) else place_name(page, place)
        found.append(Fact(label, f"{shares.after} %", str(shares.before), note=note))
    if entry.price.moved:
        before = page.money(entry.price.before) if entry.price.before else ""
        tone = "up" if entry.price.by > 0 else "dn"
        found.append(Fact(page.say("Share price"), page.money(entry.price.after or 0), before, tone if before else ""))
    if entry.cash.moved:
        found.append(money_fact(page, page.say("Treasury"), entry.cash))
    if entry.floated.moved:
        found.append(Fact(entry.id, page.say("floats"), tone="up"))
    return found


def president_fact(page: TablePage, entry: CompanyEffect) -> Fact:
    """Who is president, and whether that changes."""
    if entry.president.moved:
        return Fact(page.say("President"), entry.president.after or "–", entry.president.before or "–", "warn")
    return Fact(page.say("President"), page.say("{who} stays", who=entry.president.after or "–"))


def others(page: TablePage, effect: Effect, seat: int) -> list[Fact]:
    """What becomes of the worth of the other players."""
    return [
        Fact(
            page.say("Worth of {who}", who=player.name),
            signed(page, player.worth.by),
            tone="up" if player.worth.by > 0 else "dn",
        )
        for player in effect.players
        if player.seat != seat and player.worth.by
    ]


def worth_change(page: TablePage, effect: Effect, seat: int) -> Fact:
    """By how much the player's own worth changes, where outcomes stand side by side."""
    by = effect.player(seat).worth.by
    return Fact(page.say("Your worth"), signed(page, by), tone="up" if by > 0 else "dn" if by else "")


def worth_fact(page: TablePage, effect: Effect, seat: int) -> list[Fact]:
    """What becomes of the player's own worth."""
    worth = effect.player(seat).worth
    if not worth.moved:
        return [Fact(page.say("Your worth"), page.say("{amount}, the same", amount=page.money(worth.after)))]
    return [
        Fact(page.say("Your worth"), page.money(worth.after), page.money(worth.before), "up" if worth.by > 0 else "dn")
    ]


def share_facts(page: TablePage, effect: Effect, seat: int, company: str) -> list[Fact]:
    """All about a sale or a purchase of shares of one company."""
    entry = effect.companies[company]
    found = [*yours(page, effect, seat), *company_facts(page, entry)]
    if entry.president.before or entry.president.after:
        found.append(president_fact(page, entry))
    return [*found, *worth_fact(page, effect, seat), *others(page, effect, seat)]


def follows(page: TablePage, effect: Effect, kinds: Sequence[str]) -> list[Note]:
    """What else happens, in the words of the log."""
    found = []
    for event in effect.events:
        if event.kind in kinds:
            found.append(event_note(page, event))
            found += _payments(page, event) if event.kind == "split" else []
    if effect.ended:
        found.append(
            Note(page.say("The game ends: {why}", why=word(END, effect.ended, page.language, page.style)), None, "warn")
        )
    return found


def _payments(page: TablePage, event: Event) -> list[Note]:
    """What the bank pays for it, line by line."""
    told = page.receipt(event.receipt) if event.receipt is not None else None
    return [] if told is None else [Note(f"{line.text}: {signed(page, line.amount)}") for line in told.lines]


def event_note(page: TablePage, event: Event) -> Note:
    """A log line with its rule."""
    grave = ("split", "phase", "rust", "closed", "president", "bank_broken", "closed_company", "end")
    tone = "warn" if event.kind in grave else ""
    return Note(capital(page.event(event)), rule_of(event.rule), tone)


def consent_note(page: TablePage, effect: Effect) -> list[Note]:
    """Who has to agree first."""
    if effect.consent < 0:
        return []
    rule = rule_of(page.t.cite("consent")) if "consent" in page.t.data.cite else None
    return [Note(page.say("{who} has to agree.", who=page.t.seats[effect.consent]), rule)]
