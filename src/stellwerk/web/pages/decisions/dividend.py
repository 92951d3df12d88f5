"""Paying or withholding: side by side what everybody gets and where the price goes, and the receipt of the run."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Event
from stellwerk.eighteen.actions import Dividend
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Chosen,
    Fact,
    Query,
    Rule,
    chosen_action,
    options_of,
    other_buttons,
    query,
    rule_of,
    seat_of,
    tried,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.effects import PLACES, Effect, effect
from stellwerk.web.pages.market_picture import market, moved_marks
from stellwerk.web.pages.table_page import TablePage

FOLLOWS = ("split", "bank_broken", "closed", "closed_company", "to_pool", "end")  # what else a payment may set off


class DividendCard(Struct, frozen=True):
    """One way to deal with the income."""

    text: str
    key: str
    query: str
    shares: list[Fact]
    price: Fact | None
    rule: Rule | None
    worth: Fact
    chosen: bool


def last_run(page: TablePage) -> Event | None:
    """The run whose income is to be dealt with."""
    for ply in reversed(page.game.plies[-12:]):
        for event in reversed(ply.events):
            if event.kind == "run":
                return event
    return None


def _company(page: TablePage) -> str:
    assert page.decision is not None
    return page.decision.actor


def card(page: TablePage, action: Dividend, done: Effect, seat: int, chosen: bool) -> DividendCard:
    """What one choice gives to whom."""
    name = _company(page)
    entry = done.companies[name]
    view = page.view["companies"][name]
    lines = []
    for player in done.players:
        held = page.view["players"][player.seat]["shares"].get(name, 0)
        if held or player.cash.moved:
            by = player.cash.by
            label = f"{player.name} {held} %"
            lines.append(Fact(label, facts.signed(page, by) if by else page.money(0), tone="up" if by > 0 else ""))
    for place in PLACES:
        if view.get(place) and place == "ipo" and page.rules.unsold == "treasury":  # the company is paid for its own
            got = facts.signed(page, entry.cash.by) if action.choice == "pay" and entry.cash.by > 0 else "·"
            lines.append(Fact(f"{page.say('Treasury shares')} {view[place]} %", got, tone="up" if got != "·" else ""))
        elif view.get(place):
            lines.append(Fact(f"{facts.place_name(page, place)} {view[place]} %", "·"))
    lines.append(facts.money_fact(page, page.say("Treasury"), entry.cash))
    price = facts.money_fact(page, page.say("Share price"), entry.price)
    if entry.price.after is None:  # it is out of the game
        price = Fact(page.say("Share price"), page.say("bankrupt"), page.money(entry.price.before or 0), "dn")
    moved = next((event for event in done.events_of("price") if event.facts.get("company") == name), None)
    return DividendCard(
        text=page.label(action),
        key=action.choice[:1],
        query=query("dividend", choice=action.choice),
        shares=lines,
        price=price,
        rule=rule_of(moved.rule) if moved else None,
        worth=facts.worth_change(page, done, seat),
        chosen=chosen,
    )


def a_share(page: TablePage, done: Effect) -> str:
    """What a share is paid; empty if nothing is."""
    told = done.events_of("dividend")
    share = told[0].facts.get("share") if told else None
    if share is None:
        return ""
    if page.view["companies"][_company(page)].get("kind") == "ag":  # it has two certificates of 50 %
        return page.say("{amount} a certificate", amount=page.money(5 * int(share)))
    return page.say("{amount} a share", amount=page.money(int(share)))


def choose_dividend(page: TablePage, chosen: Query) -> Chosen | None:
    """One of them."""
    found = tried(page, Dividend, chosen, "choice")
    if found is None:
        return None
    action, seat, done = found
    amount, run = a_share(page, done), last_run(page)
    if not amount and run and action.choice == "withhold":
        amount = page.money(int(run.facts["revenue"]))
    return chosen_action(
        page,
        action,
        seat,
        query("dividend", choice=action.choice),
        amount=amount,
        company=_company(page),
        follows=facts.follows(page, done, FOLLOWS),
        stage=market(page, moved_marks(page, done)),
    )


def dividend(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The two cards (other titles have three), the income above them."""
    picked = (chosen or {}).get("choice", "") if made else ""
    cards = []
    for option, action in options_of(page, Dividend):
        done = effect(page, action, seat_of(page, option))
        if done is not None:
            cards.append(card(page, action, done, seat_of(page, option), action.choice == picked))
    run = last_run(page)
    receipt = page.receipt(run.receipt) if run and run.receipt else None
    return Panel(
        "decisions/dividend.html",
        {
            "chosen": made,
            "cards": cards,
            "revenue": page.money(int(run.facts["revenue"])) if run else "",
            "receipt": receipt,
            "others": other_buttons(page, Dividend),
            "rule_of": rule_of,
        },
    )
