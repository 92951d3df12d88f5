"""1830 9.10 to 9.12f: the president helps with a train his company must buy, and what he may sell for it."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Answer, BuyTrain, Pass, Sale, SellList, SellPrivate, SellShares
from stellwerk.eighteen.state import State
from tests.support import Position, accepted, offered, play, refused, rule

PRESETS = pytest.mark.parametrize("preset", ["seed", "games18xx"])


def need(treasury: int = 0, purse: int = 0, phase: str = "2", **options: Any) -> Position:
    """Ada's B&M (60 % at 100, Ben 20 %) has no train and must buy one; in phase 2 for 80, in phase 3 for 180."""
    return (
        Position(3, **options)
        .company("B&M", par=100, held=[60, 20], cash=treasury)
        .token("B&M", "E23")
        .phase(phase)
        .cash(purse, 400, 300)
        .operating("B&M", "trains")
    )


def money(game: Game[State]) -> tuple[int, int]:
    """Treasury of B&M and cash of Ada."""
    return game.view()["companies"]["B&M"]["cash"], game.view()["players"][0]["cash"]


def price(game: Game[State], name: str) -> int:
    found: int = game.view()["companies"][name]["price"]
    return found


def sales(game: Game[State], name: str) -> list[int]:
    """The percentages of a company that may be sold now."""
    return [action.percent for action in offered(game, SellShares) if action.company == name]


# -- 9.10


@rule("1830 9.10")
@PRESETS
def test_the_treasury_is_emptied_and_the_president_pays_exactly_the_rest(preset: str) -> None:
    game = need(treasury=30, purse=200, preset=preset).game()
    bank = game.state.bank
    game = accepted(game, BuyTrain("2-0", 80))
    assert money(game) == (0, 150)
    assert game.state.bank == bank + 80
    assert game.view()["companies"]["B&M"]["trains"] == ["2-0"]


@rule("1830 9.10")
def test_a_treasury_that_can_pay_gets_no_help() -> None:
    game = play(need(treasury=90, purse=200).game(), BuyTrain("2-0", 80))
    assert money(game) == (10, 200)


# -- 9.10a


def three_kinds(treasury: int, purse: int, **options: Any) -> Position:
    """Phase 6: a 5 in the train pool (450), 6s (630) and Diesels (1100) in the depot."""
    return need(treasury, purse, "6", **options).pool_trains("5-0")


@rule("1830 9.10a")
@PRESETS
def test_help_is_given_only_with_the_cheapest_train_of_depot_and_pool(preset: str) -> None:
    game = three_kinds(treasury=100, purse=2000, preset=preset).game()
    refused(game, BuyTrain("6-1", 630), "1830 9.10a")
    refused(game, BuyTrain("D-0", 1100), "1830 9.10a")
    assert money(accepted(game, BuyTrain("5-0", 450))) == (0, 1650)


@rule("1830 9.10a")
def test_with_the_value_any_help_is_given_with_every_train_on_sale() -> None:
    game = three_kinds(treasury=100, purse=1000, ebuy_depot_train="any").game()
    assert money(accepted(game, BuyTrain("5-0", 450))) == (0, 650)
    assert money(accepted(game, BuyTrain("6-1", 630))) == (0, 470)
    assert money(accepted(game, BuyTrain("D-0", 1100))) == (0, 0)


@rule("1830 9.10a", "1830 9.12b", "1830 9.13")
def test_with_the_value_any_sales_still_look_at_the_cheapest_train() -> None:
    game = three_kinds(treasury=100, purse=349, ebuy_depot_train="any").game()
    assert sales(game, "B&M") == [10]
    play(game, SellShares("B&M", 10))
    refused(game, SellShares("B&M", 10), "1830 9.10b")
    refused(game, BuyTrain("6-1", 630), "1830 9.10b")
    accepted(game, BuyTrain("5-0", 450))


# -- 9.10b


