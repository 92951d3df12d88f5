"""Trains: what each costs and sets off, trade-ins, trains of other companies, and the forced purchase with help."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Option
from stellwerk.eighteen.actions import Bankrupt, BuyPrivate, BuyTrain, Exchange, SellPrivate, SellShares
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.schema import PhaseData
from stellwerk.web.pages.decisions import facts
from stellwerk.web.pages.decisions.chosen import (
    Choice,
    Chosen,
    Fact,
    Note,
    Query,
    agreed,
    chosen_action,
    cited,
    money_panel,
    offered,
    opening,
    option_of,
    options_of,
    other_buttons,
    query,
    range_text,
    refusing,
    seat_of,
)
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.privates import deal_facts, private_choices
from stellwerk.web.pages.decisions.stock import exchange_choices
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.marks import card_name
from stellwerk.web.pages.table_page import TablePage

_SHOWN = (BuyTrain, SellShares, SellPrivate, BuyPrivate, Bankrupt)


def buyer(page: TablePage) -> str:
    """The company that buys."""
    return page.decision.actor if page.decision else ""


def holder(page: TablePage, train: str) -> str:
    """The company that owns a train; empty if the bank has it."""
    return next((name for name, entry in page.view["companies"].items() if train in entry["trains"]), "")


# -- what a purchase sets off


def rusted(page: TablePage, done: Effect) -> list[tuple[str, list[str]]]:
    """Companies that lose trains for good, with their kinds."""
    kinds = {str(event.facts.get("kind", "")) for event in done.events_of("rust")}
    found = []
    for entry in done.companies.values():
        lost = [kind_of(train) for train in entry.lost if card_name(page, train) in kinds]
        if lost:
            found.append((entry.id, lost))
    return found


def limit_change(page: TablePage, done: Effect) -> tuple[int | str, int | str]:
    """The train limit before and after; in words where kinds of companies have limits of their own."""
    limits = {phase.id: limits_of(page, phase) for phase in page.t.phases}
    return limits.get(done.phase.before, 0), limits.get(done.phase.after, 0)


def limits_of(page: TablePage, phase: PhaseData) -> int | str:
    """The train limit of a phase."""
    names = {"major": page.say("majors"), "local": page.say("locals")}
    if not phase.train_limits:
        return phase.train_limit
    return ", ".join(f"{names[kind]} {most}" for kind, most in phase.train_limits.items() if kind in names)


def sets_off(page: TablePage, done: Effect) -> str:
    """One line: the phase, who loses what, the limit, who must discard. Empty if nothing is set off."""
    parts = []
    if done.phase.moved:
        parts.append(page.say("phase {phase}", phase=done.phase.after))
    losses = rusted(page, done)
    kinds = sorted({str(event.facts.get("kind", "")) for event in done.events_of("rust")})
    if kinds:
        parts.append(page.say("rusting: {kinds}", kinds=", ".join(kinds)))
    parts += [page.say("{company} loses {trains}", company=name, trains=" ".join(lost)) for name, lost in losses]
    before, after = limit_change(page, done)
    if before != after:
        parts.append(page.say("train limit {limit}", limit=after))
    closed = [str(event.facts.get("private", "")) for event in done.events_of("closed")]
    if closed:
        parts.append(page.say("closing: {privates}", privates=", ".join(closed)))
    if done.then is not None and done.then.kind == "discard":
        parts.append(page.say("{company} must discard", company=done.then.actor))
    return " · ".join(parts)


def consequences(page: TablePage, done: Effect) -> list[Note]:
    """The same as sentences with their rules, and who is left without a train."""
    found = facts.follows(page, done, ("phase", "rust", "closed", "bank_broken"))
    before, after = limit_change(page, done)
    if before != after:
        text = page.say("Train limit: {before} → {after}", before=before, after=after)
        found.append(Note(text, cited(page, "trains.limit")))
    for name, lost in rusted(page, done):
        left = done.companies[name].trains.after
        if not left:
            text = page.say("{company} loses {trains} and has no train.", company=name, trains=" ".join(lost))
        else:
            text = page.say("{company} loses {trains}.", company=name, trains=" ".join(lost))
        found.append(Note(text, cited(page, "rust"), "" if left else "warn"))
    if done.then is not None and done.then.kind == "discard":
        found.append(Note(page.say("{company} must discard", company=done.then.actor), cited(page, "discard"), "warn"))
    return found


# -- choices


def train_query(action: Any) -> str:
    """A purchase as a query; the price of another company's train comes with its field."""
    extra = {"trade_in": action.trade_in} if action.trade_in else {}
    return query("train", train=action.train, **extra)


