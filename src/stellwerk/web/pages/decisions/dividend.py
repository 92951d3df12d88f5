"""Paying or withholding: side by side what everybody gets and where the price goes, and the receipt of the run."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Event
from stellwerk.eighteen.actions import Dividend
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Chosen,
    Fact,
    Query,
    Rule,
    option_of,
    options_of,
    query,
    rule_of,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel, button, to_json
from stellwerk.web.pages.effects import PLACES, Effect, effect
from stellwerk.web.pages.market_picture import market, moved_marks


class Card(Struct, frozen=True):
    """One way to deal with the income."""

    text: str
    key: str
    query: str
    shares: list[Fact]
    price: Fact | None
    rule: Rule | None
    worth: Fact
    chosen: bool


def dividend_name(at: At, choice: str) -> str:
    """What a choice is called."""
    return {"pay": at.say("Pay out"), "withhold": at.say("Withhold"), "half": at.say("Pay half")}.get(choice, choice)


def last_run(at: At) -> Event | None:
    """The run whose income is to be dealt with."""
    for ply in reversed(at.game.plies[-12:]):
        for event in reversed(ply.events):
            if event.kind == "run":
                return event
    return None


def _company(at: At) -> str:
    assert at.decision is not None
    return at.decision.actor


def card(at: At, action: Dividend, done: Effect, seat: int, chosen: bool) -> Card:
    """What one choice gives to whom."""
    name = _company(at)
    entry = done.companies[name]
    view = at.view["companies"][name]
    lines = []
    for player in done.players:
        held = at.view["players"][player.seat]["shares"].get(name, 0)
        if held or player.cash.moved:
            by = player.cash.by
            label = f"{player.name} {held} %"
            lines.append(Fact(label, facts.signed(at, by) if by else at.money(0), tone="up" if by > 0 else ""))
    for place in PLACES:
        if view.get(place) and place == "ipo" and at.rules.unsold == "treasury":  # the company is paid for its own
            got = facts.signed(at, entry.cash.by) if action.choice == "pay" and entry.cash.by > 0 else "·"
            lines.append(Fact(f"{at.say('Treasury shares')} {view[place]} %", got, tone="up" if got != "·" else ""))
        elif view.get(place):
            lines.append(Fact(f"{facts.place_name(at, place)} {view[place]} %", "·"))
    lines.append(facts.money_fact(at, at.say("Treasury"), entry.cash))
    price = facts.money_fact(at, at.say("Price"), entry.price)
    if entry.price.after is None:  # it is out of the game
        price = Fact(at.say("Price"), at.say("bankrupt"), at.money(entry.price.before or 0), "dn")
    moved = next((event for event in done.told("price") if event.facts.get("company") == name), None)
    return Card(
        text=dividend_name(at, action.choice),
        key=action.choice[:1],
        query=query("dividend", choice=action.choice),
        shares=lines,
        price=price,
        rule=rule_of(moved.rule) if moved else None,
        worth=facts.worth_change(at, done, seat),
        chosen=chosen,
    )


def choose_dividend(at: At, chosen: Query) -> Chosen | None:
    """One of them."""
    found = option_of(at, Dividend, chosen, "choice")
    if found is None:
        return None
    option, action = found
    seat = seat_of(at, option)
    done = effect(at, action, seat)
    if done is None:
        return None
    told = done.told("dividend")
    share = told[0].facts.get("share") if told else None
    run = last_run(at)
    if share is not None:
        confirm, amount = at.say("Pay {amount} a share", amount=at.money(int(share))), ""
        if at.view["companies"][_company(at)].get("kind") == "ag":  # it has two certificates of 50 %
            confirm = at.say("Pay {amount} a certificate", amount=at.money(5 * int(share)))
    else:
        confirm = dividend_name(at, action.choice)
        amount = at.money(int(run.facts["revenue"])) if run and action.choice == "withhold" else ""
    return Chosen(
        title=dividend_name(at, action.choice),
        query=query("dividend", choice=action.choice),
        action=to_json(action),
        seat=seat,
        confirm=confirm,
        amount=amount,
        company=_company(at),
        follows=facts.follows(at, done, ("split", "bank_broken", "closed", "closed_company", "to_pool", "end")),
        stage=market(at, moved_marks(at, done)),
    )


def dividend(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The two cards (other titles have three), the income above them."""
    picked = (chosen or {}).get("choice", "") if made else ""
    cards = []
    for option, action in options_of(at, Dividend):
        done = effect(at, action, seat_of(at, option))
        if done is not None:
            cards.append(card(at, action, done, seat_of(at, option), action.choice == picked))
    run = last_run(at)
    receipt = at.receipt(run.receipt) if run and run.receipt else None
    return Panel(
        "decisions/dividend.html",
        {
            "chosen": made,
            "cards": cards,
            "revenue": at.money(int(run.facts["revenue"])) if run else "",
            "receipt": receipt,
            "others": [button(at, option) for option in at.options if not isinstance(option.action, Dividend)],
            "rule_of": rule_of,
        },
    )
