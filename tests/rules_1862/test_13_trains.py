"""1862 13 and 14: trains, phases, the obligation and the emergency purchase."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Answer, BuyTrain, DiscardTrain, Pass, SellShares
from stellwerk.titles.t1862.figures import figures
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.table import (
    Position,
    asked,
    cash,
    held,
    price,
    rules_of,
    seen,
    sound,
    texts,
    treasury,
)
from tests.support import accepted, offered, play, refused, rule


def ats(cash_: int = 500, phase: str = "2", held_: list[int] | None = None, **options: Any) -> Position:
    """ATS in Chicago, joined with Peoria, in its train step."""
    return ats_in(Position(4, **options).phase(phase), cash_, held_)


def ats_in(position: Position, cash_: int, held_: list[int] | None = None) -> Position:
    """ATS in a position."""
    position.found("ATS", held_ or [60, 0, 0, 0], cash=cash_).home("ATS").tile("G22", "4", 0)
    return position.turn("ATS", "trains")


def on_sale(game: Game[State1862]) -> list[str]:
    """What bank and pool offer."""
    return [offer["train"] for offer in game.view()["on_sale"]]


@rule("1862 13.1", "1862 13.2", "1862 2.4")
def test_trains_are_bought_one_after_another_in_ascending_order() -> None:
    game = ats(1000).game()
    refused(game, BuyTrain("3-0", 200), "1862 13.2")
    refused(game, BuyTrain("2-0", 90), "1862 13.2")
    refused(game, BuyTrain("2-1", 100), "1862 13.2")
    play(game, BuyTrain("2-0", 100), BuyTrain("2-1", 100))
    assert seen(game, "ATS")["trains"] == ["2-0", "2-1"]
    assert treasury(game, "ATS") == 800
    last = ats(1000).left("2", 1).game()
    play(last, BuyTrain("2-6", 100))
    assert on_sale(last) == ["3-0"]
    refused(rich(), BuyTrain("2-3", 100), "1862 13.2")


def rich() -> Game[State1862]:
    """ATS owns a train and has 99; UP has a train it could sell."""
    position = ats(99).found("UP", [0, 60, 0, 0], president=1).trains("UP", "2-2").trains("ATS", "2-0")
    return position.game()


@rule("1862 13.2a", "1862 14.4", "1862 14.5", "1862 14.6", "1862 14.7")
def test_e_trains_are_sold_beside_the_others_and_never_hold_them_back() -> None:
    game = ats(2000, "4").left("4", 0).game()
    assert on_sale(game) == ["5-0"]  # no 5E before the first 5
    refused(game, BuyTrain("5E-0", 600), "1862 13.2a")
    refused(game, BuyTrain("6-0", 600), "1862 13.2")
    play(game, BuyTrain("5-0", 500))
    assert on_sale(game) == ["5-1", "5E-0"]
    play(game, BuyTrain("5E-0", 600))
    assert game.view()["phase"] == "5"
    assert on_sale(game) == ["5-1"]
    gone = ats(2000, "5").left("5", 0).game()
    assert on_sale(gone) == ["5E-0", "6-0"]  # the unsold 5E does not hold back the 6
    late = ats(2000, "10").game()
    assert on_sale(late) == ["5E-0", "6E-0", "8E-0", "10E-0"]
    play(late, BuyTrain("10E-0", 1200))
    assert on_sale(late) == ["5E-0", "6E-0", "8E-0", "10E-1"]
    assert late.view()["depot"]["10E"] == "unlimited"


@rule("1862 13.2b", "1862 13.6")
def test_pool_trains_cost_their_printed_price() -> None:
    game = ats(300, "5").pool_of_trains("3-1").game()
    refused(game, BuyTrain("3-1", 150), "1862 13.2")
    play(game, BuyTrain("3-1", 200))
    assert treasury(game, "ATS") == 100
    assert game.view()["train_pool"] == []
    assert game.view()["phase"] == "5"


@rule("1862 13.2c")
def test_trains_of_other_companies_for_an_agreed_price() -> None:
    position = ats(150, "3").found("UP", [0, 60, 0, 0], president=1, cash=0).trains("UP", "3-1")
    game = position.game()
    refused(game, BuyTrain("3-1", 0), "1862 13.2c")
    accepted(game, BuyTrain("3-1", 1))
    accepted(position.change("ATS", cash=1).trains("ATS", "3-2").game(), BuyTrain("3-1", 1))
    play(game, BuyTrain("3-1", 120))
    assert asked(game) == (1, "Ben", "consent")
    refuse = play(game.branch(), Answer(False))
    assert seen(refuse, "UP")["trains"] == ["3-1"]
    assert asked(refuse)[1] == "ATS"
    play(game, Answer(True))
    assert seen(game, "UP")["trains"] == []  # the seller may be left without a train
    assert seen(game, "ATS")["trains"] == ["3-1"]
    assert (treasury(game, "ATS"), treasury(game, "UP")) == (30, 120)
    sound(game)


@rule("1862 13.2c")
def test_between_companies_of_one_director_nobody_is_asked_and_the_treasury_is_the_limit() -> None:
    position = ats(150, "3").found("UP", [60, 0, 0, 0], cash=0).trains("UP", "3-1", "3-2").trains("ATS", "3-3")
    game = position.game()
    refused(game, BuyTrain("3-1", 151), "1862 13.2c")
    play(game, BuyTrain("3-1", 150))
    assert seen(game, "ATS")["trains"] == ["3-1", "3-3"]


@rule("1862 13.3")
@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("8", 2), ("10", 2)])
def test_the_train_limit(phase: str, limit: int) -> None:
    game = ats(1000, phase).game()
    t = rules_of(game).t
    assert t.phases[game.state.phase].train_limit == limit


@rule("1862 13.3")
def test_a_company_at_its_limit_does_not_buy_even_if_its_own_trains_would_go() -> None:
    position = ats(3000, "5").left("5", 0).trains("ATS", "3-1", "5E-0")
    game = position.game()
    refused(game, BuyTrain("6-0", 600), "1862 13.3", also="1862 24.1")  # the step was skipped
    assert asked(game)[2] == "buyback"
    position = ats(3000, "5").left("5", 0).trains("ATS", "3-1")
    accepted(position.game(), BuyTrain("6-0", 600))  # one train: room


@rule("1862 13.3")
def test_e_trains_count_towards_the_limit_and_pool_trains_too() -> None:
    position = ats(3000, "5").left("5", 0).trains("ATS", "5-1", "5E-0").found("UP", [60]).trains("UP", "5-3")
    rules = rules_of(position.game())
    part = rules.steps[type(position.s.frames[-1])].parts["trains"]  # type: ignore[attr-defined]
    assert part.options(position.s, position.s.frames[-1]) == []


@rule("1862 13.4", "1862 14.2")
def test_the_first_train_of_a_type_changes_the_phase() -> None:
    position = ats(1000).left("2", 0)
    game = play(position.game(), BuyTrain("3-0", 200))
    assert game.view()["phase"] == "3"
    assert "phase 3 begins" in texts(game)
    play(game, BuyTrain("3-1", 200))
    assert "phase" not in texts(game)
    pool = play(ats(1000, "4").pool_of_trains("3-2").game(), BuyTrain("3-2", 200))
    assert pool.view()["phase"] == "4"
    express = play(ats(1000, "5").game(), BuyTrain("5E-0", 600))
    assert express.view()["phase"] == "5"


@rule("1862 13.5", "1862 14.3", "1862 14.5", "1862 14.6")
@pytest.mark.parametrize(("phase", "buys", "old"), [("3", "4-0", "2"), ("5", "6-0", "3"), ("6", "8-0", "4")])
def test_trains_are_scrapped_wherever_they_are(phase: str, buys: str, old: str) -> None:
    before = phase
    position = ats(3000, phase).left(before, 0).trains("ATS", f"{old}-1").pool_of_trains(f"{old}-2")
    position.found("UP", [60], cash=0).trains("UP", f"{old}-3")
    cost = position.t.train_price[buys.partition("-")[0]]
    game = play(position.game(), BuyTrain(buys, cost))
    assert seen(game, "ATS")["trains"] == [buys]
    assert seen(game, "UP")["trains"] == []
    assert game.view()["train_pool"] == []
    sound(game)


@rule("1862 13.6")
def test_trains_above_the_new_limit_go_to_the_pool() -> None:
    position = ats(3000, "4").left("4", 0).trains("ATS", "4-1", "4-2")
    position.found("UP", [0, 60, 0, 0], president=1, cell=(0, 4), cash=0).trains("UP", "3-1", "3-2", "4-3")
    position.found("SP", [0, 0, 60, 0], president=2, cell=(0, 8), cash=0).trains("SP", "3-3", "3-4", "4-4")
    game = play(position.game(), BuyTrain("5-0", 500))
    assert asked(game) == (0, "ATS", "discard")  # the buyer first
    refused(game, DiscardTrain("3-1"), "1862 13.6")
    play(game, DiscardTrain("5-0"))  # the new train too
    assert asked(game) == (2, "SP", "discard")  # then in operating order
    play(game, DiscardTrain("3-3"))
    assert asked(game) == (1, "UP", "discard")
    play(game, DiscardTrain("4-3"))
    assert game.view()["train_pool"] == ["5-0", "3-3", "4-3"]
    assert cash(game) == [600] * 4  # no compensation
    sound(game)


@rule("1862 13.7")
def test_trains_are_never_handed_in() -> None:
    game = ats(1000, "5").trains("ATS", "4-1").game()
    refused(game, BuyTrain("5-1", 400, "4-1"), "1862 13.7")
    assert not offered(game, DiscardTrain)


@rule("1862 13.8")
def test_a_company_with_a_route_must_own_a_train() -> None:
    game = ats(100).game()
    refused(game, Pass(), "1862 13.8")
    assert offered(game, BuyTrain) == [BuyTrain("2-0", 100)]
    play(game, BuyTrain("2-0", 100))
    free = Position(4).found("ATS", [60], cash=100).home("ATS").turn("ATS", "trains").game()
    play(free, Pass())  # without a route there is no duty


@rule("1862 13.8", "1862 13.9", "1862 A17", "1862 TV18")
def test_no_help_while_the_treasury_can_pay_some_train() -> None:
    position = ats(350, "5").pool_of_trains("4-1")
    game = position.game()
    refused(game, Pass(), "1862 13.8")
    refused(game, BuyTrain("5-1", 500), "1862 13.9")
    accepted(game, BuyTrain("4-1", 300))
    helped = ats(350, "5", emergency_help="chosen_out_of_reach").pool_of_trains("4-1").cash(200, 0, 0, 0).game()
    play(helped, BuyTrain("5-1", 500))
    assert cash(helped)[0] == 50
    assert treasury(helped, "ATS") == 0


@rule("1862 13.9", "1862 13.9c", "1862 TV18")
def test_the_director_adds_exactly_what_is_missing() -> None:
    position = ats(120, "4").left("4", 2).cash(400, 0, 0, 0)
    game = play(position.game(), BuyTrain("4-3", 300))
    assert cash(game)[0] == 220
    assert treasury(game, "ATS") == 0
    assert seen(game, "ATS")["trains"] == ["4-3"]
    assert "1862 13.9" in texts(game)


@rule("1862 13.9c", "1862 13.9d")
@pytest.mark.parametrize(("money", "sells"), [(180, False), (179, True)])
def test_who_has_exactly_what_is_missing_sells_nothing(money: int, sells: bool) -> None:
    position = ats(120, "4").left("4", 2).cash(money, 0, 0, 0)
    game = play(position.game(), BuyTrain("4-3", 300))
    assert ("must sell" in texts(game)) is sells
    assert (game.view()["raising"] is not None) is sells


@rule("1862 13.9a", "1862 A28")
def test_any_train_may_be_chosen_also_one_that_ruins_the_director() -> None:
    position = ats(120, "5").cash(400, 0, 0, 0).pool_of_trains("4-1")
    game = position.game()
    assert set(offered(game, BuyTrain)) == {BuyTrain("5-1", 500), BuyTrain("5E-0", 600), BuyTrain("4-1", 300)}
    ruined = accepted(game, BuyTrain("5E-0", 600))
    assert ruined.view()["raising"] is not None or ruined.view()["players"][0]["bankrupt"]


@rule("1862 13.9a", "1862 A28")
def test_option_emergency_must_be_payable() -> None:
    position = ats(120, "5", emergency_must_be_payable=True).cash(400, 0, 0, 0).pool_of_trains("4-1")
    position.found("ATS", [20, 0, 0, 0], cash=120, tokens=1)
    game = position.game()
    refused(game, BuyTrain("5E-0", 600), "1862 13.9a")
    assert set(offered(game, BuyTrain)) == {BuyTrain("4-1", 300), BuyTrain("5-1", 500)}
    position.cash(100, 0, 0, 0)
    assert set(offered(position.game(), BuyTrain)) == {
        BuyTrain("4-1", 300), BuyTrain("5-1", 500), BuyTrain("5E-0", 600),
    }  # fmt: skip


@rule("1862 13.9a", "1862 A28")
@pytest.mark.parametrize(
    ("money", "trains"), [(480, {"4-1", "5-1", "5E-0"}), (479, {"4-1", "5-1"}), (180, {"4-1"}),
                          (179, {"4-1", "5-1", "5E-0"})],
)  # fmt: skip
def test_a_train_that_takes_the_last_dollar_can_be_paid(money: int, trains: set[str]) -> None:
    position = ats(120, "5", [20, 0, 0, 0], emergency_must_be_payable=True).cash(money, 0, 0, 0)
    game = position.pool_of_trains("4-1").game()
    assert {action.train for action in offered(game, BuyTrain)} == trains
    for train, cost in (("4-1", 300), ("5-1", 500), ("5E-0", 600)):
        if train not in trains:
            refused(game, BuyTrain(train, cost), "1862 13.9a")


def most_for_a_train(position: Position) -> int:
    """What Ada could pay for UP's 5-train, for 500 at most; one dollar more is refused."""
    game = position.game()
    (option,) = [option for option in game.options() if option.action == BuyTrain("5-2", 1)]
    assert option.amount is not None
    refused(game, BuyTrain("5-2", option.amount.high + 1), "1862 13.9f")
    accepted(game, BuyTrain("5-2", option.amount.high))
    return option.amount.high


