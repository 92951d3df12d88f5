"""18TE 7.2, 7.5, 7.6: routes, running, pointing out better runs, dividends."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import Dividend, Pass, Route, RunRoutes
from stellwerk.titles.t18te.state import State18TE
from tests.rules_18te.table import Position, asked, cash, cell, rules_of, seen
from tests.support import accepted, play, refused, rule


def line(*trains: str, phase: str = "3", players: int = 2, **options: str) -> Position:
    """KHS in Osnabrück (green, with Hamburg or Löhne), Lotte, D8, Ibbenbüren: G5 - F6 - E7 - D8 - D6."""
    position = Position(players, **options).phase(phase).found("KHS", [40, 0, 0][:players], cash=0)
    position.tile("G5", "TE2", 0).home("KHS").trains("KHS", *trains)
    return position.tile("F6", "4", 1).tile("E7", "9", 1).tile("D8", "3", 3).tile("D6", "57", 0)


LOTTE = ("G5.0", "G5:1", "F6.0")
LONG = (*LOTTE, "F6:1", "E7:1", "D8.0", "D8:3", "D6.0")
LOEHNE = ("H6.0", "H6:2", "G5.0")


def run(*routes: tuple[str, tuple[str, ...]]) -> RunRoutes:
    return RunRoutes(tuple(Route(train, path) for train, path in routes))


@rule("18te 7.5.1", "18te 7.5.2", "18te 7.5.5", "18te 7.5.6", "18te 15.6")
def test_a_run_is_the_sum_of_its_stops() -> None:
    game = line("3-0", best_run="declared").turn("KHS", "run").game()
    assert asked(game)[2] == "run"
    refused(game, Pass(), "18te 7.5.6")
    refused(game, run(("3-0", ("G5.0",))), "18te 7.5.1")
    refused(game, run(("3-0", ("D8.0", "D8:3", "D6.0"))), "18te 7.5.1")
    refused(game, run(("3-9", LOTTE)), "18te 7.5.6")
    refused(game, run(("3-0", ("G5.0", "G5:1", "F6:1"))), "18te 7.2.1")
    after = accepted(game, run(("3-0", (*LOEHNE, *LOTTE[1:]))))
    assert "runs for 70M" in str(after.plies[-1].events[0])  # Löhne 30, Osnabrück 30, Lotte 10
    idle = accepted(game, run())
    assert idle.view()["companies"]["KHS"]["price"] <= 80


@rule("18te 7.5.3", "18te A15", "18te TV7", "18te TV8")
@pytest.mark.parametrize(
    ("train", "path", "legal"),
    [
        ("2-0", LOTTE, True),
        ("2-0", (*LOEHNE, *LOTTE[1:]), False),
        ("1+1-0", LOTTE, True),
        ("1+1-0", LOEHNE, False),
        ("2+2-0", LONG, True),
        ("2+2-0", (*LOEHNE, *LONG[1:]), False),
        ("3-0", (*LOEHNE, *LOTTE[1:]), True),
        ("3+3-0", (*LOEHNE, *LONG[1:]), True),
        ("4-0", (*LOEHNE, *LONG[1:]), False),
        ("D-0", (*LOEHNE, *LONG[1:]), True),
    ],
)
def test_how_far_trains_go(train: str, path: tuple[str, ...], legal: bool) -> None:
    phase = {"3+3-0": "4", "4-0": "4", "D-0": "5"}.get(train, "3")
    game = line(train, phase=phase).turn("KHS", "run").game()
    if legal:
        accepted(game, run((train, path)))
    else:
        refused(game, run((train, path)), "18te 7.5.3")


@rule("18te TV8", "18te 7.5.3")
def test_a_town_may_use_the_first_number() -> None:
    position = Position(2).phase("3").found("TWE", [30, 0]).home("TWE").tile("D6", "57", 0)
    position.tile("D8", "4", 0).tile("D4", "3", 0).trains("TWE", "2+2-0")
    position.tile("D10", "9", 0)
    game = position.turn("TWE", "run").game()
    accepted(game, run(("2+2-0", ("D8.0", "D8:3", "D6.0", "D6:3", "D4.0"))))


@rule("18te 7.2.2", "18te 7.5.4")
def test_no_track_twice() -> None:
    game = line("2-0", "2-1").turn("KHS", "run").game()
    refused(game, run(("2-0", LOTTE), ("2-1", LOTTE)), "18te 7.5.4")
    accepted(game, run(("2-0", LOTTE), ("2-1", LOEHNE)))
    refused(game, run(("2-0", LOTTE), ("2-0", LOEHNE)), "18te 7.5.6")
    three = line("3-0").turn("KHS", "run").game()
    refused(three, run(("3-0", (*LOTTE, "F6:4", "G5.0"))), "18te 7.2.2")


@rule("18te 7.2.3")
def test_full_cities_are_ends() -> None:
    position = line("D-0", phase="5").found("CME").marker("CME", "D6")
    position.tile("D4", "3", 0)
    game = position.turn("KHS", "run").game()
    accepted(game, run(("D-0", LONG)))
    open_ = line("D-0", phase="5").turn("KHS", "run").game()
    accepted(open_, run(("D-0", LONG)))  # the empty slot is kept for TWE and open all the same
    through = (*LONG, "D6:3", "D4.0")
    blocked = line("D-0", phase="5").found("CME").marker("CME", "D6").tile("D4", "3", 0).turn("KHS", "run").game()
    refused(blocked, run(("D-0", through)), "18te 7.2.3")


@rule("18te 7.2.4", "18te 7.2.5", "18te TV9")
def test_red_areas() -> None:
    position = Position(2).phase("4").found("KHS").tile("G5", "TE2", 0).home("KHS").tile("G5", "TE6", 0)
    position.trains("KHS", "4-0")
    game = position.turn("KHS", "run").game()
    refused(game, run(("4-0", ("G3.0", "G3:0", "G5.0", "G5:5", "H6.0"))), "18te 7.2.5")
    refused(game, run(("4-0", ("G5.0", "G5:5", "H6.0", "H6:2", "G5.0"))), "18te 7.2.4")
    accepted(game, run(("4-0", ("G3.0", "G3:0", "G5.0"))))
    t = rules_of(game).t
    groups = {name: t.groups[t.hex(name)] for name in ("G3", "H6", "C15", "D16", "E15", "A5", "H12")}
    assert groups["G3"] == groups["H6"] != groups["C15"] == groups["D16"] == groups["E15"]
    assert groups["A5"] == groups["H12"] == ""


@rule("18te 7.5.7", "18te 7.5.8", "18te TV6", "18te 15.6a")
def test_others_point_out_a_better_run() -> None:
    position = line("3-0", players=3).change("KHS", held=(40, 10, 10), ipo=40).cash(0, 0, 0)
    game = position.turn("KHS", "run").game()
    play(game, run(("3-0", LOTTE)))
    assert asked(game) == (1, "Ben", "objection")
    assert game.view()["objection"]["revenue"] == 40
    refused(game, run(("3-0", LOTTE)), "18te 7.5.7")
    refused(game, Dividend("pay"), "18te 15.1")
    quiet = game.branch()
    play(quiet, Pass(), Pass())
    assert asked(quiet)[2] == "dividend"
    play(quiet, Dividend("pay"))
    assert cash(quiet) == [16, 4, 4]
    play(game, Pass(), run(("3-0", LOEHNE)))  # Cleo knows 60
    assert asked(game) == (1, "Ben", "objection")
    play(game, Pass())
    assert asked(game) == (0, "Ada", "objection")
    play(game, run(("3-0", (*LOEHNE, *LOTTE[1:]))))  # the best: nobody is asked any more
    assert asked(game)[2] == "dividend"
    play(game, Dividend("pay"))
    assert cash(game) == [28, 7, 7]


@rule("18te 7.5.8a", "18te 7.5.9", "18te A29")
def test_nobody_is_asked_about_the_best_run() -> None:
    best = run(("3-0", (*LOEHNE, *LOTTE[1:])))
    game = play(line("3-0").turn("KHS", "run").game(), best)
    assert asked(game)[2] == "dividend"
    enforced = line("3-0", best_run="enforced").turn("KHS", "run").game()
    refused(enforced, run(("3-0", LOTTE)), "18te 7.5.9")
    assert asked(accepted(enforced, best))[2] == "dividend"
    (offer,) = enforced.options()
    assert asked(accepted(enforced, offer.action))[2] == "dividend"


@rule("18te 7.5.8a", "18te 7.5.9", "18te A29")
def test_who_is_asked_sees_the_better_run_and_need_not_say_it() -> None:
    best = run(("3-0", (*LOEHNE, *LOTTE[1:])))
    game = play(line("3-0").turn("KHS", "run").game(), run(("3-0", LOTTE)))
    assert asked(game) == (1, "Ben", "objection")
    assert rules_of(game).run.best(game.state, 0).total == 70
    (offer,) = [option.action for option in game.options() if isinstance(option.action, RunRoutes)]
    assert asked(accepted(game, offer))[2] == "dividend"  # nothing better is left to point out
    told = accepted(game, best)
    assert told.state.frames[-1].revenue == 70  # type: ignore[attr-defined]
    silent = accepted(game, Pass())
    assert silent.state.frames[-1].revenue == 40  # type: ignore[attr-defined]  # the program announces nothing


# -- dividends


def paid(price_cell: tuple[int, int], revenue: int, choice: str = "pay", **fields: Any) -> Game[State18TE]:
    position = Position(2).found("KHS", [40, 0], cash=0, cell=price_cell, **fields).home("KHS").trains("KHS", "2-0")
    game = position.cash(0, 0).turn("KHS", "dividend", revenue=revenue).game()
    return play(game, Dividend(choice)) if revenue else game


@rule("18te 7.6.1", "18te 7.6.3", "18te 7.6.3a", "18te 7.6.4", "18te TV10", "18te 15.7")
def test_paying() -> None:
    game = paid((3, 6), 120)
    assert cash(game)[0] == 48
    assert seen(game, "KHS")["cash"] == 72
    assert cell(game, "KHS") == (3, 7)
    game = paid((3, 6), 70)
    assert cell(game, "KHS") == (3, 6)
    pool = paid((3, 6), 120, pool=20)
    assert seen(pool, "KHS")["cash"] == 48  # the bank keeps what falls to the pool
    start = Position(2).found("KHS", [40, 0]).home("KHS").turn("KHS", "dividend", revenue=70).game()
    refused(start, Dividend("half"), "18te 7.6.3")
    refused(start, Pass(), "18te 7.6.3")


@rule("18te 7.6.2", "18te TV10", "18te TV14")
def test_withholding() -> None:
    game = paid((3, 6), 120, "withhold")
    assert (seen(game, "KHS")["cash"], cell(game, "KHS"), cash(game)[0]) == (120, (3, 5), 0)
    nothing = Position(2).found("KHS", [40, 0], cell=(3, 6)).home("KHS").trains("KHS", "2-0")
    assert cell(nothing.turn("KHS", "run").game(), "KHS") == (3, 5)


@rule("18te 7.6.6")
def test_the_last_paid_income_is_shown() -> None:
    assert seen(paid((3, 6), 120), "KHS")["last_income"] == 120
    assert seen(paid((3, 6), 120, "withhold"), "KHS")["last_income"] == 0


@rule("18te 7.6.7", "18te 11.1", "18te TV14")
def test_the_end_of_the_table() -> None:
    game = paid((0, 14), 250)
    assert cell(game, "KHS") == (0, 15)
    assert game.view()["ending"] == "price"
    assert not game.result().finished
    assert cell(paid((0, 15), 400), "KHS") == (0, 15)
