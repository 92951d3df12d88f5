"""Trains of 1854: two stacks, pool and repair stock, trades that move both prices, the train a director pays for."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from stellwerk.core.reading import meet
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.decisions.chosen import Chosen, Note, Query, cited
from stellwerk.web.pages.decisions.discard import discard
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.trains import choose_train, trains
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.market_picture import market, moved_marks
from stellwerk.web.pages.table_page import TablePage


def obligation(page: TablePage) -> list[Note]:
    """That a train must be bought, what it costs at least, who pays."""
    turn = page.view["turn"]
    company = page.company_name(turn["company"])
    if turn["named"]:
        text = page.say(
            "{train} has been named: sell shares until {price:$} are there.",
            train=kind_of(turn["named"]),
            price=turn["price"],
        )
        return [Note(text, cited(page, "help.named"), "warn")]
    if not turn["must_buy"]:
        return []
    found = [
        Note(
            page.say("{company} has a route and must own a train it can run.", company=company),
            cited(page, "trains.must"),
            "warn",
        )
    ]
    if turn["must_help"]:
        text = page.say(
            "The cheapest it can run costs {price:$}; the treasury has {treasury:$}, your cash is {cash:$}.",
            price=turn["cheapest"],
            treasury=turn["treasury"],
            cash=turn["purse"],
        )
        found.append(Note(text, cited(page, "help"), "warn"))
    else:
        found.append(
            Note(page.say("The treasury can pay one: the director adds no money."), cited(page, "help.enough"))
        )
    return found


def limit_note(page: TablePage) -> list[Note]:
    """How many trains it has and may have; that some of them cannot run."""
    entry = page.view["companies"][page.view["turn"]["company"]]
    text = page.say("Trains: {count} of {limit}.", count=len(entry["trains"]), limit=entry["train_limit"])
    kinds = {"local": page.say("A local runs plus trains only."), "major": page.say("A major cannot run plus trains.")}
    kinds["ag"] = page.say("An AG buys repaired trains only.")
    return [Note(f"{text} {kinds[entry['kind']]}", cited(page, "trains.limit"))]


def trains_1854(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with the obligation in 1854's words."""
    panel = trains(page, chosen, made)
    return Panel(panel.template, panel.context | {"notes": [*obligation(page), *limit_note(page)]})


def choose_train_1854(page: TablePage, chosen: Query) -> Chosen | None:
    """A train, with the prices a trade moves."""
    made = choose_train(page, chosen)
    if made is None or not made.action:
        return made
    done = effect(page, _action(page, made), made.seat)
    if done is None:
        return made
    marks = moved_marks(page, done)
    if not marks:
        return made
    note = Note(page.say("A trade between companies moves both markers."), cited(page, "market.trade"))
    return structs.replace(made, notes=[*made.notes, note], stage=market(page, marks))


def _action(page: TablePage, made: Chosen) -> Any:
    meet(BuyTrain)
    return msgspec.json.decode(made.action, type=BuyTrain)


def discard_1854(page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Which train goes: over the limit, or in exchange for the one that had to be bought."""
    panel = discard(page, chosen, made)
    kept = page.view["must_keep"]
    if kept:
        text = page.say(
            "The company had to buy {train} above its limit: it gives up one of the others.", train=kind_of(kept)
        )
        return Panel(panel.template, panel.context | {"notes": [Note(text, cited(page, "trains.swap"), "warn")]})
    return panel
