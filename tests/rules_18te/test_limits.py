"""18TE at the limit: exactly enough money, exactly the limit, the last of a supply, the only step that is left."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    Bankrupt,
    BidCompany,
    BuyTrain,
    Dividend,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
    RedeemShares,
    SellShares,
)
from stellwerk.titles.t18te.state import State18TE
from tests.rules_18te.table import Position, asked, cash, new, seen
from tests.support import accepted, offered, play, refused, rule

DEST = "destination"


def khs(treasury: int, phase: str = "2", **fields: Any) -> Position:
    """KHS in Osnabrück, joined with Lotte, in its train step; Ada holds its 30 % certificate only."""
    position = Position(2).phase(phase).found("KHS", [30, 0], cash=treasury, **fields).home("KHS").tile("F6", "4", 1)
    return position.turn("KHS", "trains").cash(0, 0)


# -- bids


@rule("18te 4.5")
def test_the_least_bid_with_all_the_money() -> None:
    game = Position(2).cash(180, 500).game()
    (bid,) = [option for option in game.options() if option.amount]
    assert bid.amount is not None
    assert (bid.amount.low, bid.amount.high) == (180, 180)
    accepted(game, BidCompany("KHS", 180))
    odd = Position(2).cash(199, 500).game()
    accepted(odd, BidCompany("KHS", 190))
    assert "has only" in refused(odd, BidCompany("KHS", 200), "18te 4.5").text
    poor = Position(2).found("KHS", [30, 10]).cash(179, 500).stock(0, 2).game()
    assert "has only" in refused(poor, BidCompany("KWE", 180), "18te 4.5").text
    assert "the least bid" in refused(poor, BidCompany("KWE", 170), "18te 4.5").text


@rule("18te 4.6", "18te 4.6a", "18te 15.3a")
def test_the_only_possible_raise_is_asked_for() -> None:
    game = play(Position(2).cash(500, 190).game(), BidCompany("KHS", 180))
    assert asked(game) == (1, "Ben", "company_auction")
    play(game, BidCompany("KHS", 190), Pass())
    assert seen(game, "KHS")["president"] == "Ben"
    less = play(Position(2).cash(500, 189).game(), BidCompany("KHS", 180))
    assert seen(less, "KHS")["president"] == "Ada"


@rule("18te 4.5", "18te 1.3")
def test_which_company_is_next_is_said() -> None:
    assert "KHS" in refused(new(), BidCompany("KWE", 180), "18te 4.5").text
    position = Position(2)
    for name in ("KHS", "KWE", "CME", "TWE", "KPR"):
        position.found(name, [30, 0])
    game = position.cash(500, 500).stock(0, 2).game()
    assert "all companies" in refused(game, BidCompany("KPR", 180), "18te 4.5").text
    assert asked(game)[0] == 0  # shares can still be bought


# -- markers


@rule("18te 7.4.4", "18te 7.4.1")
def test_the_destination_marker_goes_into_no_other_circle_of_rheine() -> None:
    position = Position(2).found("KWE", [30, 0], cash=100).home("KWE").tile("B10", "6", 3).marker("KWE", "B10")
    position.tile("B8", "9", 0).tile("B6", "7", 0)  # to KHS's circle, with the NE exit
    position.tile("C13", "6", 3).change("KWE", tokens=1)  # Greven, for the marker that is left
    game = position.turn("KWE", "token").game()
    refused(game, PlaceToken("A7", 0, DEST), "18te 7.4.4")
    refused(game, PlaceToken("A7", 1, DEST), "18te 7.4.1")  # KWE's circle is not reached
    refused(game, PlaceToken("A7", 0), "18te 7.4.3a")
    accepted(game, PlaceToken("C13", 0))


@rule("18te 7.4.1", "18te 7.4.2")
def test_a_marker_with_exactly_its_price() -> None:
    way = (("D6", "57", 2), ("E7", "9", 2), ("F8", "8", 0), ("F10", "6", 3))

    def twe(money: int) -> Game[State18TE]:
        position = Position(2).found("TWE", [30, 0], cash=money).home("TWE").trains("TWE", "2-0")
        for lay in way:
            position.tile(*lay)
        return position.turn("TWE", "token").game()

    assert seen(accepted(twe(50), PlaceToken("F10", 0)), "TWE")["cash"] == 0
    assert asked(twe(49))[2] == "run"


# -- trains


@rule("18te 7.8.1", "18te 7.8.5")
def test_a_train_with_exactly_its_price_and_the_last_place_for_it() -> None:
    game = khs(80).game()
    assert seen(accepted(game, BuyTrain("1+1-0", 80)), "KHS")["cash"] == 0
    refused(game, BuyTrain("2-0", 100), "18te 8.10")
    two = khs(100).trains("KHS", "2-0", "2-1").game()
    assert asked(two)[2] == "trains"
    play(two, BuyTrain("2-2", 100))
    assert asked(two)[2] == "issue"
    three = khs(500).trains("KHS", "2-0", "2-1", "2-2").found("KWE", [0, 30], president=1).trains("KWE", "2-3")
    assert not any(isinstance(option.action, BuyTrain) for option in three.rules.legal(three.rules.twin.seal(three.s)))
    assert asked(three.game())[2] == "issue"


@rule("18te 7.8.2")
def test_another_companys_train_for_one() -> None:
    position = khs(1).trains("KHS", "2-0").found("KWE", [0, 30], president=1, cash=0).trains("KWE", "2-1")
    game = position.game()
    assert asked(game)[2] == "trains"
    accepted(game, BuyTrain("2-1", 1))
    refused(game, BuyTrain("2-1", 2), "18te 1.10")
    refused(game, BuyTrain("2-1", 0), "18te 7.8.2")
    nothing = khs(0).trains("KHS", "2-0").found("KWE", [0, 30], president=1, cash=0).trains("KWE", "2-1")
    assert asked(nothing.game())[2] == "issue"


@rule("18te 8.8", "18te 8.2", "18te 8.9")
def test_exactly_enough_money_can_be_raised() -> None:
    def poor(purse: int) -> Game[State18TE]:
        """KHS has 10; Ada can sell 20 % of KWE for 30 each."""
        return khs(10).found("KWE", [20, 30], cell=(5, 3), president=1).cash(purse, 0).game()

    game = poor(10)
    assert {type(option.action) for option in game.options()} == {BuyTrain}
    refused(game, Bankrupt(), "18te 8.8")
    refused(game, SellShares("KWE", 10), "18te 8.9")
    play(game, BuyTrain("1+1-0", 80))
    first = accepted(game, SellShares("KWE", 10))  # the price does not fall in the bottom row: the name stands
    assert seen(first, "KHS")["named_train"] == "1+1-0"
    both = play(game, SellShares("KWE", 20))
    assert (seen(both, "KHS")["trains"], cash(both)[0], seen(both, "KHS")["cash"]) == (["1+1-0"], 0, 0)
    short = poor(9)
    assert {type(option.action) for option in short.options()} == {Bankrupt}
    refused(short, BuyTrain("1+1-0", 80), "18te 8.8")


@rule("18te 8.3", "18te 8.4", "18te 8.5")
def test_exactly_enough_money_at_hand() -> None:
    game = khs(30).cash(50, 0).game()
    play(game, BuyTrain("1+1-0", 80))  # nothing has to be sold
    assert (seen(game, "KHS")["trains"], cash(game)[0]) == (["1+1-0"], 0)
    other = khs(30).found("KWE", [30, 0], cash=0).trains("KWE", "2-0").cash(70, 0).game()
    refused(other, BuyTrain("2-0", 101), "18te 8.4")
    play(other, BuyTrain("2-0", 100))
    assert (seen(other, "KHS")["trains"], cash(other)[0], seen(other, "KWE")["cash"]) == (["2-0"], 0, 100)
    less = khs(30).found("KWE", [40, 0], cash=0).trains("KWE", "2-0").cash(69, 0).game()
    play(less, BuyTrain("2-0", 100))
    assert seen(less, "KHS")["named_train"] == "2-0"
    play(less, SellShares("KWE", 10))
    assert seen(less, "KHS")["trains"] == ["2-0"]


@rule("18te 8.5a")
def test_a_block_is_too_large_if_one_less_is_exactly_enough() -> None:
    position = khs(0).found("KWE", [40, 40], cell=(5, 4), president=1)  # 40 each
    game = play(position.cash(0, 0).game(), BuyTrain("1+1-0", 80))
    refused(game, SellShares("KWE", 30), "18te 8.5a")
    accepted(game, SellShares("KWE", 20))
    dear = khs(0).found("KWE", [40, 40], cell=(5, 4), president=1).cash(0, 0).factory(0, 0)
    play(dear.pool("2-0").game(), BuyTrain("2-0", 100), SellShares("KWE", 30))


# -- issue and redeem


@rule("18te 7.10.2", "18te 3.9", "18te 15.9")
def test_an_issue_up_to_half() -> None:
    game = khs(0).found("KHS", [30, 0], cash=0).turn("KHS", "issue").game()
    assert {action.percent for action in offered(game, IssueShares)} == {10, 20, 30, 40, 50}
    assert seen(accepted(game, IssueShares(50)), "KHS")["pool"] == 50
    refused(game, IssueShares(60), "18te 3.9")
    few = khs(0).found("KHS", [60, 20], cash=0).turn("KHS", "issue").game()
    assert {action.percent for action in offered(few, IssueShares)} == {10, 20}
    refused(few, IssueShares(30), "18te 7.10.2")
    full = khs(0).found("KHS", [40, 0], pool=50, cash=79).turn("KHS", "issue", ("KWE",)).found("KWE", [30, 0])
    assert asked(full.home("KWE").game())[1] == "KWE"  # half lies in the pool, and there is no money to redeem


@rule("18te 7.10.3", "18te 15.9")
def test_a_redemption_with_exactly_the_money() -> None:
    game = khs(0).found("KHS", [30, 0], 80, pool=30, cash=160).turn("KHS", "issue", first=True).game()
    assert {action.percent for action in offered(game, RedeemShares)} == {10, 20}
    refused(game, RedeemShares(0), "18te 7.10.3")
    refused(game, RedeemShares(30), "18te 1.10")
    assert seen(accepted(game, RedeemShares(20)), "KHS")["cash"] == 0
    all_ = khs(0).found("KHS", [30, 0], 80, pool=30, cash=900).turn("KHS", "issue", first=True).game()
    assert {action.percent for action in offered(all_, RedeemShares)} == {10, 20, 30}


# -- dividends, track and the end


@rule("18te 7.6.4")
def test_an_income_of_exactly_the_price() -> None:
    def price(revenue: int) -> int:
        position = Position(2).found("KHS", [40, 0], 80, cash=0).home("KHS").trains("KHS", "2-0")
        game = play(position.turn("KHS", "dividend", revenue=revenue).game(), Dividend("pay"))
        found: int = seen(game, "KHS")["price"]
        return found

    assert (price(70), price(80)) == (80, 90)


@rule("18te 7.3.8", "18te 7.3.9")
def test_track_with_exactly_its_cost() -> None:
    mountain = Position(2).found("TWE", [30, 0], cash=50).home("TWE").turn("TWE").game()
    assert seen(accepted(mountain, LayTile("D6", "57", 2)), "TWE")["cash"] == 0
    river = Position(2).found("KWE", [30, 0], cash=30).home("KWE").destination("KWE").tile("B8", "9", 2)
    game = river.turn("KWE").game()
    assert seen(accepted(game, LayTile("C9", "9", 2)), "KWE")["cash"] == 0
    less = Position(2).found("KWE", [30, 0], cash=29).home("KWE").destination("KWE").tile("B8", "9", 2)
    refused(less.turn("KWE").game(), LayTile("C9", "9", 2), "18te 7.3.9")


@rule("18te 7.3.2")
def test_the_last_tile_of_a_kind() -> None:
    def left(count: int) -> Game[State18TE]:
        position = Position(2).found("KHS", [30, 0], cash=0).home("KHS")
        number = position.t.hexmap.tile_index["4"]
        position.s.supply = tuple(count if n == number else v for n, v in enumerate(position.s.supply))
        return position.turn("KHS").game()

    accepted(left(1), LayTile("F6", "4", 1))
    refused(left(0), LayTile("F6", "4", 1), "18te 7.3.2")
    assert not any(lay.tile == "4" for lay in offered(left(0), LayTile))


@rule("18te 11.4", "18te A30")
def test_a_company_anywhere_on_the_price_table_is_no_standstill() -> None:
    position = Position(2).found("KHS", [40, 20], cell=(0, 5), cash=0).home("KHS").cash(0, 0)
    game = position.trains("KHS", "2-0").turn("KHS", "issue", part=2).game()
    assert position.s.companies[0].cell == 0
    assert not play(game, Pass()).result().finished


@rule("18te 4.2", "18te 11.4")
def test_the_support_counts_for_who_can_found_a_company() -> None:
    rules = Position(2).cash(169, 100).rules
    for purse, still in ((169, True), (170, False)):
        state = Position(2).cash(purse, 100).set(support=10).s
        assert rules.standstill(state) is still  # type: ignore[attr-defined]
