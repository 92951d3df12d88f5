"""1830, exactly at the limit: wherever money, a limit or a supply is compared, what just suffices and one less."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game, Range
from stellwerk.eighteen.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Exchange,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    Sale,
    SellList,
    SellPrivate,
    SellShares,
)
from stellwerk.eighteen.frames import OperatingRound
from stellwerk.eighteen.state import State
from tests.rules_1830.reading import asked, cash, firm, round_of
from tests.support import Position, accepted, new, offered, play, refused, rule

BOTH = pytest.mark.parametrize("preset", ["seed", "games18xx"])


# -- the auction: 800 each


@rule("1830 2.3", "1830 2.4")
def test_free_money_that_just_pays_for_the_cheapest_private() -> None:
    for bid, enough in ((780, True), (785, False)):
        game = play(new(3), Bid("BO", bid), Pass(), Pass())
        if enough:
            accepted(game, BuyPrivate("SV", 20))
        else:
            refused(game, BuyPrivate("SV", 20), "1830 2.3")


@rule("1830 2.2", "1830 2.3")
@BOTH
def test_free_money_that_just_reaches_the_least_bid(preset: str) -> None:
    game = play(new(3, preset), Bid("BO", 755), Pass(), Pass())
    assert [option.amount for option in game.options() if option.action == Bid("CS", 45)] == [
        Range(45, 45, 5 if preset == "seed" else 1)
    ]
    accepted(game, Bid("CS", 45))
    refused(play(new(3, preset), Bid("BO", 760), Pass(), Pass()), Bid("CS", 45), "1830 2.3")


@rule("1830 2.5", "1830 2.3")
@BOTH
def test_the_only_possible_raise_in_a_bid_off(preset: str) -> None:
    for committed, enough in ((745, True), (750, False)):
        game = play(new(3, preset), Bid("CS", 45), Bid("CS", 50), Pass(), Bid("BO", committed), BuyPrivate("SV", 20))
        assert asked(game) == (0, "bid_off")
        if enough:
            accepted(game, Bid("CS", 55))
            refused(game, Bid("CS", 50), "1830 2.2")
            refused(game, Bid("CS", 60), "1830 2.3")
        else:
            refused(game, Bid("CS", 55), "1830 2.3")


# -- stock rounds


def stock(preset: str | None = None, **options: Any) -> Position:
    """Stock round 2, Ada on turn; Ben is president of PRR at 67, of which 10 % lie in the pool."""
    position = Position(3, preset, **options).company("PRR", par=67, held=[0, 40, 0], president=1, pool=10)
    return position.cash(500, 500, 500).stock(0)


@rule("1830 4.10")
@pytest.mark.parametrize(("source", "price"), [("ipo", 67), ("pool", 71)])
def test_cash_that_just_pays_for_a_share(source: str, price: int) -> None:
    position = stock().company("PRR", par=67, held=[0, 40], president=1, pool=10, cell=(4, 6))
    game = accepted(position.cash(price, 500, 500).game(), BuyShare("PRR", source))
    assert cash(game)[0] == 0
    poor = position.company("B&M", held=[10, 40], president=1).cash(price - 1, 500, 500).game()
    refused(poor, BuyShare("PRR", source), "1830 4.10")


@rule("1830 4.10")
def test_the_last_share_of_ipo_and_pool() -> None:
    game = stock().company("PRR", par=67, held=[0, 50, 30], president=1, pool=10).game()
    assert firm(accepted(game, BuyShare("PRR", "ipo")), "PRR").ipo == 0
    assert firm(accepted(game, BuyShare("PRR", "pool")), "PRR").pool == 0
    gone = stock().company("PRR", par=67, held=[0, 60, 40], president=1).game()
    for source in ("ipo", "pool"):
        refused(gone, BuyShare("PRR", source), "1830 4.10")


@rule("1830 4.11", "1830 14.5")
def test_cash_that_just_pays_for_the_president_s_certificate() -> None:
    for price in (67, 100):
        game = accepted(stock().cash(2 * price, 0, 0).game(), Par("C&O", price))
        assert cash(game)[0] == 0
        refused(stock().cash(2 * price - 1, 0, 0).game(), Par("C&O", price), "1830 4.11")
    bare = Position(3).cash(134, 134, 0).stock(0)
    assert asked(bare.game()) == (0, "stock")
    assert asked(bare.cash(133, 134, 0).game()) == (1, "stock"), "Ada can do nothing"


def certificates(count: int) -> Position:
    """Ada has that many certificates; 20 is the limit. No company of hers may be sold down but by the last share."""
    position = stock()
    names = ["NYC", "CPR", "B&O", "C&O", "ERIE"]
    while count:
        some = min(count, 4)
        position.company(names.pop(), par=100, held=[10 * some, 50], president=1)
        count -= some
    return position.stock(0)


@rule("1830 4.12")
def test_a_share_that_just_fits_the_certificate_limit() -> None:
    game = accepted(certificates(19).game(), BuyShare("PRR", "pool"))
    assert game.view()["players"][0]["certificates"] == 20
    accepted(certificates(19).game(), Par("B&M", 67))
    for action in (BuyShare("PRR", "pool"), Par("B&M", 67)):
        refused(certificates(20).game(), action, "1830 4.12")


@rule("1830 4.3")
def test_at_the_certificate_limit_nothing_must_be_sold() -> None:
    accepted(certificates(20).game(), Pass())
    refused(certificates(20).company("PRR", held=[10, 40], president=1).game(), Pass(), "1830 4.3")


@rule("1830 4.12", "1830 4.3a")
def test_60_percent_are_held_and_no_more() -> None:
    accepted(stock().company("PRR", held=[50, 20]).game(), BuyShare("PRR", "ipo"))
    full = stock().company("PRR", held=[60, 20]).game()
    refused(full, BuyShare("PRR", "ipo"), "1830 4.12")
    accepted(full, Pass())
    refused(stock().company("PRR", held=[70, 20]).game(), Pass(), "1830 4.3a")


@rule("1830 4.7")
def test_50_percent_lie_in_the_pool_and_no_more() -> None:
    game = stock().company("PRR", held=[40, 30], pool=30).game()
    accepted(game, SellShares("PRR", 20))
    refused(game, SellShares("PRR", 30), "1830 4.7")
    full = stock().company("PRR", held=[30, 20], pool=50).game()
    refused(full, SellShares("PRR", 10), "1830 4.7")


@rule("1830 4.4", "1830 4.8")
def test_everything_held_is_sold_and_no_more() -> None:
    game = stock().company("PRR", held=[20, 30], president=1).game()
    assert firm(accepted(game, SellShares("PRR", 20)), "PRR").held[0] == 0
    for percent in (30, 0, -10, 5):
        refused(game, SellShares("PRR", percent), "1830 4.4")


@rule("1830 4.8")
def test_the_president_keeps_just_his_certificate_or_leaves_it_to_one_who_has_as_much() -> None:
    game = stock().company("PRR", held=[40, 10]).game()
    accepted(game, SellShares("PRR", 20))
    refused(game, SellShares("PRR", 30), "1830 4.8")
    game = stock().company("PRR", held=[40, 20]).game()
    assert firm(accepted(game, SellShares("PRR", 30)), "PRR").president == 1
    assert firm(accepted(game, SellShares("PRR", 20)), "PRR").president == 0, "a tie"


@rule("1830 4.4a")
def test_a_list_of_sales_names_two_companies_at_least() -> None:
    game = stock().company("PRR", held=[10, 40], president=1).company("NYC", held=[10, 40], president=1).game()
    assert offered(game, SellList) == [SellList((Sale("PRR", 10), Sale("NYC", 10)))]
    accepted(game, SellList((Sale("PRR", 10), Sale("NYC", 10))))
    refused(game, SellList((Sale("PRR", 10),)), "1830 4.4a")
    assert offered(stock().company("PRR", held=[10, 40], president=1).game(), SellList) == []


@rule("1830 4.1")
def test_the_round_is_over_with_the_last_pass() -> None:
    game = play(stock().game(), Pass(), Pass())
    assert round_of(game) == "SR 2"
    assert round_of(play(game, Pass())) == "OR 2.1"


@rule("1830 6.1")
def test_with_the_sixth_share_a_company_floats() -> None:
    position = stock().company("PRR", held=[0, 40], president=1, floated=False, operated=False)
    game = accepted(position.game(), BuyShare("PRR", "ipo"))
    assert not firm(game, "PRR").floated, "50 %"
    position.company("PRR", held=[0, 50], president=1, floated=False, operated=False)
    game = accepted(position.game(), BuyShare("PRR", "ipo"))
    assert (firm(game, "PRR").floated, firm(game, "PRR").cash) == (True, 670)


@rule("1830 4.14", "1830 5.6", "1830 7.2")
def test_a_marker_in_the_corner_of_the_market_has_a_price_like_any_other() -> None:
    # (0, 0) is 60 and yellow.
    position = stock().company("PRR", held=[20, 40], president=1, cell=(0, 0), trains=("2-0",))
    position.company("NYC", held=[20, 40], president=1, cell=(0, 1), trains=("2-1",))
    game = position.game()
    assert game.view()["players"][0]["certificates"] == 2, "those of NYC only"
    sold = accepted(game, SellShares("PRR", 20))
    assert cash(sold)[0] == 500 + 120
    moved = [event for event in sold.plies[-1].events if event.kind == "price"]
    assert [(event.facts["before"], event.facts["after"]) for event in moved] == [(60, 46)]
    full = certificates(20).company("PRR", held=[0, 40], president=1, pool=10, cell=(0, 0))
    accepted(full.game(), BuyShare("PRR", "pool"))  # 4.12: yellow
    play(game, Pass(), Pass(), Pass())
    waiting = game.state.frames[-2]
    assert isinstance(waiting, OperatingRound)
    assert (game.view()["asked"]["actor"], waiting.waiting) == ("NYC", (0,)), "PRR comes next"


# -- privates between players


def traders(purses: tuple[int, int, int], number: int = 2, **options: Any) -> Game[State]:
    """Ada on turn owns SV, Ben CS; nobody has anything else."""
    position = Position(3, **options).private("SV", 0).private("CS", 1)
    return position.cash(*purses).stock(0, number).game()


@rule("1830 4.15", "1830 14.6")
def test_a_private_is_traded_for_1_and_for_all_the_buyer_has() -> None:
    game = traders((1, 1, 0))
    accepted(game, BuyPrivate("CS", 1))
    accepted(game, SellPrivate("SV", 1, 1))
    refused(game, BuyPrivate("CS", 2), "1830 0.4")
    refused(game, SellPrivate("SV", 1, 2), "1830 0.4")
    refused(game, SellPrivate("SV", 2, 1), "1830 0.4")
    game = traders((30, 20, 0))
    accepted(game, BuyPrivate("CS", 30))
    accepted(game, SellPrivate("SV", 1, 20))
    for price in (0, -1):
        refused(game, BuyPrivate("CS", price), "1830 4.15")
    for seat in (-1, 3):
        refused(game, SellPrivate("SV", seat, 1), "1830 14.1")
    first = Position(3).private("CS", 1).cash(5, 0, 0).stock(1).game()
    accepted(first, SellPrivate("CS", 0, 5))


@rule("1830 14.6")
def test_a_single_dollar_keeps_the_turn_open() -> None:
    assert asked(traders((1, 0, 0), preset="games18xx")) == (0, "stock")
    assert asked(traders((0, 1, 0), preset="games18xx")) == (1, "stock")
    assert asked(traders((0, 1, 0))) == (0, "stock"), "he may sell SV"
    assert asked(traders((0, 0, 1))) == (0, "stock")


@rule("1830 4.15")
def test_the_first_stock_round_with_private_trades() -> None:
    for first in (1, 2):
        game = traders((300, 0, 0), number=first, private_trade_from_sr=first)
        accepted(game, BuyPrivate("CS", 30))
    refused(traders((300, 0, 0), number=1, private_trade_from_sr=2), BuyPrivate("CS", 30), "1830 4.15")


# -- operating: privates, track, tokens


def prr(step: str, treasury: int, phase: str = "3", **options: Any) -> Position:
    """Ada's PRR, with track from Altoona (H12) to Lancaster (H16)."""
    position = Position(3, **options).company("PRR", par=100, held=[60, 20], cash=treasury, trains=("3-0",))
    position.token("PRR", "H12").tile("H14", "9", 1).tile("H16", "57", 1).phase(phase)
    return position.cash(100, 200, 300).operating("PRR", step, revenue=30)


