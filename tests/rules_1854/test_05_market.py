"""1854 5: the market of hexagonal cells, and the split."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.actions import BuyTrain, Dividend
from stellwerk.titles.t1854.hexmarket import DOWN_RIGHT, UP_LEFT, across, beyond_line, step
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, cell, held, new, seen, stack, texts, treasury
from tests.support import play, rule


@rule("1854 5.1")
def test_the_six_neighbours() -> None:
    market = rules_of(new()).t.market
    here = market.index[3, 3]
    assert market.price[here] == 80
    assert market.price[market.right[here]] == 83
    assert market.price[market.left[here]] == 77
    assert market.price[market.up[here]] == 85  # up-right
    assert market.price[market.down[here]] == 75  # down-left
    assert market.price[step(market, here, UP_LEFT)] == 82
    assert market.price[step(market, here, DOWN_RIGHT)] == 78
    assert (7, 0) not in market.index


def paid(place: tuple[int, int], choice: str, revenue: int = 100, split: bool = True) -> tuple[int, int]:
    """Where the marker of a company is after its dividend."""
    position = Position().share("KT", [30, 20, 0], cell=place, split=split, area=50 if split else 0, cash=0)
    if not split:
        position.change("KT", held=(60, 20, 0), ipo=20)
    game = position.turn("KT", "dividend", revenue=revenue).game()
    return cell(play(game, Dividend(choice)) if revenue else game, "KT")


@rule("1854 5.2", "1854 5.7")
@pytest.mark.parametrize(
    ("before", "after"), [((1, 15), (0, 15)), ((0, 18), (0, 18)), ((5, 6), (4, 6)), ((3, 3), (3, 4))]
)
def test_a_dividend_moves_right_else_up_right(before: tuple[int, int], after: tuple[int, int]) -> None:
    """TV-D5"""
    assert paid(before, "pay") == after


@rule("1854 5.2", "1854 A17")
@pytest.mark.parametrize(("before", "after"), [((3, 0), (4, 0)), ((6, 0), (6, 0)), ((7, 1), (7, 1)), ((3, 3), (3, 2))])
def test_withholding_moves_left_else_down_left(before: tuple[int, int], after: tuple[int, int]) -> None:
    """TV-D6"""
    assert paid(before, "withhold") == after
    assert paid(before, "", revenue=0) == after


@rule("1854 5.2a", "1854 7.8")
def test_a_train_trade_moves_both_markers() -> None:
    """TV-D9"""
    position = Position().phase("3").share("KT", [60, 20, 0], cell=(3, 3), cash=300)
    position.share("KE", [60, 20, 0], cell=(1, 6), cash=0, split=False).trains("KE", "3-0")
    position.set(split=tuple(name == "KE" for name in (entry.id for entry in position.t.companies)))
    position.change("KE", held=(30, 10, 0), ipo=60)
    game = play(position.turn("KT", "trains").game(), BuyTrain("3-0", 10))
    assert cell(game, "KT") == (2, 2)
    assert cell(game, "KE") == (2, 7)
    lines = [line for line in texts(game).splitlines() if "price" in line]
    assert [line.split(":")[0] for line in lines] == ["KT", "KE"]  # the buyer first
    top = Position().phase("3").share("KT", [30, 20, 0], cell=(0, 4), split=True, area=50, cash=300)
    top.share("KE", [60, 20, 0], cell=(7, 4)).trains("KE", "3-0")
    game = play(top.turn("KT", "trains").game(), BuyTrain("3-0", 10))
    assert cell(game, "KT") == (0, 4)
    assert cell(game, "KE") == (7, 4)


@rule("1854 5.2b", "1854 5.4")
def test_which_moves_cross_the_line() -> None:
    market = rules_of(new()).t.market
    for number, place in enumerate(market.cells):
        assert beyond_line(market, number) == (place.column - place.row >= 3)
        if not beyond_line(market, number):
            for target in (market.left[number], market.down[number]):
                assert not beyond_line(market, target)
        for direction in (UP_LEFT, DOWN_RIGHT):
            assert beyond_line(market, step(market, number, direction)) == beyond_line(market, number)
    crossing = [number for number in range(len(market.cells)) if not beyond_line(market, number)]
    assert any(beyond_line(market, market.right[number]) for number in crossing)
    assert any(beyond_line(market, market.up[number]) for number in crossing)


@rule("1854 5.3")
def test_a_marker_goes_under_others_and_keeps_its_place() -> None:
    position = Position().share("KT", [60, 20, 0], cell=(3, 3)).share("KE", [60, 20, 0], cell=(3, 4))
    game = play(position.turn("KT", "dividend", revenue=100).game(), Dividend("pay"))
    assert stack(game, 3, 4) == ["KE", "KT"]
    stay = Position().share("KT", [60, 20, 0], cell=(6, 0)).share("KE", [60, 20, 0], cell=(6, 0))
    game = play(stay.turn("KT", "dividend", revenue=100).game(), Dividend("withhold"))
    assert stack(game, 6, 0) == ["KT", "KE"]


# -- the split


@rule("1854 5.4", "1854 5.5", "1854 6.62")
def test_a_split() -> None:
    """TV-B1"""
    position = Position().share("VB", [40, 40, 0], cell=(1, 3), cash=0).cash(0, 0, 0)
    game = position.turn("VB", "dividend", revenue=100).game()
    limit = game.view()["players"][0]["certificate_limit"]
    play(game, Dividend("pay"))
    assert cell(game, "VB") == (1, 4)
    # the dividend on 40 and 40, then twice 95 each
    assert cash(game) == [40 + 190, 40 + 190, 0]
    assert held(game, "VB") == (20, 20, 0)
    company = seen(game, "VB")
    assert (company["ipo"], company["pool"], company["split_area"]) == (10, 0, 50)
    assert company["certificates"] == {"Ada": 1, "Ben": 2}
    assert company["president"] == "Ada"
    assert game.view()["players"][0]["certificate_limit"] == limit + 2
    assert treasury(game, "VB") == 0
    event = next(event for event in game.last_events if event.kind == "split")
    assert event.receipt is not None
    assert event.receipt.total == 380
    assert not game.check()


@rule("1854 5.5")
def test_certificates_in_the_pool_are_turned_without_payment() -> None:
    position = Position().share("VB", [40, 20, 0], cell=(0, 2), pool=40, cash=0).cash(0, 0, 0)
    game = position.turn("VB", "dividend", revenue=100).game()
    bank = game.state.bank
    play(game, Dividend("pay"))
    assert seen(game, "VB")["pool"] == 20
    assert bank - game.state.bank == 60 + 3 * 97
    assert not game.check()


@rule("1854 5.6")
def test_a_company_splits_once_and_ags_never() -> None:
    position = Position().share("KT", [30, 20, 0], cell=(1, 3), split=True, area=50, cash=0).cash(0, 0, 0)
    game = play(position.turn("KT", "dividend", revenue=100).game(), Dividend("pay"))
    assert cell(game, "KT") == (1, 4)
    assert held(game, "KT") == (30, 20, 0)
    assert cash(game) == [30, 20, 0]
    ag = Position().phase("5").halves("A", 0, 1, cell=(1, 3)).cash(0, 0, 0)
    game = play(ag.turn("A", "dividend", revenue=100).game(), Dividend("pay"))
    assert cell(game, "A") == (1, 4)
    assert held(game, "A") == (50, 50, 0)
    assert cash(game) == [50, 50, 0]
    assert not game.check()


@rule("1854 6.3")
def test_the_further_right_marker_comes_first() -> None:
    """TV-D10"""
    market = rules_of(new()).t.market
    assert across(market, market.index[0, 3]) == 6
    assert across(market, market.index[2, 6]) == 10
    position = Position().share("KT", [30, 20, 0], cell=(0, 3), split=True, area=50, cash=500)
    position.share("KE", [30, 20, 0], cell=(2, 6), split=True, area=50, cash=500)
    assert position.round_start().game().view()["operating_order"] == ["KE", "KT"]
    assert asked(position.round_start().game())[1] == "KE"
