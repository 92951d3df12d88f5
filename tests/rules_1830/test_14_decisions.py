"""1830 14.10c to 14.14: who is asked when at the end of a turn, and what is accepted out of turn."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    Answer,
    BuyPrivate,
    BuyTrain,
    ChooseCity,
    DiscardTrain,
    Exchange,
    LayTile,
    Pass,
    PlaceToken,
    SellPrivate,
    SellShares,
)
from stellwerk.eighteen.state import State
from tests.support import Position, accepted, offered, play, refused, rule

PRESETS = pytest.mark.parametrize("preset", ["seed", "games18xx"])
CS = LayTile("B20", "58", 2, "CS")


def asked(game: Game[State]) -> tuple[str, str]:
    decision = game.decision()
    assert decision is not None
    return decision.actor, decision.kind


def view(game: Game[State], name: str) -> dict[str, Any]:
    """A company or a private as the view shows it."""
    shown = game.view()
    found: dict[str, Any] = shown["companies"].get(name) or shown["privates"][name]
    return found


def bm(
    cash: int,
    trains: tuple[str, ...] = ("2-0",),
    phase: str = "2",
    step: str = "trains",
    purse: int = 0,
    **options: Any,
) -> Position:
    """Ada's B&M, the only company; it has a route."""
    return (
        Position(3, **options)
        .company("B&M", par=100, held=[60, 20], cash=cash, trains=trains)
        .token("B&M", "E23")
        .phase(phase)
        .cash(purse, 400, 300)
        .operating("B&M", step)
    )


def trains_asked(position: Position) -> bool:
    game = position.game()
    if game.view()["round"] == "SR 3":
        return False
    assert asked(game) == ("B&M", "trains")
    return True


# -- 14.10c


@rule("1830 14.10c")
@PRESETS
def test_a_company_that_must_buy_is_asked_whatever_it_has(preset: str) -> None:
    game = bm(0, trains=(), preset=preset).game()
    assert asked(game) == ("B&M", "trains")
    assert view(game, "B&M")["trains"] == []
    refused(game, Pass(), "1830 9.9")


@rule("1830 14.10c")
def test_not_even_a_forced_train_is_bought_automatically() -> None:
    game = bm(80, trains=()).game()
    assert offered(game, BuyTrain) == [BuyTrain("2-0", 80)]
    assert view(game, "B&M")["cash"] == 80


@rule("1830 14.10c")
@PRESETS
@pytest.mark.parametrize(("cash", "expected"), [(80, True), (79, False)])
def test_a_company_is_asked_if_it_can_pay_the_cheapest_train(preset: str, cash: int, expected: bool) -> None:
    assert trains_asked(bm(cash, preset=preset).depot(_2=5)) is expected


@rule("1830 14.10c")
@pytest.mark.parametrize(("cash", "expected"), [(180, True), (179, False)])
def test_the_train_pool_counts_as_on_sale(cash: int, expected: bool) -> None:
    assert trains_asked(bm(cash, trains=("4-0",), phase="4").pool_trains("3-0")) is expected


@rule("1830 14.10c")
@PRESETS
@pytest.mark.parametrize(("cash", "expected"), [(1, True), (0, False)])
def test_one_dollar_is_enough_while_another_company_owns_a_train(preset: str, cash: int, expected: bool) -> None:
    position = bm(cash, preset=preset).company("C&O", held=[0, 60], president=1, trains=("2-1",)).depot(_2=4)
    assert trains_asked(position) is expected


@rule("1830 14.10c")
def test_another_company_without_a_train_is_no_reason_to_ask() -> None:
    assert not trains_asked(bm(70).company("C&O", held=[0, 60], president=1).depot(_2=5))


@rule("1830 14.10c")
def test_at_the_limit_nothing_is_asked() -> None:
    owned = ("2-0", "2-1", "2-2", "2-3")
    position = bm(500, trains=owned).company("C&O", held=[0, 60], president=1, trains=("2-4",)).depot(_2=1)
    assert not trains_asked(position)


@rule("1830 14.10c")
@PRESETS
@pytest.mark.parametrize(("cash", "expected"), [(800, True), (799, False)])
def test_at_the_limit_a_trade_in_is_asked_from_800_on(preset: str, cash: int, expected: bool) -> None:
    assert trains_asked(bm(cash, trains=("5-0", "6-0"), phase="6", preset=preset)) is expected


