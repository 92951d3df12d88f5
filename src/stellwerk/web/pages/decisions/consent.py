"""An offer of somebody else: what it is, what it does to the asked player, yes and no."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.eighteen.actions import Answer, BuyPrivate, BuyTrain, SellPrivate
from stellwerk.eighteen.frames import Offer
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import Choice, options_of, rule_of, seat_of
from stellwerk.web.pages.decisions.panel import Panel, button, to_json
from stellwerk.web.pages.decisions.privates import deal_facts, power_text, private_name
from stellwerk.web.pages.decisions.trains import consequences, holder
from stellwerk.web.pages.effects import effect


def offer_text(at: At, offer: Any) -> str:
    """The offer as a sentence."""
    who, company = at.t.seats[at.view["offer"]["by"]], at.view["offer"]["company"]
    who = f"{who} ({company})" if company else who
    price = at.money(offer.price)
    if isinstance(offer, BuyTrain):
        return at.say(
            "{who} offers {price} for train {train} of {company}.",
            who=who,
            price=price,
            train=kind_of(offer.train),
            company=holder(at, offer.train),
        )
    if isinstance(offer, SellPrivate):
        return at.say(
            "{who} offers you {private} for {price}.", who=who, private=private_name(at, offer.private), price=price
        )
    assert isinstance(offer, BuyPrivate)
    return at.say("{who} offers {price} for {private}.", who=who, private=private_name(at, offer.private), price=price)


def consent(at: At) -> Panel:
    """Yes or no."""
    offer: Any = msgspec.convert(at.view["offer"]["action"], Offer)
    answers = {answer.accept: option for option, answer in options_of(at, Answer)}
    seat = at.asked
    done = effect(at, Answer(True), seat)
    choices = [
        Choice(text, key=key, action=to_json(option.action), seat=seat_of(at, option))
        for text, key, option in (
            (at.say("Agree"), "y", answers.get(True)),
            (at.say("Refuse"), "n", answers.get(False)),
        )
        if option is not None
    ]
    return Panel(
        "decisions/consent.html",
        {
            "offer": offer_text(at, offer),
            "power": "" if isinstance(offer, BuyTrain) else power_text(at, offer.private),
            "choices": choices,
            "facts": deal_facts(at, done, seat) if done else [],
            "follows": consequences(at, done) if done else [],
            "rule": rule_of(at.decision.rule) if at.decision else None,
            "others": [button(at, option) for option in at.options if not isinstance(option.action, Answer)],
        },
    )
