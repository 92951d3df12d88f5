"""Profiles of the browser that visitors use one after the other, each empty again: new ones cost as much as a page.

What a visitor leaves behind (pages, cookies, what pages have stored) is thrown away; what the browser has loaded and
compiled of the site stays. All pages of a profile live in one process of the browser, which stays too.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext


class Profiles:
    """Those of one browser: for each way to set one up, those which nobody uses at the moment."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[str, list[BrowserContext]] = {}

    def take(self, **settings: Any) -> BrowserContext:
        """An empty one with a blank page."""
        free = self._free.get(str(settings))
        if free:
            return free.pop()
        context = self.browser.new_context(**settings)
        context.new_page()
        return context

    def give_back(self, context: BrowserContext, address: str, **settings: Any) -> None:
        """Empty one for the next visitor; `address` is where the last one was."""
        used = list(context.pages)
        blank = context.new_page()  # before the others go: with its last page a profile would lose its process
        for page in used:
            page.close()
        context.clear_cookies()
        storage = context.new_cdp_session(blank)
        storage.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "local_storage"})
        storage.detach()
        self._free.setdefault(str(settings), []).append(context)
