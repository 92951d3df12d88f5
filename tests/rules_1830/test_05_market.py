"""1830: the stock market (RULES.md 5). Places are (row, column), row 0 on top."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Dividend, Par, Pass, SellShares
from stellwerk.eighteen.state import State
from tests.rules_1830.reading import cash, cell, certificates, price, round_of, seen, stack
from tests.support import Position, accepted, new, play, rule, rules_of

BOTH = pytest.mark.parametrize("preset", ["seed", "games18xx"])
Place = tuple[int, int]


def standing(place: Place, held: list[int] | None = None, preset: str | None = None) -> Position:
    """PRR stands on a cell; Ada is president with 60 %."""
    position = Position(3, preset).cash(100, 100, 100)
    return position.company("PRR", par=67, cell=place, held=held or [60, 0, 0]).token("PRR", "H12")


def paying(place: Place, kind: str, preset: str | None = None) -> Game[State]:
    """PRR has earned 100 and pays or withholds."""
    game = standing(place, preset=preset).operating("PRR", "dividend", revenue=100).game()
    return accepted(game, Dividend(kind))


def selling(place: Place, percent: int, preset: str | None = None) -> Game[State]:
    """Ada sells PRR."""
    return accepted(standing(place, preset=preset).stock(0).game(), SellShares("PRR", percent))


# -- 5.1 Cells and stacks


@rule("1830 5.1")
def test_only_listed_cells_exist() -> None:
    market = rules_of(new()).t.market
    lengths = [sum(place[0] == row for place in market.index) for row in range(11)]
    assert lengths == [19, 19, 16, 13, 11, 10, 9, 8, 6, 5, 4]
    assert market.price[market.index[0, 0]] == 60
    assert market.price[market.index[0, 18]] == 350
    assert market.price[market.index[10, 6]] == 40
    for place in ((8, 0), (9, 1), (10, 2), (2, 16), (7, 8), (11, 6)):
        assert place not in market.index


@BOTH
@rule("1830 5.1")
def test_a_marker_that_enters_by_a_sale_goes_to_the_bottom(preset: str) -> None:
    position = standing((0, 6), preset=preset).company("NYC", par=90, held=[20, 0, 0])
    position.company("CPR", par=90, held=[20, 0, 0])
    game = accepted(position.stock(0).game(), SellShares("PRR", 10))
    assert stack(game, 1, 6) == ["NYC", "CPR", "PRR"]


@rule("1830 5.1")
def test_a_marker_that_enters_by_a_dividend_goes_to_the_bottom() -> None:
    position = standing((4, 6)).company("NYC", par=67, cell=(4, 7), held=[20, 0, 0])
    game = accepted(position.operating("PRR", "dividend", revenue=100).game(), Dividend("pay"))
    assert stack(game, 4, 7) == ["NYC", "PRR"]


@rule("1830 5.1", "1830 7.2")
def test_the_stack_is_the_operating_order() -> None:
    """NYC was there first; PRR falls into its cell and operates after it, although it is listed first."""
    position = standing((0, 6)).company("NYC", par=90, held=[20, 0, 0]).token("NYC", "E19")
    game = accepted(position.stock(0).game(), SellShares("PRR", 10))
    assert game.view()["operating_order"] == ["NYC", "PRR"]


@rule("1830 5.1")
def test_the_others_keep_their_order_when_one_leaves() -> None:
    position = standing((0, 6)).company("NYC", par=100, held=[20, 0, 0]).company("CPR", par=100, held=[20, 0, 0])
    game = accepted(position.stock(0).game(), SellShares("PRR", 10))
    assert stack(game, 0, 6) == ["NYC", "CPR"]


# -- 5.2 Right


@BOTH
@rule("1830 5.2")
@pytest.mark.parametrize(
    ("place", "after", "value"),
    [
        ((5, 6), (5, 7), 71),
        ((0, 6), (0, 7), 112),
        ((10, 3), (10, 4), 20),
        ((4, 10), (3, 10), 110),  # the end of a row: up
        ((8, 6), (7, 6), 67),
        ((7, 7), (6, 7), 69),
        ((1, 18), (0, 18), 350),
        ((0, 18), (0, 18), 350),  # the end of the top row: stays
    ],
)
def test_right(preset: str, place: Place, after: Place, value: int) -> None:
    game = paying(place, "pay", preset)
    assert (cell(game, "PRR"), price(game, "PRR")) == (after, value)


# -- 5.3 Left


@BOTH
@rule("1830 5.3")
@pytest.mark.parametrize(
    ("place", "after", "value"),
    [
        ((5, 6), (5, 5), 65),
        ((0, 18), (0, 17), 325),
        ((7, 1), (7, 0), 10),
        ((0, 0), (1, 0), 53),  # no cell before it: down
        ((6, 0), (7, 0), 10),
        ((7, 0), (7, 0), 10),  # neither before nor below it: stays
        ((8, 1), (8, 1), 10),
        ((9, 2), (9, 2), 10),
        ((10, 3), (10, 3), 10),
    ],
)
def test_left(preset: str, place: Place, after: Place, value: int) -> None:
    game = paying(place, "withhold", preset)
    assert (cell(game, "PRR"), price(game, "PRR")) == (after, value)


# -- 5.4 Down


@BOTH
@rule("1830 5.4")
@pytest.mark.parametrize(
    ("place", "percent", "after", "value"),
    [
        ((0, 6), 10, (1, 6), 90),
        ((0, 6), 40, (4, 6), 71),
        ((5, 6), 20, (7, 6), 67),
        ((9, 6), 30, (10, 6), 40),  # one step, then the ledge
        ((10, 6), 10, (10, 6), 40),
        ((7, 7), 40, (7, 7), 68),  # never left along the ledge
        ((6, 8), 20, (6, 8), 70),
        ((7, 0), 10, (7, 0), 10),
        ((0, 18), 30, (1, 18), 300),
        ((0, 15), 40, (2, 15), 200),
    ],
)
def test_down(preset: str, place: Place, percent: int, after: Place, value: int) -> None:
    game = selling(place, percent, preset)
    assert (cell(game, "PRR"), price(game, "PRR")) == (after, value)


@BOTH
@rule("1830 5.4", "1830 4.4")
def test_a_sale_on_the_ledge_is_paid_in_full(preset: str) -> None:
    assert cash(selling((9, 6), 30, preset))[0] == 100 + 3 * 50
    assert cash(selling((10, 6), 40, preset))[0] == 100 + 4 * 40


# -- 5.4a Stacks and drops


@BOTH
@rule("1830 5.4a", "1830 5.1")
def test_a_marker_that_cannot_drop_keeps_its_place(preset: str) -> None:
    position = standing((10, 6), preset=preset).company("NYC", par=67, cell=(10, 6), held=[20, 0, 0])
    game = accepted(position.stock(0).game(), SellShares("PRR", 20))
    assert stack(game, 10, 6) == ["PRR", "NYC"]


@rule("1830 5.4a", "1830 5.2")
def test_a_marker_at_the_end_of_the_top_row_keeps_its_place() -> None:
    position = standing((0, 18)).company("NYC", par=67, cell=(0, 18), held=[20, 0, 0])
    game = accepted(position.operating("PRR", "dividend", revenue=100).game(), Dividend("pay"))
    assert stack(game, 0, 18) == ["PRR", "NYC"]


@rule("1830 5.4a", "1830 5.3")
def test_a_marker_in_the_last_corner_keeps_its_place() -> None:
    position = standing((7, 0)).company("NYC", par=67, cell=(7, 0), held=[20, 0, 0])
    game = accepted(position.operating("PRR", "dividend", revenue=100).game(), Dividend("withhold"))
    assert stack(game, 7, 0) == ["PRR", "NYC"]


@rule("1830 5.4a")
def test_a_marker_enters_only_the_stack_of_the_last_cell() -> None:
    position = standing((0, 6)).company("NYC", par=90, held=[20, 0, 0]).company("CPR", par=82, held=[20, 0, 0])
    game = play(position.stock(0).game(), SellShares("PRR", 20))
    assert (stack(game, 0, 6), stack(game, 1, 6), stack(game, 2, 6)) == ([], ["NYC"], ["CPR", "PRR"])
    moves = [event for event in game.last_events if event.kind == "price"]
    assert len(moves) == 1
    assert moves[0].rule == "1830 5.4"


# -- 5.5 Up


@BOTH
@rule("1830 5.5", "1830 4.18")
@pytest.mark.parametrize(
    ("place", "after", "value"),
    [
        ((5, 6), (4, 6), 71),
        ((10, 6), (9, 6), 50),
        ((1, 18), (0, 18), 350),
        ((0, 18), (0, 18), 350),
        ((0, 0), (0, 0), 60),
    ],
)
def test_up(preset: str, place: Place, after: Place, value: int) -> None:
    game = play(standing(place, [40, 40, 20], preset).cash(0, 0, 0).stock(0).game())
    while round_of(game) == "SR 2":
        game.apply(Pass())
    assert (cell(game, "PRR"), price(game, "PRR")) == (after, value)


@rule("1830 5.5", "1830 5.1")
def test_a_marker_in_the_top_row_keeps_its_place() -> None:
    position = standing((0, 6), [40, 40, 20]).company("NYC", par=100, held=[20, 0, 0]).cash(0, 0, 0)
    game = position.stock(0).game()
    while round_of(game) == "SR 2":
        game.apply(Pass())
    assert stack(game, 0, 6) == ["PRR", "NYC"]


# -- 5.6 Zones


@rule("1830 5.6")
@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ((0, 0), "y"),
        ((0, 1), ""),
        ((3, 0), "o"),
        ((5, 0), "b"),
        ((0, 6), "p"),
        ((5, 6), "p"),
        ((6, 6), ""),
        ((7, 6), ""),
        ((8, 6), "y"),
        ((9, 6), "y"),
        ((10, 6), "o"),
        ((10, 5), "b"),
    ],
)
def test_the_zone_of_a_cell(place: Place, zone: str) -> None:
    assert seen(standing(place).stock(0).game(), "PRR")["zones"] == zone


@BOTH
@rule("1830 5.6", "1830 4.14")
def test_the_zone_is_that_of_the_present_cell(preset: str) -> None:
    """PRR falls from 67 to 60, yellow: its certificates stop counting at once."""
    game = standing((7, 6), preset=preset).stock(0).game()
    assert certificates(game, 0) == 5
    assert certificates(accepted(game, SellShares("PRR", 10)), 0) == 0


@rule("1830 5.6", "1830 4.11")
def test_par_cells_are_the_cells_marked_p() -> None:
    game = Position(3).stock(0).game()
    assert cell(accepted(game, Par("PRR", 67)), "PRR") == (5, 6)  # not the other two cells of 67
