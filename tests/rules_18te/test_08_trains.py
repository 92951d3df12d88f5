"""18TE 6, 7.0, 7.8, 7.10, 7.11, 8 to 11: phases, trains, emergencies, issuing, bankruptcies and the end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    Answer,
    Bankrupt,
    BuyTrain,
    DiscardTrain,
    Dividend,
    IssueShares,
    Pass,
    RedeemShares,
    SellShares,
)
from stellwerk.eighteen.board import put
from stellwerk.titles.t18te.figures import figures
from stellwerk.titles.t18te.state import State18TE
from tests.rules_18te.table import Position, asked, cash, cell, held, new, rules_of, seen
from tests.support import accepted, offered, play, refused, rule


def khs(cash_: int = 500, phase: str = "2", players: int = 2, track: bool = True, **options: Any) -> Position:
    """KHS in Osnabrück, joined with Lotte, in its train step."""
    position = Position(players, **options).phase(phase).found("KHS", [40, 0, 0][:players], cash=cash_).home("KHS")
    if track:
        position.tile("F6", "4", 1)
    return position.turn("KHS", "trains")


# -- phases


@rule("18te 6.1", "18te 6.2", "18te 6.4", "18te 7.8.4")
def test_the_first_card_of_a_kind_changes_the_phase_at_once() -> None:
    position = khs(900, "3").factory(1, 0).trains("KHS", "2-0", "2-1", "2+2-0").pool("2-2")
    game = position.found("KWE", [30, 0]).trains("KWE", "1+1-3").game()
    assert asked(game)[2] == "issue"  # three trains: no room
    position = khs(900, "3").factory(1, 0).trains("KHS", "2-0", "2-1").pool("2-2").found("KWE").trains("KWE", "1+1-3")
    game = play(position.game(), BuyTrain("4-0", 400))
    assert game.view()["phase"] == "4"
    assert seen(game, "KHS")["trains"] == ["4-0"]
    assert seen(game, "KWE")["trains"] == []
    assert game.view()["train_pool"] == []
    accepted(game, BuyTrain("3+3-1", 380))  # room made by rusting can be used in the same turn


@rule("18te 6.3", "18te 6.4", "18te A12", "18te 15.8a")
def test_the_limit_falls_and_trains_go_to_the_pool() -> None:
    position = khs(900, "3").factory(1, 0).trains("KHS", "2+2-0", "3-1").found("KWE", [0, 30], 90, president=1)
    position.trains("KWE", "2+2-2", "3-3", "3-4")
    game = play(position.game(), BuyTrain("4-0", 400))
    assert asked(game) == (0, "KHS", "discard")
    refused(game, DiscardTrain("3-3"), "18te 6.3")
    play(game, DiscardTrain("4-0"))
    assert asked(game) == (1, "KWE", "discard")
    play(game, DiscardTrain("3-3"))
    assert game.view()["train_pool"] == ["4-0", "3-3"]
    assert asked(game) == (0, "KHS", "issue")  # two trains again: no room
    assert not game.check()


@rule("18te 6.4")
def test_the_company_on_turn_discards_first() -> None:
    position = (
        Position(2).phase("3").factory(1, 0).found("KHS", [0, 30], 90, president=1).found("KWE", [40, 0], cash=900)
    )
    position.home("KHS", "KWE").trains("KHS", "2+2-0", "3-1", "3-2").trains("KWE", "2+2-3", "3-4")
    game = play(position.turn("KWE", "trains").game(), BuyTrain("4-0", 400))
    assert asked(game) == (0, "KWE", "discard")
    play(game, DiscardTrain("2+2-3"))
    assert asked(game) == (1, "KHS", "discard")


@rule("18te 6.5", "18te 6.6", "18te 6.7", "18te 6.8")
def test_what_the_phases_allow() -> None:
    phases = {phase.id: phase for phase in rules_of(new()).t.phases}
    assert [phases[name].train_limit for name in "2345"] == [3, 3, 2, 2]
    assert [name in figures(rules_of(new()).t).export for name in "2345"] == [True, True, False, False]
    assert [phases[name].offboard for name in "2345"] == ["yellow", "green", "brown", "brown"]
    assert [len(phases[name].tiles) for name in "2345"] == [1, 2, 3, 3]
    rusts = {train.id: train.rusts_on for train in rules_of(new()).t.trains}
    assert rusts == {"1+1/2": "3+3/4", "2+2/3": "D", "3+3/4": "", "D": ""}


# -- the round


@rule("18te 7.0.1", "18te 7.11.1", "18te 7.11.1a", "18te 7.11.2", "18te TV12")
def test_export() -> None:
    position = khs(0, track=False).factory(0, 0).turn("KHS", "issue", part=1).set(export=True)
    game = play(position.game(), Pass())
    assert game.view()["phase"] == "3"
    assert game.view()["exported"]["2+2/3"] == 1
    assert game.view()["round"] == "OR 2.2"
    assert game.view()["export_marker"]
    bought = khs(200).set(export=True).game()
    play(bought, BuyTrain("2-0", 100))
    assert not bought.view()["export_marker"]
    from_pool = khs(200).factory(0, 0).pool("2-0").set(export=True).game()
    play(from_pool, BuyTrain("2-0", 100))
    assert from_pool.view()["export_marker"]
    late = khs(0, "4", track=False).turn("KHS", "issue").set(export=False).game()
    play(late, Pass())
    assert late.view()["exported"]["3+3/4"] == 1  # only the card that began the phase in this position


@rule("18te 7.0.2", "18te 7.0.2a")
def test_the_order_is_looked_up_after_every_turn() -> None:
    position = (
        Position(2).found("KHS", [40, 0], 90, cash=0).found("KWE", [30, 10], 80).found("CME", [30, 0], cell=(2, 5))
    )
    position.home("KHS", "KWE", "CME").trains("KHS", "2-0")
    game = position.turn("KHS", "dividend", ("KWE", "CME"), revenue=20).game()
    play(game, Dividend("pay"))
    while asked(game)[1] == "KHS":
        play(game, Pass())
    assert asked(game)[1] == "KWE"  # 80 further right comes first
    changed = Position(2).found("KHS", [40, 0]).found("KWE", [30, 0], 90).found("CME", [30, 0], 80)
    game = changed.home("KHS", "KWE", "CME").turn("KHS", "issue", ("CME", "KWE")).game()
    assert asked(play(game, Pass()))[1] == "KWE"  # by the prices of this moment
    right = Position(2).found("KWE", [30, 0], 80).found("CME", [30, 0], 80).home("KWE", "CME")
    game = right.turn("KWE", "issue", ("CME",)).game()
    assert asked(game)[1] == "KWE"


# -- buying


@rule("18te 7.8.1", "18te 7.8.2", "18te 7.8.3", "18te A18", "18te 15.8")
def test_both_sides_are_offered_and_one_is_bought() -> None:
    game = khs(190).game()
    assert {(action.train, action.price) for action in offered(game, BuyTrain)} == {("1+1-0", 80), ("2-0", 100)}
    refused(game, BuyTrain("1+1/2-0", 100), "18te 7.8.3")
    refused(game, BuyTrain("3-0", 200), "18te 7.8.2")
    refused(game, BuyTrain("5-0", 100), "18te 7.8.2")
    refused(game, BuyTrain("2-0", 80), "18te 7.8.2")
    refused(game, BuyTrain("2-0", 100, "1+1-0"), "18te 7.8.2")
    play(game, BuyTrain("1+1-0", 80), BuyTrain("2-1", 100))
    assert seen(game, "KHS")["trains"] == ["1+1-0", "2-1"]
    assert seen(game, "KHS")["cash"] == 10
    prices = rules_of(game).t.train_price
    assert prices == {"1+1": 80, "2": 100, "2+2": 180, "3": 200, "3+3": 380, "4": 400, "D": 800}
    pool = khs(200).pool("1+1-0").game()
    accepted(pool, BuyTrain("1+1-0", 80))
    refused(pool, BuyTrain("2-0", 100), "18te 7.8.2")


@rule("18te 7.8.2", "18te 7.8.2a", "18te A28")
def test_trains_of_other_companies() -> None:
    position = khs(150).found("KWE", [0, 30], president=1, cash=0).trains("KWE", "2-0")
    game = position.game()
    refused(game, BuyTrain("2-0", 0), "18te 7.8.2")
    refused(game, BuyTrain("2-0", 151), "18te 8.10")
    play(game, BuyTrain("2-0", 150))
    assert asked(game) == (1, "Ben", "consent")
    no, yes = accepted(game, Answer(False)), accepted(game, Answer(True))
    assert asked(no) == (0, "KHS", "trains")
    assert (seen(yes, "KHS")["trains"], seen(yes, "KWE")["cash"], seen(yes, "KWE")["trains"]) == (["2-0"], 150, [])
    mine = khs(150).found("KWE", [30, 0], cash=0).trains("KWE", "2-0").game()
    play(mine, BuyTrain("2-0", 1))
    assert seen(mine, "KHS")["trains"] == ["2-0"]


@rule("18te 7.8.5", "18te 7.8.6", "18te A26", "18te A19")
def test_the_duty_to_own_a_train() -> None:
    refused(khs(500).game(), Pass(), "18te 7.8.5")
    accepted(khs(500, track=False).game(), Pass())
    assert asked(khs(0, track=False).game())[2] != "trains"
    nothing = khs(500, "5").factory(3, 0)
    assert asked(nothing.game())[2] != "trains"


# -- emergencies


@rule("18te 8.1", "18te 8.2", "18te 8.3", "18te 8.10", "18te TV17")
def test_the_president_pays_the_rest_of_the_cheapest_train() -> None:
    game = khs(30).cash(200, 0).game()
    assert {action.train for action in offered(game, BuyTrain)} == {"1+1-0"}
    refused(game, BuyTrain("2-0", 100), "18te 8.2")
    play(game, BuyTrain("1+1-0", 80))
    assert (cash(game)[0], seen(game, "KHS")["cash"]) == (150, 0)
    rich = khs(90).cash(200, 0).game()
    refused(rich, BuyTrain("2-0", 100), "18te 8.10")
    refused(rich, SellShares("KHS", 10), "18te 8.1")
    accepted(rich, BuyTrain("1+1-0", 80))
    owner = khs(30).trains("KHS", "2-0").found("KWE", [0, 30], president=1).trains("KWE", "2-1").cash(200, 0).game()
    refused(owner, BuyTrain("1+1-2", 80), "18te 1.10")
    refused(owner, BuyTrain("2-1", 31), "18te 1.10")


@rule("18te 8.4", "18te 8.9")
def test_help_with_another_companys_train() -> None:
    position = khs(10).found("KWE", [0, 30], president=1, cash=0).trains("KWE", "2-0").cash(200, 0)
    game = position.game()
    refused(game, BuyTrain("2-0", 101), "18te 8.4")
    play(game, BuyTrain("2-0", 60), Answer(True))
    assert (cash(game)[0], seen(game, "KHS")["trains"], seen(game, "KWE")["cash"]) == (150, ["2-0"], 60)


def empty(cash_: int = 0, purse: int = 200) -> Position:
    """Factory and pool are empty, KHS has no train but a route, and Ben's KWE owns a 4 (price 400)."""
    position = khs(cash_, "5").factory(2, 0).factory(3, 0).found("KWE", [0, 30], president=1, cash=0)
    return position.trains("KWE", "4-0").cash(purse, 0)


