"""1862 6: stock rounds."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.actions import BuyPrivate, BuyShare, Par, Pass, SellShares
from stellwerk.titles.t1862.actions import ClosePrivate
from tests.rules_1862.table import Position, asked, cash, cell, held, papers, price, rules_of, seen, sound, stack, texts
from tests.support import accepted, offered, play, refused, rule

PASS = Pass()


@rule("1862 6.1")
def test_sell_any_number_then_buy_one_certificate() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0]).found("SP", [20, 30, 0, 0], president=1)
    game = play(position.stock(0).game(), SellShares("UP", 20), SellShares("SP", 10))
    assert asked(game)[0] == 0
    play(game, Par("NP", 70))
    assert asked(game)[0] == 1  # the purchase ends the turn: nothing is sold after it
    refused(game, SellShares("UP", 10), "1862 24.1", seat=0)


@rule("1862 6.2")
def test_the_round_ends_after_passes_in_a_row_and_priority_goes_left_of_the_last_actor() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0], cash=300).home("UP")
    game = play(position.stock(0).game(), PASS, PASS, BuyShare("UP", "bank"), PASS, PASS, PASS)
    assert game.view()["round"] == "SR 2"
    assert asked(game)[0] == 2  # who acted is asked again
    play(game, PASS)
    assert game.view()["round"] == "OR 2.1"
    assert game.view()["priority"] == "Dan"


@rule("1862 6.2")
def test_a_sale_alone_is_acting_and_without_acting_priority_stays() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0], cash=300).home("UP")
    game = play(position.stock(0).game(), PASS, SellShares("UP", 10), PASS, PASS, PASS, PASS)
    assert game.view()["round"] == "SR 2"
    play(game, PASS)
    assert game.view()["priority"] == "Cleo"
    idle = play(position.set(priority=2).stock(2).game(), PASS, PASS, PASS, PASS)
    assert idle.view()["priority"] == "Cleo"


@rule("1862 6.2")
def test_closing_a_private_is_neither_acting_nor_passing() -> None:
    position = Position(4).privates(BOM=1).found("UP", [40, 20, 0, 0], cash=300).home("UP")
    game = play(position.stock(0).game(), PASS, ClosePrivate("BOM"), PASS, PASS, PASS)
    assert game.view()["round"] == "OR 2.1"
    assert game.view()["priority"] == "Ada"


@rule("1862 6.3", "1862 TV12")
def test_prices_of_bank_and_pool() -> None:
    position = Position(4).found("UP", [30, 0, 0, 0], 75, pool=10, cell=(2, 4), par=75)  # price 85
    game = position.stock(1).game()
    assert cash(accepted(game, BuyShare("UP", "bank")))[1] == 525
    assert cash(accepted(game, BuyShare("UP", "pool")))[1] == 515
    position.found("UP", [15, 0, 0, 0], 75, pool=5, cell=(2, 4), bought_back=True, par=75)
    game = position.stock(1).game()
    assert cash(accepted(game, BuyShare("UP", "bank")))[1] == 600 - 38
    assert cash(accepted(game, BuyShare("UP", "pool")))[1] == 600 - 43
    assert held(accepted(game, BuyShare("UP", "pool")), "UP")[1] == 5
    refused(game, BuyShare("UP", "ipo"), "1862 6.3")
    refused(game, BuyShare("SP", "pool"), "1862 5.3")
    refused(Position(4).found("UP", [30, 0, 0, 0]).stock(1).game(), BuyShare("UP", "pool"), "1862 6.3")
    poor = Position(4).found("UP", [30, 10, 0, 0], 75).cash(600, 74, 0, 0).stock(1).game()
    refused(poor, BuyShare("UP", "bank"), "1862 6.3")


@rule("1862 6.3a")
def test_players_do_not_trade() -> None:
    game = Position(4).found("UP", [30, 20, 0, 0]).privates(BOM=1).stock(0).game()
    refused(game, BuyPrivate("BOM", 20), "1862 24.1")
    kinds = {option.action.kind for option in game.options()}
    assert kinds == {"sell_shares", "buy_share", "par", "pass", "close_private"}


@rule("1862 6.4")
def test_who_sold_does_not_buy_in_the_same_round() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0], pool=10)
    game = play(position.stock(1).game(), SellShares("UP", 10))
    refused(game, BuyShare("UP", "bank"), "1862 6.4")
    refused(game, BuyShare("UP", "pool"), "1862 6.4")
    play(game, PASS, BuyShare("UP", "bank"), PASS, PASS)
    assert asked(game)[0] == 1
    refused(game, BuyShare("UP", "bank"), "1862 6.4")  # a later turn of the same round
    again = position.stock(1, 3).game()
    accepted(again, BuyShare("UP", "bank"))


@rule("1862 6.5", "1862 A24", "1862 A27", "1862 TV5", "1862 15.8")
@pytest.mark.parametrize(
    ("players", "out", "gone", "limit"),
    [(4, 0, 0, 22), (5, 0, 0, 18), (6, 0, 0, 15), (7, 0, 0, 13), (5, 1, 3, 16), (4, 1, 1, 26), (4, 1, 7, 13),
     (4, 0, 7, 10), (7, 0, 7, 6), (6, 0, 9, 7), (4, 2, 2, 23)],
)  # fmt: skip
def test_the_paper_limit_follows_players_and_companies(players: int, out: int, gone: int, limit: int) -> None:
    position = Position(players)
    for seat in range(out):
        position.out(players - 1 - seat)
    position.remove(*[entry.id for entry in position.t.companies][:gone])
    assert rules_of(position.stock(0).game()).shares.cert_limit(position.s) == limit


TABLE = {  # companies left: the paper limits of 3 to 7 players
    13: (None, 22, 18, 15, 13),
    12: (26, 20, 16, 14, 12),
    11: (23, 18, 15, 12, 11),
    10: (21, 16, 13, 11, 10),
    9: (19, 15, 12, 10, 9),
    8: (17, 13, 10, 9, 8),
    7: (15, 12, 9, 8, 7),
    6: (13, 10, 8, 7, 6),
}


@rule("1862 6.5")
@pytest.mark.parametrize("companies", TABLE)
def test_the_whole_table_of_paper_limits(companies: int) -> None:
    for players, limit in zip(range(3, 8), TABLE[companies], strict=True):
        position = Position(max(players, 4)).remove(*[entry.id for entry in Position().t.companies][companies:])
        if players == 3:
            position.out(3)
        if limit is not None:
            game = position.stock(0).game()
            assert game.view()["certificate_limits"]["limit"] == limit, players
            assert rules_of(game).shares.cert_limit(game.state) == limit


def full(players: int = 7, more: int = 0) -> Position:
    """Ada has 13 papers, and `more`; the limit for 7 players is 13."""
    position = Position(players).cash(*[1000] * players)
    for name in ("UP", "SP", "ATS"):
        position.found(name, [40, 20], president=0)  # three papers each
    position.found("NP", [50, 20], president=0)  # four
    if more:
        position.found("CN", [10 * more, 20, 20], president=1)
    return position


@rule("1862 6.5a")
def test_no_purchase_above_the_limit() -> None:
    game = full().stock(0).game()
    assert papers(game, 0) == 13
    refused(game, BuyShare("UP", "bank"), "1862 6.5a")
    refused(game, Par("CN", 70), "1862 6.5a")
    position = full().privates(BOM=0).found("NP", [40, 20], president=0)
    game = position.stock(0).game()
    assert papers(game, 0) == 13
    refused(game, BuyShare("UP", "bank"), "1862 6.5a")
    play(game, ClosePrivate("BOM"))
    accepted(game, BuyShare("UP", "bank"))


@rule("1862 6.5a", "1862 A27")
def test_papers_are_counted_before_a_change_of_director() -> None:
    position = full().found("NP", [30, 20], president=0).found("CN", [20, 20], president=1)
    game = position.stock(0).game()
    assert papers(game, 0) == 13
    refused(game, BuyShare("CN", "bank"), "1862 6.5a")  # 13 + 1, although the exchange would bring it back to 13


@rule("1862 6.5b")
def test_who_is_above_the_limit_must_sell_first() -> None:
    game = full(more=2).stock(0).game()
    assert papers(game, 0) == 15
    assert asked(game)[2] == "must_sell"
    refused(game, PASS, "1862 6.5b")
    refused(game, BuyShare("UP", "bank"), "1862 6.5b")
    assert {type(option.action) for option in game.options()} == {SellShares}
    play(game, SellShares("CN", 10))
    assert asked(game)[2] == "must_sell"
    play(game, SellShares("UP", 10))
    assert asked(game)[2] == "stock"
    assert papers(game, 0) == 13
    accepted(game, PASS)


@rule("1862 6.5b", "1862 6.9")
def test_no_sale_above_the_limit_may_be_too_small() -> None:
    position = Position(7).cash(*[1000] * 7)
    for name in ("UP", "SP", "ATS", "NP", "CN"):
        position.found(name, [30, 0, 20], president=0, pool=50)  # full pools: ten papers that cannot be sold
    position.given("ORN", [10]).given("TP", [10])
    position.found("GMO", [30, 30], president=1).found("WP", [10, 30], president=1)
    game = position.stock(0).game()
    assert papers(game, 0) == 16  # three too many
    refused(game, SellShares("GMO", 10), "1862 6.5b")  # one share of WP would not be enough then
    assert [option.action for option in game.options()] == [
        SellShares("WP", 10), SellShares("GMO", 20), SellShares("GMO", 30)
    ]  # fmt: skip
    play(game, SellShares("WP", 10))
    refused(game, SellShares("GMO", 10), "1862 6.5b")
    play(game, SellShares("GMO", 20))
    assert papers(game, 0) == 13
    assert asked(game) == (1, "Ben", "stock")


@rule("1862 6.5b")
def test_who_cannot_get_within_the_limit_sells_as_much_as_he_can() -> None:
    position = Position(7).cash(*[1000] * 7)
    for name in ("UP", "SP", "ATS", "NP", "CN", "ORN"):
        position.found(name, [30, 0, 20], president=0, pool=50)
    position.given("TP", [20])
    position.found("GMO", [20, 40], president=1, pool=40)
    game = position.stock(0).game()
    assert papers(game, 0) == 16  # three too many, and the pool takes one more share
    assert [option.action for option in game.options()] == [SellShares("GMO", 10)]
    play(game, SellShares("GMO", 10))
    assert asked(game)[0] == 1


@rule("1862 6.5b")
def test_a_sale_that_takes_no_paper_off_is_not_compulsory() -> None:
    position = Position(7).cash(*[1000] * 7)
    for name in ("UP", "SP", "ATS", "NP", "CN", "ORN"):
        position.found(name, [30, 0, 20], president=0, pool=50)
    position.given("TP", [10])
    position.found("NYH", [30, 30], president=0, pool=40)  # 10 % sold: two papers instead of the director's one
    game = position.stock(0).game()
    assert papers(game, 0) == 14  # one too many
    assert asked(game)[2] == "stock"
    assert [option.action for option in game.options()] == [SellShares("NYH", 10), PASS]
    refused(game, BuyShare("NYH", "pool"), "1862 6.5a")
    accepted(game, PASS)
    accepted(game, SellShares("NYH", 10))
    position = Position(7).cash(*[1000] * 7)
    for name in ("UP", "SP", "ATS", "NP", "CN", "ORN"):
        position.found(name, [30, 0, 20], president=0, pool=50)
    position.found("WP", [10, 20], president=1).found("NYH", [30, 30], president=0, pool=40)
    game = position.stock(0).game()
    assert [option.action for option in game.options()] == [SellShares("WP", 10)]
    refused(game, SellShares("NYH", 10), "1862 6.5b")  # after it WP would not be enough


@rule("1862 6.5b")
def test_who_is_just_within_the_limit_sells_as_he_likes() -> None:
    position = Position(7).cash(*[1000] * 7)
    for name in ("UP", "SP", "ATS", "NP", "CN", "ORN"):
        position.found(name, [30, 0, 20], president=0, pool=50)
    game = position.found("NYH", [30, 30], president=0, pool=20).stock(0).game()
    assert papers(game, 0) == 13
    assert asked(game)[2] == "stock"
    play(game, SellShares("NYH", 10))  # the director's certificate comes back in two pieces
    assert papers(game, 0) == 14


@rule("1862 6.5b", "1862 4.3")
def test_privates_may_be_closed_instead() -> None:
    game = full().privates(BOM=0).stock(0).game()
    assert asked(game)[2] == "must_sell"
    play(game, ClosePrivate("BOM"))
    assert asked(game)[2] == "stock"


@rule("1862 6.5b")
def test_who_can_sell_nothing_may_only_pass() -> None:
    position = Position(7).cash(*[1000] * 7)
    for name in ("UP", "SP", "ATS", "NP", "CN"):
        position.found(name, [30, 20], president=0, pool=50)  # full pools
    for name in ("ORN", "TP", "GMO", "WP"):
        position.given(name, [10])
    game = position.stock(0).game()
    assert papers(game, 0) == 14
    assert game.state.frames[-1].seat == 1  # type: ignore[attr-defined]
    assert asked(game)[0] == 1  # Ada passed unasked


@rule("1862 6.6")
@pytest.mark.parametrize(("players", "limit"), [(4, 70), (5, 60)])
def test_the_holding_limit(players: int, limit: int) -> None:
    position = Position(players).found("UP", [limit - 10]).cash(*[1000] * players)
    game = play(position.stock(0).game(), BuyShare("UP", "bank"), *[PASS] * (players - 1))
    assert held(game, "UP")[0] == limit
    refused(game, BuyShare("UP", "bank"), "1862 6.6")
    over = Position(players).found("UP", [limit + 10]).cash(*[1000] * players).stock(0).game()
    assert asked(over)[2] == "stock"  # it only forbids purchases


@rule("1862 6.6", "1862 15.8")
def test_the_holding_limit_follows_the_players_left() -> None:
    position = Position(5).found("UP", [60]).cash(1000, 1000, 1000, 1000, 0).out(4)
    accepted(position.stock(0).game(), BuyShare("UP", "bank"))


@rule("1862 6.7")
def test_sales_go_to_the_pool_for_money_of_the_bank() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0])
    game = position.stock(1).game()
    refused(game, SellShares("UP", 15), "1862 6.7")
    refused(game, SellShares("UP", 30), "1862 6.7")
    refused(game, SellShares("UP", 0), "1862 6.7")
    bank = game.view()["bank"]
    play(game, SellShares("UP", 20))
    assert seen(game, "UP")["pool"] == 20
    assert game.view()["bank"] == bank - 200
    sound(game)


@rule("1862 6.7b", "1862 TV19")
def test_the_pool_takes_five_units() -> None:
    position = Position(4).found("UP", [30, 20, 0, 0], pool=40)
    game = position.stock(1).game()
    refused(game, SellShares("UP", 20), "1862 6.7b")
    play(game, SellShares("UP", 10))
    assert seen(game, "UP")["pool"] == 50
    position.found("UP", [10, 10, 0, 0], pool=20, bought_back=True)
    game = position.stock(1).game()
    refused(game, SellShares("UP", 10), "1862 6.7b")
    play(game, SellShares("UP", 5))
    assert seen(game, "UP")["pool"] == 25


@rule("1862 6.7d")
def test_the_directors_certificate_itself_is_not_sold() -> None:
    game = Position(4).found("UP", [20, 10, 0, 0]).stock(0).game()
    refused(game, SellShares("UP", 20), "1862 5.10")
    assert offered(game, SellShares) == []


@rule("1862 6.9", "1862 A12")
def test_one_sale_action_per_company_and_turn_and_one_row_each() -> None:
    position = Position(4).found("UP", [40, 30, 0, 0], 100)
    game = play(position.stock(1).game(), SellShares("UP", 20))
    assert price(game, "UP") == 92
    refused(game, SellShares("UP", 10), "1862 6.9")
    play(game, PASS, PASS, PASS)
    play(game, SellShares("UP", 10))  # another player
    assert price(game, "UP") == 85
    play(game, PASS, SellShares("UP", 10))  # a later turn
    assert price(game, "UP") == 80


@rule("1862 6.10", "1862 A13")
def test_at_the_bottom_of_a_column_the_marker_stays() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0], 70, cell=(9, 1), par=70)
    game = play(position.stock(1).game(), SellShares("UP", 20))
    assert cell(game, "UP") == (9, 1)
    assert price(game, "UP") == 30


@rule("1862 6.10", "1862 A13", "1862 17.1")
def test_a_sale_at_20_in_the_first_column_closes_the_company() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0], 70, cell=(9, 0), par=70)
    game = play(position.stock(1).game(), SellShares("UP", 20))
    assert seen(game, "UP")["removed"]
    assert cash(game)[1] == 640
    position = Position(4, sale_can_close=False).found("UP", [40, 20, 0, 0], 70, cell=(9, 0), par=70)
    game = play(position.stock(1).game(), SellShares("UP", 20))
    assert price(game, "UP") == 20
    assert cash(game)[1] == 640


@rule("1862 6.11", "1862 6.12", "1862 TV12")
@pytest.mark.parametrize(("operated", "money"), [(True, 200), (False, 184)])
def test_the_price_before_or_after_the_fall(operated: bool, money: int) -> None:
    position = Position(4).found("UP", [40, 20, 0, 0], 100, operated=operated)
    game = play(position.stock(1).game(), SellShares("UP", 20))
    assert cash(game)[1] == 600 + money
    assert price(game, "UP") == 92
    assert ("1862 6.11" if operated else "1862 6.12") in texts(game)


@rule("1862 6.12")
def test_a_marker_that_cannot_fall_pays_the_same() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0], 70, cell=(9, 1), par=70, operated=False)
    assert cash(play(position.stock(1).game(), SellShares("UP", 20)))[1] == 660


@rule("1862 6.13", "1862 TV12")
def test_five_percent_shares_bring_half_rounded_up() -> None:
    position = Position(4).found("UP", [20, 10, 0, 0], 85, bought_back=True)
    game = play(position.stock(1).game(), SellShares("UP", 10))
    assert cash(game)[1] == 600 + 2 * 43
    assert price(game, "UP") == 80


@rule("1862 6.14")
def test_companies_held_by_players_and_themselves_rise_one_row() -> None:
    position = Position(4).found("UP", [40, 30, 30, 0], 80, cash=300).found("SP", [50, 30, 10, 0], 80, cash=300)
    position.found("ATS", [50, 30, 10, 0], 80, pool=10, cash=300)
    position.found("NP", [25, 20, 5, 0], 80, bought_back=True, cash=300)
    game = play(position.home("UP", "SP", "ATS", "NP").stock(0).game(), PASS, PASS, PASS, PASS)
    assert game.view()["round"] == "OR 2.1"
    assert [price(game, name) for name in ("UP", "SP", "ATS", "NP")] == [85, 80, 80, 85]


@rule("1862 6.14")
@pytest.mark.parametrize(("place", "after"), [((0, 7), (0, 7)), ((2, 0), (2, 0)), ((1, 1), (1, 1)), ((2, 1), (1, 1))])
def test_under_the_edge_or_a_gap_the_marker_stays(place: tuple[int, int], after: tuple[int, int]) -> None:
    position = Position(4).found("UP", [40, 30, 30, 0], cell=place, cash=300).home("UP")
    game = play(position.stock(0).game(), PASS, PASS, PASS, PASS)
    assert cell(game, "UP") == after


@rule("1862 6.14", "1862 6.15", "1862 A22")
def test_risen_markers_go_under_those_there_in_operating_order() -> None:
    position = Position(4).found("UP", [40, 30, 30, 0], cell=(1, 5), cash=300)
    position.found("SP", [40, 30, 30, 0], cell=(1, 5), cash=300).found("NP", [40, 0, 0, 0], cell=(0, 5), cash=300)
    game = play(position.home("UP", "SP", "NP").stock(0).game(), PASS, PASS, PASS, PASS)
    assert stack(game, 0, 5) == ["NP", "UP", "SP"]


@rule("1862 6.15")
def test_a_sold_company_goes_under_the_markers_in_its_new_cell() -> None:
    position = Position(4).found("SP", [40, 0, 0, 0], cell=(1, 4)).found("UP", [40, 20, 0, 0], 100)
    game = play(position.stock(1).game(), SellShares("UP", 20))
    assert stack(game, 1, 4) == ["SP", "UP"]


@rule("1862 6.16", "1862 14.1", "1862 14.2", "1862 14.4")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3), ("10", 3)])
def test_the_number_of_operating_rounds(phase: str, rounds: int) -> None:
    position = Position(4).phase(phase).found("UP", [40, 0, 0, 0], cash=0, cell=(0, 10)).home("UP")
    game = play(position.stock(0).game(), PASS, PASS, PASS, PASS)
    assert game.state.round.rounds == rounds
