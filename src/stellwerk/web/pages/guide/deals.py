"""Hints for deals: privates a company may buy, and offers of others one has to answer."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.core import Option
from stellwerk.core.reading import meet
from stellwerk.eighteen.actions import Answer, BuyPrivate, BuyTrain
from stellwerk.eighteen.frames import Offer
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.decisions.consent import offer_text
from stellwerk.web.pages.decisions.privates import private_name
from stellwerk.web.pages.decisions.trains import holder
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.guide.figures import train_need
from stellwerk.web.pages.guide.hint import Fill, Hint, rules_of, way
from stellwerk.web.pages.table_page import TablePage


def consent_hint(page: TablePage) -> Hint | None:
    """An offer of somebody else: what it gives, what it takes."""
    meet(Offer)
    offer: Any = msgspec.convert(page.view["offer"]["action"], Offer)
    text = [offer_text(page, offer)]
    if isinstance(offer, BuyTrain):
        text += _train_text(page, offer)
    else:
        text += _private_text(page, offer)
    return Hint(
        text,
        rules_of(page, "consent", "trains.must" if isinstance(offer, BuyTrain) else "trade.price"),
        None,
        [
            way(page, page.say("Agree"), page.say("The deal is done at this price."), "consent"),
            way(page, page.say("Refuse"), page.say("Nothing changes; nobody can be forced to sell."), "consent"),
        ],
    )


def _train_text(page: TablePage, offer: Any) -> list[str]:
    seller = holder(page, offer.train)
    left = len(page.view["companies"][seller]["trains"]) - 1
    if left:
        return [page.say("Agree only if {company} runs as well without it or needs the money more.", company=seller)]
    return [
        page.say(
            "It is the only train of {company}: without one it earns nothing and may have to buy another, if need be "
            "with your own money. Refuse unless the price covers that.",
            company=seller,
        )
    ]


def _private_text(page: TablePage, offer: Any) -> list[str]:
    entry = page.t.privates[page.t.private(offer.private)]
    done = effect(page, Answer(True), page.asked)
    mine = done.player(page.asked) if done else None
    text = [
        page.say(
            "{private} has a price of {price:$} and pays {income:$} in every operating round.",
            private=offer.private,
            price=entry.price,
            income=entry.income,
        )
    ]
    if mine is not None and 0 < mine.cash.by < entry.price:
        text.append(
            page.say(
                "You would get only {amount:$}, less than its price: refuse, unless you need the money at once.",
                amount=mine.cash.by,
            )
        )
    elif mine is not None and mine.cash.by > 0:
        text.append(
            page.say("You would get {amount:$} now. Agree if that is more than it will still pay.", amount=mine.cash.by)
        )
    elif mine is not None:
        text.append(
            page.say(
                "You would pay {amount:$}. Agree if it will still pay more, or its power helps you.",
                amount=-mine.cash.by,
            )
        )
    return text


def privates_hint(page: TablePage) -> Hint | None:
    """Privates a company may buy: one's own for the highest price, as long as a train can still be paid."""
    if page.decision is None:
        return None
    name = page.decision.actor
    me = page.view["players"][page.asked]
    cash, need = page.view["companies"][name]["cash"], train_need(page, name)
    own = [
        entry
        for entry in options_of(page, BuyPrivate)
        if page.view["privates"][entry[1].private]["owner"] == me["name"]
    ]
    rules = rules_of(page, "private.buy", "private.cash", "trains.must")
    ways = [
        way(
            page,
            page.say("Buy a private"),
            page.say("The company pays the owner and gets the income and the power from then on."),
            "private.buy",
        ),
        way(page, page.say("Buy none"), page.say("The money stays in the treasury."), "private.buy"),
    ]
    for option, action in own:
        best = _highest(option, cash - need)
        if best is None:
            continue
        text = [
            page.say(
                "Let {company} buy your {private} for {price:$}: the money goes from its treasury to you, and it keeps "
                "{cash:$}.",
                company=name,
                private=private_name(page, action.private),
                price=best,
                cash=cash - best,
            ),
            page.say("A private closes sooner or later; sold to your company it has paid in time."),
        ]
        fill = Fill(
            page.say("Fill in: buy {private}", private=action.private),
            query("private", private=action.private, amount=best),
        )
        return Hint(text, rules, fill, ways)
    if own:
        text = [
            page.say(
                "{company} has {cash:$} and will need a train for {need:$}: buy no private with that money.",
                company=name,
                cash=cash,
                need=need,
            )
        ]
    elif not options_of(page, BuyPrivate):
        text = [page.say("There is no private {company} could buy now.", company=name)]
    else:
        text = [
            page.say(
                "These privates belong to others: what {company} pays for one goes to another player.", company=name
            )
        ]
    return Hint(text, rules, None, ways)


def _highest(option: Option, most: int) -> int | None:
    """The highest price of an offer that leaves enough."""
    action: Any = option.action
    amounts = option.amount
    if amounts is None:
        return int(action.price) if action.price <= most else None
    price = min(amounts.high, most - (most - amounts.low) % amounts.step)
    return price if price >= amounts.low else None
