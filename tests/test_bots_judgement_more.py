"""Judgement in 1854 and 1862: positions of games of steady players in which they blundered, and what `normal` does."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.play import step
from stellwerk.eighteen import actions

RICH = {"1854": 600, "1862": 500}  # what a treasury with one train should not hold


@cache
def blunders(title: str) -> tuple[Counter[str], Counter[str]]:
    """How often the steady player and the normal one do what a good player would not, at the same positions."""
    game: Any = stellwerk.new(title, list("ABCD"), seed=5)
    steady, normal = make_bot("steady", 5, title), make_bot("normal", 5, title)
    found: dict[str, Counter[str]] = {"steady": Counter(), "normal": Counter()}
    for _ in range(800):
        decision = game.decision()
        if decision is None:
            break
        seat = decision.seat
        if decision.kind in ("trains", "dividend"):
            company = game.state.companies[game.rules.t.company(decision.actor)]
            for name, bot in (("steady", steady), ("normal", normal)):
                action = bot.choose(game, seat)
                assert game.why_not(action, seat) is None
                if decision.kind == "dividend":
                    found[name]["kept"] += action == actions.Dividend("withhold")
                elif len(company.trains) == 1 and company.cash >= RICH[title] and offered(game, company.cash):
                    found[name]["idle"] += isinstance(action, actions.Pass)
        step(game, [steady] * 4)
    return found["steady"], found["normal"]


def offered(game: Any, cash: int) -> bool:
    """True if the bank sells a train for that money."""
    options = [option.action for option in game.options()]
    return any(isinstance(action, actions.BuyTrain) and action.price <= cash for action in options)


@pytest.mark.parametrize(("title", "part"), [("1862", 0.5), ("1854", 0.75)])
def test_rich_companies_with_one_train_buy_another(title: str, part: float) -> None:
    steady, normal = blunders(title)
    assert steady["idle"] >= 2
    assert normal["idle"] <= steady["idle"] * part


def test_runs_are_kept_back_in_need_only() -> None:
    """A dividend lifts the price of every share; the director can pay a train, too."""
    steady, normal = blunders("1862")
    assert steady["kept"] >= 4
    assert normal["kept"] <= steady["kept"] // 2
