"""1830 9.3, 9.10a, 9.11, 9.12c: trains bought from other companies, freely and in an emergency."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game, Range
from stellwerk.eighteen.actions import Answer, BuyTrain, Exchange, Pass, SellShares
from stellwerk.eighteen.state import State
from tests.support import Position, accepted, play, refused, rule

PRESETS = pytest.mark.parametrize("preset", ["seed", "games18xx"])


def market(treasury: int, purse: int = 0, owned: tuple[str, ...] = ("2-3",), **options: Any) -> Position:
    """Ada's B&M buys trains; Ben's PRR has 2-0 and 2-1, Ada's C&O has 2-2, the depot has 2s at 80."""
    return (
        Position(3, **options)
        .company("B&M", par=100, held=[60, 20], cash=treasury, trains=owned)
        .company("PRR", par=82, held=[0, 60], president=1, cash=50, trains=("2-0", "2-1"))
        .company("C&O", par=67, held=[60], cash=70, trains=("2-2",))
        .token("B&M", "E23")
        .token("PRR", "H12")
        .depot(_2=2)
        .cash(purse, 300, 300)
        .operating("B&M", "trains")
    )


def prices(game: Game[State], train: str) -> Range | None:
    """What may be paid for a train of another company; None if it is not offered."""
    for option in game.options():
        if isinstance(option.action, BuyTrain) and option.action.train == train:
            return option.amount
    return None


def cash(game: Game[State], name: str) -> int:
    found: int = game.view()["companies"][name]["cash"]
    return found


def trains(game: Game[State], name: str) -> list[str]:
    found: list[str] = game.view()["companies"][name]["trains"]
    return found


# -- 9.3


@rule("1830 9.3")
@PRESETS
def test_any_price_from_one_to_the_treasury_may_be_agreed(preset: str) -> None:
    game = market(treasury=200, preset=preset).game()
    assert prices(game, "2-0") == Range(1, 200)
    for price in (1, 80, 200):
        accepted(game, BuyTrain("2-0", price))
    for price in (0, -10):
        refused(game, BuyTrain("2-0", price), "1830 9.3")
    refused(game, BuyTrain("2-0", 201), "1830 9.1")


@rule("1830 9.3")
def test_the_price_is_paid_from_treasury_to_treasury() -> None:
    game = market(treasury=200, purse=40).game()
    bank = game.state.bank
    play(game, BuyTrain("2-2", 150))
    assert (cash(game, "B&M"), cash(game, "C&O")) == (50, 70 + 150)
    assert (game.state.bank, game.state.players[0].cash) == (bank, 40)
    assert (trains(game, "B&M"), trains(game, "C&O")) == (["2-2", "2-3"], [])


@rule("1830 9.3", "1830 0.6", "1830 14.13")
def test_the_other_president_is_asked_and_agrees() -> None:
    game = play(market(treasury=200).game(), BuyTrain("2-0", 120))
    assert game.view()["asked"] == {"seat": 1, "actor": "Ben", "kind": "consent", "rule": "1830 0.6"}
    assert trains(game, "PRR") == ["2-0", "2-1"], "nothing has moved yet"
    play(game, Answer(True))
    assert (trains(game, "B&M"), trains(game, "PRR")) == (["2-0", "2-3"], ["2-1"])
    assert (cash(game, "B&M"), cash(game, "PRR")) == (80, 170)
    assert game.view()["asked"]["kind"] == "trains"


@rule("1830 9.3", "1830 0.6")
def test_after_a_no_the_position_is_as_before_the_offer() -> None:
    game = play(
        market(treasury=200).game(), BuyTrain("2-2", 1)
    )  # an action of the turn, so that only the offer differs
    before = game.digest()
    play(game, BuyTrain("2-0", 120), Answer(False))
    assert game.digest() == before
    accepted(game, BuyTrain("2-0", 120))


@rule("1830 9.3", "1830 0.6")
def test_with_the_same_president_nobody_is_asked() -> None:
    game = play(market(treasury=200).game(), BuyTrain("2-2", 5))
    assert trains(game, "B&M") == ["2-2", "2-3"]
    assert game.view()["asked"]["kind"] == "trains"


