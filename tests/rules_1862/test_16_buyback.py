"""1862 16: the share buyback with its loan."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyTrain, Dividend, Pass, SellShares
from stellwerk.i18n import receipt_in
from stellwerk.titles.t1862.actions import Buyback
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.table import Position, asked, cash, held, papers, price, rules_of, seen, sound, treasury
from tests.support import accepted, offered, play, refused, rule


def nyh(phase: str = "3", cash_: int = 0, price_: int = 100, **options: Any) -> Position:
    """The position of the rulebook's example: A 40 %, B 20 %, C 10 %, bank 10 %, pool 20 %."""
    position = Position(4, **options).phase(phase).cash(0, 0, 0, 0)
    cell = {100: (0, 4), 85: (2, 4), 75: (4, 4), 45: (8, 2)}[price_]
    position.found("NYH", [40, 20, 10, 0], 100, pool=20, cash=cash_, cell=cell).home("NYH")
    return position.turn("NYH", "buyback")


def notes(game: Game[State1862]) -> tuple[int, int]:
    """The fewest and the most notes that may be taken."""
    (option,) = [option for option in game.options() if isinstance(option.action, Buyback)]
    assert option.amount is not None
    return option.amount.low, option.amount.high


@rule("1862 TV4", "1862 16.2", "1862 16.2a", "1862 16.2c", "1862 16.3", "1862 16.4", "1862 16.4a", "1862 16.5")
def test_the_example_of_the_rulebook() -> None:
    game = nyh().game()
    assert notes(game) == (9, 9)
    bank = game.view()["bank"]
    play(game, Buyback(9))
    assert cash(game) == [200, 100, 50, 0]
    assert held(game, "NYH") == (20, 10, 5, 0)
    assert [papers(game, seat) for seat in range(3)] == [3, 2, 1]
    company = seen(game, "NYH")
    assert (company["ipo"], company["pool"], company["own_percent"], company["notes"]) == (5, 10, 50, 9)
    assert treasury(game, "NYH") == 40
    assert game.view()["bank"] == bank - 540 + 50 + 100
    bill = next(event.receipt for event in game.last_events if event.kind == "buyback")
    assert bill is not None
    assert [line.amount for line in bill.lines] == [0, 540, -200, -100, -50, -50, -100]
    assert bill.total == 40
    assert [line.text for line in bill.lines[2:]] == [
        "Ada 40 % to 20 %: $100 + 2 × $50",
        "Ben 20 % to 10 %: 2 × $50",
        "Cleo 10 % to 5 %: 1 × $50",
        "bank 10 % to 5 %: 1 × $50",
        "pool 20 % to 10 %: 2 × $50",
    ]
    german = receipt_in(bill, "de").lines
    assert german[2].text == "Ada 40 % auf 20 %: $100 + 2 × $50"
    assert german[-1].text == "Bankpool 20 % auf 10 %: 2 × $50"
    sound(game)


@rule("1862 TV7", "1862 TV8", "1862 16.4", "1862 16.4a")
@pytest.mark.parametrize(
    ("phase", "most", "left"), [("3", 9, 40), ("4", 9, 40), ("5", 7, 60), ("6", 7, 60), ("8", 6, 40)]
)
def test_what_a_note_pays_follows_the_colour_of_the_phase(phase: str, most: int, left: int) -> None:
    game = nyh(phase).game()
    assert notes(game) == (most, most)
    refused(game, Buyback(most + 1), "1862 16.4a")
    refused(game, Buyback(most - 1), "1862 16.4a")
    refused(game, Buyback(-1), "1862 16.4a")
    play(game, Buyback(most))
    assert treasury(game, "NYH") == left
    assert seen(game, "NYH")["debt"] == 100 * most


@rule("1862 TV8", "1862 16.4a")
def test_with_money_of_its_own_the_company_may_take_fewer_notes_or_more() -> None:
    game = nyh(cash_=500).game()
    assert notes(game) == (0, 9)
    none = accepted(game, Buyback(0))
    assert treasury(none, "NYH") == 0
    assert seen(none, "NYH")["notes"] == 0
    most = accepted(game, Buyback(9))
    assert treasury(most, "NYH") == 540
    assert notes(nyh(cash_=100).game()) == (7, 9)
    assert cash(play(nyh(cash_=100).game(), Buyback(7)))[0] == 200  # the director adds nothing


@rule("1862 16.1", "1862 14.2")
def test_once_and_from_phase_3_on_and_at_the_directors_wish() -> None:
    yellow = Position(4).found("NYH", [40, 20, 0, 0], cash=900).home("NYH").turn("NYH", "trains").game()
    refused(yellow, Buyback(0), "1862 16.1", also="1862 16.1")
    play(yellow, Pass())
    assert asked(yellow)[2] != "buyback"  # never asked in yellow
    game = nyh(cash_=900).game()
    assert asked(game) == (0, "NYH", "buyback")
    passed = accepted(game, Pass())
    assert held(passed, "NYH") == (40, 20, 10, 0)
    refused(game, Buyback(0), "1862 24.1", seat=1)
    done = Position(4).phase("3").found("NYH", [20, 10, 0, 0], bought_back=True, cash=900).home("NYH")
    done.found("UP", [60], cash=300).home("UP")
    after = done.turn("NYH", "trains", ("UP",)).game()
    refused(after, Buyback(0), "1862 16.1", also="1862 16.1")
    play(after, Pass())
    assert asked(after)[1] == "UP"


