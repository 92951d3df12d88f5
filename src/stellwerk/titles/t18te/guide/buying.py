"""Hints for trains, and for issuing and redeeming: what rusts, the limit, who must have a train, what a side runs."""

from __future__ import annotations

from stellwerk.core import Plural
from stellwerk.eighteen.actions import Bankrupt, BuyTrain, IssueShares, RedeemShares
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import options_of, query, seat_of
from stellwerk.web.pages.decisions.trains import holder, must_buy, sets_off, train_query
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, rules_of, way
from stellwerk.web.pages.marks import card_name
from stellwerk.web.pages.table_page import TablePage

from ..pages.trains import run_with
from .founding import cheapest_train


def trains_hint(page: TablePage) -> Hint | None:
    """Whether to buy, which one, and what it sets off."""
    if page.decision is None:
        return None
    name = page.decision.actor
    entry = page.view["companies"][name]
    obliged = must_buy(page)
    offers = [(option, action) for option, action in options_of(page, BuyTrain) if not holder(page, action.train)]
    if not offers:
        return _no_offer(page, name, obliged)
    now = run_with(page)
    before = now.total if now else 0
    runs = {action.train: run for _, action in offers if (run := run_with(page, kind_of(action.train))) is not None}
    option, best = max(
        offers, key=lambda entry: (runs[entry[1].train].total if entry[1].train in runs else 0, -entry[1].price)
    )
    after = runs[best.train].total if best.train in runs else 0
    kind = kind_of(best.train)
    gain = after - before
    text = []
    wanted = obliged or gain > 0
    if obliged:
        text.append(page.say("{company} has a route and no train: it must buy one now.", company=name))
    if gain > 0:
        text.append(
            page.say(
                "A {train} would run {after:$} on this map (now {before:$}) and costs {price:$}: it has earned "
                "its price after runs: {count}.",
                train=kind,
                after=after,
                before=before,
                price=best.price,
                count=-(-best.price // gain),
            )
        )
    elif not wanted:
        text.append(
            page.say(
                "No train on sale would run more on this map. Keep the {cash:$} and buy no more.", cash=entry["cash"]
            )
        )
    if wanted:
        text += _sides(page, [action for _, action in offers], best)
        text += _life(page, best.train)
        done = effect(page, best, seat_of(page, option))
        told = sets_off(page, done) if done else ""
        if told:
            text.append(page.say("Buying it sets off: {what}.", what=told))
    else:
        text += _soon(page, entry["trains"])
    fill = Fill(page.say("Fill in: buy a {train}", train=kind), train_query(best)) if wanted else None
    return Hint(text, rules_of(page, "trains", "trains.limit", "trains.must", "rust", "trains.side"), fill, _ways(page))


def _soon(page: TablePage, trains: list[str]) -> list[str]:
    """Trains that go with the next new kind."""
    going = page.view["next_to_go"]
    lost = [kind_of(train) for train in trains if card_name(page, train) in going]
    if not lost:
        return []
    by = going[card_name(page, next(train for train in trains if card_name(page, train) in going))]
    return [page.say("Think ahead: {trains} rust when the first {train} is bought.", trains=", ".join(lost), train=by)]


def _sides(page: TablePage, offers: list[BuyTrain], best: BuyTrain) -> list[str]:
    """Why this side of a card and not the other."""
    others = [
        action
        for action in offers
        if card_name(page, action.train) == card_name(page, best.train) and action.train != best.train
    ]
    if not others:
        return []
    parts = []
    for action in (best, *others):
        run = run_with(page, kind_of(action.train))
        if run is not None:
            parts.append(
                page.say(
                    "{train} for {price:$}: {run:$}", train=kind_of(action.train), price=action.price, run=run.total
                )
            )
    return [
        page.say(
            "The card has two sides, chosen for good ({sides}). An m+n side counts m cities and n towns more.",
            sides="; ".join(parts),
        )
    ]


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
    return [page.say("It rusts when the first {train} is bought or exported.", train=ends[0])]


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
    else:
        text = page.say(
            "The bank sells {company} nothing it can pay or has room for (limit: {limit}). Buy no more.",
            company=name,
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
            "Whatever you can sell is sold, all your money goes into the company, and no more is asked of you."
        )
        found.append(way(page, page.say("Declare bankruptcy"), why, "bankrupt"))
    if any(option.action.kind == "pass" for option in page.options):
        why = page.say("Keeps the money. A company with a route must own a train, so do not wait too long.")
        found.append(way(page, page.say("Buy no more trains"), why, "trains.must"))
    return found


# -- issuing


def issue_hint(page: TablePage) -> Hint | None:
    """Money now against the price: worth it only for a train the company needs."""
    if page.decision is None:
        return None
    name = page.decision.actor
    entry = page.view["companies"][name]
    train = cheapest_train(page)
    issues = sorted(action.percent for _, action in options_of(page, IssueShares))
    soon = page.view["next_to_go"]
    bare = not any(card_name(page, held) not in soon for held in entry["trains"])
    fill: Fill | None = None
    text: list[str] = []
    if train is not None and bare and entry["cash"] < train and issues:
        for percent in issues:
            done = effect(page, IssueShares(percent), page.asked)
            if done is not None and done.companies[name].cash.after >= train:
                company = done.companies[name]
                facts = {"company": name, "train": train, "cash": entry["cash"], "percent": percent}
                facts |= {"gain": company.cash.by, "before": company.price.before or 0}
                text.append(
                    page.say(
                        "{company} will need a train for {train:$} and has {cash:$}. Issuing {percent} % brings "
                        "{gain:$}, though the price falls from {before:$} to {after:$}.",
                        **facts,
                        after=company.price.after or 0,
                    )
                    if company.price.moved
                    else page.say(
                        "{company} will need a train for {train:$} and has {cash:$}. Issuing {percent} % brings "
                        "{gain:$}, and the price of {before:$} cannot fall any further.",
                        **facts,
                    )
                )
                fill = Fill(page.say("Fill in: issue {percent} %", percent=percent), query("issue", percent=percent))
                break
    if not text and train is not None and bare and entry["cash"] < train:
        text.append(
            page.say(
                "{company} will need a train for {train:$} and has {cash:$}. Nothing it may do now brings enough: in "
                "its next turn you may have to pay the rest yourself.",
                company=name,
                train=train,
                cash=entry["cash"],
            )
        )
    if not text:
        text.append(
            page.say(
                "{company} has {cash:$} and needs nothing urgently: end the turn. Issuing lowers the price, "
                "also of your own shares.",
                company=name,
                cash=entry["cash"],
            )
        )
    ways = []
    if issues:
        why = page.say("Sells shares of the treasury to the bank: money for the company, a row down for each.")
        ways.append(way(page, page.say("Issue shares"), why, "issue"))
    if options_of(page, RedeemShares):
        why = page.say("Takes shares out of the pool: the company gets their dividend instead of nobody.")
        ways.append(way(page, page.say("Redeem shares"), why, "redeem"))
    ways.append(way(page, page.say("Neither: end the turn"), page.say("Nothing changes."), "issue"))
    return Hint(text, rules_of(page, "issue", "issue.step", "redeem"), fill, ways)


def discard_hint(page: TablePage) -> Hint | None:
    """Which train to give up."""
    text = page.say(
        Plural(
            "The new phase allows {limit:n} train. Give up the one that will rust first or earns least.",
            "The new phase allows {limit:n} trains. Give up the one that will rust first or earns least.",
        ),
        limit=page.view["companies"][page.decision.actor]["train_limit"] if page.decision else 0,
    )
    return Hint([text], rules_of(page, "discard", "trains.limit"))