@rule("1862 13.9f", "1862 13.9d", "1862 17.1")
@pytest.mark.parametrize(("place", "most"), [((9, 0), 100), ((8, 0), 150)])
def test_shares_whose_sale_would_close_the_needy_company_bring_nothing(place: tuple[int, int], most: int) -> None:
    position = ats(0, "5").cash(100, 0, 0, 0).found("UP", [0, 60, 0, 0], president=1, cash=0).trains("UP", "5-2")
    position.found("ATS", [40, 20, 0, 0], cell=place, par=100, tokens=1)  # at 20, and at 25 one row above it
    assert most_for_a_train(position) == most


@rule("1862 13.9f", "1862 17.2")
@pytest.mark.parametrize(
    ("president", "notes", "money", "most"),
    [(0, 2, 200, 110), (0, 2, 191, 101), (0, 2, 190, 100), (0, 2, 189, 100), (1, 2, 0, 110)],
)
def test_what_a_closing_costs_him_is_taken_off(president: int, notes: int, money: int, most: int) -> None:
    position = ats(0, "5", [20, 0, 0, 0]).cash(100, 0, 0, 0).found("UP", [0, 60, 0, 0], president=1, cash=0)
    held_ = [15, 10, 0, 0] if president == 0 else [5, 15, 0, 0]
    position.trains("UP", "5-2").found("SP", held_, cell=(9, 0), par=70, president=president, bought_back=True,
                                       notes=notes, cash=money)  # fmt: skip
    assert most_for_a_train(position) == most  # 5 % of SP bring 10; its director pays what its treasury lacks


