"""Node counts of the option tree from named positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk.core import BadInput
from stellwerk.eighteen.actions import Bid, Pass
from stellwerk.lab.perft import PerftPosition, counted, divide, main, perft, read_positions, write_positions
from tests.support import DATA, new
from tests.support import Position as Ordered

FOLDER = DATA / "perft"
POSITIONS = [position for path in sorted(FOLDER.glob("*.json")) for position in read_positions(path)]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_counts_are_the_recorded_ones(position: PerftPosition) -> None:
    assert position.counts
    assert counted(position, FOLDER) == position.counts


def test_there_are_positions_of_every_kind_of_decision() -> None:
    kinds = {position.name.partition(",")[0] for position in POSITIONS}
    assert kinds >= {
        "start", "auction", "bid_off", "par", "stock", "must_sell", "consent", "track", "token", "home_city",
        "special_token", "run", "dividend", "trains", "discard", "privates",
    }  # fmt: skip
    own = [position for position in POSITIONS if position.title == "1830" and position.players]
    starts = [(position.players, position.preset) for position in own]
    assert sorted(starts) == [(players, preset) for players in range(2, 7) for preset in ("games18xx", "seed")]


def test_the_first_counts_by_hand() -> None:
    """One purchase, five privates to bid on with two ends each, one pass."""
    game = new(4)
    assert perft(game, 0) == 1
    assert perft(game, 1) == 1 + 5 * 2 + 1
    parts = divide(game, 2)
    assert sum(parts.values()) == perft(game, 2)
    assert parts['Ada {"type":"pass"}'] == 12
    game.apply(Bid("CS", 45))
    assert perft(game, 1) == 12
    game.apply(Pass())
    assert len(divide(game, 1)) == 12


def test_a_list_of_sales_counts_once() -> None:
    position = Ordered(2).company("PRR", held=[40, 20]).company("NYC", held=[40, 20]).cash(0, 0)
    game = position.stock(seat=0).game()
    assert [option.free for option in game.options()].count("sales") == 1
    assert perft(game, 1) == len(game.options())


def test_a_game_that_is_over_has_no_nodes() -> None:
    position = next(position for position in POSITIONS if position.file)
    game = position.game(FOLDER)
    game = game.at(0)
    assert perft(game, 1) > 0
    from stellwerk.formats import load_file

    ended = load_file(FOLDER / position.file).game
    assert ended.result().finished
    assert (perft(ended, 0), perft(ended, 1), perft(ended, 2)) == (1, 0, 0)


def test_bad_depths_are_refused() -> None:
    with pytest.raises(BadInput, match="depth"):
        perft(new(2), -1)
    with pytest.raises(BadInput, match="at least 1"):
        divide(new(2), 0)


def test_the_command_compares_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.json"
    write_positions(path, [PerftPosition("start", [12, 7], players=3)])
    assert main([str(path)]) == 1
    assert capsys.readouterr().out == "start: [12, 132], was [12, 7]\n"
    assert main([str(path), "--write"]) == 0
    assert main([str(path)]) == 0
    assert read_positions(path)[0].counts == [12, 132]
    assert main([str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err
    path.write_text('[{"name": 3}]')
    assert main([str(path)]) == 2
    assert "some.json" in capsys.readouterr().err