@rule("1830 9.3", "1830 0.6")
def test_a_recorded_deal_is_an_accepted_one() -> None:
    game = play(market(treasury=200, consent="recorded").game(), BuyTrain("2-0", 120))
    assert trains(game, "B&M") == ["2-0", "2-3"]
    assert game.view()["asked"]["kind"] == "trains"


@rule("1830 9.3")
def test_trains_change_companies_in_the_last_phase_too() -> None:
    position = market(treasury=200, owned=()).phase("D").change("PRR", trains=("5-0", "D-0")).change("C&O", trains=())
    game = play(position.game(), BuyTrain("5-0", 7), Answer(True))
    assert trains(game, "B&M") == ["5-0"]
    assert game.view()["phase"] == "D"


@rule("1830 9.3")
def test_a_train_of_another_company_starts_no_phase_and_leaves_the_depot_alone() -> None:
    game = play(market(treasury=200).game(), BuyTrain("2-2", 5))
    assert game.view()["depot"]["2"] == 2
    assert game.view()["phase"] == "2"


@rule("1830 9.3")
def test_the_seller_may_be_left_without_a_train_until_the_end_of_its_own_turn() -> None:
    position = market(treasury=200).change("PRR", trains=("2-0",), cash=0).operating("B&M", "trains", waiting=("PRR",))
    game = play(position.game(), BuyTrain("2-0", 10), Answer(True))
    assert trains(game, "PRR") == []
    assert game.view()["asked"]["actor"] == "B&M"
    play(game, Pass())
    assert (game.view()["asked"]["actor"], game.view()["asked"]["kind"]) == ("PRR", "track")
    play(game, Pass())
    assert (game.view()["asked"]["actor"], game.view()["asked"]["kind"]) == ("PRR", "trains")
    refused(game, Pass(), "1830 9.9")


@rule("1830 9.3")
def test_trains_of_others_are_bought_in_the_buying_step_only() -> None:
    game = market(treasury=200).operating("B&M", "track").game()
    refused(game, BuyTrain("2-2", 5), "1830 14.1")


@rule("1830 9.3")
def test_a_company_does_not_buy_its_own_train() -> None:
    refused(market(treasury=200).game(), BuyTrain("2-3", 5), "1830 9.2")


@rule("1830 9.3", "1830 14.10c")
def test_trains_of_other_presidents_may_be_barred() -> None:
    game = market(treasury=50, trains_from_other_presidents=False).game()
    refused(game, BuyTrain("2-0", 20), "1830 9.3")
    accepted(game, BuyTrain("2-2", 20))
    alone = market(treasury=50, trains_from_other_presidents=False).change("C&O", trains=())
    assert alone.game().view()["round"] == "SR 3", "nothing can be bought, so nothing is asked"
    everyone = market(treasury=50).change("C&O", trains=())
    assert everyone.game().view()["asked"]["kind"] == "trains"


# -- 9.10a: help with another company's train


@rule("1830 9.10a")
@PRESETS
def test_help_towards_another_company_s_train_goes_up_to_its_face_price(preset: str) -> None:
    game = market(treasury=10, purse=100, owned=(), preset=preset).game()
    assert prices(game, "2-0") == Range(1, 80)
    refused(game, BuyTrain("2-0", 81), "1830 9.10a")
    game = play(accepted(game, BuyTrain("2-0", 80)), Answer(True))
    assert (cash(game, "B&M"), cash(game, "PRR"), game.state.players[0].cash) == (0, 130, 30)


@rule("1830 9.10a", "1830 9.10")
def test_the_treasury_is_emptied_first_for_another_company_s_train_too() -> None:
    game = play(market(treasury=10, purse=100, owned=()).game(), BuyTrain("2-2", 60))
    assert (cash(game, "B&M"), cash(game, "C&O"), game.state.players[0].cash) == (0, 130, 50)


