"""Hypothesis plays: anything legal from anywhere keeps all invariants; anything else is refused and changes nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from stellwerk.bots.random_routes import random_run
from stellwerk.core import Action, Chance, Game, Option
from stellwerk.eighteen.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    DiscardTrain,
    Dividend,
    Exchange,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    Sale,
    SellList,
    SellPrivate,
    SellShares,
)
from stellwerk.eighteen.state import State
from stellwerk.formats import load_file
from tests.support import DATA, new, rules_of

FILES = sorted(path.name for path in (DATA / "random").glob("*.json.gz"))
COMPANIES = st.sampled_from(["PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M", "XYZ"])
PRIVATES = st.sampled_from(["SV", "CS", "DH", "MH", "CA", "BO", "ZZ"])
HEXES = st.sampled_from(["E19", "H12", "G19", "F16", "B20", "E11", "A19", "D10", "H18", "F2", "Q99", ""])
AMOUNTS = st.integers(-20, 1300) | st.sampled_from([10**9, -(10**12)])
TRAINS = st.sampled_from(["2-0", "2-1", "3-0", "3-2", "4-0", "5-1", "6-0", "D-0", "D-1", "9-9", "", "-"])
SOURCES = st.sampled_from(["ipo", "pool", "bank", ""])
WILD: st.SearchStrategy[Action] = st.one_of(
    st.just(Pass()),
    st.just(Bankrupt()),
    st.builds(Answer, st.booleans()),
    st.builds(Bid, PRIVATES, AMOUNTS),
    st.builds(BuyPrivate, PRIVATES, AMOUNTS),
    st.builds(SellPrivate, PRIVATES, st.integers(-1, 7), AMOUNTS),
    st.builds(Par, COMPANIES, st.sampled_from([67, 71, 76, 82, 90, 100, 68, 0])),
    st.builds(BuyShare, COMPANIES, SOURCES),
    st.builds(SellShares, COMPANIES, st.sampled_from([10, 20, 30, 50, 60, 0, -10, 15, 100])),
    st.builds(SellList, st.lists(st.builds(Sale, COMPANIES, st.sampled_from([10, 20])), max_size=3).map(tuple)),
    st.builds(Exchange, PRIVATES, SOURCES),
    st.builds(
        LayTile,
        HEXES,
        st.sampled_from(["57", "9", "8", "7", "14", "54", "59", "3", "0"]),
        st.integers(-1, 6),
        st.sampled_from(["", "CS", "DH", "SV"]),
    ),
    st.builds(PlaceToken, HEXES, st.integers(-1, 2), st.sampled_from(["", "DH"])),
    st.builds(ChooseCity, HEXES, st.integers(-1, 2)),
    st.just(RunRoutes(())),
    st.builds(Dividend, st.sampled_from(["pay", "withhold", "half"])),
    st.builds(BuyTrain, TRAINS, AMOUNTS, st.sampled_from(["", "4-0", "5-0"])),
    st.builds(DiscardTrain, TRAINS),
)


@lru_cache(maxsize=20)
def recorded(name: str) -> Game[Any]:
    return load_file(DATA / "random" / name).game


class Table1830(RuleBasedStateMachine):
    """A table at which Hypothesis does what it likes."""

    game: Game[State]

    @initialize(players=st.integers(2, 6), preset=st.sampled_from(["seed", "games18xx"]))
    def new_game(self, players: int, preset: str) -> None:
        self.game = new(players, preset)

    @rule(name=st.sampled_from(FILES), where=st.floats(0, 1))
    def jump_into_a_recorded_game(self, name: str, where: float) -> None:
        game = recorded(name)
        self.game = game.at(int(where * len(game)))

    @precondition(lambda self: not self.game.state.ended)
    @rule(pick=st.integers(0, 10**6), amount=st.integers(0, 10**6), steps=st.integers(1, 6))
    def play(self, pick: int, amount: int, steps: int) -> None:
        for step in range(steps):
            options = self.game.options()
            if not options:
                return
            option = options[(pick >> step) % len(options)]
            self.game.apply(self.fill(option, amount), option.seat)

    def fill(self, option: Option, amount: int) -> Action:
        if option.free == "routes":
            rules = rules_of(self.game)
            return option.take(routes=random_run(rules, self.game.state, Chance(amount)))
        if option.free == "sales":
            smallest: dict[str, int] = {}
            for other in self.game.options():
                if isinstance(other.action, SellShares):
                    smallest.setdefault(other.action.company, other.action.percent)
            return option.take(sales=tuple(Sale(name, percent) for name, percent in smallest.items()))
        if option.amount is not None:
            return option.take(option.amount.low + amount % len(option.amount) * option.amount.step)
        return option.action

    @rule(action=WILD, seat=st.none() | st.integers(-1, 6))
    def anything(self, action: Action, seat: int | None) -> None:
        decision = self.game.decision()
        asked = decision.seat if decision else 0
        who = asked if seat is None else seat
        offered = any(
            option.covers(action) and who == (asked if option.seat is None else option.seat)
            for option in self.game.options()
        )
        before, ply = self.game.digest(), self.game.ply
        refusal = self.game.why_not(action, seat)
        assert (self.game.digest(), self.game.ply) == (before, ply)
        if refusal is None:
            assert offered, f"{action} by {who} is accepted but not offered"
            self.game.apply(action, seat)
            return
        assert not offered or isinstance(action, SellList), f"{action} is offered but refused: {refusal}"
        assert refusal.rule.startswith("1830 ")
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


TestTable1830 = Table1830.TestCase
TestTable1830.settings = settings(
    max_examples=120,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
