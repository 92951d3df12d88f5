"""1862 3: the first stock round, in which the privates are sold."""

from __future__ import annotations

import pytest

from stellwerk.core import Action, Game
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, Par, Pass, SellShares
from stellwerk.eighteen.board import put
from stellwerk.titles.t1862.actions import ClosePrivate, WithdrawBid
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.table import Position, asked, cash, held, new, rules_of, seen, sound
from tests.support import accepted, offered, play, refused, rule

PASS = Pass()


def owner(game: Game[State1862], name: str) -> str | None:
    """Who owns a private."""
    found: str | None = game.view()["privates"][name]["owner"]
    return found


def bids(game: Game[State1862], name: str) -> dict[str, int]:
    """The standing bids on a private."""
    auction = game.view()["auction"]
    found: dict[str, int] = auction["bids"].get(name, {}) if auction else {}
    return found


@rule("1862 3.1", "1862 3.2", "1862 3.8")
def test_one_action_in_turn_clockwise_from_the_priority() -> None:
    game = new(4)
    assert asked(game) == (0, "Ada", "auction")
    play(game, Bid("ERIE", 45))
    assert asked(game)[0] == 1
    play(game, PASS)
    assert asked(game)[0] == 2
    play(game, BuyPrivate("BOM", 20))  # the chain sells ERIE to Ada
    assert owner(game, "ERIE") == "Ada"
    assert asked(game)[0] == 3  # left of who made the purchase
    refused(game, Bid("RMC", 200), "1862 24.1", seat=1)


@rule("1862 3.3", "1862 3.8")
def test_only_the_cheapest_is_bought_for_its_price() -> None:
    game = new(4)
    refused(game, BuyPrivate("ERIE", 40), "1862 3.3")
    refused(game, BuyPrivate("BOM", 15), "1862 3.3")
    refused(game, BuyPrivate("XYZ", 15), "1862 24.3")
    play(game, BuyPrivate("BOM", 20))
    assert cash(game) == [580, 600, 600, 600]
    assert game.view()["bank"] == 19_620
    assert offered(game, BuyPrivate) == [BuyPrivate("ERIE", 40)]


@rule("1862 3.4")
def test_bids_are_five_more_in_whole_dollars() -> None:
    game = new(4)
    refused(game, Bid("ERIE", 44), "1862 3.4")
    assert "bought, not bid on" in refused(game, Bid("BOM", 25), "1862 3.4").text
    play(game, Bid("ERIE", 47))
    refused(game, Bid("ERIE", 51), "1862 3.4")
    play(accepted(game, Bid("ERIE", 52)), PASS)
    sold = play(new(4), BuyPrivate("BOM", 20))
    assert "is sold" in refused(sold, Bid("BOM", 100), "1862 3.4").text


@rule("1862 3.5", "1862 3.5a", "1862 A7")
def test_a_bid_binds_money() -> None:
    game = play(new(4), Bid("NHSC", 500), PASS, PASS, PASS)
    assert game.view()["auction"]["committed"]["Ada"] == 500
    refused(game, Bid("FNY", 185), "1862 3.5")
    refused(game, Bid("NHSC", 601), "1862 3.5")
    accepted(game, Bid("B&O", 100))
    raised = accepted(game, Bid("NHSC", 600))  # his own highest bid, and only the new amount is bound
    assert bids(raised, "NHSC") == {"Ada": 600}
    play(raised, PASS, PASS, PASS)
    assert asked(raised)[0] == 1  # Ada cannot even buy BOM: she passes unasked, and BOM gets cheaper
    assert raised.view()["auction"]["first_price"] == 15


@rule("1862 3.5")
def test_a_purchase_must_be_covered_besides_the_bids() -> None:
    game = play(new(4), Bid("NHSC", 585), PASS, PASS, PASS)
    refused(game, BuyPrivate("BOM", 20), "1862 3.5")


@rule("1862 3.5", "1862 3.3")
def test_a_purchase_may_take_the_last_free_dollar() -> None:
    game = play(new(4), Bid("NHSC", 580), PASS, PASS, PASS)
    accepted(game, BuyPrivate("BOM", 20))
    refused(play(new(4), Bid("NHSC", 581), PASS, PASS, PASS), BuyPrivate("BOM", 20), "1862 3.5")


@rule("1862 3.5", "1862 3.6", "1862 A7")
def test_only_who_was_outbid_withdraws() -> None:
    game = play(new(4), Bid("ERIE", 45), Bid("ERIE", 50), PASS, PASS)
    assert asked(game)[0] == 0
    refused(game, WithdrawBid("RMC"), "1862 3.6")
    after = accepted(game, WithdrawBid("ERIE"))
    assert asked(after)[0] == 0  # it was no action
    assert bids(after, "ERIE") == {"Ben": 50}
    assert after.view()["auction"]["committed"]["Ada"] == 0
    play(after, PASS)
    refused(after, WithdrawBid("ERIE"), "1862 3.5")  # Ben's bid is the highest


