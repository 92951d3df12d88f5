"""An offer of somebody else: what it is, what it does to the asked player, yes and no."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.core.reading import meet
from stellwerk.eighteen.actions import Answer, BuyPrivate, BuyTrain, SellPrivate
from stellwerk.eighteen.frames import Offer
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import answers, other_buttons, rule_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.privates import deal_facts, power_text, private_name
from stellwerk.web.pages.decisions.trains import consequences, holder
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.table_page import TablePage


def offer_text(page: TablePage, offer: Any) -> str:
    """The offer as a sentence."""
    who, company = page.t.seats[page.view["offer"]["by"]], page.view["offer"]["company"]
    who = f"{who} ({company})" if company else who
    price = page.money(offer.price)
    if isinstance(offer, BuyTrain):
        return page.say(
            "{who} offers {price} for train {train} of {company}.",
            who=who,
            price=price,
            train=kind_of(offer.train),
            company=holder(page, offer.train),
        )
    if isinstance(offer, SellPrivate):
        return page.say(
            "{who} offers you {private} for {price}.", who=who, private=private_name(page, offer.private), price=price
        )
    assert isinstance(offer, BuyPrivate)
    return page.say(
        "{who} offers {price} for {private}.", who=who, private=private_name(page, offer.private), price=price
    )


def consent(page: TablePage) -> Panel:
    """Yes or no."""
    meet(Offer)
    offer: Any = msgspec.convert(page.view["offer"]["action"], Offer)
    seat = page.asked
    done = effect(page, Answer(True), seat)
    return Panel(
        "decisions/consent.html",
        {
            "offer": offer_text(page, offer),
            "power": "" if isinstance(offer, BuyTrain) else power_text(page, offer.private),
            "choices": answers(page),
            "facts": deal_facts(page, done, seat) if done else [],
            "follows": consequences(page, done) if done else [],
            "rule": rule_of(page.decision.rule) if page.decision else None,
            "others": other_buttons(page, Answer),
        },
    )
