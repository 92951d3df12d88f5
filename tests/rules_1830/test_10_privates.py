"""1830 10.2 and 10.3: privates bought by companies, and the powers of the privates."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game, Range
from stellwerk.eighteen.actions import (
    Answer,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    Exchange,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellPrivate,
    SellShares,
)
from stellwerk.eighteen.frames import Discard
from stellwerk.eighteen.state import RoundName, State
from tests.support import Position, accepted, new, offered, play, refused, rule

PRESETS = pytest.mark.parametrize("preset", ["seed", "games18xx"])
ANY_MOMENT = pytest.mark.parametrize(
    "options",
    [{"preset": "games18xx"}, {"cs_timing": "any time in the owner's turn", "mh_timing": "any moment of SR or OR"}],
)
STEPS = ("track", "token", "run", "dividend", "trains", "privates")


def view(game: Game[State], name: str) -> dict[str, Any]:
    """A company or a private as the view shows it."""
    shown = game.view()
    found: dict[str, Any] = shown["companies"].get(name) or shown["privates"][name]
    return found


def asked(game: Game[State]) -> tuple[str, str]:
    decision = game.decision()
    assert decision is not None
    return decision.actor, decision.kind


def prr(step: str = "track", phase: str = "3", cash: int = 500, **options: Any) -> Position:
    """Ada's PRR on turn. Its track leads from Altoona (H12) east to Lancaster (H16), so every step is asked."""
    return (
        Position(3, **options)
        .company("PRR", par=100, held=[60, 20], cash=cash, trains=("3-0",))
        .token("PRR", "H12")
        .tile("H14", "9", 1)
        .tile("H16", "57", 1)
        .phase(phase)
        .cash(100, 200, 300)
        .operating("PRR", step, revenue=30)
    )


# -- 10.2.1


@rule("1830 10.2.1", "1830 7.1")
def test_privates_pay_their_owner_player_or_company_at_the_start_of_each_operating_round() -> None:
    position = prr(cash=0).private("SV", 1).private("CS", "PRR").private("CA", 2).stock(number=2)
    game = position.game()
    while game.view()["round"] == "SR 2":
        play(game, Pass())
    assert game.view()["round"] == "OR 2.1"
    assert [player["cash"] for player in game.view()["players"]] == [100, 205, 325]
    assert view(game, "PRR")["cash"] == 10


@rule("1830 10.2.1")
def test_all_privates_close_at_the_first_five() -> None:
    position = prr("trains", "4", cash=450).private("SV", 1).private("CS", "PRR").private("MH", 2).private("BO", 0)
    game = play(position.depot(_4=0).game(), BuyTrain("5-0", 450))
    assert all(private["closed"] and private["owner"] is None for private in game.view()["privates"].values())


# -- 10.2.2


@rule("1830 10.2.2")
@pytest.mark.parametrize("phase", ["3", "4"])
@pytest.mark.parametrize(
    ("name", "low", "high"), [("SV", 10, 40), ("CS", 20, 80), ("DH", 35, 140), ("MH", 55, 220), ("CA", 80, 320)]
)
def test_a_private_costs_from_half_to_twice_its_face_price(phase: str, name: str, low: int, high: int) -> None:
    game = prr(phase=phase).private(name, 0).game()
    ranges = [option.amount for option in game.options() if isinstance(option.action, BuyPrivate)]
    assert ranges == [Range(low, high)]
    accepted(game, BuyPrivate(name, low))
    accepted(game, BuyPrivate(name, high))
    refused(game, BuyPrivate(name, low - 1), "1830 10.2.2")
    refused(game, BuyPrivate(name, high + 1), "1830 10.2.2")


@rule("1830 10.2.2")
@pytest.mark.parametrize("phase", ["2", "5", "6", "D"])
def test_in_other_phases_companies_buy_no_privates(phase: str) -> None:
    game = prr(phase=phase).private("SV", 0).game()
    assert offered(game, BuyPrivate) == []
    refused(game, BuyPrivate("SV", 20), "1830 10.2.2")


@rule("1830 10.2.2", "1830 14.11", "1830 A12")
@PRESETS
@pytest.mark.parametrize("step", STEPS)
def test_privates_are_bought_in_every_step_of_the_turn_and_the_step_stays(preset: str, step: str) -> None:
    game = prr(step, preset=preset).private("SV", 0).private("DH", 0).game()
    assert asked(game) == ("PRR", step)
    play(game, BuyPrivate("SV", 20))
    assert asked(game) == ("PRR", step)
    play(game, BuyPrivate("DH", 70))
    assert view(game, "PRR")["privates"] == ["SV", "DH"]


