"""Trains of 1854: two stacks, pool and repair stock, trades that move both prices, the train a director pays for."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.running import kind_of
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import Chosen, Note, Query, cited
from stellwerk.web.pages.decisions.discard import discard
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.decisions.trains import choose_train, trains
from stellwerk.web.pages.effects import effect
from stellwerk.web.pages.market_picture import market, moved_marks


def obligation(at: At) -> list[Note]:
    """That a train must be bought, what it costs at least, who pays."""
    turn = at.view["turn"]
    company = at.company_name(turn["company"])
    if turn["named"]:
        text = at.say(
            "{train} has been named: sell shares until {price:$} are there.",
            train=kind_of(turn["named"]),
            price=turn["price"],
        )
        return [Note(text, cited(at, "help.named"), "warn")]
    if not turn["must_buy"]:
        return []
    found = [
        Note(
            at.say("{company} has a route and must own a train it can run.", company=company),
            cited(at, "trains.must"),
            "warn",
        )
    ]
    if turn["must_help"]:
        text = at.say(
            "The cheapest it can run costs {price:$}; the treasury has {treasury:$}, your cash is {cash:$}.",
            price=turn["cheapest"],
            treasury=turn["treasury"],
            cash=turn["purse"],
        )
        found.append(Note(text, cited(at, "help"), "warn"))
    else:
        found.append(Note(at.say("The treasury can pay one: the director adds no money."), cited(at, "help.enough")))
    return found


def limit_note(at: At) -> list[Note]:
    """How many trains it has and may have; that some of them cannot run."""
    entry = at.view["companies"][at.view["turn"]["company"]]
    text = at.say("Trains: {count} of {limit}.", count=len(entry["trains"]), limit=entry["train_limit"])
    kinds = {"local": at.say("A local runs plus trains only."), "major": at.say("A major cannot run plus trains.")}
    kinds["ag"] = at.say("An AG buys repaired trains only.")
    return [Note(f"{text} {kinds[entry['kind']]}", cited(at, "trains.limit"))]


def trains_1854(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """The family's panel with the obligation in 1854's words."""
    panel = trains(at, chosen, made)
    return Panel(panel.template, panel.context | {"notes": [*obligation(at), *limit_note(at)]})


def choose_train_1854(at: At, chosen: Query) -> Chosen | None:
    """A train, with the prices a trade moves."""
    made = choose_train(at, chosen)
    if made is None or not made.action:
        return made
    done = effect(at, _action(at, made), made.seat)
    if done is None:
        return made
    marks = moved_marks(at, done)
    if not marks:
        return made
    note = Note(at.say("A trade between companies moves both markers."), cited(at, "market.trade"))
    return structs.replace(made, notes=[*made.notes, note], stage=market(at, marks))


def _action(at: At, made: Chosen) -> Any:
    return msgspec.json.decode(made.action, type=BuyTrain)


def discard_1854(at: At, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
    """Which train goes: over the limit, or in exchange for the one that had to be bought."""
    panel = discard(at, chosen, made)
    kept = at.view["must_keep"]
    if kept:
        text = at.say(
            "The company had to buy {train} above its limit: it gives up one of the others.", train=kind_of(kept)
        )
        return Panel(panel.template, panel.context | {"notes": [Note(text, cited(at, "trains.swap"), "warn")]})
    return panel
