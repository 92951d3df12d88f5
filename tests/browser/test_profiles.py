"""A profile that is used again knows nothing of the visitor before."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.profiles import Profiles
from tests.browser.visitor import Visitor
from tests.web_support import Server

KNOWN = """() => [document.cookie, sessionStorage.length, ...Object.keys(localStorage), history.length,
  innerWidth, matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("(prefers-reduced-motion)").matches]"""


def known(page: Page) -> object:
    return page.evaluate(KNOWN)


def test_a_profile_used_again_is_empty(profiles: Profiles, site: Server) -> None:
    ada = Visitor(profiles, site.address, language="pl", theme="dark")
    context, page = ada.context, ada.open("/")
    new = known(page)
    table = ada.create("me:Ada", "open")["table"]["id"]
    page.evaluate(
        "() => { localStorage.setItem('a', 'b'); sessionStorage.setItem('a', 'b'); document.cookie = 'a=b'; }"
    )
    page.set_viewport_size({"width": 500, "height": 500})
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    page.route("**", lambda route: route.abort())
    other = context.new_page()
    ada.open(f"/g/{table}", other)
    assert known(page) != new
    assert ada.close() == []
    ben = Visitor(profiles, site.address, language="pl", theme="dark")
    assert ben.context is context, "the test is about a profile that is used again"
    page = ben.open("/")
    assert (page.is_closed(), known(page), len(context.pages)) == (False, new, 1)
    assert ben.ask("GET", "/games") == []
    page.evaluate("() => console.error('a fault of the new visitor')")
    ben.page.wait_for_function("() => true")
    assert (ada.troubles, ben.close()) == ([], ["console: a fault of the new visitor"])