@rule("1830 10.2.2", "1830 0.6")
def test_any_player_may_sell_and_must_agree() -> None:
    game = play(prr().private("SV", 2).game(), BuyPrivate("SV", 40))
    assert (game.view()["asked"]["seat"], asked(game)[1]) == (2, "consent")
    no = play(game.branch(), Answer(False))
    assert view(no, "SV")["owner"] == "Cleo"
    assert asked(no) == ("PRR", "track")
    play(game, Answer(True))
    assert view(game, "SV")["owner"] == "PRR"
    assert (view(game, "PRR")["cash"], game.state.players[2].cash) == (460, 340)


@rule("1830 10.2.2")
def test_a_company_s_private_is_never_sold_on() -> None:
    position = prr().company("C&O", par=67, held=[60]).private("SV", "C&O")
    refused(position.game(), BuyPrivate("SV", 20), "1830 10.2.2")
    refused(prr().private("SV", "PRR").game(), BuyPrivate("SV", 20), "1830 10.2.2")
    stock = prr().private("SV", "PRR").stock(seat=0).game()
    refused(stock, BuyPrivate("SV", 20), "1830 4.15")
    refused(stock, SellPrivate("SV", 1, 20), "1830 4.15")


@rule("1830 10.2.2", "1830 A12")
def test_only_the_company_on_turn_buys() -> None:
    position = prr().company("C&O", par=67, held=[0, 60], president=1, cash=500).private("SV", 1)
    refused(position.game(), BuyPrivate("SV", 20), "1830 14.1", seat=1)


@rule("1830 10.2.2")
def test_a_closed_private_is_not_bought() -> None:
    refused(prr().game(), BuyPrivate("SV", 20), "1830 10.2.2")


@rule("1830 10.2.2a")
def test_the_price_goes_from_the_treasury_to_the_player_and_may_not_exceed_it() -> None:
    game = prr(cash=50).private("CS", 0).game()
    refused(game, BuyPrivate("CS", 51), "1830 10.2.2a")
    bank = game.state.bank
    game = accepted(game, BuyPrivate("CS", 50))
    assert (view(game, "PRR")["cash"], game.state.players[0].cash, game.state.bank) == (0, 150, bank)


# -- 10.2.3


@rule("1830 10.2.3", "1830 8.1.9")
def test_a_player_s_private_blocks_its_hex_until_a_company_buys_it() -> None:
    position = Position(3).company("CPR", par=100, held=[60, 20], cash=100).token("CPR", "A19").phase("3")
    game = position.private("CS", 0).operating("CPR", "track").game()
    refused(game, LayTile("B20", "58", 2), "1830 8.1.9")
    play(game, BuyPrivate("CS", 40))
    accepted(game, LayTile("B20", "58", 2))


# -- 10.3.1 Schuylkill Valley


@rule("1830 10.3.1")
def test_sv_has_no_power() -> None:
    game = prr().private("SV", "PRR").game()
    refused(game, LayTile("G15", "9", 0, "SV"), "1830 14.1")
    refused(game, Exchange("SV", "ipo"), "1830 10.3.4")
    assert not any(getattr(option.action, "power", "") for option in game.options())


# -- 10.3.2 Champlain & St. Lawrence

# Only the north-east side of B20 (edge 3) leads off the map: tiles with that exit are left out.
CS_LAYS = sorted(
    [("3", rotation) for rotation in (0, 1, 4, 5)]
    + [("4", rotation) for rotation in (1, 2, 4, 5)]
    + [("58", rotation) for rotation in (0, 2, 4, 5)]
)
CS = LayTile("B20", "58", 2, "CS")


def cs_lays(game: Game[State]) -> list[tuple[str, int]]:
    return sorted((action.tile, action.rotation) for action in offered(game, LayTile) if action.power == "CS")


@rule("1830 10.3.2")
@PRESETS
def test_cs_lays_one_of_three_tiles_on_b20_free_and_without_connection(preset: str) -> None:
    game = prr(cash=7, preset=preset).private("CS", "PRR").game()
    assert cs_lays(game) == CS_LAYS
    game = accepted(game, CS)
    assert game.view()["tiles"]["B20"] == "58/2"
    assert view(game, "PRR")["cash"] == 7


@rule("1830 10.3.2")
def test_cs_lays_only_its_tiles_on_its_hex() -> None:
    game = prr().private("CS", "PRR").game()
    refused(game, LayTile("F10", "58", 3, "CS"), "1830 10.3.2")
    refused(game, LayTile("B20", "9", 1, "CS"), "1830 8.1.3")
    refused(game, LayTile("B20", "58", 1, "CS"), "1830 8.1.4")


@rule("1830 10.3.2")
@PRESETS
def test_the_lay_of_cs_is_additional_and_made_once(preset: str) -> None:
    game = prr(preset=preset).private("CS", "PRR").game()
    normal = next(action for action in offered(game, LayTile) if not action.power)
    play(game, CS)
    assert asked(game) == ("PRR", "track"), "the normal lay is still open"
    refused(game, CS, "1830 10.3.2")
    accepted(game, normal)