@rule("1830 9.10b")
@PRESETS
def test_if_his_cash_is_not_enough_he_sells_shares_until_it_is(preset: str) -> None:
    game = need(treasury=10, purse=20, preset=preset).game()
    refused(game, BuyTrain("2-0", 80), "1830 9.10b")
    game = accepted(game, SellShares("B&M", 10))
    assert money(game) == (10, 120)
    assert money(accepted(game, BuyTrain("2-0", 80))) == (0, 50)


@rule("1830 9.10b")
@PRESETS
@pytest.mark.parametrize(("treasury", "purse"), [(30, 50), (80, 0), (0, 80), (500, 500)])
def test_nothing_is_sold_while_treasury_and_cash_reach_the_price(preset: str, treasury: int, purse: int) -> None:
    game = need(treasury, purse, preset=preset).company("PRR", held=[20, 40], president=1).game()
    refused(game, SellShares("PRR", 10), "1830 9.10b")


@rule("1830 9.10b")
def test_one_short_of_the_price_he_may_sell() -> None:
    game = need(treasury=30, purse=49).company("PRR", held=[20, 40], president=1).game()
    accepted(game, SellShares("PRR", 10))


# -- 9.10c


@rule("1830 9.10c")
def test_no_help_with_a_trade_in() -> None:
    game = need(treasury=790, purse=1000, phase="6").change("B&M", trains=("5-0",)).game()
    assert game.view()["asked"]["kind"] == "trains"
    refused(game, BuyTrain("D-0", 800, "5-0"), "1830 9.10c")


@rule("1830 9.10c")
def test_no_help_and_no_sale_for_a_second_train() -> None:
    position = need(treasury=70, purse=5).change("B&M", trains=("2-0",)).company("C&O", trains=("2-1",))
    game = position.private("SV", 0).depot(_2=4).game()
    refused(game, BuyTrain("2-2", 80), "1830 9.1")
    refused(game, SellShares("B&M", 10), "1830 9.10c")
    refused(game, SellPrivate("SV", 1, 5), "1830 9.10c")


@rule("1830 9.10c", "1830 12.3")
@pytest.mark.parametrize("options", [{"preset": "games18xx"}, {"must_buy_train": "route"}])
def test_no_help_and_no_sale_for_a_company_that_is_not_obliged(options: dict[str, Any]) -> None:
    game = (
        Position(3, **options)
        .company("PRR", par=100, held=[60, 20], cash=70)
        .token("PRR", "H12")
        .company("C&O", held=[0, 60], president=1, trains=("2-0",))
        .depot(_2=5)
        .cash(5, 400, 300)
        .operating("PRR", "trains")
        .game()
    )
    refused(game, BuyTrain("2-1", 80), "1830 9.1")
    refused(game, SellShares("PRR", 10), "1830 9.10c")
    accepted(game, Pass())


# -- 9.12


@rule("1830 9.12", "1830 4.4")
@PRESETS
def test_a_sale_is_paid_at_the_old_price_and_the_marker_drops_a_row_for_each_share(preset: str) -> None:
    game = need(purse=0, phase="3", preset=preset).company("PRR", par=90, held=[20, 40], president=1).game()
    play(game, SellShares("PRR", 20))
    assert money(game) == (0, 180)
    assert price(game, "PRR") == 76, "90, 82, 76"
    assert game.view()["companies"]["PRR"]["pool"] == 20


@rule("1830 9.12")
def test_he_sells_in_the_order_he_likes_and_each_sale_is_one_company() -> None:
    position = need(phase="4").company("PRR", par=67, held=[20, 40], president=1).company("C&O", par=90, held=[20, 40])
    game = position.change("C&O", president=1).game()
    refused(game, SellList((Sale("PRR", 10), Sale("C&O", 10))), "1830 14.1")
    for name in ("PRR", "C&O", "B&M"):
        accepted(game, SellShares(name, 10))
    play(game, SellShares("PRR", 10), SellShares("C&O", 10), SellShares("PRR", 10))
    assert money(game) == (0, 67 + 90 + 67)