@rule("1830 14.10c")
def test_a_trade_in_needs_a_train_to_hand_in_and_a_diesel_on_sale() -> None:
    assert not trains_asked(bm(1000, trains=("4-0", "5-0"), phase="5"))
    assert not trains_asked(bm(1000, trains=("5-0", "6-0"), phase="D").depot(_D=0, _6=1))
    assert not trains_asked(bm(1000, trains=("D-0", "D-1"), phase="D").depot(_D=4))


@rule("1830 14.10c")
def test_the_test_is_made_again_after_each_purchase() -> None:
    game = play(bm(170).depot(_2=5).game(), BuyTrain("2-1", 80))
    assert asked(game) == ("B&M", "trains"), "90 are left"
    play(game, BuyTrain("2-2", 80))
    assert game.view()["round"] == "SR 3", "10 are left"


@rule("1830 14.10c")
def test_the_test_is_made_again_after_an_emergency_sale() -> None:
    game = play(bm(0, trains=()).game(), SellShares("B&M", 10))
    assert asked(game) == ("B&M", "trains")
    assert view(game, "B&M")["trains"] == []
    refused(game, Pass(), "1830 9.9")


# -- 14.10d


def over_the_limit(**options: Any) -> Position:
    """B&M with three 3s is about to buy the first 4, with which the limit falls to three; Ada owns SV, B&M owns CS."""
    position = bm(600, trains=("3-0", "3-1", "3-2"), phase="3", **options).depot(_3=0)
    return position.private("SV", 0).private("CS", "B&M").private("MH", 1)


@rule("1830 14.10d")
def test_a_discard_is_asked_also_if_all_trains_are_alike_and_there_is_no_pass() -> None:
    position = over_the_limit().company("PRR", held=[0, 60], president=1, trains=("3-3", "3-4", "3-5", "3-6"))
    game = play(position.game(), BuyTrain("4-0", 300))
    assert asked(game) == ("PRR", "discard")
    assert game.view()["asked"]["seat"] == 1
    assert offered(game, DiscardTrain) == [DiscardTrain(f"3-{number}") for number in range(3, 7)]
    refused(game, Pass(), "1830 14.1")


@rule("1830 14.10d")
def test_discards_come_before_anything_else_goes_on() -> None:
    game = play(over_the_limit().game(), BuyTrain("4-0", 300))
    assert asked(game) == ("B&M", "discard")
    refused(game, BuyTrain("4-1", 300), "1830 9.1", also="1830 14.1")
    play(game, DiscardTrain("3-0"))
    assert asked(game) == ("B&M", "privates"), "at the limit; the train step is over"


# -- 14.10e


def privates_asked(position: Position) -> bool:
    game = position.game()
    if game.view()["round"] == "SR 3":
        return False
    assert asked(game) == ("B&M", "privates")
    return True


def last(cash: int, phase: str = "3", **options: Any) -> Position:
    """B&M at the end of its turn."""
    return bm(cash, trains=("3-0",), phase=phase, step="privates", **options)


@rule("1830 14.10e")
@PRESETS
@pytest.mark.parametrize(("cash", "expected"), [(10, True), (9, False)])
def test_privates_are_asked_if_half_the_face_price_is_affordable(preset: str, cash: int, expected: bool) -> None:
    assert privates_asked(last(cash, preset=preset).private("SV", 1)) is expected


@rule("1830 14.10e")
@pytest.mark.parametrize(("phase", "expected"), [("2", False), ("3", True), ("4", True), ("5", False), ("6", False)])
def test_privates_are_asked_in_phases_3_and_4_only(phase: str, expected: bool) -> None:
    assert privates_asked(last(100, phase).private("SV", 1)) is expected


@rule("1830 14.10e")
def test_neither_bo_nor_a_company_s_private_is_a_reason_to_ask() -> None:
    assert not privates_asked(last(900).private("BO", 1))
    assert not privates_asked(last(900).private("DH", "B&M"))


@rule("1830 14.10e")
def test_privates_are_asked_again_after_each_purchase_and_a_pass_ends_the_turn() -> None:
    game = last(100).private("SV", 0).private("CS", 0).game()
    play(game, BuyPrivate("SV", 20))
    assert asked(game) == ("B&M", "privates")
    passed = play(game.branch(), Pass())
    assert passed.view()["round"] == "SR 3"
    play(game, BuyPrivate("CS", 40))
    assert game.view()["round"] == "SR 3", "nothing is left to buy"