@rule("1830 10.3.2", "1830 10.2.1")
def test_cs_stays_open_after_its_lay_and_keeps_paying() -> None:
    position = prr(cash=0).private("CS", "PRR")
    position.s.round = RoundName("operating", 2, 1, 2)
    game = play(position.game(), CS)
    assert not view(game, "CS")["closed"]
    while game.view()["round"] == "OR 2.1":
        play(
            game,
            Dividend("pay") if asked(game)[1] == "dividend" else RunRoutes(()) if asked(game)[1] == "run" else Pass(),
        )
    assert view(game, "PRR")["cash"] == 10


@rule("1830 A1", "1830 10.3.2", "1830 10.3.3")
@PRESETS
def test_a_player_who_owns_cs_or_dh_has_no_lay(preset: str) -> None:
    game = prr(preset=preset).private("CS", 0).private("DH", 0).game()
    refused(game, CS, "1830 10.3.2")
    refused(game, LayTile("F16", "57", 0, "DH"), "1830 10.3.3")


@rule("1830 A1", "1830 10.3.2", "1830 10.3.3")
def test_another_company_s_privates_are_of_no_use() -> None:
    game = prr().company("C&O", par=67, held=[60]).private("CS", "C&O").private("DH", "C&O").game()
    refused(game, CS, "1830 10.3.2")
    refused(game, LayTile("F16", "57", 0, "DH"), "1830 10.3.3")


@rule("1830 10.3.2a", "1830 A11", "1830 14.8")
def test_by_the_seed_cs_lays_before_or_after_the_normal_lay() -> None:
    game = prr().private("CS", "PRR").game()
    normal = next(action for action in offered(game, LayTile) if not action.power)
    before = play(game.branch(), CS, normal)
    after = play(game.branch(), normal)
    assert asked(after) == ("PRR", "track")
    assert {action.power for action in offered(after, LayTile)} == {"CS"}
    play(after, CS)
    assert asked(before)[1] == asked(after)[1] != "track"
    assert before.view()["tiles"] == after.view()["tiles"]


@rule("1830 10.3.2a", "1830 A11")
@pytest.mark.parametrize("step", STEPS[1:])
def test_by_the_seed_cs_lays_in_no_other_step(step: str) -> None:
    game = prr(step).private("CS", "PRR").private("SV", 1).game()
    assert asked(game) == ("PRR", step)
    assert cs_lays(game) == []
    refused(game, CS, "1830 10.3.2a")


@rule("1830 10.3.2a")
def test_by_the_seed_a_pass_ends_the_chance_of_the_turn() -> None:
    game = play(prr().private("CS", "PRR").game(), Pass())
    refused(game, CS, "1830 10.3.2a")


@rule("1830 10.3.2a", "1830 A11", "1830 14.11")
@ANY_MOMENT
@pytest.mark.parametrize("step", STEPS)
def test_with_the_other_value_cs_lays_in_every_step_and_the_step_stays(step: str, options: dict[str, Any]) -> None:
    game = prr(step, **options).private("CS", "PRR").private("SV", 0).game()
    assert asked(game) == ("PRR", step)
    game = accepted(game, CS)
    assert asked(game) == ("PRR", step)
    assert game.view()["tiles"]["B20"] == "58/2"


@rule("1830 10.3.2a")
@ANY_MOMENT
def test_with_the_other_value_cs_lays_directly_after_it_was_bought(options: dict[str, Any]) -> None:
    game = play(prr("trains", **options).private("CS", 0).game(), BuyPrivate("CS", 40))
    accepted(game, CS)


@rule("1830 10.3.2b")
@PRESETS
def test_when_a_tile_lies_on_b20_the_power_is_gone(preset: str) -> None:
    game = prr(preset=preset).tile("B20", "4", 1).private("CS", "PRR").game()
    assert cs_lays(game) == []
    refused(game, CS, "1830 10.3.2b")


@rule("1830 10.3.2b")
def test_once_a_company_owns_cs_everybody_builds_on_b20_by_the_normal_rules() -> None:
    position = prr().company("CPR", par=67, held=[0, 60], president=1).token("CPR", "A19").private("CS", "PRR")
    game = position.operating("CPR", "track", waiting=("PRR",)).game()
    refused(game, LayTile("B20", "58", 4), "1830 8.1.6")
    game = accepted(game, LayTile("B20", "58", 2))
    assert game.view()["tiles"]["B20"] == "58/2"
    refused(prr().private("CS", "PRR").game(), LayTile("B20", "58", 2), "1830 8.1.6")


# -- 10.3.3 Delaware & Hudson

DH = LayTile("F16", "57", 0, "DH")


def dh(**options: Any) -> Position:
    """PRR owns DH."""
    return prr(**options).private("DH", "PRR")


