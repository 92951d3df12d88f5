"""1862, section 9: station markers, and the blockers."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyTrain, LayTile, Pass, PlaceToken, RunRoutes
from stellwerk.eighteen.board import BLOCKED, FREE
from stellwerk.eighteen.move import Move
from stellwerk.titles.t1862 import blockers
from stellwerk.titles.t1862.actions import ClosePrivate
from stellwerk.titles.t1862.powers import erie_action
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.board import Position, asked, cities, rules_of, texts, treasury
from tests.rules_1862.table import price
from tests.support import accepted, offered, play, refused, rule


def places(game: Game[State1862]) -> set[tuple[str, int]]:
    """Where a marker may go."""
    return {(action.hex, action.stop) for action in offered(game, PlaceToken)}


@rule("1862 9.1", "1862 5.1")
@pytest.mark.parametrize(
    ("name", "hex_", "stop"),
    [
        ("NYH", "F31", 0),
        ("NYC", "F31", 1),
        ("CP", "C30", 0),
        ("CPR", "H1", 0),
        ("UP", "G16", 0),
        ("ATS", "F23", 0),
        ("SP", "L23", 0),
        ("NP", "E18", 0),
        ("CN", "C16", 0),
        ("WP", "H1", 1),
        ("ORN", "D3", 0),
        ("TP", "K18", 0),
        ("GMO", "K24", 0),
    ],
)
def test_the_home_marker_is_free_and_lies_at_the_start_of_the_first_turn(name: str, hex_: str, stop: int) -> None:
    position = Position().found(name, [60], cash=700, operated=False).turn(name, "home", first=True)
    assert all(token == FREE for token in position.s.board.tokens[position.t.hex(hex_)][stop])
    game = position.game()
    assert cities(game, hex_)[stop][0] == position.t.company(name)
    assert treasury(game, name) == 700
    assert game.state.companies[position.t.company(name)].tokens == 1


@rule("1862 9.2")
def test_one_further_marker_in_a_turn_the_first_for_40_the_others_for_100() -> None:
    position = Position().running("CP", cash=500).straight("C28", "C20", "C18", "C16").straight("C14", "C12")
    game = position.turn("CP", "token").game()
    assert places(game) == {("C12", 0)}  # Winnipeg is kept for CN
    play(game, PlaceToken("C12", 0))
    assert treasury(game, "CP") == 460
    assert asked(game)[2] != "token"
    again = Position().running("CP", cash=500).straight("C28", "C20", "C18", "C16").straight("C14", "C12")
    again.change("CP", tokens=2).turn("CP", "token")
    second = again.game()
    play(second, PlaceToken("C12", 0))
    assert treasury(second, "CP") == 400
    spent = again.change("CP", tokens=4).turn("CP", "token").game()
    assert asked(spent)[2] != "token"


@rule("1862 9.2")
def test_every_company_has_the_printed_number_of_markers() -> None:
    entries = Position().t.companies
    assert {entry.id: entry.tokens for entry in entries} == {
        **dict.fromkeys(("NYH", "NYC", "CP"), (0, 40, 100, 100)),
        **dict.fromkeys(("CPR", "UP", "ATS", "SP", "ORN", "TP", "GMO"), (0, 40, 100)),
        **dict.fromkeys(("NP", "CN", "WP"), (0, 40)),
    }


@rule("1862 9.3", "1862 TV6", "1862 A15")
@pytest.mark.parametrize(("tokens", "price"), [(1, 60), (2, 150)])
def test_beyond_the_border_a_marker_costs_one_and_a_half_times_as_much(tokens: int, price: int) -> None:
    position = Position().running("ORN", cash=500).tile("D3", "14", 2).tile("C2", "57", 2)  # Seattle NW to Vancouver
    game = position.change("ORN", tokens=tokens).turn("ORN", "token").game()
    play(game, PlaceToken("C2", 0))
    assert treasury(game, "ORN") == 500 - price


def baltimore(owner: int = 0, **fields: Any) -> Position:
    """Ada's NYH reaches Baltimore, where NYC and B&O have the two places."""
    position = Position().running("NYH", cash=40, **fields).straight("G30", rotation=0).token("NYC", "H29")
    return position.privates(B_O=owner)