@rule("1830 9.12", "1830 4.6")
def test_shares_of_a_company_that_has_not_operated_are_not_sold_by_the_seed() -> None:
    position = need().company("PRR", held=[20, 40], president=1, operated=False)
    refused(position.game(), SellShares("PRR", 10), "1830 4.6")
    free = need(preset="games18xx").company("PRR", held=[20, 40], president=1, operated=False)
    accepted(free.game(), SellShares("PRR", 10))


@rule("1830 9.12", "1830 4.7")
def test_the_pool_holds_at_most_half_of_a_company() -> None:
    game = need(phase="3").company("PRR", held=[20, 30], president=1, pool=40).game()
    accepted(game, SellShares("PRR", 10))
    refused(game, SellShares("PRR", 20), "1830 4.7")


@rule("1830 9.12", "1830 4.8")
@PRESETS
def test_the_president_s_certificate_is_sold_only_if_somebody_can_take_over(preset: str) -> None:
    alone = need(phase="3", preset=preset).company("PRR", held=[30, 10, 10])
    accepted(alone.game(), SellShares("PRR", 10))
    refused(alone.game(), SellShares("PRR", 20), "1830 4.8")
    heir = need(phase="3", preset=preset).company("PRR", held=[30, 20, 10])
    accepted(heir.game(), SellShares("PRR", 20))


@rule("1830 9.12", "1830 4.4")
def test_only_whole_shares_he_has_are_sold() -> None:
    game = need(phase="4").company("PRR", held=[20, 40], president=1).game()
    for percent in (0, -10, 5, 15, 30):
        refused(game, SellShares("PRR", percent), "1830 4.4")


# -- 9.12a


@rule("1830 9.12a")
@PRESETS
def test_the_sale_must_not_cost_the_presidency_of_the_company_that_needs_the_train(preset: str) -> None:
    game = need(phase="4", preset=preset).change("B&M", held=(40, 30, 0), ipo=30).game()
    refused(game, SellShares("B&M", 20), "1830 9.12a")
    game = accepted(game, SellShares("B&M", 10))
    assert game.view()["companies"]["B&M"]["president"] == "Ada", "a tie costs nothing"
    refused(game, SellShares("B&M", 10), "1830 9.12a")


@rule("1830 9.12a", "1830 4.17c")
def test_presidencies_of_other_companies_change_at_once() -> None:
    game = need(phase="4").company("PRR", held=[30, 20, 10]).game()
    play(game, SellShares("PRR", 20))
    assert game.view()["companies"]["PRR"]["president"] == "Ben"
    assert game.view()["players"][0]["shares"]["PRR"] == 10


# -- 9.12b


@rule("1830 9.12b")
@PRESETS
@pytest.mark.parametrize(
    ("purse", "legal"),
    # 180 are needed, a share brings 67: a sale is too big if one share less would do.
    [(0, [10, 20, 30]), (45, [10, 20, 30]), (46, [10, 20]), (112, [10, 20]), (113, [10]), (179, [10]), (180, [])],
)
def test_no_more_is_sold_than_necessary(preset: str, purse: int, legal: list[int]) -> None:
    game = need(purse=purse, phase="3", preset=preset).company("PRR", held=[40, 50], president=1).game()
    assert sales(game, "PRR") == legal
    if legal:
        refused(game, SellShares("PRR", legal[-1] + 10), "1830 9.12b")


@rule("1830 9.12b")
def test_the_treasury_counts_towards_what_is_necessary() -> None:
    game = need(treasury=100, purse=13, phase="3").company("PRR", held=[40, 50], president=1).game()
    refused(game, SellShares("PRR", 20), "1830 9.12b")
    accepted(game, SellShares("PRR", 10))


# -- 9.12b1


def certificate(have: int, held: list[int] | None = None, president: int = 0, **options: Any) -> Game[State]:
    """180 are needed. Ada holds 20 % of PRR at 100, as president unless told otherwise; Ben could take over."""
    return need(have, 0, "3", **options).company("PRR", par=100, held=held or [20, 20], president=president).game()