@rule("1862 3.6")
def test_withdrawing_does_not_break_a_series_of_passes() -> None:
    game = play(new(4), Bid("ERIE", 45), Bid("ERIE", 50), PASS, PASS, WithdrawBid("ERIE"), PASS, PASS)
    assert game.view()["auction"]["first_price"] == 15  # Cleo, Dan, Ada and Ben have passed in a row
    assert asked(game)[0] == 2


@rule("1862 3.6")
def test_a_lower_bid_left_standing_takes_part_in_the_auction() -> None:
    game = play(new(4), Bid("ERIE", 45), Bid("ERIE", 50), BuyPrivate("BOM", 20))
    assert asked(game) == (0, "Ada", "bid_off")


@rule("1862 3.7", "1862 3.7a")
def test_a_chain_of_single_bids() -> None:
    game = play(new(4), Bid("ERIE", 45), Bid("B&O", 80), Bid("PSC", 160), BuyPrivate("BOM", 20))
    assert [owner(game, name) for name in ("BOM", "ERIE", "B&O", "RMC", "PSC")] == ["Dan", "Ada", "Ben", None, None]
    assert cash(game) == [555, 520, 600, 580]
    assert bids(game, "PSC") == {"Cleo": 160}  # RMC stops the chain
    assert asked(game)[0] == 0
    sound(game)


@rule("1862 3.4", "1862 4.3")
def test_no_bid_on_a_private_that_its_owner_has_closed() -> None:
    game = play(new(4), Bid("ERIE", 45), Bid("B&O", 80), PASS, BuyPrivate("BOM", 20))
    assert owner(game, "B&O") == "Ben"
    refused(game, Bid("B&O", 85), "1862 3.4")
    game.apply(ClosePrivate("B&O"), 1)
    refused(game, Bid("B&O", 75), "1862 3.4")
    refused(game, BuyPrivate("B&O", 70), "1862 3.3")
    assert offered(game, BuyPrivate) == [BuyPrivate("RMC", 100)]
    sound(game)


@rule("1862 3.7b")
def test_the_auction_starts_with_the_lowest_and_goes_clockwise() -> None:
    game = play(new(5), Bid("ERIE", 45), Bid("ERIE", 50), Bid("ERIE", 55), PASS, BuyPrivate("BOM", 20))
    assert asked(game) == (0, "Ada", "bid_off")
    refused(game, Bid("ERIE", 59), "1862 3.4")
    refused(game, Bid("RMC", 200), "1862 3.7b")
    play(game, Bid("ERIE", 60))
    assert asked(game)[0] == 1  # clockwise
    play(game, PASS)
    assert bids(game, "ERIE") == {"Ada": 60, "Cleo": 55}  # Ben's money is free
    assert asked(game)[0] == 2
    play(game, Bid("ERIE", 65))
    assert asked(game)[0] == 0
    play(game, PASS)
    assert owner(game, "ERIE") == "Cleo"
    assert cash(game) == [500, 500, 435, 500, 480]
    assert asked(game)[0] == 0  # left of Eva, who bought


@rule("1862 3.7b")
def test_the_holder_of_the_highest_bid_is_skipped() -> None:
    game = play(new(4), Bid("ERIE", 60), Bid("ERIE", 65), Bid("ERIE", 70), BuyPrivate("BOM", 20))
    assert asked(game)[0] == 0
    play(game, PASS)
    assert asked(game)[0] == 1
    play(game, Bid("ERIE", 75))
    assert asked(game)[0] == 2  # Cleo was outbid now
    play(game, PASS)
    assert owner(game, "ERIE") == "Ben"


@rule("1862 3.6", "1862 3.7b")
def test_who_cannot_raise_leaves_the_auction_unasked() -> None:
    game = play(new(4), Bid("ERIE", 45), Bid("ERIE", 50), Bid("NHSC", 285), Bid("NHSC", 290))
    play(game, Bid("RMC", 105), Bid("NHSC", 550), BuyPrivate("BOM", 20))
    assert asked(game) == (0, "Ada", "bid_off")
    refused(game, WithdrawBid("ERIE"), "1862 3.7b")
    play(game, Bid("ERIE", 60))  # Ben has only 50 for ERIE and nothing to withdraw: he leaves unasked
    assert owner(game, "ERIE") == "Ada"
    assert asked(game) == (3, "Dan", "auction")


