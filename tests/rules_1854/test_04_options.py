"""1854 4.30 to 4.36: options."""

from __future__ import annotations

from typing import Any

from stellwerk.eighteen.actions import BuyShare, Dividend, Par, Pass, SellShares
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.titles.t1854.actions import CompleteOption, TakeOption
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, cell, held, seen, treasury
from tests.support import accepted, offered, play, refused, rule


@rule("1854 4.30", "1854 4.21", "1854 4.31")
def test_an_option_counts_ten_percent_and_floats_a_company() -> None:
    """TV-B7"""
    game = Position().cash(400, 400, 0).sr(0, number=1).game()
    play(game, Par("KE", 77))
    assert not seen(game, "KE")["floated"]
    before = game.state.bank
    play(game, TakeOption("KE", "display"))
    assert cash(game)[1] == 400 - 77
    assert game.state.bank == before + 77 - 770
    assert held(game, "KE") == (40, 10, 0)
    assert seen(game, "KE")["floated"]
    assert treasury(game, "KE") == 770
    assert seen(game, "KE")["ipo"] == 40  # the whole certificate has left
    assert game.view()["options"] == {"Ben": {"company": "KE", "source": "display", "price": 77, "due": False}}
    assert game.view()["players"][1]["certificates"] == 1
    assert not game.check()


@rule("1854 4.30")
def test_what_an_option_may_be_taken_on() -> None:
    position = Position().share("KT", [40, 20, 0], 77, (4, 3), pool=20).share("NT", [30, 0, 0], split=True, area=50)
    game = position.cash(0, 0, 80).sr(2).game()
    assert offered(game, TakeOption) == [TakeOption("KT", "display"), TakeOption("KT", "pool")]
    assert cash(accepted(game, TakeOption("KT", "pool")))[2] == 5  # the present price
    assert cash(accepted(game, TakeOption("KT", "display")))[2] == 3  # par
    refused(game, TakeOption("NT", "display"), "1854 4.35b")
    refused(game, TakeOption("NT", "split"), "1854 4.35b")
    refused(game, TakeOption("KT", "split"), "1854 4.35b")
    refused(game, TakeOption("SB", "display"), "1854 4.16")
    poor = position.cash(0, 0, 70).sr(2).game()
    refused(poor, TakeOption("KT", "display"), "1854 4.3")


@rule("1854 4.30", "1854 4.17", "1854 4.19")
def test_options_follow_the_rules_of_purchases() -> None:
    game = Position().share("KT", [40, 20, 0], pool=20).cash(0, 300, 0).sr(1).game()
    play(game, SellShares("KT", 20))
    refused(game, TakeOption("KT", "pool"), "1854 4.17")
    position = Position(6).share("KT", [20, 40, 0, 0, 0, 0], director=1)
    for name in ("1", "2", "3", "4"):
        position.local(name, owner=0)
    refused(position.cash(500, 0, 0, 0, 0, 0).sr(0).game(), TakeOption("KT", "display"), "1854 4.19")


def optioned(price: int = 77, source: str = "display", round_: int = 1, **options: Any) -> Position:
    """KT at 80: Ada 40 %, Ben 20 % and an option."""
    position = Position(**options).share("KT", [40, 30, 0], 77, (3, 3)).share("KE", [0, 20, 40], director=2)
    return position.option(1, "KT", price, source, round_).cash(500, 500, 500)


@rule("1854 4.32", "1854 4.30")
def test_nothing_else_is_bought_while_an_option_is_open() -> None:
    game = optioned(round_=2).sr(1).game()
    refused(game, BuyShare("KE", "display"), "1854 4.32")
    refused(game, Par("SB", 67), "1854 4.32")
    refused(game, TakeOption("KE", "display"), "1854 4.30")  # a second option
    assert {option.action.kind for option in game.options()} == {"complete_option", "sell_shares", "pass"}


@rule("1854 4.33")
def test_completion_at_the_recorded_price() -> None:
    """TV-D2"""
    position = optioned(77).change("KT", cell=0)
    market = position.t.market
    position.change("KT", cell=market.index[2, 7]).set(split=(False,) * 17)
    game = position.sr(1).game()
    assert seen(game, "KT")["price"] == 102
    play(game, CompleteOption())
    assert cash(game)[1] == 500 - 77
    assert held(game, "KT") == (40, 40, 0)
    assert game.view()["options"] == {}
    assert asked(game)[0] == 2  # it was his purchase
    assert seen(game, "KT")["president"] == "Ada"
    refused(Position().share("KT", [60, 20, 0]).cash(500, 500, 500).sr(1).game(), CompleteOption(), "1854 4.33")


@rule("1854 4.33", "1854 4.17", "1854 A31")
def test_no_completion_after_a_sale_of_the_company_in_the_round() -> None:
    same = accepted(optioned(round_=2).sr(1).game(), CompleteOption())  # in the round it was taken in
    assert held(same, "KT") == (40, 40, 0)
    for round_ in (1, 2):
        game = optioned(round_=round_).sr(1).game()
        accepted(play(game.branch(), SellShares("KE", 20)), CompleteOption())  # of another company
        play(game, SellShares("KT", 20))
        refused(game, CompleteOption(), "1854 4.17")
    later = play(game, Pass(), Pass(), Pass())
    assert asked(later)[0] == 1
    refused(later, CompleteOption(), "1854 4.17")  # not in a later turn of the round either