@rule("1862 24.2", "1862 A9", "1862 4.6")
def test_who_can_open_a_place_by_closing_b_and_o_is_asked() -> None:
    game = baltimore().turn("NYH", "token").game()
    assert asked(game) == (0, "NYH", "token")
    assert [option.action for option in game.options()] == [Pass(), ClosePrivate("B&O")]
    assert asked(accepted(game, Pass()))[2] != "token"
    play(game, ClosePrivate("B&O"))
    assert places(game) == {("H29", 0)}
    accepted(game, PlaceToken("H29", 0))


@rule("1862 24.2", "1862 A9")
@pytest.mark.parametrize(("owner", "money"), [(1, 40), (0, 39)])
def test_nobody_is_asked_for_what_his_own_privates_do_not_open(owner: int, money: int) -> None:
    game = baltimore(owner).change("NYH", cash=money).turn("NYH", "token").game()
    assert asked(game)[2] != "token"


@rule("1862 24.2", "1862 A9", "1862 4.5")
def test_who_can_open_a_run_by_the_erie_tile_is_asked() -> None:
    position = Position().running("CP", "2-0", cash=0).token("CP", "D27").straight("F27", "G28", rotation=2)
    game = position.privates(ERIE=0).turn("CP", "run").game()
    assert asked(game) == (0, "CP", "run")
    nothing = accepted(game, RunRoutes(()))
    assert price(nothing, "CP") == 92
    play(game, erie_action(rules_of(game).t))
    (offer,) = offered(game, RunRoutes)
    play(game, offer)
    assert "runs for $60" in texts(game)  # Toronto to Baltimore
    other = position.privates(ERIE=1).turn("CP", "run").game()
    assert asked(other)[2] != "run"


@rule("1862 24.2", "1862 A9", "1862 13.8")
def test_who_can_oblige_his_company_by_the_erie_tile_is_asked() -> None:
    position = Position().running("CP", cash=0).token("CP", "D27").straight("F27", "G28", rotation=2)
    game = position.privates(ERIE=0).turn("CP", "trains").game()
    assert asked(game) == (0, "CP", "trains")
    assert [option.action for option in game.options()] == [Pass(), erie_action(rules_of(game).t)]
    play(game, erie_action(rules_of(game).t))
    accepted(game, BuyTrain("2-0", 100))  # with help, now that there is a route
    refused(game, Pass(), "1862 13.8")


@rule("1862 9.3", "1862 TV6")
@pytest.mark.parametrize(("tokens", "price"), [(1, 40), (2, 100)])
def test_on_the_home_side_it_costs_the_plain_price(tokens: int, price: int) -> None:
    position = Position().running("ORN", cash=500).tile("E2", "57", 0)
    game = position.change("ORN", tokens=tokens).turn("ORN", "token").game()
    play(game, PlaceToken("E2", 0))
    assert treasury(game, "ORN") == 500 - price


@rule("1862 9.3", "1862 A15")
def test_for_a_canadian_company_the_usa_are_beyond_the_border() -> None:
    position = Position().running("CN", cash=100).tile("C16", "57", 2).straight("D17", rotation=2)
    game = position.turn("CN", "token").game()
    assert places(game) == {("E18", 0)}
    play(game, PlaceToken("E18", 0))
    assert treasury(game, "CN") == 40
    poor = Position().running("CN", cash=59).tile("C16", "57", 2).straight("D17", rotation=2)
    assert asked(poor.turn("CN", "token").game())[2] != "token"


