"""A table at which Hypothesis plays: anything legal keeps all invariants, anything else is refused by a paragraph."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stellwerk.bots.audit import Audit
from stellwerk.core import Action, Chance, Game, Option
from stellwerk.titles import TITLES
from stellwerk.titles.rules_text import rules_text
from tests.kept import kept_game
from tests.support import DATA

BIG = 10**6


def limits(examples: int, steps: int) -> settings:
    """How much is tried; the same every time."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


@lru_cache(maxsize=20)
def recorded(name: str) -> Game[Any]:
    return kept_game(DATA / f"{name}.json.gz")


@lru_cache(maxsize=8)
def citations(title: str) -> frozenset[str]:
    return frozenset(f"{title} {number}" for number in rules_text(TITLES[title]).paragraphs)


class AnyTable(RuleBasedStateMachine):
    """A table at which Hypothesis does what it likes, from any position of kept games."""

    files: ClassVar[tuple[str, ...]]
    game: Game[Any]

    def __init__(self) -> None:
        super().__init__()
        self.audit = Audit(0)

    @initialize(where=st.floats(0, 1))
    def begin(self, where: float) -> None:
        self.jump(0, where)

    @rule(number=st.integers(0, BIG), where=st.floats(0, 1))
    def jump(self, number: int, where: float) -> None:
        game = recorded(self.files[number % len(self.files)])
        self.game = game.at(int(where * len(game)))

    @precondition(lambda self: self.game.decision() is not None)
    @rule(pick=st.integers(0, BIG), amount=st.integers(0, BIG), steps=st.integers(1, 6))
    def play(self, pick: int, amount: int, steps: int) -> None:
        for step in range(steps):
            options = self.game.options()
            if not options:
                return
            option = options[(pick >> step) % len(options)]
            self.audit.remember(option.action)
            self.game.apply(self.fill(option, amount), option.seat)

    def fill(self, option: Option, amount: int) -> Action:
        if option.amount is not None:
            return option.take(option.amount.low + amount % len(option.amount) * option.amount.step)
        return option.action

    @rule(number=st.integers(0, BIG), at=st.floats(0, 1), seat=st.none() | st.integers(-1, 7))
    def what_somebody_did_elsewhere(self, number: int, at: float, seat: int | None) -> None:
        plies = recorded(self.files[number % len(self.files)]).plies
        self.attempt(plies[int(at * (len(plies) - 1))].action, seat)

    @precondition(lambda self: self.game.decision() is not None)
    @rule(pick=st.integers(0, BIG), seed=st.integers(0, BIG), seat=st.none() | st.integers(-1, 7))
    def something_like_an_option(self, pick: int, seed: int, seat: int | None) -> None:
        options = self.game.options()
        self.attempt(self.audit.twist(options[pick % len(options)], Chance(seed)), seat)

    def attempt(self, action: Action, seat: int | None) -> None:
        """Legal if it is offered, and only then; a refusal cites a paragraph and changes nothing."""
        decision = self.game.decision()
        asked = decision.seat if decision else 0
        who = asked if seat is None else seat
        covering = [
            option
            for option in self.game.options()
            if option.covers(action) and who == (asked if option.seat is None else option.seat)
        ]
        before, ply = self.game.digest(), self.game.ply
        refusal = self.game.why_not(action, seat)
        assert (self.game.digest(), self.game.ply) == (before, ply)
        if refusal is None:
            assert covering, f"{action} by {who} is accepted but not offered"
            self.game.apply(action, seat)
            return
        free = any(option.free for option in covering)  # routes are checked when they are declared
        assert free or not covering, f"{action} is offered but refused: {refusal}"
        assert refusal.rule in citations(self.game.rules.title)
        assert refusal.text

    @rule(count=st.integers(1, 4))
    def take_back_and_make_again(self, count: int) -> None:
        count = min(count, self.game.ply)
        before = self.game.digest()
        self.game.undo(count)
        self.game.redo(count)
        assert self.game.digest() == before

    @invariant()
    def all_adds_up(self) -> None:
        if hasattr(self, "game"):
            assert self.game.check() == []
