"""`stellwerk study`."""

from __future__ import annotations

from pathlib import Path

import pytest

import stellwerk
from stellwerk.cli.main import main
from stellwerk.eighteen.actions import BuyPrivate, Pass
from stellwerk.formats.own import save


@pytest.fixture
def game(tmp_path: Path) -> Path:
    played = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], seed=1)
    played.apply(BuyPrivate("SV", 20))
    played.apply(Pass())
    path = tmp_path / "game.json"
    save(played, path)
    return path


def test_a_game_goes_round_through_every_form(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, text = str(tmp_path / "a.study.json"), str(tmp_path / "a.txt")
    assert main(["study", str(game), "-o", file]) == 0
    assert main(["study", file, "--text", "-o", text]) == 0
    assert main(["study", text, "--json"]) == 0
    assert capsys.readouterr().out == Path(file).read_text(encoding="utf-8")
    assert main(["study", str(game)]) == 0
    assert capsys.readouterr().out.endswith("Auction Ada: private SV for 20\nAuction Ben: pass\n")
    assert main(["study", file, "--link"]) == 0
    assert capsys.readouterr().out.startswith("eN")


def test_faults_are_named_and_the_rest_is_printed(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "a.txt"
    assert main(["study", str(game), "--text", "-o", str(text)]) == 0
    text.write_text(text.read_text(encoding="utf-8") + "Cleo: bid MH 1\n", encoding="utf-8")
    assert main(["study", str(text)]) == 1
    out, err = capsys.readouterr()
    assert "bid on MH must be at least $115 [1830 2.2] (1 move is left out)" in err
    assert out.endswith("Auction Ben: pass\n")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"hello", b"{", b'{"format":"stellwerk-study"}'])
def test_what_is_no_study_is_refused_in_one_line(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(data)
    assert main(["study", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["study", str(tmp_path / "none")]) == 2
