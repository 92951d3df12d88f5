"""Many games compared: every figure against the games it was made of, and how often the leader by the curve wins."""

from __future__ import annotations

import csv
import json
import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import mean

import pytest

from stellwerk.cli.main import main
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.formats import load_file
from stellwerk.report.compared import quarters
from stellwerk.report.seat_rows import COLUMNS
from stellwerk.report.survey import QUARTERS, Survey, files_in, gather, shared, survey
from tests.support import DATA

GAMES = DATA / "games"


@cache
def kept() -> Survey:
    return gather(survey(files_in(GAMES)))


def test_every_kept_game_is_counted_with_its_result() -> None:
    found = kept()
    assert found.left_out == ()
    assert len(found.games) == len(list(GAMES.glob("*.json.gz")))
    for facts in found.games:
        game = load_file(GAMES / facts.file).game
        result = game.result()
        assert facts.actions == game.ply
        assert tuple(entry.score for entry in facts.seats) == tuple(result.scores)
        assert sum(entry.won for entry in facts.seats) == pytest.approx(1)
        assert {entry.seat for entry in facts.seats if entry.won} == set(result.winners)
        assert min(entry.place for entry in facts.seats) == 1
        if not isinstance(game.rules, FamilyRules):
            continue
        names = [entry.id for entry in game.rules.t.companies]
        for company in facts.companies:
            number = names.index(company.company)
            assert game.at(company.ply).state.companies[number].par == company.par
            assert not game.at(company.ply - 1).state.companies[number].par
        started = {entry.company for entry in facts.companies}
        assert started >= {
            name for name, company in zip(names, game.state.companies, strict=True) if company.par and company.floated
        }
        assert len({entry.name for entry in facts.trains}) == len(facts.trains) > 1
        for train in facts.trains:
            assert any(event.kind == "train" for event in game.plies[train.ply - 1].events)


def test_who_leads_counts_in_parts() -> None:
    assert shared((5, 9, 9), (1.0, 0.0, 0.0)) == 0
    assert shared((9, 9, 5), (1.0, 0.0, 0.0)) == 0.5
    assert shared((9, 1, 5), (0.5, 0.5, 0.0)) == 0.5


def test_the_curve_is_no_oracle_and_no_coin() -> None:
    """Over all kept games: it is better than chance in every quarter, better at the end than at the beginning, and a
    large lead says more than a small one.
    """
    found = quarters(kept().games)
    assert len(found) == QUARTERS
    for curve, _, chance in found:
        assert curve > chance + 0.1
    assert found[-1][0] > found[0][0]
    assert 0.5 < mean(curve for curve, _, _ in found) < 1
    leaders = [entry for game in kept().games for entry in game.leaders]
    small = mean(entry.won for entry in leaders if entry.lead < 0.06)
    large = mean(entry.won for entry in leaders if entry.lead >= 0.15)
    assert large > small + 0.1


def folder(tmp_path: Path, *names: str) -> Path:
    place = tmp_path / "games"
    place.mkdir()
    for name in names:
        shutil.copy(GAMES / f"{name}.json.gz", place)
    return place


def test_a_folder_in_all_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = folder(tmp_path, "18te-2p", "18te-3p", "union-pacific-2p")
    (place / "broken.json").write_text("{", encoding="utf-8")
    half = load_file(GAMES / "18te-2p.json.gz").at(40)
    (place / "half.json").write_bytes(half.transcript().encode())
    rows, plots = tmp_path / "rows.csv", tmp_path / "plots"
    more = ["--rows", str(rows), "--plots", str(plots)]
    assert main(["report", str(place), "--language", "en", *more]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "18TE: DOES THE LEADER WIN?" in out
    assert "broken.json" in out.partition("FILES THAT ARE NOT COUNTED")[2]
    assert "the game is not over" in out
    with rows.open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [len(table), tuple(table[0])] == [2 + 3 + 2, COLUMNS]
    assert sum(float(row["won"]) for row in table) == pytest.approx(3)
    assert table[0]["started"]
    assert sorted(entry.name for entry in plots.iterdir()) == ["18te-leaders.svg", "union-pacific-leaders.svg"]
    assert main(["report", str(place), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [len(data["games"]), len(data["left_out"])] == [3, 2]
    page = tmp_path / "page.html"
    assert main(["report", str(place), "--html", "--language", "pl", "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith('<!DOCTYPE html><html lang="pl">')
    assert "<svg" in text


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="needs the extra `parquet` (pyarrow)")
def test_rows_as_parquet(tmp_path: Path) -> None:
    from pyarrow import parquet

    rows = tmp_path / "rows.parquet"
    assert main(["report", str(folder(tmp_path, "18te-2p")), "--rows", str(rows), "-o", str(tmp_path / "text")]) == 0
    assert parquet.read_table(rows).column_names == list(COLUMNS)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--rows", "rows.txt"], "written as .csv or .parquet"),
        (["--rows", "nowhere/rows.csv"], "no such folder"),
        ([], "no recorded games here"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_read(
    more: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place = folder(tmp_path) if not more else folder(tmp_path, "18te-2p")
    assert main(["report", str(place), *more]) == 2
    err = capsys.readouterr().err
    assert why in err
    assert err.count("\n") == 1


def test_a_folder_without_a_game_that_is_over_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = folder(tmp_path)
    (place / "half.json").write_bytes(load_file(GAMES / "18te-2p.json.gz").at(40).transcript().encode())
    assert main(["report", str(place)]) == 2
    assert "half.json: the game is not over" in capsys.readouterr().err


def test_rows_of_one_game_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(GAMES / "18te-2p.json.gz"), "--rows", str(tmp_path / "rows.csv")]) == 2
    assert "for folders" in capsys.readouterr().err


def test_names_are_no_formulas(tmp_path: Path) -> None:
    import stellwerk
    from stellwerk.bots import RandomBot
    from stellwerk.bots.play import play_out

    game = stellwerk.new("18te", ["=1+1", "Ben"], seed=3)
    play_out(game, [RandomBot(3)] * 2, 5000)
    place = folder(tmp_path)
    (place / "odd.json").write_bytes(game.transcript().encode())
    rows = tmp_path / "rows.csv"
    assert main(["report", str(place), "--rows", str(rows), "-o", str(tmp_path / "text")]) == 0
    assert "'=1+1" in rows.read_text(encoding="utf-8")
