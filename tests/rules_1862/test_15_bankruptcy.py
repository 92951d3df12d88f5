"""1862 15 and 17: bankruptcy of a player, closing of a company at the price 0."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyShare, BuyTrain, DiscardTrain, Dividend, Par, Pass, SellShares
from stellwerk.eighteen.board import BLOCKED
from stellwerk.titles.t1862.blockers import erie_laid
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.table import Position, asked, cash, held, price, rules_of, seen, sound, texts, treasury
from tests.support import accepted, play, refused, rule


def ruin(players: int = 5, phase: str = "5", **options: Any) -> Position:
    """Ada directs ATS, which must have a train and has 50; she has 100."""
    position = Position(players, **options).phase(phase).cash(100, *[500] * (players - 1))
    position.found("ATS", [20, 20, 10], 100, cash=50).home("ATS").tile("G22", "4", 0)
    return position.turn("ATS", "trains")


def final(game: Game[State1862], seat: int = 0) -> int:
    """A player's result."""
    return game.result().scores[seat]


@rule("1862 15.1", "1862 15.2", "1862 15.3", "1862 15.4", "1862 15.11")
def test_a_player_who_cannot_pay_leaves_with_his_companies_and_the_game_goes_on() -> None:
    position = ruin().found("UP", [0, 60], president=1, cash=300).home("UP").turn("ATS", "trains", ("UP",))
    bank = position.game().view()["bank"]
    game = play(position.game(), BuyTrain("5-1", 500))
    assert game.view()["players"][0]["bankrupt"]
    assert game.view()["players_left"] == ["Ben", "Cleo", "Dan", "Eva"]
    assert cash(game) == [0, 700, 600, 500, 500]  # paid for their shares at 100
    assert seen(game, "ATS")["removed"]
    assert game.view()["bank"] == bank + 150 - 300
    assert "5-1" in game.view()["trains_gone"]  # it counts as bought
    assert asked(game)[1] == "UP"  # the turn is over, the next company follows
    sound(game)


@rule("1862 15.2", "1862 A18", "1862 13.4", "1862 13.6")
def test_the_partly_paid_train_starts_its_phase() -> None:
    position = ruin(phase="4").left("4", 0).found("UP", [0, 60], president=1, cash=0).home("UP")
    position.trains("UP", "4-1", "4-2", "3-1")
    game = play(position.turn("ATS", "trains", ("UP",)).game(), BuyTrain("5-0", 500))
    assert game.view()["phase"] == "5"
    assert game.view()["depot"]["5"] == 3
    assert asked(game) == (1, "UP", "discard")
    play(game, DiscardTrain("3-1"))
    sound(game)


@rule("1862 15.2", "1862 13.9d")
def test_first_he_sells_everything_he_may_in_the_order_he_likes() -> None:
    position = ruin().found("UP", [20, 60], 80, president=1).found("SP", [20, 0, 60], 70, president=2)
    game = play(position.game(), BuyTrain("5E-0", 600))
    assert asked(game)[2] == "raise"
    assert {option.action.company for option in game.options()} == {"UP", "SP"}  # type: ignore[attr-defined]
    play(game, SellShares("SP", 20), SellShares("UP", 20))
    assert game.view()["players"][0]["bankrupt"]
    assert final(game) == 2 * 100 - (600 - 50 - 100 - 140 - 160)


@rule("1862 15.3")
def test_founded_companies_and_privates_leave_too() -> None:
    position = ruin().privates(BOM=0, B_O=0, RMC=4).found("SP", [20, 10], 70, floated=False, operated=False)
    game = play(position.game(), BuyTrain("5E-0", 600))
    assert seen(game, "SP")["removed"]
    assert seen(game, "ATS")["removed"]
    assert [game.view()["privates"][name]["closed"] for name in ("BOM", "B&O", "RMC")] == [True, True, False]
    assert cash(game)[1] == 500 + 200 + 70
    assert seen(game, "SP")["ipo"] == seen(game, "SP")["pool"] == 0


@rule("1862 15.4")
def test_five_percent_shares_are_paid_half_rounded_up() -> None:
    position = ruin().found("ATS", [10, 10, 5], 85, cash=50, bought_back=True, tokens=1)
    game = play(position.turn("ATS", "trains").game(), BuyTrain("5E-0", 600))
    assert cash(game)[1:3] == [500 + 2 * 43, 500 + 43]