SHARE = pytest.mark.parametrize("options", [{}, {"preset": "games18xx", "ebuy_president_cert": "share"}])
PIECE = pytest.mark.parametrize("options", [{"preset": "games18xx"}, {"ebuy_president_cert": "certificate"}])


@rule("1830 9.12b1", "1830 A27")
@SHARE
@pytest.mark.parametrize(
    ("have", "legal"), [(0, [10, 20]), (79, [10, 20]), (80, [10]), (179, [10]), (180, []), (279, [])]
)
def test_share_by_share_the_certificate_is_two_shares(have: int, legal: list[int], options: dict[str, Any]) -> None:
    game = certificate(have, **options)
    assert sales(game, "PRR") == legal
    if have == 80:
        refused(game, SellShares("PRR", 20), "1830 9.12b")
    if have >= 180:
        refused(game, SellShares("PRR", 10), "1830 9.10b")


@rule("1830 9.12b1", "1830 A27")
@PIECE
@pytest.mark.parametrize(
    ("have", "legal"), [(0, [10, 20]), (80, [10, 20]), (179, [10, 20]), (180, [10]), (279, [10]), (280, [])]
)
def test_as_one_piece_the_certificate_goes_whole_or_half(have: int, legal: list[int], options: dict[str, Any]) -> None:
    game = certificate(have, **options)
    assert sales(game, "PRR") == legal
    if have >= 180:
        refused(game, SellShares("PRR", 20), "1830 9.10b")
    if have == 280:
        refused(game, SellShares("PRR", 10), "1830 9.10b")


@rule("1830 9.12b1", "1830 4.17b")
@PIECE
def test_half_of_the_certificate_leaves_one_share(options: dict[str, Any]) -> None:
    game = play(certificate(200, **options), SellShares("PRR", 10))
    assert game.view()["players"][0]["shares"]["PRR"] == 10
    assert game.view()["companies"]["PRR"]["president"] == "Ben"
    assert money(game)[1] == 100


@rule("1830 9.12b1")
@PIECE
def test_with_another_share_of_the_company_it_is_no_certificate_alone(options: dict[str, Any]) -> None:
    assert sales(certificate(100, held=[30, 30], **options), "PRR") == [10]
    refused(certificate(100, held=[30, 30], **options), SellShares("PRR", 20), "1830 9.12b")
    refused(certificate(200, held=[30, 30], **options), SellShares("PRR", 10), "1830 9.10b")


@rule("1830 9.12b1")
@PIECE
def test_two_ordinary_shares_are_no_certificate(options: dict[str, Any]) -> None:
    refused(certificate(100, president=1, **options), SellShares("PRR", 20), "1830 9.12b")
    refused(certificate(200, president=1, **options), SellShares("PRR", 10), "1830 9.10b")


@rule("1830 9.12b1", "1830 4.8")
@PIECE
def test_the_certificate_stays_if_nobody_can_take_over(options: dict[str, Any]) -> None:
    game = certificate(100, held=[20, 10, 10], **options)
    refused(game, SellShares("PRR", 10), "1830 4.8")
    refused(game, SellShares("PRR", 20), "1830 4.8")


# -- 9.12d


def waiting(purse: int = 10, **options: Any) -> Position:
    """PRR at 76 and C&O at 71 are still to operate, PRR first; Ada holds 20 % of PRR."""
    return (
        need(purse=purse, **options)
        .company("PRR", par=76, held=[20, 0, 40], president=2)
        .company("C&O", par=71, held=[0, 60], president=1)
        .token("PRR", "H12")
        .token("C&O", "F6")
        .operating("B&M", "trains", waiting=("PRR", "C&O"))
    )


@rule("1830 9.12d", "1830 7.2")
@PRESETS
def test_companies_still_to_operate_are_sorted_again_after_a_sale(preset: str) -> None:
    game = play(waiting(preset=preset).game(), SellShares("PRR", 10), BuyTrain("2-0", 80))
    # PRR dropped into C&O's cell, below it.
    assert game.view()["asked"]["actor"] == "C&O"


