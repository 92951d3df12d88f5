"""Hints for a par price: what the company gets, what floats it, and how much is left to the player."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Plural
from stellwerk.eighteen.actions import Par
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.decisions.par import pars_of
from stellwerk.web.pages.guide.figures import cheapest_train
from stellwerk.web.pages.guide.hint import Fill, Hint, rules_of
from stellwerk.web.pages.table_page import TablePage


def started(page: TablePage, par: Par) -> Any:
    """The game with the company started, on a copy."""
    copy = page.game.branch()
    copy.apply(par, page.asked)
    return copy


def _missing(page: TablePage, copy: Any, company: str) -> tuple[int, int]:
    """Shares that must still be sold before a company floats, and what they cost together."""
    entry = copy.view(page.seat)["companies"][company]
    if entry["floated"]:
        return 0, 0
    count = -(-(entry["float"] - entry["towards_float"]) // entry["unit"])
    return count, count * int(entry["prices"].get(page.rules.unsold, entry["par"]))


def sound_par(page: TablePage, company: str) -> tuple[Par, bool]:
    """The dearest price at which the player could float the company alone; else the cheapest, and False."""
    options = pars_of(page, company)
    for _, par in options:
        copy = started(page, par)
        if _missing(page, copy, company)[1] <= copy.view(page.seat)["players"][page.asked]["cash"]:
            return par, True
    return options[-1][1], False


def par_text(page: TablePage, par: Par, alone: bool) -> list[str]:
    """What a par price means, in figures."""
    copy = started(page, par)
    cash = copy.view(page.seat)["players"][page.asked]["cash"]
    cost = page.view["players"][page.asked]["cash"] - cash
    number = page.t.company(par.company)
    text = []
    if cost:
        text.append(
            page.say(
                "{company} at {price:$} a share: the president's certificate costs {cost:$}, and you keep {cash:$}.",
                company=par.company,
                price=par.price,
                cost=cost,
                cash=cash,
            )
        )
    else:
        text.append(
            page.say(
                "{company} at {price:$} a share: the president's certificate is yours already.",
                company=par.company,
                price=par.price,
            )
        )
    count, amount = _missing(page, copy, par.company)
    if count:
        text.append(
            page.say(
                Plural(
                    "It floats, that is it may begin to build and run, when {count:n} more share is sold ({amount:$}).",
                    "It floats, that is it may begin to build and run, when {count:n} more shares are sold "
                    "({amount:$}).",
                ),
                count=count,
                amount=amount,
            )
        )
        text.append(
            page.say("Your cash is enough for them.")
            if alone
            else page.say("You cannot pay them all: others would have to buy, too.")
        )
    facts = {"capital": page.rules.shares.capital(copy.state, number), "train": cheapest_train(page) or 0}
    text.append(
        page.say("Its treasury then gets {capital:$}; the cheapest train costs {train:$}.", **facts)
        if facts["train"]
        else page.say("Its treasury then gets {capital:$}.", **facts)
    )
    return text


def par_hint(page: TablePage) -> Hint | None:
    """The price of a company that came with a private."""
    options = options_of(page, Par)
    if not options:
        return None
    company = options[0][1].company
    par, alone = sound_par(page, company)
    text = [
        page.say("Set the price of {company}: a high one makes it rich, a low one sells its shares.", company=company)
    ]
    others = {"low": pars_of(page, company)[-1][1], "high": pars_of(page, company)[0][1]}
    whys = {
        "low": page.say("Cheap shares: it floats soonest, but with little money."),
        "high": page.say("Most money for track and trains, but the shares are dear."),
    }
    also = [_fill(page, other, whys[key]) for key, other in others.items() if other.price != par.price]
    rules = rules_of(page, "par.given", "par.price", "float")
    return Hint([*text, *par_text(page, par, alone)], rules, _fill(page, par), [], also)


def _fill(page: TablePage, par: Par, why: str = "") -> Fill:
    label = page.say("Fill in: {price:$}", price=par.price)
    return Fill(label, query("par", company=par.company, price=par.price), why=why)
