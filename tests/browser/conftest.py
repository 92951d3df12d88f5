"""A real server and a real browser, one each for a worker; a fresh visitor with his own cookies for every test.

Whatever goes wrong in a page on the way (an error in the console, a breach of the content security policy, a request
that fails, an answer of 400 and more that the test has not announced) fails the test that opened it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from tests.browser.profiles import Profiles
from tests.browser.visitor import Visitor
from tests.web_support import Server

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
# Only pages of our own server are opened, often in a container where Chromium's own sandbox cannot be set up.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # pages of a profile share a process: a new page needs no new one
    "--disable-site-isolation-trials",
]
PATIENCE = 20_000  # milliseconds; nothing here is timed, and a full machine or a slow disk may hold up an answer
expect.set_options(timeout=PATIENCE)
NewVisitor = Callable[..., Visitor]


def chromium() -> str:
    """The browser to drive, or nothing."""
    named = os.environ.get("STELLWERK_CHROMIUM", "")
    if named == "none":
        return ""
    return next((found for name in ([named] if named else BROWSERS) if (found := shutil.which(name))), "")


def missing(reason: str) -> None:
    """Without a browser these tests are skipped, and say why; where they must run, that is a failure."""
    if os.environ.get("STELLWERK_NEEDS_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    program = chromium()
    if not program:
        missing("no Chromium or Chrome found (STELLWERK_CHROMIUM may name one): the pages were not tried in a browser")
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        except Error as error:
            missing(f"{program} does not start: {error.message.splitlines()[0]}")
        yield started
        started.close()


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    """What visitors of this worker use one after the other."""
    return Profiles(browser)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Server]:
    """The server of this worker."""
    running = Server(tmp_path_factory.mktemp("site"), "--pace", "instant")
    yield running
    log = running.stop()
    assert "Traceback" not in log, log


VISITORS = pytest.StashKey[list[Visitor]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test tells what its visitors saw."""
    report = yield
    if report.when == "call" and report.failed:
        visitors: list[Visitor] = item.stash.get(VISITORS, [])
        for number, visitor in enumerate(visitors):
            report.sections.append((f"visitor {number}", visitor.state()))
    return report


@pytest.fixture
def visit(request: pytest.FixtureRequest, profiles: Profiles, site: Server) -> Iterator[NewVisitor]:
    """Makes visitors: `visit()`, `visit(phone=True)`, `visit(language="de")`, `visit(theme="dark")`."""
    visitors: list[Visitor] = []
    request.node.stash[VISITORS] = visitors

    def new(**settings: Any) -> Visitor:
        visitor = Visitor(profiles, settings.pop("address", site.address), **settings)
        visitors.append(visitor)
        return visitor

    yield new
    troubles = [visitor.close() for visitor in visitors]
    assert not any(troubles), "\n".join(line for trouble in troubles for line in trouble)
