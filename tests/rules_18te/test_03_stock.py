"""18TE part 3: the stock round."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.actions import BidCompany, BuyShare, Pass, SellShares
from tests.rules_18te.table import Position, asked, cash, cell, held, seen, stack
from tests.support import accepted, offered, play, refused, rule


@rule("18te 3.2", "18te 3.2a", "18te 3.4", "18te 15.3")
def test_sales_come_before_the_one_purchase() -> None:
    game = Position(2).found("KHS", [50, 10]).found("KWE", [30, 30]).cash(300, 300).stock(0, 2).game()
    play(game, SellShares("KHS", 10))
    assert asked(game)[0] == 0
    play(game, SellShares("KHS", 10), BuyShare("KWE", "treasury"))
    assert asked(game)[0] == 1  # the purchase ends the turn
    play(game, Pass())
    assert game.view()["round"] == "SR 2"  # a turn with a sale or purchase is no pass
    assert asked(game)[0] == 0
    play(game, Pass())
    assert game.view()["round"] == "OR 2.1"
    game = Position(2).found("KHS", [50, 10]).cash(0, 0).stock(0, 2).game()
    play(game, SellShares("KHS", 10), Pass())
    assert game.view()["round"] == "SR 2"


@rule("18te 3.5", "18te TV16")
def test_yellow_certificates_do_not_count() -> None:
    position = Position(3).found("KHS", [70, 0, 0]).found("KWE", [0, 50, 0], president=1)
    position.found("CME", [30, 0, 0], cell=(4, 3)).found("TWE", [0, 70, 30], president=1)
    game = position.stock(0, 2).game()
    assert game.view()["players"][0]["certificates"] == 5
    receipt = game.receipts()["certificates Ada"]
    assert receipt.total == 5
    assert any("not counted" in line.text for line in receipt.lines)


@rule("18te 3.6", "18te A23")
def test_at_the_limit_nothing_is_bought() -> None:
    position = Position(3).found("KHS", [60, 0, 0]).found("KWE", [60, 10, 0]).found("CME", [40, 0, 0])
    position.found("TWE", [0, 30, 0], cell=(4, 3), president=1).cash(200, 0, 0)
    game = position.stock(0, 2).game()
    assert game.view()["players"][0]["certificates"] == 10
    refused(game, BuyShare("KHS", "treasury"), "18te 3.6")
    refused(game, BuyShare("TWE", "treasury"), "18te 3.6")
    may = Position(3, yellow_at_limit="may buy").found("KHS", [60, 0, 0]).found("KWE", [60, 10, 0])
    may.found("CME", [40, 0, 0]).found("TWE", [0, 30, 0], cell=(4, 3), president=1).cash(200, 0, 0)
    game = may.stock(0, 2).game()
    refused(game, BuyShare("KHS", "treasury"), "18te 3.6")
    accepted(game, BuyShare("TWE", "treasury"))


@rule("18te 3.6a")
def test_at_the_limit_nobody_bids() -> None:
    position = Position(3).found("KHS", [60, 0, 0]).found("KWE", [60, 10, 0]).found("CME", [40, 0, 0])
    game = position.cash(350, 350, 350).stock(0, 2).game()
    refused(game, BidCompany("TWE", 180), "18te 3.6a")
    play(game, Pass(), BidCompany("TWE", 180))
    assert asked(game)[0] == 2  # Cleo may raise
    play(game, Pass())
    assert seen(game, "TWE")["president"] == "Ben"  # Ada was passed over


@rule("18te 3.7", "18te 3.7a", "18te 3.7b", "18te TV16")
def test_above_the_limit_counting_certificates_are_sold_first() -> None:
    position = Position(3).found("KHS", [70, 0, 0]).found("KWE", [70, 10, 0]).found("CME", [30, 0, 0], cell=(4, 3))
    position.found("TWE", [10, 30, 0], president=1).cash(200, 0, 0)
    game = position.stock(0, 2).game()
    assert game.view()["players"][0]["certificates"] == 11
    assert asked(game)[2] == "must_sell"
    refused(game, Pass(), "18te 3.7")
    refused(game, BuyShare("KHS", "treasury"), "18te 3.7")
    refused(game, SellShares("CME", 10), "18te 3.15a")
    play(game, SellShares("TWE", 10))
    assert asked(game) == (0, "Ada", "stock")
    # nothing can be sold: he may pass, but not buy
    stuck = Position(3).found("KHS", [30, 0, 0]).found("KWE", [20, 30, 0], pool=50, president=1)
    for name in ("CME", "TWE", "KPR"):
        stuck.found(name, [30, 20, 0], pool=50)
    stuck.change("KWE", held=(50, 0, 0), president=0, ipo=0)
    stuck.change("CME", held=(50, 0, 0)).change("TWE", held=(50, 0, 0)).change("KPR", held=(50, 0, 0))
    game = stuck.cash(500, 500, 500).stock(0, 2).game()
    assert game.view()["players"][0]["certificates"] == 13
    assert not offered(game, SellShares)
    assert game.view()["round"] == "SR 2"
    assert asked(game)[0] == 1  # Ada had nothing to do: her turn was a pass


@rule("18te 3.7a", "18te 3.7", "18te 3.6", "18te A23")
@pytest.mark.parametrize("option", ["no purchase", "may buy"])
def test_above_the_limit_with_nothing_to_sell_that_counts(option: str) -> None:
    position = Position(3, yellow_at_limit=option).found("KHS", [40, 0, 0], cell=(4, 3))
    for name in ("KWE", "CME", "TWE", "KPR"):
        position.found(name, [50, 0, 0], pool=50)
    game = position.cash(500, 500, 500).stock(0, 2).game()
    assert game.view()["players"][0]["certificates"] == 12
    assert asked(game) == (0, "Ada", "stock")
    refused(game, BuyShare("KHS", "treasury"), "18te 3.6")
    assert asked(accepted(game, Pass()))[0] == 1
    accepted(game, SellShares("KHS", 10))  # it does not count, but may be sold


@rule("18te 3.7")
def test_a_yellow_certificate_does_not_help_against_the_limit() -> None:
    position = Position(3).found("KHS", [70, 0, 0]).found("KWE", [70, 10, 0]).found("TWE", [10, 30, 0], president=1)
    position.found("CME", [10, 30, 0], cell=(4, 3), president=1)
    game = position.stock(0, 2).game()
    refused(game, SellShares("CME", 10), "18te 3.7")


@rule("18te 3.8", "18te A24")
def test_nobody_buys_above_seventy_percent() -> None:
    game = Position(2).found("KHS", [70, 0]).cash(500, 500).stock(0, 2).game()
    refused(game, BuyShare("KHS", "treasury"), "18te 3.8")
    game = Position(2).found("KHS", [60, 0]).cash(500, 500).stock(0, 2).game()
    accepted(game, BuyShare("KHS", "treasury"))


@rule("18te 3.9", "18te A24")
def test_the_pool_holds_half_at_most() -> None:
    game = Position(2).found("KHS", [60, 0], pool=40).stock(0, 2).game()
    refused(game, SellShares("KHS", 20), "18te 3.9")
    accepted(game, SellShares("KHS", 10))


@rule("18te 3.10", "18te 3.10a")
def test_no_sales_in_the_first_round() -> None:
    game = Position(2).found("KHS", [50, 0]).cash(100, 0).stock(0, 1).game()
    refused(game, SellShares("KHS", 10), "18te 3.10")
    game = Position(2).found("KHS", [50, 0], operated=False).stock(0, 2).game()
    accepted(game, SellShares("KHS", 10))


@rule("18te 3.11", "18te A16", "18te TV4")
def test_a_block_is_paid_at_the_price_before_it() -> None:
    position = Position(2).found("KHS", [70, 0], 100).cash(0, 0)
    assert position.s.companies[0].cell == position.t.market.index[1, 6]
    game = play(position.stock(0, 2).game(), SellShares("KHS", 30))
    assert cash(game)[0] == 300
    assert (seen(game, "KHS")["price"], cell(game, "KHS")) == (70, (4, 6))
    game = Position(2).found("KHS", [70, 0], 100).cash(0, 0).stock(0, 2).game()
    play(game, *[SellShares("KHS", 10)] * 3)
    assert cash(game)[0] == 270
    assert seen(game, "KHS")["price"] == 70
    for wrong in (0, 15, -10):
        refused(game, SellShares("KHS", wrong), "18te 3.11")
    refused(game, SellShares("KHS", 80), "18te 3.11")


@rule("18te 3.13", "18te 3.15a")
def test_the_thirty_percent_certificate_is_never_sold() -> None:
    game = Position(2).found("KHS", [40, 20]).stock(0, 2).game()
    refused(game, SellShares("KHS", 20), "18te 3.15a")
    accepted(game, SellShares("KHS", 10))


@rule("18te 3.14", "18te 3.15", "18te TV5")
def test_the_presidency_changes_by_a_sale() -> None:
    game = Position(2).found("KHS", [40, 30]).stock(0, 2).game()
    one = accepted(game, SellShares("KHS", 10))
    assert seen(one, "KHS")["president"] == "Ada"
    two = accepted(game, SellShares("KHS", 20))
    assert seen(two, "KHS")["president"] == "Ben"
    assert held(two, "KHS") == (20, 30)
    assert two.view()["players"][0]["certificates"] == 2
    assert two.view()["players"][1]["certificates"] == 1
    tie = Position(3).found("KHS", [40, 30, 30]).stock(0, 2).game()
    assert seen(accepted(tie, SellShares("KHS", 20)), "KHS")["president"] == "Ben"
    most = Position(3).found("KHS", [40, 30, 30]).change("KHS", held=(30, 30, 40), president=2).stock(2, 2).game()
    assert seen(accepted(most, SellShares("KHS", 20)), "KHS")["president"] == "Ada"


@rule("18te 3.16")
def test_the_presidency_changes_by_a_purchase() -> None:
    game = Position(2).found("KHS", [30, 30]).cash(0, 500).stock(1, 2).game()
    play(game, BuyShare("KHS", "treasury"))
    assert seen(game, "KHS")["president"] == "Ben"
    game = Position(2).found("KHS", [40, 30]).cash(0, 500).stock(1, 2).game()
    play(game, BuyShare("KHS", "treasury"))
    assert seen(game, "KHS")["president"] == "Ada"


@rule("18te 3.17", "18te 1.10")
def test_where_a_certificate_comes_from_decides_who_is_paid() -> None:
    position = Position(2).found("KHS", [30, 0], 80, pool=20, cash=100, cell=(3, 7)).cash(90, 500)
    game = position.stock(0, 2).game()
    treasury, pool = accepted(game, BuyShare("KHS", "treasury")), accepted(game, BuyShare("KHS", "pool"))
    assert (cash(treasury)[0], seen(treasury, "KHS")["cash"], treasury.state.bank) == (0, 190, game.state.bank)
    assert (cash(pool)[0], seen(pool, "KHS")["cash"], pool.state.bank) == (0, 100, game.state.bank + 90)
    assert seen(treasury, "KHS")["price"] == seen(pool, "KHS")["price"] == 90
    refused(game, BuyShare("KHS", "ipo"), "18te 3.17")
    poor = Position(2).found("KHS", [30, 0], 80).cash(79, 79).stock(0, 2)
    refused(poor.found("KWE", [30, 10], 60).game(), BuyShare("KHS", "treasury"), "18te 1.10")
    empty = Position(2).found("KHS", [60, 40], 80).found("KWE", [40, 10]).cash(500, 500).stock(1, 2).game()
    refused(empty, BuyShare("KHS", "treasury"), "18te 3.17")
    refused(empty, BuyShare("KHS", "pool"), "18te 3.17")


@rule("18te 3.18")
def test_who_sold_a_company_does_not_buy_it_in_the_same_round() -> None:
    game = Position(2).found("KHS", [50, 0]).cash(200, 200).stock(0, 2).game()
    play(game, SellShares("KHS", 10))
    refused(game, BuyShare("KHS", "pool"), "18te 3.18")
    refused(game, BuyShare("KWE", "treasury"), "18te 3.18")
    play(game, Pass(), Pass())
    refused(game, BuyShare("KHS", "pool"), "18te 3.18")


@rule("18te 3.19", "18te A25")
def test_the_priority_card() -> None:
    position = Position(3).found("KHS", [30, 0, 0]).cash(300, 300, 300)
    game = play(position.stock(0, 2).game(), Pass(), BuyShare("KHS", "treasury"), Pass(), Pass(), Pass())
    assert game.view()["priority"] == "Cleo"
    position = Position(3).found("KHS", [30, 0, 0]).cash(300, 300, 300)
    game = play(position.stock(0, 2).game(), BidCompany("KWE", 180), BidCompany("KWE", 200), Pass(), Pass())
    assert seen(game, "KWE")["president"] == "Ben"
    assert asked(game)[0] == 1  # left of the starter, who keeps the count for the card
    play(game, Pass(), Pass(), Pass())
    assert game.view()["priority"] == "Ben"
    nobody = Position(3).found("KHS", [30, 0, 0]).cash(300, 300, 300).stock(0, 2).game()
    play(nobody, Pass(), Pass(), Pass())
    assert nobody.view()["priority"] == "Ada"


@rule("18te 3.20", "18te 3.20a", "18te TV15")
@pytest.mark.parametrize(("start", "end"), [((5, 5), (4, 5)), ((1, 4), (1, 4)), ((0, 6), (0, 6)), ((3, 6), (2, 6))])
def test_sold_out_companies_rise(start: tuple[int, int], end: tuple[int, int]) -> None:
    game = Position(2).found("KHS", [60, 40], cell=start).cash(0, 0).stock(0, 2).game()
    play(game, *[Pass()] * 2)
    price = [event for event in game.last_events if "sold out" in event.text]
    market = game.rules.t.market  # type: ignore[attr-defined]
    assert [event.facts["after"] for event in price] == ([market.price[market.index[end]]] if start != end else [])


@rule("18te 3.20")
def test_only_what_players_hold_counts() -> None:
    for pool in (10, 0):
        game = Position(2).found("KHS", [60, 30], cell=(3, 6), pool=pool).cash(0, 0).stock(0, 2).game()
        play(game, Pass(), Pass())
        assert not [event for event in game.last_events if "sold out" in event.text]


@rule("18te 3.20a")
def test_sold_out_companies_move_at_once() -> None:
    position = Position(2).found("KHS", [60, 40], cell=(4, 6)).found("KWE", [60, 40], cell=(3, 6))
    position.found("CME", [60, 40], cell=(4, 6)).found("TWE", [30, 0], cell=(3, 6)).home("TWE").cash(0, 0)
    game = position.stock(0, 2).game()
    play(game, Pass(), Pass())
    order = [event.facts["company"] for event in game.last_events if "sold out" in event.text]
    assert order == ["KWE", "KHS", "CME"]
    assert asked(game)[1] == "KWE"  # 90 operates first
    assert stack(game, 2, 6) == ["KWE"]
    assert stack(game, 3, 6) == ["TWE", "KHS", "CME"]