@rule("1854 4.33")
def test_completion_after_a_sale_where_the_table_allows_it() -> None:
    position = optioned(complete_after_sale=True, round_=2)
    game = play(position.sr(1).game(), SellShares("KT", 20), CompleteOption())
    assert held(game, "KT") == (40, 20, 0)


@rule("1854 4.22", "1854 4.33", "1854 4.23")
def test_completion_may_change_the_director() -> None:
    position = Position().share("KT", [40, 50, 0], director=1).option(1, "KT", 67)
    position.change("KT", held=(40, 30, 0), ipo=20, president=0)
    position.change("KT", held=(40, 50, 0), ipo=0, president=1)
    assert not [problem for problem in position.cash(0, 500, 0).sr(1).game().check() if "director" in problem]
    tie = Position().share("KT", [40, 30, 0], cell=(3, 3)).share("KE", [0, 0, 40], director=2)
    game = tie.option(1, "KT", 67).cash(0, 500, 0).sr(1).game()
    play(game, CompleteOption())
    assert seen(game, "KT")["president"] == "Ada"  # 40 : 40
    # an optioned certificate counts for the majority: 20 + 20 + 10 beats 40 + 0
    more = Position().share("KT", [40, 40, 0], cell=(3, 3)).cash(0, 500, 0).sr(1).game()
    play(more, TakeOption("KT", "display"))
    assert held(more, "KT") == (40, 50, 0)
    assert seen(more, "KT")["president"] == "Ben"
    assert seen(more, "KT")["certificates"] == {"Ada": 2, "Ben": 2}
    assert not more.check()


@rule("1854 4.34", "1854 15.3")
def test_an_option_is_sold_for_one_unit() -> None:
    """TV-D3"""
    position = Position().share("KT", [40, 30, 0], 67, (5, 3)).option(1, "KT", 65, "pool").cash(0, 0, 0)
    game = position.sr(1).game()
    play(game, SellShares("KT", 10))
    assert cash(game)[1] == 70
    assert cell(game, "KT") == (6, 3)
    assert seen(game, "KT")["pool"] == 20
    assert held(game, "KT") == (40, 20, 0)
    assert game.view()["options"] == {}
    assert not game.check()


@rule("1854 4.34", "1854 15.3")
def test_an_option_among_other_certificates() -> None:
    game = optioned().cash(0, 0, 0).sr(1).game()
    play(game, SellShares("KT", 30))
    assert cash(game)[1] == 3 * 80
    assert cell(game, "KT") == (5, 3)  # two certificates
    assert seen(game, "KT")["pool"] == 40


@rule("1854 4.34")
def test_not_in_the_round_it_was_taken_in() -> None:
    game = optioned(round_=2).sr(1).game()
    refused(game, SellShares("KT", 10), "1854 4.34")
    refused(game, SellShares("KT", 30), "1854 4.34")
    accepted(game, SellShares("KT", 20))


@rule("1854 4.35")
def test_in_the_next_round_it_must_be_completed_or_sold() -> None:
    game = optioned().sr(1).game()
    assert game.view()["options"]["Ben"]["due"]
    refused(game, BuyShare("KE", "display"), "1854 4.32")
    accepted(game, CompleteOption())
    accepted(game, SellShares("KT", 10))
    accepted(game, Pass())  # the round does not end with it
    last = optioned().sr(1, passes=2).game()
    refused(last, Pass(), "1854 4.35")  # this pass would end the round
    accepted(last, CompleteOption())
    accepted(last, SellShares("KT", 10))
    accepted(optioned(round_=2).sr(1, passes=2).game(), Pass())  # not in the round in which it was taken
    accepted(optioned().sr(1, passes=1).game(), Pass())


@rule("1854 4.35", "1854 4.1", "1854 4.2")
def test_no_round_ends_with_an_option_that_is_due() -> None:
    game = play(optioned().sr(1).game(), Pass(), Pass(), Pass())
    assert game.view()["round"] == "SR 2"
    assert asked(game)[0] == 1  # all have passed: Ben is asked once more
    refused(game, Pass(), "1854 4.35")
    refused(game, Par("SB", 67), "1854 4.32")
    sold = play(game.branch(), SellShares("KT", 10), Pass())
    assert asked(sold)[0] == 2  # he has acted: the round goes on
    other = play(game.branch(), SellShares("KE", 20), Pass(), Pass(), Pass())
    assert asked(other)[0] == 1  # he sold something else: all must pass again, and so must he not
    refused(other, Pass(), "1854 4.35")
    play(game, CompleteOption(), Pass(), Pass(), Pass())
    assert game.view()["round"].startswith("OR")
    assert game.view()["priority"] == "Cleo"  # left of Ben, who bought last


