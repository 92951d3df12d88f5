"""Hints for trains in 1854: locals run plus trains and need none, AGs buy repaired ones, trades move prices."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from stellwerk.core.reading import meet
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.frames import Offer
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.train_rules import TrainRules
from stellwerk.web.pages.decisions.chosen import options_of
from stellwerk.web.pages.decisions.consent import offer_text
from stellwerk.web.pages.decisions.trains import holder, must_buy, train_query
from stellwerk.web.pages.guide import buying as family
from stellwerk.web.pages.guide import deals
from stellwerk.web.pages.guide.figures import lasting
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, can_pass, rules_of, way
from stellwerk.web.pages.guide.selling import worst_sale
from stellwerk.web.pages.lays import turn_part
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.train_runs import run_with

from ..pages.trains import obligation


def next_train(page: TablePage, company: str) -> int:
    """The cheapest train a company can run, if it has none that lasts; 0 if it has one or none is to be had."""
    number, part = page.t.company(company), turn_part(page, "trains")
    assert isinstance(part, TrainRules)
    entry = page.view["companies"][company]
    fit = any(part.runs(number, kind_of(train)) for train in entry["trains"])
    if fit and (entry["keeps_trains"] or lasting(page, company)):
        return 0
    repaired = [offer for offer in page.view["repair_stock"] if offer["on_sale"]]
    offers = repaired if entry["kind"] == "ag" else page.view["on_sale"]
    return min((offer["price"] for offer in offers if part.runs(number, kind_of(offer["train"]))), default=0)


def trains_hint(page: TablePage) -> Hint | None:
    """By kind of company."""
    if page.decision is None:
        return None
    kind = page.view["companies"][page.decision.actor]["kind"]
    if page.view["turn"]["named"]:
        return _named(page)
    if kind == "ag":
        return _ag(page, page.decision.actor)
    hint = family.trains_hint(page)
    if hint is None or kind != "local":
        return hint
    text = [
        *hint.text,
        page.say("A local runs only plus trains (1+, 2+, 3+) and need not own one."),
    ]
    none = page.say("Buy no more trains")
    ways = [
        way(page, none, page.say("Keeps the money. A local need not own a train."), "run.plus")
        if entry.name == none
        else entry
        for entry in hint.ways
    ]
    return structs.replace(hint, text=text, ways=ways)


def _named(page: TablePage) -> Hint:
    """Shares are sold for the train that has been named."""
    said, fill = worst_sale(page)
    text = [note.text for note in obligation(page)]
    why = page.say("For a train the company must have, its president sells shares, as few as possible.")
    ways = [way(page, page.say("Raise money"), why, "help.enough")]
    return Hint([*text, *said], rules_of(page, "help.named", "help"), fill, ways)


def _ag(page: TablePage, name: str) -> Hint:
    """Repaired trains: what each would run; they are not scrapped by the new trains of the majors."""
    bank = [action for _, action in options_of(page, BuyTrain) if not holder(page, action.train)]
    now = run_with(page)
    before = now.total if now else 0
    runs = {kind_of(action.train): found.total for action in bank if (found := run_with(page, kind_of(action.train)))}
    text = [page.say("An AG buys only repaired trains: old ones that were scrapped before."), *_stock(page)]
    text += [note.text for note in obligation(page)]
    rules = rules_of(page, "trains.repaired", "trains.repair", "trains.must")
    best = max(bank, key=lambda action: (runs.get(kind_of(action.train), 0), -action.price), default=None)
    fill = None
    if best is None:
        text.append(page.say("There is none it can pay or has room for."))
    elif runs.get(kind_of(best.train), 0) > before or must_buy(page):
        text.append(
            page.say(
                "A {train} for {price:$} would run {after:$} on this map (now {before:$}).",
                train=kind_of(best.train),
                price=best.price,
                after=runs.get(kind_of(best.train), 0),
                before=before,
            )
        )
        fill = Fill(page.say("Fill in: buy a {train}", train=kind_of(best.train)), train_query(best))
    else:
        cash = page.view["companies"][name]["cash"]
        text.append(page.say("None would run more on this map: keep the {cash:$}.", cash=cash))
    return Hint(text, rules, fill, _ag_ways(page))


def _stock(page: TablePage) -> list[str]:
    """The kinds in repair with their prices."""
    kinds = {kind_of(entry["train"]): entry["price"] for entry in page.view["repair_stock"]}
    trains = ", ".join(f"{kind} ({page.money(price)})" for kind, price in kinds.items())
    return [page.say("In stock: {trains}.", trains=trains)] if trains else []


def _ag_ways(page: TablePage) -> list[Way]:
    why = page.say("Only AGs can buy them; nobody else competes for them.")
    found = [way(page, page.say("Repaired trains"), why, "trains.repaired")]
    if can_pass(page):
        why = page.say("Keeps the money. A company with a route must own a train, so do not wait too long.")
        found.append(way(page, page.say("Buy no more trains"), why, "trains.must"))
    return found


def discard_hint(page: TablePage) -> Hint | None:
    """Over the limit, or one for the train that had to be bought."""
    hint, kept = family.discard_hint(page), page.view["must_keep"]
    if hint is None or not kept:
        return hint
    text = page.say(
        "The company had to buy {train} above its limit: it gives up one of the others.", train=kind_of(kept)
    )
    return structs.replace(hint, text=[text, *hint.text[1:]], rules=rules_of(page, "trains.swap", "trains.limit"))


def consent_hint(page: TablePage) -> Hint | None:
    """A train somebody wants: what it means for a local, and for the two prices."""
    hint = deals.consent_hint(page)
    meet(Offer)
    offer: Any = msgspec.convert(page.view["offer"]["action"], Offer)
    if hint is None or not isinstance(offer, BuyTrain):
        return hint
    text, seller = list(hint.text), holder(page, offer.train)
    if page.view["companies"][seller]["kind"] == "local":
        text = [
            offer_text(page, offer),
            page.say("A local need not own a train: agree if the money is more than the train will still earn for it."),
        ]
    text.append(page.say("Such a trade also moves the price of every share company in it."))
    return structs.replace(hint, text=text, rules=[*hint.rules, *rules_of(page, "market.trade")])
