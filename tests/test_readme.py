"""The README's tour runs as it stands, and its links and commands exist."""

from __future__ import annotations

import doctest
import re
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


def test_every_command_of_the_readme_exists(capsys: pytest.CaptureFixture[str]) -> None:
    named = {
        line.split()[1] for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("./stellwerk ")
    }
    for command in sorted(named - {"test", "#"}):
        assert main([command, "--help"]) == 0
        assert command in capsys.readouterr().out