@rule("1830 14.10e")
@pytest.mark.parametrize("phase", ["2", "3", "4"])
def test_the_unused_lay_of_cs_is_asked_for_when_it_may_be_made_at_any_time(phase: str) -> None:
    position = last(0, phase, preset="games18xx").private("CS", "B&M")
    assert privates_asked(position)
    game = play(last(0, phase, preset="games18xx").private("CS", "B&M").game(), CS)
    assert game.view()["round"] == "SR 3", "asked again by the same test: the lay is used"


@rule("1830 14.10e")
def test_cs_is_asked_for_also_if_b20_is_taken() -> None:
    game = last(0, preset="games18xx").tile("B20", "4", 1).private("CS", "B&M").game()
    assert asked(game) == ("B&M", "privates")
    assert [option.action for option in game.options()] == [Pass()]


@rule("1830 14.10e")
def test_cs_is_not_asked_for_when_used_or_a_player_s_or_by_the_seed() -> None:
    assert not privates_asked(last(0, preset="games18xx").private("CS", "B&M", used=True))
    assert not privates_asked(last(0, preset="games18xx").private("CS", 0))
    assert not privates_asked(last(0).private("CS", "B&M"))


# -- 14.11 (accepted in every step: test_10_privates.py)


@rule("1830 14.11")
def test_after_a_purchase_of_a_private_the_test_of_the_step_is_made_again() -> None:
    position = bm(200, trains=("3-0",), phase="3").private("SV", 0)
    game = play(position.game(), BuyPrivate("SV", 20))
    assert asked(game) == ("B&M", "trains"), "180 still buy a 3"
    game = play(bm(200, trains=("3-0",), phase="3").private("SV", 0).game(), BuyPrivate("SV", 21))
    assert game.view()["round"] == "SR 3", "179 buy nothing, and no private is left"


@rule("1830 14.11", "1830 14.10")
def test_a_token_that_can_no_longer_be_paid_is_skipped() -> None:
    position = (
        Position(3)
        .company("PRR", par=100, held=[60, 20], cash=50, trains=("3-0",))
        .token("PRR", "H12")
        .tile("H14", "9", 1)
        .tile("H16", "57", 1)
        .phase("3")
        .private("SV", 0)
        .operating("PRR", "token")
    )
    stays = play(position.game(), BuyPrivate("SV", 10))
    assert asked(stays) == ("PRR", "token")
    skipped = play(position.game(), BuyPrivate("SV", 11))
    assert asked(skipped) == ("PRR", "run")


def no_deals(game: Game[State]) -> None:
    """Neither a private nor the lay of CS is accepted or offered."""
    assert offered(game, BuyPrivate) == []
    assert [action for action in offered(game, LayTile) if action.power] == []
    refused(game, BuyPrivate("SV", 20), "1830 14.1")
    refused(game, CS, "1830 14.1")


def erie(**options: Any) -> Position:
    """Ada's ERIE in phase 3 owns CS; Ada owns SV, Ben owns MH."""
    position = Position(3, **options).company("ERIE", par=100, held=[60, 20], cash=500, operated=False).phase("3")
    return position.private("SV", 0).private("CS", "ERIE").private("MH", 1).cash(100, 100, 100)


def erie_chooses_its_home(**options: Any) -> Game[State]:
    """14.7: E11 has a tile and ERIE begins its first turn."""
    game = erie(**options).tile("E11", "59", 0).operating("ERIE", "home").game()
    assert asked(game) == ("ERIE", "home_city")
    return game


def erie_chooses_its_city(**options: Any) -> Game[State]:
    """14.8a: ERIE's token lies in E11 and ERIE has laid #59 there."""
    game = play(erie(**options).token("ERIE", "E11").operating("ERIE", "track").game(), LayTile("E11", "59", 0))
    assert asked(game) == ("ERIE", "home_city")
    return game


def token_of_dh(**options: Any) -> Game[State]:
    """14.9: ERIE has made the lay of DH."""
    position = erie(**options).token("ERIE", "E11").private("DH", "ERIE").operating("ERIE", "track")
    game = play(position.game(), LayTile("F16", "57", 0, "DH"))
    assert asked(game)[1] == "special_token"
    return game


def discard(**options: Any) -> Game[State]:
    """14.10d: B&M is over the limit."""
    game = play(over_the_limit(**options).game(), BuyTrain("4-0", 300))
    assert asked(game) == ("B&M", "discard")
    return game