@rule("1830 10.3.3")
@PRESETS
def test_dh_lays_57_on_f16_without_connection_for_120(preset: str) -> None:
    game = dh(preset=preset).game()
    lays = [action for action in offered(game, LayTile) if action.power == "DH"]
    assert lays == [LayTile("F16", "57", rotation, "DH") for rotation in range(6)]
    refused(game, LayTile("F16", "57", 0), "1830 8.1.6")
    game = accepted(game, DH)
    assert game.view()["tiles"]["F16"] == "57/0"
    assert view(game, "PRR")["cash"] == 380
    assert not view(game, "DH")["closed"]


@rule("1830 10.3.3", "1830 8.1.8")
def test_the_mountain_must_be_paid() -> None:
    refused(dh(cash=119).game(), DH, "1830 8.1.8")
    accepted(dh(cash=120).game(), DH)


@rule("1830 10.3.3")
def test_dh_lays_on_its_hex_only() -> None:
    refused(dh().game(), LayTile("H10", "57", 1, "DH"), "1830 10.3.3")


@rule("1830 10.3.3")
def test_the_lay_of_dh_is_the_normal_lay() -> None:
    game = play(dh().game(), DH, Pass())
    assert asked(game)[1] == "token", "no second lay is asked"
    # With CS the step goes on after the normal lay, but DH's lay is spent with it.
    game = dh().private("CS", "PRR").game()
    play(game, next(action for action in offered(game, LayTile) if not action.power))
    refused(game, DH, "1830 10.3.3")


@rule("1830 10.3.3")
@pytest.mark.parametrize("step", STEPS[1:])
def test_dh_lays_in_the_track_step_only(step: str) -> None:
    game = dh(step=step).private("SV", 0).game()
    assert asked(game) == ("PRR", step)
    refused(game, DH, "1830 14.1")


@rule("1830 10.3.3", "1830 10.2.1")
def test_dh_keeps_paying_after_its_lay() -> None:
    position = dh(cash=120).change("PRR", trains=("3-0",))
    position.s.round = RoundName("operating", 2, 1, 2)
    game = play(position.game(), DH, Pass())
    play(game, RunRoutes(()))
    assert game.view()["round"] == "OR 2.2"
    assert view(game, "PRR")["cash"] == 15


@rule("1830 10.3.3a", "1830 14.9")
@PRESETS
def test_the_token_of_dh_is_free_needs_no_connection_and_is_the_token_of_the_turn(preset: str) -> None:
    game = play(dh(preset=preset).game(), DH)
    assert asked(game)[1] == "special_token"
    game = accepted(game, PlaceToken("F16", 0, "DH"))
    assert game.view()["tokens"]["F16"] == [["PRR"]]
    assert view(game, "PRR")["cash"] == 380
    assert asked(game)[1] == "run", "Lancaster is connected, but the token of the turn is placed"


@rule("1830 10.3.3a")
def test_the_token_of_dh_goes_to_f16_only() -> None:
    game = play(dh().game(), DH)
    refused(game, PlaceToken("H16", 0, "DH"), "1830 10.3.3a")
    refused(game, PlaceToken("F16", 1, "DH"), "1830 10.3.3a")


@rule("1830 10.3.3a", "1830 8.2.1")
def test_the_token_of_dh_is_the_next_in_order_so_the_following_one_costs_what_comes_after_it() -> None:
    position = dh(cash=500)
    position.s.round = RoundName("operating", 2, 1, 2)
    game = play(position.game(), DH, PlaceToken("F16", 0, "DH"), RunRoutes(()))
    while game.view()["round"] == "OR 2.1":
        play(game, Pass())
    play(game, Pass())
    assert asked(game) == ("PRR", "token")
    before = view(game, "PRR")["cash"]
    play(game, PlaceToken("H16", 0))
    assert before - view(game, "PRR")["cash"] == 100, "home, 40 (placed free by DH), 100"


@rule("1830 10.3.3b", "1830 A22")
def test_the_token_not_placed_at_once_is_placed_by_the_normal_rules() -> None:
    game = play(dh().game(), DH, Pass())
    assert asked(game) == ("PRR", "token")
    assert offered(game, PlaceToken) == [PlaceToken("H16", 0)]
    refused(game, PlaceToken("F16", 0), "1830 8.2.2")
    refused(game, PlaceToken("F16", 0, "DH"), "1830 14.1")
    play(game, PlaceToken("H16", 0))
    assert view(game, "PRR")["cash"] == 500 - 120 - 40


@rule("1830 A22", "1830 14.9")
def test_nothing_stands_between_the_lay_of_dh_and_its_token() -> None:
    game = play(dh().private("SV", 0).private("CS", "PRR").game(), DH)
    for action in (BuyPrivate("SV", 20), CS, BuyTrain("3-1", 180)):
        refused(game, action, "1830 14.1")
    refused(game, LayTile("G15", "8", 3), "1830 8.1.1", also="1830 14.1")
    assert {type(option.action) for option in game.options()} == {PlaceToken, Pass}


