"""1830 section 8.2 and decision point 14.10: tokens."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyPrivate, LayTile, Pass, PlaceToken
from stellwerk.eighteen.state import Company, State
from tests.support import Position, accepted, offered, play, refused, rule, rules_of

PRESETS = ("seed", "games18xx")


def company(game: Game[State], name: str) -> Company:
    return game.state.companies[rules_of(game).t.company(name)]


def cities(game: Game[State], hex_: str) -> list[list[str]]:
    """The slots of each city of a hex: names of companies, empty strings for free slots."""
    t = rules_of(game).t
    return [
        [t.companies[number].id if number >= 0 else "" for number in slots]
        for slots in game.state.board.tokens[t.hex(hex_)]
    ]


def step(game: Game[State]) -> str:
    decision = game.decision()
    return decision.kind if decision else ""


def prr(phase: str = "3", preset: str | None = None, cash: int = 500) -> Position:
    """PRR at home in H12, joined with Pittsburgh (H10) in the west and Lancaster (H16) in the east; token step."""
    position = Position(3, preset).phase(phase).company("PRR", cash=cash, trains=("5-0",)).token("PRR", "H12")
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    return position.operating("PRR", "token")


def other(position: Position, name: str, hex_: str, stop: int = 0) -> Position:
    """Another company with a token there."""
    return position.company(name, par=71).token(name, hex_, stop)


# -- number and price


@rule("1830 8.2.1")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("placed", "price"), [((), 40), (("J14",), 100), (("J14", "F16"), 100)])
def test_the_next_unused_token_sets_the_price(preset: str, placed: tuple[str, ...], price: int) -> None:
    position = prr(preset=preset)
    for hex_ in placed:
        position.token("PRR", hex_)
    game = position.game()
    bank = game.state.bank
    game = accepted(game, PlaceToken("H10", 0))
    assert company(game, "PRR").cash == 500 - price
    assert game.state.bank == bank + price
    assert cities(game, "H10") == [["PRR"]]
    assert company(game, "PRR").tokens == len(placed) + 2


@rule("1830 8.2.1")
@pytest.mark.parametrize(
    ("name", "places"),
    [("NYNH", ["G19", "H12"]), ("B&O", ["I15", "F16", "H12"]), ("PRR", ["F16", "E19", "H4", "H12"])],
)
def test_a_corporation_without_tokens_left_places_none(name: str, places: list[str]) -> None:
    def with_tokens(hexes: list[str]) -> Game[State]:
        position = Position(3).company(name, cash=500, trains=("2-0",)).tile("H10", "57", 1)
        for hex_ in hexes:
            position.token(name, hex_)
        return position.operating(name, "token").game()

    assert step(with_tokens(places)) == "run"
    assert step(with_tokens(places[1:])) == "token"


@rule("1830 8.2.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_one_token_per_turn(preset: str) -> None:
    game = play(prr(preset=preset).game(), PlaceToken("H10", 0))
    assert step(game) == "run"
    refused(game, PlaceToken("H16", 0), "1830 8.2.1", also="1830 14.1")


@rule("1830 8.2.1")
def test_the_home_token_does_not_count_as_the_token_of_the_turn() -> None:
    position = Position(3).phase("3").company("PRR", cash=100, trains=("3-0",), operated=False)
    game = position.tile("H10", "57", 1).operating("PRR", "home").game()
    assert cities(game, "H12") == [["PRR"]]
    assert company(game, "PRR").cash == 100  # the home token is free
    play(game, Pass(), PlaceToken("H10", 0))
    assert company(game, "PRR").cash == 60


@rule("1830 8.2.1", "1830 14.10")
def test_placing_is_optional() -> None:
    game = prr().game()
    board, cash = game.state.board, company(game, "PRR").cash
    game = accepted(game, Pass())
    assert step(game) == "run"
    assert (game.state.board, company(game, "PRR").cash) == (board, cash)


# -- where


@rule("1830 8.2.2")
def test_every_connected_city_with_a_free_slot_is_offered() -> None:
    game = prr().tile("J14", "57", 2).game()
    assert {(token.hex, token.stop) for token in offered(game, PlaceToken)} == {("H10", 0), ("H16", 0)}


@rule("1830 8.2.2")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_city_that_is_not_connected_is_refused(preset: str) -> None:
    game = prr(preset=preset).tile("J14", "57", 2).game()
    refused(game, PlaceToken("J14", 0), "1830 8.2.2")
    refused(game, PlaceToken("H4", 0), "1830 8.2.2")  # white, without a tile


@rule("1830 8.2.2")
def test_a_full_city_is_refused_though_it_is_connected() -> None:
    game = other(prr(), "C&O", "H10").game()
    refused(game, PlaceToken("H10", 0), "1830 8.2.2")


@rule("1830 8.2.2", "1830 8.1.6a")
def test_what_lies_behind_a_closed_city_is_not_connected() -> None:
    position = prr().tile("H8", "9", 1).tile("H6", "9", 1).tile("H4", "57", 1)
    accepted(position.game(), PlaceToken("H4", 0))
    refused(other(position, "C&O", "H10").game(), PlaceToken("H4", 0), "1830 8.2.2")


@rule("1830 8.2.2")
def test_a_second_slot_can_be_taken() -> None:
    game = other(prr().tile("H10", "14", 0), "C&O", "H10").game()
    assert cities(accepted(game, PlaceToken("H10", 0)), "H10") == [["C&O", "PRR"]]


@rule("1830 8.2.2")
def test_no_second_token_in_the_same_city() -> None:
    game = prr().tile("H10", "14", 0).token("PRR", "H10").game()
    refused(game, PlaceToken("H10", 0), "1830 8.2.2")


@rule("1830 8.2.2")
def test_no_second_token_in_another_city_of_the_hex() -> None:
    # H18 59/1: exit 1 (to Lancaster) and exit 3 (to New York). The token in New York reaches the second city.
    position = prr().tile("H18", "59", 1).token("PRR", "H18", 0).tile("G19", "54", 0).token("PRR", "G19", 0)
    game = position.game()
    refused(game, PlaceToken("H18", 1), "1830 8.2.2")
    accepted(game, PlaceToken("H16", 0))


@rule("1830 8.2.2")
@pytest.mark.parametrize(("hex_", "stop"), [("B20", 0), ("H14", 0), ("F2", 0), ("H10", 1)])
def test_only_a_city_takes_a_token(hex_: str, stop: int) -> None:
    position = prr().tile("B20", "4", 2)
    refused(position.game(), PlaceToken(hex_, stop), "1830 8.2.2")


@rule("1830 8.2.2")
def test_a_connected_town_or_off_board_area_takes_no_token() -> None:
    position = Position(3).phase("3").company("C&O", cash=500, trains=("3-0",)).token("C&O", "F6")
    position.tile("G5", "8", 1).tile("G3", "8", 2)  # Chicago
    position.tile("G7", "55", 2).tile("H8", "9", 2).tile("I9", "8", 0)  # 2-5: a town, and south to I9 at edge 2
    position.token("C&O", "H12").tile("H10", "57", 1)  # a city that can be taken
    game = position.operating("C&O", "token").game()
    assert {token.hex for token in offered(game, PlaceToken)} == {"H10"}
    refused(game, PlaceToken("G7", 0), "1830 8.2.2")
    refused(game, PlaceToken("F2", 0), "1830 8.2.2")


# -- kept slots


def at_albany(name: str = "PRR", preset: str | None = None) -> Position:
    """A company in Scranton (F16), joined with Albany (E19 57/0), and in H12, joined with Pittsburgh."""
    position = Position(3, preset).phase("3").company(name, cash=500, trains=("5-0",)).token(name, "F16")
    position.tile("F16", "57", 1).tile("F18", "8", 1).tile("E19", "57", 0)
    position.token(name, "H12").tile("H10", "57", 1)
    return position.operating(name, "token")


@rule("1830 8.2.3", "1830 7.4")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("started", [True, False])
def test_a_one_slot_home_city_is_closed_to_tokens_of_others(preset: str, started: bool) -> None:
    position = at_albany(preset=preset)
    if started:
        position.company("NYC", par=71, operated=False)
    refused(position.game(), PlaceToken("E19", 0), "1830 8.2.3")


@rule("1830 8.2.3", "1830 7.4")
def test_with_two_slots_the_second_is_free() -> None:
    game = at_albany().tile("E19", "14", 0).game()
    game = accepted(game, PlaceToken("E19", 0))
    assert cities(game, "E19") == [["PRR", ""]]


@rule("1830 8.2.3", "1830 7.4")
def test_with_two_slots_the_last_one_stays_kept() -> None:
    position = at_albany("B&O").tile("E19", "14", 0).company("PRR", par=71).token("PRR", "E19")
    refused(position.game(), PlaceToken("E19", 0), "1830 8.2.3")


@rule("1830 8.2.3")
def test_once_the_home_token_lies_nothing_is_kept() -> None:
    position = at_albany("B&O").tile("E19", "14", 0).company("NYC", par=71).token("NYC", "E19")
    assert cities(accepted(position.game(), PlaceToken("E19", 0)), "E19") == [["NYC", "B&O"]]


@rule("1830 7.5c", "1830 8.2.3")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("stop", [0, 1])
def test_nobody_takes_a_city_of_e11_before_erie(preset: str, stop: int) -> None:
    # E11 59/2: exit 2 (to D10) and exit 4 (to E13). PRR sits in D10 and D14 and reaches both.
    position = Position(3, preset).phase("3").company("PRR", cash=500, trains=("5-0",)).token("PRR", "D14")
    position.tile("E11", "59", 2).tile("E13", "8", 1).tile("D10", "59", 5).token("PRR", "D10", 0)
    position.token("PRR", "H12").tile("H10", "57", 1)
    game = position.operating("PRR", "token").game()
    assert {token.hex for token in offered(game, PlaceToken)} == {"H10"}
    refused(game, PlaceToken("E11", stop), "1830 7.5c")


@rule("1830 7.5c")
@pytest.mark.parametrize("stop", [0, 1])
def test_the_other_city_of_e11_is_free_once_erie_has_chosen(stop: int) -> None:
    position = Position(3).phase("3").company("PRR", cash=500, trains=("5-0",)).token("PRR", "D14")
    position.tile("E11", "59", 2).tile("E13", "8", 1).tile("D10", "59", 5).token("PRR", "D10", 0)
    position.company("ERIE", par=71).token("ERIE", "E11", 1 - stop)
    game = position.operating("PRR", "token").game()
    assert [(token.hex, token.stop) for token in offered(game, PlaceToken)] == [("E11", stop)]


@rule("1830 8.2.4")
def test_an_upgrade_keeps_tokens_and_adds_free_slots() -> None:
    position = other(prr(), "C&O", "H10").operating("PRR", "track")
    game = accepted(position.game(), LayTile("H10", "14", 0))
    assert cities(game, "H10") == [["C&O", ""]]
    assert company(game, "C&O").tokens == 1


@rule("1830 8.2.4")
def test_a_kept_slot_stays_kept_on_a_larger_tile() -> None:
    position = at_albany().operating("PRR", "track")
    game = play(position.game(), LayTile("E19", "14", 0), PlaceToken("E19", 0))
    nyc = rules_of(game).t.company("NYC")
    assert game.state.board.homes[nyc] == 0
    assert cities(game, "E19") == [["PRR", ""]]


# -- New York


def at_new_york(phase: str, *tiles: str) -> Position:
    """NYC reaches the north-eastern city of G19 over F20, and the south-western one from H18."""
    position = Position(3).phase(phase).company("NYC", cash=500, trains=("5-0",)).token("NYC", "E19")
    position.tile("E19", "57", 2).tile("F20", "56", 0)  # E19 exit 5 to F20 0-2, on to G19 edge 3
    position.tile("H18", "59", 3).token("NYC", "H18", 0)  # exit 3 to G19 edge 0
    for tile in tiles:
        position.tile("G19", tile, 0)
    return position.operating("NYC", "token")


@rule("1830 8.2.5", "1830 8.2.3")
def test_the_printed_city_with_the_ne_exit_is_kept_for_nynh() -> None:
    game = at_new_york("2").game()
    refused(game, PlaceToken("G19", 0), "1830 8.2.3")
    accepted(game, PlaceToken("G19", 1))


@rule("1830 8.2.5", "1830 8.1.5")
def test_green_new_york_carries_the_kept_slot_to_the_city_with_the_ne_exit() -> None:
    game = at_new_york("3", "54").game()  # 0-1 and 2-3
    refused(game, PlaceToken("G19", 1), "1830 8.2.3")
    accepted(game, PlaceToken("G19", 0))


@rule("1830 8.2.5", "1830 8.1.5")
def test_brown_new_york_keeps_one_of_two_slots_there() -> None:
    game = at_new_york("5", "54", "62").game()
    accepted(game, PlaceToken("G19", 0))
    accepted(game, PlaceToken("G19", 1))
    taken = at_new_york("5", "54", "62").company("PRR", par=71).token("PRR", "G19", 1).game()
    refused(taken, PlaceToken("G19", 1), "1830 8.2.3")
    also = at_new_york("5", "54", "62").company("PRR", par=71).token("PRR", "G19", 0).game()
    accepted(also, PlaceToken("G19", 0))


@rule("1830 8.2.5", "1830 7.4")
@pytest.mark.parametrize(("tiles", "stop"), [((), 0), (("54",), 1), (("54", "62"), 1)])
def test_nynh_places_its_home_token_in_the_city_with_the_ne_exit(tiles: tuple[str, ...], stop: int) -> None:
    position = Position(3).phase("5").company("NYNH", cash=500, trains=("5-0",), operated=False)
    for tile in tiles:
        position.tile("G19", tile, 0)
    game = position.operating("NYNH", "home").game()
    assert "NYNH" in cities(game, "G19")[stop]
    assert "NYNH" not in cities(game, "G19")[1 - stop]


# -- when it is asked


@rule("1830 14.10")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("cash", "asked"), [(40, True), (39, False)])
def test_asked_only_if_the_token_is_affordable(preset: str, cash: int, asked: bool) -> None:
    assert (step(prr(preset=preset, cash=cash).game()) == "token") is asked


@rule("1830 14.10", "1830 8.2.1")
@pytest.mark.parametrize(("cash", "asked"), [(100, True), (99, False)])
def test_the_price_of_the_next_token_counts(cash: int, asked: bool) -> None:
    assert (step(prr(cash=cash).token("PRR", "J14").game()) == "token") is asked


@rule("1830 14.10")
def test_skipped_without_a_city_to_take() -> None:
    position = Position(3).phase("3").company("PRR", cash=500, trains=("5-0",)).token("PRR", "H12")
    position.tile("H14", "9", 1).tile("H10", "57", 1)
    game = other(position, "C&O", "H10").operating("PRR", "token").game()
    assert step(game) == "run"


@rule("1830 14.10")
def test_skipped_if_the_only_city_is_kept_for_another() -> None:
    position = Position(3).phase("3").company("PRR", cash=500, trains=("5-0",)).token("PRR", "F16")
    position.tile("F16", "57", 1).tile("F18", "8", 1).tile("E19", "57", 0)
    assert step(position.operating("PRR", "token").game()) == "run"


@rule("1830 14.10")
def test_skipped_after_the_token_of_delaware_and_hudson() -> None:
    position = prr().private("DH", "PRR").operating("PRR", "track")
    game = play(position.game(), LayTile("F16", "57", 1, "DH"), PlaceToken("F16", 0, "DH"))
    assert step(game) == "run"
    declined = play(position.game(), LayTile("F16", "57", 1, "DH"), Pass())
    assert step(declined) == "token"


@rule("1830 14.10")
def test_the_question_goes_away_with_the_money() -> None:
    game = prr(cash=60).private("CS", 0).game()  # Ada is president and owner: no consent needed
    assert step(game) == "token"
    play(game, BuyPrivate("CS", 30))
    assert step(game) == "run"