@rule("1862 13.9b", "1862 13.9f")
def test_help_with_another_companys_train_goes_up_to_the_printed_price() -> None:
    position = ats(100, "5").cash(1000, 0, 0, 0).found("UP", [0, 60, 0, 0], president=1, cash=0).trains("UP", "4-1")
    game = position.game()
    refused(game, BuyTrain("4-1", 301), "1862 13.9b")
    play(game, BuyTrain("4-1", 300), Answer(True))
    assert cash(game)[0] == 800
    assert treasury(game, "UP") == 300
    poor = position.found("ATS", [20, 0, 0, 0], cash=100, tokens=1).cash(50, 0, 0, 0).game()
    refused(poor, BuyTrain("4-1", 151), "1862 13.9f")
    refused(poor, BuyTrain("4-1", 300), "1862 13.9f")
    refused(poor, BuyTrain("4-1", 301), "1862 13.9b")
    accepted(poor, BuyTrain("4-1", 150))


@rule("1862 13.9d", "1862 6.11", "1862 A12")
def test_shares_are_sold_for_the_chosen_train() -> None:
    position = ats(0, "5").cash(100, 0, 0, 0).found("UP", [20, 60, 0, 0], 100, president=1)
    position.found("SP", [30, 20, 0, 0], 80)
    game = play(position.game(), BuyTrain("5-1", 500))
    assert asked(game) == (0, "Ada", "raise")
    assert game.view()["raising"] == {
        "player": "Ada", "company": "ATS", "train": "5-1", "amount": 500, "missing": 400,
    }  # fmt: skip
    refused(game, Pass(), "1862 13.9d")
    refused(game, BuyTrain("5-1", 500), "1862 13.9d")
    play(game, SellShares("UP", 10))
    assert price(game, "UP") == 92
    play(game, SellShares("UP", 10))  # several actions are allowed here, each lowers the price
    assert price(game, "UP") == 85
    assert cash(game)[0] == 292
    play(game, SellShares("ATS", 20))
    assert cash(game)[0] == 492
    play(game, SellShares("SP", 10))
    assert seen(game, "ATS")["trains"] == ["5-1"]  # bought as soon as the money is there
    assert cash(game)[0] == 492 + 80 - 500
    sound(game)