@rule("1830 10.3.3c")
def test_a_tile_on_f16_ends_the_power_of_dh() -> None:
    game = dh().tile("F16", "57", 1).game()
    refused(game, DH, "1830 10.3.3c")
    assert [action for action in offered(game, LayTile) if action.power] == []


def towards_scranton(**options: Any) -> Position:
    """PRR's track leads over H14 and G15 to the south-west side of F16."""
    position = Position(3, **options).company("PRR", par=100, held=[60, 20], cash=500).token("PRR", "H12").phase("3")
    return position.tile("H14", "8", 1).tile("G15", "9", 0).operating("PRR", "track")


@rule("1830 10.3.3c", "1830 A29")
def test_other_companies_build_on_f16_also_while_a_player_owns_dh() -> None:
    for owner in (0, 1):
        accepted(towards_scranton().private("DH", owner).game(), LayTile("F16", "57", 0))


@rule("1830 10.3.3c", "1830 8.1.9", "1830 A29")
@pytest.mark.parametrize("options", [{"preset": "games18xx"}, {"dh_hex_blocked": True}])
def test_f16_may_be_blocked_while_a_player_owns_dh(options: dict[str, Any]) -> None:
    refused(towards_scranton(**options).private("DH", 1).game(), LayTile("F16", "57", 0), "1830 8.1.9")
    accepted(towards_scranton(**options).game(), LayTile("F16", "57", 0))


@rule("1830 10.3.3c")
@PRESETS
def test_after_a_normal_tile_on_f16_the_power_is_gone(preset: str) -> None:
    position = towards_scranton(preset=preset).company("C&O", par=67, held=[60], cash=500).private("DH", "C&O")
    game = play(position.operating("PRR", "track", waiting=("C&O",)).game(), LayTile("F16", "57", 0))
    while asked(game)[0] == "PRR":
        play(game, offered(game, BuyTrain)[0] if not offered(game, Pass) else Pass())
    assert asked(game) == ("C&O", "track")
    refused(game, DH, "1830 10.3.3c")


# -- 10.3.4 Mohawk & Hudson


def mh(owner: int | str = 0, held: list[int] | None = None, pool: int = 10, **options: Any) -> Position:
    """Ben is president of NYC (par 67); the owner of MH is Ada."""
    return (
        Position(3, **options)
        .company("NYC", par=67, held=held or [0, 60], president=1, pool=pool)
        .token("NYC", "E19")
        .private("MH", owner)
        .cash(500, 500, 500)
    )


@rule("1830 10.3.4")
@PRESETS
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_mh_is_exchanged_for_a_share_from_ipo_or_pool(preset: str, source: str) -> None:
    game = mh(preset=preset).stock(seat=0).game()
    before = (game.state.bank, game.state.players[0].cash)
    left = view(game, "NYC")[source]
    game = accepted(game, Exchange("MH", source), seat=0)
    assert game.view()["players"][0]["shares"] == {"NYC": 10}
    assert view(game, "NYC")[source] == left - 10
    assert view(game, "MH")["closed"]
    assert (game.state.bank, game.state.players[0].cash) == before


@rule("1830 10.3.4")
def test_there_must_be_a_share_where_it_is_taken_from() -> None:
    refused(mh(pool=0).stock(seat=0).game(), Exchange("MH", "pool"), "1830 10.3.4")
    sold_out = mh(held=[0, 60, 40], pool=0).stock(seat=0).game()
    refused(sold_out, Exchange("MH", "ipo"), "1830 10.3.4")
    refused(sold_out, Exchange("MH", "bank"), "1830 10.3.4")


@rule("1830 10.3.4", "1830 A20")
def test_the_exchange_obeys_the_60_percent_limit() -> None:
    accepted(mh(held=[50, 20, 0]).change("NYC", president=0).stock(seat=0).game(), Exchange("MH", "ipo"), seat=0)
    full = mh(held=[60, 20, 0]).change("NYC", president=0)
    refused(full.stock(seat=0).game(), Exchange("MH", "ipo"), "1830 10.3.4")


@rule("1830 10.3.4")
@pytest.mark.parametrize(("cell", "free"), [((3, 0), True), ((5, 0), True), ((3, 1), False)])
def test_the_limit_is_lifted_in_orange_and_brown(cell: tuple[int, int], free: bool) -> None:
    position = mh().company("NYC", par=67, held=[60, 20], cell=cell).stock(seat=0)
    assert bool(offered(position.game(), Exchange)) is free
    if not free:
        refused(position.game(), Exchange("MH", "ipo"), "1830 10.3.4")