@rule("1830 10.2.2", "1830 10.2.2a", "1830 14.10e")
def test_a_treasury_that_just_pays_for_a_private() -> None:
    for treasury, face in ((35, 70), (80, 160)):
        name = "DH" if face == 70 else "CA"
        game = prr("privates", treasury).private(name, 0).game()
        assert firm(accepted(game, BuyPrivate(name, treasury)), "PRR").cash == 0
        over = prr("privates", treasury - 1).private(name, 0).game()
        assert round_of(over) == "SR 3", "nothing to ask"
    game = prr("track", 139).private("DH", 0).game()
    refused(game, BuyPrivate("DH", 140), "1830 10.2.2a")
    accepted(prr("track", 140).private("DH", 0).game(), BuyPrivate("DH", 140))
    refused(prr("track", 141).private("DH", 0).game(), BuyPrivate("DH", 141), "1830 10.2.2")
    refused(prr("track", 141).private("DH", 0).game(), BuyPrivate("DH", 34), "1830 10.2.2")


@rule("1830 8.1.8")
def test_a_treasury_that_just_pays_for_the_ground() -> None:
    for power in ("DH", ""):  # 120 for the mountain, with and without the power
        position = Position(3).company("PRR", par=100, held=[60, 20], cash=120).token("PRR", "H12").phase("3")
        position.tile("H14", "8", 1).tile("G15", "9", 0).private("DH", "PRR").operating("PRR", "track")
        lay = LayTile("F16", "57", 0, power)
        assert firm(accepted(position.game(), lay), "PRR").cash == 0
        refused(position.change("PRR", cash=119).game(), lay, "1830 8.1.8")


