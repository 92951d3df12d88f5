"""1830 8.1.6, 8.1.6a and 8.1.7: which hex sides a corporation reaches, and so where it may build."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.state import State
from tests.support import Position, accepted, offered, refused, rule

PRESETS = ("seed", "games18xx")


def built(name: str, *home: tuple[str, int], phase: str = "3", **options: Any) -> Position:
    """A company on turn in the track step, with tokens in the given cities."""
    position = Position(3, **options).phase(phase).company(name, cash=1000, trains=("5-0",))
    for hex_, stop in home:
        position.token(name, hex_, stop)
    return position.operating(name)


def prr(**options: Any) -> Position:
    """PRR in H12 with track west over H10 (57) to H8 at edge 4, and east to H14 at edge 1."""
    return built("PRR", ("H12", 0), **options).tile("H10", "57", 1)


def hexes(game: Game[State]) -> set[str]:
    """Hexes on which some tile may be laid."""
    return {lay.hex for lay in offered(game, LayTile)}


def rotations(game: Game[State], hex_: str, tile: str) -> set[int]:
    return {lay.rotation for lay in offered(game, LayTile) if (lay.hex, lay.tile) == (hex_, tile)}


# -- which edges are reached


@rule("1830 8.1.6")
def test_only_hexes_that_are_reached_are_offered() -> None:
    assert hexes(built("PRR", ("H12", 0), phase="2").game()) == {"H10", "H14"}
    assert hexes(prr(phase="2").game()) == {"H8", "H14"}
    assert hexes(built("B&M", ("E23", 0), phase="2").game()) == {"D22", "F22"}  # along the printed grey track
    assert hexes(built("CPR", ("A19", 0), phase="2").game()) == {"B18", "B20"}


@rule("1830 8.1.6")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_hex_without_connection_is_refused(preset: str) -> None:
    refused(prr(preset=preset).game(), LayTile("G13", "9", 2), "1830 8.1.6")  # next to the home, but no track leads in
    refused(prr(preset=preset).game(), LayTile("I5", "9", 0), "1830 8.1.6")


@rule("1830 8.1.6")
def test_the_new_tile_must_have_an_exit_on_a_reached_edge() -> None:
    game = prr().game()  # H14 is reached at edge 1 only
    assert rotations(game, "H14", "9") == {1, 4}
    assert rotations(game, "H14", "8") == {1, 5}  # 1-3, 5-1
    assert rotations(game, "H14", "7") == {0, 1}  # 0-1, 1-2
    refused(game, LayTile("H14", "9", 0), "1830 8.1.6")
    refused(game, LayTile("H14", "7", 3), "1830 8.1.6")


@rule("1830 8.1.6")
def test_with_a_token_in_the_hex_every_passable_edge_is_reached() -> None:
    game = built("NYC", ("E19", 0), phase="2").game()  # Albany is white: no track there yet
    assert hexes(game) == {"E19"}
    assert rotations(game, "E19", "57") == {0, 1, 2, 3, 4, 5}


@rule("1830 8.1.6")
def test_with_a_token_in_the_hex_an_edge_without_track_will_do() -> None:
    # PRR sits in the city with exit 0 of 59/0 on D10; 64/2 is 2-4 and 5-0, so all depends on nothing but the token
    game = built("PRR", ("D10", 0), phase="5").tile("D10", "59", 0).game()
    assert {lay.tile for lay in offered(game, LayTile) if lay.hex == "D10"} == {"64", "65", "66", "67", "68"}


@rule("1830 8.1.6")
def test_edges_of_connected_track_in_the_hex_are_reached() -> None:
    # H14 8/1 leads from edge 1 to edge 3
    game = built("PRR", ("H12", 0)).tile("H14", "8", 1).game()
    accepted(game, LayTile("H14", "25", 1))  # 1-3 and 1-5
    accepted(game, LayTile("H14", "25", 3))  # 3-5 and 3-1


@rule("1830 8.1.6")
def test_track_of_others_in_the_hex_does_not_connect() -> None:
    # I13 carries track from J12 to H14 (edges 0 and 3), H14 is empty: PRR reaches edge 1 of H14, not I13
    game = built("PRR", ("H12", 0)).tile("I13", "9", 0).game()
    assert "I13" not in hexes(game)
    refused(game, LayTile("I13", "23", 0), "1830 8.1.6")


@rule("1830 8.1.6")
def test_track_that_meets_makes_a_connection() -> None:
    game = built("PRR", ("H12", 0)).tile("I13", "9", 0).tile("H14", "7", 0).game()  # H14 0-1 meets I13 at its edge 3
    accepted(game, LayTile("I13", "23", 0))
    accepted(game, LayTile("J12", "8", 1))  # 1-3


@rule("1830 8.1.6")
def test_track_that_does_not_meet_makes_none() -> None:
    game = built("PRR", ("H12", 0)).tile("I13", "9", 1).tile("H14", "7", 0).game()  # I13 has exits 1 and 4, not 3
    refused(game, LayTile("I13", "23", 1), "1830 8.1.6")
    accepted(game, LayTile("I13", "20", 0))  # 0-3 and 1-4: its edge 3 is where the track of H14 arrives


@rule("1830 8.1.6")
def test_every_token_counts() -> None:
    game = built("PRR", ("H12", 0), ("A19", 0)).game()
    assert {"B18", "B20", "H10", "H14"} <= hexes(game)


@rule("1830 8.1.6")
def test_a_token_of_another_corporation_does_not_count() -> None:
    position = built("PRR", ("H12", 0)).company("CPR", par=71).token("CPR", "A19")
    refused(position.game(), LayTile("B18", "8", 1), "1830 8.1.6")


# -- what a line of track may do


@rule("1830 8.1.6a", "1830 8.3.5")
def test_no_line_runs_through_a_closed_city() -> None:
    position = prr().company("C&O", par=71).token("C&O", "H10")
    game = position.game()
    assert "H8" not in hexes(game)
    refused(game, LayTile("H8", "9", 1), "1830 8.1.6")


@rule("1830 8.1.6a", "1830 8.3.5")
def test_a_line_runs_through_a_city_with_a_free_slot_or_an_own_token() -> None:
    accepted(prr().game(), LayTile("H8", "9", 1))
    two_slots = prr().tile("H10", "14", 0).company("C&O", par=71).token("C&O", "H10")
    accepted(two_slots.game(), LayTile("H8", "9", 1))
    accepted(two_slots.token("PRR", "H10").game(), LayTile("H8", "9", 1))


@rule("1830 8.1.6a")
def test_a_full_two_slot_city_closes() -> None:
    position = prr().tile("H10", "14", 0).company("C&O", par=71).token("C&O", "H10")
    position.company("B&O", par=76).token("B&O", "H10")
    refused(position.game(), LayTile("H8", "9", 1), "1830 8.1.6")


@rule("1830 8.1.6a", "1830 A14")
def test_a_kept_but_empty_slot_does_not_stop_a_line() -> None:
    # Albany is NYC's home, and NYC has not operated yet
    position = built("PRR", ("F16", 0)).tile("F16", "57", 1).tile("F18", "8", 1).tile("E19", "57", 0)
    accepted(position.game(), LayTile("D20", "9", 0))  # F16 - F18 - Albany - D20
    position.company("NYC", par=71).token("NYC", "E19")
    refused(position.game(), LayTile("D20", "9", 0), "1830 8.1.6")


@rule("1830 8.1.6a")
def test_no_line_passes_through_an_off_board_area() -> None:
    # F6 - G5 - G3 - Chicago, which has exits to E3 and F4 too
    game = built("C&O", ("F6", 0)).tile("G5", "8", 1).tile("G3", "8", 2).tile("F4", "57", 0).game()
    assert hexes(game) == {"G3", "G5", "G7"}
    refused(game, LayTile("E3", "9", 0), "1830 8.1.6")
    refused(game, LayTile("F4", "15", 0), "1830 8.1.6")  # exits 0, 1, 2, 3


@rule("1830 8.1.6a")
def test_towns_never_stop_a_line() -> None:
    game = built("CPR", ("A19", 0)).tile("B20", "4", 2).game()
    accepted(game, LayTile("C21", "9", 2))


@rule("1830 8.1.6a")
def test_neither_trains_nor_length_matter() -> None:
    position = built("PRR", ("H12", 0), phase="2", must_buy_train="route").change("PRR", trains=())
    for hex_ in ("H8", "H6"):
        position.tile(hex_, "9", 1)
    position.tile("H10", "57", 1).tile("H4", "57", 1)  # 10, 8, 6, 4: the end is H2
    accepted(position.game(), LayTile("H2", "7", 4))


def turning_loop(preset: str) -> Position:
    """Pittsburgh - G9 - H8 - a loop of I7 and H6 back into H8. G9 28/0 joins 0 with 4 and 0 with 5.

    The token is beyond edge 5 of G9. Only a line that came back out of the loop could take the branch to edge 4, and
    it would use the side between G9 and H8 twice.
    """
    position = built("PRR", ("H10", 0), preset=preset).tile("H10", "57", 2)  # exits 2 and 5
    position.tile("G9", "7", 5).tile("G9", "28", 0)
    position.tile("H8", "9", 0).tile("H8", "23", 3)  # 3-0 and 3-1
    return position.tile("I7", "7", 2).tile("H6", "7", 4)


@rule("1830 8.1.6a")
@pytest.mark.parametrize("preset", PRESETS)
def test_no_line_uses_a_side_twice(preset: str) -> None:
    game = turning_loop(preset).game()
    refused(game, LayTile("G11", "9", 1), "1830 8.1.6")
    assert "G11" not in hexes(game)
    accepted(game, LayTile("H6", "29", 4))  # 4-0 and 4-5: the loop itself is connected


@rule("1830 8.1.6a")
def test_a_line_may_cross_its_own_hex_on_other_sides() -> None:
    # H8 19/3 has 3-0 and 5-1: round the loop and out at edge 5 no side is used twice
    position = built("PRR", ("H10", 0)).tile("H10", "57", 2).tile("G9", "7", 5)
    position.tile("H8", "9", 0).tile("H8", "19", 3).tile("I7", "7", 2).tile("H6", "7", 4)
    accepted(position.game(), LayTile("I9", "9", 2))


@rule("1830 8.1.6a")
def test_the_track_past_altoona_leads_on_where_the_city_is_closed() -> None:
    # C&O sits in Pittsburgh; Altoona is full of PRR's token, but the track past the city reaches H14
    position = built("C&O", ("H10", 0)).tile("H10", "57", 1).company("PRR", par=71).token("PRR", "H12")
    accepted(position.game(), LayTile("H14", "9", 1))


# -- permissive


@rule("1830 8.1.7")
def test_an_upgrade_need_not_extend_the_own_network() -> None:
    game = built("PRR", ("H12", 0)).tile("H14", "9", 1).game()
    accepted(game, LayTile("H14", "20", 0))  # adds only 0-3, which crosses the own track without touching it


@rule("1830 8.1.7")
def test_an_upgrade_of_a_closed_city_is_legal() -> None:
    position = prr().company("C&O", par=71).token("C&O", "H10")
    accepted(position.game(), LayTile("H10", "14", 0))


@rule("1830 8.1.7", "1830 8.1.6")
def test_an_upgrade_must_touch_a_reached_edge_all_the_same() -> None:
    # D10 59/0: PRR reaches it from nowhere
    game = built("PRR", ("H12", 0), phase="5").tile("D10", "59", 0).game()
    refused(game, LayTile("D10", "65", 0), "1830 8.1.6")


@rule("1830 8.1.6", "1830 8.1.7")
def test_an_edge_of_a_tile_where_no_track_is_yet_can_be_the_reached_one() -> None:
    # Toronto 59/0 has cities with exit 0 and exit 2. ERIE's track (59/0 on E11, exit 2) arrives at its edge 5.
    position = built("ERIE", ("E11", 1), phase="5").tile("E11", "59", 0).tile("D10", "59", 0)
    accepted(position.game(), LayTile("D10", "64", 2))  # 2-4 and 5-0
    refused(position.game(), LayTile("D10", "65", 0), "1830 8.1.6")  # 0-4 and 2-3
