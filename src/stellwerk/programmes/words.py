"""Programmes as sentences for their owners."""

from __future__ import annotations

from stellwerk.core import Message
from stellwerk.core.words import add_words
from stellwerk.programmes.kinds import (
    AgreeToUndo,
    AnswerOffers,
    BidUpTo,
    BuyShares,
    PassUntil,
    PayOut,
    PriceMark,
    Programme,
    RunBest,
    SellBelow,
    Skip,
)

TRIGGER = "trigger"
WORDS = {
    TRIGGER: {
        "sold": "a share of mine is sold",
        "bought": "somebody buys a share I hold",
        "opened": "a company opens",
    }
}
add_words(WORDS)


def trigger_words(name: str) -> Message:
    """What has to happen."""
    return Message("{trigger:trigger}", {"trigger": name})


def describe(programme: Programme) -> Message:
    """What a programme does."""
    match programme:
        case PassUntil(triggers, prices):
            if not triggers and not prices:
                return Message("Pass until the round ends")
            reasons = [*map(trigger_words, triggers), *_marks(prices)]
            return Message("Pass until the round ends or {reason}", {"reason": _either(reasons)})
        case BuyShares(company, percent, most, _, unless):
            facts = {"company": company, "percent": percent, "most": most}
            what = Message("Buy {company} up to {percent} %", facts)
            if most:
                what = Message("Buy {company} up to {percent} %, while a certificate costs {most:$} at most", facts)
            if unless:
                return Message(
                    "{what}, unless {reason}",
                    {"what": what, "reason": _either([unless_words(name, company) for name in unless])},
                )
            return what
        case SellBelow(company, price, keep):
            facts = {"company": company, "keep": keep, "price": price}
            return Message("Sell {company} down to {keep} % once its price is below {price:$}", facts)
        case Skip("track", company):
            own = {"company": company}
            return Message("Lay no track with {company}", own) if company else Message("Lay no track")
        case Skip(_, company):
            own = {"company": company}
            return Message("Place no token with {company}", own) if company else Message("Place no token")
        case PayOut("pay", company):
            own = {"company": company}
            return Message("Always pay out with {company}", own) if company else Message("Always pay out")
        case PayOut(_, company):
            own = {"company": company}
            return Message("Always withhold with {company}", own) if company else Message("Always withhold")
        case RunBest(company, True):
            own = {"company": company}
            if company:
                return Message("Run the best run of {company} and pay it out", own)
            return Message("Run the best run and pay it out")
        case RunBest(company):
            own = {"company": company}
            return Message("Run the best run of {company}", own) if company else Message("Run the best run")
        case AnswerOffers(least, True):
            return Message("Agree to offers that bring {least:$} or more, refuse the others", {"least": least})
        case AnswerOffers(least):
            return Message("Agree to offers that bring {least:$} or more", {"least": least})
        case AgreeToUndo():
            return Message("Agree when somebody wants to take back a move")
        case BidUpTo(what, most):
            return Message("Bid for {what} up to {most:$}", {"what": what, "most": most})


def unless_words(name: str, company: str = "") -> Message:
    """What would have to happen to a company; without one, to the company that is spoken of."""
    if name == "sold":
        return Message("somebody sells {company}", {"company": company}) if company else Message("somebody sells it")
    if name == "bought":
        if company:
            return Message("somebody else buys {company}", {"company": company})
        return Message("somebody else buys it")
    return trigger_words(name)


def _marks(prices: tuple[PriceMark, ...]) -> list[Message]:
    return [
        Message("{company} is at {price:$} or more", {"company": mark.company, "price": mark.at_least})
        if mark.at_least
        else Message("{company} is at {price:$} or less", {"company": mark.company, "price": mark.at_most})
        for mark in prices
    ]


def _either(reasons: list[Message]) -> Message:
    """Several reasons in a row."""
    found = reasons[-1]
    for reason in reversed(reasons[:-1]):
        found = Message("{this} or {that}", {"this": reason, "that": found})
    return found