@rule("1830 8.2.1", "1830 14.10")
def test_a_treasury_that_just_pays_for_a_token() -> None:
    game = prr("token", 40).game()
    assert firm(accepted(game, PlaceToken("H16", 0)), "PRR").cash == 0
    assert asked(prr("token", 39).game())[1] != "token"
    refused(prr("token", 39).private("SV", 0).game(), PlaceToken("H16", 0), "1830 8.2.1", also="1830 14.1")


# -- operating: trains


def buyer(treasury: int, purse: int = 0, phase: str = "2", owned: tuple[str, ...] = (), **options: Any) -> Position:
    """Ada's B&M in its train step, with a route; Ben's PRR has 2-0."""
    position = Position(3, **options).company("B&M", par=100, held=[60, 20], cash=treasury, trains=owned)
    position.company("PRR", par=67, held=[0, 60], president=1, trains=("2-0",)).token("B&M", "E23").phase(phase)
    return position.depot(_2=4 if phase == "2" else 0).cash(purse, 400, 300).operating("B&M", "trains")


@rule("1830 9.1", "1830 14.10c")
def test_a_treasury_that_just_pays_for_a_train() -> None:
    alone = buyer(80, owned=("2-1",)).change("PRR", trains=())
    assert firm(accepted(alone.game(), BuyTrain("2-2", 80)), "B&M").cash == 0
    assert round_of(alone.change("B&M", cash=79).game()) == "SR 3", "nothing can be bought"
    refused(buyer(79, owned=("2-1",)).game(), BuyTrain("2-2", 80), "1830 9.1")