@rule("18te 8.1", "18te 8.4", "18te A31", "18te A19", "18te 15.8")
def test_with_factory_and_pool_empty_the_president_may_help_with_another_companys_train() -> None:
    game = empty().game()
    assert asked(game) == (0, "KHS", "trains")  # the treasury is empty, but Ada has money
    accepted(game, Pass())  # nobody is obliged
    assert "no train has to be bought" in refused(game, Bankrupt(), "18te 8.8").text
    refused(game, SellShares("KHS", 10), "18te 8.9")
    refused(game, BuyTrain("4-0", 281), "18te 8.4")  # 200, and 80 for the one share Ada may sell
    bought = play(game.branch(), BuyTrain("4-0", 200), Answer(True))
    assert (cash(bought)[0], seen(bought, "KHS")["trains"], seen(bought, "KWE")["cash"]) == (0, ["4-0"], 200)
    named = play(game, BuyTrain("4-0", 280), Answer(True))
    assert seen(named, "KHS")["named_train"] == "4-0"
    play(named, SellShares("KHS", 10))
    assert (cash(named)[0], seen(named, "KHS")["trains"], seen(named, "KWE")["cash"]) == (0, ["4-0"], 280)
    rich = empty(purse=900).game()
    refused(rich, BuyTrain("4-0", 401), "18te 8.4")
    accepted(rich, BuyTrain("4-0", 400))


