"""1830 section 7 and decision points 14.7 to 14.9: the operating round, its order, home tokens, who decides."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    BuyTrain,
    ChooseCity,
    Dividend,
    Exchange,
    LayTile,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
)
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import OperatingRound, OperatingTurn
from stellwerk.eighteen.state import Company, State
from tests.support import Position, accepted, offered, play, refused, rule, rules_of

PRESETS = ("seed", "games18xx")


def company(game: Game[State], name: str) -> Company:
    return game.state.companies[rules_of(game).t.company(name)]


def asked(game: Game[State]) -> tuple[str, str]:
    """Who is asked what: (company, kind)."""
    decision = game.decision()
    assert decision is not None
    return decision.actor, decision.kind


def seat(game: Game[State]) -> int:
    decision = game.decision()
    assert decision is not None
    return decision.seat


def order(game: Game[State]) -> list[str]:
    """The company on turn and those still to come."""
    first, turn = game.state.frames[0], game.state.frames[1]
    assert isinstance(first, OperatingRound)
    assert isinstance(turn, OperatingTurn)
    return [rules_of(game).t.companies[number].id for number in (turn.company, *first.waiting)]


def slots(game: Game[State], hex_: str) -> list[list[str]]:
    """The tokens in each city of a hex."""
    t = rules_of(game).t
    return [[t.companies[n].id for n in city if n >= 0] for city in game.state.board.tokens[t.hex(hex_)]]


def end_stock_round(position: Position) -> Game[State]:
    """All pass: the operating round begins."""
    game = position.stock(seat=0).game()
    while game.state.round.kind == "stock":
        play(game, Pass())
    return game


# -- income and order


@rule("1830 7.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_open_private_pays_its_owner_at_the_start(preset: str) -> None:
    position = Position(3, preset).phase("3").cash(100, 100, 100).company("PRR", cash=50, trains=("3-0",))
    position.private("SV", 0).private("DH", 1).private("CA", 1).private("MH", "PRR")
    game = end_stock_round(position)  # CS and BO are closed
    assert [player.cash for player in game.state.players] == [105, 140, 100]
    assert company(game, "PRR").cash == 70
    assert game.state.bank == 12000 - 345 - 70


@rule("1830 7.1")
@pytest.mark.parametrize(("private", "income"), [("SV", 5), ("CS", 10), ("DH", 15), ("MH", 20), ("CA", 25), ("BO", 30)])
def test_the_income_of_each_private(private: str, income: int) -> None:
    position = Position(3).cash(100, 100, 100).company("PRR", trains=("2-0",)).private(private, 2)
    assert end_stock_round(position).state.players[2].cash == 100 + income


@rule("1830 7.1")
def test_privates_pay_again_in_every_operating_round_of_a_set() -> None:
    position = Position(3, must_buy_train="route").phase("3").cash(100, 100, 100)
    game = end_stock_round(position.private("SV", 0).company("PRR"))
    assert game.state.round.rounds == 2
    while game.state.round.part == 1:
        play(game, Pass())
    assert game.state.players[0].cash == 110


@rule("1830 7.1")
def test_each_floated_corporation_takes_one_turn() -> None:
    position = Position(3, must_buy_train="route").company("PRR", par=100).company("C&O", par=90)
    position.company("B&O", par=82, floated=False, operated=False)
    game = end_stock_round(position)
    turns = []
    while game.state.round.kind == "operating":
        turns.append(asked(game)[0])
        play(game, Pass())
    assert list(dict.fromkeys(turns)) == ["PRR", "C&O"]
    assert turns.count("PRR") == turns.count("C&O") == 1


@rule("1830 7.2")
def test_higher_price_first() -> None:
    position = Position(3).company("PRR", par=67).company("NYC", par=100).company("CPR", par=82)
    assert order(end_stock_round(position)) == ["NYC", "CPR", "PRR"]


@rule("1830 7.2")
def test_same_price_further_right_first() -> None:
    # 76 stands in rows 0, 1, 2, 3 and 4 at columns 3, 4, 5, 6 and 7
    places = {"PRR": (0, 3), "NYC": (4, 7), "CPR": (2, 5), "B&O": (3, 6), "C&O": (1, 4)}
    position = Position(3)
    for name, cell in places.items():
        position.company(name, par=100, cell=cell)
    assert order(end_stock_round(position)) == ["NYC", "B&O", "CPR", "C&O", "PRR"]


@rule("1830 7.2")
def test_same_price_and_column_higher_row_first() -> None:
    # 67 stands in column 6 of rows 5, 6 and 7, and further left at (4, 5) and (0, 1)
    places = {"PRR": (7, 6), "NYC": (0, 1), "CPR": (5, 6), "B&O": (4, 5), "C&O": (6, 6)}
    position = Position(3)
    for name, cell in places.items():
        position.company(name, par=100, cell=cell)
    assert order(end_stock_round(position)) == ["CPR", "C&O", "PRR", "B&O", "NYC"]


@rule("1830 7.2")
@pytest.mark.parametrize("first", ["PRR", "B&M"])
def test_same_cell_top_of_the_stack_first(first: str) -> None:
    second = {"PRR": "B&M", "B&M": "PRR"}[first]
    position = Position(3).company(first, par=90).company(second, par=90)  # the second enters below
    assert order(end_stock_round(position)) == [first, second]


@rule("1830 7.2")
def test_a_marker_that_enters_a_cell_operates_after_those_in_it() -> None:
    position = Position(3).company("PRR", par=90, held=[40]).company("B&M", par=82).stock(seat=0)
    game = play(position.game(), SellShares("PRR", 10))  # 90 to 82, below B&M
    while game.state.round.kind == "stock":
        play(game, Pass())
    assert order(game) == ["B&M", "PRR"]


@rule("1830 7.2")
def test_the_order_is_made_anew_for_the_next_operating_round() -> None:
    position = Position(3, must_buy_train="route").phase("3").company("PRR", par=82)
    position.company("C&O", par=76, trains=("3-0",)).token("C&O", "F6")
    position.change("PRR", cell=position.t.market.index[2, 6])
    position.tile("G5", "8", 1).tile("G3", "8", 2)
    game = end_stock_round(position)
    assert order(game) == ["PRR", "C&O"]
    play(game, Pass())  # PRR: no income, 82 to 76 in row 2
    run = RunRoutes((Route("3-0", ("F6.0", "F6:0", "G5:1", "G3:2", "F2.0")),))
    play(game, Pass(), run, Dividend("pay"))  # C&O: 76 to 82
    while game.state.round.part == 1:
        play(game, Pass())
    assert order(game) == ["C&O", "PRR"]


@rule("1830 7.2", "1830 9.12")
def test_after_an_emergency_sale_those_still_to_come_are_sorted_again() -> None:
    # PRR must buy a train. Ada sells one share of NYC (100, row 0): it drops to 90, below CPR's 90 in that cell.
    position = Position(3).cash(0, 0, 0).phase("2").company("PRR", par=67, held=[60], cash=0)
    position.company("CPR", par=90, held=[0, 60, 0], president=1).company("NYC", par=100, held=[20, 60, 0], president=1)
    game = position.operating("PRR", "trains", waiting=("NYC", "CPR")).game()
    assert order(game) == ["PRR", "NYC", "CPR"]
    play(game, SellShares("NYC", 10))
    assert order(game) == ["PRR", "CPR", "NYC"]


@rule("1830 7.2")
def test_the_sorting_again_leaves_out_who_has_operated_already() -> None:
    # CPR has had its turn: it does not come again though its price is the highest
    position = Position(3).cash(0, 0, 0).company("PRR", par=67, held=[60], cash=0).company("CPR", par=100)
    position.company("NYC", par=82, held=[20, 60, 0], president=1).company("B&O", par=76, held=[0, 60, 0], president=1)
    game = position.operating("PRR", "trains", waiting=("NYC", "B&O")).game()
    play(game, SellShares("NYC", 10))  # 82 to 76, below B&O in that cell
    assert order(game) == ["PRR", "B&O", "NYC"]


# -- the steps of a turn


@rule("1830 7.3")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_steps_of_a_turn_in_their_order(preset: str) -> None:
    position = Position(3, preset).company("PRR", cash=500, trains=("2-0",), operated=False)
    game = position.tile("H10", "57", 1).operating("PRR", "home").game()
    assert slots(game, "H12") == [["PRR"]]  # home token first
    steps = [asked(game)]
    for action in (
        LayTile("H14", "9", 1),
        PlaceToken("H10", 0),
        RunRoutes((Route("2-0", ("H12.0", "H12:1", "H10.0")),)),
        Dividend("pay"),
    ):
        play(game, action)
        steps.append(asked(game))
    assert steps == [("PRR", step) for step in ("track", "token", "run", "dividend", "trains")]
    play(game, BuyTrain("2-0", 80), Pass())
    assert game.state.round.kind == "stock"


@rule("1830 7.3")
@pytest.mark.parametrize(
    ("step", "early"),
    [
        ("track", PlaceToken("H10", 0)),
        ("token", RunRoutes(())),
        ("run", BuyTrain("2-0", 80)),
        ("trains", RunRoutes(())),
    ],
)
def test_no_step_comes_out_of_order(step: str, early: PlaceToken | RunRoutes | BuyTrain) -> None:
    position = Position(3).company("PRR", cash=500, trains=("2-5",)).token("PRR", "H12").tile("H10", "57", 1)
    game = position.operating("PRR", step).game()
    assert asked(game) == ("PRR", step)
    refused(game, early, "1830 14.1")


@rule("1830 7.3", "1830 7.4")
def test_the_home_token_belongs_to_the_first_turn_only() -> None:
    position = Position(3).company("PRR", cash=500, trains=("2-0",)).token("PRR", "H12")
    game = position.operating("PRR", "home").game()
    assert asked(game) == ("PRR", "track")
    assert company(game, "PRR").tokens == 1


# -- home tokens


@rule("1830 7.4", "1830 14.7")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("name", "hex_"),
    [("PRR", "H12"), ("NYC", "E19"), ("CPR", "A19"), ("B&O", "I15"), ("C&O", "F6"), ("NYNH", "G19"), ("B&M", "E23")],
)
def test_the_home_token_is_placed_silently_and_free(preset: str, name: str, hex_: str) -> None:
    game = Position(3, preset).company(name, cash=500, operated=False).operating(name, "home").game()
    assert asked(game) == (name, "track")
    assert slots(game, hex_)[0] == [name]
    assert company(game, name).tokens == 1
    assert company(game, name).cash == 500


@rule("1830 7.4")
def test_the_home_token_comes_with_the_turn_not_with_floating() -> None:
    position = Position(3).company("PRR", par=100, cash=500, trains=("2-0",)).token("PRR", "H12")
    position.company("NYC", par=67, cash=500, trains=("2-1",), operated=False)
    game = position.operating("PRR", waiting=("NYC",)).game()
    assert slots(game, "E19") == [[]]
    while asked(game)[0] == "PRR":
        play(game, Pass())
    assert slots(game, "E19") == [["NYC"]]


@rule("1830 7.4")
def test_the_home_token_takes_the_kept_slot_beside_another_token() -> None:
    position = Position(3).phase("3").company("PRR", par=71).tile("E19", "57", 0).tile("E19", "14", 0)
    position.token("PRR", "E19").company("NYC", cash=500, operated=False)
    game = position.operating("NYC", "home").game()
    assert slots(game, "E19") == [["PRR", "NYC"]]


# -- ERIE


def erie(phase: str = "3", preset: str | None = None, operated: bool = True) -> Position:
    """ERIE (president Ada) with 500."""
    return Position(3, preset).phase(phase).company("ERIE", cash=500, trains=("3-0",), operated=operated)


@rule("1830 7.5", "1830 7.5a", "1830 14.7", "1830 A15")
@pytest.mark.parametrize("preset", PRESETS)
def test_without_a_tile_the_token_goes_on_the_hex_unasked(preset: str) -> None:
    game = erie(preset=preset, operated=False).operating("ERIE", "home").game()
    assert asked(game) == ("ERIE", "track")
    assert slots(game, "E11") == [["ERIE"], []]


@rule("1830 7.5a", "1830 14.8")
@pytest.mark.parametrize("preset", PRESETS)
def test_in_phase_2_erie_is_asked_but_can_build_nothing(preset: str) -> None:
    game = erie("2", preset, operated=False).operating("ERIE", "home").game()
    assert asked(game) == ("ERIE", "track")
    assert offered(game, LayTile) == []
    refused(game, LayTile("E11", "59", 2), "1830 8.1.2")
    refused(game, LayTile("E13", "9", 1), "1830 8.1.6")
    accepted(game, Pass())


@rule("1830 7.5a", "1830 14.8a", "1830 A15")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("city", [0, 1])
def test_erie_lays_the_tile_and_chooses_the_city(preset: str, city: int) -> None:
    game = erie(preset=preset).token("ERIE", "E11").operating("ERIE").game()
    play(game, LayTile("E11", "59", 2))
    assert asked(game) == ("ERIE", "home_city")
    assert offered(game, ChooseCity) == [ChooseCity("E11", 0), ChooseCity("E11", 1)]
    game = accepted(game, ChooseCity("E11", city))
    assert slots(game, "E11") == ([["ERIE"], []] if city == 0 else [[], ["ERIE"]])
    assert company(game, "ERIE").tokens == 1
    assert asked(game)[1] != "track"


@rule("1830 7.5a", "1830 14.8a", "1830 A15")
@pytest.mark.parametrize("preset", PRESETS)
def test_another_corporation_that_lays_the_tile_chooses_the_city(preset: str) -> None:
    # PRR (president Cleo) sits in D14 and reaches E11 over E13 8/1 (1-3) at edge 4
    position = erie(preset=preset).token("ERIE", "E11")
    position.company("PRR", par=71, held=[0, 0, 60], president=2, cash=500, trains=("3-1",)).token("PRR", "D14")
    game = position.tile("E13", "8", 1).operating("PRR").game()
    play(game, LayTile("E11", "59", 2))  # exits 2 and 4
    assert asked(game) == ("PRR", "home_city")
    assert seat(game) == 2
    refused(game, ChooseCity("E11", 1), "1830 14.1", seat=0)
    play(game, ChooseCity("E11", 1))
    assert slots(game, "E11") == [[], ["ERIE"]]


@rule("1830 14.8a", "1830 7.5a")
def test_the_choice_after_the_lay_cannot_be_passed() -> None:
    game = play(erie().token("ERIE", "E11").operating("ERIE").game(), LayTile("E11", "59", 2))
    assert offered(game, Pass) == []
    refused(game, Pass(), "1830 14.1")
    refused(game, LayTile("E11", "59", 2), "1830 8.1.1", also="1830 14.1")
    refused(game, PlaceToken("E11", 0), "1830 8.2.2", also="1830 14.1")


@rule("1830 7.5a")
@pytest.mark.parametrize("choice", [ChooseCity("E11", 2), ChooseCity("D10", 0)])
def test_only_the_two_cities_of_e11_can_be_chosen(choice: ChooseCity) -> None:
    game = play(erie().token("ERIE", "E11").operating("ERIE").game(), LayTile("E11", "59", 2))
    refused(game, choice, "1830 7.5a")


@rule("1830 7.5a", "1830 14.8a")
def test_a_second_tile_on_e11_asks_for_no_city() -> None:
    position = erie("5").tile("E11", "59", 2).token("ERIE", "E11", 1).operating("ERIE")
    game = play(position.game(), LayTile("E11", "66", 2))  # 2-5 and 3-4: the city with exit 4 is the second
    assert asked(game)[1] != "home_city"
    assert slots(game, "E11") == [[], ["ERIE"]]


@rule("1830 7.5a", "1830 14.8a")
def test_the_first_tile_asks_nobody_while_erie_has_no_token_there() -> None:
    position = Position(3).phase("3").company("PRR", par=71, cash=500, trains=("3-1",)).token("PRR", "D14")
    game = play(position.tile("E13", "8", 1).operating("PRR").game(), LayTile("E11", "59", 2))
    assert asked(game)[1] != "home_city"
    assert slots(game, "E11") == [[], []]


@rule("1830 7.5b", "1830 14.7", "1830 A15")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("city", [0, 1])
@pytest.mark.parametrize("phase", ["3", "5"])
def test_with_a_tile_erie_chooses_at_the_start_of_its_first_turn(preset: str, city: int, phase: str) -> None:
    position = erie(phase, preset, operated=False).tile("E11", "59", 2)
    if phase == "5":
        position.tile("E11", "66", 2)
    game = position.operating("ERIE", "home").game()
    assert asked(game) == ("ERIE", "home_city")
    assert slots(game, "E11") == [[], []]
    assert offered(game, ChooseCity) == [ChooseCity("E11", 0), ChooseCity("E11", 1)]
    game = accepted(game, ChooseCity("E11", city))
    assert slots(game, "E11")[city] == ["ERIE"]
    assert company(game, "ERIE").tokens == 1
    assert company(game, "ERIE").cash == 500
    assert asked(game) == ("ERIE", "track")


@rule("1830 7.5b", "1830 14.7")
def test_the_first_choice_cannot_be_passed() -> None:
    game = erie(operated=False).tile("E11", "59", 2).operating("ERIE", "home").game()
    assert offered(game, Pass) == []
    refused(game, Pass(), "1830 14.1")
    refused(game, LayTile("E11", "66", 2), "1830 8.1.2", also="1830 14.1")
    refused(game, ChooseCity("E11", 2), "1830 7.5b")


@rule("1830 7.5b")
def test_the_choice_is_made_once() -> None:
    position = erie().tile("E11", "59", 2).token("ERIE", "E11", 1)
    assert asked(position.operating("ERIE", "home").game()) == ("ERIE", "track")


# -- who decides


@rule("1830 7.6", "1830 4.16")
def test_the_president_decides() -> None:
    position = Position(3).company("PRR", held=[20, 40, 0], president=1, trains=("2-0",)).token("PRR", "H12")
    game = position.operating("PRR").game()
    assert seat(game) == 1
    refused(game, Pass(), "1830 14.1", seat=0)
    accepted(game, Pass(), seat=1)


@rule("1830 7.6")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_new_president_goes_on_with_the_turn(preset: str) -> None:
    position = Position(3, preset).private("MH", 1)
    position.company("NYC", held=[30, 30, 0], president=0, cash=500, trains=("2-0",)).token("NYC", "E19")
    game = position.operating("NYC").game()
    assert seat(game) == 0
    game.apply(Exchange("MH", "ipo"), 1)
    assert company(game, "NYC").president == 1
    assert (seat(game), asked(game)) == (1, ("NYC", "track"))
    refused(game, Pass(), "1830 14.1", seat=0)


@rule("1830 7.6")
def test_a_new_president_goes_on_in_the_middle_of_a_turn() -> None:
    position = Position(3, "games18xx").private("MH", 1)
    position.company("NYC", held=[30, 30, 0], president=0, cash=500, trains=("2-0",)).token("NYC", "E19")
    game = play(position.operating("NYC").game(), LayTile("E19", "57", 0))
    assert (seat(game), asked(game)) == (0, ("NYC", "trains"))
    game.apply(Exchange("MH", "ipo"), 1)
    assert (seat(game), asked(game)) == (1, ("NYC", "trains"))


@rule("1830 7.6")
def test_an_emergency_sale_of_someone_else_changes_who_decides_later() -> None:
    position = Position(3).cash(0, 0, 0).company("PRR", par=67, held=[60], cash=0)
    position.company("NYC", par=100, held=[30, 30, 0], president=0, cash=500, trains=("2-5",)).token("NYC", "E19")
    game = position.operating("PRR", "trains", waiting=("NYC",)).game()
    play(game, SellShares("NYC", 10), BuyTrain("2-0", 80))
    assert (seat(game), asked(game)) == (1, ("NYC", "track"))


# -- 14.8 and 14.9


@rule("1830 14.8")
@pytest.mark.parametrize("preset", PRESETS)
def test_track_is_asked_even_when_nothing_can_be_paid(preset: str) -> None:
    # everything CPR could build on first costs 80 or is blocked
    position = Position(3, preset).company("CPR", cash=0, trains=("2-0",)).token("CPR", "A19").private("CS", 1)
    game = position.operating("CPR").game()
    assert asked(game) == ("CPR", "track")
    assert [option.action for option in game.options() if option.seat is None] == [Pass()]


@rule("1830 14.8")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("action", [LayTile("H14", "9", 1), Pass()])
def test_a_lay_or_a_pass_ends_the_track_step(preset: str, action: LayTile | Pass) -> None:
    position = Position(3, preset).company("PRR", cash=500, trains=("2-0",)).token("PRR", "H12")
    game = play(position.operating("PRR").game(), action)
    assert asked(game)[1] != "track"


CS_LAY = LayTile("B20", "58", 0, "CS")
DH_LAY = LayTile("F16", "57", 1, "DH")


def with_cs(timing: str = "track step") -> Position:
    """PRR owns CS and DH and has all its tokens on the map."""
    position = Position(3, cs_timing=timing).phase("3").company("PRR", cash=500, trains=("3-0",))
    for hex_ in ("H12", "H4", "E19", "J14"):
        position.token("PRR", hex_)
    return position.private("CS", "PRR").private("DH", "PRR").operating("PRR")


@rule("1830 14.8")
@pytest.mark.parametrize("first", [LayTile("H14", "9", 1), DH_LAY])
def test_the_extra_lay_keeps_the_step_open(first: LayTile) -> None:
    game = play(with_cs().game(), first)
    assert asked(game) == ("PRR", "track")
    assert {lay.power for lay in offered(game, LayTile)} == {"CS"}
    accepted(game, Pass())
    assert asked(play(game, CS_LAY))[1] != "track"


@rule("1830 14.8")
def test_after_the_extra_lay_the_normal_one_is_still_open() -> None:
    game = play(with_cs().game(), CS_LAY)
    assert asked(game) == ("PRR", "track")
    assert {lay.power for lay in offered(game, LayTile)} == {"", "DH"}
    assert asked(play(game, LayTile("H14", "9", 1)))[1] != "track"


@rule("1830 14.8")
@pytest.mark.parametrize("lay", [None, CS_LAY, LayTile("H14", "9", 1)])
def test_a_pass_always_ends_the_step(lay: LayTile | None) -> None:
    game = with_cs().game()
    if lay:
        play(game, lay)
    assert asked(play(game, Pass()))[1] != "track"


@rule("1830 14.8")
def test_a_used_or_lost_extra_lay_does_not_keep_the_step_open() -> None:
    used = with_cs().private("CS", "PRR", used=True).game()
    assert asked(play(used, LayTile("H14", "9", 1)))[1] != "track"
    taken = with_cs().tile("B20", "4", 2).game()
    assert asked(play(taken, LayTile("H14", "9", 1)))[1] != "track"


@rule("1830 14.8")
def test_the_step_ends_when_none_of_the_extra_tiles_is_left() -> None:
    position = with_cs()
    for tile in ("3", "4", "58"):
        position.s.supply = put(position.s.supply, position.t.hexmap.tile_index[tile], 0)
    assert asked(play(position.game(), LayTile("H14", "9", 1)))[1] != "track"
    position.s.supply = put(position.s.supply, position.t.hexmap.tile_index["4"], 1)
    assert asked(play(position.game(), LayTile("H14", "9", 1)))[1] == "track"


@rule("1830 14.8")
def test_with_the_other_timing_the_extra_lay_does_not_keep_the_step_open() -> None:
    game = play(with_cs("any time in the owner's turn").game(), LayTile("H14", "9", 1))
    assert asked(game)[1] != "track"
    accepted(game, CS_LAY)


@rule("1830 14.9")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("action", [PlaceToken("F16", 0, "DH"), Pass()])
def test_the_token_of_delaware_and_hudson_is_asked_directly_after_its_lay(
    preset: str, action: PlaceToken | Pass
) -> None:
    position = Position(3, preset).phase("3").company("PRR", cash=500, trains=("3-0",)).token("PRR", "H12")
    game = play(position.private("DH", "PRR").operating("PRR").game(), DH_LAY)
    assert asked(game) == ("DH", "special_token")
    mine = [option.action for option in game.options() if option.seat is None]
    assert mine == [PlaceToken("F16", 0, "DH"), Pass()]
    game = accepted(game, action)
    assert asked(game)[1] not in ("special_token", "track")
    assert slots(game, "F16") == ([["PRR"]] if isinstance(action, PlaceToken) else [[]])
    assert company(game, "PRR").cash == 380  # the mountain; the token is free


@rule("1830 14.9")
def test_the_token_is_not_asked_when_none_is_left() -> None:
    position = with_cs().private("CS", "PRR", used=True)
    assert asked(play(position.game(), DH_LAY))[1] not in ("special_token", "track")


@rule("1830 14.9")
def test_the_token_is_not_asked_after_a_normal_lay_on_its_hex() -> None:
    # NYC owns DH and reaches F16 over F18: a lay without the power
    position = Position(3).phase("3").company("NYC", cash=500, trains=("3-0",)).token("NYC", "E19")
    position.tile("E19", "57", 0).tile("F18", "8", 1).private("DH", "NYC")
    game = play(position.operating("NYC").game(), LayTile("F16", "57", 1))
    assert asked(game) == ("NYC", "token")


@rule("1830 14.9")
def test_nothing_else_is_possible_at_that_question() -> None:
    position = Position(3).phase("3").company("PRR", cash=500, trains=("3-0",)).token("PRR", "H12")
    game = play(position.private("DH", "PRR").operating("PRR").game(), DH_LAY)
    refused(game, LayTile("H14", "9", 1), "1830 8.1.1", also="1830 14.1")
    refused(game, PlaceToken("F16", 0), "1830 10.3.3a")


@rule("1830 14.8a")
def test_the_question_for_the_city_comes_before_everything_else() -> None:
    game = play(erie().token("ERIE", "E11").operating("ERIE").game(), LayTile("E11", "59", 2))
    for action in (RunRoutes(()), BuyTrain("3-1", 180), Dividend("pay")):
        refused(game, action, "1830 14.1")
