"""1854 7: trains, phases, the repair stock, trades, obligation and emergency."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.eighteen.actions import Answer, Bankrupt, BuyTrain, DiscardTrain, Pass, SellShares
from stellwerk.eighteen.frames import OperatingTurn
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, cell, held, new, seen, texts, treasury
from tests.support import accepted, offered, play, refused, rule


def kt(money: int, phase: str = "2", route: bool = True, **options: Any) -> Position:
    """KT in its train step, with a route from Klagenfurt to Laibach or without."""
    position = Position(**options).phase(phase).share("KT", [60, 20, 0], cell=(4, 2), cash=money)
    if route:
        position.klagenfurt()
    return position.turn("KT")


def ag(money: int, phase: str = "5", route: bool = True, **options: Any) -> Position:
    """AG A in Steyr in its train step, with a route to a neighbouring town or without."""
    position = Position(**options).phase(phase).halves("A", 0, 1, cash=money)
    if route:
        position.klagenfurt("A")
    return position.turn("A")


def bought(position: Position) -> list[tuple[str, int]]:
    """What the company on turn may buy from the bank, with prices."""
    return [(action.train, action.price) for action in offered(position.game(), BuyTrain)]


# -- limits


@rule("1854 7.1", "1854 7.14", "1854 A9")
@pytest.mark.parametrize(
    ("phase", "major", "local"),
    [("1", 4, 2), ("2", 4, 2), ("3", 4, 2), ("4", 3, 1), ("5", 2, 1), ("6", 2, 1), ("7", 2, 1)],
)
def test_train_limits(phase: str, major: int, local: int) -> None:
    game = Position().phase(phase).sr(0).cash(300, 300, 300).game()
    assert seen(game, "KT")["train_limit"] == major
    assert seen(game, "1")["train_limit"] == local
    assert seen(game, "A")["train_limit"] == 3
    fewer = Position(ag_train_limit=2).phase(phase).sr(0).cash(300, 300, 300).game()
    assert seen(fewer, "A")["train_limit"] == 2


@rule("1854 7.2")
def test_at_the_limit_nothing_is_bought() -> None:
    position = kt(900, "4").left("4", 0).trains("KT", "3-0", "3-1", "3-2")
    position.share("KE", [0, 60, 0], director=1).trains("KE", "3-3")
    game = position.turn("KT").game()
    assert asked(game)[2] == "contract"  # nothing to decide about trains
    refused(game, BuyTrain("5-0", 530), "1854 7.2", also="1854 15.1")
    refused(game, BuyTrain("3-3", 1), "1854 7.2", also="1854 15.1")
    four = kt(900, "3").trains("KT", "2-0", "2-1", "2-2", "2-3").left("3", 0).game()
    assert asked(four)[2] == "contract"  # a 4 would scrap them, and is not bought all the same


@rule("1854 7.3")
def test_the_exception_of_the_limit() -> None:
    position = kt(700, "5").trains("KT", "3+-0", "3+-1")
    game = position.game()
    refused(game, Pass(), "1854 7.20")
    assert offered(game, BuyTrain) == [BuyTrain("5-1", 530)]
    play(game, BuyTrain("5-1", 530))
    assert asked(game) == (0, "KT", "discard")
    refused(game, DiscardTrain("5-1"), "1854 7.3")
    play(game, DiscardTrain("3+-1"))
    assert seen(game, "KT")["trains"] == ["5-1", "3+-0"]
    assert game.view()["train_pool"] == ["3+-1"]
    assert treasury(game, "KT") == 170  # no compensation
    assert not game.check()


@rule("1854 7.3", "1854 7.13")
def test_the_train_that_had_to_be_bought_stays_when_the_limit_falls() -> None:
    position = kt(700, "4").left("4", 0).trains("KT", "3+-0", "3+-1", "3+-2")
    game = play(position.game(), BuyTrain("5-0", 530), DiscardTrain("3+-0"))
    refused(game, DiscardTrain("5-0"), "1854 7.3")
    play(game, DiscardTrain("3+-2"))
    assert seen(game, "KT")["trains"] == ["5-0", "3+-1"]
    assert game.view()["phase"] == "5"
    assert not game.check()


@rule("1854 7.3", "1854 15.5")
def test_without_obligation_the_limit_has_no_exception() -> None:
    game = kt(700, "5", route=False).trains("KT", "3+-0", "3+-1").game()
    assert asked(game)[2] == "contract"


# -- buying


@rule("1854 7.4")
def test_any_number_of_trains() -> None:
    game = kt(350).game()
    play(game, BuyTrain("2-1", 100), BuyTrain("2-2", 100), BuyTrain("1+-0", 100))
    assert seen(game, "KT")["trains"] == ["2-1", "2-2", "1+-0"]
    assert treasury(game, "KT") == 50
    poor = kt(150).game()
    play(poor, BuyTrain("2-1", 100))
    assert asked(poor)[2] != "trains" if poor.decision() else True


@rule("1854 7.5", "1854 7.5a", "1854 1.6", "1854 A34")
def test_two_stacks_in_ascending_order() -> None:
    def prices(position: Position) -> set[tuple[str, int]]:
        return {(train.split("-")[0], price) for train, price in bought(position)}

    assert prices(kt(2000)) == {("2", 100), ("1+", 100)}
    assert prices(kt(2000).left("1+", 0)) == {("2", 100)}  # 2+ only from phase 3
    assert prices(kt(2000).left("2", 0)) == {("3", 200), ("1+", 100)}  # the stacks do not wait for each other
    assert prices(kt(2000, "3").left("1+", 1)) == {("3", 200), ("1+", 100)}  # the last 1+ keeps the 2+ back
    assert prices(kt(2000, "3").left("1+", 0)) == {("3", 200), ("2+", 120)}
    assert prices(kt(2000, "3").left("1+", 0).left("2+", 0)) == {("3", 200), ("3+", 160)}
    assert prices(kt(2000, "4")) == {("4", 320), ("2+", 120)}  # 1+ are scrapped
    assert prices(kt(2000, "6").left("6", 0)) == {("8", 900), ("8Ox", 1200)}
    assert prices(kt(2000, "7")) == {("8", 900), ("8Ox", 1200)}
    box = kt(2000, "6", eights="box").left("6", 0).left("8", 0)
    assert prices(box) == {("8Ox", 1200)}
    game = kt(2000).game()
    refused(game, BuyTrain("3-0", 200), "1854 7.5")
    refused(game, BuyTrain("2-1", 90), "1854 7.5")


@rule("1854 7.6", "1854 7.13")
def test_trains_of_the_pool() -> None:
    position = kt(600, "3").pool("2-3").local("1", 300)
    assert ("2-3", 100) in bought(position)
    game = position.turn("1").game()
    refused(game, BuyTrain("2-3", 90), "1854 7.6")
    play(game, BuyTrain("2-3", 100))
    assert "(train 2-3) [1854 7.6]" in texts(game)
    assert seen(game, "1")["trains"] == ["2-3"]
    assert game.view()["train_pool"] == []
    assert not game.check()


@rule("1854 7.7")
def test_trains_between_companies() -> None:
    def position(phase: str) -> Position:
        found = kt(150, phase).share("KE", [0, 60, 0], cell=(3, 3), director=1, cash=0).trains("KE", "3-0")
        return found.local("2", 0, owner=0).trains("2", "2+-0").trains("KT", "3-1")

    early = kt(150, "2").share("KE", [0, 60, 0], director=1, cash=0).trains("KE", "2-1").game()
    refused(early, BuyTrain("2-1", 50), "1854 7.7")
    game = position("3").game()
    refused(game, BuyTrain("3-0", 0), "1854 7.7")
    refused(game, BuyTrain("3-0", 151), "1854 7.4")
    play(game, BuyTrain("3-0", 120))
    assert asked(game) == (1, "Ben", "consent")
    no = accepted(game, Answer(False))
    assert treasury(no, "KT") == 150
    play(game, Answer(True))
    assert treasury(game, "KT") == 30
    assert treasury(game, "KE") == 120
    assert seen(game, "KT")["trains"] == ["3-0", "3-1"]
    play(game, BuyTrain("2+-0", 30))  # one player directs both: no question
    assert seen(game, "KT")["trains"] == ["3-0", "3-1", "2+-0"]
    assert treasury(game, "2") == 30
    assert not game.check()


@rule("1854 7.7", "1854 7.16a")
def test_ags_trade_among_themselves_only() -> None:
    position = ag(200).share("KE", [60, 0, 0], cash=0).trains("KE", "4-0").halves("B", 0, 0).trains("B", "2-0")
    game = position.trains("A", "2-1").turn("A").game()
    refused(game, BuyTrain("4-0", 10), "1854 7.7")
    play(game, BuyTrain("2-0", 10))
    assert seen(game, "A")["trains"] == ["2-0", "2-1"]
    back = Position().phase("5").share("KE", [60, 0, 0], cash=300).halves("B", 0, 0).trains("B", "2-0")
    refused(back.trains("KE", "5-0").turn("KE").game(), BuyTrain("2-0", 10), "1854 7.7")


@rule("1854 7.8", "1854 5.2a")
def test_markers_move_with_a_trade() -> None:
    position = ag(200).halves("B", 0, 0).trains("B", "2-0", "2-2").trains("A", "2-1").turn("A")
    game = play(position.game(), BuyTrain("2-0", 10), BuyTrain("2-2", 10))
    assert cell(game, "A") == (3, 0)  # (5, 2) up-left twice
    assert cell(game, "B") == (7, 4)  # down-right twice


@rule("1854 7.9")
def test_no_train_is_given_away() -> None:
    game = kt(600, "3").trains("KT", "2-0").game()
    refused(game, DiscardTrain("2-0"), "1854 15.1")
    refused(game, BuyTrain("3-1", 200, "2-0"), "1854 7.9")


# -- phases


@rule("1854 7.10", "1854 7.14")
def test_which_trains_start_phases() -> None:
    for train, price in (("2-0", 100), ("1+-0", 100)):
        game = Position().share("KT", [60, 20, 0], cash=300).turn("KT").game()
        assert game.view()["phase"] == "1"
        play(game, BuyTrain(train, price))
        assert game.view()["phase"] == "2"
    game = play(kt(500, "3").left("1+", 0).trains("KT", "2-0").game(), BuyTrain("2+-0", 120))
    assert game.view()["phase"] == "3"
    for kind, phase, price in (("8-0", "7", 900), ("8Ox-0", "7", 1200)):
        game = play(kt(2000, "6").left("6", 0).trains("KT", "5-0").game(), BuyTrain(kind, price))
        assert game.view()["phase"] == phase
    second = play(kt(2500, "7").game(), BuyTrain("8Ox-0", 1200))
    assert second.view()["phase"] == "7"
    assert not [event for event in second.last_events if event.kind == "phase"]


@rule("1854 7.11", "1854 7.12")
def test_scrapping_into_the_repair_stock() -> None:
    position = kt(700, "3").left("3", 0).trains("KT", "2-0").local("1", 0, owner=2).trains("1", "2-1", "1+-0")
    position.pool("2-2").share("KE", [0, 60, 0], director=1).trains("KE", "2-3", "3-0")
    game = play(position.turn("KT").game(), BuyTrain("4-0", 320))
    view = game.view()
    assert view["phase"] == "4"
    assert [entry["train"] for entry in view["repair_stock"]] == ["2-0", "2-1", "2-2", "2-3"]
    assert seen(game, "KT")["trains"] == ["4-0"]
    assert seen(game, "1")["trains"] == []
    assert seen(game, "KE")["trains"] == ["3-0"]
    assert view["train_pool"] == []
    assert view["depot"]["1+"] == 0  # the unsold ones too
    assert view["trains_gone"]["1+"] == 6
    assert not game.check()


@rule("1854 7.12", "1854 A16")
@pytest.mark.parametrize(("by", "phase"), [("5", "5"), ("6", "6")])
def test_which_phase_scraps_the_two_plus(by: str, phase: str) -> None:
    position = kt(900, "4", plus2_scrapped_by=by).left("4", 0).local("1", 0).trains("1", "2+-0")
    game = play(position.turn("KT").game(), BuyTrain("5-0", 530))
    assert seen(game, "1")["trains"] == ([] if phase == "5" else ["2+-0"])
    later = kt(900, "5", plus2_scrapped_by=by).left("5", 0).local("1", 0)
    if by == "6":
        later.trains("1", "2+-0")
    game = play(later.turn("KT").game(), BuyTrain("6-0", 670))
    assert seen(game, "1")["trains"] == []


@rule("1854 7.12", "1854 7.16a")
def test_phases_six_and_seven_and_repaired_trains() -> None:
    position = kt(1200, "5").left("5", 0).halves("A", 0, 1).trains("A", "2-0").local("5", 0).trains("5", "3+-0")
    position.share("KE", [0, 60, 0], director=1).trains("KE", "3-0", "4-0")
    game = play(position.turn("KT").game(), BuyTrain("6-0", 670))
    assert [entry["train"] for entry in game.view()["repair_stock"]] == ["3-0"]
    assert seen(game, "5")["trains"] == []
    assert seen(game, "A")["trains"] == ["2-0"]
    position = kt(2000, "6").left("6", 0).halves("A", 0, 1).trains("A", "2-0", "3-0")
    position.share("KE", [0, 60, 0], director=1).trains("KE", "4-0", "5-0")
    game = play(position.turn("KT").game(), BuyTrain("8-0", 900))
    assert [entry["train"] for entry in game.view()["repair_stock"]] == ["4-0"]
    assert seen(game, "A")["trains"] == ["2-0", "3-0"]  # repaired ones are not scrapped again
    assert not game.check()


@rule("1854 7.13", "1854 7.11")
def test_who_gives_up_trains_first() -> None:
    position = kt(700, "3").left("3", 0).trains("KT", "3-0", "3-1", "3-2")
    position.local("1", 0, owner=2).trains("1", "3-3", "2+-0")
    position.share("KE", [0, 60, 0], cell=(3, 3), director=1).trains("KE", "3-4", "2+-1", "2+-2", "3+-0")
    position.left("2+", 0).left("3+", 0)
    game = play(position.turn("KT").game(), BuyTrain("4-0", 320))
    assert asked(game) == (0, "KT", "discard")
    refused(game, DiscardTrain("3-4"), "1854 7.13")
    play(game, DiscardTrain("3-2"))
    assert asked(game) == (2, "1", "discard")
    play(game, DiscardTrain("3-3"))
    assert asked(game) == (1, "KE", "discard")
    play(game, DiscardTrain("3+-0"))
    assert game.view()["train_pool"] == ["3-2", "3-3", "3+-0"]
    assert not game.check()


@rule("1854 7.13a")
def test_the_buyer_goes_on_under_the_new_rules() -> None:
    position = kt(1200, "3").left("3", 0).trains("KT", "2-0", "2-1", "3-0").local("1", 0).trains("1", "2-2")
    game = play(position.turn("KT").game(), BuyTrain("4-0", 320))
    assert seen(game, "KT")["trains"] == ["3-0", "4-0"]
    play(game, BuyTrain("4-1", 320))  # the limit is 3 now
    assert asked(game)[2] == "contract"


@rule("1854 7.15", "1854 A26")
def test_a_single_four_leaves_the_game() -> None:
    def set_end(left: int, part: int = 2, threes: int = 0) -> dict[str, int]:
        position = Position().phase("3").share("KT", [60, 20, 0], cash=120).left("3", threes).left("4", left)
        position.trains("KT", "3-0")
        game = position.turn("KT", "contract", part=part, rounds=2).game()
        play(game, Pass())
        assert game.view()["repair_stock"] == []
        assert not game.check()
        depot: dict[str, int] = game.view()["depot"]
        return depot

    assert set_end(1)["4"] == 0
    assert set_end(2)["4"] == 2
    assert set_end(1, part=1)["4"] == 1  # not between operating rounds
    assert set_end(1, threes=1)["4"] == 1  # 4s are not on sale yet


# -- repaired trains


@rule("1854 7.16", "1854 2.12")
@pytest.mark.parametrize(
    ("phase", "kinds"),
    [("5", {("2-0", 130)}), ("6", {("2-0", 130), ("3-0", 230)}), ("7", {("2-0", 130), ("3-0", 230), ("4-0", 350)})],
)
def test_repaired_trains_and_their_prices(phase: str, kinds: set[tuple[str, int]]) -> None:
    """TV-B8"""
    position = ag(900, phase).repair("2-0", "3-0", "4-0").pool("5-0")
    assert set(bought(position)) == kinds
    game = position.turn("A").game()
    refused(game, BuyTrain("2-0", 100), "1854 7.16")
    if phase == "5":
        refused(game, BuyTrain("3-0", 230), "1854 7.16")


@rule("1854 7.16a")
def test_who_buys_where() -> None:
    major = kt(900, "5").repair("2-0").game()
    refused(major, BuyTrain("2-0", 130), "1854 7.16a")
    position = ag(1500, "6").repair("2-0").pool("5-0")
    game = position.turn("A").game()
    refused(game, BuyTrain("6-1", 670), "1854 7.16a")
    refused(game, BuyTrain("5-0", 530), "1854 7.16a")
    play(game, BuyTrain("2-0", 130))
    assert game.view()["phase"] == "6"
    assert game.view()["repair_stock"] == []
    assert not game.check()


@rule("1854 7.17", "1854 7.2")
def test_the_first_repaired_four_ends_the_twos() -> None:
    position = ag(900, "7").trains("A", "2-0", "3-0").repair("2-1", "4-0", "4-1")
    position.halves("B", 1, 1).trains("B", "2-2")
    game = play(position.turn("A").game(), BuyTrain("4-0", 350))
    assert seen(game, "A")["trains"] == ["3-0", "4-0"]
    assert seen(game, "B")["trains"] == []
    assert [entry["train"] for entry in game.view()["repair_stock"]] == ["4-1"]
    assert game.view()["trains_gone"]["2"] == 6
    assert not game.check()
    full = ag(900, "7").trains("A", "2-0", "3-0", "3-1").repair("4-0").turn("A").game()
    assert asked(full)[2] == "contract"  # the 2 does not make room for it


# -- obligation


@rule("1854 7.20", "1854 7.20a")
def test_a_company_with_a_route_must_own_a_train_it_can_run() -> None:
    game = kt(400).game()
    refused(game, Pass(), "1854 7.20")
    accepted(kt(400, route=False).game(), Pass())
    accepted(kt(400).trains("KT", "2-0").game(), Pass())
    plus = kt(400).trains("KT", "1+-0").game()
    refused(plus, Pass(), "1854 7.20")  # it cannot run a plus train
    local = Position().local("1", 400).token("1", "J38").turn("1").game()
    accepted(local, Pass())
    empty = ag(400).game()
    assert asked(empty)[2] == "contract"  # nothing in the repair stock: no obligation
    token = kt(400, route=False).tile("H18", "57", 2).game()
    accepted(token, Pass())  # track, but no token


@rule("1854 7.20a", "1854 6.54")
def test_from_vienna_to_vienna_is_no_route() -> None:
    position = Position().phase("3").share("NT", [60, 0, 0], cash=500).tile("C23", "433", 0).token("NT", "C23", 3)
    position.tile("B24", "7", 5).tile("C25", "7", 1)
    lines, company = rules_of(position.game()).run.lines, position.t.company("NT")
    assert not lines.has_route(position.s.board, company)


@rule("1854 7.21", "1854 15.5")
def test_its_own_money_comes_first() -> None:
    game = kt(110, "2").game()
    refused(game, BuyTrain("1+-0", 100), "1854 15.5")  # 10 left would not do for a 2
    position = kt(600, "6").left("6", 0).pool("5-0").cash(2000, 0, 0)
    game = position.game()
    refused(game, BuyTrain("8-0", 900), "1854 7.21")
    play(game, BuyTrain("5-0", 530))
    assert cash(game)[0] == 2000


@rule("1854 7.22", "1854 7.23")
def test_the_director_helps_with_any_train() -> None:
    position = kt(50, "6").left("6", 0).pool("5-0").cash(2000, 0, 0)
    game = position.game()
    assert {action.train for action in offered(game, BuyTrain)} == {"5-0", "8-0", "8Ox-0"}
    play(game, BuyTrain("8-0", 900))
    assert cash(game)[0] == 2000 - 850
    assert treasury(game, "KT") == 0
    assert not game.check()


@rule("1854 7.22")
def test_another_company_gets_no_more_than_the_printed_price() -> None:
    position = kt(50, "6").cash(2000, 0, 0).share("KE", [0, 60, 0], director=1, cash=0).trains("KE", "5-0", "4-0")
    game = position.game()
    refused(game, BuyTrain("5-0", 531), "1854 7.22")
    play(game, BuyTrain("5-0", 530), Answer(True))
    assert cash(game)[0] == 2000 - 480
    assert treasury(game, "KE") == 530
    assert cell(game, "KT") == (3, 1)  # markers move in an emergency too


@rule("1854 7.22a", "1854 A22")
def test_the_director_of_an_ag_pays_for_the_lowest_kind() -> None:
    position = ag(50, "6").repair("2-0", "3-0").halves("B", 1, 1).trains("B", "2-1", "3-1").cash(2000, 0, 0)
    game = position.turn("A").game()
    refused(game, BuyTrain("3-0", 230), "1854 7.22a")
    refused(game, BuyTrain("2-1", 101), "1854 7.22")
    refused(game, BuyTrain("3-1", 51), "1854 7.22a")
    accepted(game, BuyTrain("3-1", 50))  # its own money
    accepted(game, BuyTrain("2-1", 100))
    play(game, BuyTrain("2-0", 130))
    assert cash(game)[0] == 2000 - 80
    rich = ag(230, "6").repair("2-0", "3-0").turn("A").game()
    accepted(rich, BuyTrain("3-0", 230))  # free choice with its own money


def needy(purse: int, **fields: Any) -> Position:
    """KT needs an 8 for 900 G and has 100 G; Ada has shares of KE (price 80) and of SB (price 66)."""
    position = kt(100, "7").share("KE", [40, 40, 0], cell=(3, 3), director=1, **fields)
    position.share("SB", [60, 0, 0], cell=(4, 0)).cash(purse, 0, 0)
    return position.turn("KT")


@rule("1854 7.24", "1854 7.24a", "1854 15.4", "1854 A29")
def test_selling_for_a_train() -> None:
    game = needy(500).game()
    refused(game, SellShares("KE", 20), "1854 7.24")  # a train has to be chosen first
    play(game, BuyTrain("8-1", 900))
    assert seen(game, "KT")["named_train"] == "8-1"
    refused(game, Pass(), "1854 7.24")
    refused(game, BuyTrain("8-1", 900), "1854 7.24")
    refused(game, SellShares("KE", 60), "1854 4.11")
    play(game, SellShares("KE", 20))  # 160: 760 of 900
    refused(game, SellShares("KE", 40), "1854 4.11")
    refused(game, SellShares("SB", 40), "1854 4.26")
    play(game, SellShares("KE", 20))
    assert seen(game, "KT")["trains"] == ["8-1"]
    assert cash(game)[0] == 500 + 160 + 150 - 800
    assert treasury(game, "KT") == 0
    assert cell(game, "KE") == (5, 3)
    assert not game.check()


@rule("1854 7.24", "1854 7.24a")
def test_no_more_than_needed() -> None:
    game = play(needy(700).game(), BuyTrain("8-1", 900))
    refused(game, SellShares("KE", 40), "1854 7.24a")  # one certificate would be enough
    play(game, SellShares("SB", 20))
    assert cash(game)[0] == 700 + 132 - 800  # what is left over is his
    lot = play(needy(500).game(), BuyTrain("8-1", 900))
    play(lot, SellShares("KE", 40))  # both at the price before
    assert cash(lot)[0] == 500 + 320 - 800


@rule("1854 7.24")
def test_no_sale_changes_a_director() -> None:
    position = kt(100, "7").share("KE", [60, 40, 0], cell=(0, 2), director=0).cash(700, 0, 0).turn("KT")
    game = play(position.game(), BuyTrain("8-1", 900))
    assert set(offered(game, SellShares)) == {SellShares("KE", 20), SellShares("KT", 20)}
    refused(game, SellShares("KE", 40), "1854 7.24")
    own = kt(100, "7").cash(700, 0, 0).turn("KT")
    own.change("KT", held=(60, 40, 0), ipo=0)
    game = play(own.game(), BuyTrain("8-1", 900))
    assert offered(game, SellShares) == [SellShares("KT", 20)]


@rule("1854 7.24a", "1854 4.34")
def test_an_optioned_certificate_may_be_sold_too() -> None:
    position = kt(100, "7").share("KE", [10, 60, 0], cell=(3, 3), director=1).option(0, "KE", 77, round_=2)
    game = play(position.cash(720, 0, 0).turn("KT").game(), BuyTrain("8-1", 900))
    play(game, SellShares("KE", 10))
    assert cash(game)[0] == 0
    assert seen(game, "KE")["pool"] == 20
    assert game.view()["options"] == {}
    assert not game.check()


@rule("1854 7.24a", "1854 4.34")
def test_an_optioned_certificate_is_not_sold_besides_enough_others() -> None:
    position = kt(100, "7").share("KE", [30, 60, 0], cell=(3, 3), director=1).option(0, "KE", 77, round_=2)
    game = play(position.change("KT", held=(40, 0, 0), ipo=60).cash(640, 0, 0).turn("KT").game(), BuyTrain("8-1", 900))
    refused(game, SellShares("KE", 30), "1854 7.24a")  # 20 % bring 160: that is enough
    assert cash(accepted(game, SellShares("KE", 20)))[0] == 0
    play(game, SellShares("KE", 10), SellShares("KE", 20))
    assert cash(game)[0] == 640 + 80 + 150 - 800


@rule("1854 7.25", "1854 15.4")
def test_only_a_train_that_can_be_financed() -> None:
    game = needy(500).game()
    refused(game, BuyTrain("8Ox-0", 1200), "1854 7.25")
    position = needy(400).share("SB", [60, 0, 0], cell=(4, 0))
    frame = position.s.frames[-1]
    assert isinstance(frame, OperatingTurn)
    everything = 100 + 400 + 4 * 80 + 2 * 66 + 2 * 72  # in lots, each company at its present price
    assert rules_of(position.game()).trains.funding.raisable(position.s, frame) == everything
    tight = kt(100, "7").share("KE", [40, 40, 0], cell=(3, 3), director=1).cash(482, 0, 0)
    tight.change("KT", held=(40, 0, 0), ipo=60)
    game = play(tight.turn("KT").game(), BuyTrain("8-1", 900))
    refused(game, SellShares("KE", 20), "1854 7.25")  # 160 + 150 would not be enough any more
    play(game, SellShares("KE", 40))
    assert seen(game, "KT")["trains"] == ["8-1"]


@rule("1854 7.25", "1854 10.3")
def test_bankruptcy_ends_the_game() -> None:
    position = kt(100, "7").cash(600, 0, 0)
    position.change("KT", held=(40, 20, 0), ipo=40)
    game = position.game()
    refused(game, BuyTrain("8-1", 900), "1854 7.25")
    refused(game, Pass(), "1854 7.20")
    assert [option.action for option in game.options()] == [Bankrupt()]
    play(game, Bankrupt())
    assert game.view()["ended"] == "bankrupt"
    assert game.decision() is None
    assert game.view()["players"][0]["bankrupt"]
    assert cash(game)[0] == 600  # nothing is taken from him
    refused(needy(500).game(), Bankrupt(), "1854 7.25")
    refused(kt(400).game(), Bankrupt(), "1854 7.25")


@rule("1854 7.25", "1854 7.7", "1854 7.22")
def test_nobody_is_bankrupt_who_has_a_train_for_it_in_another_company() -> None:
    def position(director: int, train: str) -> Position:
        held = [60 if seat == director else 0 for seat in range(3)]
        other = kt(100, "7").share("KE", held, director=director, cash=0).trains("KE", train)
        return other.cash(0, 0, 0).turn("KT")

    game = position(0, "5-0").game()
    refused(game, Bankrupt(), "1854 7.25")
    play(game, BuyTrain("5-0", 1))
    assert seen(game, "KT")["trains"] == ["5-0"]
    accepted(position(1, "5-0").game(), Bankrupt())  # Ben would have to agree
    accepted(position(0, "3+-0").game(), Bankrupt())  # KT could not run it


@rule("1854 7.14")
def test_what_the_phases_bring() -> None:
    phases = {phase.id: phase for phase in rules_of(new()).t.phases}
    assert [len(phases[name].tiles) for name in "1234567"] == [1, 1, 2, 2, 3, 3, 4]
    assert [phases[name].offboard for name in "1234567"] == ["yellow"] * 2 + ["green"] * 2 + ["brown"] * 2 + ["gray"]
    assert [name for name in "1234567" if "close_privates" in phases[name].events] == ["5"]
    assert held(Position().share("KT", [60, 0, 0]).sr(0).cash(300, 0, 0).game(), "KT") == (60, 0, 0)
    assert "phase 2" in texts(
        play(Position().share("KT", [60, 0, 0], cash=100).turn("KT").game(), BuyTrain("2-0", 100))
    )
