"""A person with a browser: opens pages, plays by clicking, and notices everything that goes wrong on the way."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, Response, ViewportSize, expect

from tests.browser.profiles import Profiles
from tests.kept import kept_game
from tests.support import DATA

Json = dict[str, Any]
WIDE = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
BOTS = 60_000  # milliseconds that the bots may take
# What is waited for after every move. An `expect` would look at larger and larger intervals, and each time at all the
# page holds, for the report of a failure that does not come.
SHOWS = "(version) => document.getElementById('meta').dataset.version === version"
MOVED_ON = "(version) => document.getElementById('meta').dataset.version !== version"
LOOKS = 40  # milliseconds between two looks; one in every frame would have the browser draw frames for them alone
ASKED_OR_OVER = "() => document.querySelector('#meta:is([data-yours=yes], [data-status=finished])')"


@contextmanager
def news(page: Page) -> Iterator[None]:
    """Something happens meanwhile; lasts until the stream has brought it to the page, which may wait to show it."""
    page.evaluate("document.addEventListener('table:news', () => { window.heardNews = true; }, { once: true })")
    yield
    page.wait_for_function("() => window.heardNews")  # a function: the page's policy forbids to evaluate text
    page.evaluate("window.heardNews = false")


class Visitor:
    """One browser profile with its own cookies and one page to begin with."""

    def __init__(
        self,
        browser: Browser | Profiles,
        address: str,
        phone: bool = False,
        language: str = "en",
        theme: str = "light",
        viewport: ViewportSize | None = None,
        bypass_csp: bool = False,
    ) -> None:
        self.address = address
        self.profiles = browser if isinstance(browser, Profiles) else Profiles(browser)
        self.settings: Json = {
            "viewport": viewport or (PHONE if phone else WIDE),
            "has_touch": phone,
            "is_mobile": phone,
            "locale": {"en": "en-GB", "de": "de-DE", "pl": "pl-PL"}[language],
            "color_scheme": "dark" if theme == "dark" else "light",
            "reduced_motion": "reduce",
            "bypass_csp": bypass_csp,
        }
        self.context = self.profiles.take(**self.settings)
        self.context.set_default_timeout(30_000)
        self.troubles: list[str] = []
        self.asked: deque[str] = deque(maxlen=40)  # the last requests of the pages, for the report of a failure
        self.allowed: set[int] = set()
        self.offline_allowed = False
        self.context.on("page", self._watch)
        self.page: Page = self.context.pages[0]
        self._watch(self.page)

    # -- what goes wrong

    def allow(self, *statuses: int) -> None:
        """Answers with these statuses are part of the test."""
        self.allowed |= set(statuses)

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(f"script error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("request", self._began)
        page.on("response", self._answered)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        status = re.search(r"status of (\d+)", message.text)
        if status is not None:  # told by `_answered` with its address
            return
        if self.offline_allowed and "net::ERR" in message.text:
            return
        self.troubles.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        # A page that is left gives up what it still waits for, above all its event stream.
        if request.failure == "net::ERR_ABORTED" or self.offline_allowed:
            return
        self.troubles.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, answer: Response) -> None:
        self.asked.append(f"{time.strftime('%H:%M:%S')} {answer.status} {answer.request.method} {answer.url}")
        if answer.status >= 500 or (answer.status >= 400 and answer.status not in self.allowed):
            self.troubles.append(f"{answer.status}: {answer.request.method} {answer.url}")

    def _began(self, request: Request) -> None:
        self.asked.append(f"{time.strftime('%H:%M:%S')} ... {request.method} {request.url}")

    def state(self) -> str:
        """What a failed test should tell of this visitor: what the page shows, what is under way, what it asked for."""
        try:
            page = self.page.evaluate("""() => [location.href, document.documentElement.className,
              JSON.stringify({...document.getElementById("meta")?.dataset}),
              document.getElementById("decision")?.outerHTML ?? ""].join("\\n")""")
        except Error as error:
            page = str(error)
        return "\n".join([page, *self.asked, *self.troubles])

    def close(self) -> list[str]:
        """End the visit; what went wrong."""
        self.context.remove_listener("page", self._watch)
        if self.troubles or self.offline_allowed:
            self.context.close()
        else:
            self.profiles.give_back(self.context, self.address, **self.settings)
        return self.troubles

    # -- pages and tables

    def open(self, path: str, page: Page | None = None) -> Page:
        """Go to an address of the server."""
        page = page or self.page
        page.goto(self.address + path)
        return page

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """A call of the API with the cookies of this browser, without a page."""
        headers = {}
        if method != "GET":
            headers["x-csrf-token"] = self.ask("GET", "/session")["csrf"]
        request = self.context.request
        answer = request.fetch(f"{self.address}/api/v1{path}", method=method, headers=headers, data=body)
        text = answer.text()
        assert answer.ok, (answer.status, text)
        return json.loads(text) if text else None

    def create(self, *seats: str, **more: Any) -> Json:
        """A table: `me:Ada`, `open`, `hotseat:Ben`, `bot`."""
        wished = [dict(zip(("kind", "name"), seat.split(":"), strict=False)) for seat in seats]
        made: Json = self.ask("POST", "/games", {"title": "1830", "seats": wished, "seed": 1, **more})
        return made

    def bring(self, file: Json, **more: Any) -> str:
        """A table from a transcript; without seats one for analysis where all seats are this visitor's."""
        made: Json = self.ask("POST", "/import", {"file": file, **more})
        return str(made["table"]["id"])

    def sit(self, game_id: str, query: str = "") -> Page:
        """Open a table and wait until its scripts have come."""
        page = self.open(f"/g/{game_id}{query}")
        expect(page.locator("html[data-ready]")).to_be_attached()
        expect(page.locator("#stage")).to_be_visible()
        expect(page.locator("#decision")).to_be_attached()  # ledger and charts cover it
        return page

    def view(self, game_id: str) -> Json:
        said: Json = self.ask("GET", f"/games/{game_id}/view")
        return said

    # -- what a page shows

    @property
    def decision(self) -> Locator:
        return self.page.locator("#decision")

    @property
    def version(self) -> int:
        """The version of the position that the page shows."""
        return int(self.page.locator("#meta").get_attribute("data-version") or -1)

    def sees(self, version: int, page: Page | None = None) -> None:
        """Wait until the page shows a version."""
        (page or self.page).wait_for_function(SHOWS, arg=str(version), polling=LOOKS)

    def moved_on(self, version: int) -> None:
        """Wait until the page shows another version than this."""
        self.page.wait_for_function(MOVED_ON, arg=str(version), polling=LOOKS, timeout=BOTS)

    def is_asked(self) -> bool:
        """Wait until this visitor is asked (True) or the game is over (False)."""
        self.page.wait_for_function(ASKED_OR_OVER, polling=LOOKS, timeout=BOTS)
        return self.page.locator("#meta").get_attribute("data-yours") == "yes"


def recorded(name: str, ply: int | None = None) -> Json:
    """A kept bot game, whole or cut after so many actions, as a file to import."""
    path = next(place for place in (DATA / "random", DATA / "games") if (place / f"{name}.json.gz").exists())
    file = path / f"{name}.json.gz"
    if ply is None:
        said: Json = json.loads(gzip.decompress(file.read_bytes()))
        return said
    cut: Json = json.loads(kept_game(file).at(ply).transcript().encode())
    return cut


@cache
def first_ply(name: str, kind: str, after: int = 0, company: str = "") -> int:
    """The first position of a kept game in which a kind of decision is asked."""
    path: Path = next(place for place in (DATA / "random", DATA / "games") if (place / f"{name}.json.gz").exists())
    game = kept_game(path / f"{name}.json.gz")
    for ply in range(after, len(game)):
        decision = game.at(ply).decision()
        if decision is not None and decision.kind == kind and company in ("", decision.actor):
            return ply
    raise AssertionError(f"{name} has no decision {kind} after {after}")
