"""Where the worth of the players came from, action by action: every change of a score with its source.

Scores are the rules' own (`RoundRules.score`). What a change of prices brings is the score against the one that the
same position had at the prices before; what is left when payments and debts are taken off comes from trade.
All entries of a seat and what it had at the start add up to its score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct, structs

from stellwerk.core import Event, Game
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.state import State

DIVIDENDS, PRIVATES, PRICES, TRADE = "dividends", "privates", "prices", "trade"
HELP, LOST, DEBTS = "help", "lost", "debts"
SOURCES = (DIVIDENDS, PRIVATES, PRICES, TRADE, HELP, LOST, DEBTS)
_ENDING = {"closed", "closed_company", "bankrupt", "merger"}  # events with which something leaves the game


class WorthChange(Struct, frozen=True):
    """A change of a player's worth by an action (from 1)."""

    ply: int
    seat: int
    source: str
    amount: int


class WorthAccounts(Struct, frozen=True):
    """What every seat was worth at the start, and every change since."""

    start: tuple[int, ...]
    entries: tuple[WorthChange, ...]

    def of(self, seat: int, first: int = 0, last: int | None = None) -> Counter[str]:
        """The sums of a seat by source, of the actions after `first` up to `last`."""
        found: Counter[str] = Counter()
        for entry in self.entries:
            if entry.seat == seat and entry.ply > first and (last is None or entry.ply <= last):
                found[entry.source] += entry.amount
        return found


def accounts(game: Game[Any]) -> WorthAccounts:
    """The accounts of an 18xx game up to its present position."""
    rules = game.rules
    assert isinstance(rules, RoundRules)
    before: State = game.at(0).state
    worth = _Worth.of(rules, before)
    start, entries = worth.total, []
    for ply, made in enumerate(game.plies, 1):
        after: State = made.state
        if _same(before, after):
            continue
        now = _Worth.of(rules, after)
        then = _at_prices(before, after)
        steady = now if then is after else _Worth.of(rules, then)
        flows = [_flows(made.events, name) for name in rules.seats]
        for seat, flow in enumerate(flows):
            flow[PRICES] = now.total[seat] - steady.total[seat]
            flow[DEBTS] += steady.debts[seat] - worth.debts[seat]
            rest = now.total[seat] - worth.total[seat] - sum(flow.values())
            gone = any(event.kind in _ENDING for event in made.events)
            flow[LOST if gone else TRADE] += rest
            entries += [WorthChange(ply, seat, source, amount) for source, amount in flow.items() if amount]
        before, worth = after, now
    return WorthAccounts(start, tuple(entries))


class _Worth(Struct, frozen=True):
    """The scores of a position, and what of them is owed (zero or less)."""

    total: tuple[int, ...]
    debts: tuple[int, ...]

    @staticmethod
    def of(rules: RoundRules[Any], state: State) -> _Worth:
        receipts = [rules.score(state, seat) for seat in range(len(rules.seats))]
        debts = [sum(line.amount for line in receipt.lines if line.amount < 0) for receipt in receipts]
        return _Worth(tuple(receipt.total for receipt in receipts), tuple(debts))


def _same(before: State, after: State) -> bool:
    """True if nothing has changed that counts for anybody; what is not changed is the same object."""
    return before.players is after.players and before.companies is after.companies and before.privates is after.privates


def _at_prices(before: State, after: State) -> State:
    """A position with the prices of another one, for companies that have a price in both."""
    companies = tuple(
        structs.replace(new, cell=old.cell) if new.cell >= 0 and old.cell >= 0 and new.cell != old.cell else new
        for new, old in zip(after.companies, before.companies, strict=True)
    )
    moved = any(new is not old for new, old in zip(companies, after.companies, strict=True))
    return structs.replace(after, companies=companies) if moved else after


def _flows(events: Iterable[Event], name: str) -> Counter[str]:
    """What a player was paid or has paid without getting anything that counts, by source."""
    found: Counter[str] = Counter()
    for event in events:
        if event.kind != "paid":
            continue
        facts = event.facts
        signed = int(facts["amount"]) * ((facts["payee"] == name) - (facts["payer"] == name))
        source = _source(str(facts["reason"]))
        if signed and source:
            found[source] += signed
    return found


def _source(reason: str) -> str:
    if reason.startswith("dividend"):
        return DIVIDENDS
    if reason.endswith("income"):
        return PRIVATES
    if reason.endswith("notes"):  # debts that are paid back
        return DEBTS
    return HELP if reason.startswith("help") else ""
