"""What shares brought: money in and out by seat and company, and the internal rate of return per operating round."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import State
from stellwerk.report.model import Return, Stretch

NOT_SHARES = ("bankrupt", "closed", "end", "help")  # what presidents pay for their companies
LOWEST, HIGHEST, EXACT = -0.99, 20.0, 60  # rates that are looked for, and how often the interval is halved


def returns(game: Game[Any], rounds: Sequence[Stretch]) -> tuple[Return, ...]:
    """Every seat and company that had to do with each other."""
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    seats = {name: seat for seat, name in enumerate(rules.seats)}
    numbers = {entry.id: number for number, entry in enumerate(rules.t.companies)}
    ends = [entry.last for entry in rounds]
    operated = [0]
    for entry in rounds:
        operated.append(operated[-1] + (entry.kind == "operating"))
    flows: dict[tuple[int, str], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    sums: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for ply, made in enumerate(game.plies, 1):
        time = operated[min(bisect_left(ends, ply), len(rounds) - 1) + 1]
        for event in made.events:
            if event.kind != "paid" or str(event.facts["reason"]).startswith(NOT_SHARES):
                continue
            facts = event.facts
            name = str(facts["why"].facts.get("company", ""))
            if name not in numbers:
                continue
            amount, reason = int(facts["amount"]), str(facts["reason"])
            if facts["payer"] in seats:
                key, amount, kind = (seats[facts["payer"]], name), -amount, 0
            elif facts["payee"] in seats:
                key, kind = (seats[facts["payee"]], name), 1 if reason.startswith("dividend") else 2
            else:
                continue
            flows[key][time] += amount
            sums[key][kind] += abs(amount)
    return tuple(_closed(rules, game.state, operated[-1], key, sums[key], flows[key]) for key in sorted(sums))


def _closed(
    rules: FamilyRules, s: State, last: int, key: tuple[int, str], sums: Sequence[int], flow: dict[int, int]
) -> Return:
    seat, name = key
    number = rules.t.company(name)
    company = s.companies[number]
    left = rules.shares.units(number, company.held[seat]) * rules.shares.price(company)
    paid, dividends, sold = sums
    whole = dict(flow)
    whole[last] = whole.get(last, 0) + left
    return Return(seat, name, paid, dividends, sold, left, rate(whole) if paid else None)


def rate(flow: dict[int, int]) -> float | None:
    """The rate at which all flows, by period, are worth nothing at the start; None if there is none to be found."""

    def worth(at: float) -> float:
        return sum(amount / (1 + at) ** time for time, amount in flow.items())

    low, high = LOWEST, HIGHEST
    if len([amount for amount in flow.values() if amount]) < 2 or worth(low) * worth(high) > 0:
        return None
    for _ in range(EXACT):
        middle = (low + high) / 2
        if worth(low) * worth(middle) <= 0:
            high = middle
        else:
            low = middle
    return round((low + high) / 2, 4)