@rule("1830 9.12d", "1830 7.2")
def test_without_a_sale_the_order_stays() -> None:
    game = play(waiting(purse=80).game(), BuyTrain("2-0", 80))
    assert game.view()["asked"]["actor"] == "PRR"


@rule("1830 9.12d")
def test_a_company_that_has_operated_does_not_operate_again() -> None:
    position = waiting().operating("B&M", "trains", waiting=("C&O",))
    game = play(position.game(), SellShares("PRR", 10), BuyTrain("2-0", 80), Pass(), BuyTrain("2-1", 80))
    assert game.view()["round"] == "SR 3"


# -- 9.12e


@rule("1830 9.12e")
def test_money_left_over_stays_with_the_president() -> None:
    game = play(need(treasury=50, purse=10).game(), SellShares("B&M", 10), BuyTrain("2-0", 80))
    assert money(game) == (0, 10 + 100 - 30)


# -- 9.12f


def with_private(purse: int = 10, owner: int = 0, name: str = "DH", **options: Any) -> Game[State]:
    """70 are missing at most; a private of Ada (unless told otherwise)."""
    return need(treasury=0, purse=purse, **options).private(name, owner).game()


@rule("1830 9.12f", "1830 A18", "1830 0.6")
@pytest.mark.parametrize("options", [{}, {"preset": "games18xx", "ebuy_private_sale": True}])
def test_he_may_sell_a_private_to_another_player_who_agrees(options: dict[str, Any]) -> None:
    game = accepted(with_private(**options), SellPrivate("DH", 2, 150))
    assert game.view()["asked"]["kind"] == "consent"
    assert game.view()["asked"]["seat"] == 2
    play(game, Answer(True))
    assert game.view()["privates"]["DH"]["owner"] == "Cleo"
    assert [player["cash"] for player in game.view()["players"]] == [160, 400, 150]
    accepted(game, BuyTrain("2-0", 80))


@rule("1830 9.12f", "1830 0.6")
def test_if_the_other_player_refuses_the_president_goes_on() -> None:
    game = play(with_private(), SellPrivate("DH", 2, 150), Answer(False))
    assert game.view()["privates"]["DH"]["owner"] == "Ada"
    assert game.view()["asked"]["kind"] == "trains"
    accepted(game, SellPrivate("DH", 1, 5))
    accepted(game, SellShares("B&M", 10))


@rule("1830 9.12f")
def test_the_price_of_a_private_is_at_least_one_and_at_most_the_buyer_s_cash() -> None:
    game = with_private()
    accepted(game, SellPrivate("DH", 2, 1))
    accepted(game, SellPrivate("DH", 2, 300))
    for amount in (0, -1, 301):
        refused(game, SellPrivate("DH", 2, amount), "1830 9.12f")


@rule("1830 9.12f", "1830 9.10b")
def test_no_private_is_sold_while_the_money_suffices() -> None:
    refused(with_private(purse=80), SellPrivate("DH", 1, 50), "1830 9.10b")
    accepted(with_private(purse=79), SellPrivate("DH", 1, 50))


@rule("1830 9.12f", "1830 10.3.6", "1830 A23")
def test_bo_is_not_sold() -> None:
    refused(with_private(name="BO"), SellPrivate("BO", 1, 50), "1830 10.3.6")


@rule("1830 9.12f")
def test_only_his_own_privates_are_sold_and_only_to_other_players() -> None:
    refused(with_private(owner=1), SellPrivate("DH", 2, 50), "1830 9.12f")
    for seat in (0, 3, -1):
        refused(with_private(), SellPrivate("DH", seat, 5), "1830 14.1")


@rule("1830 9.12f", "1830 A18")
@pytest.mark.parametrize("options", [{"preset": "games18xx"}, {"ebuy_private_sale": False}])
def test_without_the_option_no_private_is_sold(options: dict[str, Any]) -> None:
    game = with_private(**options)
    assert offered(game, SellPrivate) == []
    refused(game, SellPrivate("DH", 1, 50), "1830 9.12f")
