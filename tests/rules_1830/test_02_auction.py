"""1830: the private auction (RULES.md 2, 14.2, 14.3, rulings A3 and A4)."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, Par, Pass
from stellwerk.eighteen.state import State
from tests.rules_1830.reading import asked, auction, cash, firm, owner, price, round_of, seen
from tests.support import accepted, new, offered, play, refused, rule

BOTH = pytest.mark.parametrize("preset", ["seed", "games18xx"])
SEED_ORDER, SITE_ORDER = "left of last buyer", "seat order"


def passes(game: Game[State], count: int) -> Game[State]:
    return play(game, *[Pass()] * count)


def bid_off(preset: str | None = None, **options: str) -> Game[State]:
    """Ada has bid 45 on CS, Ben 50, and Cleo has bought SV: Ada is asked in the bid-off."""
    return play(new(3, preset, **options), Bid("CS", 45), Bid("CS", 50), BuyPrivate("SV", 20))


# -- 2.1 Turns


@BOTH
@rule("1830 2.1")
def test_turns_go_round_the_table(preset: str) -> None:
    game = new(3, preset)
    assert asked(game) == (0, "auction")
    game.apply(Bid("CS", 45))
    assert asked(game) == (1, "auction")
    game.apply(Pass())
    assert asked(game) == (2, "auction")
    game.apply(Bid("DH", 75))
    assert asked(game) == (0, "auction")


@rule("1830 2.1")
def test_buy_the_cheapest_bid_on_another_or_pass() -> None:
    game = new()
    assert offered(game, BuyPrivate) == [BuyPrivate("SV", 20)]
    assert [bid.private for bid in offered(game, Bid)] == ["CS", "DH", "MH", "CA", "BO"]
    assert offered(game, Pass) == [Pass()]
    assert len(game.options()) == 7


@rule("1830 2.1")
def test_who_passed_may_act_on_his_next_turn() -> None:
    game = passes(new(), 1)
    play(game, Bid("CS", 45), Pass())
    assert asked(game)[0] == 0
    game = accepted(game, BuyPrivate("SV", 20))
    assert owner(game, "SV") == "Ada"


@rule("1830 2.1")
def test_only_the_cheapest_is_bought() -> None:
    refused(new(), BuyPrivate("CS", 40), "1830 2.1")
    game = play(new(), BuyPrivate("SV", 20))
    refused(game, BuyPrivate("SV", 20), "1830 2.1")
    accepted(game, BuyPrivate("CS", 40))


@rule("1830 2.1")
@pytest.mark.parametrize("amount", [0, 15, 19, 21, 25])
def test_the_cheapest_is_bought_at_its_price(amount: int) -> None:
    refused(new(), BuyPrivate("SV", amount), "1830 2.1")


@rule("1830 2.1")
def test_a_sold_private_is_not_bid_on() -> None:
    refused(play(new(), BuyPrivate("SV", 20)), Bid("SV", 25), "1830 2.1")


@rule("1830 2.1", "1830 14.1")
def test_no_other_action_belongs_to_the_auction() -> None:
    refused(new(), Par("PRR", 67), "1830 14.1")


# -- 2.2 Bids


@BOTH
@rule("1830 2.2")
@pytest.mark.parametrize(("private", "least"), [("CS", 45), ("DH", 75), ("MH", 115), ("CA", 165), ("BO", 225)])
def test_the_first_bid_is_5_above_the_face_price(preset: str, private: str, least: int) -> None:
    game = new(3, preset)
    refused(game, Bid(private, least - 5), "1830 2.2")
    refused(game, Bid(private, least - 1), "1830 2.2")
    accepted(game, Bid(private, least))


@BOTH
@rule("1830 2.2")
def test_the_next_bid_is_5_above_the_highest(preset: str) -> None:
    game = play(new(3, preset), Bid("CS", 60))
    refused(game, Bid("CS", 45), "1830 2.2")
    refused(game, Bid("CS", 60), "1830 2.2")
    refused(game, Bid("CS", 64), "1830 2.2")
    accepted(game, Bid("CS", 65))


@rule("1830 2.2", "1830 A4")
def test_bids_go_in_steps_of_5() -> None:
    game = new(bid_step="multiple of 5")
    for amount in (46, 49, 51):
        refused(game, Bid("CS", amount), "1830 2.2")
    accepted(game, Bid("CS", 50))
    accepted(game, Bid("CS", 800))


@rule("1830 2.2", "1830 A4")
def test_bids_of_any_amount_from_5_more() -> None:
    game = accepted(new(bid_step="any amount, at least 5 more"), Bid("CS", 46))
    refused(game, Bid("CS", 50), "1830 2.2")
    accepted(game, Bid("CS", 51))


@rule("1830 2.2", "1830 A4")
@pytest.mark.parametrize(("preset", "step"), [("seed", 5), ("games18xx", 1)])
def test_the_step_of_each_preset(preset: str, step: int) -> None:
    options = [option for option in new(3, preset).options() if isinstance(option.action, Bid)]
    assert {option.amount.step for option in options if option.amount} == {step}
    assert {option.amount.high for option in options if option.amount} == {800}


@rule("1830 2.2", "1830 A4")
def test_raises_in_a_bid_off_go_in_the_same_amounts() -> None:
    game = bid_off(bid_step="multiple of 5")
    refused(game, Bid("CS", 54), "1830 2.2")
    refused(game, Bid("CS", 57), "1830 2.2")
    accepted(game, Bid("CS", 55))
    free = bid_off(bid_step="any amount, at least 5 more")
    refused(free, Bid("CS", 54), "1830 2.2")
    accepted(free, Bid("CS", 57))


@BOTH
@rule("1830 2.2")
def test_a_player_may_raise_his_own_highest_bid(preset: str) -> None:
    game = passes(play(new(3, preset), Bid("CS", 45)), 2)
    refused(game, Bid("CS", 49), "1830 2.2")
    game = accepted(game, Bid("CS", 50))
    assert auction(game)["bids"] == {"CS": {"Ada": 50}}


@rule("1830 2.2")
def test_a_player_may_raise_his_lower_bid() -> None:
    game = passes(play(new(), Bid("CS", 45), Bid("CS", 50)), 1)
    refused(game, Bid("CS", 50), "1830 2.2")
    game = accepted(game, Bid("CS", 55))
    assert auction(game)["bids"] == {"CS": {"Ada": 55, "Ben": 50}}


@BOTH
@rule("1830 2.2")
def test_the_cheapest_is_never_bid_on(preset: str) -> None:
    game = new(3, preset)
    refused(game, Bid("SV", 25), "1830 2.2")
    game.apply(BuyPrivate("SV", 20))
    refused(game, Bid("CS", 45), "1830 2.2")


# -- 2.3 Committed money


def two_bids(preset: str | None = None) -> Game[State]:
    """Six players with 400 each; Ada has bid 225 on BO and 165 on CA and is on turn again with 10 free."""
    game = passes(play(new(6, preset), Bid("BO", 225)), 5)
    return passes(play(game, Bid("CA", 165)), 5)


@rule("1830 2.3")
def test_bid_money_stays_with_the_player_but_is_committed() -> None:
    game = play(new(), Bid("CS", 45), Bid("DH", 75), Bid("CS", 50))
    assert cash(game) == [800, 800, 800]
    assert auction(game)["committed"] == {"Ada": 45, "Ben": 75, "Cleo": 50}


@BOTH
@rule("1830 2.3")
def test_committed_money_buys_nothing(preset: str) -> None:
    game = two_bids(preset)
    assert asked(game) == (0, "auction")
    refused(game, BuyPrivate("SV", 20), "1830 2.3")
    refused(game, Bid("CS", 45), "1830 2.3")
    refused(game, Bid("MH", 115), "1830 2.3")


@BOTH
@rule("1830 2.3")
def test_all_free_money_may_be_bid(preset: str) -> None:
    game = passes(play(new(6, preset), Bid("BO", 225)), 5)
    refused(game, Bid("CS", 180), "1830 2.3")
    accepted(game, Bid("CS", 175))


@rule("1830 2.3")
def test_more_than_the_cash_is_never_bid() -> None:
    refused(new(), Bid("CS", 805), "1830 2.3")
    accepted(new(), Bid("CS", 800))


@BOTH
@rule("1830 2.3")
def test_the_old_bid_is_freed_when_it_is_raised(preset: str) -> None:
    game = two_bids(preset)
    refused(game, Bid("BO", 240), "1830 2.3")
    raised = accepted(game, Bid("BO", 235))
    assert auction(raised)["committed"]["Ada"] == 400


@rule("1830 2.3")
def test_a_bid_is_not_withdrawn() -> None:
    game = passes(play(new(), Bid("DH", 75)), 3)
    assert auction(game)["bids"] == {"DH": {"Ada": 75}}


# -- 2.4 Buying the cheapest


@BOTH
@rule("1830 2.4")
def test_the_buyer_pays_the_bank_and_the_turns_go_on(preset: str) -> None:
    game = play(new(3, preset), BuyPrivate("SV", 20))
    assert (cash(game), game.state.bank) == ([780, 800, 800], 12000 - 2400 + 20)
    assert owner(game, "SV") == "Ada"
    assert asked(game) == (1, "auction")
    assert offered(game, BuyPrivate) == [BuyPrivate("CS", 40)]


@BOTH
@rule("1830 2.4", "1830 14.2")
def test_a_single_bid_wins_unasked_for_the_amount_bid(preset: str) -> None:
    game = play(new(3, preset), Bid("CS", 55), BuyPrivate("SV", 20))
    assert (owner(game, "SV"), owner(game, "CS")) == ("Ben", "Ada")
    assert cash(game) == [745, 780, 800]
    assert auction(game)["committed"]["Ada"] == 0
    assert asked(game)[1] == "auction"


@BOTH
@rule("1830 2.4")
def test_single_bids_are_settled_one_after_the_other(preset: str) -> None:
    game = play(new(3, preset), Bid("CS", 45), Bid("DH", 80), BuyPrivate("SV", 20))
    assert [owner(game, name) for name in ("SV", "CS", "DH", "MH")] == ["Cleo", "Ada", "Ben", None]
    assert cash(game) == [755, 720, 780]
    assert offered(game, BuyPrivate) == [BuyPrivate("MH", 110)]


@rule("1830 2.4")
def test_a_gap_without_bids_stops_the_chain() -> None:
    game = play(new(), Bid("DH", 75), BuyPrivate("SV", 20))
    assert owner(game, "DH") is None
    assert auction(game)["bids"] == {"DH": {"Ada": 75}}


@BOTH
@rule("1830 2.4", "1830 2.5")
def test_two_bids_lead_to_a_bid_off(preset: str) -> None:
    game = bid_off(preset)
    assert owner(game, "CS") is None
    assert asked(game) == (0, "bid_off")


@BOTH
@rule("1830 2.4")
def test_after_a_bid_off_the_next_private_is_looked_at(preset: str) -> None:
    game = play(new(3, preset), Bid("CS", 45), Bid("CS", 50), Bid("DH", 75), BuyPrivate("SV", 20))
    assert asked(game) == (0, "bid_off")
    game.apply(Pass())
    assert [owner(game, name) for name in ("CS", "DH")] == ["Ben", "Cleo"]
    assert cash(game) == [780, 750, 725]
    assert asked(game)[1] == "auction"


# -- 2.5 Bid-off


def three_way(preset: str | None = None) -> Game[State]:
    """Bids on CS: Ada 45, Ben 50, Cleo 55; Dan has bought SV."""
    bids = [Bid("CS", 45), Bid("CS", 50), Bid("CS", 55)]
    return play(new(4, preset), *bids, BuyPrivate("SV", 20))


@BOTH
@rule("1830 2.5")
def test_the_lowest_bidder_acts_and_then_whoever_is_lowest(preset: str) -> None:
    game = three_way(preset)
    assert asked(game) == (0, "bid_off")
    game.apply(Bid("CS", 60))
    assert asked(game) == (1, "bid_off")
    game.apply(Bid("CS", 65))
    assert asked(game) == (2, "bid_off")
    game.apply(Pass())
    assert asked(game) == (0, "bid_off")
    game.apply(Pass())
    assert (owner(game, "CS"), cash(game)) == ("Ben", [600, 535, 600, 580])


@BOTH
@rule("1830 2.5")
def test_a_raise_is_5_above_the_highest_bid(preset: str) -> None:
    game = three_way(preset)
    refused(game, Bid("CS", 50), "1830 2.2")
    refused(game, Bid("CS", 55), "1830 2.2")
    refused(game, Bid("CS", 59), "1830 2.2")
    accepted(game, Bid("CS", 60))


@rule("1830 2.5")
def test_only_bidders_take_part() -> None:
    game = three_way()
    refused(game, Bid("CS", 60), "1830 14.1", seat=3)
    seats = []
    while asked(game)[1] == "bid_off":
        seats.append(asked(game)[0])
        game.apply(Pass())
    assert seats == [0, 1]


@rule("1830 2.5")
def test_a_bid_off_is_about_one_private() -> None:
    game = bid_off()
    refused(game, Bid("DH", 75), "1830 2.5")
    refused(game, BuyPrivate("CS", 40), "1830 14.1")
    assert len(game.options()) == 2


@rule("1830 2.5")
def test_who_leaves_a_bid_off_has_his_money_free() -> None:
    game = play(three_way(), Pass())
    assert auction(game)["committed"] == {"Ada": 0, "Ben": 50, "Cleo": 55, "Dan": 0}
    assert cash(game)[0] == 600


@BOTH
@rule("1830 2.5", "1830 2.3")
def test_a_raise_is_limited_by_free_money_with_the_own_bid_freed(preset: str) -> None:
    """Ada has 400, of which 225 are bid on BO and 45 on CS: 130 + 45 may go into the bid-off."""
    game = passes(play(new(6, preset), Bid("BO", 225)), 5)
    play(game, Bid("CS", 45), Bid("CS", 50), BuyPrivate("SV", 20))
    assert asked(game) == (0, "bid_off")
    refused(game, Bid("CS", 180), "1830 2.3")
    accepted(game, Bid("CS", 175))


@BOTH
@rule("1830 2.5a", "1830 14.2")
def test_the_last_one_left_gets_it_for_his_standing_bid(preset: str) -> None:
    game = play(bid_off(preset), Pass())
    assert (owner(game, "CS"), cash(game)) == ("Ben", [800, 750, 780])
    assert asked(game)[1] == "auction"


@rule("1830 2.5a")
def test_the_last_one_left_pays_his_raise() -> None:
    game = play(bid_off(), Bid("CS", 70), Pass())
    assert (owner(game, "CS"), cash(game)) == ("Ada", [730, 800, 780])


# -- 2.6 Who goes on


@rule("1830 2.6", "1830 A3")
@pytest.mark.parametrize(("resume", "turn"), [(SEED_ORDER, 1), (SITE_ORDER, 2)])
def test_after_a_single_bid_the_turn_goes_on(resume: str, turn: int) -> None:
    """Ben buys SV, which gives CS to Ada: left of Ada is Ben, left of Ben is Cleo."""
    game = play(new(auction_resume=resume), Bid("CS", 45), BuyPrivate("SV", 20))
    assert asked(game) == (turn, "auction")


@rule("1830 2.6", "1830 A3")
@pytest.mark.parametrize(("resume", "turn"), [(SEED_ORDER, 2), (SITE_ORDER, 0)])
def test_after_a_bid_off_the_turn_goes_on(resume: str, turn: int) -> None:
    """Cleo bought SV, Ben wins CS in the bid-off."""
    game = play(bid_off(auction_resume=resume), Pass())
    assert owner(game, "CS") == "Ben"
    assert asked(game) == (turn, "auction")


@rule("1830 2.6")
@pytest.mark.parametrize("resume", [SEED_ORDER, SITE_ORDER])
def test_after_a_plain_purchase_the_left_neighbour_goes_on(resume: str) -> None:
    game = play(new(auction_resume=resume), Pass(), BuyPrivate("SV", 20))
    assert asked(game) == (2, "auction")


@rule("1830 2.6", "1830 2.8")
@pytest.mark.parametrize(("preset", "value"), [("seed", SEED_ORDER), ("games18xx", SITE_ORDER)])
def test_the_orders_of_each_preset(preset: str, value: str) -> None:
    options = new(3, preset).rules.options
    assert (options["auction_resume"], options["auction_priority"]) == (value, value)


# -- 2.7 All passed


@BOTH
@rule("1830 2.7", "1830 2.7a")
def test_sv_falls_by_5_when_all_pass(preset: str) -> None:
    game = passes(new(3, preset), 2)
    assert auction(game)["first_price"] == 20
    passes(game, 1)
    assert auction(game)["first_price"] == 15
    assert cash(game) == [800, 800, 800]
    refused(game, BuyPrivate("SV", 20), "1830 2.1")
    bought = accepted(game, BuyPrivate("SV", 15))
    assert cash(bought)[0] == 785


@BOTH
@rule("1830 2.7a")
def test_sv_falls_again_and_the_others_never(preset: str) -> None:
    game = passes(new(3, preset), 6)
    assert offered(game, BuyPrivate) == [BuyPrivate("SV", 10)]
    refused(game, Bid("CS", 40), "1830 2.2")
    game.apply(BuyPrivate("SV", 10))
    assert offered(game, BuyPrivate) == [BuyPrivate("CS", 40)]


@BOTH
@rule("1830 2.7", "1830 2.7d")
def test_all_have_passed_when_everybodys_last_turn_was_a_pass(preset: str) -> None:
    """Ada bids, then Ben, Cleo and Ada pass: that is all of them, and Ben goes on."""
    game = passes(play(new(3, preset), Bid("DH", 75)), 2)
    assert auction(game)["first_price"] == 20
    passes(game, 1)
    assert auction(game)["first_price"] == 15
    assert asked(game) == (1, "auction")


@BOTH
@rule("1830 2.7")
def test_a_bid_cancels_the_pass(preset: str) -> None:
    """Ada and Ben pass, Cleo and Ada bid, Ben and Cleo pass: Ada has not passed since her bid."""
    game = play(new(3, preset), Pass(), Pass(), Bid("DH", 75), Bid("MH", 115), Pass(), Pass())
    assert auction(game)["first_price"] == 20
    passes(game, 1)
    assert auction(game)["first_price"] == 15


@BOTH
@rule("1830 2.7", "1830 2.7c")
def test_a_purchase_cancels_the_pass(preset: str) -> None:
    """Ada passes, Ben bids, Cleo passes; Ada buys SV. Ben and Cleo pass: Ada has not passed since."""
    game = play(new(3, preset), Pass(), Bid("DH", 75), Pass(), BuyPrivate("SV", 20))
    passes(game, 2)
    assert cash(game) == [780, 800, 800]
    passes(game, 1)
    assert cash(game) == [785, 800, 800]


@BOTH
@rule("1830 2.7")
def test_all_passes_are_cancelled_afterwards(preset: str) -> None:
    game = passes(new(3, preset), 5)
    assert auction(game)["first_price"] == 15
    passes(game, 1)
    assert auction(game)["first_price"] == 10


@rule("1830 2.7")
def test_a_raise_in_a_bid_off_cancels_the_pass() -> None:
    """Ada passed, then raises in the bid-off and wins; Ben, left of her, passes. Ada has not passed since."""
    game = play(new(), Bid("CS", 45), Bid("CS", 50), Pass(), Pass(), BuyPrivate("SV", 20))
    play(game, Bid("CS", 55), Pass())
    assert (owner(game, "CS"), asked(game)) == ("Ada", (1, "auction"))
    before = cash(game)
    play(game, Pass())
    assert cash(game) == before
    play(game, Pass(), Pass())
    assert cash(game) == [before[0] + 10, before[1] + 5, before[2]]


@BOTH
@rule("1830 2.7")
def test_a_pass_in_a_bid_off_is_no_pass(preset: str) -> None:
    """Cleo and Ada have passed; Ben buys SV and leaves the bid-off, but has not passed."""
    game = play(new(3, preset), Bid("CS", 45), Bid("CS", 50), Pass(), Pass(), BuyPrivate("SV", 20))
    play(game, Bid("CS", 55), Pass())
    assert cash(game) == [745, 780, 800]


def sv_for_nothing(resume: str) -> Game[State]:
    """Ben has bid 45 on CS; four times everybody passes, Ben last."""
    game = play(new(auction_resume=resume), Pass(), Bid("CS", 45), Pass(), Pass(), Pass())
    return passes(game, 9)


@BOTH
@rule("1830 2.7b", "1830 14.2")
def test_sv_at_price_0_goes_to_the_next_player_unasked(preset: str) -> None:
    game = passes(new(3, preset), 11)
    assert auction(game)["first_price"] == 5
    assert owner(game, "SV") is None
    passes(game, 1)
    assert (owner(game, "SV"), cash(game)) == ("Ada", [800, 800, 800])
    assert asked(game) == (1, "auction")
    assert offered(game, BuyPrivate) == [BuyPrivate("CS", 40)]


@rule("1830 2.7b")
@pytest.mark.parametrize(("resume", "turn"), [(SEED_ORDER, 2), (SITE_ORDER, 0)])
def test_sv_for_nothing_starts_the_chain(resume: str, turn: int) -> None:
    """Cleo, next after Ben, takes SV; Ben's bid wins CS. Left of Ben is Cleo, left of Cleo is Ada."""
    game = sv_for_nothing(resume)
    assert (owner(game, "SV"), owner(game, "CS")) == ("Cleo", "Ben")
    assert cash(game) == [800, 755, 800]
    assert asked(game) == (turn, "auction")


