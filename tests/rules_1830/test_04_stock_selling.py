"""1830: selling in a stock round (RULES.md 4.3 to 4.9, 4.17b, 14.4, rulings A5, A10, A26)."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    Answer,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Exchange,
    Par,
    Pass,
    Sale,
    SellList,
    SellPrivate,
    SellShares,
)
from stellwerk.eighteen.state import State
from tests.rules_1830.reading import asked, cash, cell, certificates, firm, price, round_of, seen, stack
from tests.support import Position, accepted, new, offered, play, refused, rule

BOTH = pytest.mark.parametrize("preset", ["seed", "games18xx"])


def prr(held: list[int], pool: int = 0, president: int = 0, preset: str | None = None, **options: Any) -> Position:
    """Stock round 2, Ada on turn, 100 in every purse; PRR stands at 100, the top of column 6."""
    position = Position(len(held), preset, **options).cash(*[100] * len(held))
    return position.company("PRR", par=100, held=held, pool=pool, president=president).stock(0)


def crowded(preset: str | None = None, operated: bool = True) -> Position:
    """Ada holds 60 %, five certificates, of four corporations at 100: she is at the limit of 20."""
    position = Position(3, preset).cash(500, 500, 500)
    for name in ("PRR", "NYC", "CPR", "C&O"):
        position.company(name, par=100, held=[60, 0, 0], operated=operated)
    return position.stock(0)


# -- 4.3 Over the certificate limit


@BOTH
@rule("1830 4.3", "1830 14.4")
def test_over_the_certificate_limit_only_sales_are_accepted(preset: str) -> None:
    position = crowded(preset=preset).private("SV", 0).private("CS", 1)
    game = position.company("B&O", par=67, held=[0, 20, 0], president=1).game()
    assert certificates(game, 0) == 21
    assert asked(game) == (0, "must_sell")
    refused(game, Pass(), "1830 4.3")
    refused(game, BuyShare("B&O", "ipo"), "1830 4.3")
    refused(game, Par("ERIE", 67), "1830 4.3")
    refused(game, BuyPrivate("CS", 10), "1830 4.3")
    refused(game, SellPrivate("SV", 1, 10), "1830 4.3")
    assert {type(option.action) for option in game.options()} <= {SellShares, SellList}


@BOTH
@rule("1830 4.3")
def test_at_the_certificate_limit_the_turn_is_normal(preset: str) -> None:
    game = crowded(preset=preset).game()
    assert certificates(game, 0) == 20
    assert asked(game) == (0, "stock")
    accepted(game, Pass())


@BOTH
@rule("1830 4.3", "1830 A26")
@pytest.mark.parametrize("name", ["PRR", "NYC", "CPR", "C&O"])
def test_any_legal_sale_will_do(preset: str, name: str) -> None:
    game = accepted(crowded(preset=preset).private("SV", 0).game(), SellShares(name, 10))
    assert certificates(game, 0) == 20
    assert asked(game) == (0, "stock")
    accepted(game, Pass())


@rule("1830 4.3", "1830 A26")
def test_he_sells_until_he_complies() -> None:
    game = crowded().private("SV", 0).private("CS", 0).game()
    game = accepted(game, SellShares("PRR", 10))
    assert asked(game) == (0, "must_sell")
    refused(game, Pass(), "1830 4.3")
    game = accepted(game, SellShares("NYC", 10))
    assert asked(game) == (0, "stock")


@rule("1830 4.3", "1830 4.15b")
def test_the_limit_is_looked_at_before_each_action() -> None:
    """Ada is at the limit and buys a private: from then on she may only sell."""
    game = play(crowded().private("CS", 1).game(), BuyPrivate("CS", 50), Answer(True))
    assert certificates(game, 0) == 21
    assert asked(game) == (0, "must_sell")
    refused(game, Pass(), "1830 4.3")
    accepted(game, SellShares("PRR", 10))


@rule("1830 4.3")
def test_who_is_not_on_turn_is_left_alone() -> None:
    """Ben is over the limit, Ada is on turn."""
    position = Position(3).cash(500, 500, 500).private("SV", 1).stock(0)
    for name in ("PRR", "NYC", "CPR", "C&O"):
        position.company(name, par=100, held=[0, 60, 0], president=1)
    game = position.game()
    assert asked(game) == (0, "stock")
    game.apply(Pass())
    assert asked(game) == (1, "must_sell")


# -- 4.3a Over 60 %


@BOTH
@rule("1830 4.3a", "1830 14.4")
def test_over_60_percent_only_sales_are_accepted(preset: str) -> None:
    game = prr([70, 0, 0], preset=preset).cash(500, 0, 0).game()
    assert asked(game) == (0, "must_sell")
    refused(game, Pass(), "1830 4.3a")
    refused(game, Par("NYC", 67), "1830 4.3a")
    refused(game, BuyShare("PRR", "ipo"), "1830 4.3a")
    game = accepted(game, SellShares("PRR", 10))
    assert asked(game) == (0, "stock")


@rule("1830 4.3a", "1830 14.4")
def test_the_question_names_the_limit_that_is_broken() -> None:
    over_60 = prr([70, 0, 0]).game().decision()
    assert over_60 is not None
    assert over_60.rule == "1830 4.3a"
    crowd = crowded().private("SV", 0).game().decision()
    assert crowd is not None
    assert crowd.rule == "1830 4.3"


@rule("1830 4.3a", "1830 A26")
def test_over_60_percent_another_sale_is_legal_but_not_enough() -> None:
    game = prr([70, 0, 0]).company("NYC", par=100, held=[40, 0, 0]).game()
    game = accepted(game, SellShares("NYC", 10))
    assert asked(game) == (0, "must_sell")
    refused(game, Pass(), "1830 4.3a")


@BOTH
@rule("1830 4.3a")
@pytest.mark.parametrize(
    ("place", "kind"),
    [((8, 6), "must_sell"), ((10, 6), "stock"), ((10, 5), "stock")],
    ids=["yellow", "orange", "brown"],
)
def test_orange_and_brown_lift_the_60_percent(preset: str, place: tuple[int, int], kind: str) -> None:
    position = Position(3, preset).cash(500, 0, 0).company("PRR", par=67, cell=place, held=[70, 0, 0]).stock(0)
    assert asked(position.game()) == (0, kind)


@rule("1830 4.3a")
def test_over_60_percent_without_a_legal_sale_of_it_he_is_free() -> None:
    """PRR has not operated; that NYC could be sold does not matter."""
    game = prr([70, 0, 0]).change("PRR", operated=False).company("NYC", par=100, held=[40, 0, 0]).game()
    assert offered(game, SellShares) == [SellShares("NYC", 10), SellShares("NYC", 20)]
    assert asked(game) == (0, "stock")
    accepted(game, Pass())


# -- 4.3b Excused


@rule("1830 4.3b")
def test_without_a_legal_sale_he_takes_a_normal_turn() -> None:
    position = crowded(operated=False).private("SV", 0)
    position.company("B&O", par=67, held=[0, 20, 0], president=1)
    position.company("B&M", par=67, cell=(8, 6), held=[0, 20, 0], president=1)
    game = position.game()
    assert certificates(game, 0) == 21
    assert asked(game) == (0, "stock")
    refused(game, BuyShare("B&O", "ipo"), "1830 4.12")
    refused(game, Par("ERIE", 67), "1830 4.12")
    accepted(game, BuyShare("B&M", "ipo"))  # yellow: not counted
    accepted(game, Pass())


@BOTH
@rule("1830 4.3b")
def test_a_full_pool_excuses_too(preset: str) -> None:
    position = Position(3, preset).cash(500, 500, 500).stock(0)
    for name in ("PRR", "NYC", "CPR", "C&O", "ERIE", "B&M"):
        position.company(name, par=100, held=[50, 0, 0], pool=50)
    game = position.company("B&O", par=67, cell=(8, 6), held=[0, 20, 0], president=1).game()
    assert certificates(game, 0) == 24
    assert offered(game, SellShares) == []
    assert asked(game) == (0, "stock")


# -- 4.4 The sale


@BOTH
@rule("1830 4.4", "1830 5.4")
def test_all_shares_go_at_the_price_before_the_sale(preset: str) -> None:
    game = prr([60, 0, 0], preset=preset).game()
    bank = game.state.bank
    game = accepted(game, SellShares("PRR", 30))
    assert (cash(game), game.state.bank) == ([400, 100, 100], bank - 300)
    assert (firm(game, "PRR").held, firm(game, "PRR").pool) == ((30, 0, 0), 30)
    assert (cell(game, "PRR"), price(game, "PRR")) == ((3, 6), 76)


@BOTH
@rule("1830 4.4")
@pytest.mark.parametrize(("percent", "row", "after"), [(10, 1, 90), (20, 2, 82), (30, 3, 76), (40, 4, 71)])
def test_one_row_down_for_each_10_percent(preset: str, percent: int, row: int, after: int) -> None:
    game = accepted(prr([60, 0, 0], preset=preset).game(), SellShares("PRR", percent))
    assert (cell(game, "PRR"), price(game, "PRR")) == ((row, 6), after)
    assert cash(game)[0] == 100 + 10 * percent


@rule("1830 4.4")
@pytest.mark.parametrize("percent", [-10, 0, 5, 15])
def test_a_sale_is_a_number_of_shares(percent: int) -> None:
    refused(prr([60, 0, 0]).game(), SellShares("PRR", percent), "1830 4.4")


@rule("1830 4.4")
def test_nobody_sells_more_than_he_holds() -> None:
    game = prr([20, 60, 10], president=1).game()
    refused(game, SellShares("PRR", 30), "1830 4.4")
    accepted(game, SellShares("PRR", 20))
    refused(game, SellShares("NYC", 10), "1830 4.4")


@BOTH
@rule("1830 4.4b")
def test_two_separate_sales_are_paid_one_after_the_other(preset: str) -> None:
    game = play(prr([60, 0, 0], preset=preset).game(), SellShares("PRR", 10), SellShares("PRR", 10))
    assert cash(game)[0] == 100 + 100 + 90
    assert price(game, "PRR") == 82


# -- 4.4a Several corporations at once


def two_firms(preset: str | None = None, **options: Any) -> Position:
    """NYC at 100 in (0,6) and PRR at 90 in (1,6); two shares of NYC and one of PRR both lead to (2,6)."""
    position = Position(3, preset, **options).cash(100, 100, 100)
    position.company("PRR", par=90, held=[60, 0, 0]).company("NYC", par=100, held=[60, 0, 0])
    return position.stock(0)


LIST = SellList((Sale("PRR", 10), Sale("NYC", 20)))


@rule("1830 4.4a", "1830 A10", "1830 5.1")
@pytest.mark.parametrize("sales", [LIST, SellList(LIST.sales[::-1])])
def test_a_list_is_executed_in_operating_order(sales: SellList) -> None:
    game = accepted(two_firms(batch_sale_order="by price").game(), sales)
    assert cash(game)[0] == 100 + 90 + 200
    assert stack(game, 2, 6) == ["NYC", "PRR"]
    assert (firm(game, "PRR").pool, firm(game, "NYC").pool) == (10, 20)


@rule("1830 4.4a", "1830 A10")
def test_at_the_same_price_the_top_of_the_stack_is_sold_first() -> None:
    position = Position(3).cash(0, 0, 0)
    position.company("NYC", par=100, held=[60, 0, 0]).company("PRR", par=100, held=[60, 0, 0])
    game = accepted(position.stock(0).game(), SellList((Sale("PRR", 10), Sale("NYC", 10))))
    assert stack(game, 1, 6) == ["NYC", "PRR"]


@rule("1830 4.4a")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_separate_sales_are_executed_as_entered(preset: str) -> None:
    game = play(two_firms(preset).game(), SellShares("PRR", 10), SellShares("NYC", 20))
    assert stack(game, 2, 6) == ["PRR", "NYC"]


@rule("1830 4.4a")
@pytest.mark.parametrize(
    ("second", "paragraph"),
    [(Sale("PRR", 50), "1830 4.8"), (Sale("PRR", 70), "1830 4.4"), (Sale("PRR", 15), "1830 4.4")],
)
def test_a_list_is_sold_whole_or_not_at_all(second: Sale, paragraph: str) -> None:
    game = two_firms().game()
    refused(game, SellList((Sale("NYC", 20), second)), paragraph)
    assert (cash(game)[0], price(game, "NYC")) == (100, 100)


@rule("1830 4.4a")
def test_a_list_names_several_corporations_each_once() -> None:
    game = two_firms().game()
    refused(game, SellList(()), "1830 4.4a")
    refused(game, SellList((Sale("PRR", 10),)), "1830 4.4a")
    refused(game, SellList((Sale("PRR", 10), Sale("PRR", 10))), "1830 4.4a")


@rule("1830 4.4a")
def test_every_offered_sale_is_accepted_as_it_stands() -> None:
    game = two_firms().game()
    sales = offered(game, SellShares) + offered(game, SellList)
    assert len(sales) == 4 + 4 + 1
    for sale in sales:
        assert game.why_not(sale) is None, sale


@rule("1830 4.4a")
def test_as_entered_there_are_no_lists() -> None:
    game = two_firms(batch_sale_order="as entered").game()
    assert offered(game, SellList) == []
    refused(game, LIST, "1830 4.4a")


@rule("1830 4.4a", "1830 A10")
@pytest.mark.parametrize(("preset", "lists"), [("seed", 1), ("games18xx", 0)])
def test_the_lists_of_each_preset(preset: str, lists: int) -> None:
    assert len(offered(two_firms(preset).game(), SellList)) == lists


@rule("1830 4.4a", "1830 4.9")
def test_a_list_bars_buying_each_of_its_corporations() -> None:
    game = play(two_firms().cash(500, 0, 0).game(), LIST)
    refused(game, BuyShare("PRR", "ipo"), "1830 4.9")
    refused(game, BuyShare("NYC", "pool"), "1830 4.9")


# -- 4.5, 4.6 When nothing is sold


@BOTH
@rule("1830 4.5")
def test_no_sales_in_the_first_stock_round(preset: str) -> None:
    game = prr([60, 0, 0], preset=preset).cash(500, 0, 0).stock(0, number=1).game()
    refused(game, SellShares("PRR", 10), "1830 4.5")
    assert offered(game, SellShares) + offered(game, SellList) == []


@rule("1830 4.5")
def test_no_list_in_the_first_stock_round() -> None:
    refused(two_firms().cash(500, 0, 0).stock(0, number=1).game(), LIST, "1830 4.5")


@BOTH
@rule("1830 4.5")
def test_sales_from_the_second_stock_round_on(preset: str) -> None:
    accepted(prr([60, 0, 0], preset=preset).stock(0, number=2).game(), SellShares("PRR", 10))


@rule("1830 4.6")
@pytest.mark.parametrize("number", [2, 5])
def test_shares_of_a_corporation_that_has_not_operated_are_not_sold(number: int) -> None:
    position = prr([60, 0, 0], sell_before_operating=False).cash(500, 0, 0).change("PRR", operated=False)
    game = position.stock(0, number=number).game()
    refused(game, SellShares("PRR", 10), "1830 4.6")
    assert offered(game, SellShares) == []


@rule("1830 4.6")
def test_they_are_sold_with_the_option() -> None:
    game = prr([60, 0, 0], sell_before_operating=True).change("PRR", operated=False).game()
    accepted(game, SellShares("PRR", 10))
    first = prr([60, 0, 0], sell_before_operating=True).cash(500, 0, 0).change("PRR", operated=False)
    refused(first.stock(0, number=1).game(), SellShares("PRR", 10), "1830 4.5")


@rule("1830 4.6")
def test_the_presets_differ_in_it() -> None:
    unlike = {preset: new(3, preset).rules.options["sell_before_operating"] for preset in ("seed", "games18xx")}
    assert unlike == {"seed": False, "games18xx": True}


def first_turn() -> Game[State]:
    """PRR in its first turn, before its track step, with nothing to run."""
    position = Position(3).cash(500, 500, 500).company("PRR", par=100, held=[60, 0, 0], cash=1000, operated=False)
    return position.token("PRR", "H12").operating("PRR").game()


@rule("1830 4.6", "1830 A5", "1830 8.4.3")
def test_operated_means_one_dividend_step_even_with_nothing_run() -> None:
    game = first_turn()
    assert not firm(game, "PRR").operated
    game.apply(Pass())
    if asked(game)[1] == "token":
        game.apply(Pass())
    assert asked(game)[1] == "trains"
    assert firm(game, "PRR").operated


@rule("1830 4.6", "1830 A5")
def test_after_its_first_turn_the_shares_are_sold() -> None:
    game = first_turn()
    while asked(game)[1] != "trains":
        game.apply(Pass())
    play(game, BuyTrain("2-0", 80), Pass())
    assert round_of(game) == "SR 3"
    accepted(game, SellShares("PRR", 10))


# -- 4.7 The pool


@BOTH
@rule("1830 4.7")
@pytest.mark.parametrize(("held", "pool", "most"), [(60, 0, 50), (60, 20, 30), (40, 40, 10)])
def test_the_pool_holds_at_most_half(preset: str, held: int, pool: int, most: int) -> None:
    game = prr([held, 20, 0], pool=pool, preset=preset).game()
    refused(game, SellShares("PRR", most + 10), "1830 4.7")
    assert max(sale.percent for sale in offered(game, SellShares)) == most
    assert firm(accepted(game, SellShares("PRR", most)), "PRR").pool == 50


@BOTH
@rule("1830 4.7")
def test_a_full_pool_takes_nothing(preset: str) -> None:
    game = prr([30, 0, 20], pool=50, preset=preset).cash(500, 0, 0).game()
    refused(game, SellShares("PRR", 10), "1830 4.7")
    assert offered(game, SellShares) == []


# -- 4.8 The president's certificate


@BOTH
@rule("1830 4.8")
def test_the_president_keeps_20_percent_without_an_heir(preset: str) -> None:
    game = prr([40, 10, 10], preset=preset).game()
    refused(game, SellShares("PRR", 30), "1830 4.8")
    refused(game, SellShares("PRR", 40), "1830 4.8")
    assert offered(game, SellShares) == [SellShares("PRR", 10), SellShares("PRR", 20)]


@BOTH
@rule("1830 4.8", "1830 4.17", "1830 4.17b")
def test_the_whole_certificate_is_sold_to_the_pool_when_there_is_an_heir(preset: str) -> None:
    game = accepted(prr([20, 20, 10], preset=preset).game(), SellShares("PRR", 20))
    assert (firm(game, "PRR").held, firm(game, "PRR").pool) == ((0, 20, 10), 20)
    assert seen(game, "PRR")["president"] == "Ben"
    assert cash(game)[0] == 300
    assert (certificates(game, 0), certificates(game, 1)) == (0, 1)


@BOTH
@rule("1830 4.8", "1830 4.17b")
def test_half_of_the_certificate_is_sold_when_there_is_an_heir(preset: str) -> None:
    game = accepted(prr([20, 20, 10], preset=preset).game(), SellShares("PRR", 10))
    assert (firm(game, "PRR").held, firm(game, "PRR").pool) == ((10, 20, 10), 10)
    assert seen(game, "PRR")["president"] == "Ben"
    assert cash(game)[0] == 200
    assert (certificates(game, 0), certificates(game, 1)) == (1, 1)


@BOTH
@rule("1830 4.8", "1830 4.17b")
def test_all_his_shares_with_the_certificate(preset: str) -> None:
    game = accepted(prr([40, 30, 0], preset=preset).game(), SellShares("PRR", 40))
    assert (firm(game, "PRR").held, firm(game, "PRR").pool) == ((0, 30, 0), 40)
    assert seen(game, "PRR")["president"] == "Ben"
    assert (certificates(game, 0), certificates(game, 1)) == (0, 2)


@rule("1830 4.8")
def test_a_heir_with_10_percent_is_no_heir() -> None:
    refused(prr([20, 10, 10]).cash(500, 0, 0).game(), SellShares("PRR", 10), "1830 4.8")


@rule("1830 4.8", "1830 4.17")
def test_the_president_may_keep_his_20_percent_and_lose_the_presidency() -> None:
    game = accepted(prr([40, 30, 0]).game(), SellShares("PRR", 20))
    assert (seen(game, "PRR")["president"], firm(game, "PRR").held) == ("Ben", (20, 30, 0))


@rule("1830 4.8")
def test_who_is_not_president_sells_all_he_has() -> None:
    game = accepted(prr([20, 60, 0], president=1).game(), SellShares("PRR", 20))
    assert (seen(game, "PRR")["president"], firm(game, "PRR").held) == ("Ben", (0, 60, 0))


# -- 4.9 Buying after selling


@BOTH
@rule("1830 4.9")
def test_who_sold_does_not_buy_it_back_in_this_round(preset: str) -> None:
    game = play(prr([40, 0, 0], preset=preset).cash(500, 500, 500).game(), SellShares("PRR", 10))
    refused(game, BuyShare("PRR", "ipo"), "1830 4.9")
    refused(game, BuyShare("PRR", "pool"), "1830 4.9")


@BOTH
@rule("1830 4.9")
def test_nor_on_a_later_turn_of_the_round(preset: str) -> None:
    game = play(prr([40, 0, 0], preset=preset).cash(500, 500, 500).game(), SellShares("PRR", 10), Pass())
    while asked(game)[0] != 0:
        game.apply(Pass())
    assert round_of(game) == "SR 2"
    refused(game, BuyShare("PRR", "pool"), "1830 4.9")
    refused(game, BuyShare("PRR", "ipo"), "1830 4.9")


@rule("1830 4.9")
def test_the_others_may_buy_what_he_sold() -> None:
    game = play(prr([40, 0, 0]).cash(500, 500, 500).game(), SellShares("PRR", 10), Pass())
    accepted(game, BuyShare("PRR", "pool"))


@rule("1830 4.9")
def test_other_corporations_are_not_barred() -> None:
    game = play(two_firms().cash(500, 0, 0).game(), SellShares("PRR", 10))
    accepted(play(game, SellShares("PRR", 10)), Par("CPR", 67))
    refused(game, BuyShare("NYC", "ipo"), "1830 4.12")  # barred by the 60 % she holds, not by the sale


@rule("1830 4.9")
def test_a_new_round_forgets_the_sales() -> None:
    game = play(prr([40, 0, 0]).cash(500, 500, 500).change("PRR", floated=False).game(), SellShares("PRR", 10), Pass())
    while round_of(game) == "SR 2":
        game.apply(Pass())
    assert round_of(game) == "SR 3"
    while asked(game)[0] != 0:
        game.apply(Pass())
    accepted(game, BuyShare("PRR", "pool"))


@rule("1830 4.9")
def test_buying_first_and_selling_afterwards_is_allowed() -> None:
    game = play(prr([40, 0, 0]).cash(500, 500, 500).game(), BuyShare("PRR", "ipo"))
    accepted(game, SellShares("PRR", 10))


@rule("1830 4.9")
def test_an_emergency_sale_in_an_operating_round_does_not_bar() -> None:
    """Ada sells one NYC share for 100 towards PRR's train; in the next stock round she buys it back for 90."""
    position = Position(3).cash(79, 0, 0).company("NYC", par=100, held=[30, 40, 0], president=1, floated=False)
    position.company("PRR", par=67, held=[60, 0, 0]).token("PRR", "H12").operating("PRR", "trains")
    game = play(position.game(), SellShares("NYC", 10), BuyTrain("2-0", 80))
    assert (round_of(game), asked(game), cash(game)[0]) == ("SR 3", (0, "stock"), 99)
    assert cash(accepted(game, BuyShare("NYC", "pool")))[0] == 9


@BOTH
@rule("1830 4.9", "1830 10.3.4c")
def test_the_mh_exchange_is_not_barred_by_a_sale(preset: str) -> None:
    position = Position(3, preset).cash(500, 500, 500).private("MH", 0).company("NYC", par=100, held=[40, 0, 0])
    game = play(position.stock(0).game(), SellShares("NYC", 10))
    game = accepted(game, Exchange("MH", "pool"), seat=0)
    assert (firm(game, "NYC").held, firm(game, "NYC").pool) == ((40, 0, 0), 0)
    refused(game, BuyShare("NYC", "ipo"), "1830 4.9")
