"""Since your last turn: the strip comes when others have moved, is walked through by keys, and can be closed."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor

PASS = {"type": "pass"}
MAIN = """() => { const button = document.querySelector("#decision .btn").getBoundingClientRect(),
  strip = document.getElementById("since").getBoundingClientRect();
  return button.height > 0 && (strip.height === 0 || strip.bottom <= button.top || strip.top >= button.bottom); }"""


def pass_turn(visitor: Visitor, game: str) -> None:
    """The reader passes by the API; lasts until the bots have moved and he is asked again."""
    view = visitor.view(game)
    body = {"seat": 0, "expected_version": view["version"], "action": PASS}
    visitor.ask("POST", f"/games/{game}/actions", body)
    expect(visitor.page.locator("#meta[data-yours=yes]")).to_be_attached()
    visitor.page.wait_for_function(f"() => Number(document.getElementById('meta').dataset.version) > {view['version']}")
    expect(visitor.page.locator("#meta[data-yours=yes]")).to_be_attached()


def test_the_strip_tells_what_bots_did_and_leads_through_it(visit: NewVisitor) -> None:
    ada = visit(viewport=ViewportSize(width=1440, height=900))
    game = ada.create("me:Ada", "bot:Ben", "bot:Cleo")["table"]["id"]
    page = ada.sit(game)
    since, now = page.locator("#since"), page.locator("#ply-now")
    expect(since).to_be_hidden()  # nobody else has moved
    pass_turn(ada, game)
    expect(since).to_be_visible()
    expect(since.locator(".since-body")).to_contain_text(re.compile("(bid|bought|got|passed|Passed)"))
    assert page.evaluate(MAIN)
    live = int(now.inner_text())
    steps = since.locator("[data-step-ply]").count()
    assert steps >= 2
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text(str(live - steps + 1))
    expect(since.locator(".since-steps p")).to_contain_text(f"1 / {steps}")
    page.keyboard.press("Space")  # on the button that has the focus now
    expect(now).to_have_text(str(live - steps + 2))
    expect(since.locator(".since-steps p")).to_contain_text(since.locator("[data-step-ply]").nth(1).inner_text())
    page.keyboard.press("ArrowLeft")
    expect(now).to_have_text(str(live - steps + 1))
    page.keyboard.press("Escape")
    expect(now).to_have_text(str(live))
    expect(since.locator(".since-body")).to_be_visible()
    for _ in range(steps + 1):  # beyond the last step lies the present, where nothing has changed
        page.keyboard.press("ArrowRight")
    expect(page.locator("#meta[data-live=yes]")).to_be_attached()
    expect(since.locator(".since-steps")).to_be_hidden()
    since.locator("[data-story=close]").click()
    expect(since).to_be_hidden()
    page = ada.sit(game)
    expect(page.locator("#since")).to_be_hidden()  # closed for this turn
    pass_turn(ada, game)
    expect(page.locator("#since")).to_be_visible()
    page = ada.sit(game)
    expect(page.locator("#since")).to_be_visible()


def test_on_a_phone_the_strip_is_folded_and_walked_by_touch(visit: NewVisitor) -> None:
    ada = visit(phone=True)
    game = ada.create("me:Ada", "bot:Ben", "bot:Cleo")["table"]["id"]
    page = ada.sit(game)
    pass_turn(ada, game)
    since = page.locator("#since")
    expect(since.locator("h2")).to_be_visible()
    expect(since.locator(".since-body")).to_be_hidden()
    since.locator("[data-story=fold]").tap()
    expect(since.locator(".since-body")).to_be_visible()
    assert page.evaluate(MAIN)
    since.locator("[data-story=play]").tap()
    expect(page.locator("#meta[data-live=no]")).to_be_attached()
    expect(page.locator("#mapbox")).to_be_in_viewport()
    since.locator("[data-story=end]").tap()
    expect(page.locator("#meta[data-live=yes]")).to_be_attached()
    page = ada.sit(game)
    expect(page.locator("#since .since-body")).to_be_visible()  # as it was left on this device