@BOTH
@rule("1830 2.7c")
def test_the_privates_pay_when_all_pass_and_sv_is_sold(preset: str) -> None:
    game = play(new(3, preset), BuyPrivate("SV", 20), BuyPrivate("CS", 40), BuyPrivate("DH", 70))
    before = game.state.bank
    passes(game, 3)
    assert cash(game) == [785, 770, 745]
    assert game.state.bank == before - 30
    assert offered(game, BuyPrivate) == [BuyPrivate("MH", 110)]


@rule("1830 2.7d")
@pytest.mark.parametrize(("resume", "turn"), [(SEED_ORDER, 1), (SITE_ORDER, 0)])
def test_who_goes_on_after_all_passed(resume: str, turn: int) -> None:
    """Ada was the last buyer, Cleo passed last: left of Ada is Ben, after Cleo comes Ada."""
    game = play(new(auction_resume=resume), BuyPrivate("SV", 20), Pass(), Bid("DH", 75))
    passes(game, 3)
    assert cash(game)[0] == 785
    assert asked(game) == (turn, "auction")


@rule("1830 2.7d")
def test_without_a_buyer_the_next_seat_goes_on() -> None:
    game = passes(play(new(), Bid("DH", 75)), 3)
    assert asked(game) == (1, "auction")