@rule("1862 9.3")
def test_who_cannot_pay_the_dearer_price_is_refused() -> None:
    position = Position().running("CN", cash=59).tile("C16", "57", 2).straight("D17", rotation=2)
    position.tile("C16", "14", 1).straight("C14", "C12").in_phase("3")  # exits W, NW, E, SE
    game = position.turn("CN", "token").game()
    assert places(game) == {("C12", 0)}
    refused(game, PlaceToken("E18", 0), "1862 9.3")
    accepted(game, PlaceToken("C12", 0))


@rule("1862 9.4")
def test_a_marker_needs_a_free_place_a_connection_and_the_money() -> None:
    position = Position().running("CP", cash=500).straight("C28", "C20", "C18", "C16").straight("C14", "C12")
    game = position.turn("CP", "token").game()
    refused(game, PlaceToken("C20", 0), "1862 9.4")  # a town
    refused(game, PlaceToken("C30", 0), "1862 9.4")  # its own marker is there
    refused(game, PlaceToken("L19", 0), "1862 9.4")  # no connection
    refused(game, PlaceToken("C12", 1), "1862 9.4")  # no such city
    refused(game, PlaceToken("Z9", 0), "1862 24.3")
    full = position.block("C12").turn("CP", "token").game()
    assert asked(full)[2] != "token"
    poor = Position().running("CP", cash=39).straight("C28", "C20", "C18", "C16").straight("C14", "C12")
    assert asked(poor.turn("CP", "token").game())[2] != "token"


@rule("1862 9.4")
def test_a_place_behind_a_blocked_city_is_not_reached() -> None:
    position = Position().running("CP", cash=500).straight("C28", "C20", "C18", "C16", "C14", "C12").remove("CN")
    reached = position.turn("CP", "token").game()
    assert places(reached) == {("C16", 0), ("C12", 0)}
    refused(reached, PlaceToken("C10", 0), "1862 9.4")
    shut = position.block("C16").turn("CP", "token").game()
    assert asked(shut)[2] != "token"


@rule("1862 9.4", "1862 10.6")
def test_a_company_may_place_beyond_its_own_full_city() -> None:
    position = Position().running("CN", cash=500).tile("C16", "57", 1).straight("C14", "C12", "C18")
    game = position.turn("CN", "token").game()
    assert places(game) == {("C12", 0)}


@rule("1862 9.4", "1862 21.4")
def test_the_grey_cities_take_markers() -> None:
    position = Position().running("CP", cash=500).tile("C28", "8", 4)  # E to SW, Toronto's NE side
    game = position.turn("CP", "token").game()
    assert places(game) == {("D27", 0)}
    play(game, PlaceToken("D27", 0))
    assert treasury(game, "CP") == 460  # Toronto lies in Canada


@rule("1862 9.4")
def test_no_second_marker_in_a_hex() -> None:
    position = Position().running("CPR", cash=500).remove("WP").straight("H5").tile("H7", "9", 1)
    position.tile("H9", "57", 1).in_phase("5").tile("H1", "890", 5)  # two places are free, and a city in the E is
    game = position.turn("CPR", "token").game()
    assert places(game) == {("H9", 0)}
    refused(game, PlaceToken("H1", 0), "1862 9.4")


def to_chicago() -> Position:
    """NP in Minneapolis with track to Chicago, which has two places and is the home of ATS."""
    return Position().running("NP", cash=500).tile("F17", "7", 3).straight("F19", "F21")


@rule("1862 9.5")
def test_one_place_stays_free_for_every_company_at_home_there() -> None:
    game = to_chicago().turn("NP", "token").game()
    assert places(game) == {("F23", 0)}  # two places, one is kept for ATS
    full = to_chicago().block("F23").straight("F15").tile("E16", "9", 1).tile("E14", "4", 1)
    full.tile("D19", "4", 0)
    assert asked(full.turn("NP", "token").game())[2] != "token"
    settled = to_chicago().running("ATS").turn("NP", "token").game()
    assert places(settled) == {("F23", 0)}