def offers(page: TablePage) -> list[dict[str, Any]]:
    """What the bank sells to the company whose turn it is; in some titles not the same to all."""
    found: list[dict[str, Any]] = (page.view["turn"] or {}).get("offers", page.view["on_sale"])
    return found


def bank_choices(page: TablePage, chosen: Query) -> list[Choice]:
    """Every kind of train the bank sells; grey if it cannot be bought."""
    found = []
    seen = set()
    legal = {(action.train, action.trade_in): option for option, action in options_of(page, BuyTrain)}
    for offer in offers(page):
        train, price = offer["train"], offer["price"]
        kind = kind_of(train) or train
        if (kind, offer["from"]) in seen:
            continue
        seen.add((kind, offer["from"]))
        left = page.view["depot"].get(card_name(page, train)) if offer["from"] == "depot" else None
        count = (
            page.say("repair stock")
            if offer["from"] == "repair"
            else page.say("pool")
            if left is None
            else page.say("any number")
            if left == "unlimited"
            else page.say("left: {count}", count=left)
        )
        option = legal.get((train, ""))
        if option is not None:
            found.append(_bank_choice(page, option, kind, count, chosen))
        else:
            wish = BuyTrain(train, price)
            found.append(refusing(page, page.label(wish), wish, amount=page.money(price), note=count, train=kind))
        for (other, old), swap in legal.items():
            if other == train and old and (kind, kind_of(old)) not in seen:  # one of each kind is enough
                seen.add((kind, kind_of(old)))
                found.append(_bank_choice(page, swap, kind, count, chosen))
    return found


def _bank_choice(page: TablePage, option: Option, kind: str, count: str, chosen: Query) -> Choice:
    action: Any = option.action
    done = effect(page, action, seat_of(page, option))
    told = sets_off(page, done) if done else ""
    here = (
        chosen.get("do") == "train"
        and chosen.get("train") == action.train
        and chosen.get("trade_in", "") == action.trade_in
    )
    note = f"{count} · {told}" if told else count
    price = page.money(action.price)
    return Choice(page.label(action), train_query(action), price, note, bool(told), train=kind, chosen=here)


def other_choices(page: TablePage, chosen: Query) -> list[Choice]:
    """Trains of other companies, one of each kind, with the range of prices."""
    found = []
    seen = set()
    for option, action in options_of(page, BuyTrain):
        seller = holder(page, action.train)
        kind = kind_of(action.train)
        if not seller or action.trade_in or (seller, kind) in seen:
            continue
        seen.add((seller, kind))
        price = range_text(page, option, action.price)
        agrees = page.game.quote(option).agrees
        note = page.say("{who} has to agree", who=page.t.seats[agrees]) if agrees is not None else ""
        here = chosen.get("do") == "train" and chosen.get("train") == action.train
        found.append(
            Choice(page.label(action), train_query(action), price, note, company=seller, train=kind, chosen=here)
        )
    return found