@rule("1862 13.9d")
def test_no_forced_sale_changes_a_director_and_a_tie_is_allowed() -> None:
    position = ats(0, "5", [20, 0, 0, 0]).cash(0, 0, 0, 0).found("SP", [40, 30, 0, 0], 100)
    position.found("UP", [20, 60, 0, 0], 100, president=1)
    game = play(position.game(), BuyTrain("5-1", 500))
    refused(game, SellShares("SP", 20), "1862 13.9d")
    refused(game, SellShares("ATS", 10), "1862 5.10")
    play(game, SellShares("SP", 10))
    assert held(game, "SP") == (30, 30, 0, 0)
    assert seen(game, "SP")["president"] == "Ada"


@rule("1862 13.9d")
def test_only_what_is_still_missing_may_be_sold() -> None:
    position = ats(0, "5", [20, 0, 0, 0]).cash(350, 0, 0, 0).found("UP", [40, 60, 0, 0], 100, president=1)
    game = play(position.game(), BuyTrain("5-1", 500))
    refused(game, SellShares("UP", 30), "1862 13.9d")
    play(game, SellShares("UP", 20))
    assert cash(game)[0] == 50


@rule("1862 13.9d")
@pytest.mark.parametrize(("money", "least"), [(400, 10), (399, 20), (300, 20), (299, 30)])
def test_a_certificate_is_necessary_as_long_as_a_dollar_is_missing_without_it(money: int, least: int) -> None:
    position = ats(0, "5", [20, 0, 0, 0]).cash(money, 0, 0, 0).found("UP", [40, 60, 0, 0], 100, president=1)
    game = play(position.game(), BuyTrain("5-1", 500))
    assert [action.percent for action in offered(game, SellShares)] == list(range(10, least + 1, 10))
    refused(game, SellShares("UP", least + 10), "1862 13.9d")
    play(game, SellShares("UP", least))
    assert (cash(game)[0], seen(game, "ATS")["trains"]) == (money + 10 * least - 500, ["5-1"])