@rule("1862 16.1")
def test_the_phase_after_the_train_step_and_the_price_after_the_price_step_count() -> None:
    position = (
        Position(4).found("ATS", [60], 100, cash=1000).home("ATS").left("2", 0).turn("ATS", "dividend", revenue=100)
    )
    game = play(position.game(), Dividend("pay"))
    assert price(game, "ATS") == 110
    refused(game, Buyback(0), "1862 16.1", also="1862 16.1")
    play(game, BuyTrain("3-0", 200), Pass())  # the first 3-train
    assert asked(game)[2] == "buyback"
    assert seen(game, "ATS")["buyback"]["cost"] == 550


@rule("1862 16.2a", "1862 16.2b", "1862 16.2c", "1862 16.3", "1862 A19")
@pytest.mark.parametrize(
    ("name", "held_", "director"), [("UP", [40, 20, 10, 0], 85 + 2 * 43), ("NYH", [40, 20, 10, 0], 85 + 2 * 43)]
)
def test_odd_prices_are_rounded_up_for_each_certificate(name: str, held_: list[int], director: int) -> None:
    position = Position(4).phase("3").cash(0, 0, 0, 0)
    position.found(name, held_, 85, pool=20, cash=1000).home(name)
    game = play(position.turn(name, "buyback").game(), Buyback(0))
    assert cash(game)[:3] == [director, 86, 43]
    assert treasury(game, name) == 1000 - (5 * 85 + 4)


@rule("1862 16.4b", "1862 18.1", "1862 A32")
@pytest.mark.parametrize(("bank", "broken"), [(391, False), (390, True)])
def test_the_payments_of_a_buyback_are_one_for_the_bank(bank: int, broken: bool) -> None:
    position = nyh()
    position.cash(position.game().view()["bank"] - bank, 0, 0, 0)
    game = play(position.game(), Buyback(9))  # 540 out, 150 in for the shares of bank and pool
    assert game.view()["bank"] == bank - 390
    assert game.view()["bank_broken"] is broken
    assert ("bank_broken" in [event.kind for event in game.last_events]) is broken


@rule("1862 16.2", "1862 A19")
def test_option_buyback_rounding_per_holder() -> None:
    game = nyh(cash_=1000, price_=85, buyback_rounding="per_holder").game()
    play(game, Buyback(0))
    assert cash(game)[:3] == [170, 85, 43]
    assert treasury(game, "NYH") == 1000 - (170 + 85 + 43 + 43 + 85)


@rule("1862 16.6", "1862 6.7b", "1862 6.13")
def test_afterwards_units_are_five_percent_and_the_director_stays() -> None:
    game = play(nyh().game(), Buyback(9))
    assert seen(game, "NYH")["president"] == "Ada"
    assert seen(game, "NYH")["unit"] == 5
    assert seen(game, "NYH")["director_percent"] == 10
    rules = rules_of(game)
    number = rules.t.company("NYH")
    assert rules.shares.largest_sale(game.state, 0, number) == 15  # 25 % in the pool at most, Ben holds 10 %
    assert rules.shares.why_not_sell(game.state, 0, number, 20).rule == "1862 6.7b"  # type: ignore[union-attr]
    assert rules.shares.cost(game.state, number, "pool") == 50


@rule("1862 16.7")
def test_bank_shares_cost_half_of_par() -> None:
    game = play(nyh(price_=85).game(), Buyback(8))
    assert seen(game, "NYH")["bank_price"] == 50  # half of the par of 100
    assert seen(game, "NYH")["pool_price"] == 43
    assert game.view()["groups"][1]["open"]  # opened before in this position; see the test of 5.2b for the closed one


@rule("1862 16.7", "1862 6.6")
def test_the_holding_limit_counts_percent_after_the_halving() -> None:
    position = Position(4).found("NYH", [35, 5, 0, 0], bought_back=True)
    game = position.stock(0).game()
    assert "buy_share" in {option.action.kind for option in game.options()}  # 35 % and 5 % more are far below 70 %


@rule("1862 16.8")
def test_notes_stay_until_the_end() -> None:
    game = play(nyh(cash_=600).game(), Buyback(3))
    assert seen(game, "NYH")["notes"] == 3
    kinds = {option.action.kind for option in game.options()}
    assert kinds <= {"sell_shares", "buy_share", "par", "pass", "lay_tile", "place_token", "buy_train"}
    assert game.receipts()["notes NYH"].total == treasury(game, "NYH") - 300


@rule("1862 16.9")
def test_a_buyback_moves_no_price_and_forces_no_sale_before_the_next_stock_round() -> None:
    position = Position(7).phase("3").cash(*[1000] * 7)
    for name in ("UP", "SP", "ATS"):
        position.found(name, [50, 20], president=0)
    position.found("NYH", [40, 20, 20], 100, cash=600).home("NYH")
    game = position.turn("NYH", "buyback", part=2).game()
    assert papers(game, 0) == 14  # limit 13
    play(game, Buyback(0))
    assert price(game, "NYH") == 100
    assert papers(game, 0) == 15
    assert asked(game) == (0, "Ada", "must_sell")  # the stock round has begun
    assert game.view()["round"] == "SR 3"
    assert offered(game, SellShares)


@rule("1862 16.4a")
def test_receipts_show_what_a_buyback_would_leave() -> None:
    game = nyh(cash_=100).game()
    bill = game.receipts()["buyback NYH"]
    assert bill.total == 100 + 7 * 60 - 500
    assert sum(line.amount for line in bill.lines) == bill.total