@rule("1830 9.10a")
def test_the_president_chooses_between_the_bank_s_and_another_company_s_train() -> None:
    game = market(treasury=10, purse=100, owned=()).game()
    accepted(game, BuyTrain("2-4", 80))
    accepted(game, BuyTrain("2-2", 1))


@rule("1830 9.10a")
def test_without_a_cap_help_goes_as_far_as_the_president_s_cash() -> None:
    game = market(treasury=10, purse=100, owned=(), ebuy_other_price_cap="none").game()
    assert prices(game, "2-0") == Range(1, 110)
    refused(game, BuyTrain("2-0", 111), "1830 9.10a")
    game = play(accepted(game, BuyTrain("2-0", 110)), Answer(True))
    assert (cash(game, "B&M"), cash(game, "PRR"), game.state.players[0].cash) == (0, 160, 0)


@rule("1830 9.10a", "1830 9.3")
def test_the_cap_binds_the_help_not_the_treasury() -> None:
    game = market(treasury=200, purse=100, owned=()).game()
    assert prices(game, "2-0") == Range(1, 200)


@rule("1830 9.10c", "1830 9.3")
def test_there_is_no_help_with_another_company_s_train_for_a_company_that_has_one() -> None:
    game = market(treasury=10, purse=100).game()
    assert prices(game, "2-2") == Range(1, 10)
    refused(game, BuyTrain("2-2", 11), "1830 9.1")


# -- 9.11


def rich_enough(treasury: int = 500, purse: int = 300, **options: Any) -> Position:
    """Phase 6: the pool has a 5 at 450 and the depot 6s at 630; Ben's PRR has a 6; B&M has no train."""
    return (
        market(treasury, purse, owned=(), **options)
        .change("PRR", trains=("6-0",))
        .change("C&O", trains=())
        .phase("6")
        .pool_trains("5-0")
    )


@rule("1830 9.11")
@pytest.mark.parametrize("options", [{}, {"preset": "games18xx"}, {"ebuy_depot_train": "any"}])
def test_no_help_with_a_dearer_depot_train_when_the_treasury_can_pay_the_cheapest(options: dict[str, Any]) -> None:
    for treasury in (450, 500):
        game = rich_enough(treasury, purse=1000, **options).game()
        refused(game, BuyTrain("6-1", 630), "1830 9.11")
        refused(game, BuyTrain("D-0", 1100), "1830 9.11")
        accepted(game, BuyTrain("5-0", 450))


@rule("1830 9.11")
def test_the_treasury_alone_may_pay_for_a_dearer_depot_train() -> None:
    accepted(rich_enough(treasury=630).game(), BuyTrain("6-1", 630))


@rule("1830 9.11")
def test_the_president_helps_only_a_company_that_has_not_the_means() -> None:
    # The 5 in the pool costs 450: with one less in the treasury he may help with either train.
    for treasury, most in ((450, 450), (500, 500), (449, 630)):
        game = rich_enough(treasury, purse=1000).game()
        assert prices(game, "6-0") == Range(1, most)
        accepted(game, BuyTrain("6-0", most))
    refused(rich_enough(purse=1000).game(), BuyTrain("6-0", 501), "1830 9.11")


@rule("1830 9.11")
def test_630_in_the_treasury_and_a_6_on_sale_leave_no_help_with_a_diesel() -> None:
    position = market(treasury=630, purse=470, owned=()).change("PRR", trains=()).phase("D")
    position.change("C&O", trains=("D-0",)).depot(_6=1)
    refused(position.game(), BuyTrain("D-0", 1100), "1830 9.11")
    accepted(position.game(), BuyTrain("D-0", 630))
    accepted(position.change("B&M", cash=629).cash(471, 300, 300).game(), BuyTrain("D-0", 1100))


