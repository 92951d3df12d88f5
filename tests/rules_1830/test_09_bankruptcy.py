"""1830 9.13, 9.13a, 11.1: when a president may go bankrupt and what happens then."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Bankrupt, BuyTrain, Pass
from stellwerk.eighteen.state import State
from tests.support import Position, accepted, play, refused, rule

PRESETS = pytest.mark.parametrize("preset", ["seed", "games18xx"])


def broke(treasury: int = 0, purse: int = 0, **options: Any) -> Position:
    """Ada's B&M at 67 must buy a 2 for 80; she can sell one share of it (30 %, Ben has 20 %)."""
    return (
        Position(3, **options)
        .company("B&M", par=67, held=[30, 20, 10], cash=treasury)
        .token("B&M", "E23")
        .cash(purse, 400, 300)
        .operating("B&M", "trains")
    )


def bankrupt_offered(game: Game[State]) -> bool:
    return any(isinstance(option.action, Bankrupt) for option in game.options())


@rule("1830 9.13")
@PRESETS
def test_bankruptcy_when_everything_together_is_one_short(preset: str) -> None:
    game = broke(treasury=5, purse=7, preset=preset).game()  # 5 + 7 + 67 = 79
    assert bankrupt_offered(game)
    assert accepted(game, Bankrupt()).view()["ended"] == "bankrupt"


@rule("1830 9.13")
@PRESETS
def test_no_bankruptcy_when_the_money_can_be_raised(preset: str) -> None:
    refused(broke(treasury=6, purse=7, preset=preset).game(), Bankrupt(), "1830 9.13")
    refused(broke(treasury=0, purse=80, preset=preset).game(), Bankrupt(), "1830 9.13")
    refused(broke(treasury=80, purse=0, preset=preset).game(), Bankrupt(), "1830 9.13")


@rule("1830 9.13", "1830 4.7")
@pytest.mark.parametrize(("purse", "possible"), [(45, True), (46, False)])
def test_only_the_largest_legal_sale_counts(purse: int, possible: bool) -> None:
    # Phase 3: 180. Of Ada's 30 % PRR at 67 only 20 % fit into the pool: 134; B&M cannot be sold (no heir).
    game = (
        broke(purse=purse)
        .change("B&M", held=(20, 10, 10), ipo=60)
        .company("PRR", par=67, held=[30, 40], president=1, pool=30)
        .phase("3")
        .game()
    )
    assert bankrupt_offered(game) is possible


@rule("1830 9.13")
def test_the_largest_sale_counts_at_the_present_price() -> None:
    # 30 % PRR at 100 are 300, the price of the cheapest train in phase 4; sold one by one they would bring 272.
    game = (
        broke()
        .change("B&M", held=(20, 10, 10), ipo=60)
        .company("PRR", par=100, held=[30, 40], president=1)
        .phase("4")
        .game()
    )
    refused(game, Bankrupt(), "1830 9.13")
    poorer = broke().change("B&M", held=(20, 10, 10), ipo=60).company("PRR", par=90, held=[30, 40], president=1)
    assert bankrupt_offered(poorer.phase("4").game())


@rule("1830 9.13", "1830 9.12a")
def test_the_company_that_needs_the_train_counts_as_far_as_its_presidency_is_kept() -> None:
    # B&M at 67, Ada 50 %, Ben 30 %: 20 % can go. Phase 3: 180 - 134 = 46.
    for purse, possible in ((45, True), (46, False)):
        game = broke(purse=purse).change("B&M", held=(50, 30, 0), ipo=20).phase("3").game()
        assert bankrupt_offered(game) is possible


@rule("1830 9.13", "1830 4.6")
@pytest.mark.parametrize(("preset", "possible"), [("seed", True), ("games18xx", False)])
def test_shares_of_a_company_that_has_not_operated_count_as_the_option_says(preset: str, possible: bool) -> None:
    game = broke(preset=preset).company("PRR", par=67, held=[10, 20], president=1, operated=False).game()
    assert bankrupt_offered(game) is possible


@rule("1830 9.13", "1830 9.12f")
def test_privates_do_not_count() -> None:
    game = broke(purse=0).private("CA", 0).game()
    accepted(game, Bankrupt())