# -- 2.8 The end


def before_the_end(preset: str | None = None, **options: Any) -> Game[State]:
    """Ben's bid of 225 stands on BO; Cleo is on turn and only CA is left before it."""
    game = play(new(3, preset, **options), BuyPrivate("SV", 20), Bid("BO", 225), BuyPrivate("CS", 40))
    return play(game, BuyPrivate("DH", 70), BuyPrivate("MH", 110))


@BOTH
@rule("1830 2.8", "1830 14.3")
def test_the_auction_ends_when_all_six_are_sold(preset: str) -> None:
    game = new(3, preset)
    for name, amount in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)):
        assert round_of(game) == "Auction"
        game.apply(BuyPrivate(name, amount))
    assert asked(game) == (2, "par")
    game.apply(Par("B&O", 67))
    assert round_of(game) == "SR 1"
    assert asked(game) == (0, "stock")
    assert game.state.priority == 0


@rule("1830 2.8", "1830 A3")
@pytest.mark.parametrize(("value", "priority"), [(SEED_ORDER, 2), (SITE_ORDER, 0)])
def test_the_priority_card_after_the_auction(value: str, priority: int) -> None:
    """Cleo buys CA, which gives BO to Ben: left of Ben is Cleo, left of Cleo is Ada."""
    game = play(before_the_end(auction_priority=value), BuyPrivate("CA", 160), Par("B&O", 67))
    assert owner(game, "BO") == "Ben"
    assert game.state.priority == priority
    assert asked(game) == (priority, "stock")


