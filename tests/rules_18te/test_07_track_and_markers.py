"""18TE 7.1 to 7.4: homes, track, markers and bonuses."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import LayTile, Pass, PlaceToken
from stellwerk.titles.t18te.state import State18TE
from stellwerk.titles.t18te.tokens import open_slots
from tests.rules_18te.table import Position, asked, new, rules_of, seen
from tests.support import accepted, offered, play, refused, rule

DEST = "destination"


def slots(game: Game[State18TE], hex_: str) -> list[list[str]]:
    t = rules_of(game).t
    return [[t.companies[n].id if n >= 0 else "" for n in city] for city in game.state.board.tokens[t.hex(hex_)]]


def khs(phase: str = "2", cash: int = 500) -> Position:
    """KHS at home with track from Osnabrück over Lotte (F6) to E7."""
    position = Position(2).phase(phase).found("KHS", [30, 0], cash=cash).home("KHS")
    return position.tile("F6", "4", 1).turn("KHS", "track")


def twe(*lays: tuple[str, str, int], phase: str = "2", cash: int = 500, **options: str) -> Position:
    position = Position(2, **options).phase(phase).found("TWE", [30, 0], cash=cash).home("TWE")
    for lay in lays:
        position.tile(*lay)
    return position.turn("TWE", "track")


WAY = (("D6", "57", 2), ("E7", "9", 2), ("F8", "8", 0), ("F10", "6", 3))


# -- homes


@rule("18te 7.1.1", "18te A1", "18te 7.0.3", "18te 15.4")
def test_home_markers_are_placed_free_and_unasked() -> None:
    for name, hex_, place in (("KHS", "G5", 0), ("KWE", "D14", 0), ("CME", "D14", 1), ("TWE", "D6", 0)):
        game = Position(2).found(name, [30, 0], cash=180, operated=False).turn(name, "home", first=True).game()
        assert slots(game, hex_)[place] == [name]
        assert seen(game, name)["cash"] == 180
        assert asked(game)[1:] == (name, "track")
    moved = Position(2, twe_home="E9").found("TWE", [30, 0], cash=180).turn("TWE", "home").game()
    assert slots(moved, "E9") == [["TWE"]]


@rule("18te 7.1.2", "18te A7", "18te A22")
def test_kpr_waits_until_osnabruck_is_green() -> None:
    position = Position(2).found("KPR", [30, 0], cash=300, operated=False)
    game = position.turn("KPR", "home", first=True).game()
    assert slots(game, "G5") == [[""], [""]]
    assert asked(game)[1:] == ("KPR", "trains")  # no track in phase 2, and no duty to own a train
    accepted(game, Pass())
    later = Position(2).phase("3").found("KPR", [30, 0], cash=300).turn("KPR", "home").game()
    lays = offered(later, LayTile)
    assert {(lay.hex, lay.tile) for lay in lays} == {("G5", "TE2")}
    refused(later, LayTile("F6", "4", 1), "18te 7.1.2")
    play(later, LayTile("G5", "TE2", 0))
    assert slots(later, "G5") == [["KPR", "", ""]]
    other = Position(2).phase("3").found("KHS", [30, 0], cash=0).found("KPR", [30, 0]).home("KHS").turn("KHS").game()
    play(other, LayTile("G5", "TE2", 0))
    assert slots(other, "G5") == [["KPR", "KHS", ""]]
    assert seen(other, "KPR")["home_waits"] is False
    # in its very first turn it is KPR's own lay that brings the slot; a lay before that turn brings nothing yet
    first = Position(2).phase("3").found("KPR", [30, 0], operated=False).turn("KPR", "home", first=True).game()
    assert slots(play(first, LayTile("G5", "TE2", 0)), "G5") == [["KPR", "", ""]]
    early = Position(2).phase("3").found("KHS", [30, 0], cash=0).found("KPR", [30, 0], operated=False).home("KHS")
    assert slots(play(early.turn("KHS").game(), LayTile("G5", "TE2", 0)), "G5") == [["", "KHS", ""]]


@rule("18te A7", "18te 9.2", "18te 7.3.14a")
def test_kpr_takes_a_circle_of_a_bankrupt_company() -> None:
    position = Position(2).phase("3").found("KPR", [30, 0], cash=300).change("KHS", ipo=0)
    position.set(closed=(True, False, False, False, False))
    game = position.turn("KPR", "home").game()
    assert slots(game, "G5") == [["KPR"], [""]]
    play(game, LayTile("G5", "TE2", 0))
    assert slots(game, "G5") == [["KPR", "", ""]]
    both = Position(2).phase("3").found("KPR", [30, 0]).change("KHS", ipo=0).change("CME", ipo=0)
    game = both.set(closed=(True, False, True, False, False)).turn("KPR", "home").game()
    assert slots(game, "G5") == [["KPR"], [""]]  # circle 0 before circle 1
    stranger = Position(2).phase("3").found("KWE", [30, 0], cash=0).change("KHS", ipo=0).marker("KWE", "G5", 0)
    stranger.set(closed=(True, False, False, False, False)).home("KWE").turn("KWE")
    game = play(stranger.game(), LayTile("G5", "TE2", 0))
    assert slots(game, "G5") == [["", "KWE", ""]]


# -- lays


@rule("18te 7.3.1", "18te 6.5")
def test_one_action_in_a_colour_of_the_phase() -> None:
    game = khs().game()
    refused(game, LayTile("G5", "TE2", 0), "18te 7.3.1")
    refused(game, LayTile("E7", "20", 0), "18te 7.3.1")
    play(game, LayTile("E7", "9", 1))
    assert asked(game)[2] != "track"
    green = khs("3").game()
    accepted(green, LayTile("G5", "TE2", 0))
    refused(green, LayTile("G5", "TE6", 0), "18te 7.3.1")
    laid = khs().trains("KHS", "2-0").turn("KHS", "track", laid=True).game()
    refused(laid, LayTile("E7", "9", 1), "18te 7.3.1", also="18te 15.1")


@rule("18te 7.3.2", "18te 1.6")
def test_supply() -> None:
    position = khs("2", 5000)
    t = position.t
    for name in ("7", "8", "9"):
        position.s.supply = tuple(0 if n == t.hexmap.tile_index[name] else v for n, v in enumerate(position.s.supply))
    accepted(position.game(), LayTile("E7", "9", 1))
    position = khs().tile("F8", "9", 1)
    position.s.supply = tuple(0 if n == t.hexmap.tile_index["4"] else v for n, v in enumerate(position.s.supply))
    position.tile("E7", "9", 1)
    game = position.game()
    refused(game, LayTile("D8", "4", 1), "18te 7.3.2")
    accepted(game, LayTile("D8", "58", 2))
    up = khs("3").tile("E7", "9", 1).game()
    before = up.view()["tile_supply"]
    assert before["9"] == "unlimited"
    play(up, LayTile("E7", "24", 4))
    assert up.view()["tile_supply"]["24"] == before["24"] - 1


@rule("18te 7.3.3", "18te 7.3.13", "18te A11")
def test_kinds_of_hexes() -> None:
    game = khs().game()
    refused(game, LayTile("E7", "4", 1), "18te 7.3.3")
    refused(game, LayTile("E7", "57", 1), "18te 7.3.3")
    refused(game, LayTile("D6", "9", 1), "18te 7.3.3")
    refused(game, LayTile("G5", "57", 0), "18te 7.3.1")
    refused(game, LayTile("A5", "57", 0), "18te 7.3.1")
    names = rules_of(game).t.hexmap
    printed = {name for name in names.names if names.faces[names.printed[names.index[name]]].colour == "yellow"}
    assert printed == {"G5", "A7", "D14", "E9"}


@rule("18te 7.3.4", "18te A10", "18te 7.3.14")
def test_labels() -> None:
    hexmap = rules_of(new()).t.hexmap

    def lays(hex_: str, *before: tuple[str, int]) -> set[tuple[str, int]]:
        number = hexmap.index[hex_]
        face = hexmap.face_number(*before[-1]) if before else hexmap.printed[number]
        return {(lay.name, lay.rotation) for lay in hexmap.lays(number, face)}

    assert lays("G5") == {("TE2", 0), ("TE2", 1)}
    assert lays("D14") == {("TE3", 0)}
    assert lays("A7") == {("TE4", 0)}
    assert lays("E9") == {("TE1", rotation) for rotation in range(6)}
    assert lays("G5", ("TE2", 0)) == {("TE6", 0)}
    assert lays("D14", ("TE3", 0)) == {("TE7", 0), ("TE7", 3), ("TE7", 4)}
    assert lays("A7", ("TE4", 0)) == {("TE8", 0)}
    assert {rotation for _, rotation in lays("E9", ("TE1", 0))} == {0, 3}
    game = khs("3").game()
    refused(game, LayTile("G5", "TE3", 0), "18te 7.3.4")
    refused(game, LayTile("G5", "14", 0), "18te 7.3.3")


@rule("18te 7.3.5")
def test_no_track_off_the_map() -> None:
    hexmap = rules_of(new()).t.hexmap
    for hex_, edge in (("G7", 0), ("G11", 3), ("A7", 0), ("B6", 2), ("F4", 4), ("H12", 0)):
        number = hexmap.index[hex_]
        if hexmap.buildable[number]:
            assert hexmap.blocked_exit(number, edge), (hex_, edge)
    khs_game = Position(2).found("KHS", [30, 0], cash=0).home("KHS").turn("KHS").game()
    refused(khs_game, LayTile("F4", "4", 1), "18te 7.3.5")


@rule("18te 7.3.6", "18te 7.2.1", "18te 7.2.7")
def test_new_track_extends_a_route() -> None:
    game = Position(2).found("KHS", [30, 0], cash=0).home("KHS").turn("KHS").game()
    assert {lay.hex for lay in offered(game, LayTile)} == {"F6"}
    refused(game, LayTile("D10", "9", 1), "18te 7.3.6")
    refused(game, LayTile("F6", "4", 0), "18te 7.3.6")


@rule("18te 7.3.7", "18te 7.3.8", "18te TV11")
def test_a_home_without_track() -> None:
    game = twe().game()
    assert {(lay.hex, lay.tile) for lay in offered(game, LayTile)} == {("D6", "5"), ("D6", "6"), ("D6", "57")}
    refused(game, LayTile("E7", "9", 2), "18te 7.3.6")
    play(game, LayTile("D6", "57", 2))
    assert seen(game, "TWE")["cash"] == 450
    assert not offered(twe(cash=49).game(), LayTile)
    refused(twe(cash=49).trains("TWE", "2-0").game(), LayTile("D6", "57", 2), "18te 7.3.8", also="18te 15.1")
    upgraded = twe(("D6", "57", 2), phase="3", cash=10).game()
    after = accepted(upgraded, next(lay for lay in offered(upgraded, LayTile) if lay.hex == "D6"))
    assert seen(after, "TWE")["cash"] == 10
    other = twe(phase="3", twe_home="E9").game()
    assert {(lay.hex, lay.tile) for lay in offered(other, LayTile)} == {("E9", "TE1")}
    assert not offered(twe(twe_home="E9").trains("TWE", "2-0").game(), LayTile)


def ems(*lays: tuple[str, str, int], cash: int = 100, phase: str = "2", **options: str) -> Position:
    """KHS and KWE with their destination markers in Rheine."""
    position = Position(2, **options).phase(phase).found("KHS", [30, 0], cash=cash).found("KWE", [30, 0], cash=cash)
    position.home("KHS", "KWE").destination("KHS").destination("KWE")
    for lay in lays:
        position.tile(*lay)
    return position


@rule("18te 7.3.9", "18te A5", "18te TV11")
def test_the_ems_costs_where_track_is_joined() -> None:
    game = play(ems().turn("KWE").game(), LayTile("B8", "9", 2))
    assert seen(game, "KWE")["cash"] == 100  # the track merely ends at the river
    game = play(ems(("B8", "9", 2)).turn("KWE").game(), LayTile("C9", "9", 2))
    assert seen(game, "KWE")["cash"] == 70
    game = ems(("B8", "9", 2), cash=29).turn("KWE").game()
    refused(game, LayTile("C9", "9", 2), "18te 7.3.9")
    game = play(ems().turn("KHS").game(), LayTile("B6", "9", 1))
    assert seen(game, "KHS")["cash"] == 70  # printed track counts as present
    # several sides add up, whoever laid what lies behind them
    both = ems(("B8", "9", 2), ("C11", "9", 0)).turn("KWE").game()
    game = play(both, LayTile("C9", "8", 0))
    assert seen(game, "KWE")["cash"] == 40


@rule("18te 7.3.10", "18te A5")
@pytest.mark.parametrize(("option", "left"), [("free", 100), ("pays", 70)])
def test_upgrades_and_the_ems(option: str, left: int) -> None:
    game = ems(("B8", "9", 2), ("C9", "9", 1), phase="3", ems_on_upgrade=option).turn("KWE").game()
    play(game, LayTile("C9", "23", 4))  # joins NE with NW, where the track of B8 ends at the river
    assert seen(game, "KWE")["cash"] == left
    if option == "pays":
        poor = ems(("B8", "9", 2), ("C9", "9", 1), phase="3", cash=29, ems_on_upgrade=option).turn("KWE").game()
        refused(poor, LayTile("C9", "23", 4), "18te 7.3.9")
    before = ems(("B8", "9", 2), ("C9", "9", 2), phase="3", ems_on_upgrade=option).turn("KWE").game()
    play(before, LayTile("C9", "23", 2))  # what is joined already is not paid again
    assert seen(before, "KWE")["cash"] == 100


@rule("18te 7.3.11", "18te 6.7", "18te 6.8")
def test_upgrades_are_like_for_like_and_keep_track() -> None:
    game = khs("3").tile("E7", "9", 1).game()
    refused(game, LayTile("E7", "20", 2), "18te 7.3.11")
    refused(game, LayTile("E7", "12", 0), "18te 7.3.3")
    refused(game, LayTile("F6", "58", 0), "18te 7.3.1")
    brown = Position(2).phase("5").found("KHS").home("KHS").tile("G5", "TE2", 0).turn("KHS").game()
    accepted(brown, LayTile("G5", "TE6", 0))
    hexmap = rules_of(game).t.hexmap
    for tile in ("14", "15", "3", "4", "58", "39", "804", "TE6"):
        hexes = (hexmap.index["F10"], hexmap.index["F6"], hexmap.index["E7"])
        assert not any(hexmap.lays(hex_, hexmap.face_number(tile, 0)) for hex_ in hexes)


@rule("18te 7.3.12")
def test_an_upgrade_of_plain_track_brings_new_track_to_a_route() -> None:
    game = khs("3").tile("E7", "9", 1).game()
    refused(game, LayTile("E7", "20", 0), "18te 7.3.12")  # the new track from N to S is not joined
    refused(game, LayTile("E7", "23", 1), "18te 7.3.12")  # only through an acute angle
    accepted(game, LayTile("E7", "24", 4))


@rule("18te 7.3.12a")
def test_a_city_is_upgraded_if_it_is_on_a_route() -> None:
    game = twe(("D6", "6", 5), phase="4").tile("D6", "12", 5).game()
    accepted(game, LayTile("D6", "804", 5))  # it adds no track at all
    far = khs("3").tile("F10", "6", 3).game()
    refused(far, LayTile("F10", "14", 2), "18te 7.3.12a")


@rule("18te 7.3.14a", "18te 7.3.15", "18te A13", "18te 7.2.6")
def test_two_circles_become_one_city() -> None:
    position = Position(2).phase("3").found("KWE", [30, 0]).found("CME", [30, 0]).home("KWE", "CME")
    game = position.turn("KWE").game()
    reach = rules_of(game).t.networks.reach(game.state.board, 1)
    assert reach.stops == frozenset()
    play(game, LayTile("D14", "TE3", 0))
    assert slots(game, "D14") == [["KWE", "CME"]]
    rheine = ems(phase="3").turn("KWE").game()
    play(rheine, LayTile("A7", "TE4", 0))
    assert slots(rheine, "A7") == [["", "KWE", "KHS"]]


@rule("18te 7.3.16", "18te A9", "18te TV18")
def test_the_bonus_of_twe() -> None:
    game = twe(*WAY).game()
    play(game, LayTile("G11", "4", 2))
    assert seen(game, "TWE")["cash"] == 600
    assert seen(game, "TWE")["bonus_paid"]
    position = twe(*WAY, phase="3").tile("F10", "14", 2).found("CME", [30, 0]).home("CME")
    position.marker("CME", "F10", 0, 1)
    other = position.turn("CME").game()
    play(other, LayTile("G11", "4", 2))
    assert rules_of(other).goals.joined(other.state.board, 3)
    assert not seen(other, "TWE")["bonus_paid"]
    again = twe(*WAY).set(bonus=(False, False, False, True, False)).game()
    play(again, LayTile("G11", "4", 2))
    assert seen(again, "TWE")["cash"] == 500  # once in the game
    later = twe(*WAY, ("G11", "4", 2)).game()
    play(later, next(lay for lay in offered(later, LayTile)))
    assert not seen(later, "TWE")["bonus_paid"]


# -- markers


@rule("18te 7.4.1", "18te 7.4.2", "18te 15.5")
def test_one_marker_on_a_route() -> None:
    position = twe(*WAY).turn("TWE", "token")
    game = position.game()
    refused(game, PlaceToken("G5", 0), "18te 7.4.1")
    refused(game, PlaceToken("E7", 0), "18te 7.4.1")
    play(game, PlaceToken("F10", 0))
    assert seen(game, "TWE")["cash"] == 450
    assert asked(game)[2] != "token"
    poor = twe(*WAY, cash=40).trains("TWE", "2-0").turn("TWE", "token").game()
    refused(poor, PlaceToken("F10", 0), "18te 7.4.2", also="18te 15.1")
    full = twe(*WAY).found("CME").marker("CME", "F10").trains("TWE", "2-0").turn("TWE", "token").game()
    assert asked(full)[2] == "run"


# Münster, Greven (C13), C11, C9, B8 and KWE's circle of Rheine
KWE_WAY = (("C13", "6", 3), ("C11", "9", 0), ("C9", "8", 0), ("B8", "9", 2))


@rule("18te 7.4.1", "18te 7.4.2", "18te 7.4.6", "18te 15.5")
def test_one_of_two_markers_in_a_turn() -> None:
    position = Position(2).found("KWE", [30, 0], cash=100).home("KWE").trains("KWE", "2-0")
    for lay in KWE_WAY:
        position.tile(*lay)
    game = position.turn("KWE", "token").game()
    assert {(token.hex, token.power) for token in offered(game, PlaceToken)} == {("C13", ""), ("A7", DEST)}
    plain = accepted(game, PlaceToken("C13", 0))
    assert asked(plain)[2] == "run"  # the destination marker has to wait
    assert (seen(plain, "KWE")["cash"], seen(plain, "KWE")["bonus_paid"]) == (50, False)
    goal = accepted(game, PlaceToken("A7", 1, DEST))
    assert asked(goal)[2] == "run"
    assert (seen(goal, "KWE")["cash"], seen(goal, "KWE")["bonus_paid"]) == (200, True)


@rule("18te 7.4.3", "18te 7.4.3b")
def test_a_home_slot_is_kept_until_its_company_has_it() -> None:
    position = Position(2).phase("3").found("KHS", [30, 0], cash=100).home("KHS")
    position.tile("F6", "4", 1).tile("E7", "9", 1).tile("D8", "3", 3).tile("D6", "57", 0)
    game = position.trains("KHS", "2-0").turn("KHS", "token").game()
    assert asked(game)[2] == "run"  # Ibbenbüren is kept for TWE
    refused(game, PlaceToken("D6", 0), "18te 7.4.3", also="18te 15.1")
    position.tile("D6", "15", 3)
    green = position.turn("KHS", "token").game()
    play(green, PlaceToken("D6", 0))
    assert slots(green, "D6") == [["", "KHS"]]


@rule("18te 7.4.3a", "18te 7.4.4", "18te 7.4.5", "18te 7.4.6", "18te A6")
def test_destination_markers() -> None:
    board = Position(2).found("KWE", [30, 0], cash=100).home("KWE").tile("B10", "6", 3)
    board.tile("B8", "8", 0).marker("KWE", "B10")
    game = board.turn("KWE", "token").game()
    refused(game, PlaceToken("A7", 0, DEST), "18te 7.4.1")
    refused(game, PlaceToken("A7", 1), "18te 7.4.1")
    play(game, PlaceToken("A7", 1, DEST))
    assert slots(game, "A7") == [[""], ["KWE"]]
    assert seen(game, "KWE")["cash"] == 200
    assert seen(game, "KWE")["bonus_paid"]
    fresh = Position(2).found("KWE", [30, 0], cash=100).home("KWE").found("CME", [30, 0], cash=100).home("CME")
    fresh.tile("B10", "6", 3).tile("B8", "8", 0).marker("CME", "B10").trains("CME", "2-0")
    other = fresh.turn("CME", "token").game()
    assert asked(other)[2] == "run"  # the circle is kept for KWE, and CME's own marker is used
    plain = Position(2).found("CME", [30, 0], cash=100).home("CME").tile("G7", "7", 2)
    assert slots(plain.game(), "G5") == [[""], [""]]


@rule("18te 7.4.4", "18te 7.4.3a", "18te 7.4.3b")
def test_other_markers_do_not_go_into_destination_slots() -> None:
    def joined(name: str) -> Position:
        position = Position(2).phase("3").found(name, [30, 0], cash=100).home(name).tile("A7", "TE4", 0)
        position.tile("B10", "6", 3).tile("B8", "8", 0).marker(name, "B10")
        position.found("KHS", [30, 0]).home("KHS").destination("KHS")
        return position.turn(name, "token")

    twe_ = joined("TWE").change("TWE", tokens=1).game()
    assert asked(twe_)[2] != "token"  # all free slots in Rheine are kept for others
    game = joined("KWE").change("KWE", tokens=1).game()
    refused(game, PlaceToken("A7", 0), "18te 7.4.4")
    refused(game, PlaceToken("B10", 0, DEST), "18te 7.4.1")
    refused(game, PlaceToken("A7", 0, "free"), "18te 15.1")
    accepted(game, PlaceToken("A7", 0, DEST))


@rule("18te 7.4.5a")
def test_markers_stay_where_they_are() -> None:
    position = twe(*WAY, phase="3").marker("TWE", "F10")
    game = position.game()
    play(game, LayTile("F10", "14", 2))
    assert slots(game, "F10") == [["TWE", ""]]
    assert slots(game, "D6") == [["TWE"]]


# Osnabrück NW, Westerkappeln (F4), Mettingen (E5), Recke (D4), C5, B6 and Rheine; F4 is entered from SE
KPR_WAY = (("F4", "58", 5), ("E5", "58", 2), ("D4", "58", 5), ("C5", "9", 1), ("B6", "9", 1))


def kpr(*lays: tuple[str, str, int], **options: str) -> Position:
    position = Position(2, **options).phase("3").found("KPR", [30, 0], cash=0).tile("G5", "TE2", 0).home("KPR")
    position.tile("A7", "TE4", 0)
    for lay in lays:
        position.tile(*lay)
    return position


@rule("18te 7.4.7", "18te A8")
def test_the_bonus_of_kpr() -> None:
    game = kpr(*KPR_WAY).turn("KPR", "token").game()
    assert rules_of(game).t.networks.reach(game.state.board, 4).stops >= {8 * rules_of(game).t.hex("A7")}
    play(game, PlaceToken("A7", 0, DEST))
    assert seen(game, "KPR")["cash"] == 100
    # the marker first, the connection later, looked at after KPR's own track step
    position = kpr(*KPR_WAY[:2], *KPR_WAY[3:]).destination("KPR")
    game = position.turn("KPR", "track").game()
    assert not seen(game, "KPR")["bonus_paid"]
    play(game, LayTile("D4", "58", 5))
    assert seen(game, "KPR")["bonus_paid"]
    assert seen(game, "KPR")["cash"] == 100
    done = kpr(*KPR_WAY).destination("KPR").turn("KPR", "track").game()
    play(done, Pass())
    assert seen(done, "KPR")["bonus_paid"]
    # another way to Rheine does not count
    around = kpr(("F4", "58", 5), ("E5", "58", 2)).destination("KPR").turn("KPR", "track").game()
    play(around, Pass())
    assert not seen(around, "KPR")["bonus_paid"]
    south = kpr(("F6", "4", 1), ("E7", "9", 1), ("D8", "4", 1), ("C9", "8", 2), ("B8", "9", 2))
    game = play(south.turn("KPR", "token").game(), PlaceToken("A7", 0, DEST))
    assert slots(game, "A7") == [["KPR", "", ""]]
    assert (seen(game, "KPR")["cash"], seen(game, "KPR")["bonus_paid"]) == (0, False)
    # once in the game
    once = kpr(*KPR_WAY).destination("KPR").set(bonus=(False, False, False, False, True)).turn("KPR", "track").game()
    assert seen(play(once, Pass()), "KPR")["cash"] == 0


@rule("18te 7.4.7", "18te A8")
def test_the_bonus_of_kpr_for_the_connection_alone() -> None:
    def first_turn(*lays: tuple[str, str, int], **options: str) -> Game[State18TE]:
        game = kpr(*lays, **options).turn("KPR", "track").game()
        return play(game, Pass())

    assert not seen(first_turn(*KPR_WAY), "KPR")["bonus_paid"]  # asked for its marker next
    game = first_turn(*KPR_WAY, kpr_bonus="connection")
    assert (seen(game, "KPR")["cash"], seen(game, "KPR")["bonus_paid"]) == (100, True)
    assert seen(game, "KPR")["goal"]["token"] is False
    play(game, PlaceToken("A7", 0, DEST))
    assert seen(game, "KPR")["cash"] == 100  # once in the game
    assert not seen(first_turn(*KPR_WAY[:-1], kpr_bonus="connection"), "KPR")["bonus_paid"]
    yellow = Position(2, kpr_bonus="connection").phase("3").found("KPR", [30, 0]).tile("G5", "TE2", 0).home("KPR")
    for lay in KPR_WAY:
        yellow.tile(*lay)
    assert seen(play(yellow.turn("KPR", "track").game(), Pass()), "KPR")["bonus_paid"]  # any circle of Rheine


@rule("18te 1.4", "18te 7.4.2", "18te A14")
def test_one_or_three_markers() -> None:
    game = new(markers="one or three")
    counts = {entry.id: len(entry.tokens) for entry in rules_of(game).t.companies}
    assert counts == {"KHS": 3, "KWE": 3, "CME": 3, "TWE": 1, "KPR": 3}
    assert sum(counts.values()) == sum(len(entry.tokens) for entry in rules_of(new()).t.companies) == 13
    assert asked(twe(*WAY).turn("TWE", "token").game())[2] == "token"
    assert asked(twe(*WAY, markers="one or three").turn("TWE", "token").game())[2] != "token"
    position = kpr(*KPR_WAY, markers="one or three").change("KPR", cash=50).tile("F6", "4", 1).tile("E7", "9", 1)
    position.tile("D8", "3", 3).tile("D6", "57", 0).change("TWE", ipo=0).turn("KPR", "token")
    game = position.set(closed=(False, False, False, True, False)).game()
    assert {(token.hex, token.power) for token in offered(game, PlaceToken)} == {("A7", DEST), ("D6", "")}
    plain, goal = accepted(game, PlaceToken("D6", 0)), accepted(game, PlaceToken("A7", 0, DEST))
    assert (seen(plain, "KPR")["cash"], seen(goal, "KPR")["cash"]) == (0, 150)
    assert (seen(plain, "KPR")["tokens_left"], seen(goal, "KPR")["tokens_left"]) == (1, 1)


@rule("18te 7.4.3a")
def test_a_slot_that_bears_a_name_is_kept_for_an_unfounded_company() -> None:
    position = ems(phase="3").tile("A7", "TE4", 0).found("CME", [30, 0], cash=100).home("CME")
    game = position.turn("CME").game()
    t = rules_of(game).t
    assert open_slots(t, game.state, t.hex("A7"), 0) == []
    closed = ems(phase="3").tile("A7", "TE4", 0).set(closed=(False, False, False, False, True)).change("KPR", ipo=0)
    game = closed.turn("KWE").game()
    assert open_slots(t, game.state, t.hex("A7"), 0) == [0]
