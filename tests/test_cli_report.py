"""`stellwerk report`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stellwerk.cli.main import main
from stellwerk.formats import load_file
from tests.support import DATA

GAME = DATA / "games" / "18te-3p.json.gz"


def test_a_report_in_its_three_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(GAME), "--language", "en"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("18TE: Ada, Ben, Cleo\n\nFinal standing\n")
    assert err == ""
    assert main(["report", str(GAME), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == ["Ada", "Ben", "Cleo"]
    page = tmp_path / "page.html"
    assert main(["report", str(GAME), "--html", "--language", "de", "-o", str(page)]) == 0
    assert page.read_text(encoding="utf-8").startswith('<!DOCTYPE html><html lang="de">')
    assert [entry.name for entry in tmp_path.iterdir()] == ["page.html"]


def test_a_game_that_is_still_running_is_reported_as_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "half.json"
    path.write_bytes(load_file(GAME).at(120).transcript().encode())
    assert main(["report", str(path), "--language", "en"]) == 0
    assert "Standing after move 120" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"title_version": "99"}, "99"),
        ({"title": "1999"}, "1999"),
        ({"actions": [{"type": "nonsense", "seat": 0}]}, "nonsense"),
        ({"actions": []}, "nothing has been played yet"),
        ({}, "no PDF"),
    ],
)
def test_what_cannot_be_reported_gets_one_line(
    change: dict[str, object], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(load_file(GAME).game.transcript().encode())
    for key in ("digest", "scores"):
        data.pop(key, None)
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(data | change), encoding="utf-8")
    target = tmp_path / "out"
    assert main(["report", str(path), "-o", str(target), *([] if change else ["--pdf"])]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert why in err
    assert not target.exists()


@pytest.mark.parametrize("data", [b"", b"{", b"\x1f\x8b broken", b"\xff\xfe"])
def test_a_broken_file_gets_one_line(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(data)
    assert main(["report", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