@rule("1830 2.8", "1830 2.6")
@pytest.mark.parametrize(("resume", "priority"), [(SEED_ORDER, SITE_ORDER), (SITE_ORDER, SEED_ORDER)])
def test_the_two_order_options_are_independent(resume: str, priority: str) -> None:
    game = play(before_the_end(auction_resume=resume, auction_priority=priority), BuyPrivate("CA", 160), Par("B&O", 67))
    assert game.state.priority == (2 if priority == SEED_ORDER else 0)


# -- 2.9 CA and BO


@BOTH
@rule("1830 2.9")
def test_ca_brings_a_share_of_prr(preset: str) -> None:
    game = new(3, preset)
    for name, amount in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110)):
        game.apply(BuyPrivate(name, amount))
    game.apply(BuyPrivate("CA", 160))
    assert owner(game, "CA") == "Ben"
    assert (firm(game, "PRR").held, firm(game, "PRR").ipo) == ((0, 10, 0), 90)
    assert cash(game)[1] == 800 - 40 - 160
    assert seen(game, "PRR")["president"] is None


@BOTH
@rule("1830 2.9", "1830 14.3")
def test_the_buyer_of_bo_picks_the_par_and_gets_the_presidency(preset: str) -> None:
    game = play(before_the_end(preset), BuyPrivate("CA", 160))
    assert (asked(game), round_of(game)) == ((1, "par"), "Auction")
    assert offered(game, Par) == [Par("B&O", amount) for amount in (67, 71, 76, 82, 90, 100)]
    game.apply(Par("B&O", 90))
    company = firm(game, "B&O")
    assert (company.held, company.ipo, company.par, price(game, "B&O")) == ((0, 20, 0), 80, 90, 90)
    assert seen(game, "B&O")["president"] == "Ben"
    assert cash(game)[1] == 800 - 110 - 225


