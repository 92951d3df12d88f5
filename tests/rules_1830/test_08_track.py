"""1830 section 8.1: which tile may lie where, what it costs, what blocks it. The connection: test_08_track_network."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import ChooseCity, LayTile, Pass
from stellwerk.eighteen.state import Company, State
from tests.support import Position, accepted, offered, play, refused, rule, rules_of

PRESETS = ("seed", "games18xx")


def company(game: Game[State], name: str) -> Company:
    return game.state.companies[rules_of(game).t.company(name)]


def face(game: Game[State], hex_: str) -> str:
    """The tile on a hex as `57/1`, or `printed`."""
    t = rules_of(game).t
    return t.hexmap.faces[game.state.board.faces[t.hex(hex_)]].name


def tokens(game: Game[State], hex_: str) -> list[list[str]]:
    """The cities of a hex with the names of the tokens in them."""
    t = rules_of(game).t
    cities = game.state.board.tokens[t.hex(hex_)]
    return [[t.companies[number].id for number in slots if number >= 0] for slots in cities]


def supply(game: Game[State], tile: str) -> int:
    return game.state.supply[rules_of(game).t.hexmap.tile_index[tile]]


def step(game: Game[State]) -> str:
    decision = game.decision()
    return decision.kind if decision else ""


def lays(game: Game[State], hex_: str) -> set[tuple[str, int]]:
    """Tiles and rotations that are offered on a hex."""
    return {(lay.tile, lay.rotation) for lay in offered(game, LayTile) if lay.hex == hex_}


def prr(phase: str = "2", preset: str | None = None, **options: Any) -> Position:
    """PRR at home in H12: its track leads west to H10 (over edge 4 of H10) and east to H14 (edge 1 of H14)."""
    position = Position(3, preset, **options).phase(phase)
    return position.company("PRR", cash=1000, trains=("5-0",)).token("PRR", "H12").operating("PRR")


def at_home(name: str, hex_: str, phase: str = "2", cash: int = 1000, **options: Any) -> Position:
    """A company with its home token."""
    position = Position(3, **options).phase(phase)
    return position.company(name, cash=cash, trains=("5-0",)).token(name, hex_).operating(name)


# -- one tile per turn


@rule("1830 8.1.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_yellow_tile_on_a_white_hex_is_the_lay_of_the_turn(preset: str) -> None:
    game = accepted(prr(preset=preset).game(), LayTile("H14", "9", 1))
    assert face(game, "H14") == "9/1"
    assert step(game) != "track"


@rule("1830 8.1.1")
def test_an_upgrade_is_the_lay_of_the_turn() -> None:
    game = accepted(prr("3").tile("H14", "9", 1).game(), LayTile("H14", "23", 1))
    assert face(game, "H14") == "23/1"
    assert step(game) != "track"


@rule("1830 8.1.1")
@pytest.mark.parametrize("second", [LayTile("H10", "57", 1), LayTile("H14", "23", 1)])
def test_a_second_tile_is_refused(second: LayTile) -> None:
    position = prr("3", cs_timing="track step").private("CS", "PRR")  # CS keeps the step open
    game = play(position.game(), LayTile("H14", "9", 1))
    assert step(game) == "track"
    refused(game, second, "1830 8.1.1")


@rule("1830 8.1.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_laying_is_optional(preset: str) -> None:
    game = prr(preset=preset).game()
    board = game.state.board
    game = accepted(game, Pass())
    assert game.state.board == board
    assert step(game) != "track"


# -- colours and supply


@rule("1830 8.1.2")
@pytest.mark.parametrize(
    ("phase", "colours"),
    [("2", "y"), ("3", "yg"), ("4", "yg"), ("5", "ygb"), ("6", "ygb"), ("D", "ygb")],
)
def test_only_colours_of_the_phase(phase: str, colours: str) -> None:
    # H8 is white, H10 yellow, H16 green
    position = prr(phase).tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    game = position.tile("H16", "14", 0).game()
    steps = {"y": LayTile("H8", "9", 1), "g": LayTile("H10", "14", 0), "b": LayTile("H16", "63", 0)}
    for colour, lay in steps.items():
        if colour in colours:
            accepted(game, lay)
        else:
            refused(game, lay, "1830 8.1.2")


@rule("1830 8.1.2")
@pytest.mark.parametrize(
    ("hex_", "tile", "rotation"),
    [
        ("H14", "23", 1),  # white to green
        ("H14", "42", 1),  # white to brown
        ("H10", "63", 0),  # yellow to brown
        ("H10", "57", 4),  # yellow to yellow
        ("H16", "15", 1),  # green to green
        ("H16", "57", 1),  # green to yellow
        ("F16", "63", 1),  # brown to brown
        ("F16", "14", 0),  # brown to green
    ],
)
def test_one_step_at_a_time(hex_: str, tile: str, rotation: int) -> None:
    position = prr("5").tile("H10", "57", 1).tile("H16", "57", 1).tile("H16", "14", 0)
    position.tile("F16", "57", 0).tile("F16", "14", 0).tile("F16", "63", 0).token("PRR", "F16")
    refused(position.game(), LayTile(hex_, tile, rotation), "1830 8.1.2")


@rule("1830 8.1.2")
def test_a_printed_yellow_hex_takes_green() -> None:
    position = at_home("B&O", "I15", "3")
    game = position.game()
    assert lays(game, "I15") == {("53", 0), ("53", 2), ("53", 4)}  # exits 0 and 4 stay, 2 is the third
    assert face(accepted(game, LayTile("I15", "53", 0)), "I15") == "53/0"


@rule("1830 8.1.2")
@pytest.mark.parametrize("lay", [LayTile("I15", "57", 1), LayTile("I15", "61", 0)])
def test_a_printed_yellow_hex_takes_neither_yellow_nor_brown(lay: LayTile) -> None:
    refused(at_home("B&O", "I15", "5").game(), lay, "1830 8.1.2")


@rule("1830 8.1.2")
@pytest.mark.parametrize("phase", ["2", "3", "5"])
@pytest.mark.parametrize("tile", ["57", "14", "63"])
def test_a_grey_hex_never_takes_a_tile(phase: str, tile: str) -> None:
    game = prr(phase).game()
    assert not lays(game, "H12")
    refused(game, LayTile("H12", tile, 1), "1830 8.1.2")


@rule("1830 8.1.2")
def test_a_red_hex_never_takes_a_tile() -> None:
    game = at_home("C&O", "F6").tile("G5", "8", 1).tile("G3", "8", 2).game()  # connected to Chicago
    assert not lays(game, "F2")
    refused(game, LayTile("F2", "57", 2), "1830 8.1.2")


@rule("1830 8.1.2")
def test_tiles_are_limited_by_their_count() -> None:
    game = at_home("C&O", "F6").tile("F20", "56", 0).game()  # the only #56
    assert supply(game, "56") == 0
    refused(game, LayTile("G7", "56", 0), "1830 8.1.2")
    accepted(game, LayTile("G7", "1", 1))


@rule("1830 8.1.2")
def test_the_last_tile_of_a_kind_can_be_laid() -> None:
    game = accepted(at_home("C&O", "F6").game(), LayTile("G7", "56", 0))
    assert supply(game, "56") == 0


@rule("1830 8.1.2")
def test_a_replaced_tile_goes_back_to_the_supply() -> None:
    game = prr("3").tile("H14", "9", 1).game()
    assert (supply(game, "9"), supply(game, "23")) == (6, 3)
    play(game, LayTile("H14", "23", 1))
    assert (supply(game, "9"), supply(game, "23")) == (7, 2)


@rule("1830 8.1.2")
def test_a_covered_printed_hex_adds_nothing_to_the_supply() -> None:
    game = at_home("B&O", "I15", "3").game()
    before = sum(game.state.supply)
    play(game, LayTile("I15", "53", 0))
    assert sum(game.state.supply) == before - 1


# -- kinds and labels


@rule("1830 8.1.3")
@pytest.mark.parametrize(
    ("hex_", "tile", "rotation"),
    [
        ("H14", "57", 1),  # plain: no city
        ("H14", "4", 1),  # plain: no town
        ("H14", "55", 1),  # plain: no two towns
        ("H10", "9", 1),  # city: no plain track
        ("H10", "4", 1),  # city: no town
        ("F10", "9", 1),  # town: no plain track
        ("F10", "57", 1),  # town: no city
        ("F10", "55", 1),  # one town: not two
        ("G7", "4", 2),  # two towns: not one
        ("G7", "9", 2),  # two towns: no plain track
        ("G7", "57", 2),  # two towns: no city
    ],
)
def test_yellow_kinds_must_match(hex_: str, tile: str, rotation: int) -> None:
    refused(prr().game(), LayTile(hex_, tile, rotation), "1830 8.1.3")


@rule("1830 8.1.3")
def test_each_kind_of_hex_offers_only_its_tiles() -> None:
    # C&O reaches G5 (plain, edge 3) and G7 (two towns, edge 2); CPR reaches B20 (town, edge 2)
    game = at_home("C&O", "F6").game()
    assert {tile for tile, _ in lays(game, "G5")} == {"7", "8", "9"}
    assert {tile for tile, _ in lays(game, "G7")} == {"1", "2", "55", "56", "69"}
    assert {tile for tile, _ in lays(at_home("CPR", "A19").game(), "B20")} == {"3", "4", "58"}
    assert {tile for tile, _ in lays(prr().game(), "H10")} == {"57"}


@rule("1830 8.1.3")
@pytest.mark.parametrize("tile", ["14", "54", "59", "24"])
def test_green_on_baltimore_must_have_the_label_b(tile: str) -> None:
    game = at_home("B&O", "I15", "3").game()
    assert {name for name, _ in lays(game, "I15")} == {"53"}
    for rotation in range(6):
        refused(game, LayTile("I15", tile, rotation), "1830 8.1.3")


@rule("1830 8.1.3")
@pytest.mark.parametrize("tile", ["53", "54", "59"])
def test_an_unlabelled_city_takes_no_label(tile: str) -> None:
    game = prr("3").tile("H10", "57", 1).game()
    assert {name for name, _ in lays(game, "H10")} == {"14", "15"}
    for rotation in range(6):
        refused(game, LayTile("H10", tile, rotation), "1830 8.1.3")


@rule("1830 8.1.3")
@pytest.mark.parametrize("other", ["14", "53", "59"])
def test_new_york_takes_only_ny(other: str) -> None:
    game = at_home("NYNH", "G19", "3").game()
    assert lays(game, "G19") == {("54", 0)}  # its four exits leave one rotation: 4 and 5 lead off the map
    refused(game, LayTile("G19", other, 0), "1830 8.1.3")


@rule("1830 8.1.3")
@pytest.mark.parametrize("other", ["14", "53", "54"])
def test_two_separate_cities_take_only_oo(other: str) -> None:
    game = at_home("ERIE", "E11", "3").game()
    assert {name for name, _ in lays(game, "E11")} == {"59"}
    refused(game, LayTile("E11", other, 2), "1830 8.1.3")


@rule("1830 8.1.3")
@pytest.mark.parametrize("other", ["62", "63", "64"])
def test_brown_labels_must_match_too(other: str) -> None:
    game = at_home("B&O", "I15", "5").tile("I15", "53", 0).game()
    assert lays(game, "I15") == {("61", 0), ("61", 4)}  # 61/2 would have exit 5, which leads off the map
    refused(game, LayTile("I15", other, 0), "1830 8.1.3")


@rule("1830 8.1.3")
@pytest.mark.parametrize("phase", ["3", "5"])
def test_oo_tiles_keep_two_separate_cities(phase: str) -> None:
    position = prr(phase).token("PRR", "D10", 1)
    game = position.game() if phase == "3" else position.tile("D10", "59", 0).game()
    t = rules_of(game).t
    found = [lay for lay in offered(game, LayTile) if lay.hex == "D10"]
    assert {lay.tile for lay in found} == ({"59"} if phase == "3" else {"64", "65", "66", "67", "68"})
    for lay in found:
        after = accepted(game, lay).state
        stops = t.hexmap.faces[after.board.faces[t.hex("D10")]].stops
        assert [stop.kind for stop in stops] == ["city", "city"]


@rule("1830 8.1.3")
@pytest.mark.parametrize("phase", ["3", "5"])
@pytest.mark.parametrize("green", ["14", "20", "59"])
def test_double_town_tiles_are_final(phase: str, green: str) -> None:
    game = at_home("C&O", "F6", phase).tile("G7", "55", 2).game()
    assert not lays(game, "G7")
    refused(game, LayTile("G7", green, 2), "1830 8.1.3")


@rule("1830 8.1.3")
@pytest.mark.parametrize("tile", ["14", "20", "59"])
def test_single_town_tiles_are_final(tile: str) -> None:
    game = at_home("CPR", "A19", "5").tile("B20", "4", 2).game()
    assert not lays(game, "B20")
    refused(game, LayTile("B20", tile, 2), "1830 8.1.3")


# -- orientation


@rule("1830 8.1.4")
def test_no_exit_leads_off_the_map_or_over_an_impassable_edge() -> None:
    # B16 is reached at edge 4. Its edge 2 leads off the map, edge 5 is impassable.
    game = at_home("CPR", "A19").tile("B18", "8", 1).game()
    assert lays(game, "B16") == {("57", 1), ("57", 4)}
    refused(game, LayTile("B16", "57", 2), "1830 8.1.4")
    refused(game, LayTile("B16", "57", 5), "1830 8.1.4")


@rule("1830 8.1.4")
def test_off_the_map_alone_is_enough() -> None:
    game = at_home("CPR", "A19").game()  # B20 is reached at edge 2; edge 3 leads off the map
    refused(game, LayTile("B20", "3", 2), "1830 8.1.4")  # exits 2 and 3
    accepted(game, LayTile("B20", "3", 1))  # exits 1 and 2


@rule("1830 8.1.4")
@pytest.mark.parametrize(
    ("hex_", "tile", "rotation"),
    [
        ("C11", "9", 5),
        ("D12", "9", 2),  # the same edge from the other side
        ("C13", "9", 0),
        ("D12", "9", 3),
        ("E7", "4", 2),
        ("F8", "9", 2),
        ("C17", "9", 2),
        ("B16", "15", 4),  # exits 4, 5, 0, 1
    ],
)
def test_an_impassable_edge_alone_is_enough(hex_: str, tile: str, rotation: int) -> None:
    position = at_home("CPR", "A19", "3").tile("B18", "8", 1).tile("B16", "57", 1)
    refused(position.game(), LayTile(hex_, tile, rotation), "1830 8.1.4")


@rule("1830 8.1.4")
def test_no_exit_into_a_side_of_a_red_hex_without_track() -> None:
    # H2 is reached at edge 4 from Columbus; edge 0 leads to the Gulf (I1), which has only an exit to the east.
    position = at_home("C&O", "F6").tile("H4", "57", 1).token("C&O", "H4")
    game = position.game()
    assert lays(game, "H2") == {("7", 3), ("7", 4)}  # exits 3 and 4, or 4 and 5; 1 and 2 are off the map
    refused(game, LayTile("H2", "8", 4), "1830 8.1.4")  # exits 4 and 0


@rule("1830 8.1.4")
def test_no_exit_into_a_side_of_a_grey_hex_without_track() -> None:
    # G11 is reached at edge 0 from Pittsburgh; edge 5 leads to Altoona, which has only exits to west and east.
    game = prr().tile("H10", "57", 1).tile("H10", "14", 0).game()
    refused(game, LayTile("G11", "7", 5), "1830 8.1.4")  # exits 5 and 0
    accepted(game, LayTile("G11", "7", 0))  # exits 0 and 1


@rule("1830 8.1.4")
def test_exits_into_red_and_grey_track_are_fine() -> None:
    game = at_home("C&O", "F6").tile("G5", "8", 1).game()
    accepted(game, LayTile("G3", "8", 2))  # exits 4 and 2, into Chicago
    accepted(game, LayTile("G7", "2", 2))  # exits 2 and 5, 3 and 4: into Cleveland at edge 2


@rule("1830 8.1.4")
def test_an_exit_may_face_a_tile_without_track_there() -> None:
    game = prr().tile("I13", "9", 1).game()  # I13 has exits 1 and 4; H14 would meet it at its edge 3
    accepted(game, LayTile("H14", "7", 0))


# -- old track stays


@rule("1830 8.1.5")
def test_every_old_segment_is_on_the_new_tile() -> None:
    game = prr("3").tile("H14", "9", 1).game()  # straight from 1 to 4
    # by hand from the catalogue: the rotations of the green tiles with a straight that put one on 1-4
    straight = {(tile, rotation) for tile in ("18", "19", "23", "24", "26", "27") for rotation in (1, 4)}
    crossing = {("20", rotation) for rotation in (0, 1, 3, 4)}
    assert lays(game, "H14") == straight | crossing


@rule("1830 8.1.5")
@pytest.mark.parametrize(("tile", "rotation"), [("23", 0), ("20", 2), ("16", 1), ("25", 1), ("28", 1)])
def test_an_upgrade_that_loses_track_is_refused(tile: str, rotation: int) -> None:
    # 25/1 and 28/1 touch edge 1; 25/1 has 1-3 and 1-5, 28/1 has 1-5 and 1-0: none has the straight 1-4
    refused(prr("3").tile("H14", "9", 1).game(), LayTile("H14", tile, rotation), "1830 8.1.5")


@rule("1830 8.1.5")
def test_the_same_exits_with_other_track_are_not_enough() -> None:
    # 20/1 has the straights 1-4 and 2-5. Two such straights are only on 44 (0-3, 1-4, …) and on 47 (0-3, 1-4, …).
    game = prr("5").tile("H14", "9", 1).tile("H14", "20", 1).game()
    assert {tile for tile, _ in lays(game, "H14")} == {"44", "47"}
    refused(game, LayTile("H14", "43", 1), "1830 8.1.5")  # the exits 1, 2, 3, 4; 1-4 but no 2-5


@rule("1830 8.1.5")
def test_city_exits_stay() -> None:
    game = prr("3").tile("H10", "57", 1).game()  # exits 1 and 4
    # 14 has exits r, r+1, r+3, r+4; 15 has r, r+1, r+2, r+3
    assert lays(game, "H10") == {("14", 0), ("14", 1), ("14", 3), ("14", 4), ("15", 1), ("15", 4)}
    refused(game, LayTile("H10", "14", 2), "1830 8.1.5")
    refused(game, LayTile("H10", "15", 0), "1830 8.1.5")


@rule("1830 8.1.5")
def test_two_cities_may_not_become_one() -> None:
    game = prr("5").token("PRR", "D10", 1).tile("D10", "59", 0).game()  # cities with exit 0 and with exit 2
    refused(game, LayTile("D10", "64", 0), "1830 8.1.5")  # 0 and 2 would be one city
    accepted(game, LayTile("D10", "64", 2))  # 2-4 and 5-0


@rule("1830 8.1.5", "1830 8.2.4")
@pytest.mark.parametrize(("rotation", "index"), [(0, 1), (5, 0)])
def test_a_token_goes_with_the_exit_of_its_city(rotation: int, index: int) -> None:
    # the city with exit 2: in 66/0 it is the second (1-2), in 66/5 the first (5-2)
    game = prr("5").tile("H18", "59", 0).token("PRR", "H18", 1).game()
    after = accepted(game, LayTile("H18", "66", rotation))
    assert tokens(after, "H18")[index] == ["PRR"]
    assert tokens(after, "H18")[1 - index] == []


@rule("1830 8.1.5", "1830 8.2.4", "1830 8.2.5")
def test_the_index_of_a_new_york_city_changes() -> None:
    # printed: city 0 has exit 3, city 1 exit 0. #54 and #62: city 0 has 0-1, city 1 has 2-3.
    game = at_home("NYNH", "G19", "3").token("PRR", "G19", 1).game()
    assert tokens(game, "G19") == [["NYNH"], ["PRR"]]
    green = accepted(game, LayTile("G19", "54", 0))
    assert tokens(green, "G19") == [["PRR"], ["NYNH"]]
    brown = at_home("NYNH", "G19", "5").token("PRR", "G19", 1).tile("G19", "54", 0).game()
    assert tokens(accepted(brown, LayTile("G19", "62", 0)), "G19") == [["PRR"], ["NYNH"]]


@rule("1830 8.1.5", "1830 8.2.4")
def test_a_kept_home_slot_goes_with_its_city() -> None:
    game = accepted(prr("3").token("PRR", "G19", 1).game(), LayTile("G19", "54", 0))
    nynh = rules_of(game).t.company("NYNH")
    assert game.state.board.homes[nynh] == 1  # the city with the NE exit
    assert not game.state.board.settled[nynh]


# -- cost


@rule("1830 8.1.8")
def test_the_treasury_pays_the_printed_cost_to_the_bank() -> None:
    game = at_home("B&O", "I15", cash=100).game()
    bank, purses = game.state.bank, game.state.players
    play(game, LayTile("I17", "9", 1))
    assert company(game, "B&O").cash == 20
    assert game.state.bank == bank + 80
    assert game.state.players == purses


@rule("1830 8.1.8")
@pytest.mark.parametrize("preset", PRESETS)
def test_exactly_the_cost_is_enough_and_one_less_is_not(preset: str) -> None:
    accepted(at_home("B&O", "I15", cash=80, preset=preset).game(), LayTile("I17", "9", 1))
    position = at_home("B&O", "I15", cash=79, preset=preset)
    refused(position.game(), LayTile("I17", "9", 1), "1830 8.1.8")  # the president has 800


@rule("1830 8.1.8")
def test_a_hex_without_cost_is_free() -> None:
    game = accepted(at_home("B&O", "I15", "3", cash=0).game(), LayTile("I15", "53", 0))
    assert company(game, "B&O").cash == 0
    game = play(prr().change("PRR", cash=0).game(), LayTile("H14", "9", 1))
    assert company(game, "PRR").cash == 0


@rule("1830 8.1.8")
def test_upgrades_of_a_covered_hex_are_free() -> None:
    game = at_home("B&O", "I15", "3", cash=0).tile("I17", "9", 1).game()
    game = accepted(game, LayTile("I17", "24", 1))  # 1-4 and 1-3
    assert company(game, "B&O").cash == 0


@rule("1830 8.1.8", "1830 A2")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("charged", "cost"), [(None, 80), (True, 80), (False, 0)])
def test_printed_yellow_hexes_cost_once(preset: str, charged: bool | None, cost: int) -> None:
    options = {} if charged is None else {"printed_yellow_cost": charged}
    game = at_home("NYNH", "G19", "3", preset=preset, **options).game()
    play(game, LayTile("G19", "54", 0))
    assert company(game, "NYNH").cash == 1000 - cost
    brown = at_home("NYNH", "G19", "5", cash=0, preset=preset, **options).tile("G19", "54", 0).game()
    play(brown, LayTile("G19", "62", 0))
    assert company(brown, "NYNH").cash == 0


@rule("1830 8.1.8", "1830 A2")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("hex_", ["D10", "E5"])
def test_toronto_and_detroit_cost_80_unless_switched_off(preset: str, hex_: str) -> None:
    def treasury(**options: Any) -> int:
        position = Position(3, preset, **options).phase("3").company("PRR", cash=100, trains=("5-0",))
        return company(play(position.token("PRR", hex_).operating("PRR").game(), LayTile(hex_, "59", 2)), "PRR").cash

    assert treasury() == 20
    assert treasury(printed_yellow_cost=True) == 20
    assert treasury(printed_yellow_cost=False) == 100


@rule("1830 8.1.8", "1830 A2")
@pytest.mark.parametrize("charged", [True, False])
def test_a_poor_treasury_and_new_york(charged: bool) -> None:
    game = at_home("NYNH", "G19", "3", cash=79, printed_yellow_cost=charged).game()
    if charged:
        refused(game, LayTile("G19", "54", 0), "1830 8.1.8")
    else:
        accepted(game, LayTile("G19", "54", 0))


@rule("1830 8.1.8")
@pytest.mark.parametrize("charged", [True, False])
def test_white_hexes_cost_whatever_the_option_says(charged: bool) -> None:
    game = at_home("B&O", "I15", cash=100, printed_yellow_cost=charged).game()
    assert company(play(game, LayTile("I17", "9", 1)), "B&O").cash == 20


# -- blocked hexes


def near(private: str, preset: str = "seed") -> tuple[Position, list[LayTile]]:
    """A position in which a company could build on every hex the private blocks, and those lays."""
    if private == "SV":
        return prr("3", preset).tile("H14", "8", 1), [LayTile("G15", "9", 0)]
    if private == "CS":
        return at_home("CPR", "A19", "3", preset=preset), [LayTile("B20", "4", 2)]
    if private == "DH":
        position = at_home("NYC", "E19", "3", preset=preset).tile("E19", "57", 0).tile("F18", "8", 1)
        return position, [LayTile("F16", "57", 1)]
    if private == "MH":
        return at_home("NYC", "E19", "3", preset=preset).tile("E19", "57", 2), [LayTile("D18", "9", 2)]
    if private == "CA":
        return prr("3", preset).token("PRR", "G19", 1), [LayTile("H18", "59", 3)]
    position = at_home("B&O", "I15", "3", preset=preset).tile("H14", "7", 0).token("B&O", "H12")
    return position, [LayTile("I15", "53", 0), LayTile("I13", "9", 0)]


@rule("1830 8.1.9")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("owner", [0, 2])
@pytest.mark.parametrize("private", ["SV", "CS", "DH", "MH", "CA", "BO"])
def test_nobody_builds_on_the_hex_of_a_private_a_player_owns(preset: str, owner: int, private: str) -> None:
    position, lays_ = near(private, preset)  # the president is seat 0: the owner himself is bound too
    game = position.private(private, owner).game()
    for lay in lays_:
        if (private, preset) == ("DH", "seed"):  # 10.3.3c
            accepted(game, lay)
        else:
            refused(game, lay, "1830 8.1.9")


@rule("1830 8.1.9")
@pytest.mark.parametrize("private", ["SV", "CS", "DH", "MH", "CA", "BO"])
def test_the_block_ends_when_the_private_closes(private: str) -> None:
    position, lays_ = near(private)
    for lay in lays_:
        accepted(position.game(), lay)


@rule("1830 8.1.9")
@pytest.mark.parametrize("private", ["SV", "CS", "DH", "MH", "CA"])
def test_the_block_ends_for_everybody_when_a_corporation_owns_the_private(private: str) -> None:
    position, lays_ = near(private)
    position.company("B&M", par=71, cash=100).private(private, "B&M")
    for lay in lays_:
        accepted(position.game(), lay)


@rule("1830 8.1.9")
def test_a_private_blocks_no_other_hex() -> None:
    position, lays_ = near("SV")
    game = position.private("CS", 0).private("DH", 1).private("MH", 1).private("CA", 2).private("BO", 2).game()
    accepted(game, lays_[0])


# -- who may use the powers


@rule("1830 A1")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("lay", "paragraph"),
    [(LayTile("B20", "58", 0, "CS"), "1830 10.3.2"), (LayTile("F16", "57", 0, "DH"), "1830 10.3.3")],
)
def test_a_player_who_owns_cs_or_dh_cannot_lay_for_his_corporation(preset: str, lay: LayTile, paragraph: str) -> None:
    game = prr("3", preset).private(lay.power, 0).game()
    refused(game, lay, paragraph)
    accepted(prr("3", preset).private(lay.power, "PRR").game(), lay)


@rule("1830 A1")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("lay", "paragraph"),
    [(LayTile("B20", "58", 0, "CS"), "1830 10.3.2"), (LayTile("F16", "57", 0, "DH"), "1830 10.3.3")],
)
def test_another_corporation_of_the_same_president_cannot_use_them(preset: str, lay: LayTile, paragraph: str) -> None:
    game = prr("3", preset).company("B&M", par=71).private(lay.power, "B&M").game()
    refused(game, lay, paragraph)


@rule("1830 0.5", "1830 8.1.1")
@pytest.mark.parametrize("lay", [LayTile("H14", "999", 0), LayTile("H14", "9", 6), LayTile("Z99", "9", 0)])
def test_a_tile_a_rotation_or_a_hex_that_does_not_exist_is_refused(lay: LayTile) -> None:
    refused(prr().game(), lay, "1830 0.5")


@rule("1830 8.1.1")
def test_the_city_choice_of_erie_is_no_second_lay() -> None:
    game = play(at_home("ERIE", "E11", "3").game(), LayTile("E11", "59", 2))
    play(game, ChooseCity("E11", 0))
    assert step(game) != "track"