@rule("1830 10.3.4", "1830 10.3.4b", "1830 A24", "1830 4.17d")
@PRESETS
def test_nyc_need_not_have_been_started_and_nobody_becomes_president(preset: str) -> None:
    game = Position(3, preset).private("MH", 0).cash(500, 500, 500).stock(seat=0).game()
    refused(game, Exchange("MH", "pool"), "1830 10.3.4")
    game = accepted(game, Exchange("MH", "ipo"), seat=0)
    assert (view(game, "NYC")["president"], view(game, "NYC")["ipo"]) == (None, 90)
    play(game, Pass(), Par("NYC", 67))
    assert view(game, "NYC")["president"] == "Ben"
    assert view(game, "NYC")["ipo"] == 70


@rule("1830 10.3.4")
@PRESETS
def test_a_company_that_owns_mh_cannot_exchange_it(preset: str) -> None:
    game = mh("NYC", preset=preset).operating("NYC", "track").game()
    assert offered(game, Exchange) == []
    refused(game, Exchange("MH", "ipo"), "1830 10.3.4")


@rule("1830 10.3.4")
def test_only_the_owner_exchanges_and_only_mh() -> None:
    game = mh().private("CA", 0).stock(seat=0).game()
    refused(game, Exchange("MH", "ipo"), "1830 10.3.4", seat=1)
    refused(game, Exchange("CA", "ipo"), "1830 10.3.4")


# 10.3.4a


@rule("1830 10.3.4a", "1830 14.12")
@PRESETS
def test_mh_is_exchanged_at_any_moment_of_the_owner_s_stock_turn(preset: str) -> None:
    game = mh(preset=preset).company("PRR", par=67, held=[20, 40], president=1).stock(seat=0).game()
    accepted(game, Exchange("MH", "ipo"), seat=0)
    play(game, SellShares("PRR", 10))
    accepted(game, Exchange("MH", "ipo"), seat=0)
    play(game, BuyShare("NYC", "ipo"))
    accepted(game, Exchange("MH", "ipo"), seat=0)


@rule("1830 10.3.4a", "1830 14.12")
@pytest.mark.parametrize(("preset", "later"), [("seed", False), ("games18xx", True)])
def test_in_another_player_s_stock_turn_mh_is_exchanged_before_his_first_action(preset: str, later: bool) -> None:
    game = mh(preset=preset).company("PRR", par=67, held=[0, 40, 20], president=1).stock(seat=1).game()
    branch = accepted(game, Exchange("MH", "ipo"), seat=0)
    assert branch.view()["asked"]["seat"] == 1, "the question stays"
    play(game, SellShares("PRR", 10))
    if later:
        accepted(game, Exchange("MH", "ipo"), seat=0)
    else:
        refused(game, Exchange("MH", "ipo"), "1830 10.3.4a", seat=0)


@rule("1830 10.3.4a", "1830 14.12")
@pytest.mark.parametrize(("preset", "later"), [("seed", False), ("games18xx", True)])
def test_in_an_operating_round_mh_is_exchanged_before_the_company_s_first_action(preset: str, later: bool) -> None:
    game = mh(preset=preset).change("NYC", cash=200).operating("NYC", "track").game()
    branch = accepted(game, Exchange("MH", "ipo"), seat=0)
    assert asked(branch) == ("NYC", "track")
    play(game, Pass())
    assert asked(game) == ("NYC", "trains")
    if later:
        accepted(game, Exchange("MH", "ipo"), seat=0)
    else:
        refused(game, Exchange("MH", "ipo"), "1830 10.3.4a", seat=0)
        assert offered(game, Exchange) == []


@rule("1830 10.3.4a", "1830 14.12", "1830 A31")
@PRESETS
def test_mh_is_exchanged_at_any_moment_of_the_turn_of_the_owner_s_company(preset: str) -> None:
    game = prr(preset=preset).company("NYC", held=[0, 60], president=1, pool=10).private("MH", 0).game()
    for action in (LayTile("H10", "57", 1), Pass(), RunRoutes(()), BuyTrain("3-1", 180)):
        accepted(game, Exchange("MH", "pool"), seat=0)
        play(game, action)
    assert asked(game) == ("PRR", "trains")
    after = accepted(game, Exchange("MH", "ipo"), seat=0)
    assert asked(after) == ("PRR", "trains")


@rule("1830 10.3.4a", "1830 A31")
def test_the_turn_is_the_owner_s_whoever_is_asked_in_it() -> None:
    position = mh().company("PRR", par=82, held=[60], cash=450, trains=()).token("PRR", "H12").phase("4")
    position.depot(_4=0).change("NYC", trains=("4-0", "4-1", "4-2"))
    game = play(position.operating("PRR", "trains").game(), BuyTrain("5-0", 450))
    assert game.view()["asked"] | {"rule": ""} == {"seat": 1, "actor": "NYC", "kind": "discard", "rule": ""}
    assert offered(game, Exchange) == [], "the first 5 has closed MH"
    position.private("MH", 0).s.frames += (Discard(position.t.company("NYC")),)
    position.change("NYC", trains=("4-0", "4-1", "4-2", "4-3"))
    accepted(position.game(), Exchange("MH", "ipo"), seat=0)
    position.private("MH", 2)
    refused(position.game(), Exchange("MH", "ipo"), "1830 10.3.4a", seat=2)