@rule("1862 3.7b", "1862 3.6")
def test_freeing_money_lets_a_bidder_raise() -> None:
    position = Position(4).auction(0)
    position.s.bids = put(put(position.s.bids, 1, ((0, 45), (1, 50))), 7, ((0, 555), (1, 560)))
    game = play(position.cash(600, 700, 600, 600).auction(2).game(), BuyPrivate("BOM", 20))
    assert asked(game) == (0, "Ada", "bid_off")
    refused(game, Bid("ERIE", 55), "1862 3.5")
    play(game, WithdrawBid("NHSC"))
    assert asked(game)[0] == 0
    accepted(game, Bid("ERIE", 600))


@rule("1862 3.7b", "1862 3.5")
@pytest.mark.parametrize(("money", "asked_"), [(55, (0, "Ada", "bid_off")), (54, (3, "Dan", "auction"))])
def test_the_last_dollar_is_a_raise_in_the_auction(money: int, asked_: tuple[int, str, str]) -> None:
    position = Position(4).auction(2)
    position.s.bids = put(position.s.bids, 1, ((0, 45), (1, 50)))
    game = play(position.cash(money, 600, 600, 600).game(), BuyPrivate("BOM", 20))
    assert asked(game) == asked_  # whoever cannot raise leaves unasked
    if money == 55:
        assert owner(play(game, Bid("ERIE", 55), PASS), "ERIE") == "Ada"


@rule("1862 3.9", "1862 A8")
def test_the_price_of_the_first_private_falls_with_every_full_round_of_passes() -> None:
    game = play(new(4), PASS, PASS, PASS)
    assert game.view()["auction"]["first_price"] == 20
    play(game, PASS)
    assert game.view()["auction"]["first_price"] == 15
    assert asked(game)[0] == 0
    play(game, PASS, PASS, PASS)
    assert game.view()["auction"]["first_price"] == 15
    play(game, Bid("ERIE", 45), PASS, PASS, PASS)
    assert game.view()["auction"]["first_price"] == 15  # the bid broke the series
    play(game, PASS)
    assert game.view()["auction"]["first_price"] == 10
    refused(game, BuyPrivate("BOM", 20), "1862 3.3")
    play(game, BuyPrivate("BOM", 10))
    assert cash(game)[0] == 590


@rule("1862 3.9")
def test_at_price_zero_it_must_be_taken() -> None:
    game = play(new(4), *[PASS] * 16)
    assert game.view()["auction"]["first_price"] == 0
    assert asked(game)[0] == 0
    refused(game, PASS, "1862 3.9")
    refused(game, Bid("ERIE", 45), "1862 3.9")
    assert [option.action for option in game.options()] == [BuyPrivate("BOM", 0)]
    play(game, BuyPrivate("BOM", 0))
    assert owner(game, "BOM") == "Ada"
    assert cash(game)[0] == 600


def buy_all(game: Game[State1862]) -> Game[State1862]:
    """All privates go to the players in turn; NYH gets a par price of 70."""
    for name, price in (("BOM", 20), ("ERIE", 40), ("B&O", 70), ("RMC", 100), ("PSC", 150), ("FNY", 180), ("SOC", 220)):
        play(game, BuyPrivate(name, price))
    return play(game, BuyPrivate("NHSC", 280), Par("NYH", 70))


@rule("1862 3.10", "1862 5.2a")
def test_group_1_is_on_sale_from_the_next_turn_on() -> None:
    game = new(4)
    play(game, BuyPrivate("BOM", 20))
    refused(game, Par("NYC", 70), "1862 5.2a", also="1862 24.1")
    game = buy_all(new(4))
    assert game.view()["round"] == "SR 1"
    assert asked(game) == (0, "Ada", "stock")
    assert game.view()["groups"][0]["open"]
    assert offered(game, BuyShare) == [BuyShare("NYH", "bank")]
    assert {action.company for action in offered(game, Par)} == {"NYC", "CP"}
    refused(game, Par("UP", 70), "1862 5.2b")
    play(game, BuyShare("NYH", "bank"))
    assert asked(game)[0] == 1  # one certificate per turn
    sound(game)


@rule("1862 3.11", "1862 6.7a")
def test_nothing_is_sold_in_the_very_first_stock_round() -> None:
    game = play(buy_all(new(4)), BuyShare("NYH", "bank"))
    refused(game, SellShares("NYC", 10), "1862 6.7a")
    assert offered(game, SellShares) == []
    play(game, PASS, PASS)
    refused(game, SellShares("NYH", 10), "1862 6.7a")