@rule("18te 8.1", "18te 8.10", "18te A31", "18te A21")
def test_who_gets_no_help_with_factory_and_pool_empty() -> None:
    owner = empty(10).trains("KHS", "3+3-1").game()
    refused(owner, BuyTrain("4-0", 11), "18te 1.10")
    no_route = empty(10)
    no_route.s.board = Position(2).home("KHS").s.board
    refused(no_route.game(), BuyTrain("4-0", 11), "18te 1.10")
    bankrupt = empty(10)
    bankrupt.s.players = put(bankrupt.s.players, 0, structs.replace(bankrupt.s.players[0], bankrupt=True))
    refused(bankrupt.game(), BuyTrain("4-0", 11), "18te 1.10")
    poor = empty(0, 0).change("KHS", held=(30, 0), ipo=70).game()
    assert asked(poor)[1:] == ("KHS", "issue")  # nothing can be raised: nothing is asked
    one = empty(0, 1).change("KHS", held=(30, 0), ipo=70).game()
    accepted(one, BuyTrain("4-0", 1))


def seller(players: int = 2, **options: Any) -> Position:
    """KHS has 10, Ada nothing but 40 % of KHS at 80, 20 % of KWE at 60; a 1+1 costs 80."""
    position = khs(10, players=players, **options).cash(*[0] * players)
    return position.found("KWE", [20, 30, 0][:players], 60, president=1)