@rule("1830 9.3", "1830 14.10c")
def test_a_single_dollar_buys_another_company_s_train() -> None:
    game = buyer(1, owned=("2-1",)).game()
    accepted(game, BuyTrain("2-0", 1))
    refused(game, BuyTrain("2-0", 2), "1830 9.1")
    refused(game, BuyTrain("2-0", 0), "1830 9.3")
    assert round_of(buyer(0, owned=("2-1",)).game()) == "SR 3"


@rule("1830 9.1")
def test_the_last_train_under_the_limit() -> None:
    three = ("2-1", "2-2", "2-3")
    game = buyer(160, owned=three).depot(_2=2).game()
    accepted(game, BuyTrain("2-4", 80))
    accepted(game, BuyTrain("2-0", 1))
    full = buyer(900, owned=("2-1", "2-2", "2-3", "2-4")).private("SV", 0).depot(_2=1).game()
    assert asked(full)[1] != "trains", "four are the limit"
    over = buyer(800, phase="6", owned=("5-0", "5-1")).game()
    refused(over, BuyTrain("6-1", 630), "1830 9.1")
    refused(over, BuyTrain("2-0", 1), "1830 9.1")
    accepted(over, BuyTrain("D-0", 800, "5-0"))


@rule("1830 9.4", "1830 9.10c", "1830 14.10c")
def test_a_treasury_that_just_pays_for_a_diesel_with_a_trade_in() -> None:
    owned = ("5-0", "5-1")
    assert firm(accepted(buyer(800, phase="6", owned=owned).game(), BuyTrain("D-0", 800, "5-0")), "B&M").cash == 0
    assert round_of(buyer(799, phase="6", owned=owned).game()) == "SR 3", "there is nothing to ask"
    refused(buyer(799, phase="6", owned=("5-0",)).game(), BuyTrain("D-0", 800, "5-0"), "1830 9.10c")


