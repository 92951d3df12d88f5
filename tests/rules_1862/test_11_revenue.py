"""1862, section 11: what a run earns: stations, bonus runs, Salt Lake City."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.routing import best_run
from stellwerk.routing.trainspec import express
from stellwerk.titles.t1862.bonus import BonusRuns
from stellwerk.titles.t1862.figures import figures
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.board import Position, asked, bill, route, rules_of, run
from tests.rules_1862.test_10_routes import CANADA, LINE, PACIFIC, canada, game_of, income
from tests.support import accepted, offered, play, refused, rule

WINNIPEG = CANADA[:8]


def bonus(game: Game[State1862]) -> int:
    """The bonus on the receipt of the last run."""
    return sum(amount for text, amount, _ in bill(game) if "bonus" in text)


# -- 11.1, 11.2 stations


@rule("1862 11.1", "1862 21.5")
@pytest.mark.parametrize(
    ("phase", "value"), [("2", 20), ("3", 20), ("4", 20), ("5", 50), ("6", 50), ("8", 50), ("10", 50)]
)
def test_red_areas_pay_their_second_value_from_brown_on(phase: str, value: int) -> None:
    position = Position().running("CP", "2-0").tile("B31", "57", 2).token("CP", "B31")
    game = game_of(position, phase)
    play(game, run(route(game, "2-0", "B31.0", "A30.0")))
    assert [amount for _, amount, _ in bill(game)] == [20, value]
    assert {cited for _, _, cited in bill(game)} == {"1862 11.1"}


@rule("1862 11.2")
def test_the_result_is_that_of_all_trains_and_one_bonus() -> None:
    game = game_of(canada("2-0", "3-0"), "3")
    east = route(game, "2-0", "B31.0", "B29", "C30.0")
    west = route(game, "3-0", *WINNIPEG, bonus="Winnipeg")
    play(game, run(east, west))
    assert income(game) == 40 + 50 + 70
    assert asked(game)[2] == "dividend"
    assert game.state.frames[-1].revenue == 160  # type: ignore[attr-defined]


@rule("1862 11.2")
def test_a_bonus_is_optional_and_a_run_need_not_be_the_best() -> None:
    game = game_of(canada("3-0"), "3")
    without = accepted(game, run(route(game, "3-0", *WINNIPEG)))
    assert (income(without), bonus(without)) == (50, 0)
    short = accepted(game, run(route(game, "3-0", "B31.0", "B29", "C30.0")))
    assert income(short) == 40
    accepted(game, RunRoutes(()))


@rule("1862 11.2")
def test_the_best_run_is_offered_with_its_bonus() -> None:
    game = game_of(canada("3-0"), "3")
    (action,) = offered(game, RunRoutes)
    assert [entry.bonus for entry in action.routes] == ["Winnipeg"]
    play(game, action)
    assert income(game) == 120


# -- 11.3 the bonus


@rule("1862 11.3", "1862 11.3a")
def test_a_train_from_home_to_the_target_earns_it_line_by_line() -> None:
    game = game_of(canada("3-0"), "3")
    play(game, run(route(game, "3-0", *WINNIPEG, bonus="Winnipeg")))
    assert bill(game)[-2:] == [
        ("3-0: bonus Winnipeg, 7 hexes at 20", 140, "1862 11.3a"),
        ("3-0: bonus Winnipeg, 7 hexes travelled", -70, "1862 11.3a"),
    ]


@rule("1862 11.3", "1862 A4")
def test_the_target_need_not_be_the_other_end_and_the_rest_does_not_count() -> None:
    game = game_of(canada("4-0"), "3")
    play(game, run(route(game, "4-0", *CANADA[:10], bonus="Winnipeg")))
    assert (income(game), bonus(game)) == (70 + 70, 70)


@rule("1862 11.3", "1862 A4")
def test_home_must_be_an_end() -> None:
    through = ("B31.0", "B29", *WINNIPEG)
    game = game_of(canada("4-0"), "3")
    refused(game, run(route(game, "4-0", *through, bonus="Winnipeg")), "1862 11.3")
    free = game_of(canada("4-0", bonus_home_must_be_end=False), "3")
    play(free, run(route(free, "4-0", *through, bonus="Winnipeg")))
    assert bonus(free) == 70


@rule("1862 11.3")
def test_what_is_no_bonus_is_refused() -> None:
    game = game_of(canada("3-0", "2-0"), "3")
    refused(game, run(route(game, "3-0", *WINNIPEG, bonus="Vancouver")), "1862 11.3")  # does not call there
    refused(game, run(route(game, "3-0", *WINNIPEG, bonus="Regina")), "1862 11.3")
    refused(game, run(route(game, "3-0", *WINNIPEG, bonus="El Paso")), "1862 11.3")  # SP's and WP's
    refused(game, run(route(game, "3-0", *CANADA[5:10], bonus="Winnipeg")), "1862 10.2")  # not from home at all


@rule("1862 11.3", "1862 A4", "1862 10.4")
def test_home_and_target_must_be_counted() -> None:
    game = game_of(canada("5E-0"), "5")
    without = run(route(game, "5E-0", *PACIFIC, counts=("C30.0", "C12.0", "C2.0"), bonus="Winnipeg"))
    refused(game, without, "1862 11.3")
    counted = run(route(game, "5E-0", *PACIFIC, counts=("C30.0", "C16.0", "C2.0"), bonus="Winnipeg"))
    assert bonus(play(game, counted)) == 140


@rule("1862 11.3", "1862 10.4")
def test_an_e_train_that_claims_a_bonus_counts_its_target_of_itself() -> None:
    game = game_of(canada("5E-0"), "5")
    play(game, run(route(game, "5E-0", *PACIFIC, bonus="Vancouver")))
    assert (income(game), bonus(game)) == (100 + 280, 280)


@rule("1862 11.3a", "1862 A3")
@pytest.mark.parametrize(("phase", "amount"), [("2", 70), ("3", 70), ("4", 70), ("5", 140), ("6", 140), ("8", 140)])
def test_rate_and_distance_go_by_the_colour_of_the_phase(phase: str, amount: int) -> None:
    game = game_of(canada("3-0"), phase)
    play(game, run(route(game, "3-0", *WINNIPEG, bonus="Winnipeg")))
    assert bonus(game) == amount


def long_way(*trains: str, phase: str = "3", **options: Any) -> Game[State1862]:
    """From Montreal to Winnipeg by 8 hexes: NW to B29, W along row B and down."""
    position = Position(**options).running("CP", *trains).tile("B29", "8", 5)
    position.straight("B27", "B25", "B23", "B21", "B19").tile("B17", "8", 4)  # E to SW: into Winnipeg's NE side
    return game_of(position.tile("C16", "57", 0), phase)


LONG = ("C30.0", "B29", "B27", "B25", "B23", "B21", "B19", "B17", "C16.0")


@rule("1862 11.2", "1862 11.3")
def test_a_run_of_just_two_stations_is_offered_with_its_bonus() -> None:
    (action,) = offered(long_way("2-0", phase="3"), RunRoutes)
    assert [entry.bonus for entry in action.routes] == ["Winnipeg"]


@rule("1862 11.3a", "1862 TV9")
@pytest.mark.parametrize(("phase", "amount"), [("3", 20 * 7 - 80), ("5", 30 * 7 - 80)])
def test_detours_are_taken_off(phase: str, amount: int) -> None:
    game = long_way("2-0", phase=phase)
    play(game, run(route(game, "2-0", *LONG, bonus="Winnipeg")))
    assert bonus(game) == amount


@rule("1862 TV9", "1862 11.3a", "1862 11.3b")
@pytest.mark.parametrize(
    ("company", "target", "phase", "travelled", "amount"),
    [
        ("CP", "Winnipeg", "3", 9, 50),
        ("CP", "Winnipeg", "5", 9, 120),
        ("CP", "Winnipeg", "3", 14, 0),
        ("NYH", "Vancouver", "3", 17, 150),
        ("NYH", "Vancouver", "5", 17, 310),
        ("NYH", "New Orleans", "5", 8, 130),
    ],
)
def test_the_formula(company: str, target: str, phase: str, travelled: int, amount: int) -> None:
    position = Position().running(company).in_phase(phase)
    runs = BonusRuns(position.t, position.s, position.t.company(company))
    (goal,) = [entry for entry in runs.targets if entry.name == target]
    assert runs.amount(goal, travelled) == amount
    stops = (runs.home, goal.stop)
    claims = runs.claims(stops, (0, travelled))
    assert [claim.amount for claim in claims] == ([amount] if amount else [])


@rule("1862 TV2", "1862 A3")
def test_the_printed_figures() -> None:
    printed = {
        ("CP", "Winnipeg"): (70, 140),
        ("CP", "Vancouver"): (140, 280),
        ("NYH", "New Orleans"): (80, 140),
        ("NYH", "Portland"): (160, 320),
        ("NYH", "Vancouver"): (160, 320),
        ("NYC", "Chicago"): (60, 100),
        ("NYC", "Los Angeles"): (160, 320),
        ("NYC", "San Francisco"): (160, 320),
        ("NYC", "San Diego"): (160, 320),
        ("SP", "El Paso"): (50, 100),
        ("SP", "Los Angeles"): (110, 220),
        ("CPR", "Omaha"): (80, 160),
        ("UP", "Sacramento"): (80, 160),
        ("ATS", "Santa Fe"): (70, 140),
        ("ATS", "San Diego"): (120, 240),
        ("NP", "Portland"): (80, 160),
        ("CN", "Vancouver"): (70, 140),
        ("WP", "El Paso"): (80, 160),
        ("ORN", "Sacramento"): (40, 80),
        ("TP", "Phoenix"): (60, 120),
        ("GMO", "Detroit"): (60, 120),
    }
    found: dict[tuple[str, str, str], int] = {}
    for name, phases in (("low", ("2", "3", "4")), ("high", ("5", "6", "8", "10"))):
        for phase in phases:
            for company in range(13):
                position = Position().in_phase(phase)
                runs = BonusRuns(position.t, position.s, company)
                for target in runs.targets:
                    key = (position.t.companies[company].id, target.name, name)
                    amount = runs.amount(target, target.distance)
                    assert found.setdefault(key, amount) == amount
    assert found == {
        (company, target, name): figures[at]
        for (company, target), figures in printed.items()
        for at, name in enumerate(("low", "high"))
    }
    for entry in Position().t.data.bonus:
        for colour, most in entry.most.items():
            rates = figures(Position().t).bonus_rates
            assert (rates.rate[colour] - rates.per_hex) * entry.distance[colour] == most


@rule("1862 11.3a", "1862 A4")
def test_by_option_the_whole_route_is_taken_off() -> None:
    game = game_of(canada("4-0", bonus_travelled="whole_route"), "3")
    play(game, run(route(game, "4-0", *CANADA[:10], bonus="Winnipeg")))
    assert bonus(game) == 20 * 7 - 10 * 9


@rule("1862 11.3b")
def test_a_result_of_0_or_less_is_no_bonus() -> None:
    game = long_way("3-0", bonus_travelled="to_target")
    assert bonus(play(game.branch(), run(route(game, "3-0", *LONG, bonus="Winnipeg")))) == 60
    far = game_of(canada("6-0", bonus_travelled="whole_route"), "3")  # 14 hexes in all: 140 - 140
    refused(far, run(route(far, "6-0", *PACIFIC, bonus="Winnipeg")), "1862 11.3b")
    play(far, run(route(far, "6-0", *PACIFIC, bonus="Vancouver")))
    assert bonus(far) == 140


@rule("1862 11.3b")
def test_one_bonus_for_one_train() -> None:
    position = Position().running("CP", "3-0", "2-0").straight("C28", "C20", "C18").tile("C16", "57", 1)
    position.tile("C16", "14", 0).tile("B29", "8", 5).straight("B27", "B25", "B23", "B21", "B19").tile("B17", "8", 4)
    game = game_of(position, "3")
    first = route(game, "3-0", *WINNIPEG, bonus="Winnipeg")
    second = route(game, "2-0", *LONG, bonus="Winnipeg")
    refused(game, run(first, second), "1862 11.3b")
    plain = route(game, "2-0", *LONG)
    assert bonus(play(game.branch(), run(first, plain))) == 70
    assert bonus(play(game.branch(), run(route(game, "3-0", *WINNIPEG), second))) == 60  # the director picks


@rule("1862 11.3c", "1862 A4")
def test_a_target_in_the_split_h1_is_the_named_station() -> None:
    position = Position().running("UP")
    runs = BonusRuns(position.t, position.s, position.t.company("UP"))
    sacramento = position.t.hex("H1") * 8
    assert [target.stop for target in runs.targets] == [sacramento]
    nyc = BonusRuns(position.t, position.s, position.t.company("NYC"))
    assert [target.stop for target in nyc.targets if target.name == "San Francisco"] == [sacramento + 1]
    position.tile("H1", "890", 5)
    joined = BonusRuns(position.t, position.s, position.t.company("NYC"))
    assert [target.stop for target in joined.targets if target.name == "San Francisco"] == [sacramento]
    again = BonusRuns(position.t, position.s, position.t.company("UP"))
    assert [target.stop for target in again.targets] == [sacramento]


def coast(*, sacramento: bool) -> Game[State1862]:
    """ORN in Seattle with track by Portland down to H3, and on to Sacramento or round to San Francisco."""
    position = Position().running("ORN", "3-0").tile("E2", "57", 0).tile("F1", "8", 3).straight("G2", rotation=2)
    if sacramento:
        position.tile("H3", "27", 1)  # W–E and W–NW
    else:
        position.tile("H3", "19", 4).tile("I2", "7", 2)  # W–E and NW–SW
    return game_of(position, "3", "ORN")


@rule("1862 11.3c", "1862 A3", "1862 A4")
def test_a_run_to_sacramento_while_h1_is_split() -> None:
    game = coast(sacramento=True)
    play(game, run(route(game, "3-0", "D3.0", "E2.0", "F1", "G2", "H3", "H1.0", bonus="Sacramento")))
    assert bonus(game) == 30  # one hex longer than printed while the two stations have one exit each


@rule("1862 11.3c")
def test_the_other_station_of_h1_is_not_the_target() -> None:
    game = coast(sacramento=False)
    there = ("D3.0", "E2.0", "F1", "G2", "H3", "I2", "H1.1")
    refused(game, run(route(game, "3-0", *there, bonus="Sacramento")), "1862 11.3c")
    play(game, run(route(game, "3-0", *there)))
    assert income(game) == 20 + 20 + 40


@rule("1862 11.3c")
def test_each_name_of_the_split_h1_is_a_target_of_its_own() -> None:
    position = Position()
    t = position.t
    nyc = BonusRuns(t, position.s, t.company("NYC"))
    sacramento, los_angeles = t.hex("H1") * 8, t.hex("J3") * 8
    claims = nyc.claims((nyc.home, sacramento, los_angeles), (0, 10, 12))
    assert [claim.target.name for claim in claims] == ["Los Angeles"]
    claims = nyc.claims((nyc.home, sacramento + 1, los_angeles), (0, 10, 12))
    assert [claim.target.name for claim in claims] == ["Los Angeles", "San Francisco"]


# -- 11.4 Salt Lake City


def utah(cpr: bool = True, up: bool = True, cpr_line: bool = True, up_line: bool = True) -> Position:
    """Salt Lake City between CPR's Sacramento in the W and UP's marker in Albuquerque in the SE."""
    position = Position()
    if cpr:
        position.running("CPR", "3-0")
    if up:
        position.running("UP", "3-0").token("UP", "J11")
    if cpr_line:
        position.straight("H5", "H7")
    position.tile("H9", "57", 1).tile("H9", "14", 1)  # W, NW, E, SE
    if up_line:
        position.straight("I10", rotation=2).tile("J11", "57", 2)
    else:
        position.tile("J11", "57", 0)
    return position


WEST = ("H1.0", "H3", "H5", "H7", "H9.0")
EAST = ("J11.0", "I10", "H9.0")


@rule("1862 11.4", "1862 A5")
def test_salt_lake_city_is_worth_20_more_to_both_while_both_reach_it() -> None:
    for name, way_there in (("CPR", WEST), ("UP", EAST)):
        game = game_of(utah(), "3", name)
        play(game, run(route(game, "3-0", *way_there)))
        assert ("3-0: H9 Salt Lake City, more than printed", 20, "1862 11.4") in bill(game)
        assert income(game) == {"CPR": 40 + 30 + 20, "UP": 20 + 30 + 20}[name]


@rule("1862 11.4", "1862 A5")
@pytest.mark.parametrize("missing", ["up", "up_line", "cpr", "cpr_line"])
def test_not_if_one_of_them_is_not_there_or_not_connected(missing: str) -> None:
    name, way_there = ("CPR", WEST) if missing.startswith("up") else ("UP", EAST)
    game = game_of(utah(**{missing: False}), "3", name)
    play(game, run(route(game, "3-0", *way_there)))
    assert not any(cited == "1862 11.4" for _, _, cited in bill(game))


@rule("1862 11.4", "1862 A5")
@pytest.mark.parametrize("blocked", [False, True])
def test_blocked_cities_break_the_connection(blocked: bool) -> None:
    position = Position().running("CPR", "3-0").straight("H5", "H7").tile("H9", "57", 1).tile("H9", "14", 1)
    position.running("UP").token("UP", "L13").straight("L13", "K12", "J11", "I10", rotation=2)
    if blocked:
        position.block("J11")
    game = game_of(position, "3", "CPR")
    play(game, run(route(game, "3-0", *WEST)))
    assert income(game) == (70 if blocked else 90)


@rule("1862 11.4")
def test_if_one_was_removed_the_20_are_lost() -> None:
    game = game_of(utah().remove("UP"), "3", "CPR")
    play(game, run(route(game, "3-0", *WEST)))
    assert income(game) == 70


@rule("1862 11.4")
def test_others_get_the_printed_value() -> None:
    position = utah().running("SP", "2-0").tile("J11", "14", 1).token("SP", "J11")
    game = game_of(position, "3", "SP")
    play(game, run(route(game, "2-0", *EAST)))
    assert income(game) == 60


@rule("1862 11.4")
def test_the_other_company_needs_no_train() -> None:
    game = game_of(utah().change("UP", trains=()), "3", "CPR")
    play(game, run(route(game, "3-0", *WEST)))
    assert income(game) == 90


# -- the router


@rule("1862 11.2", "1862 11.3", "1862 11.4")
def test_the_router_knows_bonus_and_salt_lake_city() -> None:
    game = game_of(canada("5E-0", "3-0"), "5")
    found = best_run(rules_of(game), game.state, "CP")
    assert found.proven
    # the E-train runs to Vancouver for 100 and the bonus of 280, the 3-train from Montreal to Quebec
    assert found.total == 100 + 280 + 40
    assert sum(line.amount for line in found.receipt.lines) == found.total
    utah_game = game_of(utah(), "3", "CPR")
    assert best_run(rules_of(utah_game), utah_game.state, "CPR").total == 110  # on to Albuquerque


@rule("1862 11.3", "1862 10.4")
def test_the_router_counts_a_cheap_target_if_its_bonus_is_worth_it() -> None:
    position = Position().running("CP").straight(*LINE[:-1]).tile("C12", "14", 0)  # Regina 30
    position.tile("C10", "887", 1).tile("C10", "889", 0).tile("C10", "894", 0)  # Swift Current 40
    game = position.in_phase("3").turn("CP", "trains").game()
    found = best_run(rules_of(game), game.state, "CP", [express("3E-0", 3)])
    (only,) = found.routes
    assert only.paid == ("C10.0", "C16.0", "C30.0")  # Winnipeg instead of Regina, for the bonus of 70
    assert only.bonus == "Winnipeg"
    assert (found.total, found.proven) == (40 + 20 + 20 + 70, True)