@rule("18te 8.5", "18te 8.5a", "18te 8.9", "18te A27", "18te 15.8")
def test_certificates_are_sold_for_the_named_train_only() -> None:
    game = seller().game()
    refused(game, SellShares("KWE", 10), "18te 8.9")
    play(game, BuyTrain("1+1-0", 80))
    assert seen(game, "KHS")["named_train"] == "1+1-0"
    refused(game, Pass(), "18te 8.9")
    refused(game, BuyTrain("1+1-0", 80), "18te 8.9")
    refused(game, Bankrupt(), "18te 8.8")
    accepted(game, SellShares("KWE", 20))
    one = accepted(game, SellShares("KWE", 10))
    assert asked(one) == (0, "KHS", "trains")
    refused(one, SellShares("KHS", 20), "18te 3.15a")
    play(one, SellShares("KWE", 10))
    assert seen(one, "KHS")["trains"] == ["1+1-0"]
    assert cash(one)[0] == 50  # 60 for each of the two, less the 70 the treasury lacks
    big = khs(10).cash(50, 0).found("KWE", [40, 30], 60, president=0).game()
    play(big, BuyTrain("1+1-0", 80))
    refused(big, SellShares("KWE", 20), "18te 8.5a")


@rule("18te 8.5", "18te 8.8", "18te 8.9", "18te 15.8")
def test_a_name_lapses_when_the_sales_were_too_poor() -> None:
    position = khs(5).change("KHS", held=(30, 0), ipo=70).cash(0, 0)
    game = position.found("KWE", [20, 30], cell=(4, 3), president=1).game()
    play(game, BuyTrain("1+1-0", 80))
    both, one = accepted(game, SellShares("KWE", 20)), accepted(game, SellShares("KWE", 10))
    assert seen(both, "KHS")["trains"] == ["1+1-0"]
    assert seen(one, "KHS")["named_train"] is None  # 45, and 30 for the other certificate
    refused(one, BuyTrain("1+1-0", 80), "18te 8.8")
    refused(one, SellShares("KWE", 10), "18te 8.9")
    assert seen(accepted(one, Bankrupt()), "KHS")["cash"] == 75