@rule("1862 15.3", "1862 A18", "1862 A29", "1862 17.3")
def test_notes_of_his_companies_are_cancelled_and_the_money_leaves_the_game() -> None:
    position = ruin().found("UP", [60], 100, cash=230, notes=5)
    position.found("UP", [20, 10], 100, cash=230, notes=5, bought_back=True)
    game = play(position.game(), BuyTrain("5E-0", 600))
    assert asked(game)[2] == "raise"
    play(game, SellShares("UP", 10))
    assert game.view()["players"][0]["bankrupt"]
    assert game.view()["money_gone"] == 230
    assert final(game) == 2 * 100 + 92 - (600 - 50 - 100 - 100)
    sound(game)
    other = ruin(removed_treasury="bank").found("UP", [10, 10], 100, cash=230, notes=5, bought_back=True)
    bank = other.game().view()["bank"]
    game = play(other.game(), BuyTrain("5E-0", 600))
    assert game.view()["money_gone"] == 0
    assert game.view()["bank"] == bank + 50 + 100 + 230 - 200 - 100 - 2 * 50
    sound(game)


@rule("1862 15.5", "1862 9.5")
def test_markers_are_turned_over_and_only_block() -> None:
    position = ruin().privates(B_O=0).found("SP", [20], 70, floated=False, operated=False).token("ATS", "H29")
    game = play(position.game(), BuyTrain("5E-0", 600))
    t = rules_of(game).t
    board = game.state.board
    assert BLOCKED in board.tokens[t.hex("F23")][0]
    assert board.tokens[t.hex("H29")][0].count(BLOCKED) == 2  # B&O and ATS
    assert game.view()["blocked"] == {"F23": [1], "H29": [2]}
    assert board.settled[t.company("SP")]  # SP had no marker: it reserves nothing any more
    assert board.tokens[t.hex("L23")][0].count(BLOCKED) == 0
    sound(game)


@rule("1862 15.6")
def test_the_erie_tile_is_laid() -> None:
    position = ruin().privates(ERIE=0)
    before = position.game()
    assert not erie_laid(rules_of(before).t, before.state)
    game = play(before, BuyTrain("5E-0", 600))
    assert erie_laid(rules_of(game).t, game.state)
    assert "1862 15.6" in texts(game)


@rule("1862 15.7", "1862 6.7b", "1862 5.3")
def test_his_other_shares_go_to_the_pool_even_above_the_limit() -> None:
    position = ruin().found("UP", [20, 30, 10], 80, president=1, pool=40).given("WP", [10])
    position.change("UP", ipo=0)
    game = play(position.game(), BuyTrain("5E-0", 600), SellShares("UP", 10))
    assert seen(game, "UP")["pool"] == 60
    assert price(game, "UP") == 75  # one forced sale; giving up the rest moves nothing
    assert seen(game, "WP")["pool"] == 10
    stock = position_after(game)
    assert asked(stock)[0] == 1
    refused(stock, SellShares("UP", 10), "1862 6.7b")
    refused(stock, BuyShare("WP", "pool"), "1862 5.3")
    assert final(game) == 2 * 100 + 75 - (600 - 50 - 100 - 80)  # WP, not founded, is worth nothing
    sound(game)


def position_after(game: Game[State1862]) -> Game[State1862]:
    """Play on to the next stock round."""
    while not game.view()["round"].startswith("SR"):
        play(game, Pass())
    return game


@rule("1862 15.8", "1862 TV5")
def test_limits_follow_the_new_numbers() -> None:
    position = ruin().found("UP", [20], 100).found("SP", [20], 100)
    assert rules_of(position.game()).shares.cert_limit(position.s) == 18
    game = play(position.game(), BuyTrain("5E-0", 600))
    assert game.view()["certificate_limits"] | {"table": None} == {
        "players": 4, "companies": 10, "limit": 16, "cell": ["4", "10"], "table": None,
    }  # fmt: skip
    assert game.view()["holding_limit"] == 70


@rule("1862 15.9", "1862 18.5a")
def test_the_result_of_a_bankrupt_player_may_be_negative() -> None:
    position = ruin().cash(0, 500, 500, 500, 500)
    game = play(position.game(), BuyTrain("5E-0", 600))
    assert final(game) == 200 - 550
    bill = game.receipts()["score Ada"]
    assert [(line.amount, line.rule) for line in bill.lines] == [(200, "1862 15.9"), (-550, "1862 15.9")]


