"""1830 section 8.4 and decision point 14.10b: dividends."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Dividend, Pass, Route, RunRoutes, SellShares
from stellwerk.eighteen.state import Company, State
from tests.support import Position, accepted, offered, play, refused, rule, rules_of

PRESETS = ("seed", "games18xx")
NOTHING = RunRoutes(())
THIRTY = RunRoutes((Route("3-0", ("H12.0", "H12:1", "H10.0")),))  # Altoona 10 and Pittsburgh 20


def company(game: Game[State], name: str = "PRR") -> Company:
    return game.state.companies[rules_of(game).t.company(name)]


def cell(game: Game[State], name: str = "PRR") -> tuple[int, int]:
    """(row, column) of the price marker."""
    found = rules_of(game).t.market.cells[company(game, name).cell]
    return found.row, found.column


def cash(game: Game[State]) -> list[int]:
    return [player.cash for player in game.state.players]


def step(game: Game[State]) -> str:
    decision = game.decision()
    return decision.kind if decision else ""


def prr(
    held: list[int],
    pool: int = 0,
    at: tuple[int, int] = (3, 6),
    trains: tuple[str, ...] = ("3-0",),
    preset: str | None = None,
    operated: bool = True,
) -> Position:
    """PRR about to run from Altoona to Pittsburgh for 30; the marker is on 76 (row 3, column 6)."""
    position = Position(3, preset).phase("3").cash(100, 100, 100)
    position.company("PRR", par=76, held=held, pool=pool, cell=at, cash=500, trains=trains, operated=operated)
    return position.token("PRR", "H12").tile("H10", "57", 1).operating("PRR", "run")


@rule("1830 8.4.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_paying_gives_a_tenth_for_every_share_of_a_player(preset: str) -> None:
    game = play(prr([50, 20, 10], preset=preset).game(), THIRTY)
    bank = game.state.bank
    game = accepted(game, Dividend("pay"))
    assert cash(game) == [115, 106, 103]
    assert company(game).cash == 500  # the 20 % in the IPO get nothing
    assert game.state.bank == bank - 24


@rule("1830 8.4.1")
def test_paying_gives_the_corporation_the_part_of_the_pool() -> None:
    game = play(prr([30, 10, 0], pool=40).game(), THIRTY)
    bank = game.state.bank
    game = accepted(game, Dividend("pay"))
    assert cash(game) == [109, 103, 100]
    assert company(game).cash == 512
    assert game.state.bank == bank - 24


@rule("1830 8.4.1")
def test_withholding_gives_all_to_the_treasury() -> None:
    game = play(prr([30, 10, 0], pool=40).game(), THIRTY)
    bank = game.state.bank
    game = accepted(game, Dividend("withhold"))
    assert cash(game) == [100, 100, 100]
    assert company(game).cash == 530
    assert game.state.bank == bank - 30


@rule("1830 8.4.1")
def test_paying_moves_the_marker_right() -> None:
    assert cell(play(prr([60]).game(), THIRTY, Dividend("pay"))) == (3, 7)  # 76 to 82


@rule("1830 8.4.1")
def test_withholding_moves_the_marker_left() -> None:
    assert cell(play(prr([60]).game(), THIRTY, Dividend("withhold"))) == (3, 5)  # 76 to 71


@rule("1830 8.4.1", "1830 5.2")
@pytest.mark.parametrize(
    ("at", "to"),
    [((3, 12), (2, 12)), ((0, 18), (0, 18)), ((10, 6), (9, 6))],
)
def test_paying_at_the_end_of_a_row(at: tuple[int, int], to: tuple[int, int]) -> None:
    assert cell(play(prr([60], at=at).game(), THIRTY, Dividend("pay"))) == to


@rule("1830 8.4.1", "1830 5.3")
@pytest.mark.parametrize(
    ("at", "to"),
    [((3, 0), (4, 0)), ((7, 0), (7, 0)), ((8, 1), (8, 1)), ((10, 3), (10, 3))],
)
def test_withholding_at_the_beginning_of_a_row(at: tuple[int, int], to: tuple[int, int]) -> None:
    assert cell(play(prr([60], at=at).game(), THIRTY, Dividend("withhold"))) == to


@rule("1830 8.4.1")
@pytest.mark.parametrize("kind", ["half", "PAY", ""])
def test_there_is_no_half_dividend(kind: str) -> None:
    game = play(prr([60]).game(), THIRTY)
    assert offered(game, Dividend) == [Dividend("pay"), Dividend("withhold")]
    refused(game, Dividend(kind), "1830 8.4.1")


@rule("1830 8.4.1")
def test_the_president_chooses() -> None:
    position = prr([20, 50, 10]).change("PRR", president=1)
    game = play(position.game(), THIRTY)
    decision = game.decision()
    assert decision is not None
    assert (decision.seat, decision.kind, decision.rule) == (1, "dividend", "1830 8.4.1")
    refused(game, Dividend("pay"), "1830 14.1", seat=0)


@rule("1830 8.4.1")
def test_every_value_on_the_map_is_a_multiple_of_ten() -> None:
    data = Position(2).t.data
    stops = [stop for entry in data.map.hex.values() for stop in entry.stops]
    stops += [stop for tile in data.tiles.values() for stop in tile.stops]
    values = [[stop.value] if isinstance(stop.value, int) else list(stop.value.values()) for stop in stops]
    assert len(stops) > 60
    assert all(value % 10 == 0 for found in values for value in found)


@rule("1830 8.4.1")
def test_the_dividend_has_a_receipt_holder_by_holder() -> None:
    game = play(prr([30, 10, 0], pool=40).game(), THIRTY, Dividend("pay"))
    events = [event for ply in game.plies for event in ply.events if event.kind == "dividend"]
    assert len(events) == 1
    receipt = events[0].receipt
    assert receipt is not None
    assert [line.amount for line in receipt.lines] == [9, 3, 12]
    assert {line.rule for line in receipt.lines} == {"1830 8.4.1"}


# -- no income


@rule("1830 8.4.2", "1830 14.10b")
@pytest.mark.parametrize("preset", PRESETS)
def test_running_nothing_moves_the_marker_left_unasked(preset: str) -> None:
    game = play(prr([60], preset=preset).game(), NOTHING)
    assert step(game) == "trains"
    assert cell(game) == (3, 5)
    assert company(game).cash == 500


@rule("1830 8.4.2", "1830 14.10b")
def test_no_train_moves_the_marker_left() -> None:
    game = prr([60], trains=()).game()
    assert step(game) == "trains"
    assert cell(game) == (3, 5)


@rule("1830 8.4.2", "1830 14.10b")
def test_no_route_moves_the_marker_left() -> None:
    position = Position(3).phase("3").company("PRR", par=76, cash=500, trains=("3-0",)).token("PRR", "H12")
    game = position.operating("PRR", "run").game()
    assert step(game) == "trains"
    assert cell(game) == (3, 5)


@rule("1830 8.4.2")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_marker_moves_left_in_the_first_turn_too(preset: str) -> None:
    position = Position(3, preset).company("PRR", par=76, cash=760, operated=False)
    game = play(position.operating("PRR", "home").game(), Pass())
    assert cell(game) == (3, 5)


@rule("1830 8.4.2")
def test_the_marker_moves_once() -> None:
    game = play(prr([60]).game(), NOTHING)
    moves = [event for event in game.last_events if event.kind == "price"]
    assert [event.rule for event in moves] == ["1830 5.3"]


# -- operated


@rule("1830 8.4.3")
@pytest.mark.parametrize("action", [Dividend("pay"), Dividend("withhold")])
def test_the_dividend_step_makes_it_operated(action: Dividend) -> None:
    game = play(prr([60], operated=False).game(), THIRTY)
    assert not company(game).operated
    assert company(play(game, action)).operated


@rule("1830 8.4.3")
def test_the_step_counts_without_income() -> None:
    game = prr([60], operated=False).game()
    assert not company(game).operated
    assert company(play(game, NOTHING)).operated


@rule("1830 8.4.3", "1830 4.6")
@pytest.mark.parametrize("operates", [True, False])
def test_shares_can_be_sold_once_it_has_operated(operates: bool) -> None:
    position = (
        prr([50, 10, 0], operated=False) if operates else prr([50, 10, 0], operated=False).stock(seat=0, number=2)
    )
    game = position.game()
    if not operates:
        refused(game, SellShares("PRR", 10), "1830 4.6")
        return
    play(game, NOTHING)
    while game.state.round.kind == "operating":
        play(game, Pass())
    accepted(game, SellShares("PRR", 10))


# -- when it is asked


@rule("1830 14.10b")
@pytest.mark.parametrize("preset", PRESETS)
def test_asked_with_income_and_no_pass(preset: str) -> None:
    game = play(prr([60], preset=preset).game(), THIRTY)
    assert step(game) == "dividend"
    assert offered(game, Pass) == []
    refused(game, Pass(), "1830 8.4.1")