@rule("18te 8.6")
def test_the_operating_company_does_not_change_hands() -> None:
    game = khs(10).change("KHS", held=(40, 30), ipo=30).cash(0, 0).found("KWE", [20, 30], 60, president=1).game()
    play(game, BuyTrain("1+1-0", 80))
    refused(game, SellShares("KHS", 20), "18te 8.6")
    assert {action.company for action in offered(game, SellShares)} == {"KHS", "KWE"}


@rule("18te 8.6", "18te 8.9")
def test_a_new_president_of_the_seller_agrees_anew() -> None:
    position = khs(10, players=3).cash(0, 0, 0).found("KWE", [40, 30, 0], 60, cash=0).trains("KWE", "2-0")
    game = position.game()
    play(game, BuyTrain("2-0", 100))  # Ada is president of both: agreed, and named
    assert seen(game, "KHS")["named_train"] == "2-0"
    play(game, SellShares("KWE", 20))
    assert seen(game, "KWE")["president"] == "Ben"
    assert asked(game) == (1, "Ben", "consent")
    play(game, Answer(True))
    assert seen(game, "KHS")["trains"] == ["2-0"]


@rule("18te 8.6", "18te 8.9")
def test_he_agrees_anew_also_if_the_money_comes_later() -> None:
    position = khs(10, players=3).cash(0, 0, 0).found("KWE", [40, 30, 0], cell=(4, 3), cash=0).trains("KWE", "2-0")
    game = play(position.game(), BuyTrain("2-0", 100), SellShares("KWE", 20))
    assert seen(game, "KWE")["president"] == "Ben"
    assert asked(game) == (0, "KHS", "trains")  # 10 and 80 do not reach 100
    play(game, SellShares("KWE", 10))
    assert asked(game) == (1, "Ben", "consent")
    yes, no = accepted(game, Answer(True)), accepted(game, Answer(False))
    assert (seen(yes, "KHS")["trains"], seen(yes, "KWE")["cash"], cash(yes)[0]) == (["2-0"], 100, 20)
    assert asked(no) == (0, "KHS", "trains")
    assert seen(no, "KHS")["named_train"] is None
    accepted(no, BuyTrain("1+1-1", 80))
    other = khs(10, players=3).cash(0, 0, 0).found("KWE", [20, 40, 0], cell=(3, 3), president=1, cash=0)
    game = play(other.trains("KWE", "2-0").game(), BuyTrain("2-0", 100), Answer(True), SellShares("KWE", 10))
    play(game, SellShares("KWE", 10))
    assert seen(game, "KHS")["trains"] == ["2-0"]  # Ben agreed before, and is still the president


@rule("18te 8.7", "18te A20")
def test_no_issue_after_help() -> None:
    game = khs(30).cash(200, 0).game()
    play(game, BuyTrain("1+1-0", 80))
    assert asked(game)[1:] != ("KHS", "issue")
    free = khs(100).game()
    play(free, BuyTrain("2-0", 100))
    assert asked(free) == (0, "KHS", "issue")
    helped = (
        khs(0).trains("KHS", "2-0").change("KHS", pool=10, ipo=50, cash=90).turn("KHS", "issue", helped=True).game()
    )
    refused(helped, IssueShares(10), "18te 8.7")
    accepted(helped, RedeemShares(10))


