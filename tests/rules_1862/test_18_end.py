"""1862 18 and 24: the end of the game, results, decisions."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyShare, BuyTrain, Dividend, LayTile, Pass, SellShares
from stellwerk.titles.t1862.actions import Buyback
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.table import Position, asked, cash, new, papers, rules_of, seen, texts
from tests.support import play, refused, rule


def finish(game: Game[State1862], most: int = 200) -> Game[State1862]:
    """Pass, or do the first thing, until the game is over."""
    for _ in range(most):
        if game.decision() is None:
            return game
        options = [option.action for option in game.options() if option.seat is None]
        play(game, Pass() if Pass() in options else options[0])
    raise AssertionError("the game goes on")


def last_set(part: int = 2) -> Position:
    """UP in the dividend step of the last or an earlier operating round of a set of two."""
    position = Position(4).phase("3").found("UP", [40, 20, 0, 0], 100, cash=100, pool=10).home("UP")
    return position.turn("UP", "dividend", part=part, revenue=100)


@rule("1862 18.1", "1862 18.2")
def test_a_price_above_379_ends_the_game_with_the_set() -> None:
    position = last_set(1).change("UP", cell=Position(4).t.market.index[0, 17])
    game = play(position.game(), Dividend("pay"))
    assert seen(game, "UP")["price"] == 400
    assert game.view()["ending"] == "price"
    assert not game.result().finished  # the running set is played to its end
    while game.view()["round"] == "OR 2.1":
        play(game, Pass())
    assert game.view()["round"] == "OR 2.2"
    finish(game)
    assert game.result().reason == "price"
    assert game.view()["round"] == "OR 2.2"
    refused(game, Pass(), "1862 18.2", seat=0)


@rule("1862 18.1")
def test_370_is_not_above() -> None:
    position = last_set(2).change("UP", cell=Position(4).t.market.index[0, 16])
    game = play(position.game(), Dividend("pay"))
    assert seen(game, "UP")["price"] == 370
    assert game.view()["ending"] == ""


@rule("1862 18.1", "1862 18.3")
def test_an_empty_bank_ends_the_game_and_goes_on_paying() -> None:
    position = last_set(2)
    game = position.game()
    bank = game.view()["bank"]
    position.cash(600 + bank - 60, 600, 600, 600)
    game = position.game()
    assert game.view()["bank"] == 60
    play(game, Dividend("pay"))  # exactly 60 to the players
    assert game.view()["bank"] == 0
    assert game.view()["bank_broken"]
    position.cash(600 + bank - 10, 600, 600, 600)
    game = play(position.game(), Dividend("pay"))
    assert game.view()["bank"] == -50
    finish(game)
    assert game.result().reason == "bank"


@rule("1862 18.1")
def test_eight_companies_gone_end_the_game() -> None:
    names = ["NYH", "NYC", "CP", "CPR", "ATS", "SP", "NP"]
    position = Position(4).phase("3").remove(*names).found("UP", [40, 20, 0, 0], cell=(9, 0), par=70, cash=0).home("UP")
    game = position.turn("UP", "dividend", revenue=10).game()
    assert game.view()["ending"] == ""
    play(game, Dividend("withhold"))
    assert game.result().reason == "companies"


@rule("1862 18.1", "1862 18.6", "1862 A20")
def test_fewer_than_three_players_end_the_game_with_the_set() -> None:
    position = Position(4).phase("5").out(3).cash(100, 500, 500, 0).found("ATS", [20, 0, 0, 0], cash=0).home("ATS")
    position.tile("G22", "4", 0).found("UP", [0, 60, 0, 0], president=1, cash=300).home("UP")
    game = play(position.turn("ATS", "trains", ("UP",), part=1).game(), BuyTrain("5-1", 500))
    assert game.view()["ending"] == "players"
    assert asked(game)[1] == "UP"
    finish(game)
    assert game.view()["round"] == "OR 2.3"
    assert game.result().reason == "players"


def trigger_in_stock_round(**options: str) -> Game[State1862]:
    """Seven companies are gone; Ben sells UP to 0 in a stock round."""
    names = ["NYH", "NYC", "CP", "CPR", "ATS", "SP", "NP"]
    position = Position(4, **options).phase("3").remove(*names)
    position.found("UP", [40, 20, 0, 0], cell=(9, 0), par=70, cash=0).found("CN", [60], cash=300).home("UP", "CN")
    game = play(position.stock(1).game(), SellShares("UP", 10))
    assert game.view()["ending"] == "companies"
    while game.decision() is not None and game.view()["round"].startswith("SR"):
        play(game, Pass())
    return game


@rule("1862 18.2", "1862 A30")
def test_a_trigger_in_a_stock_round() -> None:
    game = trigger_in_stock_round()
    assert game.view()["round"] == "OR 2.1"
    finish(game)
    assert game.view()["round"] == "OR 2.2"
    at_once = trigger_in_stock_round(end_in_stock_round="end_after_round")
    assert at_once.result().reason == "companies"
    assert at_once.view()["round"] == "SR 2"


@rule("1862 18.4", "1862 18.5", "1862 16.8")
def test_notes_are_paid_back_after_the_last_round() -> None:
    position = Position(4).phase("3").cash(100, 50, 0, 0).set(ending="price")
    position.found("UP", [15, 10, 5, 0], 85, bought_back=True, notes=3, cash=120, pool=5).home("UP")
    game = position.turn("UP", "dividend", part=2, revenue=100).game()
    before = game.result().scores
    play(game, Dividend("withhold"))
    finish(game)
    assert game.result().reason == "price"
    assert seen(game, "UP")["cash"] == 0
    assert seen(game, "UP")["notes"] == 0
    # the price fell to 80: Ada 10 % director 80, 5 % 40, cash 100, and 80 missing for the notes
    assert cash(game)[:2] == [20, 50]
    assert game.result().scores[:3] == (20 + 80 + 40, 50 + 80, 40)
    assert before[0] == 100 + 85 + 43 - 180
    assert "1862 18.4" in texts(game)
    assert game.result().winners == (0,)


@rule("1862 18.4", "1862 18.5")
@pytest.mark.parametrize(("treasury_", "amounts"), [(300, [100, 85]), (299, [100, 85, -1])])
def test_only_what_the_treasury_lacks_for_its_notes_is_on_the_bill(treasury_: int, amounts: list[int]) -> None:
    position = Position(4).phase("3").cash(100, 0, 0, 0)
    position.found("UP", [10, 5, 0, 0], 85, bought_back=True, notes=3, cash=treasury_).home("UP")
    bill = position.stock(0).game().receipts()["score Ada"]
    assert [line.amount for line in bill.lines] == amounts


@rule("1862 18.4", "1862 18.5a", "1862 A20")
def test_who_cannot_pay_all_notes_has_a_negative_rest_and_is_not_bankrupt() -> None:
    position = Position(4).phase("3").cash(30, 50, 0, 0).set(ending="price")
    position.found("UP", [10, 5, 0, 0], 85, bought_back=True, notes=9, cash=0).home("UP")
    game = finish(play(position.turn("UP", "dividend", part=2, revenue=20).game(), Dividend("withhold")))
    assert not game.view()["players"][0]["bankrupt"]
    assert game.result().scores[0] == 80 - (900 - 20 - 30)
    assert game.view()["debts"] == {"Ada": 850}
    assert "1862 18.5a" in texts(game)


@rule("1862 18.5")
def test_only_cash_and_shares_count_and_equal_results_share_the_place() -> None:
    position = (
        Position(4).privates(BOM=0).phase("3").cash(100, 160, 0, 0).set(ending="price").given("WP", [10, 0, 0, 0])
    )
    position.found("UP", [20, 20, 0, 0], 85, cash=1000).home("UP").trains("UP", "3-1")
    position.found("SP", [10, 5, 5, 0], 85, bought_back=True, cash=0)
    game = position.game()
    # UP 2 x 85 each; SP: Ada's 10 % director 85, Ben's 5 % 43
    assert game.result().scores == (100 + 170 + 85, 160 + 170 + 43, 43, 0)
    tie = finish(Position(4).phase("3").cash(100, 200, 200, 0).set(ending="price").begin(part=2).game())
    assert tie.result().winners == (1, 2)


@rule("1862 18.7", "1862 A31")
def test_a_standstill_ends_the_game() -> None:
    position = Position(4).found("UP", [20, 0, 0, 0], floated=False, operated=False).given("WP", [0, 10])
    game = position.cash(99, 99, 99, 99).stock(0).game()  # a share of UP costs 100
    assert game.result().reason == "standstill"
    assert game.view()["round"] == "OR 2.1"  # the set was played
    assert "1862 18.7" in texts(game)


def idle(money: int, held: int = 0, cell: tuple[int, int] | None = None, pool: int = 0) -> Game[State1862]:
    """Ada directs UP, which is not in operation, and has no money; only Ben can do something, and passes."""
    position = Position(4).found("UP", [20, held, 0, 0], 100, floated=False, operated=False, cell=cell, pool=pool)
    game = position.cash(0, money, 0, 0).stock(0).game()
    assert asked(game)[0] == 1
    return play(game, Pass())


@rule("1862 18.7", "1862 A31")
def test_who_could_pay_for_something_new_may_pass_as_often_as_he_likes() -> None:
    game = idle(100)  # a share of UP
    for number in range(3, 6):
        assert (asked(game)[0], game.view()["round"]) == (1, f"SR {number}")
        play(game, Pass())
    assert not game.result().finished
    assert not idle(8, 10).result().finished  # his share brings 92
    assert idle(7, 10).result().reason == "standstill"
    assert idle(92, cell=(1, 4), pool=10).result().reason == "standstill"  # an old share is nothing new


@rule("1862 18.7", "1862 A31", "1862 6.5a")
@pytest.mark.parametrize(("money", "percent"), [(100, 10), (0, 20)])
def test_who_could_sell_for_room_under_the_paper_limit_may_pass_too(money: int, percent: int) -> None:
    position = Position(4).remove("NP", "CN", "WP", "ORN", "TP", "GMO", "CP").cash(money, 0, 0, 0)
    for name, held in (("UP", 50), ("ATS", 50), ("SP", 30)):
        position.found(name, [held, 0, 0, 0], 100, floated=False, operated=False)
    game = position.stock(0).game()
    assert papers(game, 0) == rules_of(game).shares.cert_limit(game.state) == 10
    refused(game, BuyShare("UP", "bank"), "1862 6.5a" if money else "1862 6.3")
    other = play(game.branch(), SellShares("ATS", percent), BuyShare("UP", "bank"))
    assert seen(other, "UP")["floated"]  # so nothing has come to an end
    play(game, Pass())
    assert not game.result().finished
    assert game.view()["round"] == "SR 3"


@rule("1862 18.7", "1862 A31")
def test_where_somebody_has_acted_there_is_no_standstill() -> None:
    position = Position(4).found("UP", [20, 10, 0, 0], floated=False, operated=False)
    game = play(position.cash(0, 0, 0, 0).stock(0).game(), SellShares("UP", 10))
    assert game.view()["round"] == "SR 3"  # he has acted
    play(game, Pass())  # he could buy his old share back
    assert game.result().reason == "standstill"


@rule("1862 18.7", "1862 A31", "1862 3.5")
def test_bids_that_bind_all_money_are_a_standstill_too() -> None:
    position = Position(4).auction(0, sold=1)  # BOM is closed, ERIE costs 40
    position.s.bids = ((), (), *(((seat, bid),) for seat, bid in enumerate((75, 105, 155, 185))), (), ())
    assert position.cash(79, 109, 159, 189).game().result().reason == "standstill"
    game = position.cash(80, 109, 159, 189).game()  # Ada could raise her own bid
    for number in range(1, 4):
        assert (asked(game)[0], game.view()["round"]) == (0, f"SR {number}")
        play(game, Pass())


@rule("1862 18.7", "1862 A31")
def test_an_open_private_or_a_company_in_operation_is_no_standstill() -> None:
    position = Position(4).found("UP", [20, 10, 0, 0], floated=False, operated=False)
    game = play(position.privates(BOM=1).stock(0).game(), *[Pass()] * 4)
    assert game.view()["round"] == "SR 3"  # it pays its owner
    position = Position(4).found("UP", [60, 0, 0, 0], cash=0).home("UP")
    game = play(position.stock(0).game(), *[Pass()] * 4)
    while game.view()["round"] == "OR 2.1":
        play(game, Pass())
    assert game.view()["round"] == "SR 3"


@rule("1862 18.7", "1862 A31")
def test_a_company_that_closes_after_an_idle_stock_round_is_no_standstill() -> None:
    position = Position(4).found("UP", [40, 20, 0, 0], 70, cash=0, pool=40, cell=(9, 0)).home("UP")
    game = play(position.stock(0).game(), *[Pass()] * 4)
    while game.result().reason == "" and game.view()["round"] == "OR 2.1":
        play(game, Pass())
    assert seen(game, "UP")["removed"]  # no train, no income: from 20 to 0
    assert game.view()["round"] == "SR 3"  # now everybody may found another company


@rule("1862 24.1", "1862 24.3", "1862 24.4")
def test_decisions_names_and_money() -> None:
    game = Position(4).phase("3").found("CP", [60], cash=100).home("CP").turn("CP", "track").game()
    refused(game, Pass(), "1862 24.1", seat=1)
    refused(game, LayTile("Z99", "9", 0), "1862 24.3")
    refused(game, LayTile("C28", "9999", 0), "1862 24.3")
    refused(game, Buyback(1), "1862 16.4a", also="1862 16.1")
    refused(Position(4).stock(0).game(), BuyShare("XYZ", "bank"), "1862 24.3")
    refused(new(4), Pass(), "1862 24.1", seat=7)


@rule("1862 24.2")
def test_nobody_is_asked_where_one_thing_is_possible() -> None:
    position = Position(4).cash(0, 0, 500, 0).found("UP", [60, 0, 0, 0], 100, cash=200).home("UP")
    position.change("UP", pool=0, ipo=40)
    game = position.stock(1).game()
    assert asked(game)[0] == 2  # Ben has neither money nor shares
