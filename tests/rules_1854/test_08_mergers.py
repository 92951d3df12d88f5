"""1854 8.1 to 8.7: mergers of locals."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.actions import Answer, BuyTrain, Pass, SellShares
from stellwerk.titles.t1854.actions import ChooseCharter, Merge
from stellwerk.titles.t1854.state import State1854
from tests.rules_1854.building import rules_of
from tests.rules_1854.table import Position, asked, cash, cell, held, seen, stack, treasury
from tests.support import accepted, offered, play, refused, rule


def locals_(phase: str = "5", owners: tuple[int, ...] = (0, 1, 2, 0, 1, 2), **options: Any) -> Position:
    """All six locals; 1 and 4 belong to Ada, 2 and 5 to Ben, 3 and 6 to Cleo."""
    position = Position(**options).phase(phase).cash(300, 300, 300)
    for number, owner in enumerate(owners):
        position.local(str(number + 1), 10 * (number + 1), owner=owner)
    return position


def window(game: Game[State1854]) -> list[str]:
    """The locals that are still to be asked."""
    found: list[str] = game.view()["merger_window"]["asked"]
    return found


@rule("1854 8.1", "1854 6.4", "1854 2.11")
def test_a_window_opens_before_the_incomes_from_phase_five_on() -> None:
    early = locals_("4").private("AFB", 0).round_start().game()
    assert asked(early)[2] != "merger"
    assert cash(early)[0] == 305
    game = locals_().round_start().game()
    assert asked(game) == (0, "1", "merger")
    assert cash(game) == [300, 300, 300]
    assert window(game) == ["1", "2", "3", "4", "5", "6"]
    play(game, Pass(), Pass())
    assert asked(game) == (2, "3", "merger")
    play(game, Pass(), Pass(), Pass(), Pass())
    assert asked(game)[1:] == ("1", "track") or asked(game)[1] == "1"
    assert game.view()["merger_window"] is None


@rule("1854 8.1", "1854 15.6")
def test_proposal_and_answer() -> None:
    game = locals_().round_start().game()
    refused(game, Merge("2", "3"), "1854 8.1")
    refused(game, Merge("1", "1"), "1854 8.1")
    refused(game, Merge("1", "KT"), "1854 8.1")
    play(game, Merge("1", "2"))
    assert asked(game) == (1, "2", "merger_offer")
    play(game, Answer(False))
    assert asked(game) == (0, "1", "merger")
    refused(game, Merge("1", "2"), "1854 15.6")  # declined in this window
    play(game, Pass())
    refused(game, Merge("2", "1"), "1854 15.6")
    play(game, Merge("2", "3"), Answer(True))
    assert asked(game) == (1, "2", "charter")
    play(game, ChooseCharter("B"))
    assert window(game) == ["1", "4", "5", "6"]  # again from the lowest that is left
    assert not game.check()


@rule("1854 8.1")
def test_partners_are_locals_of_players() -> None:
    game = locals_().major("KT").round_start().game()
    refused(game, Merge("1", "KT"), "1854 8.1")  # it has a director, but is no local
    play(game, Merge("1", "4"), ChooseCharter("A"))
    assert {action.partner for action in offered(game, Merge)} == {"3", "5", "6"}
    refused(game, Merge("2", "1"), "1854 8.1")  # merged already
    refused(game, Merge("2", "A"), "1854 8.1")


@rule("1854 15.6")
def test_after_a_merger_a_declined_proposal_may_be_made_again() -> None:
    game = play(locals_().round_start().game(), Merge("1", "2"), Answer(False), Pass(), Pass())
    play(game, Merge("3", "6"), ChooseCharter("A"))
    assert window(game) == ["1", "2", "4", "5"]
    accepted(game, Merge("1", "2"))


@rule("1854 8.1", "1854 8.3")
def test_one_owner_decides_alone() -> None:
    game = play(locals_().round_start().game(), Merge("1", "4"))
    assert asked(game) == (0, "1", "charter")
    refused(game, ChooseCharter("KT"), "1854 8.3")
    refused(game, Pass(), "1854 15.1")
    play(game, ChooseCharter("C"))
    assert held(game, "C") == (100, 0, 0)
    assert not game.check()


@rule("1854 8.3", "1854 8.4", "1854 8.5", "1854 2.12")
def test_what_a_merger_makes() -> None:
    """TV-D12"""
    position = locals_().share("KE", [60, 0, 0], cell=(5, 2)).private("AFB", 1)
    game = play(position.round_start().game(), Pass(), Merge("2", "1"), Answer(True))
    assert asked(game) == (0, "1", "charter")  # the owner of the lower number
    assert offered(game, ChooseCharter) == [ChooseCharter(name) for name in "ABC"]
    certificates = game.view()["players"][0]["certificates"]
    play(game, ChooseCharter("B"))
    assert seen(game, "B")["president"] == "Ada"
    assert held(game, "B") == (50, 50, 0)
    assert seen(game, "B")["floated"]
    assert cell(game, "B") == (5, 2)
    assert stack(game, 5, 2) == ["KE", "B"]
    assert treasury(game, "B") == 30
    assert seen(game, "1")["closed"]
    assert seen(game, "2")["closed"]
    assert game.view()["privates"]["1"]["closed"]
    assert game.view()["players"][0]["certificates"] == certificates
    assert game.view()["free_charters"] == ["A", "C"]
    assert not game.check()
    selling = Position().phase("5").halves("B", 0, 1).cash(0, 0, 300).sr(1).game()
    play(selling, SellShares("B", 50))
    assert cash(selling)[1] == 67
    assert cell(selling, "B") == (6, 2)


@rule("1854 8.6")
def test_trains_of_merged_locals() -> None:
    position = locals_().trains("1", "3+-0").trains("4", "4-0")
    game = play(position.round_start().game(), Merge("1", "4"), ChooseCharter("A"))
    assert game.view()["train_pool"] == ["4-0"]
    assert game.view()["trains_gone"]["3+"] == 1
    assert seen(game, "A")["trains"] == []
    assert not game.check()


@rule("1854 8.7", "1854 A11")
def test_tokens_go_and_an_ag_of_the_start_operates_at_once() -> None:
    position = locals_().token("1", "J38", 0).token("2", "J38", 1).tile("J32", "57", 1).token("4", "J32")
    position.share("KT", [60, 20, 0], cell=(3, 3), cash=100)
    game = play(position.round_start().game(), Merge("1", "4"), ChooseCharter("A"))
    while asked(game)[2] == "merger":
        play(game, Pass())
    assert game.view()["tokens"] == {"J38": [[None], ["2"]]}
    assert "A" in game.view()["waiting"]
    assert "1" not in game.view()["waiting"]
    assert not game.check()


@rule("1854 8.7", "1854 A11")
def test_at_another_table_an_ag_of_the_start_waits_for_the_next_round() -> None:
    def merged(**options: Any) -> Game[State1854]:
        position = locals_(**options).share("KT", [60, 20, 0], cell=(3, 3), cash=100)
        game = position.round_start(part=1, rounds=2).game()
        now = options.get("ag_first_turn", "this_round")
        assert game.view()["merger_window"]["first_turn"] == now
        play(game, Merge("1", "4"), ChooseCharter("A"))
        while asked(game)[2] == "merger":
            play(game, Pass())
        return game

    assert set(merged().view()["waiting"]) >= {"3", "5", "6", "KT", "A"}
    game = merged(ag_first_turn="next_round")
    assert {asked(game)[1], *game.view()["waiting"]} == {"2", "3", "5", "6", "KT"}
    while game.view()["round"] == "OR 2.1":
        if asked(game)[2] == "merger":
            assert game.view()["merger_window"]["first_turn"] == "next_round"
        options = [option.action for option in game.options()]
        game.apply(Pass() if Pass() in options else options[0])
    while asked(game)[2] == "merger":
        play(game, Pass())
    assert "A" in game.view()["waiting"]
    assert not game.check()


@rule("1854 8.7", "1854 8.1", "1854 6.4")
def test_an_ag_of_the_end_operates_in_the_next_round() -> None:
    position = locals_("5", (0, 1, 2, 0, 1, 2)).share("KT", [60, 20, 0], cell=(3, 3), cash=120)
    game = position.turn("KT", "contract", part=1, rounds=2).game()
    play(game, Pass())
    assert asked(game) == (0, "1", "merger")
    play(game, Merge("1", "4"), ChooseCharter("A"))
    assert game.view()["round"] == "OR 2.1"
    while asked(game)[2] == "merger" and game.view()["round"] == "OR 2.1":
        play(game, Pass())
    assert game.view()["round"] == "OR 2.2"
    assert asked(game)[2] == "merger"  # the window at the start of the next round
    while asked(game)[2] == "merger":
        play(game, Pass())
    assert "A" in game.view()["waiting"]


@rule("1854 8.2", "1854 A10", "1854 8.10")
def test_forced_mergers_at_the_end_of_the_round_in_which_phase_six_began() -> None:
    position = locals_("5").left("5", 0).share("KT", [60, 20, 0], cell=(3, 3), cash=700)
    position.tile("J32", "57", 1)
    before = position.s.supply
    game = position.turn("KT", "trains", part=1, rounds=2).game()
    play(game, BuyTrain("6-0", 670))
    assert game.view()["phase"] == "6"
    assert asked(game) == (0, "1", "merger")  # first a window
    assert not seen(game, "1")["closed"]
    for _ in range(6):
        assert asked(game)[2] == "merger"
        play(game, Pass())
    assert asked(game) == (0, "1", "charter")  # 1 and 2
    play(game, ChooseCharter("C"))
    assert asked(game) == (2, "3", "charter")  # 3 and 4
    play(game, ChooseCharter("A"))  # the last charter leaves no choice
    assert held(game, "C") == (50, 50, 0)
    assert held(game, "A") == (50, 0, 50)
    assert held(game, "B") == (0, 50, 50)
    assert seen(game, "B")["president"] == "Ben"
    assert game.view()["local_board_cleared"]
    assert "J32" not in game.view()["tiles"]
    index = rules_of(game).t.hexmap.tile_index["57"]
    assert game.state.supply[index] == before[index] + 1
    assert game.view()["round"] == "OR 2.2"
    assert not game.check()


@rule("1854 8.2", "1854 8.1")
def test_a_voluntary_merger_before_the_forced_ones() -> None:
    position = locals_("6").share("KT", [60, 20, 0], cell=(3, 3), cash=120)
    game = play(position.turn("KT", "contract", part=1, rounds=2).game(), Pass())
    play(game, Merge("1", "3"), Answer(True), ChooseCharter("A"))
    while asked(game)[2] == "merger":
        play(game, Pass())
    assert asked(game) == (1, "2", "charter")  # then 2 and 4
    accepted(game, ChooseCharter("B"))
    play(game, ChooseCharter("C"))
    assert held(game, "C") == (50, 50, 0)
    assert held(game, "B") == (0, 50, 50)
    assert not game.check()
