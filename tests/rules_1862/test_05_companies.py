"""1862 5: groups, founding, floating, directors."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.actions import BuyShare, Par, SellShares
from stellwerk.titles.t1862.figures import group_of
from tests.rules_1862.table import Position, asked, cash, cell, held, new, papers, price, rules_of, seen, sound, stack
from tests.support import accepted, offered, play, refused, rule

GROUPS = {1: ["NYH", "NYC", "CP"], 2: ["CPR", "UP", "ATS", "SP"], 3: ["NP", "CN", "WP"], 4: ["ORN", "TP", "GMO"]}


@rule("1862 5.1")
def test_certificates_of_the_groups() -> None:
    t = rules_of(new()).t
    for number, entry in enumerate(t.companies):
        first, *others = entry.shares
        assert (first, len(others)) == ((30, 7) if group_of(t, number) == 1 else (20, 8))
        assert set(others) == {10}
        assert entry.id in GROUPS[group_of(t, number)]


def open_groups(position: Position) -> list[int]:
    """The groups on sale."""
    return [group["group"] for group in position.stock(0).game().view()["groups"] if group["open"]]


@rule("1862 5.2a", "1862 24.1")
def test_nothing_of_group_1_is_on_sale_while_privates_are() -> None:
    game = new(4)
    assert asked(game)[2] == "auction"
    refused(game, Par("NYC", 100), "1862 5.2a", also="1862 24.1")
    refused(game, BuyShare("NYC", "bank"), "1862 5.2a", also="1862 24.1")
    refused(game, Par("UP", 70), "1862 5.2b", also="1862 24.1")
    refused(game, SellShares("NYC", 10), "1862 6.7a", also="1862 24.1")


@rule("1862 5.2", "1862 5.2b")
def test_group_2_opens_when_the_bank_has_sold_all_of_group_1() -> None:
    position = Position(4).set(open_groups=1).cash(1000, 0, 0, 0)
    position.found("NYH", [60, 40, 0, 0]).found("NYC", [50, 0, 0, 0], pool=50).found("CP", [50, 40, 0, 0])
    game = position.stock(0).game()
    refused(game, Par("UP", 70), "1862 5.2b")
    assert game.view()["groups"][1]["waiting_for"] == ["CP"]
    play(game, BuyShare("CP", "bank"))
    assert game.view()["groups"][1]["open"]  # at once, in the running round; shares in the pool count as sold
    assert game.view()["round"] == "SR 2"


@rule("1862 5.2b", "1862 16.7")
def test_bank_certificates_of_5_percent_keep_group_2_closed() -> None:
    position = Position(4).set(open_groups=1)
    position.found("NYH", [60, 40, 0, 0]).found("NYC", [50, 50, 0, 0]).found("CP", [20, 25, 0, 0], bought_back=True)
    assert open_groups(position) == [1]
    position.found("CP", [25, 25, 0, 0], bought_back=True)
    assert open_groups(position) == [1, 2]


@rule("1862 5.2", "1862 5.2b")
def test_a_removed_company_counts_as_done() -> None:
    position = Position(4).set(open_groups=1).remove("CP")
    position.found("NYH", [60, 40, 0, 0]).found("NYC", [50, 40, 0, 0])
    assert open_groups(position) == [1]
    position.found("NYC", [60, 40, 0, 0])
    assert open_groups(position) == [1, 2]


@rule("1862 5.2c", "1862 5.2d", "1862 A6", "1862 TV20")
def test_groups_3_and_4() -> None:
    position = Position(4).set(open_groups=2)
    for name in ("UP", "CPR"):
        position.found(name, [60, 0, 0, 0])
    position.found("ATS", [50, 0, 0, 0], floated=False).found("SP", [20, 0, 0, 0], floated=False)
    assert open_groups(position) == [1, 2]  # founded is not enough
    position.found("ATS", [60, 0, 0, 0]).found("SP", [60, 0, 0, 0])
    assert open_groups(position) == [1, 2, 3]
    game = position.game()
    refused(game, Par("TP", 70), "1862 5.2d")
    for name in GROUPS[3]:
        position.found(name, [20, 0, 0, 0], floated=False)
    assert open_groups(position) == [1, 2, 3, 4]  # founded is enough
    position = Position(4).set(open_groups=2).remove("UP", "CPR", "ATS", "SP")
    assert open_groups(position) == [1, 2, 3]
    refused(Position(4).set(open_groups=2).stock(0).game(), Par("NP", 70), "1862 5.2c")


@rule("1862 5.2")
def test_an_opened_group_stays_open() -> None:
    position = Position(4).set(open_groups=2).found("NYH", [30, 0, 0, 0])
    assert open_groups(position) == [1, 2]


@rule("1862 5.3", "1862 5.4", "1862 5.7")
@pytest.mark.parametrize(("name", "cost"), [("NYC", 3), ("UP", 2)])
def test_the_directors_certificate_comes_first_and_sets_the_par(name: str, cost: int) -> None:
    game = Position(4).cash(300, 0, 0, 0).stock(0).game()
    refused(game, BuyShare(name, "bank"), "1862 5.3")
    refused(game, Par(name, 90), "1862 5.4")
    prices = [action.price for action in offered(game, Par) if action.company == name]
    assert prices == [70, 75, 80, 85, 92, 100]
    play(game, Par(name, 92))
    assert cash(game)[0] == 300 - cost * 92
    assert seen(game, name)["president"] == "Ada"
    assert held(game, name)[0] == cost * 10
    assert price(game, name) == 92
    poor = Position(4).cash(139, 0, 0, 0).found("CN", [30, 0, 0, 0]).stock(0).game()
    refused(poor, Par(name, 70), "1862 5.4")


@rule("1862 5.3")
def test_a_founded_company_is_not_founded_again() -> None:
    game = Position(4).cash(900, 0, 0, 0).found("UP", [20, 0, 0, 0]).stock(0).game()
    refused(game, Par("UP", 70), "1862 5.3")


@rule("1862 5.4", "1862 A23")
@pytest.mark.parametrize(("par", "row"), [(70, 6), (75, 5), (80, 4), (85, 3), (92, 2), (100, 1)])
def test_par_prices_stand_in_six_rows(par: int, row: int) -> None:
    game = play(Position(4).cash(900, 0, 0, 0).stock(0).game(), Par("UP", par))
    assert cell(game, "UP") == (row - 1, 4)
    market = rules_of(game).t.market
    assert market.price[market.index[10, 0]] == 0
    assert market.price[market.index[0, 18]] == 400


@rule("1862 5.5", "1862 TV13")
def test_floating_at_sixty_percent_with_given_shares() -> None:
    position = Position(4).given("NYC", [0, 20, 0, 0]).cash(1000, 1000, 1000, 1000).set(open_groups=1)
    game = play(position.stock(0).game(), Par("NYC", 80))
    assert not seen(game, "NYC")["floated"]
    play(game, BuyShare("NYC", "bank"))
    assert seen(game, "NYC")["floated"]
    assert seen(game, "NYC")["cash"] == 800
    position = Position(4).given("CPR", [0, 10, 0, 0]).cash(1000, 1000, 1000, 1000)
    game = play(position.stock(0).game(), Par("CPR", 100), *[BuyShare("CPR", "bank")] * 2)
    assert not seen(game, "CPR")["floated"]
    play(game, BuyShare("CPR", "bank"))
    assert seen(game, "CPR")["cash"] == 1000


@rule("1862 5.5")
def test_pool_shares_count_as_bought_and_the_capital_is_ten_times_par() -> None:
    position = Position(4).found("UP", [20, 20, 0, 0], pool=10, floated=False, operated=False, cell=(4, 4), par=100)
    game = position.cash(500, 0, 0, 0).stock(0).game()
    assert price(game, "UP") == 75
    pool = accepted(game, BuyShare("UP", "pool"))
    assert not seen(pool, "UP")["floated"]
    play(game, BuyShare("UP", "bank"))
    assert seen(game, "UP")["floated"]
    assert seen(game, "UP")["cash"] == 1000  # par, not price


@rule("1862 5.6", "1862 A11", "1862 6.12")
def test_an_unfloated_company_has_a_price_that_can_fall() -> None:
    position = Position(4).found("UP", [20, 20, 0, 0], 100, floated=False, operated=False)
    game = play(position.stock(1).game(), SellShares("UP", 10))
    assert price(game, "UP") == 92
    assert cash(game)[1] == 692


@rule("1862 5.6", "1862 A11")
def test_the_place_in_the_stack_is_taken_at_floating() -> None:
    position = Position(4).found("UP", [20, 20, 10, 0], 100, floated=False, operated=False)
    position.found("ATS", [60, 0, 0, 0], 100).cash(500, 0, 0, 0)
    game = position.stock(0).game()
    assert stack(game, 0, 4) == ["UP", "ATS"]
    play(game, BuyShare("UP", "bank"))
    assert stack(game, 0, 4) == ["ATS", "UP"]


@rule("1862 5.6", "1862 A11")
def test_option_price_from_floating() -> None:
    position = Position(4, price_from="floating").found("UP", [20, 20, 0, 0], 100, floated=False, operated=False)
    game = play(position.stock(1).game(), SellShares("UP", 20))
    assert price(game, "UP") == 100
    assert cash(game)[1] == 800
    position = Position(4, price_from="floating").found("UP", [40, 20, 0, 0], 100, operated=False)
    game = play(position.stock(1).game(), SellShares("UP", 20))
    assert price(game, "UP") == 92
    assert cash(game)[1] == 784


@rule("1862 5.8")
def test_who_holds_more_becomes_director_and_a_tie_changes_nothing() -> None:
    position = Position(4).found("UP", [30, 20, 0, 0]).cash(0, 500, 0, 0)
    game = play(position.stock(1).game(), BuyShare("UP", "bank"))
    assert seen(game, "UP")["president"] == "Ada"
    position.found("UP", [30, 30, 0, 0]).cash(0, 500, 0, 0)
    game = play(position.stock(1).game(), BuyShare("UP", "bank"))
    assert seen(game, "UP")["president"] == "Ben"


@rule("1862 5.8")
def test_of_several_with_most_the_nearest_to_the_left() -> None:
    position = Position(4).found("UP", [20, 0, 30, 30], president=2)
    game = play(position.stock(2).game(), SellShares("UP", 20))
    assert seen(game, "UP")["president"] == "Dan"
    position = Position(4).found("UP", [20, 20, 30, 0], president=2)
    game = play(position.stock(2).game(), SellShares("UP", 20))
    assert seen(game, "UP")["president"] == "Ada"  # Dan has none, Ada sits nearer than Ben


@rule("1862 5.8a", "1862 5.10", "1862 6.7d")
def test_the_heir_must_hold_as_much_as_the_certificate() -> None:
    position = Position(4).found("NYH", [30, 20, 0, 0])
    game = position.stock(0).game()
    refused(game, SellShares("NYH", 10), "1862 5.10")
    position.found("NYH", [40, 20, 0, 0])
    game = position.stock(0).game()
    accepted(game, SellShares("NYH", 10))
    refused(game, SellShares("NYH", 20), "1862 5.10")
    position.found("NYH", [40, 30, 0, 0])
    game = play(position.stock(0).game(), SellShares("NYH", 40))
    assert seen(game, "NYH")["president"] == "Ben"
    assert held(game, "NYH") == (0, 30, 0, 0)


@rule("1862 5.9", "1862 6.8")
def test_the_certificate_is_exchanged_for_ordinary_ones_first() -> None:
    position = Position(4).found("NYH", [40, 30, 0, 0], cash=77, bought_back=False).trains("NYH", "2-0")
    game = position.stock(0).game()
    assert (papers(game, 0), papers(game, 1)) == (2, 3)
    play(game, SellShares("NYH", 20))
    assert held(game, "NYH") == (20, 30, 0, 0)
    assert (papers(game, 0), papers(game, 1)) == (2, 1)
    assert seen(game, "NYH")["pool"] == 20
    assert seen(game, "NYH")["cash"] == 77
    assert seen(game, "NYH")["trains"] == ["2-0"]
    halved = Position(4).found("NYH", [15, 10, 0, 0], bought_back=True, notes=3).stock(0).game()
    play(halved, SellShares("NYH", 10))
    assert seen(halved, "NYH")["president"] == "Ben"
    assert papers(halved, 0) == papers(halved, 1) == 1
    assert seen(halved, "NYH")["notes"] == 3


@rule("1862 5.10", "1862 6.7b")
def test_a_director_may_leave_within_the_pool_limit() -> None:
    position = Position(4).found("UP", [60, 20, 0, 0])
    game = position.stock(0).game()
    refused(game, SellShares("UP", 60), "1862 6.7b")
    play(game, SellShares("UP", 50))
    assert seen(game, "UP")["president"] == "Ben"
    assert held(game, "UP") == (10, 20, 0, 0)
    sound(game)
    assert asked(game)[0] == 0


@rule("1862 5.2")
def test_the_view_and_the_text_say_which_groups_are_on_sale() -> None:
    game = Position(4).set(open_groups=2).stock(0).game()
    groups = [game.view()["companies"][name]["on_sale"] for name in ("NYH", "UP", "NP", "ORN")]
    assert groups == [entry["open"] for entry in game.view()["groups"]] == [True, True, False, False]
    (line,) = [line for line in str(game).splitlines() if line.startswith("Groups:")]
    assert ["(not on sale)" in part for part in line.split(";")] == [False, False, True, True]