@rule("1862 13.9d", "1862 6.12", "1862 A26", "1862 1.8")
def test_companies_that_act_later_bring_the_price_after_the_fall() -> None:
    position = (
        ats(0, "5", [20, 0, 0, 0]).cash(350, 0, 0, 0).found("UP", [40, 60, 0, 0], 100, president=1, operated=False)
    )
    game = play(position.game(), BuyTrain("5-1", 500), SellShares("UP", 20))
    assert cash(game)[0] == 350 + 184 - 500


@rule("1862 13.9d", "1862 6.4")
def test_forced_sales_leave_nothing_behind_for_the_next_stock_round() -> None:
    position = ats(0, "5", [20, 0, 0, 0]).cash(450, 0, 0, 0).found("UP", [40, 60, 0, 0], 100, president=1)
    position.turn("ATS", "trains", part=3)
    game = play(position.game(), BuyTrain("5-1", 500), SellShares("UP", 10))
    while game.view()["round"].startswith("OR"):
        play(game, Pass())
    assert game.view()["round"] == "SR 3"
    assert all(not sold for sold in game.state.frames[0].sold)  # type: ignore[attr-defined]


@rule("1862 13.9e", "1862 15.1")
def test_who_cannot_pay_is_bankrupt() -> None:
    position = ats(0, "5", [20, 0, 0, 0]).cash(100, 500, 500, 500).found("UP", [10, 60, 0, 0], 100, president=1)
    game = play(position.game(), BuyTrain("5-1", 500))
    assert asked(game)[2] == "raise"
    play(game, SellShares("UP", 10))
    assert game.view()["players"][0]["bankrupt"]