@rule("1830 9.11", "1830 9.10a")
@pytest.mark.parametrize("options", [{"preset": "games18xx"}, {"ebuy_other_train": "obliged"}])
def test_own_cash_for_another_company_s_train_may_be_allowed_all_the_same_up_to_face_price(
    options: dict[str, Any],
) -> None:
    game = rich_enough(**options).game()
    assert prices(game, "6-0") == Range(1, 630)
    refused(game, BuyTrain("6-0", 631), "1830 9.10a")
    game = play(accepted(game, BuyTrain("6-0", 630)), Answer(True))
    assert (cash(game, "B&M"), cash(game, "PRR"), game.state.players[0].cash) == (0, 680, 170)


@rule("1830 9.11", "1830 9.10b")
def test_no_shares_are_sold_for_it() -> None:
    game = rich_enough(purse=0).game()
    assert prices(game, "6-0") == Range(1, 500)
    refused(game, SellShares("B&M", 10), "1830 9.10b")


# -- 9.12c


@rule("1830 9.12c")
def test_without_a_sale_another_company_s_train_may_cost_one() -> None:
    game = market(treasury=10, purse=20, owned=()).game()
    assert prices(game, "2-2") == Range(1, 30)


@rule("1830 9.12c")
@PRESETS
def test_after_a_sale_the_price_must_need_the_last_share_sold(preset: str) -> None:
    # B&M stands at 100: after the sale 10 + 105 - 100 + 1 = 16.
    game = play(market(treasury=10, purse=5, owned=(), preset=preset).game(), SellShares("B&M", 10))
    assert prices(game, "2-2") == Range(16, 80)
    refused(game, BuyTrain("2-2", 15), "1830 9.12c")
    accepted(game, BuyTrain("2-2", 16))


@rule("1830 9.12c")
def test_only_the_last_of_several_sales_counts() -> None:
    # C&O stands at 67, and 67 again one row below: after two sales 10 + 134 - 67 + 1 = 78.
    game = play(market(treasury=10, owned=()).game(), SellShares("C&O", 10), SellShares("C&O", 10))
    assert prices(game, "2-2") == Range(78, 80)


@rule("1830 9.12c")
def test_the_price_per_share_counts_not_the_whole_sale() -> None:
    # One sale of two shares at 67: 10 + 134 - 67 + 1 = 78.
    game = play(market(treasury=10, owned=()).game(), SellShares("C&O", 20))
    assert prices(game, "2-2") == Range(78, 80)


@rule("1830 9.12c", "1830 A30")
@PRESETS
def test_a_new_president_who_sold_nothing_is_not_bound_by_the_sale_of_the_old_one(preset: str) -> None:
    position = (
        Position(3, preset, mh_timing="any moment of SR or OR", must_buy_train="always")
        .company("NYC", par=100, held=[30, 30], cash=10)
        .company("PRR", par=82, held=[30, 60], president=1, trains=("2-0",))
        .token("NYC", "E19")
        .private("MH", 1)
        .depot(_2=5)
        .cash(5, 5, 0)
        .operating("NYC", "trains")
    )
    game = play(position.game(), SellShares("PRR", 10))
    assert prices(game, "2-0") == Range(10 + 5 + 82 - 82 + 1, 80)
    game.apply(Exchange("MH", "ipo"), 1)
    assert prices(game, "2-0") == Range(1, 15)
    accepted(game, BuyTrain("2-0", 1))


@rule("1830 9.12c", "1830 A30")
def test_an_exchange_that_changes_no_president_leaves_the_floor() -> None:
    position = market(treasury=10, purse=5, owned=(), mh_timing="any moment of SR or OR").private("MH", 1)
    game = play(position.game(), SellShares("B&M", 10))
    game.apply(Exchange("MH", "ipo"), 1)
    assert prices(game, "2-2") == Range(16, 80)


@rule("1830 9.12c")
def test_a_train_whose_face_price_the_treasury_reaches_has_no_such_minimum() -> None:
    # Phase 3: the cheapest train costs 180; C&O's 2 has a face price of 80, which a treasury of 80 reaches.
    for treasury, least in ((80, 1), (79, 79 + 100 - 100 + 1)):
        game = play(market(treasury, owned=()).phase("3").game(), SellShares("B&M", 10))
        assert prices(game, "2-2") == Range(least, 80)