@rule("1862 15.11")
def test_the_priority_goes_to_the_left_neighbour() -> None:
    game = play(ruin().set(priority=0).game(), BuyTrain("5E-0", 600))
    assert game.view()["priority"] == "Ben"
    kept = play(ruin().set(priority=3).game(), BuyTrain("5E-0", 600))
    assert kept.view()["priority"] == "Dan"


@rule("1862 15.11", "1862 18.1")
@pytest.mark.parametrize(("players", "ending"), [(4, ""), (3, "players")])
def test_with_three_players_the_game_goes_on(players: int, ending: str) -> None:
    position = ruin(4).found("UP", [0, 60], president=1, cash=300).home("UP").turn("ATS", "trains", ("UP",))
    if players == 3:
        position.out(3)
    game = play(position.game(), BuyTrain("5E-0", 600))
    assert len(game.view()["players_left"]) == players - 1
    assert game.view()["ending"] == ending


@rule("1862 15.10")
def test_he_may_choose_another_companys_train_and_need_not() -> None:
    position = ruin().found("UP", [0, 60], president=1, cash=0).trains("UP", "5-2")
    game = position.game()
    offers = {option.action.train: option.amount for option in game.options() if option.action.kind == "buy_train"}  # type: ignore[attr-defined]
    assert offers["5-2"] is not None
    assert offers["5-2"].high == 150
    assert "5E-0" in offers


@rule("1862 15.11")
def test_bankrupt_in_a_stock_round_the_next_player_follows() -> None:
    position = Position(5).phase("3").cash(10, 500, 500, 500, 500)
    position.found("UP", [10, 5, 5], cell=(9, 0), par=70, bought_back=True, notes=4, cash=0).home("UP")
    position.found("SP", [10, 20], 80, president=1, bought_back=True)
    game = play(position.stock(2).game(), SellShares("UP", 5))
    assert cash(game)[2] == 510  # the seller is paid first
    assert asked(game) == (0, "Ada", "raise")  # the director pays at once, also in a stock round
    play(game, SellShares("SP", 10))
    assert game.view()["players"][0]["bankrupt"]
    assert asked(game) == (2, "Cleo", "stock")  # her turn goes on
    play(game, Pass(), Pass(), Pass(), Pass())
    assert asked(game)[0] == 2  # Ada is not asked any more
    sound(game)


@rule("1862 15.11")
def test_who_ruins_himself_in_his_turn_is_followed_by_the_next() -> None:
    position = Position(5).phase("3").cash(10, 500, 500, 500, 500)
    position.found("UP", [15, 5, 5], cell=(9, 0), par=70, bought_back=True, notes=4, cash=0).home("UP")
    game = play(position.stock(0).game(), SellShares("UP", 5))
    assert game.view()["players"][0]["bankrupt"]
    assert asked(game)[0] == 1
    play(game, *[Pass()] * 4)
    assert game.view()["priority"] == "Ben"


# -- 17


@rule("1862 6.4", "1862 6.9", "1862 17.2")
def test_forced_sales_in_a_stock_round_count_as_sales_of_that_round() -> None:
    position = Position(5).phase("3").cash(150, 500, 500, 500, 500)
    position.found("UP", [10, 5, 5], cell=(9, 0), par=70, bought_back=True, notes=2, cash=0).home("UP")
    position.found("SP", [30, 40], 80, president=1)
    game = play(position.stock(2).game(), SellShares("UP", 5))
    assert asked(game) == (0, "Ada", "raise")
    play(game, SellShares("SP", 10), Pass(), Pass(), Pass())
    assert asked(game) == (0, "Ada", "stock")
    refused(game, BuyShare("SP", "bank"), "1862 6.4")
    refused(game, BuyShare("SP", "pool"), "1862 6.4")
    accepted(game, SellShares("SP", 10))  # a later turn
    position.found("UP", [15, 5, 5], cell=(9, 0), par=70, bought_back=True, notes=2, cash=0)
    position.found("ATS", [10, 40], president=1)
    game = play(position.stock(0).game(), SellShares("UP", 5), SellShares("SP", 10))
    assert asked(game) == (0, "Ada", "stock")
    refused(game, SellShares("SP", 10), "1862 6.9")  # she has sold it in this turn


