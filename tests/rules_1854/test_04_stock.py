"""1854 4.1 to 4.28, 4.40 and 4.41: stock rounds."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.eighteen.actions import BuyShare, Par, Pass, SellShares
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, cell, held, seen, stack, texts, treasury
from tests.support import accepted, offered, play, refused, rule


def two(**fields: Any) -> Position:
    """KT at 67, floated, unsplit: Ada 60 %, Ben 20 %; 20 % on the display."""
    return Position().share("KT", [60, 20, 0], **fields).cash(500, 500, 500)


# -- turns


@rule("1854 4.1", "1854 4.11a", "1854 15.2")
def test_sell_first_then_buy_one() -> None:
    game = two().share("KE", [0, 20, 60], director=2).sr(1).game()
    play(game, SellShares("KT", 20))
    assert asked(game)[0] == 1  # may go on
    play(game, SellShares("KE", 20), Par("SB", 67))
    assert asked(game)[0] == 2  # a purchase ends the turn
    play(game, Pass(), Pass())
    assert asked(game)[0] == 1
    play(game, Pass())
    assert game.view()["round"].startswith("OR")


@rule("1854 4.1")
def test_selling_only_is_no_pass() -> None:
    game = two().sr(2, passes=2).game()
    play(game, BuyShare("KT", "display"), Pass(), SellShares("KT", 20), Pass())
    assert asked(game)[0] == 2
    play(game, Pass())
    assert asked(game)[0] == 0  # who passed may act again
    play(game, Pass(), Pass())
    assert game.view()["round"].startswith("OR")


@rule("1854 4.2")
def test_priority_after_the_round() -> None:
    game = two().sr(0).game()
    play(game, Pass(), SellShares("KT", 20), Pass(), Pass(), Pass(), Pass())
    assert game.view()["priority"] == "Cleo"
    nobody = play(two().set(priority=1).sr(1).game(), Pass(), Pass(), Pass())
    assert nobody.view()["priority"] == "Ben"


@rule("1854 4.3")
def test_private_money_and_the_bank() -> None:
    game = two().cash(0, 0, 100).sr(2).game()
    refused(game, BuyShare("KT", "display"), "1854 4.3")
    richer = two().cash(0, 0, 134).sr(2).game()
    before = richer.state.bank
    play(richer, BuyShare("KT", "display"))
    assert richer.state.bank == before + 134


# -- selling


@rule("1854 4.10")
def test_nothing_is_sold_in_the_first_round() -> None:
    game = two().sr(1, number=1).game()
    assert not offered(game, SellShares)
    refused(game, SellShares("KT", 20), "1854 4.10")
    accepted(two().sr(1, number=2).game(), SellShares("KT", 20))


@rule("1854 4.11", "1854 A18")
def test_price_before_the_sale_and_one_step_per_certificate() -> None:
    """TV-D4, TV-B2"""
    game = Position().share("KE", [40, 40, 0], cell=(2, 3)).cash(0, 0, 500).sr(1).game()
    play(game, SellShares("KE", 40))
    assert cash(game)[1] == 340
    assert cell(game, "KE") == (4, 3)
    assert seen(game, "KE")["pool"] == 40
    split = Position().share("KT", [30, 20, 0], cell=(1, 6), split=True, area=50).cash(0, 0, 500).sr(1).game()
    play(split, SellShares("KT", 20))
    assert cash(split)[1] == 208
    assert cell(split, "KT") == (3, 6)
    assert seen(split, "KT")["price"] == 91


@rule("1854 4.11", "1854 5.2", "1854 A17")
@pytest.mark.parametrize(("place", "after"), [((2, 9), (2, 9)), ((7, 2), (7, 2)), ((5, 2), (6, 2))])
def test_where_a_sale_leads(place: tuple[int, int], after: tuple[int, int]) -> None:
    """TV-D7"""
    game = Position().share("KE", [30, 10, 0], cell=place, split=True, area=50).cash(0, 0, 500).sr(1).game()
    play(game, SellShares("KE", 10))
    assert cell(game, "KE") == after


@rule("1854 4.11a")
def test_the_same_company_twice_at_the_lowered_price() -> None:
    game = Position().share("KE", [40, 40, 0], cell=(2, 3)).cash(0, 0, 500).sr(1).game()
    play(game, SellShares("KE", 20), SellShares("KE", 20))
    assert cash(game)[1] == 2 * 85 + 2 * 80


@rule("1854 4.12", "1854 A4")
def test_the_pool_holds_any_number_unless_the_option_says_half() -> None:
    position = Position().share("KE", [40, 20, 0], pool=40).cash(0, 0, 500)
    play(position.sr(1).game(), SellShares("KE", 20))
    limited = Position(pool_limit_percent=50).share("KE", [40, 20, 0], pool=40).cash(0, 300, 0).sr(1).game()
    refused(limited, SellShares("KE", 20), "1854 4.12")
    ag = Position(pool_limit_percent=50).phase("5").halves("A", 0, 1).cash(0, 0, 500).sr(1).game()
    accepted(ag, SellShares("A", 50))


@rule("1854 4.13")
def test_no_sale_before_the_director_is_sold() -> None:
    position = Position().private("ARB", 0).cash(300, 100, 100)
    position.change("VB", held=(20, 0, 0), ipo=80)
    game = position.sr(0).game()
    refused(game, SellShares("VB", 20), "1854 4.13")
    assert not offered(game, SellShares)


@rule("1854 4.21")
def test_nothing_of_a_company_that_has_not_floated_is_sold() -> None:
    position = Position().share("KE", [40, 0, 0], 67, floated=False).change("KE", cell=-1).cash(300, 100, 100)
    refused(position.sr(0).game(), SellShares("KE", 20), "1854 4.21")


@rule("1854 4.11")
def test_sales_in_whole_certificates() -> None:
    game = two().sr(1).game()
    refused(game, SellShares("KT", 10), "1854 4.11")
    refused(game, SellShares("KT", 40), "1854 4.11")
    refused(game, SellShares("KT", 0), "1854 4.11")


# -- buying


@rule("1854 4.15", "1854 4.15b", "1854 A19")
def test_three_places_and_their_prices() -> None:
    """TV-B3, TV-B4"""
    position = Position().share("VB", [30, 0, 0], 82, (7, 3), split=True, area=50, pool=10, cash=5)
    position.cash(0, 500, 500)
    game = position.sr(1).game()
    before = game.state.bank
    pool = accepted(game, BuyShare("VB", "pool"))
    assert cash(pool)[1] == 440
    assert pool.state.bank == before + 60
    assert cell(pool, "VB") == (7, 3)
    display = accepted(game, BuyShare("VB", "display"))
    assert cash(display)[1] == 418
    assert display.state.bank == before + 82
    area = accepted(game, BuyShare("VB", "split"))
    assert cash(area)[1] == 440
    assert treasury(area, "VB") == 65
    assert area.state.bank == before
    assert seen(area, "VB")["split_area"] == 40
    for branch in (pool, display, area):
        assert held(branch, "VB") == (30, 10, 0)
        assert not branch.check()
    refused(game, BuyShare("VB", "ipo"), "1854 4.15")


@rule("1854 4.15a")
def test_the_display_keeps_its_price_and_ags_are_in_the_pool_only() -> None:
    game = two(cell=(4, 3)).sr(2).game()
    play(game, BuyShare("KT", "display"))
    assert cash(game)[2] == 500 - 134  # par 67, price 75
    ag = Position().phase("5").halves("A", 0, 1, pool=50).cash(0, 100, 0).sr(1).game()
    refused(ag, BuyShare("A", "display"), "1854 4.15")
    refused(ag, Par("A", 67), "1854 4.15a")
    refused(ag, BuyShare("B", "pool"), "1854 4.15a")
    play(ag, BuyShare("A", "pool"))
    assert cash(ag)[1] == 33
    assert held(ag, "A") == (50, 50, 0)
    refused(ag, BuyShare("1", "pool"), "1854 2.8")


@rule("1854 4.16")
def test_the_director_certificate_comes_first() -> None:
    game = Position().cash(400, 0, 0).sr(0, number=1).game()
    refused(game, BuyShare("KE", "display"), "1854 4.16")
    refused(game, Par("KE", 70), "1854 4.16")
    assert sorted({action.price for action in offered(game, Par)}) == [67, 72, 77, 82, 87, 93]
    play(game, Par("KE", 93))
    assert cash(game)[0] == 400 - 372
    assert held(game, "KE") == (40, 0, 0)
    assert seen(game, "KE")["president"] == "Ada"
    poor = Position().cash(300, 0, 0).sr(0, number=1).game()
    refused(poor, Par("KE", 77), "1854 4.16")
    refused(two().sr(0).game(), Par("KT", 67), "1854 4.16")


@rule("1854 4.16a", "1854 4.21")
def test_vb_floats_with_its_director() -> None:
    position = Position().private("ARB", 1).cash(300, 300, 0)
    position.change("VB", held=(0, 20, 0), ipo=80)
    game = position.sr(0, number=1).game()
    refused(game, BuyShare("VB", "display"), "1854 4.16")
    play(game, Par("VB", 67))
    assert seen(game, "VB")["floated"]
    assert treasury(game, "VB") == 670
    assert seen(game, "VB")["president"] == "Ada"
    assert held(game, "VB") == (40, 20, 0)


@rule("1854 4.17")
def test_no_purchase_of_what_was_sold_in_the_round() -> None:
    game = two(pool=0).sr(1).game()
    play(game, SellShares("KT", 20))
    refused(game, BuyShare("KT", "pool"), "1854 4.17")
    refused(game, BuyShare("KT", "display"), "1854 4.17")
    play(game, Par("KE", 67), Pass(), Pass())
    refused(game, BuyShare("KT", "pool"), "1854 4.17")


@rule("1854 4.18")
def test_sixty_percent_after_the_split_only() -> None:
    before = Position().share("KT", [80, 0, 0]).cash(500, 0, 0).sr(0).game()
    accepted(before, BuyShare("KT", "display"))
    after = Position().share("KT", [60, 0, 0], split=True, area=30).cash(500, 0, 0).sr(0).game()
    refused(after, BuyShare("KT", "split"), "1854 4.18")
    fifty = Position().share("KT", [50, 0, 0], split=True, area=40).cash(500, 0, 0).sr(0).game()
    accepted(fifty, BuyShare("KT", "split"))
    ag = Position().phase("5").halves("A", 0, 1, pool=50).cash(500, 0, 0).sr(0).game()
    play(ag, BuyShare("A", "pool"))
    assert held(ag, "A") == (100, 0, 0)


@rule("1854 4.19", "1854 4.27")
def test_the_certificate_limit() -> None:
    position = Position(6)
    for name in ("1", "2", "3"):
        position.local(name, owner=0)
    position.share("KT", [20, 40, 0, 0, 0, 0], director=1).share("KE", [20, 40, 0, 0, 0, 0], director=1)
    position.cash(500, 0, 0, 0, 0, 0)
    game = position.sr(0).game()
    assert game.view()["players"][0]["certificates"] == 5
    refused(game, BuyShare("KT", "display"), "1854 4.19")
    refused(game, Par("SB", 67), "1854 4.19")
    receipt = rules_of(game).receipts(game.state)["certificates Ada"]
    assert receipt.total == 5
    assert "limit 5" in receipt.title.text
    position.share("SB", [0, 40, 0, 0, 0, 0], cell=(5, 0), director=1, pool=20)
    accepted(position.sr(0).game(), BuyShare("SB", "pool"))  # orange: does not count
    position.share("NT", [0, 20, 0, 0, 0, 0], split=True, area=50, director=1)
    accepted(position.sr(0).game(), BuyShare("KT", "display"))  # the limit is 6 now


@rule("1854 4.27", "1854 5.7")
def test_orange_cells_do_not_count() -> None:
    position = Position().share("KT", [40, 40, 0], cell=(5, 5)).share("KE", [40, 20, 0], cell=(5, 4))
    game = position.cash(0, 0, 500).sr(1).game()
    assert game.view()["players"][0]["certificates"] == 1
    assert game.view()["players"][1]["certificates"] == 1
    receipt = rules_of(game).receipts(game.state)["certificates Ben"]
    assert [line.amount for line in receipt.lines] == [1, 0] or [line.amount for line in receipt.lines] == [0, 1]


@rule("1854 4.20")
def test_split_shares_are_on_sale_in_the_next_round() -> None:
    position = two(cell=(1, 3)).cash(500, 500, 500)
    position.change("KT", held=(60, 40, 0), ipo=0)
    game = play(position.sr(0).game(), Pass(), Pass(), Pass())
    assert seen(game, "KT")["split"]  # sold out: (1, 3) to (0, 3)
    assert seen(game, "KT")["split_area"] == 50
    later = Position().share("KT", [30, 20, 0], cell=(0, 3), split=True, area=50).cash(0, 100, 0).sr(1, number=3)
    accepted(later.game(), BuyShare("KT", "split"))


# -- floating and directors


@rule("1854 4.21", "1854 5.3")
def test_the_marker_goes_under_those_that_are_there() -> None:
    position = Position().share("KE", [40, 20, 0], 82).share("SB", [40, 0, 0], 82, floated=False, operated=False)
    position.change("SB", cell=-1)
    game = play(position.cash(0, 0, 500).sr(2).game(), BuyShare("SB", "display"))
    assert stack(game, 2, 2) == ["KE", "SB"]
    assert treasury(game, "SB") == 820


@rule("1854 4.21", "1854 6.3")
def test_it_operates_from_the_next_operating_round_on() -> None:
    position = Position().share("SB", [40, 0, 0], 82, floated=False, operated=False)
    position.change("SB", cell=-1)
    game = position.cash(0, 0, 500).sr(2).game()
    play(game, BuyShare("SB", "display"), Pass())  # the others can do nothing
    assert game.view()["round"] == "OR 2.1"
    assert asked(game)[1] == "SB"


@rule("1854 4.22")
def test_who_holds_more_becomes_director() -> None:
    game = Position().share("KT", [40, 20, 0], cash=50).cash(0, 500, 0).sr(1).game()
    play(game, BuyShare("KT", "display"))
    assert seen(game, "KT")["president"] == "Ada"  # a tie changes nothing
    play(game, Pass(), BuyShare("KT", "display"))
    assert held(game, "KT") == (40, 60, 0)
    assert seen(game, "KT")["president"] == "Ben"
    assert game.view()["players"][0]["certificates"] == 2  # two 20 % for the director's certificate
    assert game.view()["players"][1]["certificates"] == 2
    assert "1854 4.22" in {event.rule for event in game.last_events}
    assert treasury(game, "KT") == 50


@rule("1854 4.14", "1854 4.26", "1854 4.26a")
def test_a_director_sells_himself_out() -> None:
    """TV-B5"""

    def zoe() -> Position:
        position = Position().share("SD", [50, 20, 0], 82, (2, 2), split=True, area=20, pool=10)
        return position.cash(0, 0, 500)

    game = zoe().sr(0).game()
    three = accepted(game, SellShares("SD", 30))
    assert seen(three, "SD")["president"] == "Ada"  # 2:2, she keeps the director's certificate
    four = accepted(game, SellShares("SD", 40))
    assert cash(four)[0] == 4 * 82
    assert seen(four, "SD")["president"] == "Ben"
    assert held(four, "SD") == (10, 20, 0)
    assert seen(four, "SD")["pool"] == 50
    assert cell(four, "SD") == (6, 2)
    assert four.view()["players"][0]["certificates"] == 1
    assert four.view()["players"][1]["certificates"] == 1
    assert not four.check()
    accepted(game, SellShares("SD", 50))  # 4.12
    half = Position(pool_limit_percent=50).share("SD", [50, 20, 0], 82, (2, 2), split=True, area=20, pool=10)
    refused(half.cash(0, 0, 500).sr(0).game(), SellShares("SD", 50), "1854 4.12")


@rule("1854 4.26")
def test_without_an_heir_the_certificate_stays() -> None:
    game = Position().share("KT", [60, 20, 20]).cash(0, 0, 500).sr(0).game()
    accepted(game, SellShares("KT", 20))
    refused(game, SellShares("KT", 40), "1854 4.26")
    refused(game, SellShares("KT", 60), "1854 4.26")
    alone = Position().share("KT", [40, 20, 0]).cash(300, 0, 0).sr(0).game()
    refused(alone, SellShares("KT", 20), "1854 4.26")
    refused(alone, SellShares("KT", 40), "1854 4.26")


@rule("1854 4.26", "1854 A27")
def test_the_largest_holding_inherits_then_the_next_in_turn() -> None:
    position = Position(4).share("KT", [30, 20, 30, 20], split=True, director=0).cash(0, 0, 0, 0)
    game = play(position.sr(0).game(), SellShares("KT", 20))
    assert seen(game, "KT")["president"] == "Cleo"
    position = Position(4).share("KT", [20, 30, 20, 30], split=True, director=3).cash(0, 0, 0, 0)
    game = play(position.sr(3).game(), SellShares("KT", 20))
    assert seen(game, "KT")["president"] == "Ben"
    tie = Position(4).share("KT", [20, 20, 20, 30], split=True, director=3, area=10).cash(0, 0, 0, 0)
    game = play(tie.sr(3).game(), SellShares("KT", 20))
    assert seen(game, "KT")["president"] == "Ada"  # next clockwise after Dan


@rule("1854 4.26b")
def test_an_ag_changes_its_director_only_to_the_other_half() -> None:
    pooled = Position().phase("5").halves("A", 0, 1, pool=50).cash(300, 0, 0).sr(0).game()
    refused(pooled, SellShares("A", 50), "1854 4.26b")
    game = Position().phase("5").halves("A", 0, 1).cash(0, 0, 500).sr(0).game()
    play(game, SellShares("A", 50))
    assert seen(game, "A")["president"] == "Ben"
    assert cash(game)[0] == 67
    assert cell(game, "A") == (6, 2)


# -- the limit


@rule("1854 4.28", "1854 15.8")
def test_above_the_limit_one_must_sell() -> None:
    position = Position(6)
    for name in ("1", "2", "3", "4"):
        position.local(name, owner=0)
    position.share("KT", [40, 40, 0, 0, 0, 0], director=1).cash(500, 0, 0, 0, 0, 0)
    game = position.sr(0).game()
    assert game.view()["players"][0]["certificates"] == 6
    assert asked(game)[2] == "must_sell"
    refused(game, Pass(), "1854 4.28")
    refused(game, Par("KE", 67), "1854 4.28")
    play(game, SellShares("KT", 20))
    accepted(game, Pass())
    stuck = Position(6)
    for name in ("1", "2", "3", "4", "5", "6"):
        stuck.local(name, owner=0)
    game = stuck.share("KT", [0, 60, 0, 0, 0, 0], director=1).cash(500, 0, 500, 0, 0, 0).sr(0).game()
    assert asked(game)[0] == 1  # Ada can sell nothing: she passes


@rule("1854 15.8", "1854 4.28", "1854 4.19")
def test_certificates_that_do_not_count_need_not_be_sold() -> None:
    position = Position(6).share("KT", [20, 40, 0, 0, 0, 0], cell=(6, 1), director=1)
    for name in ("1", "2", "3", "4", "5", "6"):
        position.local(name, owner=0)
    game = position.cash(500, 0, 0, 0, 0, 0).sr(0).game()
    assert game.view()["players"][0]["certificates"] == 6
    assert asked(game)[2] == "stock"
    accepted(game, SellShares("KT", 20))
    accepted(game, Pass())
    refused(game, Par("KE", 67), "1854 4.19")
    refused(game, BuyShare("KT", "display"), "1854 4.19")


@rule("1854 4.28")
def test_the_limit_binds_in_stock_rounds_only() -> None:
    position = Position(6)
    for name in ("1", "2", "3", "4", "5", "6"):
        position.local(name, owner=0)
    game = position.turn("1", "track", ("2",)).game()
    assert asked(game)[1] == "1"
    assert not game.check()


@rule("1854 15.9")
def test_a_standstill_ends_the_game() -> None:
    position = Position(pool_limit_percent=50).share("KE", [40, 20, 0], cell=(6, 0), pool=40).cash(0, 0, 0)
    game = position.token("KE", "C23", 1).sr(1).game()
    assert game.view()["ended"] == "standstill"
    assert (
        not Position(pool_limit_percent=50).share("KE", [40, 20, 0], pool=40).cash(0, 0, 300).sr(1).game().state.ended
    )


@rule("1854 15.9", "1854 4.17")
def test_what_only_this_round_forbids_is_no_standstill() -> None:
    position = Position().share("KE", [40, 20, 0], cell=(6, 0), pool=40).cash(0, 0, 0)
    game = play(position.token("KE", "C23", 1).sr(1).game(), SellShares("KE", 20))
    assert asked(game)[0] == 1  # in the next round he may buy what he sold
    assert game.view()["round"] == "SR 3"
    accepted(game, BuyShare("KE", "pool"))


# -- the end of the round


@rule("1854 4.40", "1854 5.3")
def test_sold_out_companies_rise_in_operating_order() -> None:
    """TV-D8"""
    position = Position().share("KT", [60, 40, 0], cell=(2, 3)).share("KE", [60, 40, 0], cell=(3, 3))
    position.share("SB", [60, 20, 0], cell=(1, 2)).share("NT", [30, 20, 0], cell=(0, 5), split=True, area=50)
    position.change("NT", held=(50, 50, 0)).set(split_area=(0,) * 17).share("FJ", [60, 20, 20], cell=(1, 3))
    game = play(position.cash(0, 0, 500).sr(0).game(), Pass(), Pass(), Pass())
    assert cell(game, "KT") == (1, 3)
    assert cell(game, "KE") == (2, 3)
    assert cell(game, "SB") == (1, 2)  # 20 % are on the display
    assert cell(game, "NT") == (0, 5)  # the top row
    assert cell(game, "FJ") == (0, 3)
    assert seen(game, "FJ")["split"]
    assert stack(game, 1, 3) == ["KT"]
    order = [line for line in texts(game).splitlines() if "sold out" in line]
    assert [line.split(":")[0] for line in order] == ["FJ", "KT", "KE"]


@rule("1854 4.40")
def test_new_certificates_must_be_sold_too() -> None:
    position = Position().share("NT", [30, 20, 0], cell=(1, 4), split=True, area=50)
    game = play(position.cash(0, 0, 500).sr(0).game(), Pass(), Pass(), Pass())
    assert cell(game, "NT") == (1, 4)


@rule("1854 4.41", "1854 7.14")
@pytest.mark.parametrize(("phase", "rounds"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("7", 3)])
def test_how_many_operating_rounds_follow(phase: str, rounds: int) -> None:
    game = play(Position().phase(phase).share("KT", [60, 20, 0]).sr(0).cash(0, 500, 0).game(), Pass())
    while game.view()["round"].startswith("SR"):
        play(game, Pass())
    assert game.view()["round"] == "OR 2.1"
    assert game.state.round.rounds == rounds
