"""1830 section 8.3 and decision point 14.10a: routes and what they earn."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Pass, Route, RunRoutes
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.state import State
from tests.support import Position, accepted, offered, play, refused, rule

PRESETS = ("seed", "games18xx")


def run(*routes: tuple[str, str]) -> RunRoutes:
    """`run(("2-0", "H12.0 H12:1 H10.0"))`: a train and its way, for each train."""
    return RunRoutes(tuple(Route(train, tuple(path.split())) for train, path in routes))


def income(game: Game[State], action: RunRoutes) -> int:
    """What the routes earn; they must be legal."""
    after = accepted(game, action)
    frame = after.state.frames[-1]
    assert isinstance(frame, OperatingTurn)
    return frame.revenue


def step(game: Game[State]) -> str:
    decision = game.decision()
    return decision.kind if decision else ""


def running(name: str, *trains: str, phase: str = "3", preset: str | None = None, **options: Any) -> Position:
    """A company with trains that is about to run."""
    position = Position(3, preset, **options).phase(phase)
    return position.company(name, cash=500, trains=trains).operating(name, "run")


def prr(*trains: str, **options: Any) -> Position:
    """PRR in Altoona: H4 - H6 - H8 - Pittsburgh (H10) - Altoona (H12) - H14 - Lancaster (H16), all straight."""
    position = running("PRR", *trains, **options).token("PRR", "H12")
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    return position.tile("H8", "9", 1).tile("H6", "9", 1).tile("H4", "57", 1)


WEST = "H12.0 H12:1 H10.0"
WEST_AND_ON = "H12.0 H12:1 H10.0 H10:1 H8:1 H6:1 H4.0"
EAST = "H12.0 H12:4 H14:4 H16.0"
ALL = "H4.0 H4:4 H6:4 H8:4 H10.0 H10:4 H12.0 H12:4 H14:4 H16.0"
PAST = "H10.0 H10:4 H12:4 H14:4 H16.0"


# -- what a route is


@rule("1830 8.3.1", "1830 8.3.7")
def test_a_route_joins_two_stops_and_earns_their_values() -> None:
    assert income(prr("2-0").game(), run(("2-0", WEST))) == 10 + 20
    assert income(prr("2-0").game(), run(("2-0", EAST))) == 10 + 20


@rule("1830 8.3.1")
@pytest.mark.parametrize("path", ["H12.0", ""])
def test_one_stop_is_no_route(path: str) -> None:
    refused(prr("2-0").game(), run(("2-0", path)), "1830 8.3.1")


@rule("1830 8.3.1")
@pytest.mark.parametrize(
    "path",
    [
        "H12.0 H10.0",  # no side crossed
        "H12.0 H12:2 G11:3 H10.0",  # no track leaves Altoona to the north-west
        "H12.0 H12:4 H14:3 G15:3 F16.0",  # H14 leads straight on
        "H12.0 H12:1 H10.0 H10:1 H8:1",  # ends between two stops
        "H12:4 H14:4 H16.0",  # begins between two stops
        "H12.0 H12:1 H8:1 H6:1 H4.0",  # leaves out a hex
        "H12.0 H12:1 H10.1",  # Pittsburgh has one city
        "H12.0 H12:1 H10.0 H10.0",  # the same stop without a way
        "H12.0 H12:7 H10.0",
        "nowhere",
    ],
)
def test_track_must_be_continuous(path: str) -> None:
    refused(prr("5-0", phase="5").game(), run(("5-0", path)), "1830 8.3.1")


@rule("1830 8.3.1")
def test_track_that_does_not_meet_joins_nothing() -> None:
    position = running("PRR", "2-0").token("PRR", "H12").tile("H10", "57", 0)  # Pittsburgh has exits 0 and 3
    position.tile("H14", "9", 1).tile("H16", "57", 1)  # so that there is a route elsewhere
    refused(position.game(), run(("2-0", WEST)), "1830 8.3.1")


@rule("1830 8.3.1")
def test_a_city_with_the_own_token_must_be_on_the_route() -> None:
    game = prr("3-0").game()
    refused(game, run(("3-0", "H10.0 H10:1 H8:1 H6:1 H4.0")), "1830 8.3.1")
    refused(game, run(("3-0", PAST)), "1830 8.3.1")  # past Altoona, not into it


@rule("1830 8.3.1")
def test_a_token_of_another_corporation_is_not_enough() -> None:
    game = prr("3-0").company("C&O", par=71).token("C&O", "H4").game()
    refused(game, run(("3-0", "H10.0 H10:1 H8:1 H6:1 H4.0")), "1830 8.3.1")


@rule("1830 8.3.1")
@pytest.mark.parametrize("hex_", ["H4", "H10", "H12", "H16"])
def test_the_token_may_be_anywhere_on_the_route(hex_: str) -> None:
    position = running("B&O", "4-0").token("B&O", hex_).tile("H10", "57", 1).tile("H14", "9", 1)
    position.tile("H16", "57", 1).tile("H8", "9", 1).tile("H6", "9", 1).tile("H4", "57", 1)
    assert income(position.game(), run(("4-0", ALL))) == 20 + 20 + 10 + 20


# -- length


@rule("1830 8.3.2")
@pytest.mark.parametrize(("train", "legal"), [("2-0", 2), ("3-0", 3), ("4-0", 4), ("5-0", 5)])
def test_a_train_visits_as_many_stops_as_its_number(train: str, legal: int) -> None:
    game = prr(train).game()
    ways = {2: WEST, 3: WEST_AND_ON, 4: ALL}
    for stops, path in ways.items():
        if stops <= legal:
            accepted(game, run((train, path)))
        else:
            refused(game, run((train, path)), "1830 8.3.2")


@rule("1830 8.3.2")
@pytest.mark.parametrize(("train", "enough"), [("2-0", False), ("3-0", True)])
def test_a_town_counts_as_a_stop(train: str, enough: bool) -> None:
    # Boston - Mansfield (town) - Providence 57/1
    game = running("B&M", train).token("B&M", "E23").tile("F22", "57", 1).game()
    action = run((train, "E23.0 E23:5 F24.0 F24:1 F22.0"))
    if enough:
        assert income(game, action) == 30 + 10 + 20
    else:
        refused(game, action, "1830 8.3.2")


@rule("1830 8.3.2")
@pytest.mark.parametrize(("train", "enough"), [("2-0", False), ("3-0", True)])
def test_an_off_board_area_counts_as_a_stop(train: str, enough: bool) -> None:
    # Richmond - Washington (15/5: exits 5, 0, 1, 2) - Deep South
    position = running("B&O", train).token("B&O", "K15").tile("J14", "57", 2).tile("J14", "15", 5)
    action = run((train, "K15.0 K15:2 J14.0 J14:0 K13.0"))
    if enough:
        assert income(position.game(), action) == 20 + 30 + 30
    else:
        refused(position.game(), action, "1830 8.3.2")


@rule("1830 8.3.2")
@pytest.mark.parametrize("path", ["E23.0 E23:5 F24:1 F22.0", "H12.0 H12:1 H10:1 H8:1 H6:1 H4.0"])
def test_no_stop_on_the_way_can_be_skipped(path: str) -> None:
    position = prr("2-0").token("PRR", "E23").tile("F22", "57", 1)
    refused(position.game(), run(("2-0", path)), "1830 8.3.1")  # there is no track past the stop


@rule("1830 8.3.2")
def test_altoona_has_a_track_past_the_city() -> None:
    position = prr("2-0").token("PRR", "H16")
    assert income(position.game(), run(("2-0", PAST))) == 20 + 20


@rule("1830 8.3.2")
@pytest.mark.parametrize(("train", "enough"), [("6-0", False), ("D-0", True)])
def test_a_diesel_has_no_limit(train: str, enough: bool) -> None:
    # Richmond - Washington - Baltimore - Atlantic City - Philadelphia - Allentown - Scranton: seven stops
    position = running("B&O", train, phase="D").token("B&O", "I15").tile("J14", "57", 2).tile("J14", "14", 5)
    position.tile("I17", "9", 1).tile("H18", "59", 3).tile("H18", "68", 2).tile("G17", "55", 2).tile("F16", "57", 2)
    # 68/2: 2-5 and 3-0; 55/2: 2-5 and 3-0
    way = "K15.0 K15:2 J14.0 J14:3 I15.0 I15:4 I17:4 I19.0 I19:2 H18.0 H18:2 G17.0 G17:2 F16.0"
    if enough:
        assert income(position.game(), run((train, way))) == 20 + 30 + 30 + 10 + 50 + 10 + 20
    else:
        refused(position.game(), run((train, way)), "1830 8.3.2")


# -- no stop twice


@rule("1830 8.3.3", "1830 A13")
def test_no_stop_twice_in_a_route() -> None:
    # Pittsburgh 14/0 has exits 0, 1, 3, 4; I9 and H8 close a loop between its exits 0 and 1
    position = running("PRR", "5-0").token("PRR", "H12").tile("H10", "57", 1).tile("H10", "14", 0)
    position.tile("I9", "7", 2).tile("H8", "7", 4)
    refused(position.game(), run(("5-0", "H12.0 H12:1 H10.0 H10:0 I9:2 H8:4 H10.0")), "1830 8.3.3")


@rule("1830 8.3.3")
def test_a_route_does_not_return_to_where_it_began() -> None:
    position = running("PRR", "5-0").token("PRR", "H10").tile("H10", "57", 1).tile("H10", "14", 0)
    position.tile("I9", "7", 2).tile("H8", "7", 4)
    refused(position.game(), run(("5-0", "H10.0 H10:0 I9:2 H8:4 H10.0")), "1830 8.3.3")


@rule("1830 8.3.3")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_two_cities_of_new_york_are_different_stops(preset: str) -> None:
    # 54/0: 0-1 and 2-3. G17 2/2: towns 2-5 and 3-4. F18 7/5: 5-0.
    position = running("NYNH", "3-0", preset=preset).tile("G19", "54", 0).token("NYNH", "G19", 1)
    position.tile("G17", "2", 2).tile("F18", "7", 5)
    game = position.game()
    assert income(game, run(("3-0", "G19.0 G19:1 G17.1 G17:3 F18:5 G19.1"))) == 60 + 10 + 60


@rule("1830 8.3.3")
def test_the_two_cities_of_an_oo_hex_are_different_stops() -> None:
    # H18 68/2: 2-5 and 3-0. I19 joins H18 (edge 5) with I17; I17 7/3 (3-4) leads back to H18 (edge 0).
    position = running("PRR", "5-0", phase="5").tile("H18", "59", 3).tile("H18", "68", 2).token("PRR", "H18", 0)
    position.tile("I17", "7", 3)
    assert income(position.game(), run(("5-0", "H18.0 H18:5 I19.0 I19:1 I17:3 H18.1"))) == 50 + 10 + 50


@rule("1830 8.3.3")
def test_the_two_towns_of_a_double_town_hex_are_different_stops() -> None:
    # G7 1/1: towns 2-4 and 1-5. Cleveland - G7 (2-4) - G9 7/0 (0-1) - H8 7/2 (2-3) - G7 (5-1)
    position = running("C&O", "3-0").token("C&O", "F6").tile("G7", "1", 1).tile("G9", "7", 0).tile("H8", "7", 2)
    assert income(position.game(), run(("3-0", "F6.0 F6:5 G7.0 G7:4 G9:0 H8:2 G7.1"))) == 30 + 10 + 10


def canadian_west(**options: Any) -> Position:
    """PRR in Barrie (15/2: exits 2, 3, 4, 5), which both hexes of Canadian West touch."""
    position = running("PRR", "3-0", **options).tile("B10", "57", 2).tile("B10", "15", 2)
    return position.token("PRR", "B10")


@rule("1830 8.3.3")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("gulf", [True, False])
def test_both_hexes_of_canadian_west_are_one_location(preset: str, gulf: bool) -> None:
    game = canadian_west(preset=preset, gulf_single_visit=gulf).game()
    assert income(game, run(("3-0", "A9.0 A9:5 B10.0"))) == 30 + 30
    assert income(game, run(("3-0", "A11.0 A11:0 B10.0"))) == 30 + 30
    refused(game, run(("3-0", "A9.0 A9:5 B10.0 B10:3 A11.0")), "1830 8.3.3")


def gulf(**options: Any) -> Position:
    """PRR in Columbus (15/5: exits 5, 0, 1, 2), joined with I1 over I3 and with J2 over I5 and J4."""
    position = running("PRR", "3-0", **options).tile("H4", "57", 2).tile("H4", "15", 5).token("PRR", "H4")
    return position.tile("I3", "8", 1).tile("I5", "8", 0).tile("J4", "8", 1)


BOTH_GULFS = "I1.0 I1:4 I3:3 H4.0 H4:5 I5:0 J4:1 J2.0"


@rule("1830 8.3.3", "1830 A16")
@pytest.mark.parametrize(
    ("options", "single"),
    [
        ({"preset": "seed"}, True),
        ({"preset": "games18xx"}, False),
        ({"preset": "seed", "gulf_single_visit": False}, False),
        ({"preset": "games18xx", "gulf_single_visit": True}, True),
    ],
)
def test_the_gulf_is_one_location_where_the_option_says_so(options: dict[str, Any], single: bool) -> None:
    game = gulf(**options).game()
    if single:
        refused(game, run(("3-0", BOTH_GULFS)), "1830 8.3.3")
    else:
        assert income(game, run(("3-0", BOTH_GULFS))) == 30 + 30 + 30


@rule("1830 8.3.3", "1830 A16")
@pytest.mark.parametrize("preset", PRESETS)
def test_either_hex_of_the_gulf_may_end_a_route(preset: str) -> None:
    game = gulf(preset=preset).game()
    assert income(game, run(("3-0", "I1.0 I1:4 I3:3 H4.0"))) == 60
    assert income(game, run(("3-0", "H4.0 H4:5 I5:0 J4:1 J2.0"))) == 60


@rule("1830 8.3.3", "1830 A13")
def test_two_trains_may_visit_the_same_location() -> None:
    position = gulf().change("PRR", trains=("3-0", "3-1"))
    routes = run(("3-0", "I1.0 I1:4 I3:3 H4.0"), ("3-1", "H4.0 H4:5 I5:0 J4:1 J2.0"))
    assert income(position.game(), routes) == 120


# -- track


@rule("1830 8.3.4")
@pytest.mark.parametrize("second", [WEST, "H10.0 H10:4 H12.0", WEST_AND_ON])
def test_two_trains_do_not_use_the_same_side(second: str) -> None:
    refused(prr("3-0", "3-1").game(), run(("3-0", WEST), ("3-1", second)), "1830 8.3.4")


@rule("1830 8.3.4", "1830 A13")
def test_two_trains_may_use_the_same_stop_through_different_edges() -> None:
    assert income(prr("2-0", "2-1").game(), run(("2-0", WEST), ("2-1", EAST))) == 30 + 30


@rule("1830 8.3.4")
def test_one_route_does_not_use_a_side_twice() -> None:
    # the turning loop: Pittsburgh - G9 - H8 - I7 - H6 - H8 and back over the side between H8 and G9
    position = running("PRR", "5-0").token("PRR", "H10").tile("H10", "57", 2)
    position.tile("G9", "7", 5).tile("G9", "28", 0).tile("H8", "9", 0).tile("H8", "23", 3)
    position.tile("I7", "7", 2).tile("H6", "7", 4)
    position.token("PRR", "E23")  # Boston has a route from the start, so the trains are asked for
    refused(position.game(), run(("5-0", "H10.0 H10:2 G9:0 H8:0 I7:2 H6:4 H8:3")), "1830 8.3.4")


@rule("1830 8.3.4")
@pytest.mark.parametrize("into", [WEST, EAST])
def test_the_track_past_altoona_shares_both_edges_with_the_city(into: str) -> None:
    game = prr("3-0", "3-1").token("PRR", "H16").game()
    assert income(game, run(("3-0", PAST))) == 40
    refused(game, run(("3-0", PAST), ("3-1", into)), "1830 8.3.4")


@rule("1830 8.3.4")
def test_the_same_track_may_be_used_again_in_the_next_turn() -> None:
    position = Position(3).phase("3").company("PRR", trains=("3-0",)).token("PRR", "H12").tile("H10", "57", 1)
    position.company("C&O", par=71, trains=("3-1",)).token("C&O", "H10").operating("PRR", "run", waiting=("C&O",))
    game = play(position.game(), run(("3-0", WEST)))
    while True:
        decision = game.decision()
        assert decision is not None
        if (decision.actor, decision.kind) == ("C&O", "run"):
            break
        play(game, game.options()[0].action if decision.kind == "dividend" else Pass())
    accepted(game, run(("3-1", "H10.0 H10:4 H12.0")))


# -- closed cities


@rule("1830 8.3.5")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_route_may_end_in_a_closed_city_but_not_run_through(preset: str) -> None:
    game = prr("5-0", preset=preset).company("C&O", par=71).token("C&O", "H10").game()
    assert income(game, run(("5-0", WEST))) == 30
    assert income(game, run(("5-0", "H10.0 H10:4 H12.0"))) == 30  # or begin there
    refused(game, run(("5-0", WEST_AND_ON)), "1830 8.3.5")


@rule("1830 8.3.5", "1830 A21")
def test_a_foreign_token_with_a_free_slot_beside_it_closes_nothing() -> None:
    game = prr("5-0").tile("H10", "14", 0).company("C&O", par=71).token("C&O", "H10").game()
    assert income(game, run(("5-0", WEST_AND_ON))) == 10 + 30 + 20


@rule("1830 8.3.5", "1830 A21")
def test_a_city_is_closed_when_all_slots_hold_foreign_tokens() -> None:
    position = prr("5-0").tile("H10", "14", 0).company("C&O", par=71).token("C&O", "H10")
    game = position.company("B&O", par=76).token("B&O", "H10").game()
    refused(game, run(("5-0", WEST_AND_ON)), "1830 8.3.5")


@rule("1830 8.3.5")
def test_the_own_token_keeps_a_full_city_open() -> None:
    position = prr("5-0").tile("H10", "14", 0).company("C&O", par=71).token("C&O", "H10").token("PRR", "H10")
    assert income(position.game(), run(("5-0", WEST_AND_ON))) == 60


@rule("1830 8.3.5")
def test_an_own_token_in_the_other_city_of_the_hex_does_not_open_it() -> None:
    # H18 68/2: city 0 joins 2-5, city 1 joins 3-0. PRR sits in city 1, C&O in city 0.
    position = running("PRR", "5-0", phase="5").tile("H18", "59", 3).tile("H18", "68", 2).token("PRR", "H18", 1)
    position.tile("I17", "7", 3).tile("G17", "55", 2).company("C&O", par=71).token("C&O", "H18", 0)
    game = position.game()
    assert income(game, run(("5-0", "H18.1 H18:0 I17:4 I19.0 I19:2 H18.0"))) == 50 + 10 + 50
    refused(game, run(("5-0", "H18.1 H18:0 I17:4 I19.0 I19:2 H18.0 H18:2 G17.0")), "1830 8.3.5")


@rule("1830 8.3.5", "1830 A14")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_kept_but_empty_slot_closes_nothing(preset: str) -> None:
    # Scranton 57/1 - F18 8/1 - Albany 57/0 (NYC's home, not placed) - D20 8/0 (0-2) - C19 8/3 (3-5) - Burlington
    position = running("PRR", "3-0", preset=preset).tile("F16", "57", 1).token("PRR", "F16")
    position.tile("F18", "8", 1).tile("E19", "57", 0).tile("D20", "8", 0).tile("C19", "8", 3).tile("B20", "3", 0)
    way = "F16.0 F16:4 F18:3 E19.0 E19:3 D20:2 C19:3 B20.0"
    assert income(position.game(), run(("3-0", way))) == 20 + 20 + 10
    position.company("NYC", par=71).token("NYC", "E19")
    refused(position.game(), run(("3-0", way)), "1830 8.3.5")


@rule("1830 8.3.5")
def test_a_town_never_closes() -> None:
    # B&M ends in Mansfield or runs through it, whoever has tokens around it
    position = running("B&M", "3-0").token("B&M", "E23").tile("F22", "57", 1).company("PRR", par=71)
    assert income(position.token("PRR", "F22").game(), run(("3-0", "E23.0 E23:5 F24.0 F24:1 F22.0"))) == 60


# -- off-board areas and values


def chicago(train: str, phase: str) -> Position:
    """C&O from Cleveland over G5 and G3 to Chicago; F4 lies beyond (15/0: exits 0, 1, 2, 3)."""
    position = running("C&O", train, phase=phase).token("C&O", "F6").tile("G5", "8", 1).tile("G3", "8", 2)
    return position.tile("F4", "57", 0).tile("F4", "15", 0)


@rule("1830 8.3.6")
def test_an_off_board_area_ends_a_route() -> None:
    game = chicago("5-0", "3").game()
    assert income(game, run(("5-0", "F6.0 F6:0 G5:1 G3:2 F2.0"))) == 70
    assert income(game, run(("5-0", "F2.0 F2:5 G3:4 G5:3 F6.0"))) == 70
    refused(game, run(("5-0", "F6.0 F6:0 G5:1 G3:2 F2.0 F2:4 F4.0")), "1830 8.3.6")


@rule("1830 8.3.6")
def test_both_ends_may_be_off_board() -> None:
    # Chicago - G3 9/2 - Columbus - I3 - Gulf
    game = gulf().tile("G3", "9", 2).game()
    assert income(game, run(("3-0", "F2.0 F2:5 G3:5 H4.0 H4:0 I3:1 I1.0"))) == 40 + 30 + 30


@rule("1830 8.3.7")
@pytest.mark.parametrize(("phase", "value"), [("2", 40), ("3", 40), ("4", 40), ("5", 70), ("6", 70), ("D", 70)])
def test_chicago_pays_by_phase(phase: str, value: int) -> None:
    assert income(chicago("5-0", phase).game(), run(("5-0", "F6.0 F6:0 G5:1 G3:2 F2.0"))) == 30 + value


@rule("1830 8.3.7")
def test_the_run_has_a_receipt_stop_by_stop() -> None:
    game = play(chicago("5-0", "5").game(), run(("5-0", "F6.0 F6:0 G5:1 G3:2 F2.0")))
    receipt = next(event.receipt for event in game.last_events if event.kind == "run")
    assert receipt is not None
    assert [(line.amount, line.rule) for line in receipt.lines] == [(30, "1830 8.3.7"), (70, "1830 8.3.7")]
    assert receipt.total == 100


@rule("1830 8.3.7")
def test_a_stop_pays_once_for_each_train_that_visits_it() -> None:
    assert income(prr("2-0", "2-1").game(), run(("2-0", WEST), ("2-1", EAST))) == 60
    assert income(prr("2-0", "2-1").game(), run(("2-1", EAST))) == 30


# -- who runs


@rule("1830 8.3.8")
def test_a_train_runs_once_per_turn() -> None:
    refused(prr("2-0", "2-1").game(), run(("2-0", WEST), ("2-0", EAST)), "1830 8.3.8")


@rule("1830 8.3.8")
def test_only_own_trains_run() -> None:
    position = prr("2-0").company("C&O", par=71, trains=("3-0",))
    refused(position.game(), run(("3-0", WEST)), "1830 8.3.8")
    refused(position.game(), run(("D-7", WEST)), "1830 8.3.8")


@rule("1830 8.3.8")
def test_the_president_need_not_choose_the_best_routes() -> None:
    game = prr("5-0", "3-0").game()
    assert income(game, run(("5-0", ALL))) == 70
    assert income(game, run(("5-0", WEST))) == 30
    assert income(game, run(("3-0", WEST))) == 30  # the other train does not run


@rule("1830 8.3.8", "1830 14.10a")
@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_may_be_run(preset: str) -> None:
    game = accepted(prr("5-0", preset=preset).game(), run())
    assert step(game) != "run"
    assert step(game) != "dividend"


# -- when it is asked


@rule("1830 14.10a")
@pytest.mark.parametrize("preset", PRESETS)
def test_asked_with_a_train_and_two_connected_stops(preset: str) -> None:
    game = prr("2-0", preset=preset).game()
    assert step(game) == "run"
    assert offered(game, Pass) == []
    refused(game, Pass(), "1830 8.3.8")


@rule("1830 14.10a")
def test_skipped_without_a_train() -> None:
    assert step(prr().game()) == "trains"


@rule("1830 14.10a")
def test_skipped_without_a_second_stop() -> None:
    position = running("PRR", "2-0").token("PRR", "H12").tile("H14", "9", 1)
    game = position.game()
    assert step(game) == "trains"
    assert "run" not in [event.kind for event in game.events]


@rule("1830 14.10a")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_closed_city_is_stop_enough(preset: str) -> None:
    position = running("PRR", "2-0", preset=preset).token("PRR", "H12").tile("H10", "57", 1)
    assert step(position.company("C&O", par=71).token("C&O", "H10").game()) == "run"


@rule("1830 14.10a")
def test_stops_without_an_own_token_among_them_are_not_enough() -> None:
    # Pittsburgh (exits 0 and 3) is joined with Columbus over I9, I7 and I5, but does not meet Altoona's track
    position = running("PRR", "2-0").token("PRR", "H12").tile("H10", "57", 0).tile("H14", "9", 1)
    position.tile("I9", "8", 1).tile("I7", "9", 1).tile("I5", "8", 2).tile("H4", "57", 2)
    assert step(position.game()) == "trains"