@rule("1830 9.13")
def test_he_may_buy_another_company_s_train_instead() -> None:
    game = broke(treasury=5).company("C&O", held=[60], trains=("2-0",)).depot(_2=5).change("C&O", operated=False).game()
    accepted(game, Bankrupt())
    after = accepted(game, BuyTrain("2-0", 5))
    assert after.view()["companies"]["B&M"]["trains"] == ["2-0"]


@rule("1830 9.13", "1830 14.13", "1830 12.3")
@pytest.mark.parametrize("options", [{"preset": "games18xx"}, {"must_buy_train": "route"}])
def test_no_bankruptcy_without_the_duty_to_buy(options: dict[str, Any]) -> None:
    # PRR without track has no route, so it is not obliged; it is asked because of C&O's train.
    game = (
        Position(3, **options)
        .company("PRR", par=67, held=[20, 10, 10], cash=5)
        .token("PRR", "H12")
        .company("C&O", held=[0, 60], president=1, trains=("2-0",))
        .depot(_2=5)
        .cash(0, 400, 300)
        .operating("PRR", "trains")
        .game()
    )
    refused(game, Bankrupt(), "1830 9.13")


@rule("1830 14.13", "1830 12.3")
@PRESETS
def test_no_bankruptcy_outside_the_train_step(preset: str) -> None:
    game = broke(preset=preset).operating("B&M", "track").game()
    refused(game, Bankrupt(), "1830 14.1")


@rule("1830 14.13")
def test_only_the_president_who_is_asked_goes_bankrupt() -> None:
    refused(broke().game(), Bankrupt(), "1830 14.1", seat=1)


# -- 9.13a


def estate() -> Position:
    """Phase 5, 450 needed. Ada: 30 % B&M at 67, 20 % C&O at 82, 10 % PRR at 76, 12 in cash, SV."""
    return (
        broke(treasury=7, purse=12)
        .company("PRR", par=76, held=[10, 60], president=1)
        .company("C&O", par=82, held=[20, 0, 40], president=2)
        .phase("4")
        .depot(_4=0)
        .private("SV", 0)
    )


@rule("1830 9.13a")
def test_everything_he_can_sell_is_sold_and_his_cash_goes_to_the_bank() -> None:
    game = estate().game()
    play(game, Bankrupt())
    ada = game.view()["players"][0]
    assert ada["shares"] == {"B&M": 20}, "one share of B&M may go, the presidency stays"
    assert (ada["cash"], ada["bankrupt"]) == (0, True)
    assert [game.view()["companies"][name]["pool"] for name in ("B&M", "C&O", "PRR")] == [10, 20, 10]
    assert game.view()["companies"]["B&M"]["president"] == "Ada"
    assert game.view()["companies"]["B&M"]["cash"] == 7
    assert game.state.bank == 12000 - 400 - 300 - 7, "the sales and his cash are all back in the bank"


@rule("1830 9.13a", "1830 5.1")
def test_the_sales_go_in_operating_order() -> None:
    # C&O (82) drops two rows and PRR (76) one, both to 71: C&O is first in operating order and lies on top.
    game = play(estate().game(), Bankrupt())
    assert game.view()["market"]["4,6"] == ["C&O", "PRR"]


@rule("1830 9.13a", "1830 11.1", "1830 A17")
def test_the_game_ends_at_once() -> None:
    game = estate().operating("B&M", "trains", waiting=("C&O", "PRR")).game()
    play(game, Bankrupt())
    assert game.decision() is None
    assert game.options() == []
    assert game.result().finished
    refused(game, Pass(), "1830 11.1")


@rule("1830 11.3", "1830 9.13a")
def test_a_bankrupt_player_is_scored_with_what_he_still_has() -> None:
    # 20 % of B&M, which stays at 67 one row below, and SV for 20.
    game = play(estate().game(), Bankrupt())
    assert game.result().scores[0] == 2 * 67 + 20
    assert game.result().reason == "bankrupt"


@rule("1830 9.13a", "1830 11.3")
def test_he_wins_nothing_by_it() -> None:
    game = play(estate().game(), Bankrupt())
    # Ben: 400 + 20 % B&M at 67 + 60 % PRR at 71; Cleo: 300 + 10 % B&M + 40 % C&O at 71.
    assert game.result().scores == (154, 400 + 134 + 426, 300 + 67 + 284)
    assert game.result().winners == (1,)
