"""Hypothesis plays: anything legal from anywhere keeps all invariants; anything else is refused and changes nothing."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from stellwerk.bots.random_routes import random_run
from stellwerk.core import Action, Chance, Option
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
from tests.any_table import AnyTable, limits
from tests.support import DATA, new, rules_of

FILES = tuple(sorted(f"random/{path.name.removesuffix('.json.gz')}" for path in (DATA / "random").glob("*.json.gz")))
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


class Table1830(AnyTable):
    """With actions made of nothing but names and numbers, and with runs of any kind."""

    files = FILES

    @initialize(players=st.integers(2, 6), preset=st.sampled_from(["seed", "games18xx"]))
    def new_game(self, players: int, preset: str) -> None:
        self.game = new(players, preset)

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
        return super().fill(option, amount)

    @rule(action=WILD, seat=st.none() | st.integers(-1, 6))
    def anything(self, action: Action, seat: int | None) -> None:
        self.attempt(action, seat)


TestTable1830 = Table1830.TestCase
TestTable1830.settings = limits(120, 40)