@rule("18te 8.8", "18te A21", "18te 11.1")
@pytest.mark.parametrize("option", ["finish rounds", "at once"])
def test_a_player_goes_bankrupt(option: str) -> None:
    position = khs(10, player_bankruptcy=option).cash(5, 0).change("KHS", held=(30, 0), ipo=70)
    position.found("KWE", [10, 30], cell=(5, 2), president=1)
    game = position.turn("KHS", "trains").game()
    refused(game, BuyTrain("1+1-0", 80), "18te 8.8")
    refused(game, Pass(), "18te 7.8.5")
    play(game, Bankrupt())
    assert game.result().finished == (option == "at once")
    assert game.state.players[0].bankrupt
    assert held(game, "KWE") == (0, 30)
    assert held(game, "KHS") == (30, 0)
    assert seen(game, "KHS")["cash"] == 35  # 10, his 5, and 20 for the certificate
    assert game.view()["ending"] == "bankrupt"
    assert not game.check()


@rule("18te A21", "18te 7.8.5")
def test_a_bankrupt_president_is_not_asked_for_money_again() -> None:
    def broke(cash_: int) -> Game[State18TE]:
        position = khs(cash_).cash(0, 0)
        position.s.players = put(position.s.players, 0, structs.replace(position.s.players[0], bankrupt=True))
        return position.game()

    refused(broke(80), Pass(), "18te 7.8.5")  # the treasury can pay
    assert asked(broke(79)) == (0, "KHS", "issue")


# -- issue and redeem


@rule("18te 7.10.1", "18te 7.10.2", "18te 7.10.2a", "18te TV3", "18te 15.9")
def test_issuing() -> None:
    position = khs(0, track=False).change("KHS", cell=0)
    position.found("KHS", [40, 0], 100, cash=0).turn("KHS", "issue", ("KWE",)).found("KWE", [30, 0]).home("KWE")
    game = position.game()
    refused(game, IssueShares(60), "18te 3.9")
    refused(game, IssueShares(15), "18te 7.10.2")
    refused(game, IssueShares(0), "18te 7.10.2")
    play(game, IssueShares(30))
    assert (seen(game, "KHS")["cash"], cell(game, "KHS"), seen(game, "KHS")["pool"]) == (210, (4, 6), 30)
    refused(game, IssueShares(10), "18te 7.10.2a")
    full = khs(0, track=False).change("KHS", held=(60, 40), ipo=0, cash=10).turn("KHS", "issue", ("KWE",))
    game = full.found("KWE", [30, 0]).home("KWE").game()
    assert asked(game)[1] == "KWE"


@rule("18te 7.10.2b", "18te 7.10.3", "18te 7.10.1")
def test_redeeming() -> None:
    position = khs(200, track=False).change("KHS", pool=30, ipo=30)
    first = position.turn("KHS", "issue", first=True).game()
    refused(first, IssueShares(10), "18te 7.10.2b")
    refused(first, RedeemShares(30), "18te 1.10")
    refused(first, RedeemShares(40), "18te 7.10.3")
    refused(first, RedeemShares(5), "18te 7.10.3")
    bank = first.state.bank
    play(first, RedeemShares(20))
    company = seen(first, "KHS")
    assert (company["cash"], company["pool"], company["ipo"], company["price"]) == (40, 10, 50, 80)
    assert first.state.bank == bank + 160


# -- a company's bankruptcy


@rule("18te 9.1", "18te 9.1a", "18te 9.1b", "18te 9.1c", "18te TV14")
def test_a_company_leaves_the_game() -> None:
    position = Position(2).found("KHS", [40, 20], cell=(5, 1), cash=70).home("KHS").trains("KHS", "2-0")
    position.found("KWE", [30, 0]).home("KWE")
    game = position.turn("KHS", "dividend", ("KWE",), revenue=30).game()
    bank = game.state.bank
    play(game, Dividend("withhold"))
    company = seen(game, "KHS")
    assert company["closed"]
    assert (company["president"], company["price"], company["trains"]) == (None, None, [])
    assert game.view()["train_pool"] == ["2-0"]
    assert held(game, "KHS") == (0, 0)
    assert game.state.bank == bank + 70
    assert "G5" not in game.view()["tokens"]
    assert asked(game)[1] == "KWE"
    assert not game.check()
    assert "has left the game" in str(game)