@rule("1854 4.35")
def test_several_options_that_are_due_are_asked_for_in_turn() -> None:
    position = Position().share("KT", [40, 10, 10], 77, (3, 3)).option(1, "KT", 77).option(2, "KT", 77)
    game = play(position.cash(0, 500, 500).sr(1).game(), Pass(), Pass())  # Ada can do nothing: she passes
    assert asked(game)[0] == 1
    refused(game, Pass(), "1854 4.35")
    play(game, CompleteOption(), Pass(), Pass())
    assert asked(game)[0] == 2
    refused(game, Pass(), "1854 4.35")
    play(game, SellShares("KT", 10))
    assert game.view()["options"] == {}
    assert not game.check()


@rule("1854 4.35", "1854 A5")
def test_at_a_strict_table_in_the_first_turn() -> None:
    game = optioned(option_due="first_turn").sr(1).game()
    refused(game, Pass(), "1854 4.35")
    accepted(game, CompleteOption())
    play(game, SellShares("KE", 20))
    refused(game, Pass(), "1854 4.35")
    accepted(game, SellShares("KT", 10))
    accepted(optioned(option_due="first_turn", round_=2).sr(1).game(), Pass())


@rule("1854 4.35a")
def test_sales_may_pay_for_the_completion() -> None:
    game = optioned().cash(0, 0, 0).sr(1, passes=2).game()
    refused(game, CompleteOption(), "1854 4.3")
    refused(game, Pass(), "1854 4.35")
    play(game, SellShares("KE", 20), CompleteOption())
    assert held(game, "KT") == (40, 40, 0)


@rule("1854 4.35a", "1854 4.17")
def test_after_its_sale_another_company_may_be_bought() -> None:
    game = optioned().sr(1).game()
    play(game, SellShares("KT", 10))
    refused(game, BuyShare("KT", "pool"), "1854 4.17")
    play(game, BuyShare("KE", "display"))
    assert held(game, "KE") == (0, 40, 40)


@rule("1854 4.35b", "1854 4.36", "1854 5.5")
def test_a_split_makes_it_an_ordinary_share() -> None:
    """TV-D16"""
    position = Position().share("KT", [40, 30, 0], 77, (0, 2), cash=0).option(1, "KT", 77).cash(0, 0, 0)
    game = play(position.turn("KT", "dividend", revenue=100).game(), Dividend("pay"))
    assert seen(game, "KT")["split"]
    assert cell(game, "KT") == (0, 3)
    # dividend on 40 and 30, then 97 a certificate (twice for the director's), nothing for the optioned one
    assert cash(game) == [40 + 2 * 97, 30 + 97, 0]
    assert held(game, "KT") == (20, 20, 0)
    assert game.view()["options"] == {}
    assert seen(game, "KT")["certificates"] == {"Ada": 1, "Ben": 2}
    assert not game.check()


@rule("1854 4.31", "1854 6.62")
def test_the_missing_part_of_a_dividend_stays_in_the_bank() -> None:
    position = Position().share("KT", [40, 50, 0], 67, (4, 2), director=1, cash=0).option(1, "KT", 67).cash(0, 0, 0)
    game = position.turn("KT", "dividend", revenue=200).game()
    before = game.state.bank
    play(game, Dividend("pay"))
    assert cash(game) == [80, 100, 0]
    assert game.state.bank == before - 180
    assert treasury(game, "KT") == 0


@rule("1854 4.31", "1854 4.40")
def test_an_optioned_certificate_is_owned() -> None:
    position = Position().share("KT", [40, 50, 0], 67, (4, 2), director=1).option(1, "KT", 67, round_=2).cash(0, 0, 0)
    game = position.sr(0).game()
    assert game.view()["players"][1]["certificates"] == 2
    while game.view()["round"].startswith("SR"):
        play(game, Pass())
    assert cell(game, "KT") == (3, 2)
    assert rules_of(game).score(game.state, 1).total == 5 * 77


@rule("1854 15.7")
def test_an_option_nothing_can_be_done_with_stays_open() -> None:
    position = Position(pool_limit_percent=50).share("KT", [40, 10, 0], pool=40).option(1, "KT", 67)
    game = position.cash(0, 66, 500).sr(1).game()
    assert asked(game)[0] == 2  # neither completed nor sold: not asked
    assert "Ben" in game.view()["options"]


@rule("1854 15.7", "1854 4.33", "1854 4.17")
def test_a_barred_completion_forces_no_other_sales() -> None:
    def position(pool: int) -> Position:
        """Ben sold KT earlier in this round; with 40 % in the pool his option cannot be sold either."""
        position = Position(pool_limit_percent=50).share("KT", [40, 10, 0], 77, (3, 3), pool=pool).option(1, "KT", 77)
        position.share("KE", [0, 20, 40], director=2).cash(0, 500, 0).sr(1, passes=2)
        sold = ((), (position.t.company("KT"),), ())
        position.s.frames = (StockRound(1, sold, 2), StockTurn(1))
        return position

    refused(position(20).game(), Pass(), "1854 4.35")  # it can be sold
    stuck = position(40).game()
    accepted(stuck, SellShares("KE", 20))
    play(stuck, Pass())
    assert stuck.view()["round"].startswith("OR")
    assert "Ben" in stuck.view()["options"]
