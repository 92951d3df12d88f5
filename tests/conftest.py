"""What is said at the end of a run."""

from __future__ import annotations

from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say once more, where nobody overlooks it, that the pages were not tried in a browser."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "tests/browser/" in report.nodeid]
    if skipped:
        terminalreporter.section("NOT TRIED IN A BROWSER", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests were skipped: no Chromium. docs/testing.md says what to do.")