def choose_train(page: TablePage, chosen: Query) -> Chosen | None:
    """One train: both treasuries, who pays, what it sets off."""
    found = option_of(page, BuyTrain, chosen, "train", "trade_in")
    if found is None:
        return None
    deal = agreed(page, found[0], chosen)
    if deal is None:
        return None
    shown, action, seat, done = deal
    help_ = -done.player(seat).cash.by
    notes = facts.consent_note(page, done)
    if help_ > 0:
        notes.append(
            Note(page.say("The president adds {amount}.", amount=page.money(help_)), cited(page, "help"), "warn")
        )
    return chosen_action(
        page,
        action,
        seat,
        train_query(action),
        confirm=offered(page, action, done),
        amount=page.money(action.price),
        company=buyer(page),
        train=kind_of(action.train),
        field=shown,
        facts=deal_facts(page, done, seat),
        follows=consequences(page, done),
        notes=notes,
    )


# -- the emergency


def must_buy(page: TablePage) -> bool:
    """True if the company whose turn it is must buy a train."""
    return bool((page.view["turn"] or {}).get("must_buy"))


def emergency(page: TablePage) -> list[Note]:
    """Says that a train must be bought, and what is missing for the cheapest."""
    if not must_buy(page):
        return []
    turn = page.view["turn"]
    price, treasury, purse = turn["cheapest"], turn["treasury"], turn["purse"]
    found = [
        Note(
            page.say("{company} has no train and must buy one.", company=buyer(page)),
            cited(page, "trains.must"),
            "warn",
        )
    ]
    if not turn["must_help"]:
        return found
    missing = price - treasury - purse
    if missing > 0:
        text = page.say(
            "The cheapest costs {price}. Treasury {treasury}, your cash {cash}: still missing {missing}.",
            price=page.money(price),
            treasury=page.money(treasury),
            cash=page.money(purse),
            missing=page.money(missing),
        )
    else:
        text = page.say(
            "The cheapest costs {price}, the treasury has {treasury}: you must add {help}.",
            price=page.money(price),
            treasury=page.money(treasury),
            help=page.money(price - treasury),
        )
    return [*found, Note(text, cited(page, "help"), "warn")]


def sale_choices(page: TablePage, chosen: Query) -> list[Choice]:
    """Shares that may be sold for the train."""
    sales = {sale.company: sale for _, sale in options_of(page, SellShares)}
    return [
        opening(
            chosen,
            page.short_label(sale),
            "sell",
            {"company": name},
            amount=page.money(page.view["companies"][name]["price"]),
            company=name,
        )
        for name, sale in sales.items()
    ]


def choose_bankrupt(page: TablePage, chosen: Query) -> Chosen | None:
    """The last resort: all shares that can be sold go, the cash goes to the bank."""
    for option, _ in options_of(page, Bankrupt):
        seat = seat_of(page, option)
        done = effect(page, option.action, seat)
        if done is None:
            return None
        scores = [
            Fact(page.say("Final score of {who}", who=player.name), page.money(done.scores[player.seat]))
            for player in done.players
            if done.ended  # some titles play their rounds to the end
        ]
        return chosen_action(
            page,
            option.action,
            seat,
            query("bankrupt"),
            facts=[*facts.yours(page, done, seat), *scores],
            follows=facts.follows(page, done, ("president", "bankrupt", "bank_broken")),
            notes=[
                Note(page.say("All that can be sold is not enough for the train."), cited(page, "bankrupt"), "warn")
            ],
        )
    return None


# -- the panel


def trains(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The train step of a company."""
    picked = chosen or {}
    last = [opening(picked, page.label(action), "bankrupt", warn=True) for _, action in options_of(page, Bankrupt)]
    groups = [
        (page.say("From the bank"), bank_choices(page, picked)),
        (page.say("From other companies"), other_choices(page, picked)),
        (page.say("Raise money"), sale_choices(page, picked)),
        (page.say("Privates"), [*private_choices(page, picked), *exchange_choices(page, picked)]),
        (page.say("Last resort"), last),
    ]
    shown = [(title, entries) for title, entries in groups if entries]
    return money_panel(page, made, shown, emergency(page), others=other_buttons(page, *_SHOWN, Exchange))
