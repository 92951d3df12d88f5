"""What companies took in and spent, by purpose, which the reason of each payment tells, never its sentence."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.report.model import Treasury

PURPOSES = (  # beginnings of reasons, and what the money was for; the first that fits
    ("trains", "trains"),
    ("track", "track"),
    ("tunnel", "track"),
    ("token", "tokens"),
    ("dividend", "income"),
    ("mail", "income"),
    ("help", "help"),
    ("bankrupt", "help"),
    ("private", "privates"),
    ("trade", "privates"),
    ("float", "capital"),
    ("found", "capital"),
    ("support", "capital"),
    ("issue", "capital"),
    ("redeem", "capital"),
    ("buyback", "capital"),
    ("local", "capital"),
)
OTHER = "other"
ORDER = ("capital", "income", "help", "trains", "track", "tokens", "privates", OTHER)


def purpose(reason: str) -> str:
    """What a payment with such a reason was for."""
    return next((word for start, word in PURPOSES if reason.startswith(start)), OTHER)


def treasuries(game: Game[Any]) -> tuple[Treasury, ...]:
    """Every company that ever had money. What it has is the sum of its flows."""
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    names = [entry.id for entry in rules.t.companies]
    flows: dict[str, Counter[str]] = {name: Counter() for name in names}
    for event in game.events:
        if event.kind != "paid":
            continue
        amount, word = int(event.facts["amount"]), purpose(str(event.facts["reason"]))
        for side, sign in (("payee", 1), ("payer", -1)):
            if event.facts[side] in flows:
                flows[event.facts[side]][word] += sign * amount
    found = []
    for name, company in zip(names, game.state.companies, strict=True):
        if not flows[name] and not company.cash:
            continue
        missing = company.cash - sum(flows[name].values())  # money that came or left the game without being paid
        flows[name][OTHER] += missing
        found.append(Treasury(name, {word: flows[name][word] for word in ORDER if flows[name][word]}, company.cash))
    return tuple(found)