# -- scores and the end


@rule("18te 10.1")
def test_wealth() -> None:
    position = Position(2).found("KHS", [40, 20], 80, cash=999).found("KWE", [0, 30], 60, president=1, cell=(5, 5))
    game = position.cash(100, 50).game()
    assert game.result().scores == (420, 360)  # KWE began at 60 and stands at 50
    receipt = game.receipts()["score Ben"]
    assert [line.amount for line in receipt.lines] == [50, 160, 150]
    even = Position(2).found("KHS", [30, 30], cash=999).home("KHS").cash(100, 100).set(broken=True)
    game = play(even.turn("KHS", "issue", part=2).game(), Pass())
    assert game.result().winners == (0, 1)


def last_turn(part: int, **state: object) -> Game[State18TE]:
    position = khs(0, track=False).turn("KHS", "issue", part=part).set(**state)
    return play(position.game(), Pass())


@rule("18te 11.1", "18te 11.2", "18te TV19")
def test_the_pair_of_rounds_is_finished() -> None:
    assert last_turn(1, ending="price").view()["round"] == "OR 2.2"
    ended = last_turn(2, ending="price")
    assert ended.result().reason == "price"
    assert ended.decision() is None
    refused(ended, Pass(), "18te 11.2")
    assert last_turn(2, broken=True).result().reason == "bank"
    assert not last_turn(2).result().finished
    shares = Position(2).found("KHS", [30, 0]).home("KHS").set(broken=True).stock(0, 2).game()
    play(shares, Pass(), Pass())
    assert shares.view()["round"] == "OR 2.1"


@rule("18te 11.3")
def test_the_bank_pays_on() -> None:
    position = Position(2).found("KHS", [40, 0], cash=3400).home("KHS").trains("KHS", "2-0").cash(300, 270)
    game = position.turn("KHS", "dividend", revenue=100).game()
    assert game.state.bank == 30
    play(game, Dividend("pay"))
    assert game.state.bank == -70
    assert game.view()["bank_broken"]
    assert cash(game)[0] == 340
    zero = Position(2).found("KHS", [30, 0], cash=3430).home("KHS").trains("KHS", "2-0").cash(270, 270)
    game = play(zero.turn("KHS", "dividend", revenue=30).game(), Dividend("withhold"))
    assert game.state.bank == 0
    assert game.view()["bank_broken"]


@rule("18te 11.4", "18te A30")
def test_a_standstill_ends_the_game() -> None:
    position = Position(2).found("KHS", [40, 20], cell=(5, 1), cash=0).home("KHS").cash(100, 179)
    game = position.trains("KHS", "2-0").turn("KHS", "dividend", part=2, revenue=30).game()
    play(game, Dividend("withhold"))
    assert game.result().reason == "standstill"
    rich = Position(2).found("KHS", [40, 20], cell=(5, 1), cash=0).home("KHS").cash(100, 180)
    game = rich.trains("KHS", "2-0").turn("KHS", "dividend", part=2, revenue=30).game()
    assert not play(game, Dividend("withhold")).result().finished
    last = Position(2).found("KHS", [40, 20], cell=(5, 1), cash=0).home("KHS").cash(900, 900)
    last.set(closed=(False, True, True, True, True))
    for name in ("KWE", "CME", "TWE", "KPR"):
        last.change(name, ipo=0)
    game = last.trains("KHS", "2-0").turn("KHS", "dividend", part=2, revenue=30).game()
    assert play(game, Dividend("withhold")).result().reason == "standstill"  # rich, but nothing is left to found
