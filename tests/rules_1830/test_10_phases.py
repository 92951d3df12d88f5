"""1830 10.1: phases, the order of their effects, and what changes in the middle of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import BuyPrivate, BuyTrain, DiscardTrain, Dividend, LayTile, Pass, Route, RunRoutes
from stellwerk.eighteen.state import State
from tests.support import Position, accepted, new, offered, play, refused, rule, rules_of


def buyer(phase: str, cash: int = 2000, name: str = "B&M", home: str = "E23", **fields: Any) -> Position:
    """A company of Ada in its train step, able to buy what is on sale."""
    return (
        Position(3)
        .company(name, par=100, held=[60, 20], cash=cash, **fields)
        .token(name, home)
        .phase(phase)
        .operating(name, "trains")
    )


def happened(game: Game[State]) -> list[str]:
    """What the last action brought about: `train`, `phase 4`, `rust 2`, `closed SV 10.2.1`."""
    found = []
    for event in game.last_events:
        if event.kind in ("paid", "train"):
            found.append(event.kind)
        elif event.kind == "phase":
            found.append(f"phase {event.facts['phase']}")
        elif event.kind == "rust":
            found.append(f"rust {event.facts['kind']}")
        elif event.kind == "closed":
            found.append(f"{event.facts['private']} {event.rule.split()[1]}")
    return found


# -- 10.1.1

PHASES = {
    # limit, colours, operating rounds, companies buy privates, players trade privates, off-board value
    "2": (4, "yellow", 1, False, True, "yellow"),
    "3": (4, "yellow green", 2, True, True, "yellow"),
    "4": (3, "yellow green", 2, True, True, "yellow"),
    "5": (2, "yellow green brown", 3, False, False, "brown"),
    "6": (2, "yellow green brown", 3, False, False, "brown"),
    "D": (2, "yellow green brown", 3, False, False, "brown"),
}


@rule("1830 10.1.1")
def test_the_table_of_phases() -> None:
    table = {
        phase.id: (
            phase.train_limit,
            " ".join(phase.tiles),
            phase.operating_rounds,
            phase.buy_privates,
            phase.trade_privates_between_players,
            phase.offboard,
        )
        for phase in rules_of(new(3)).t.phases
    }
    assert table == PHASES


@rule("1830 10.1.1", "1830 3.1")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_the_phase_when_the_stock_round_ends_sets_the_number_of_operating_rounds(phase: str, rounds: int) -> None:
    position = Position(3).company("B&M", held=[60, 20], cash=500).token("B&M", "E23").phase(phase)
    game = pass_stock_round(position.stock(number=2).game())
    parts = []
    while game.view()["round"].startswith("OR 2."):
        if game.view()["round"] not in parts:
            parts.append(game.view()["round"])
        train = next((action for action in offered(game, BuyTrain)), None)
        play(game, Pass() if accepts_pass(game) else train or RunRoutes(()))
    assert parts == [f"OR 2.{part}" for part in range(1, rounds + 1)]
    assert game.view()["round"] == "SR 3"


def accepts_pass(game: Game[State]) -> bool:
    return bool(offered(game, Pass))


def pass_stock_round(game: Game[State]) -> Game[State]:
    """Everybody passes until the operating round begins."""
    while game.view()["round"].startswith("SR"):
        play(game, Pass())
    return game


@rule("1830 10.1.1")
@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)])
def test_the_train_limit_of_the_phase_holds(phase: str, limit: int) -> None:
    below = tuple(f"2-{number}" for number in range(limit - 1))
    assert buyer(phase, trains=below).depot(_2=0).game().view()["asked"]["kind"] == "trains"
    full = buyer(phase, trains=(*below, "2-5")).depot(_2=0)
    assert full.game().view()["round"] == "SR 3", "at the limit nothing can be bought"


# Boston (B&M) is printed yellow: #53 is green. In phase 5 a green tile there takes #61, brown.


@rule("1830 10.1.1", "1830 8.1.2")
@pytest.mark.parametrize(
    ("phase", "green", "brown"),
    [
        ("2", False, False),
        ("3", True, False),
        ("4", True, False),
        ("5", True, True),
        ("6", True, True),
        ("D", True, True),
    ],
)
def test_the_colours_of_the_phase_are_laid(phase: str, green: bool, brown: bool) -> None:
    for tiles, allowed in (((), green), ((("53", 1),), brown)):
        position = buyer(phase).operating("B&M", "track")
        for tile, rotation in tiles:
            position.tile("E23", tile, rotation)
        upgrades = [action for action in offered(position.game(), LayTile) if action.hex == "E23"]
        assert bool(upgrades) is allowed


# -- 10.1.1a


@rule("1830 10.1.1a")
def test_the_order_of_effects_when_b_and_o_s_first_train_is_the_first_four() -> None:
    game = buyer("3", name="B&O", home="I15").company("PRR", held=[0, 60], president=1, trains=("2-0",))
    position = game.private("BO", 1).private("SV", 1).depot(_3=0)
    played = play(position.game(), BuyTrain("4-0", 300))
    assert happened(played) == ["paid", "train", "BO 10.3.6", "phase 4", "rust 2"]
    assert not played.view()["privates"]["SV"]["closed"]


@rule("1830 10.1.1a", "1830 10.2.1")
def test_the_order_of_effects_when_b_and_o_s_first_train_is_the_first_five() -> None:
    position = buyer("4", name="B&O", home="I15").private("BO", 1).private("SV", 1).private("CS", "B&O").depot(_4=0)
    game = play(position.game(), BuyTrain("5-0", 450))
    assert happened(game) == ["paid", "train", "BO 10.3.6", "phase 5", "SV 10.2.1", "CS 10.2.1"]


@rule("1830 10.1.1a", "1830 9.7")
def test_rusting_comes_before_discards() -> None:
    owned = ("2-0", "2-1", "3-0", "3-1")
    position = buyer("3").company("PRR", held=[0, 60], president=1, trains=owned).depot(_3=0)
    game = play(position.game(), BuyTrain("4-0", 300))
    assert game.view()["companies"]["PRR"]["trains"] == ["3-0", "3-1"]
    assert game.view()["asked"]["actor"] == "B&M", "four trains before, two after rusting: nothing to discard"


@rule("1830 10.1.1a")
def test_privates_close_before_the_discards_are_asked() -> None:
    owned = ("3-0", "3-1", "3-2")
    position = buyer("4").company("PRR", held=[0, 60], president=1, trains=owned).private("SV", 0).depot(_4=0)
    game = play(position.game(), BuyTrain("5-0", 450))
    assert game.view()["asked"]["kind"] == "discard"
    assert game.view()["privates"]["SV"]["closed"]
    assert game.view()["phase"] == "5"
    assert [entry["train"] for entry in game.view()["on_sale"]] == ["5-1"]


# -- 10.1.2


@rule("1830 10.1.2")
def test_there_is_no_grey_tile_to_lay() -> None:
    rules = rules_of(new(3))
    assert {tile.color for tile in rules.t.data.tiles.values()} == {"yellow", "green", "brown"}
    game = buyer("6").tile("E23", "53", 1).tile("E23", "61", 3).operating("B&M", "track").game()
    assert [action for action in offered(game, LayTile) if action.hex == "E23"] == []


# -- 10.1.3


@rule("1830 10.1.3", "1830 10.2.2")
def test_the_company_that_starts_phase_3_may_buy_privates_in_the_same_turn() -> None:
    game = buyer("2").depot(_2=0).private("SV", 0).game()
    refused(game, BuyPrivate("SV", 20), "1830 10.2.2")
    play(game, BuyTrain("3-0", 180))
    play(game, BuyPrivate("SV", 20))
    assert game.view()["privates"]["SV"]["owner"] == "B&M"


@rule("1830 10.1.3")
def test_new_colours_serve_from_the_track_step_of_the_next_company() -> None:
    position = buyer("2").depot(_2=0).company("B&O", par=67, held=[0, 60], president=1).token("B&O", "I15")
    game = position.operating("B&M", "trains", waiting=("B&O",)).game()
    play(game, BuyTrain("3-0", 180))
    refused(game, LayTile("E23", "53", 1), "1830 14.1")
    play(game, Pass())
    assert (game.view()["asked"]["actor"], game.view()["asked"]["kind"]) == ("B&O", "track")
    greens = [action for action in offered(game, LayTile) if action.tile == "53"]
    assert greens
    accepted(game, greens[0])


@rule("1830 10.1.3", "1830 8.3.7")
@pytest.mark.parametrize(("first", "income"), [(True, 80), (False, 70)])
def test_off_board_values_change_with_the_next_run(first: bool, income: int) -> None:
    # Montreal 40, Burlington 10, Maritime Provinces 20 or, from phase 5 on, 30.
    game = (
        buyer("4")
        .depot(_4=0 if first else 1)
        .company("CPR", par=67, held=[0, 60], president=1, trains=("3-0",))
        .token("CPR", "A19")
        .tile("B20", "58", 2)
        .tile("B22", "9", 1)
        .operating("B&M", "trains", waiting=("CPR",))
        .game()
    )
    play(game, BuyTrain("5-0", 450) if first else BuyTrain("4-3", 300), Pass(), Pass())
    if game.view()["asked"]["kind"] == "token":
        play(game, Pass())
    route = Route("3-0", ("A19.0", "A19:5", "B20.0", "B20:4", "B22:4", "B24.0"))
    play(game, RunRoutes((route,)), Dividend("withhold"))
    assert game.view()["companies"]["CPR"]["cash"] == income


@rule("1830 10.1.3", "1830 3.1")
def test_the_number_of_operating_rounds_changes_after_the_next_stock_round() -> None:
    game = play(buyer("2", cash=180).depot(_2=0).game(), BuyTrain("3-0", 180))
    assert (game.view()["phase"], game.view()["round"]) == ("3", "SR 3"), "the set still had one operating round"
    pass_stock_round(game)
    assert game.view()["round"] == "OR 3.1"
    assert game.state.round.rounds == 2


@rule("1830 10.1.1a", "1830 9.7")
def test_discards_are_the_last_effect_and_come_before_any_other_question() -> None:
    position = buyer("4", trains=("3-3", "4-0")).company("PRR", held=[0, 60], president=1, trains=("3-0", "3-1", "3-2"))
    game = play(position.depot(_4=0).game(), BuyTrain("5-0", 450))
    kinds = []
    for train in ("3-0", "3-3"):
        kinds.append((game.view()["asked"]["actor"], game.view()["asked"]["kind"]))
        play(game, DiscardTrain(train))
    assert kinds == [("PRR", "discard"), ("B&M", "discard")]