def closing(notes: int = 3, treasury_: int = 120, **options: Any) -> Position:
    """Ada's UP stands one step above the cell 0."""
    position = Position(4, **options).phase("3").cash(500, 500, 500, 500)
    position.found("UP", [15, 10, 5, 0], cell=(9, 0), par=70, bought_back=True, notes=notes, cash=treasury_)
    position.found("SP", [60], cash=300).home("UP", "SP").trains("UP", "3-1")
    return position.turn("UP", "dividend", ("SP",), revenue=20)


@rule("1862 17.1", "1862 17.2", "1862 17.3", "1862 A29")
def test_at_0_notes_are_paid_and_everything_leaves_the_game() -> None:
    game = play(closing().game(), Dividend("withhold"))
    assert cash(game) == [500 - (300 - 140), 500, 500, 500]  # nothing for the shares
    assert seen(game, "UP")["removed"]
    assert held(game, "UP") == (0, 0, 0, 0)
    assert "3-1" in game.view()["trains_gone"]
    assert game.view()["blocked"] == {"G16": [1]}
    assert asked(game)[1] == "SP"
    sound(game)


@rule("1862 17.2", "1862 17.3", "1862 A29")
def test_what_is_left_of_the_treasury_leaves_the_game() -> None:
    game = play(closing(1, 400).game(), Dividend("withhold"))
    assert cash(game)[0] == 500
    assert game.view()["money_gone"] == 320
    other = play(closing(1, 400, removed_treasury="bank").game(), Dividend("withhold"))
    assert other.view()["money_gone"] == 0
    sound(game)
    sound(other)


@rule("1862 17.2", "1862 15.9")
def test_notes_can_ruin_the_director() -> None:
    position = closing(9, 0).cash(100, 500, 500, 500).found("SP", [20], cash=300, tokens=1)
    game = play(position.game(), Dividend("withhold"))
    assert game.view()["players"][0]["bankrupt"]
    assert final(game) == 200 - (900 - 20 - 100)  # SP is worth 200; UP closed before
    assert seen(game, "SP")["removed"]


@rule("1862 17.4")
def test_the_paper_limit_follows() -> None:
    game = play(closing().game(), Dividend("withhold"))
    assert game.view()["certificate_limits"]["limit"] == 20


@rule("1862 17.5")
def test_a_closing_by_a_forced_sale_is_carried_out_first() -> None:
    position = Position(4).phase("5").cash(0, 500, 0, 0)
    position.found("ATS", [20, 20, 10, 0], 100, cash=0).home("ATS").tile("G22", "4", 0)
    position.found("UP", [5, 15, 0, 0], cell=(9, 0), par=70, president=1, bought_back=True, notes=2, cash=0)
    position.found("SP", [50, 0, 0, 0], 100).home("UP", "SP")
    game = play(position.turn("ATS", "trains").game(), BuyTrain("5-1", 500))
    play(game, SellShares("UP", 5))
    assert cash(game)[:2] == [10, 300]  # Ben, its director, has paid the notes
    assert seen(game, "UP")["removed"]
    assert asked(game) == (0, "Ada", "raise")
    play(game, SellShares("SP", 30))
    assert game.view()["players"][0]["bankrupt"]
    assert treasury(game, "ATS") == 0


@rule("1862 17.5", "1862 13.9f")
def test_a_forced_sale_that_closes_the_needy_company_ends_its_turn() -> None:
    position = Position(4).phase("5").cash(0, 500, 500, 500)
    position.found("ATS", [40, 20, 10, 0], cell=(9, 0), par=100, cash=0).home("ATS").tile("G22", "4", 0)
    position.found("SP", [0, 60, 0, 0], 100, president=1, cash=300).home("SP")
    game = play(position.turn("ATS", "trains", ("SP",)).game(), BuyTrain("5-1", 500))
    play(game, SellShares("ATS", 10))
    assert seen(game, "ATS")["removed"]
    assert not game.view()["players"][0]["bankrupt"]
    assert cash(game)[0] == 20
    assert asked(game)[1] == "SP"


def test_a_state_knows_who_is_out() -> None:
    game = play(ruin().game(), BuyTrain("5E-0", 600))
    assert game.state.debts == (450, 0, 0, 0, 0)
    refused(game, Par("NP", 70), "1862 24.1", seat=0)