@rule("1830 9.7")
def test_as_many_trains_as_the_limit_are_kept() -> None:
    position = buyer(450, phase="4").depot(_4=0).change("PRR", trains=("4-0", "4-1"))
    game = play(position.game(), BuyTrain("5-0", 450))
    assert asked(game)[1] != "discard"
    game = play(position.change("PRR", trains=("4-0", "4-1", "4-2")).game(), BuyTrain("5-0", 450))
    assert asked(game) == (1, "discard")
    assert asked(play(game, DiscardTrain("4-0")))[1] != "discard"


# -- help and emergency


@rule("1830 9.10", "1830 9.10b")
def test_treasury_and_purse_that_just_reach_the_price() -> None:
    game = buyer(30, purse=50).game()
    after = accepted(game, BuyTrain("2-2", 80))
    assert (firm(after, "B&M").cash, cash(after)[0]) == (0, 0)
    refused(game, SellShares("B&M", 10), "1830 9.10b")
    poor = buyer(30, purse=49).game()
    refused(poor, BuyTrain("2-2", 80), "1830 9.10b")
    accepted(poor, SellShares("B&M", 10))


@rule("1830 9.10", "1830 9.10b")
def test_a_treasury_that_just_reaches_the_price_needs_no_help() -> None:
    game = buyer(80, purse=500, ebuy_other_train="treasury short").game()
    after = accepted(game, BuyTrain("2-2", 80))
    assert cash(after)[0] == 500
    refused(game, SellShares("B&M", 10), "1830 9.10b")


@rule("1830 9.12b")
def test_a_sale_is_just_necessary() -> None:
    # C&O at 40 a share: 0 + 80 is enough with two shares; with three the third is too many.
    for purse, most in ((0, 20), (1, 20), (39, 20), (40, 10), (79, 10)):
        position = buyer(0, purse=purse).company("C&O", held=[40, 50], president=1, cell=(7, 3))
        game = position.game()
        accepted(game, SellShares("C&O", most))
        refused(game, SellShares("C&O", most + 10), "1830 9.12b")


@rule("1830 9.12b1")
def test_the_president_s_certificate_alone_is_one_piece_at_the_limit() -> None:
    # C&O at 40: all 20 % below 80; half of it below 120.
    def certificate(purse: int) -> Game[State]:
        position = buyer(0, purse=purse, ebuy_president_cert="certificate", must_buy_train="always")
        return position.company("C&O", held=[20, 20], cell=(7, 3)).game()

    accepted(certificate(79), SellShares("C&O", 20))
    refused(certificate(80), SellShares("C&O", 20), "1830 9.10b")
    accepted(certificate(119), SellShares("C&O", 10))
    refused(certificate(120), SellShares("C&O", 10), "1830 9.10b")


@rule("1830 9.12f")
def test_a_private_is_sold_in_an_emergency_for_1_and_for_all_the_buyer_has() -> None:
    position = buyer(0, purse=79).private("DH", 0)
    game = position.cash(79, 1, 0).game()
    accepted(game, SellPrivate("DH", 1, 1))
    refused(game, SellPrivate("DH", 1, 2), "1830 9.12f")
    refused(game, SellPrivate("DH", 2, 1), "1830 9.12f")
    refused(game, SellPrivate("DH", 1, 0), "1830 9.12f")
    refused(position.cash(80, 1, 0).game(), SellPrivate("DH", 1, 1), "1830 9.10b")
    other = buyer(0).change("B&M", held=(20, 60, 0), president=1).private("DH", 1).cash(5, 79, 0)
    accepted(other.game(), SellPrivate("DH", 0, 5))


@rule("1830 9.13")
def test_bankruptcy_one_dollar_short() -> None:
    # B&M may be sold down to 20 %: four shares at 100. Phase 5: the cheapest train costs 450.
    rich = buyer(30, purse=20, phase="5").change("PRR", trains=()).game()
    refused(rich, Bankrupt(), "1830 9.13")
    poor = buyer(30, purse=19, phase="5").change("PRR", trains=()).game()
    accepted(poor, Bankrupt())