EXCEPTIONS = pytest.mark.parametrize(
    "position",
    [erie_chooses_its_home, erie_chooses_its_city, token_of_dh, discard],
    ids=["14.7", "14.8a", "14.9", "14.10d"],
)


@rule("1830 14.11")
@PRESETS
@EXCEPTIONS
def test_privates_and_cs_wait_at_four_questions(position: Any, preset: str) -> None:
    no_deals(position(preset=preset))


@rule("1830 14.11")
@pytest.mark.parametrize(
    ("position", "answer"),
    [
        (erie_chooses_its_home, ChooseCity("E11", 0)),
        (erie_chooses_its_city, ChooseCity("E11", 1)),
        (token_of_dh, PlaceToken("F16", 0, "DH")),
        (discard, DiscardTrain("3-0")),
    ],
    ids=["14.7", "14.8a", "14.9", "14.10d"],
)
def test_after_the_answer_they_are_accepted_again(position: Any, answer: Any) -> None:
    game = play(position(preset="games18xx"), answer)
    accepted(game, BuyPrivate("SV", 20))
    accepted(game, CS)


# -- 14.12


@rule("1830 14.12", "1830 10.3.4a")
@EXCEPTIONS
def test_with_the_value_any_moment_mh_is_exchanged_at_these_questions_too(position: Any) -> None:
    game = position(preset="games18xx")
    question = asked(game)
    game = accepted(game, Exchange("MH", "ipo"), seat=1)
    assert asked(game) == question, "the question stays as it was"
    assert view(game, "MH")["closed"]


@rule("1830 14.12", "1830 10.3.4a")
@pytest.mark.parametrize("position", [erie_chooses_its_city, token_of_dh, discard], ids=["14.8a", "14.9", "14.10d"])
def test_between_turns_mh_is_not_exchanged_at_these_questions(position: Any) -> None:
    refused(position(), Exchange("MH", "ipo"), "1830 10.3.4a", seat=1)


@rule("1830 14.12", "1830 10.3.4a")
def test_between_turns_the_first_question_of_a_turn_may_be_that_for_the_home_city() -> None:
    game = erie_chooses_its_home()
    accepted(game, Exchange("MH", "ipo"), seat=1)
    play(game, ChooseCity("E11", 0))
    assert asked(game) == ("ERIE", "track")
    refused(game, Exchange("MH", "ipo"), "1830 10.3.4a", seat=1)


@rule("1830 14.12", "1830 10.3.4a")
def test_between_turns_a_new_turn_opens_the_exchange_again() -> None:
    position = bm(200, trains=("2-0",), step="track").company("C&O", par=67, held=[0, 60], president=1)
    position.token("C&O", "F6").private("MH", 2).depot(_2=5).operating("B&M", "trains", waiting=("C&O",), touched=True)
    game = position.game()
    refused(game, Exchange("MH", "ipo"), "1830 10.3.4a", seat=2)
    play(game, Pass())
    assert asked(game) == ("C&O", "track")
    accepted(game, Exchange("MH", "ipo"), seat=2)


@rule("1830 14.12")
def test_an_exchange_that_takes_away_the_reason_of_a_step_ends_it() -> None:
    game = last(60, preset="games18xx").private("MH", 1).game()
    assert asked(game) == ("B&M", "privates")
    game.apply(Exchange("MH", "ipo"), 1)
    assert game.view()["round"] == "SR 3", "no private is left to buy"


@rule("1830 14.12", "1830 14.5", "1830 10.3.4c")
def test_an_exchange_that_leaves_a_player_without_anything_to_do_ends_his_turn_as_a_pass() -> None:
    # Ada has no money; by the seed she could only sell MH. Her NYC share cannot be sold: NYC has no price.
    position = Position(3).private("MH", 0).cash(0, 300, 300)
    position.s.priority = 1
    game = play(position.stock(seat=1).game(), Pass(), Pass())
    assert asked(game) == ("Ada", "stock")
    play(game, Exchange("MH", "ipo"))
    assert game.view()["round"] != "SR 2", "the third pass ended the stock round"
    assert game.view()["priority"] == "Ben"


@rule("1830 14.12", "1830 10.3.4a")
def test_between_turns_the_owner_exchanges_in_his_own_stock_turn_while_another_player_is_asked() -> None:
    position = Position(3).private("MH", 0).private("SV", 1).cash(300, 300, 300)
    game = play(position.stock(seat=0).game(), BuyPrivate("SV", 30))
    assert asked(game) == ("Ben", "consent")
    game = accepted(game, Exchange("MH", "ipo"), seat=0)
    assert asked(game) == ("Ben", "consent")
    play(game, Answer(True))
    assert view(game, "SV")["owner"] == "Ada"