@rule("1830 2.9")
@pytest.mark.parametrize("par", [67, 71, 76, 82, 90, 100])
def test_cash_does_not_matter_for_the_par_of_bo(par: int) -> None:
    """Six players: Ada has bid all of her 400 on BO."""
    game = play(new(6), Bid("BO", 400))
    for name, amount in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160)):
        game.apply(BuyPrivate(name, amount))
    assert (asked(game), cash(game)[0]) == ((0, "par"), 0)
    game = accepted(game, Par("B&O", par))
    assert (price(game, "B&O"), cash(game)[0]) == (par, 0)


@rule("1830 2.9", "1830 14.3")
def test_the_par_of_bo_must_be_picked() -> None:
    game = play(before_the_end(), BuyPrivate("CA", 160))
    refused(game, Pass(), "1830 14.1")
    refused(game, Par("PRR", 67), "1830 2.9")
    refused(game, Par("B&O", 67), "1830 14.1", seat=2)


@rule("1830 2.9")
@pytest.mark.parametrize("amount", [0, 66, 70, 112])
def test_the_par_of_bo_is_one_of_the_six(amount: int) -> None:
    refused(play(before_the_end(), BuyPrivate("CA", 160)), Par("B&O", amount), "1830 2.9")


@rule("1830 2.9", "1830 6.1")
def test_given_shares_count_for_floating() -> None:
    """B&O floats with the fourth share sold on top of the certificate that came with BO."""
    game = play(before_the_end(player_private_trade=False), BuyPrivate("CA", 160), Par("B&O", 67))
    for number in range(4):
        assert (firm(game, "B&O").floated, firm(game, "B&O").cash) == (False, 0)
        game.apply(BuyShare("B&O", "ipo"))
        assert 100 - firm(game, "B&O").ipo == 30 + 10 * number
    assert (firm(game, "B&O").floated, firm(game, "B&O").cash) == (True, 670)


# -- 14.2 Everybody is asked


@BOTH
@rule("1830 14.2")
def test_a_player_who_can_only_pass_is_asked(preset: str) -> None:
    game = passes(play(new(6, preset), Bid("BO", 400)), 5)
    assert asked(game) == (0, "auction")
    assert [option.action for option in game.options()] == [Pass()]


@BOTH
@rule("1830 14.2")
def test_a_bidder_who_can_only_leave_is_asked(preset: str) -> None:
    """Ada's 400 are bound by bids on CS (45) and BO (355); Ben has bid 50 on CS."""
    game = passes(play(new(6, preset), Bid("BO", 355)), 5)
    play(game, Bid("CS", 45), Bid("CS", 50), BuyPrivate("SV", 20))
    assert asked(game) == (0, "bid_off")
    assert [option.action for option in game.options()] == [Pass()]
