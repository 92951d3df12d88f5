"""`stellwerk routes` and `stellwerk bench routes`."""

from __future__ import annotations

import msgspec
import pytest

from stellwerk.cli.main import main
from tests.support import DATA

GAME = str(DATA / "random" / "1830-random-1239.json.gz")


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["routes", GAME, *words, "--json"]) == 0
    data: dict[str, object] = msgspec.json.decode(capsys.readouterr().out)
    return data


def test_the_best_run_of_the_operating_company(capsys: pytest.CaptureFixture[str]) -> None:
    run = answer(capsys, "--at", "605")
    assert (run["company"], run["total"], run["proven"], run["upper_bound"]) == ("CPR", 340, True, 340)
    assert isinstance(run["routes"], list)
    assert run["routes"][0]["train"] == "D-0"


def test_the_best_runs_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", GAME, "--at", "605", "--top", "3"]) == 0
    out = capsys.readouterr().out
    assert "1. CPR: 340 (proven best" in out
    assert "D-0: E19 Albany: 40 [1830 8.3.7]" in out
    assert "3. CPR:" in out


def test_other_trains_and_companies(capsys: pytest.CaptureFixture[str]) -> None:
    few = answer(capsys, "--at", "605", "--company", "NYC", "--trains", "2")
    more = answer(capsys, "--at", "605", "--company", "NYC", "--trains", "5,D")
    assert isinstance(few["total"], int)
    assert isinstance(more["total"], int)
    assert 0 < few["total"] < more["total"]


def test_the_same_position_by_the_id_of_an_action(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "--before-action", "606") == answer(capsys, "--at", "605")


def test_what_a_train_would_add(capsys: pytest.CaptureFixture[str]) -> None:
    worth = answer(capsys, "--at", "605", "--with-train", "D")
    assert worth["gain"] == 140
    assert main(["routes", GAME, "--at", "605", "--with-train", "D"]) == 0
    assert "gain: 140" in capsys.readouterr().out


def test_what_a_tile_would_add(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", GAME, "--at", "605", "--with-tile", "E19:99:0"]) == 2
    assert "there is no tile '99'" in capsys.readouterr().err
    assert main(["routes", GAME, "--at", "605", "--with-tile", "Albany"]) == 2
    assert "must be HEX:TILE:ROTATION" in capsys.readouterr().err


def test_a_company_without_anything_has_an_empty_run_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    run = answer(capsys, "--at", "0", "--company", "PRR")
    assert (run["total"], run["routes"], run["proven"]) == (0, [], True)
    assert run["reason"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--at", "0"], "no company is operating"),
        (["--at", "605", "--company", "XYZ"], "there is no company"),
        (["--at", "605", "--trains", "5,,D"], "train"),
        (["--at", "605", "--trains", "x"], "train"),
        (["--at", "99999"], "no position"),
        (["--at", "605", "--with-token", "E19"], "must be HEX.CITY"),
        (["--at", "605", "--top", "0"], "at least 1"),
    ],
)
def test_bad_questions_get_one_line(words: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", GAME, *words]) == 2
    printed = capsys.readouterr().err
    assert error in printed
    assert printed.count("\n") == 1


def test_the_bench_reports_what_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "routes", str(DATA / "random" / "1830-random-1106.json.gz"), "--json"]) == 0
    figures = msgspec.json.decode(capsys.readouterr().out)
    for part in ("recorded", "stress", "python"):
        assert {"positions", "proven_share", "median_ms", "p95_ms", "max_ms", "largest_gap"} <= set(figures[part])
    assert figures["recorded"]["proven_share"] == 1
    assert figures["recorded"]["below_recorded"] == []
