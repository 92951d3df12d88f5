"""1862, section 10: running trains."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Route, RunRoutes
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.board import Position, asked, bill, route, rules_of, run
from tests.support import play, refused, rule

LINE = ("C28", "C20", "C18", "C16", "C14", "C12", "C10", "C8", "C6", "C4")
CANADA = ("C30.0", "C28", "C26", "C24", "C22", "C20.0", "C18", "C16.0", "C14", "C12.0", "C10.0")
PACIFIC = (*CANADA, "C8", "C6", "C4", "C2.0")


def canada(*trains: str, name: str = "CP", **options: Any) -> Position:
    """CP with track from Montreal (20) over Thunder Bay (10), Winnipeg, Regina (20 each), Swift Current (10) to
    Vancouver (30).
    """
    position = Position(**options).running(name, *trains).straight(*LINE)
    return position.tile("C2", "57", 0).tile("C2", "15", 3).straight("B31").tile("B29", "7", 4)


def game_of(position: Position, phase: str = "5", name: str = "CP") -> Game[State1862]:
    """The game at the run step."""
    return position.in_phase(phase).turn(name, "run").game()


def income(game: Game[State1862]) -> int:
    """What the run brought."""
    return sum(amount for _, amount, _ in bill(game))


# -- 10.1 to 10.3 ordinary trains


@rule("1862 10.1")
def test_a_train_runs_once_and_belongs_to_the_company() -> None:
    game = game_of(canada("3-0"))
    one = route(game, "3-0", "C30.0", "C28", "C26", "C24", "C22", "C20.0")
    two = route(game, "3-0", "C30.0", "B29", "B31.0")
    refused(game, run(one, two), "1862 10.1")
    refused(game, run(Route("4-0", one.path)), "1862 10.1")


@rule("1862 10.1", "1862 7.3")
def test_trains_run_before_they_are_bought() -> None:
    parts = list(rules_of(game_of(canada("3-0"))).steps.values())
    turn = next(step for step in parts if hasattr(step, "parts"))
    names = list(turn.parts)
    assert names.index("track") < names.index("token") < names.index("run") < names.index("dividend")
    assert names.index("dividend") < names.index("trains")


@rule("1862 10.2")
def test_a_route_joins_two_stations_by_continuous_track() -> None:
    game = game_of(canada("3-0"))
    refused(game, run(Route("3-0", ("C30.0",))), "1862 10.2")
    refused(game, run(Route("3-0", ())), "1862 10.2")
    refused(game, run(Route("3-0", ("C30.0", "C20.0"))), "1862 10.2")
    refused(game, run(Route("3-0", ("C30.0", "C30:1", "C28:1"))), "1862 10.2")  # ends on the line
    refused(game, run(Route("3-0", ("C30.0", "C30:1", "C28:3", "B29:5", "C30.0"))), "1862 10.2")  # no such track
    refused(game, run(Route("3-0", ("C30.0", "C30:1", "C28:4", "C30.0"))), "1862 10.2")  # turns back
    refused(game, run(Route("3-0", ("Z1.0",))), "1862 10.2")


@rule("1862 10.2")
def test_a_route_needs_a_marker_of_the_company_somewhere() -> None:
    game = game_of(canada("3-0"))
    refused(game, run(route(game, "3-0", "C20.0", "C18", "C16.0")), "1862 10.2")
    inside = run(route(game, "3-0", "B31.0", "B29", "C30.0", "C28", "C26", "C24", "C22", "C20.0"))
    assert income(play(game, inside)) == 20 + 20 + 10


@rule("1862 10.3")
def test_an_ordinary_train_counts_every_station_and_no_more_than_its_number() -> None:
    game = game_of(canada("2-0", "3-0"))
    three = ("C30.0", "C28", "C26", "C24", "C22", "C20.0", "C18", "C16.0")
    refused(game, run(route(game, "2-0", *three)), "1862 10.3")
    left_out = ("C30.0", "C28", "C26", "C24", "C22", "C20", "C18", "C16.0")
    refused(game, run(route(game, "2-0", *left_out)), "1862 10.2")  # no track leads past Thunder Bay
    refused(game, run(route(game, "3-0", *three, counts=("C30.0", "C16.0"))), "1862 24.3")
    assert income(play(game, run(route(game, "3-0", *three)))) == 50


# -- 10.4 E-trains


@rule("1862 10.4", "1862 A25")
def test_an_e_train_passes_any_number_of_stations_and_counts_the_dearest() -> None:
    game = game_of(canada("5E-0"))
    play(game, run(route(game, "5E-0", *PACIFIC)))
    assert income(game) == 20 + 30 + 20 + 20 + 10  # six stations, one of the towns is not counted
    assert len(bill(game)) == 5


@rule("1862 10.4")
def test_the_director_chooses_what_an_e_train_counts() -> None:
    game = game_of(canada("5E-0"))
    few = play(game.branch(), run(route(game, "5E-0", *PACIFIC, counts=("C30.0", "C2.0"))))
    assert income(few) == 50
    towns = play(game.branch(), run(route(game, "5E-0", *PACIFIC, counts=("C30.0", "C20.0", "C10.0", "C2.0"))))
    assert income(towns) == 70


@rule("1862 10.4", "1862 A25")
def test_what_an_e_train_may_not_count() -> None:
    game = game_of(canada("5E-0"))

    def counting(*counts: str) -> RunRoutes:
        return run(route(game, "5E-0", *PACIFIC, counts=counts))

    refused(game, counting("C30.0"), "1862 10.4")
    refused(game, counting("C30.0", "C20.0", "C16.0", "C12.0", "C10.0", "C2.0"), "1862 10.4")
    refused(game, counting("C30.0", "C16.0"), "1862 10.4")  # the other end is missing
    refused(game, counting("C30.0", "C2.0", "B31.0"), "1862 10.4")  # not on the route
    refused(game, counting("C30.0", "C2.0", "C2.0"), "1862 10.4")
    refused(game, counting("C30.0", "C2.0", "C28:1"), "1862 10.4")


@rule("1862 10.4", "1862 A25")
def test_without_the_ends_any_two_stations_count() -> None:
    game = game_of(canada("5E-0", express_ends_count=False))
    play(game, run(route(game, "5E-0", *PACIFIC, counts=("C16.0", "C12.0"))))
    assert income(game) == 40
    ends = game_of(canada("5E-0"))
    refused(ends, run(route(ends, "5E-0", *PACIFIC, counts=("C16.0", "C12.0"))), "1862 10.4")


@rule("1862 10.4")
def test_the_station_with_the_marker_need_not_be_counted_unless_it_is_an_end() -> None:
    game = game_of(canada("5E-0"))
    play(game, run(route(game, "5E-0", "B31.0", "B29", *PACIFIC, counts=("B31.0", "C16.0", "C2.0"))))
    assert income(game) == 70


@rule("1862 10.4", "1862 10.6")
def test_an_e_train_does_not_pass_blocked_cities() -> None:
    game = game_of(canada("5E-0").block("C16"))
    refused(game, run(route(game, "5E-0", *PACIFIC)), "1862 10.6")


@rule("1862 10.4")
@pytest.mark.parametrize(("kind", "pays"), [("5E", 5), ("6E", 6), ("8E", 8), ("10E", 10)])
def test_the_number_of_an_e_train_is_what_it_counts(kind: str, pays: int) -> None:
    t = Position().t
    assert t.kit.reach[kind].pays == pays
    assert t.kit.reach[kind].stops == "unlimited"


# -- 10.5 to 10.8 stations and track


def new_york(*trains: str) -> Position:
    """New York with a loop: its SW side over Philadelphia and Newark to its W side."""
    position = Position().running("NYC", *trains).tile("F31", "885", 1)
    return position.tile("G30", "3", 2).tile("F29", "3", 4)


@rule("1862 10.5")
def test_the_split_stations_are_two_stations_of_one_route() -> None:
    game = game_of(new_york("4-0"), "3", "NYC")
    play(game, run(route(game, "4-0", "F31.0", "G30.0", "F29.0", "F31.1")))
    assert income(game) == 40 + 10 + 10 + 40


@rule("1862 10.5")
def test_no_station_twice_in_a_route() -> None:
    position = new_york("4-0").tile("F31", "891", 3)
    game = game_of(position, "5", "NYC")
    refused(game, run(route(game, "4-0", "F31.0", "G30.0", "F29.0", "F31.0")), "1862 10.5")


@rule("1862 10.6")
def test_a_blocked_city_may_be_an_end_but_not_be_passed() -> None:
    game = game_of(canada("4-0").block("C16"))
    refused(game, run(route(game, "4-0", *CANADA[:-1])), "1862 10.6")
    play(game, run(route(game, "4-0", *CANADA[:8])))
    assert income(game) == 50


@rule("1862 10.6")
def test_a_free_place_leaves_a_city_open_even_a_kept_one() -> None:
    game = game_of(canada("4-0"))  # Winnipeg is kept for CN
    play(game, run(route(game, "4-0", *CANADA[:-1])))
    assert income(game) == 70


@rule("1862 10.6")
def test_foreign_markers_fill_a_city_and_own_ones_open_it() -> None:
    foreign = canada("4-0").running("CN")
    refused(game_of(foreign), run(route(game_of(foreign), "4-0", *CANADA[:-1])), "1862 10.6")
    own = canada("4-0", name="CN").turn("CN", "run").in_phase("5").game()
    play(own, run(route(own, "4-0", "C20.0", "C18", "C16.0", "C14", "C12.0")))
    assert income(own) == 50


@rule("1862 10.6", "1862 4.6")
def test_the_marker_of_b_and_o_is_foreign_to_everybody() -> None:
    def game(blocked: bool) -> Game[State1862]:
        position = Position().running("NYH", "4-0").tile("G30", "4", 0).tile("I28", "9", 0).tile("J27", "57", 0)
        if blocked:
            position.privates(B_O=0).block("H29")
        return game_of(position, "3", "NYH")

    through = ("F31.0", "G30.0", "H29.0")
    free, shut = game(False), game(True)
    longer = (*through, "I28", "J27.0")
    assert income(play(free, run(route(free, "4-0", *longer)))) == 80
    refused(shut, run(route(shut, "4-0", *longer)), "1862 10.6")
    assert income(play(shut, run(route(shut, "4-0", *through)))) == 60


def dallas(*trains: str) -> Position:
    """Dallas with a fork in K20: over Little Rock, Jackson and Baton Rouge the two branches meet again."""
    position = Position().running("TP", *trains).tile("K18", "57", 1).tile("K20", "8", 1).tile("K20", "25", 1)
    return position.tile("J21", "3", 5).tile("K22", "58", 0).tile("L21", "3", 2)


@rule("1862 10.7")
def test_no_track_twice_in_a_route() -> None:
    game = game_of(dallas("6-0"), "5", "TP")
    circle = ("K18.0", "K20", "J21.0", "K22.0", "L21.0", "K20", "K18.0")
    refused(game, run(route(game, "6-0", *circle)), "1862 10.7")
    play(game, run(route(game, "6-0", *circle[:5])))
    assert income(game) == 20 + 10 + 10 + 10


@rule("1862 10.7")
def test_different_pieces_of_one_tile_are_allowed_and_any_way_out_of_a_station() -> None:
    # C28 with two lines that cross: W–E and SW–NE
    position = Position().running("CP", "4-0").tile("C28", "9", 1).tile("C28", "20", 0)
    position.tile("B29", "7", 5)  # SE to SW: from Montreal round to C28
    position.straight("C20")
    game = game_of(position, "3")
    round_about = ("C20.0", "C22", "C24", "C26", "C28", "C30.0", "B29", "C28", "D27.0")
    play(game, run(route(game, "4-0", *round_about)))
    assert income(game) == 10 + 20 + 30


@rule("1862 10.8")
def test_trains_of_a_company_share_no_track_not_even_a_stem() -> None:
    game = game_of(dallas("2-0", "3-0"), "3", "TP")
    one = route(game, "2-0", "K18.0", "K20", "J21.0")
    other = route(game, "3-0", "K18.0", "K20", "L21.0")
    refused(game, run(one, other), "1862 10.8")


@rule("1862 10.8")
def test_trains_may_meet_in_stations() -> None:
    game = game_of(canada("2-0", "3-0"))
    east = route(game, "2-0", "B31.0", "B29", "C30.0")
    west = route(game, "3-0", "C30.0", "C28", "C26", "C24", "C22", "C20.0")
    play(game, run(east, west))
    assert income(game) == 20 + 20 + 20 + 10


# -- 10.9 red areas, 10.10 Detroit


def mexico(*trains: str, **options: Any) -> Position:
    """TP with a marker in Phoenix and track to both red hexes of Mexico."""
    position = Position(**options).running("TP", *trains).straight("L7", rotation=2).tile("K6", "57", 2)
    position.tile("K6", "14", 1).token("TP", "K6").straight("K8").tile("K10", "8", 5).tile("L11", "8", 0)
    return position


AROUND = ("M8.0", "L7", "K6.0", "K8.0", "K10", "L11", "M10.0")


@rule("1862 10.9", "1862 A16")
def test_red_hexes_of_one_area_are_one_station() -> None:
    game = game_of(mexico("4-0"), "3", "TP")
    refused(game, run(route(game, "4-0", *AROUND)), "1862 10.9")
    play(game, run(route(game, "4-0", *AROUND[:4])))
    assert income(game) == 40 + 30 + 10


@rule("1862 10.9", "1862 A16")
def test_by_option_they_are_two() -> None:
    game = game_of(mexico("4-0", red_areas_joined=False), "3", "TP")
    play(game, run(route(game, "4-0", *AROUND)))
    assert income(game) == 40 + 30 + 10 + 40


@rule("1862 10.9", "1862 21.5")
def test_red_areas_are_ends_and_hold_no_markers() -> None:
    position = Position(red_areas_joined=False).running("TP", "4-0").tile("L9", "7", 5).straight("L7", rotation=2)
    position.tile("K6", "57", 2).token("TP", "K6")
    game = game_of(position, "3", "TP")
    refused(game, run(route(game, "4-0", "K6.0", "L7", "M8.0", "L9", "M10.0")), "1862 10.9")
    assert game.state.board.tokens[rules_of(game).t.hex("M8")] == ((),)


def detroit(*trains: str) -> Position:
    """CP with a marker in Toronto and track from Detroit's SE side to Baltimore."""
    position = Position().running("CP", *trains).token("CP", "D27").straight("F27", "G28", rotation=2)
    return position.erie()


@rule("1862 10.10", "1862 21.4")
def test_the_track_in_the_east_of_detroit_passes_the_town() -> None:
    game = game_of(detroit("2-0", "3-0"), "3")
    past = ("D27.0", "E28", "E26", "F27", "G28", "H29.0")
    play(game, run(route(game, "2-0", *past)))
    assert income(game) == 30 + 30


@rule("1862 10.10")
def test_from_the_east_no_train_stops_in_detroit() -> None:
    game = game_of(detroit("3-0"), "3")
    refused(game, run(route(game, "3-0", "D27.0", "E28", "E26.0")), "1862 10.2")


@rule("1862 10.10")
def test_the_town_of_detroit_lies_on_the_track_from_sw_to_se() -> None:
    position = Position().running("GMO", "2-0").token("GMO", "H29").straight("F27", "G28", rotation=2)
    game = game_of(position, "3", "GMO")
    play(game, run(route(game, "2-0", "E26.0", "F27", "G28", "H29.0")))
    assert income(game) == 50


@rule("1862 24.2")
def test_without_a_route_nobody_is_asked() -> None:
    position = Position().running("TP", "3-0").turn("TP", "run")
    assert asked(position.game())[2] != "run"
