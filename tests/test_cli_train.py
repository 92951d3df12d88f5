"""`stellwerk train`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stellwerk.cli import train
from stellwerk.cli.main import main
from stellwerk.training import KINDS
from tests.support import DATA

FILE = str(DATA / "games" / "18te-2p.json.gz")


class Day(date):
    """A day that tests turn."""

    now = date(2031, 5, 1)

    @classmethod
    def today(cls) -> Any:
        return cls.now


@pytest.fixture(autouse=True)
def calendar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Day, "now", date(2031, 5, 1))
    monkeypatch.setattr(train, "date", Day)


def typed(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> None:
    """What is typed, then the end of the input."""
    waiting = list(lines)

    def read(prompt: str = "") -> str:
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    monkeypatch.setattr("builtins.input", read)


def puzzles(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, Any]]:
    """The puzzles as data."""
    assert main(["train", *args, "--json"]) == 0
    found: list[dict[str, Any]] = msgspec.json.decode(capsys.readouterr().out)["puzzles"]
    return found


def reply(puzzle: dict[str, Any], right: bool = True) -> str:
    """What to type."""
    if puzzle["choices"]:
        return str((puzzle["answer"] + (not right)) % len(puzzle["choices"]) + 1)
    return str(puzzle["answer"] + (not right))


def test_wrong_answers_come_again_on_their_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ["--data", str(tmp_path)]
    asked = puzzles(capsys, FILE, "--seed", "3", "--count", "3")
    assert len({puzzle["kind"] for puzzle in asked}) == 3
    typed(monkeypatch, ["help", "rule 6.1", "odd", reply(asked[0], False), "show players", *map(reply, asked[1:])])
    assert main(["train", FILE, "--seed", "3", "--count", "3", "--language", "en", *kept]) == 0
    out = capsys.readouterr().out
    assert "Wrong. The answer is: " in out
    assert "Comes again in 1 day." in out
    assert out.endswith("Right: 2 of 3.\n")
    assert out.count("Right.\n") == 2
    for puzzle in asked:
        assert puzzle["question"] in out
        for line in puzzle["explanation"]:
            assert f"[{line['rule']}]" in out
    assert puzzles(capsys, "--due", *kept) == []
    assert main(["train", "--due", "--language", "en", *kept]) == 0
    assert capsys.readouterr().out == "Nothing is to be asked again today.\n"
    monkeypatch.setattr(Day, "now", date(2031, 5, 2))
    assert puzzles(capsys, "--due", *kept) == [asked[0]]
    typed(monkeypatch, [reply(asked[0])])
    assert main(["train", "--due", "--language", "en", *kept]) == 0
    assert "Comes again in 3 days." in capsys.readouterr().out


def test_a_game_that_is_gone_is_named_and_stays_in_its_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "game.json.gz"
    copy.write_bytes(Path(FILE).read_bytes())
    kept = ["--data", str(tmp_path / "data")]
    [asked] = puzzles(capsys, str(copy), "--seed", "1", "--count", "1")
    typed(monkeypatch, [reply(asked, False)])
    assert main(["train", str(copy), "--seed", "1", "--count", "1", *kept]) == 0
    before = (tmp_path / "data" / "training.json").read_bytes()
    copy.unlink()
    monkeypatch.setattr(Day, "now", date(2031, 6, 1))
    assert main(["train", "--due", "--language", "en", *kept]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("Nothing is to be asked again today.\n")
    assert "game.json.gz" in err
    assert (tmp_path / "data" / "training.json").read_bytes() == before


def test_the_daily_one_is_the_same_for_all_on_its_day(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = puzzles(capsys, "--daily", "--title", "18te")
    assert len(first) == 1
    assert puzzles(capsys, "--daily", "--title", "18te") == first
    [spoken] = puzzles(capsys, "--daily", "--title", "18te", "--language", "pl")
    assert (spoken["id"], spoken["answer"]) == (first[0]["id"], first[0]["answer"])
    assert spoken["question"] != first[0]["question"]
    monkeypatch.setattr(Day, "now", date(2031, 5, 2))
    assert puzzles(capsys, "--daily", "--title", "18te") != first


def test_the_end_of_the_input_ends_the_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, ["show map"])
    assert main(["train", "--title", "union-pacific", "--seed", "1", "--language", "de", "--data", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "Auszahlung" in out
    assert not (tmp_path / "training.json").exists()


def test_kinds_named_in_the_help_are_those_there_are() -> None:
    assert tuple(KINDS) == train.ASKED


@pytest.mark.parametrize(
    "args",
    [
        ["--title", "1999"],
        ["--kind", "luck"],
        ["--count", "0"],
        ["--seed", "x"],
        ["--seed", "4294967296"],
        ["--daily", "--count", "2"],
        ["--daily", "--due"],
        ["--due", FILE],
        ["--language", "fr"],
        ["nowhere.json"],
        [FILE, "--title", "1830"],
        [FILE, "--kind", "payout"],
        [str(DATA / "perft")],
        ["{empty}"],
        ["{bad}"],
    ],
)
def test_bad_input_is_one_line(args: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.json").write_bytes(b"{")
    places = {"{empty}": str(tmp_path / "empty"), "{bad}": str(tmp_path / "bad.json")}
    data = tmp_path / "data"
    assert main(["train", *(places.get(arg, arg) for arg in args), "--data", str(data)]) == 2
    err = capsys.readouterr().err
    assert err.splitlines()[-1].startswith("stellwerk: ")
    assert "Traceback" not in err
    assert not data.exists()


def test_a_damaged_file_is_told_before_anything_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "training.json"
    kept.write_bytes(b"{")
    assert main(["train", FILE, "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "training.json" in err
    assert kept.read_bytes() == b"{"