@rule("1830 10.3.4a")
@PRESETS
def test_mh_is_not_exchanged_during_the_auction(preset: str) -> None:
    game = new(3, preset)
    play(game, BuyPrivate("SV", 20), BuyPrivate("CS", 40), BuyPrivate("DH", 70), BuyPrivate("MH", 110))
    assert view(game, "MH")["owner"] == "Ada"
    assert offered(game, Exchange) == []
    refused(game, Exchange("MH", "ipo"), "1830 10.3.4a", seat=0)


# 10.3.4b


@rule("1830 10.3.4b", "1830 4.17")
def test_the_share_counts_for_the_presidency_at_once() -> None:
    game = mh(held=[30, 30]).stock(seat=2).game()
    game.apply(Exchange("MH", "ipo"), 0)
    assert view(game, "NYC")["president"] == "Ada"


@rule("1830 10.3.4b", "1830 6.1", "1830 6.2")
def test_the_share_counts_for_floating_at_once() -> None:
    position = mh(held=[0, 50], pool=0).change("NYC", floated=False, operated=False, par=67)
    position.company("B&M", par=100, held=[0, 0, 60], president=2, cash=500).token("B&M", "E23")
    game = position.operating("B&M", "track").game()
    game.apply(Exchange("MH", "ipo"), 0)
    assert (view(game, "NYC")["floated"], view(game, "NYC")["cash"]) == (True, 670)
    play(game, Pass(), BuyTrain("2-0", 80), Pass())
    assert game.view()["round"] == "SR 3", "NYC does not operate in this round"


# 10.3.4c


@rule("1830 10.3.4c", "1830 A25")
def test_the_exchange_is_not_the_purchase_of_the_turn() -> None:
    game = mh().stock(seat=0).game()
    play(game, Exchange("MH", "ipo"))
    game = accepted(game, BuyShare("NYC", "ipo"))
    assert game.view()["players"][0]["shares"]["NYC"] == 20


@rule("1830 10.3.4c", "1830 4.9")
def test_the_exchange_is_allowed_after_selling_nyc_in_the_same_round() -> None:
    game = play(mh(held=[20, 40]).stock(seat=0).game(), SellShares("NYC", 10))
    refused(game, BuyShare("NYC", "pool"), "1830 4.9")
    accepted(game, Exchange("MH", "pool"), seat=0)


@rule("1830 10.3.4c", "1830 A20")
def test_the_certificate_limit_is_not_checked() -> None:
    # Three players: the limit is 20. Five companies of 40 % (four certificates each) make 20 with MH one too many.
    position = mh()
    for name in ("PRR", "CPR", "B&O", "C&O", "ERIE"):
        position.company(name, par=100, held=[40, 50], president=1, operated=False)
    game = position.stock(seat=1).game()
    assert game.view()["players"][0]["certificates"] == 21
    game = accepted(game, Exchange("MH", "ipo"), seat=0)
    assert game.view()["players"][0]["certificates"] == 21


@rule("1830 A20", "1830 4.14a")
def test_the_exchange_raises_only_the_count_of_a_president_who_loses_his_certificate() -> None:
    # Ada and Ben hold 30 % each; with the exchange Ada becomes president: certificate and two shares, Ben three shares.
    game = mh(held=[30, 30]).stock(seat=2).game()
    assert [player["certificates"] for player in game.view()["players"]] == [3 + 1, 2, 0]
    game.apply(Exchange("MH", "ipo"), 0)
    assert [player["certificates"] for player in game.view()["players"]] == [3, 3, 0]


@rule("1830 10.3.4c", "1830 A25", "1830 4.1", "1830 4.19")
@PRESETS
def test_a_turn_with_nothing_but_the_exchange_is_a_pass(preset: str) -> None:
    position = mh(preset=preset)
    position.s.priority = 1
    game = position.stock(seat=1).game()
    play(game, Pass(), Pass())
    assert game.view()["asked"]["seat"] == 0
    play(game, Exchange("MH", "ipo"), Pass())
    assert game.view()["round"] == "OR 2.1", "all three have passed"
    assert game.view()["priority"] == "Ben", "nobody bought or sold: the priority stays"


# -- 10.3.5 Camden & Amboy