@rule("1830 14.12", "1830 10.3.4a")
def test_between_turns_another_player_s_offer_is_an_action_of_his_turn() -> None:
    position = Position(3).private("MH", 2).private("SV", 1).cash(300, 300, 300)
    game = play(position.stock(seat=0).game(), BuyPrivate("SV", 30))
    refused(game, Exchange("MH", "ipo"), "1830 10.3.4a", seat=2)


@rule("1830 14.12", "1830 14.13")
def test_an_offer_for_mh_falls_with_its_exchange() -> None:
    game = play(last(200, preset="games18xx").private("MH", 1).private("SV", 0).game(), BuyPrivate("MH", 100))
    assert asked(game) == ("Ben", "consent")
    game.apply(Exchange("MH", "ipo"), 1)
    assert asked(game) == ("B&M", "privates"), "the question for consent has lost its reason"
    assert view(game, "B&M")["cash"] == 200
    assert (view(game, "MH")["closed"], view(game, "MH")["owner"]) == (True, None)


# -- 14.13


@rule("1830 14.13", "1830 0.6")
def test_consent_is_asked_directly_after_the_offer_and_nothing_else_is_answered() -> None:
    game = play(last(100).private("SV", 1).game(), BuyPrivate("SV", 20))
    assert game.view()["asked"]["seat"] == 1
    assert [option.action for option in game.options()] == [Answer(True), Answer(False)]
    refused(game, Pass(), "1830 14.1")
    refused(game, BuyPrivate("SV", 30), "1830 14.1")
    refused(game, Answer(True), "1830 14.1", seat=0)
    refused(game, BuyPrivate("SV", 30), "1830 14.1", seat=0)


@rule("1830 14.13", "1830 0.6")
def test_after_a_no_the_position_is_as_before_also_when_the_offer_was_the_first_action_of_the_turn() -> None:
    game = bm(200, trains=("3-0",), phase="3", step="track").private("SV", 1).private("MH", 2).game()
    before = game.digest()
    play(game, BuyPrivate("SV", 20), Answer(False))
    assert game.digest() == before
    accepted(game, Exchange("MH", "ipo"), seat=2)


@rule("1830 14.13", "1830 0.6")
def test_after_a_no_the_offer_may_be_made_again() -> None:
    game = play(last(100).private("SV", 1).game(), BuyPrivate("SV", 20), Answer(False))
    assert asked(game) == ("B&M", "privates")
    play(game, BuyPrivate("SV", 30), Answer(True))
    assert view(game, "SV")["owner"] == "B&M"


@rule("1830 14.13", "1830 0.6")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_with_recorded_consent_no_question_stands_between(preset: str) -> None:
    game = play(last(100, preset=preset, consent="recorded").private("SV", 1).game(), BuyPrivate("SV", 20))
    assert view(game, "SV")["owner"] == "B&M"


@rule("1830 14.13", "1830 0.6", "1830 9.12f")
def test_the_buyer_of_a_private_sold_in_an_emergency_is_asked() -> None:
    game = play(bm(0, trains=()).private("SV", 0).game(), SellPrivate("SV", 2, 90))
    assert asked(game) == ("Cleo", "consent")


# -- 14.14


@rule("1830 14.14")
def test_rounds_follow_each_other_without_an_action() -> None:
    # The last pass of a stock round brings the sold-out move, the priority, the operating round and its income.
    position = bm(500, trains=("2-0",)).company("C&O", par=67, held=[0, 60, 40], president=1).depot(_2=5)
    position.token("C&O", "F6").private("SV", 2)
    position.s.priority = 1
    game = position.stock(seat=1).game()
    while game.view()["round"] == "SR 2":
        play(game, Pass())
    kinds = [event.kind for event in game.last_events]
    assert kinds.index("price") < kinds.index("priority") < kinds.index("round") < kinds.index("paid")
    assert view(game, "C&O")["cell"] == [4, 6]
    assert game.state.players[2].cash == 305
    assert asked(game) == ("B&M", "track")


@rule("1830 14.14")
def test_the_next_stock_round_begins_with_the_last_action_of_the_last_turn() -> None:
    game = play(bm(80).depot(_2=5).game(), BuyTrain("2-1", 80))
    assert game.view()["round"] == "SR 3"
    assert asked(game)[1] == "stock"
