"""Puzzles of Union Pacific in its own terms: what the next payout would pay."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game, Message
from stellwerk.core.game import Ply
from stellwerk.training.puzzle import MONEY, Asked, Maker, graded

from .move import Move
from .rules import UnionPacificRules
from .state import TURN, State


def fits(rules: UnionPacificRules, s: State, ply: Ply) -> bool:
    """A turn begins, and the next payout needs no card nobody has seen (10.2)."""
    last = s.payouts + 1 == rules.t.last_payout
    return s.step == TURN and s.payouts < rules.t.last_payout and not (last and rules.t.fictitious)


def payout(game: Game[Any], ply: Ply, by: int) -> Asked | None:
    """What the next payout pays a player for a company."""
    rules, s = game.rules, game.state
    assert isinstance(rules, UnionPacificRules)
    flow, number = rules.flow, s.payouts + 1
    among = [(seat, kind) for kind in range(flow.kit.up + 1) for seat, held in enumerate(s.held) if held[kind]]
    if not among:
        return None
    seat, company = among[by % len(among)]
    m = Move(rules.t, rules.twin.draft(s))
    flow.pay(m, company, number)
    amount = m.s.money[seat] - s.money[seat]
    held = [count for count in flow.holders(s, company) if count]
    facts = {"number": number, "who": rules.t.seats[seat], "company": flow.kit.abbr[company]}
    return Asked(
        Message("Payout {number} comes up now. What does it pay {who} for {company}?", facts, rules.t.style),
        amount,
        graded(2 * len(held) - len(set(held)), 3, 5),
        tuple(m.log),
        unit=MONEY,
    )


PUZZLES = {"payout": Maker(fits, payout)}