@rule("1862 3.12")
def test_the_round_ends_when_all_pass_in_a_row_and_private_1_is_owned() -> None:
    game = play(new(4), BuyPrivate("BOM", 20), Bid("B&O", 75), PASS, PASS, PASS)
    assert game.view()["round"] == "SR 1"
    play(game, PASS)  # Ben's bid was the last action, so all four had to pass
    assert game.view()["round"] == "SR 2"
    assert game.view()["priority"] == "Cleo"
    assert asked(game)[0] == 2


@rule("1862 3.12")
def test_winning_an_auction_does_not_count_for_the_priority() -> None:
    game = play(new(4), Bid("ERIE", 45), Bid("ERIE", 50), BuyPrivate("BOM", 20), PASS)
    assert owner(game, "ERIE") == "Ben"
    play(game, PASS, PASS, PASS)
    assert game.view()["round"] == "SR 1"
    game.apply(ClosePrivate("BOM"), 2)
    play(game, PASS)
    assert game.view()["priority"] == "Dan"  # left of Cleo, who bought in her own turn


@rule("1862 3.12")
def test_who_raises_in_an_auction_has_acted() -> None:
    game = play(new(4), Bid("ERIE", 45), Bid("ERIE", 50), BuyPrivate("BOM", 20), Bid("ERIE", 55), PASS)
    assert owner(game, "ERIE") == "Ada"
    assert asked(game)[0] == 3  # the turn goes on left of Cleo, who bought
    play(game, *[PASS] * 4)
    assert game.view()["round"] == "SR 2"
    assert game.view()["priority"] == "Ben"  # left of Ada, who raised after Cleo had bought
    again = play(new(4), Bid("ERIE", 45), Bid("ERIE", 50), BuyPrivate("BOM", 20), Bid("ERIE", 55), PASS)
    play(again, Bid("RMC", 105), *[PASS] * 4)
    assert again.view()["priority"] == "Ada"  # left of Dan, who bid later


@rule("1862 3.13", "1862 3.14", "1862 4.1")
def test_with_privates_unsold_the_operating_round_only_pays_incomes() -> None:
    game = play(new(4), Bid("ERIE", 45), BuyPrivate("BOM", 20), Bid("NHSC", 300), PASS, PASS, PASS)
    assert game.view()["round"] == "SR 1"
    play(game, PASS)
    assert cash(game) == [600 - 45 + 10, 600 - 20 + 5, 600, 600]
    assert game.view()["round"] == "SR 2"
    assert bids(game, "NHSC") == {"Cleo": 300}  # standing bids stay
    refused(game, Par("NYC", 70), "1862 5.2a", also="1862 24.1")  # no share before all privates are sold
    assert asked(game) == (3, "Dan", "auction")
    play(game, BuyPrivate("B&O", 70), BuyPrivate("RMC", 100), BuyPrivate("PSC", 150))
    game = play(game, PASS, BuyPrivate("FNY", 180), BuyPrivate("SOC", 220))
    assert owner(game, "NHSC") == "Cleo"  # by her old bid
    play(game, Par("NYH", 100))
    assert asked(game)[2] == "stock"
    refused(game, SellShares("WP", 10), "1862 6.7c")  # sales are possible in the second round, WP is not founded


@rule("1862 3.14")
def test_after_a_round_with_group_1_on_sale_floated_companies_operate() -> None:
    game = buy_all(new(4))
    play(game, *[BuyShare("NYH", "bank")] * 3)
    assert seen(game, "NYH")["floated"]
    play(game, PASS, PASS, PASS, PASS)
    assert game.view()["round"] == "OR 1.1"
    assert asked(game)[1] == "NYH"


@rule("1862 3.9", "1862 A8")
def test_option_each_pass() -> None:
    game = play(new(4, private_reduction="each_pass"), *[PASS] * 4)
    assert game.view()["auction"]["first_price"] == 15
    play(game, PASS)
    assert game.view()["auction"]["first_price"] == 10
    play(game, Bid("ERIE", 45), PASS, PASS, PASS)
    assert game.view()["auction"]["first_price"] == 10
    play(game, PASS)
    assert game.view()["auction"]["first_price"] == 5
    play(game, PASS)
    assert game.view()["auction"]["first_price"] == 0
    refused(game, PASS, "1862 3.9")


@pytest.mark.parametrize("action", [Pass(), BuyPrivate("BOM", 20), Bid("ERIE", 45)])
def test_only_the_asked_player_acts(action: Action) -> None:
    refused(new(4), action, "1862 24.1", seat=2)


def test_bound_money_is_in_the_state() -> None:
    game = play(new(4), Bid("ERIE", 45))
    assert game.state.bids[rules_of(game).t.private("ERIE")] == ((0, 45),)
    assert held(game, "NYC") == (0, 0, 0, 0)
