"""1830 11: the bank breaks, the game ends, and the score."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyShare, BuyTrain, Dividend, Pass, RunRoutes, SellShares
from stellwerk.eighteen.state import RoundName, State
from tests.support import Position, offered, play, refused, rule


def running(bank: int, rounds: int = 1, part: int = 1, **options: Any) -> Game[State]:
    """Ada's B&M has run for 40 and decides about its dividend; the bank has `bank`."""
    position = (
        Position(3, **options)
        .company("B&M", par=100, held=[60, 20], cash=500, trains=("2-0",))
        .token("B&M", "E23")
        .depot(_2=5)
        .cash(12000 - 500 - bank - 200, 100, 100)
        .operating("B&M", "dividend", revenue=40)
    )
    position.s.round = RoundName("operating", 2, part, rounds)
    game = position.game()
    assert game.state.bank == bank
    return game


def finish(game: Game[State], stop: str = "") -> list[str]:
    """Pass (and run nothing) until a round begins whose name starts with `stop`, or the end; the rounds seen."""
    rounds: list[str] = []
    while game.decision() is not None and not (stop and game.view()["round"].startswith(stop)):
        if not rounds or rounds[-1] != game.view()["round"]:
            rounds.append(game.view()["round"])
        play(game, Pass() if offered(game, Pass) else RunRoutes(()))
    return rounds


# -- 11.2


@rule("1830 11.2")
def test_the_bank_breaks_when_it_has_to_pay_more_than_it_has_and_pays_in_full() -> None:
    game = play(running(bank=39), Dividend("withhold"))
    assert game.view()["companies"]["B&M"]["cash"] == 540
    assert game.state.bank == -1
    assert game.view()["bank_broken"]


@rule("1830 11.2", "1830 A19")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_a_bank_at_exactly_zero_is_not_broken(preset: str) -> None:
    game = play(running(bank=40, preset=preset), Dividend("withhold"))
    assert game.state.bank == 0
    assert not game.view()["bank_broken"]
    assert finish(game, stop="SR") == ["OR 2.1"]


@rule("1830 11.2", "1830 A19")
def test_with_the_other_value_it_is_broken_at_zero() -> None:
    game = play(running(bank=40, bank_break="at zero"), Dividend("withhold"))
    assert game.view()["bank_broken"]
    finish(game)
    assert game.result().reason == "bank"
    game = play(running(bank=41, bank_break="at zero"), Dividend("withhold"))
    assert not game.view()["bank_broken"]


@rule("1830 11.2", "1830 3.1")
@pytest.mark.parametrize(
    ("part", "rounds", "seen"), [(1, 1, ["OR 2.1"]), (1, 3, ["OR 2.1", "OR 2.2", "OR 2.3"]), (2, 2, ["OR 2.2"])]
)
def test_the_set_of_operating_rounds_is_played_to_its_end_and_no_stock_round_follows(
    part: int, rounds: int, seen: list[str]
) -> None:
    game = play(running(bank=10, part=part, rounds=rounds), Dividend("withhold"))
    assert finish(game) == seen
    assert game.view()["ended"] == "bank"


@rule("1830 11.2a")
def test_if_it_breaks_in_a_stock_round_that_round_and_a_whole_set_are_played() -> None:
    game = (
        Position(3)
        .company("B&M", par=100, held=[60, 20], cash=500, trains=("3-0",))
        .token("B&M", "E23")
        .phase("3")
        .cash(11260, 100, 100)
        .stock(seat=0)
        .game()
    )
    assert game.state.bank == 40
    play(game, SellShares("B&M", 10))
    assert game.view()["bank_broken"]
    assert game.view()["round"] == "SR 2", "the stock round goes on"
    assert finish(game) == ["SR 2", "OR 2.1", "OR 2.2"]
    assert game.view()["ended"] == "bank"