@rule("1862 13.9f", "1862 15.10")
def test_a_deal_that_cannot_be_paid_in_full_is_not_possible() -> None:
    position = ats(0, "5", [20, 0, 0, 0]).cash(100, 0, 0, 0).found("UP", [10, 60, 0, 0], 100, president=1)
    game = position.trains("UP", "4-1").game()
    refused(game, BuyTrain("4-1", 201), "1862 13.9f")
    play(game, BuyTrain("4-1", 200), Answer(True))
    assert asked(game)[2] == "raise"
    play(game, SellShares("UP", 10))
    assert seen(game, "ATS")["trains"] == ["4-1"]  # this avoided the bankruptcy
    assert treasury(game, "UP") == 200


@rule("1862 13.9f", "1862 A12")
def test_a_deal_that_careless_sales_have_put_out_of_reach_is_void() -> None:
    position = ats(0, "5", [20, 0, 0, 0]).cash(0, 0, 0, 0).found("UP", [20, 60, 0, 0], 100, president=1)
    game = play(position.trains("UP", "5-1").game(), BuyTrain("5-1", 200), Answer(True))
    assert asked(game) == (0, "Ada", "raise")
    play(game, SellShares("UP", 10), SellShares("UP", 10))  # 100 and 92: together they would have brought 200
    assert asked(game) == (0, "ATS", "trains")
    assert "1862 13.9f" in texts(game)
    assert (cash(game)[0], treasury(game, "UP"), seen(game, "UP")["trains"]) == (192, 0, ["5-1"])
    refused(game, BuyTrain("5-1", 200), "1862 13.9f")
    accepted(game, BuyTrain("5-1", 192))
    sound(game)


@rule("1862 14.1", "1862 14.2", "1862 14.3", "1862 14.4", "1862 14.5", "1862 14.6", "1862 14.7")
def test_the_table_of_phases() -> None:
    t = rules_of(ats().game()).t
    table = {
        phase.id: (phase.tiles[-1], phase.train_limit, phase.operating_rounds, figures(t).bonus_rates.rate[phase.color])
        for phase in t.phases
    }
    assert table == {
        "2": ("yellow", 4, 1, 20),
        "3": ("green", 4, 2, 20),
        "4": ("green", 3, 2, 20),
        "5": ("brown", 2, 3, 30),
        "6": ("brown", 2, 3, 30),
        "8": ("gray", 2, 3, 30),
        "10": ("gray", 2, 3, 30),
    }
    rusts = {entry.id: entry.rusts_on for entry in t.trains if entry.rusts_on}
    assert rusts == {"2": "4", "3": "6", "4": "8"}
    assert sum(entry.count for entry in t.trains) == 42