@rule("1830 9.12c")
def test_the_floor_after_a_sale_is_the_price_or_more() -> None:
    game = play(buyer(10, purse=5).game(), SellShares("B&M", 10))  # 10 + 105 - 100 + 1
    accepted(game, BuyTrain("2-0", 16))
    refused(game, BuyTrain("2-0", 15), "1830 9.12c")
    position = buyer(0, purse=79).company("C&O", held=[20, 40], president=1, cell=(10, 3))
    game = play(position.game(), SellShares("C&O", 10))  # at 10: 89 - 10 + 1 = 80, the face price
    accepted(game, BuyTrain("2-0", 80))
    refused(game, BuyTrain("2-0", 79), "1830 9.12c")
    refused(game, BuyTrain("2-0", 81), "1830 9.10a")


# -- the bank, and Mohawk & Hudson


@rule("1830 11.2", "1830 A19")
@pytest.mark.parametrize(("value", "at_zero"), [("below zero", False), ("at zero", True)])
def test_the_bank_with_its_last_dollar(value: str, at_zero: bool) -> None:
    for bank, broken in ((68, False), (67, at_zero), (66, True)):
        position = Position(3, bank_break=value).company("PRR", par=67, held=[20, 40], president=1)
        game = play(position.cash(12000 - bank, 0, 0).stock(0).game(), SellShares("PRR", 10))
        assert game.view()["bank_broken"] is broken


@rule("1830 10.3.4")
def test_the_last_share_for_mh() -> None:
    position = stock().private("MH", 0).company("NYC", held=[0, 60, 20], president=1, pool=10)
    for source in ("ipo", "pool"):
        accepted(position.game(), Exchange("MH", source), seat=0)
    position.company("NYC", held=[0, 60, 40], president=1)
    for source in ("ipo", "pool"):
        refused(position.game(), Exchange("MH", source), "1830 10.3.4", seat=0)
    fresh = stock().private("MH", 0)
    fresh.change("NYC", held=(0, 70, 0), ipo=30)
    accepted(fresh.game(), Exchange("MH", "ipo"), seat=0)
    fresh.change("NYC", held=(0, 80, 0), ipo=20)  # only the president's certificate is left
    refused(fresh.game(), Exchange("MH", "ipo"), "1830 10.3.4", seat=0)


@rule("1830 10.3.4")
def test_mh_brings_60_percent_and_no_more() -> None:
    position = stock().private("MH", 0)
    accepted(position.company("NYC", held=[50, 20]).game(), Exchange("MH", "ipo"), seat=0)
    refused(position.company("NYC", held=[60, 20]).game(), Exchange("MH", "ipo"), "1830 10.3.4", seat=0)


# -- routes


@rule("1830 8.3.1", "1830 8.3.2")
def test_a_train_visits_as_many_stops_as_its_number() -> None:
    game = prr("run", 0).change("PRR", trains=("2-0",)).phase("2").game()
    two = Route("2-0", ("H12.0", "H12:4", "H14:4", "H16.0"))
    accepted(game, RunRoutes((two,)))
    refused(prr("run", 0).game(), RunRoutes((Route("3-0", ("H12.0",)),)), "1830 8.3.1")
    for stop in ("H12.1", "H12.-1"):
        refused(prr("run", 0).game(), RunRoutes((Route("3-0", (stop, "H12:4", "H14:4", "H16.0")),)), "1830 8.3.1")
    position = prr("run", 0).change("PRR", trains=("2-0",)).tile("H10", "57", 1)
    three = ("H10.0", "H10:4", "H12.0", "H12:4", "H14:4", "H16.0")
    refused(position.game(), RunRoutes((Route("2-0", three),)), "1830 8.3.2")
    accepted(position.change("PRR", trains=("3-0",)).game(), RunRoutes((Route("3-0", three),)))


@rule("1830 1.1")
def test_two_to_six_players() -> None:
    assert len(new(2).state.players) == 2
    assert len(new(6).state.players) == 6


@rule("1830 0.6", "1830 14.1")
def test_seats_at_the_ends_of_the_table() -> None:
    game = play(stock().private("SV", 2).game(), BuyPrivate("SV", 20))
    refused(game, Answer(True), "1830 14.1", seat=3)
    refused(game, Answer(True), "1830 14.1", seat=-1)
    accepted(game, Answer(True), seat=2)
    first = play(stock().private("SV", 0).stock(1).game(), BuyPrivate("SV", 20))
    accepted(first, Answer(True), seat=0)
