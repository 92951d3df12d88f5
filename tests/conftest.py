"""What is checked before a run, and said at its end."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from stellwerk.store import GamesStore, open_store
from tests.costs import Costs
from tests.postgres_support import Cluster, running_cluster

TESTS = Path(__file__).parent
os.environ["STELLWERK_LANGUAGE"] = "en"  # whatever language the machine speaks

# Games are large; looked through as often as is usual, they cost five files that replay them 69 s instead of 57.
gc.set_threshold(100_000, 20, 100)


def pytest_configure(config: pytest.Config) -> None:
    """A folder of recorded games that is named must be there: a slip in its name must not leave tests out."""
    if noted := os.environ.get("STELLWERK_TEST_COSTS"):
        config.pluginmanager.register(Costs(Path(noted)))
    named = os.environ.get("STELLWERK_RECORDED")
    if named and not Path(named).is_dir():
        raise pytest.UsageError(f"STELLWERK_RECORDED names {named}, which is no folder")


# What `./stellwerk test --quick` runs: the rules of all titles, the library and the command. Everything else is slow.
QUICK = ("rules_", "test_library", "test_imports", "test_cli.py", "test_cli_routes", "test_readme", "test_title_file")


# Files with the longest tests come first: begun last, one would keep a worker busy alone.
LONGEST = ("test_whole_games", "test_union_pacific_web_secrets")


def is_quick(path: Path) -> bool:
    return path.relative_to(TESTS).as_posix().startswith(QUICK)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A quick run does not even read what it leaves out."""
    slow = collection_path.suffix == ".py" and collection_path.is_relative_to(TESTS) and not is_quick(collection_path)
    return True if slow and config.getoption("markexpr") == "not slow" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what a quick run leaves out, and put first what takes longest."""
    for item in items:
        if not is_quick(item.path):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.stem not in LONGEST)


def pytest_collection_finish() -> None:
    """Thousands of tests and their modules stay to the end: the garbage collector need not look through them again."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say once more, where nobody overlooks it, that the pages were not tried in a browser."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "tests/browser/" in report.nodeid]
    if skipped:
        terminalreporter.section("NOT TRIED IN A BROWSER", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests were skipped: no Chromium. docs/testing.md says what to do.")
    left_out = [report for report in terminalreporter.stats.get("skipped", []) if "LEFT OUT" in str(report.longrepr)]
    if left_out:
        terminalreporter.section("NOT COMPARED WITH RECORDED GAMES", red=True, bold=True)
        terminalreporter.line(f"{len(left_out)} tests were skipped: STELLWERK_RECORDED is not set. docs/testing.md.")
    without = [left for left in terminalreporter.stats.get("skipped", []) if "NO POSTGRESQL" in str(left.longrepr)]
    if without:
        terminalreporter.section("NOT TRIED WITH POSTGRESQL", red=True, bold=True)
        terminalreporter.line(f"{len(without)} tests were skipped: {without[0].longrepr[-1]}. docs/testing.md.")


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Hashes for servers in this process that cost nothing; `tests/test_passwords.py` looks at the real ones."""
    accounts = sys.modules.get("stellwerk.web.accounts")
    with pytest.MonkeyPatch.context() as patch:
        if accounts is not None:
            patch.setattr(accounts, "PasswordHasher", partial(PasswordHasher, 1, 8, 1))
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One folder for the templates of all servers, of all workers."""
    support = sys.modules.get("tests.web_support")
    if support is not None:
        own = tmp_path_factory.getbasetemp()
        shared = (own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / "read-templates"
        shared.mkdir(exist_ok=True)
        support.Server.templates = shared


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of this worker's own."""
    with running_cluster() as running:
        yield running


@pytest.fixture
def postgres(cluster: Cluster) -> Iterator[str]:
    """The address of an empty store in PostgreSQL."""
    with cluster.fresh("stellwerk") as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GamesStore]:
    """An empty store of each kind."""
    where = request.getfixturevalue("postgres") if request.param == "postgres" else tmp_path / "games.db"
    with open_store(where) as opened:
        yield opened
