"""Personalities differ in what they do: figures of their behaviour at the positions of the same games."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

import stellwerk
from stellwerk.bots import levels, make_bot, personalities
from stellwerk.bots.play import step
from stellwerk.titles.t_union_pacific.rules import UnionPacificRules

STYLES = ("builder", "trader", "looter")
BUILT = frozenset({"lay_tile", "place_token", "lay_tunnel", "build"})


@cache
def figures(title: str, plies: int, every: int = 1) -> dict[str, Counter[str]]:
    """What each personality does at the positions of a game of normal players."""
    game: Any = stellwerk.new(title, list("ABCD"), seed=4)
    mate = make_bot("normal", 4, title)
    bots = {name: make_bot(f"normal:{name}" if name else "normal", 4, title) for name in ("", *STYLES)}
    found: dict[str, Counter[str]] = {name: Counter() for name in bots}
    for number in range(plies):
        decision = game.decision()
        if decision is None:
            break
        seat = decision.seat
        for name, bot in bots.items() if number % every == 0 else ():
            action = bot.choose(game, seat)
            assert game.why_not(action, seat) is None
            found[name]["built"] += action.kind in BUILT
            found[name][action.kind] += 1
            company = getattr(action, "company", "")
            if action.kind == "buy_share" and company:
                number_of = game.rules.t.company(company)
                found[name]["others"] += game.state.companies[number_of].president != seat
            if title == "union-pacific":
                found[name]["rivals"] += rivals(game, action, seat)
        step(game, [mate] * 4)
    return found


def rivals(game: Any, action: Any, seat: int) -> int:
    """What the next payouts would bring the other seats more by an action."""
    rules = game.rules
    assert isinstance(rules, UnionPacificRules)
    after = stellwerk.Game.from_state(rules, game.state)
    after.apply(action, seat)

    def paid(state: Any) -> int:
        amounts = [rules.flow.amounts(state, company, 1)[0] for company in range(rules.kit.up + 1)]
        return sum(amount for row in amounts for other, amount in enumerate(row) if other != seat)

    return paid(after.state) - paid(game.state)


@pytest.mark.parametrize(("title", "plies"), [("1854", 640), ("1862", 420)])
def test_builders_build_and_traders_buy_of_others(title: str, plies: int) -> None:
    found = figures(title, plies, 2)
    assert found["builder"]["built"] > found["looter"]["built"]
    assert found["trader"]["others"] > found["builder"]["others"]


def test_personalities_of_union_pacific_build_invest_and_spoil() -> None:
    found = figures("union-pacific", 260)
    assert found["builder"]["build"] > found["trader"]["build"]
    assert found["trader"]["invest"] > found["builder"]["invest"]
    assert found["looter"]["rivals"] < found[""]["rivals"]


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "master"])
@pytest.mark.parametrize("title", ["1830", "1854", "1862", "18te", "union-pacific"])
def test_every_level_of_every_title_has_them(title: str, level: str) -> None:
    assert personalities(title, level) == STYLES
    assert levels(title)[level](1).name.startswith(level)
