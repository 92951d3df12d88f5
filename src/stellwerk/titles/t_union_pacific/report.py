"""A report of Union Pacific in its own terms: payouts, companies, shares when they were paid, track, hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from stellwerk.core import Game, Message, Style
from stellwerk.report.model import OwnTable

from .actions import Build
from .bot.search import prospects
from .rules import UnionPacificRules
from .state import State

TOLD = 2


def curve(game: Game[Any]) -> tuple[tuple[int, ...], ...]:
    """What each seat may expect: its money, and the payouts to come with its shares and part of its hand."""
    rules = game.rules
    assert isinstance(rules, UnionPacificRules)
    return tuple(
        tuple(round(amount) for amount in prospects(rules.flow, game.at(ply).state)) for ply in range(game.ply + 1)
    )


def reasons(game: Game[Any]) -> Callable[[int], Iterable[Message]]:
    """What an action changed: the worth of companies, and shares laid open."""
    rules = game.rules
    assert isinstance(rules, UnionPacificRules)
    flow, style = rules.flow, Style(rules.currency)

    def found(ply: int) -> Iterable[Message]:
        before: State = game.at(ply - 1).state
        after: State = game.at(ply).state
        told = []
        for number in range(flow.kit.up):
            old, new = flow.value(before, number), flow.value(after, number)
            if old != new:
                facts = {"company": flow.kit.abbr[number], "before": old, "after": new}
                told.append(Message("{company} is worth {after:$} instead of {before:$}", facts, style))
        return told[:TOLD]

    return found


def tables(game: Game[Any]) -> tuple[OwnTable, ...]:
    """Sums by payout and by company (both add up to the scores), shares at each payout, track, cards left in hands."""
    rules, s = game.rules, game.state
    assert isinstance(rules, UnionPacificRules)
    names, abbr = tuple(rules.seats), rules.flow.kit.abbr
    seats = range(len(names))
    by_payout = sorted({entry.payout for entry in s.ledger})
    paid: Counter[tuple[str, int, int]] = Counter()
    for entry in s.ledger:
        paid["payout", entry.payout, entry.seat] += entry.amount
        paid["company", entry.company, entry.seat] += entry.amount
    built = Counter(made.seat for made in game.plies if isinstance(made.action, Build))
    kinds = range(rules.flow.kit.up + 1)
    return (
        OwnTable(
            Message("Money by payout"),
            (Message("Payout"), *names),
            tuple((str(number), *(paid["payout", number, seat] for seat in seats)) for number in by_payout),
        ),
        OwnTable(
            Message("Money by company"),
            (Message("Company"), *names),
            tuple((abbr[kind], *(paid["company", kind, seat] for seat in seats)) for kind in kinds),
        ),
        _held(game, names, abbr),
        OwnTable(
            Message("Track and cards"),
            (Message("Player"), *names),
            (
                (Message("Track built"), *(built[seat] for seat in seats)),
                (Message("Shares laid open"), *(sum(s.held[seat][kind] for kind in kinds) for seat in seats)),
                (Message("Cards left in the hand"), *(sum(s.hands[seat]) for seat in seats)),
            ),
            money=False,
        ),
    )


def _held(game: Game[Any], names: tuple[str, ...], abbr: tuple[str, ...]) -> OwnTable:
    """The shares everybody had open at each payout, as a list."""
    rows = []
    before: State = game.at(0).state
    for made in game.plies:
        after: State = made.state
        for number in range(before.payouts, after.payouts):
            lists = (
                ", ".join(f"{abbr[kind]} {count}" for kind, count in enumerate(held) if count) or "·"
                for held in before.held
            )
            rows.append((str(number + 1), *lists))
        before = after
    heading = Message("Open shares at each payout")
    return OwnTable(heading, (Message("Payout"), *names), tuple(rows), money=False, text=len(names) + 1)
