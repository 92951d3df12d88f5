"""1862 7 and 12: operating rounds, the order of companies, the steps of a turn, price changes."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyTrain, Dividend, Pass, PlaceToken, SellShares
from stellwerk.titles.t1862.actions import Buyback
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.table import Position, asked, cash, cell, price, rules_of, seen, stack, texts, treasury
from tests.support import accepted, play, refused, rule


def operator(game: Game[State1862]) -> str:
    """The company on turn."""
    return asked(game)[1]


@rule("1862 7.2", "1862 TV14")
def test_highest_price_first_then_further_right() -> None:
    position = Position(4).found("UP", [60], cell=(0, 4), cash=300).found("SP", [60], cell=(2, 6), cash=300)
    position.found("NP", [60], cell=(0, 5), cash=300).home("UP", "SP", "NP")
    t = position.t
    assert t.market.price[t.market.index[2, 6]] == t.market.price[t.market.index[0, 4]] == 100
    game = position.begin("UP", "SP", "NP").game()
    assert game.view()["operating_order"] == ["NP", "SP", "UP"]
    assert operator(game) == "NP"
    order = []
    for _ in range(40):
        if operator(game) not in order:
            order.append(operator(game))
        if len(order) == 3:
            break
        play(game, Pass())
    assert order == ["NP", "SP", "UP"]


@rule("1862 7.2")
def test_on_one_cell_the_top_marker_first() -> None:
    position = Position(4).found("UP", [60], cash=300).found("SP", [60], cash=300).home("UP", "SP")
    game = position.begin("SP", "UP").game()
    assert stack(game, 0, 4) == ["UP", "SP"]
    assert operator(game) == "UP"


@rule("1862 7.2")
def test_the_next_company_is_found_anew() -> None:
    position = Position(4).found("UP", [60, 20, 0, 0], cell=(0, 7), cash=300).home("UP")
    position.found("SP", [60], cell=(0, 5), cash=300).found("NP", [60], cell=(0, 4), cash=300).home("SP", "NP")
    position.turn("UP", "track", waiting=("SP", "NP"))
    first = position.game()
    later = position.change("SP", cell=position.t.market.index[0, 3]).game()  # a forced sale let it fall
    for game, following in ((first, "SP"), (later, "NP")):
        while operator(game) == "UP":
            play(game, Pass())
        assert operator(game) == following


@rule("1862 7.2")
def test_unfloated_and_removed_companies_do_not_act() -> None:
    position = Position(4).found("UP", [50], floated=False, operated=False).found("SP", [60, 20, 0, 0], cash=300)
    position.found("NP", [20, 40, 0, 0], cell=(9, 0), president=1, cash=0).home("SP").cash(600, 600, 0, 0)
    game = play(position.stock(0).game(), Pass(), SellShares("NP", 10))
    assert seen(game, "NP")["removed"]
    while game.view()["round"].startswith("SR"):
        play(game, Pass())
    assert game.view()["operating_order"] == ["SP"]
    assert operator(game) == "SP"


@rule("1862 7.3")
def test_the_steps_of_a_turn_in_their_order() -> None:
    position = Position(4).phase("3").found("CP", [60], cash=2000, operated=False).trains("CP", "2-0")
    game = position.begin("CP").game()
    steps = []
    hex_ = rules_of(game).t.hex("C30")
    assert game.state.board.tokens[hex_][0][0] == rules_of(game).t.company("CP")  # step 0: the home marker
    while operator(game) == "CP" and game.view()["round"] == "OR 2.1":
        kind = asked(game)[2]
        if kind not in steps:
            steps.append(kind)
        options = [option.action for option in game.options() if option.seat is None]
        if kind != "buyback":
            refusal = game.why_not(Buyback(9))  # 9 notes may be too many as well
            assert refusal is not None
            assert "1862 16.1" in (refusal.rule, refusal.also.rule if refusal.also else "")
        play(game, Pass() if Pass() in options else options[0])
    assert steps == ["track", "trains", "buyback"]


@rule("1862 7.3")
def test_every_step_of_the_turn_stands_in_its_place() -> None:
    position = Position(4)
    game = position.found("CP", [60], cash=500).home("CP").turn("CP", "track").game()
    step = rules_of(game).steps[type(game.state.frames[-1])]
    names = list(step.parts)  # type: ignore[attr-defined]
    assert names == ["home", "track", "token", "run", "dividend", "trains", "buyback"]
    refused(game, BuyTrain("2-0", 100), "1862 24.1")
    refused(game, Dividend("pay"), "1862 24.1")
    refused(game, PlaceToken("C30", 0), "1862 9.4", also="1862 24.1")


@rule("1862 7.3", "1862 17.1")
def test_a_removed_company_has_no_further_steps() -> None:
    position = Position(4).phase("3").found("CP", [60], cell=(9, 0), cash=0).home("CP")
    position.found("UP", [60], cash=300).home("UP")
    game = play(position.turn("CP", "dividend", ("UP",), revenue=50).game(), Dividend("withhold"))
    assert seen(game, "CP")["removed"]
    assert operator(game) == "UP"


# -- 12


@rule("1862 12.1")
@pytest.mark.parametrize(
    ("before", "after"),
    [((0, 4), (0, 5)), ((5, 9), (4, 9)), ((0, 17), (0, 18)), ((0, 18), (0, 18)), ((9, 1), (8, 1)), ((9, 0), (9, 1))],
)
def test_paid_out_goes_right_or_up(before: tuple[int, int], after: tuple[int, int]) -> None:
    position = Position(4).found("CP", [60], cell=before, cash=0).home("CP")
    game = play(position.turn("CP", "dividend", revenue=50).game(), Dividend("pay"))
    assert cell(game, "CP") == after


@rule("1862 12.2")
@pytest.mark.parametrize(
    ("before", "after"), [((0, 4), (0, 3)), ((0, 2), (1, 2)), ((1, 1), (2, 1)), ((2, 0), (3, 0)), ((8, 0), (9, 0))]
)
def test_kept_goes_left_or_down(before: tuple[int, int], after: tuple[int, int]) -> None:
    position = Position(4).found("CP", [60], cell=before, cash=0).home("CP")
    game = play(position.turn("CP", "dividend", revenue=50).game(), Dividend("withhold"))
    assert cell(game, "CP") == after
    assert treasury(game, "CP") == 50


@rule("1862 12.2")
def test_no_train_counts_as_kept() -> None:
    position = Position(4).found("CP", [60], 100, cash=0).home("CP")
    game = position.turn("CP", "run").game()
    assert price(game, "CP") == 92
    assert "1862 12.2" in "\n".join(str(event) for event in game.last_events)


@rule("1862 12.3", "1862 17.1")
def test_on_the_cell_0_the_company_leaves_the_game() -> None:
    position = Position(4).found("CP", [60], cell=(9, 0), cash=30).home("CP").found("UP", [60]).home("UP")
    game = position.turn("CP", "run", ("UP",)).game()
    assert seen(game, "CP")["removed"]


@rule("1862 12.4", "1862 A22")
def test_a_moved_marker_goes_under() -> None:
    position = Position(4).found("UP", [60], cell=(0, 5)).found("CP", [60], cell=(0, 4), cash=0).home("CP")
    game = play(position.turn("CP", "dividend", revenue=50).game(), Dividend("pay"))
    assert stack(game, 0, 5) == ["UP", "CP"]


@rule("1862 TV11", "1862 12.1", "1862 12.2", "1862 A23")
def test_the_market_step_by_step() -> None:
    market = rules_of(Position(4).stock(0).game()).t.market

    def way(start: tuple[int, int], moves: tuple[int, ...], steps: int) -> list[int]:
        at, found = market.index[start], []
        for _ in range(steps):
            at = moves[at]
            found.append(market.price[at])
        return found

    assert way((0, 4), market.right, 1) == [110]
    assert way((0, 4), market.left, 14) == [92, 85, 80, 70, 65, 55, 50, 45, 40, 35, 30, 25, 20, 0]
    assert way((5, 4), market.right, 6) == [75, 80, 85, 92, 100, 110]
    assert way((0, 14), market.right, 5) == [310, 340, 370, 400, 400]


@rule("1862 11.6", "1862 11.8", "1862 11.9")
def test_paying_out_before_a_buyback() -> None:
    position = Position(4).found("CP", [40, 10, 0, 0], cash=7, pool=20).home("CP").cash(0, 0, 0, 0)
    game = position.turn("CP", "dividend", revenue=120).game()
    bank = game.view()["bank"]
    kept = accepted(game, Dividend("withhold"))
    assert treasury(kept, "CP") == 127
    play(game, Dividend("pay"))
    assert cash(game) == [48, 12, 0, 0]
    assert treasury(game, "CP") == 7  # nothing for shares in bank or pool
    assert game.view()["bank"] == bank - 60
    assert "CP pays $12 per share" in texts(game)


@rule("1862 11.7", "1862 TV3", "1862 TV10")
@pytest.mark.parametrize(("revenue", "five", "company"), [(150, 8, 70), (170, 9, 80), (200, 10, 100), (10, 1, 0)])
def test_paying_out_after_a_buyback(revenue: int, five: int, company: int) -> None:
    position = Position(4).found("CP", [15, 5, 0, 0], cash=0, pool=10, bought_back=True).home("CP").cash(0, 0, 0, 0)
    game = play(position.turn("CP", "dividend", revenue=revenue).game(), Dividend("pay"))
    assert cash(game)[:2] == [3 * five, five]  # the director's 10 % counts as two 5 %
    assert treasury(game, "CP") == company


@rule("1862 11.5")
def test_all_or_nothing() -> None:
    position = Position(4).found("CP", [40, 10, 0, 0], cash=0).home("CP")
    game = position.turn("CP", "dividend", revenue=120).game()
    assert [option.action for option in game.options()] == [Dividend("pay"), Dividend("withhold")]
    refused(game, Dividend("half"), "1862 11.6")
    refused(game, Pass(), "1862 11.6")