@rule("1862 9.5")
def test_a_kept_place_is_refused() -> None:
    position = to_chicago().block("F23").straight("D17", rotation=2).tile("C16", "57", 2).remove("CN")
    game = position.turn("NP", "token").game()
    assert places(game) == {("C16", 0)}
    refused(game, PlaceToken("F23", 0), "1862 9.5")


@rule("1862 9.5")
def test_the_place_is_kept_after_floating_until_the_marker_lies_and_not_for_removed_companies() -> None:
    def position(*, gone: bool, floated: bool) -> Game[State1862]:
        made = Position().running("NP", cash=500).straight("D17", rotation=2).tile("C16", "57", 2)
        if floated:
            made.found("CN", [60], operated=False)
        if gone:
            made.remove("CN")
        return made.turn("NP", "token").game()

    assert asked(position(gone=False, floated=False))[2] != "token"
    assert asked(position(gone=False, floated=True))[2] != "token"
    assert places(position(gone=True, floated=False)) == {("C16", 0)}


def gmo_at_new_york() -> Position:
    """GMO with a marker in Baltimore, from where track leads NE to NYH's station in New York and SE to a city."""
    position = Position().running("GMO", cash=500).token("GMO", "H29")
    return position.tile("G30", "4", 0)


@rule("1862 9.5", "1862 8.14")
def test_split_stations_are_kept_for_their_own_companies() -> None:
    assert places(gmo_at_new_york().turn("GMO", "token").game()) == set()
    gone = gmo_at_new_york().remove("NYH").turn("GMO", "token").game()
    assert places(gone) == {("F31", 0)}
    other = gmo_at_new_york().remove("NYC").turn("GMO", "token").game()
    assert places(other) == set()  # NYC's station is another one
    joined = gmo_at_new_york().tile("F31", "885", 1).tile("F31", "891", 3)
    assert places(joined.turn("GMO", "token").game()) == set()  # both places of the one city
    half = gmo_at_new_york().remove("NYC").tile("F31", "885", 1).tile("F31", "891", 3)
    assert places(half.turn("GMO", "token").game()) == {("F31", 0)}


@rule("1862 9.6", "1862 4.6")
def test_only_the_marker_of_b_and_o_leaves_the_board() -> None:
    position = Position().running("NYC", cash=500).privates(B_O=1)
    assert position.s.board.tokens[position.t.hex("H29")] == ((BLOCKED, FREE),)
    move = Move(position.t, position.s)
    blockers.remove_b_and_o(move)
    assert position.s.board.tokens[position.t.hex("H29")] == ((FREE, FREE),)
    game = Position().running("TP", cash=500).tile("K18", "57", 0).in_phase("3").turn("TP").game()
    play(game, LayTile("K18", "14", 0))
    tp = rules_of(game).t.company("TP")
    assert cities(game, "K18") == ((tp, FREE),)


@rule("1862 15.5", "1862 10.6", "1862 9.6")
def test_turned_markers_block_everybody_and_keep_nothing() -> None:
    position = Position().running("TP", cash=500)
    tp = position.t.company("TP")
    blockers.turn_over(Move(position.t, position.s), tp)
    assert position.s.board.tokens[position.t.hex("K18")] == ((BLOCKED,),)
    assert position.s.board.settled[tp]
    assert position.s.board.homes[tp] < 0


@rule("1862 4.6", "1862 9.4")
def test_the_marker_of_b_and_o_blocks_its_owners_companies_too() -> None:
    position = Position().running("NYH", cash=500).tile("G30", "4", 0).privates(B_O=0).block("H29")
    game = position.turn("NYH", "token").game()
    assert ("H29", 0) not in places(game)
    free = Position().running("NYH", cash=500).tile("G30", "4", 0).privates(B_O=0).turn("NYH", "token").game()
    assert ("H29", 0) in places(free)
    accepted(free, PlaceToken("H29", 0))
    accepted(free, Pass())