@rule("1830 10.3.5", "1830 2.9")
@PRESETS
def test_only_the_first_buyer_of_ca_gets_a_share_of_prr(preset: str) -> None:
    position = (
        Position(3, preset).company("PRR", par=67, held=[10, 40], president=1).private("CA", 0).cash(500, 500, 500)
    )
    game = play(position.stock(seat=2).game(), BuyPrivate("CA", 200), Answer(True))
    assert view(game, "CA")["owner"] == "Cleo"
    assert not view(game, "CA")["closed"]
    assert game.view()["companies"]["PRR"]["ipo"] == 50
    assert [player["shares"].get("PRR", 0) for player in game.view()["players"]] == [10, 40, 0]


@rule("1830 10.3.5", "1830 10.2.2")
def test_a_company_that_buys_ca_gets_no_share() -> None:
    game = play(prr().private("CA", 0).game(), BuyPrivate("CA", 160))
    assert (view(game, "PRR")["ipo"], view(game, "PRR")["pool"]) == (20, 0)
    assert view(game, "CA")["owner"] == "PRR"


@rule("1830 10.3.5")
@PRESETS
def test_the_share_of_ca_cannot_be_sold_while_prr_has_no_price(preset: str) -> None:
    position = Position(3, preset).private("CA", 0).cash(500, 500, 500)
    position.change("PRR", held=(10, 0, 0), ipo=90)
    refused(position.stock(seat=0).game(), SellShares("PRR", 10), "1830 10.3.5")


@rule("1830 10.3.5", "1830 4.4")
def test_later_it_is_sold_like_any_other_share() -> None:
    position = Position(3).company("PRR", par=67, held=[10, 60], president=1).private("CA", 0).cash(0, 500, 500)
    game = play(position.stock(seat=0).game(), SellShares("PRR", 10))
    assert game.state.players[0].cash == 67
    assert view(game, "CA")["owner"] == "Ada"


# -- 10.3.6 Baltimore & Ohio


@rule("1830 10.3.6", "1830 A23")
@PRESETS
def test_bo_is_sold_to_nobody(preset: str) -> None:
    refused(prr(preset=preset).private("BO", 0).game(), BuyPrivate("BO", 220), "1830 10.3.6")
    stock = Position(3, preset).private("BO", 0).cash(500, 500, 500)
    refused(stock.stock(seat=1).game(), BuyPrivate("BO", 220), "1830 10.3.6")
    refused(stock.stock(seat=0).game(), SellPrivate("BO", 1, 220), "1830 10.3.6")


@rule("1830 10.3.6", "1830 A23")
def test_bo_stays_with_its_owner_when_he_loses_the_presidency() -> None:
    position = Position(3).company("B&O", par=67, held=[40, 20]).private("BO", 0).cash(500, 500, 500)
    game = play(position.stock(seat=0).game(), SellShares("B&O", 30))
    assert view(game, "B&O")["president"] == "Ben"
    assert (view(game, "BO")["owner"], view(game, "BO")["closed"]) == ("Ada", False)


def b_and_o(**fields: Any) -> Position:
    """Ben's B&O in its train step; Ada owns BO; Cleo's C&O has a 2."""
    return (
        Position(3)
        .company("B&O", par=67, held=[0, 60], president=1, cash=500, **fields)
        .company("C&O", par=67, held=[0, 0, 60], president=2, cash=500, trains=("2-0",))
        .token("B&O", "I15")
        .private("BO", 0)
        .depot(_2=5)
        .operating("B&O", "trains")
    )


@rule("1830 10.3.6")
def test_bo_closes_with_the_first_train_of_b_and_o_from_the_depot() -> None:
    game = play(b_and_o().game(), BuyTrain("2-1", 80))
    assert (view(game, "BO")["closed"], view(game, "BO")["owner"]) == (True, None)


@rule("1830 10.3.6")
def test_bo_closes_with_the_first_train_of_b_and_o_from_another_company() -> None:
    game = play(b_and_o().game(), BuyTrain("2-0", 10), Answer(True))
    assert view(game, "BO")["closed"]


@rule("1830 10.3.6")
def test_bo_closes_with_the_first_train_of_b_and_o_from_the_train_pool() -> None:
    game = play(b_and_o().depot(_2=4).pool_trains("2-1").game(), BuyTrain("2-1", 80))
    assert view(game, "BO")["closed"]


@rule("1830 10.3.6")
def test_a_train_of_another_company_leaves_bo_open() -> None:
    position = b_and_o().operating("C&O", "trains").token("C&O", "F6")
    game = play(position.game(), BuyTrain("2-1", 80))
    assert not view(game, "BO")["closed"]


@rule("1830 10.3.6", "1830 10.2.1")
def test_bo_closes_in_phase_5_without_b_and_o() -> None:
    position = b_and_o().change("C&O", trains=()).phase("4").depot(_4=0).token("C&O", "F6").operating("C&O", "trains")
    game = play(position.game(), BuyTrain("5-0", 450))
    assert view(game, "BO")["closed"]
