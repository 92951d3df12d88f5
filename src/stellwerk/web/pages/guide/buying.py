"""Hints for trains: what each would run, what it sets off, when it rusts, and who pays if the company cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.core import Option, Plural
from stellwerk.eighteen.actions import Bankrupt, BuyTrain, DiscardTrain
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import options_of, query, seat_of
from stellwerk.web.pages.decisions.trains import emergency, holder, must_buy, sets_off, train_query
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.guide.figures import cheapest_train
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, can_pass, rules_of, way
from stellwerk.web.pages.guide.selling import worst_sale
from stellwerk.web.pages.marks import card_name
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.train_runs import run_with

More = Callable[[TablePage, list[BuyTrain], BuyTrain], list[str]]
KEYS = ("trains", "trains.limit", "trains.must", "rust", "trains.side")


def trains_hint(page: TablePage, more: More = lambda page, offers, best: []) -> Hint | None:
    """Whether to buy, which one, and what it sets off; `more` is what a title says of the one that is best."""
    if page.decision is None:
        return None
    name = page.decision.actor
    obliged = must_buy(page)
    bank = [(option, action) for option, action in options_of(page, BuyTrain) if not holder(page, action.train)]
    offers = [(option, action) for option, action in bank if not action.trade_in]
    if not offers:
        return _swap(page, bank) if bank else _no_offer(page, name, obliged)
    now = run_with(page)
    before = now.total if now else 0
    runs = {action.train: run.total for _, action in offers if (run := run_with(page, kind_of(action.train)))}
    ranked = sorted(offers, key=lambda entry: (-runs.get(entry[1].train, 0), entry[1].price))
    option, best = ranked[0]
    kind, gain = kind_of(best.train), runs.get(best.train, 0) - before
    wanted = obliged or gain > 0
    text = []
    if obliged:
        text.append(page.say("{company} has no train and must buy one.", company=page.company_name(name)))
    if gain > 0:
        text.append(_gain_text(page, best, before, before + gain))
    elif obliged:
        text.append(page.say("A {train} costs {price:$}.", train=kind, price=best.price))
    elif not wanted and not page.view["companies"][name]["trains"]:
        return _no_route(page, name, best)
    elif not wanted:
        cash = page.view["companies"][name]["cash"]
        text.append(
            page.say("No train on sale would run more on this map. Keep the {cash:$} and buy no more.", cash=cash)
        )
    if not wanted:
        text += _soon(page, page.view["companies"][name]["trains"])
        return Hint(text, rules_of(page, *KEYS), None, _ways(page))
    text += [*_help(page, option, best), *more(page, [action for _, action in offers], best), *_life(page, best.train)]
    done = effect(page, best, seat_of(page, option))
    told = sets_off(page, done) if done else ""
    if told:
        text.append(page.say("Buying it sets off: {what}.", what=told))
    fill = Fill(page.say("Fill in: buy a {train}", train=kind), train_query(best))
    also: dict[str, Fill] = {}
    for _, action in ranked[1:]:
        other = kind_of(action.train)
        if other != kind and other not in also and (obliged or runs.get(action.train, 0) > before):
            why = page.say("For {price:$}: it would run {run:$}.", price=action.price, run=runs.get(action.train, 0))
            also[other] = Fill(page.say("Fill in: buy a {train}", train=other), train_query(action), why=why)
    return Hint(text, rules_of(page, *KEYS), fill, _ways(page), list(also.values())[:2])


def _no_route(page: TablePage, name: str, best: BuyTrain) -> Hint:
    """A company without a train that has no route for one either."""
    kind = kind_of(best.train)
    text = page.say(
        "{company} has no train, but a {train} for {price:$} would not earn anything on this map yet. Buy it only if "
        "the next tile makes a route for it, or to be first.",
        company=name,
        train=kind,
        price=best.price,
    )
    also = [Fill(page.say("Fill in: buy a {train}", train=kind), train_query(best), why=_life(page, best.train)[0])]
    return Hint([text], rules_of(page, *KEYS), None, _ways(page), also)


def _gain_text(page: TablePage, best: BuyTrain, before: int, after: int) -> str:
    return page.say(
        Plural(
            "A {train} would run {after:$} on this map (now {before:$}) and costs {price:$}: it has earned its price "
            "after {count:n} run.",
            "A {train} would run {after:$} on this map (now {before:$}) and costs {price:$}: it has earned its price "
            "after {count:n} runs.",
        ),
        train=kind_of(best.train),
        after=after,
        before=before,
        price=best.price,
        count=-(-best.price // (after - before)),
    )


def _help(page: TablePage, option: Option, best: BuyTrain) -> list[str]:
    """What the president adds out of his own pocket."""
    added = -page.game.quote(option).gain(seat_of(page, option))
    if added <= 0:
        return []
    return [page.say("The treasury is not enough: {amount:$} of it would be your own money.", amount=added)]


def _swap(page: TablePage, bank: list[tuple[Option, BuyTrain]]) -> Hint:
    """Only by handing in an old train."""
    action: Any = min((action for _, action in bank), key=lambda entry: entry.price)
    kind, old = kind_of(action.train), kind_of(action.trade_in)
    text = page.say(
        "A {train} can be had for {price:$} if a {old} is handed in for it. Worth it when the {train} will run more.",
        train=kind,
        price=action.price,
        old=old,
    )
    fill = Fill(page.say("Fill in: buy a {train}", train=kind), train_query(action))
    return Hint([text, *_life(page, action.train)], rules_of(page, "trade_in", *KEYS), fill, _ways(page))


def _soon(page: TablePage, trains: list[str]) -> list[str]:
    """Trains that go with the next new kind."""
    going = page.view["next_to_go"]
    lost = [kind_of(train) for train in trains if card_name(page, train) in going]
    if not lost:
        return []
    by = going[card_name(page, next(train for train in trains if card_name(page, train) in going))]
    return [page.say("Think ahead: {trains} rust when the first {train} is bought.", trains=", ".join(lost), train=by)]


def _life(page: TablePage, train: str) -> list[str]:
    """How long a train lives."""
    card = card_name(page, train)
    ends = page.view["train_fates"].get(card)
    if not ends:
        return [page.say("It stays to the end of the game.")]
    soon = page.view["next_to_go"].get(card)
    if soon:
        return [
            page.say(
                "Careful: it rusts as soon as the first {train} is bought, which may be the next train.", train=soon
            )
        ]
    if "export" in page.t.data.cite:
        return [page.say("It rusts when the first {train} is bought or exported.", train=ends[0])]
    return [page.say("It rusts when the first {train} is bought.", train=ends[0])]


def _no_offer(page: TablePage, name: str, obliged: bool) -> Hint:
    price = cheapest_train(page)
    if obliged and price is not None and options_of(page, Bankrupt):
        text = page.say(
            "{company} must have a train, but all you have and can sell does not reach the cheapest, {price:$}. Buy "
            "one of another company if its president agrees, or declare your bankruptcy: then the end of the game "
            "has come.",
            company=name,
            price=price,
        )
        return Hint([text], rules_of(page, "bankrupt", "trains.must", "trains.other"), None, _ways(page))
    if obliged:
        text = page.say(
            "{company} must have a train and cannot pay one alone: you add what is missing, and sell shares if "
            "need be.",
            company=name,
        )
        said, fill = worst_sale(page)
        missing = [note.text for note in emergency(page)[1:]]
        return Hint([text, *missing, *said], rules_of(page, "trains.must", "help"), fill, _ways(page))
    text = page.say(
        "The bank sells {company} nothing it can pay or has room for (limit: {limit}). Buy no more.",
        company=page.company_name(name),
        limit=page.view["companies"][name]["train_limit"],
    )
    return Hint([text], rules_of(page, "trains.must", "help", "trains.limit"), None, _ways(page))


def _ways(page: TablePage) -> list[Way]:
    found = []
    actions = [action for _, action in options_of(page, BuyTrain)]
    if any(not holder(page, action.train) for action in actions):
        found.append(
            way(
                page,
                page.say("From the bank"),
                page.say("New trains begin new phases: others may lose theirs."),
                "trains.on_sale",
            )
        )
    if any(holder(page, action.train) for action in actions):
        why = page.say("At any price the other president agrees to: a way to move money between two own companies.")
        found.append(way(page, page.say("From other companies"), why, "trains.other"))
    if any(option.action.kind == "sell_shares" for option in page.options):
        why = page.say("For a train the company must have, its president sells shares, as few as possible.")
        found.append(way(page, page.say("Raise money"), why, "help.enough"))
    if options_of(page, Bankrupt):
        why = page.say(
            "The last resort: it brings the end of the game, and what you still have then is what you count."
        )
        found.append(way(page, page.say("Declare bankruptcy"), why, "bankrupt"))
    if can_pass(page):
        why = page.say("Keeps the money. A company with a route must own a train, so do not wait too long.")
        found.append(way(page, page.say("Buy no more trains"), why, "trains.must"))
    return found


def discard_hint(page: TablePage) -> Hint | None:
    """Which train to give up: the one that goes first, else the smallest."""
    company = page.decision.actor if page.decision else ""
    text = [
        page.say(
            Plural(
                "The new phase allows {limit:n} train. Give up the one that will rust first or earns least.",
                "The new phase allows {limit:n} trains. Give up the one that will rust first or earns least.",
            ),
            limit=page.view["companies"][company]["train_limit"],
        )
    ]
    order = {entry.id: number for number, entry in enumerate(page.t.trains)}
    trains = [action.train for _, action in options_of(page, DiscardTrain)]
    first = min(trains, key=lambda train: order[card_name(page, train)])  # older kinds rust before newer ones
    kind = kind_of(first)
    if any(kind_of(train) != kind for train in trains):
        text.append(page.say("Of yours that is the {train}.", train=kind))
    fill = Fill(page.say("Fill in: discard the {train}", train=kind), query("discard", train=first))
    return Hint(text, rules_of(page, "discard", "trains.limit"), fill)
