"""The README's tour runs as it stands, and its links and commands exist."""

from __future__ import annotations

import doctest
import io
import re
import shlex
from pathlib import Path

import pytest

from stellwerk.cli.main import main

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


def test_the_tour_runs() -> None:
    failures, tried = doctest.testfile(str(README), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 15
    assert failures == 0


@pytest.mark.parametrize("page", [README, *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_commands_of_the_tour_work_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a reader types them; the player leaves at once. A server and a bench have tests of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("./stellwerk ")]
    said: dict[str, str] = {}
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        if words and words[0] not in ("serve", "test", "bench"):
            code = main(words)
            said[words[0]] = capsys.readouterr().out
            assert code == (1 if words[0] == "explain" else 0), line
    assert "SR1" in said["study"]
    assert len(said) == 14
    assert "Final standing" in said["report"]
    assert "1830" in said["train"]
    assert "KHS" in said["play"]
    assert "0 violations" in said["simulate"]
    assert "scores match" in said["replay"]
    assert "must say which trains run" in said["explain"]
    assert "proven best" in said["routes"]
    assert (tmp_path / "board.svg").stat().st_size > 10_000
    assert main(["replay", "site.json"]) == 0


def test_every_command_of_the_readme_exists(capsys: pytest.CaptureFixture[str]) -> None:
    named = {
        line.split()[1] for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("./stellwerk ")
    }
    for command in sorted(named - {"test", "#"}):
        assert main([command, "--help"]) == 0
        assert command in capsys.readouterr().out
