"""`stellwerk bench web` measures what it says, on a small scale."""

from __future__ import annotations

import json

import pytest

from stellwerk.cli.main import main
from stellwerk.core import BadInput
from stellwerk.lab import bench_web
from stellwerk.lab.bench_web import Sizes, spread
from tests.support import DATA

SMALL = Sizes(calls=4, moves=4, watchers=5, watched_moves=2, tables=3, seconds=0.5, plies=4)


def test_all_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    measure = bench_web.bench_web
    monkeypatch.setattr(bench_web, "bench_web", lambda path: measure(path, SMALL))
    code = main(["bench", "web", "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    figures = json.loads(out)
    for name in ("health", "move_api", "move_click", "other_browser"):
        assert 0 < figures[name]["p50"] <= figures[name]["p95"] <= figures[name]["max"]
    assert 0 < figures["per_move"]["kilobytes"]["p50"] <= figures["per_move"]["kilobytes"]["max"]
    assert figures["watchers"]["count"] == 5
    assert figures["watchers"]["first_watcher"]["p50"] <= figures["watchers"]["last_watcher"]["p50"]
    assert figures["tables_with_bots"]["tables_that_moved"] > 0
    assert figures["long_game"]["actions"] == 1000
    assert figures["long_game"]["page_first"] > 0
    assert figures["long_game"]["page_at_start"] > 0
    assert figures["first_pages"].keys() == {"start", "table"}


def test_a_game_that_is_too_short_is_refused() -> None:
    with pytest.raises(BadInput, match="at least 400 actions"):
        bench_web.bench_web(DATA / "random" / "1830-random-1106.json.gz", Sizes(moves=200))


def test_the_spread_of_times() -> None:
    assert spread([3.0, 1.0, 2.0]) == {"p50": 2.0, "p95": 3.0, "max": 3.0}
    assert spread([float(number) for number in range(100)]) == {"p50": 49.0, "p95": 95.0, "max": 99.0}


def test_a_load_is_carried_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--tables", "2", "--streams", "8", "--rate", "2", "--seconds", "2", "--json"]
    assert main(["bench", "load", *few]) == 0
    out, err = capsys.readouterr()
    figures = json.loads(out)
    assert (figures["tables"], figures["streams"]) == (2, 8)
    (step,) = figures["rates"]
    assert step["moves_per_s"] > 0
    assert step["cpu_ms_per_move"] > 0
    assert step["kilobytes"]["click"] > 0
    assert 0 < step["watcher"]["p50"] < 30_000
    assert "moves/s" in err
    assert main(["bench", "soak", *few[:-1], "--minutes", "0.01", "--apart", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["memory_mb_over_time"][0][0] > 10
    assert figures["moves"] > 0


def test_several_servers_need_a_database(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "load", "--processes", "2"]) == 2
    assert "--processes needs --database" in capsys.readouterr().err