@rule("1830 11.2b")
def test_broken_stays_broken() -> None:
    game = play(running(bank=10), Dividend("withhold"), BuyTrain("2-1", 80))
    assert game.state.bank == 10 - 40 + 80
    assert game.view()["bank_broken"]
    finish(game)
    assert game.view()["ended"] == "bank"


@rule("1830 11.2")
def test_without_a_broken_bank_a_stock_round_follows() -> None:
    game = play(running(bank=400), Dividend("withhold"))
    assert finish(game, stop="SR") == ["OR 2.1"]
    assert game.view()["round"] == "SR 3"
    assert not game.result().finished
    assert game.result().winners == ()


@rule("1830 14.14", "1830 11.2")
def test_the_game_ends_with_the_last_action_of_the_last_turn() -> None:
    game = play(running(bank=10), Dividend("withhold"))
    assert game.view()["asked"]["kind"] == "trains"
    play(game, Pass())
    assert game.decision() is None
    refused(game, Pass(), "1830 11.1")


# -- 11.3


def scored(**options: Any) -> Position:
    """Ada: 100, 30 % PRR at 76, 10 % NYC without a price, DH. Ben: 50, 40 % PRR. Cleo: 1, SV; BO is closed."""
    position = Position(3, **options).company("PRR", par=67, held=[30, 40], president=1, cell=(3, 6), cash=999)
    position.change("NYC", held=(10, 0, 0), ipo=90)
    return position.private("DH", 0).private("SV", 2).cash(100, 50, 1).stock(seat=0)


@rule("1830 11.3")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_the_score_is_cash_shares_at_market_price_and_privates_at_face_price(preset: str) -> None:
    game = scored(preset=preset).game()
    assert game.result().scores == (100 + 3 * 76 + 70, 50 + 4 * 76, 1 + 20)


@rule("1830 11.3")
def test_privates_count_nothing_with_the_option_off() -> None:
    assert scored(score_privates=False).game().result().scores == (100 + 3 * 76, 50 + 4 * 76, 1)


@rule("1830 11.3")
def test_a_private_a_company_owns_counts_for_nobody() -> None:
    position = scored().private("DH", "PRR")
    assert position.game().result().scores[0] == 100 + 3 * 76


@rule("1830 11.3")
def test_a_score_can_be_read_line_by_line() -> None:
    receipt = scored().game().receipts()["score Ada"]
    assert [line.amount for line in receipt.lines] == [100, 228, 0, 70]
    assert receipt.total == 398
    assert {line.rule for line in receipt.lines} == {"1830 11.3"}


@rule("1830 11.3")
def test_the_highest_score_wins() -> None:
    game = play(running(bank=10), Dividend("withhold"), Pass())
    assert game.result().winners == (0,)


@rule("1830 11.3")
def test_ties_are_shared() -> None:
    # Ada and Ben hold 40 % each and the same cash; B&M pays both the same.
    game = (
        Position(3)
        .company("B&M", par=100, held=[40, 40], cash=500, trains=("2-0",))
        .token("B&M", "E23")
        .depot(_2=5)
        .cash(5700, 5700, 90)
        .operating("B&M", "dividend", revenue=40)
        .game()
    )
    assert game.state.bank == 10
    play(game, Dividend("pay"), Pass())
    result = game.result()
    assert result.scores == (5700 + 16 + 4 * 112, 5700 + 16 + 4 * 112, 90)
    assert result.winners == (0, 1)


@rule("1830 11.2")
def test_every_payment_can_break_the_bank_the_capital_of_a_company_too() -> None:
    position = Position(3).cash(11500, 100, 100).company("C&O", par=67, held=[50], floated=False, operated=False)
    game = position.stock(seat=0).game()
    assert game.state.bank == 300
    play(game, BuyShare("C&O", "ipo"))
    assert game.view()["companies"]["C&O"]["cash"] == 670
    assert game.state.bank == 300 + 67 - 670
    assert game.view()["bank_broken"]
