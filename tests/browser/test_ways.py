"""Other ways to play and to read: phone, keyboard only, German and Polish, dark; and how the table says no."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from stellwerk.i18n import translate
from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor, first_ply, recorded

GAME = "1830-3p-seed"
STEPS = 80  # presses of Tab before something must have been reached


@cache
def position(kind: str, after: int = 300) -> dict[str, Any]:
    return recorded(GAME, first_ply(GAME, kind, after=after))


def fits(page: Page) -> None:
    """Nothing sticks out to the right."""
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], page.url


def changed(page: Page, version: int) -> int:
    """Wait for the next version; returns it."""
    expect(page.locator("#meta")).not_to_have_attribute("data-version", str(version))
    return int(page.locator("#meta").get_attribute("data-version") or 0)


# -- phone


def test_on_a_phone(visit: NewVisitor) -> None:
    ada = visit(phone=True)
    for path in ("/", "/new?title=1830", "/import", "/titles/1830", "/titles/1830/rules", "/titles/1830/tiles"):
        fits(ada.open(path))
    page = ada.sit(ada.bring(position("track")))
    fits(page)
    decision = page.locator("#decision").bounding_box()
    stage = page.locator("#stage").bounding_box()
    assert decision
    assert stage
    assert decision["y"] < stage["y"]  # the decision is on top, the map follows
    version = ada.version
    page.locator("#decision .listbox > summary").tap()  # closed on a phone, so that the map is near
    name = page.locator("#decision [data-pick-hex]").first.get_attribute("data-pick-hex")
    page.locator(f'#mapbox .hexes > [data-hex="{name}"]').tap()
    chooser = page.locator("#chooser")
    expect(chooser).to_be_visible()
    chooser.locator("button[data-tile]").first.tap()
    chooser.locator("button[data-lay]").tap()
    version = changed(page, version)
    fits(page)
    for kind in ("stock", "run", "dividend"):
        ada.sit(ada.bring(position(kind)))
        fits(page)
        small = []
        for button in page.locator("#decision .btn:visible").all():
            box = button.bounding_box()
            if box and box["height"] < 43.5:
                small.append((button.inner_text(), box["height"]))
        assert small == [], kind


@pytest.mark.parametrize("width", [390, 600, 800, 1100, 1440, 1920])
def test_no_width_is_too_narrow(visit: NewVisitor, width: int) -> None:
    ada = visit(viewport={"width": width, "height": 900})
    page = ada.sit(ada.bring(position("track")))
    fits(page)
    expect(page.locator("#decision")).to_be_visible()
    fits(ada.open("/"))


# -- keyboard


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(STEPS):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_a_whole_turn_of_a_company_by_keyboard_only(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(ada.bring(position("track")))
    meta, version = page.locator("#meta"), ada.version
    press = page.keyboard.press
    press("d")
    tab_to(page, "#decision [data-pick-hex]")
    press("ArrowDown")
    press("ArrowUp")
    press("Enter")
    expect(page.locator("#chooser")).to_be_visible()
    press("t")
    press("r")
    press("Enter")
    version = changed(page, version)
    if page.locator("#token").count():
        press("s")
        version = changed(page, version)
    expect(page.locator("#run")).to_be_visible()
    press("d")
    press("Enter")
    version = changed(page, version)
    press("p")
    expect(page.locator("#confirm")).to_be_focused()
    press("Enter")
    version = changed(page, version)
    expect(meta).to_have_attribute("data-yours", "yes")
    press("Control+z")
    version = changed(page, version)
    expect(page.locator("#decision")).to_contain_text("Pay out")
    press("Control+y")
    version = changed(page, version)
    press("s")  # no train
    changed(page, version)


def test_the_auction_and_the_views_by_keyboard_only(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(ada.create("me:Ada", "hotseat:Ben")["table"]["id"])
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_class(re.compile("skip"))
    page.keyboard.press("Enter")
    tab_to(page, '[data-private="CS"] button')
    page.keyboard.press("Enter")
    expect(page.locator("#amount")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    ada.sees(1)
    expect(page.locator('[data-private="CS"] .bids')).to_contain_text("$50")
    page.keyboard.press("d")
    page.keyboard.press("2")
    expect(page.locator("#stage")).to_have_attribute("data-tab", "market")
    page.keyboard.press("1")
    expect(page.locator("#stage")).to_have_attribute("data-tab", "map")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_hidden()
    page.keyboard.press("s")
    ada.sees(2)


# -- languages and themes


@pytest.mark.parametrize("language", ["de", "pl"])
def test_the_pages_speak_german_and_polish(visit: NewVisitor, language: str) -> None:
    ada = visit(language=language)
    ada.allow(404)

    def said(text: str) -> str:
        found = translate(text, language)
        assert found != text, f"no {language} for {text!r}"
        return found

    for path, text in (("/", "My games"), ("/new?title=1830", "Create game"), ("/import", "Import a recorded game")):
        page = ada.open(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        if path != "/":
            expect(page.locator("main")).to_contain_text(said(text))
    page = ada.sit(ada.create("me:Ada", "hotseat:Ben")["table"]["id"])
    expect(page.locator("#decision")).to_contain_text(re.compile(re.escape(said("Your decision")), re.IGNORECASE))
    page.locator("#decision").get_by_role("button", name=said("Pass")).first.click()
    ada.sees(1)
    for kind, text in (("stock", "Market"), ("track", "Lay no tile"), ("run", "proven best"), ("dividend", "Withhold")):
        ada.sit(ada.bring(position(kind)))
        expect(page.locator("#app")).to_contain_text(re.compile(re.escape(said(text)), re.IGNORECASE))
        for english in ("Your decision", "Lay no tile", "Pay out", "Treasury", "Operating order"):
            assert english.lower() not in page.locator("#app").inner_text().lower(), (kind, english)
    ada.open("/g/2222222222")
    expect(page.locator("html")).to_have_attribute("lang", language)
    ada.open("/titles/18te")
    page.get_by_role("button", name=said("Learn: guided first game")).click()
    expect(page.locator("#players")).to_contain_text(said("Player"))  # who has given no name
    ada.open("/")
    page.locator("header details.menu").first.click()
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("main")).to_contain_text("My games")


def brightness(page: Page) -> int:
    colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3])


def test_light_and_dark(visit: NewVisitor) -> None:
    night, day = visit(theme="dark"), visit()
    assert brightness(night.open("/")) < 200 < 600 < brightness(day.open("/"))
    page = day.sit(day.create("me:Ada", "hotseat:Ben")["table"]["id"])
    assert brightness(page) > 600
    ground = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.locator("#theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).not_to_have_css("background-color", ground)  # colours may change over some frames
    page.reload()
    assert brightness(page) < 200
    assert brightness(day.open("/")) < 200


# -- how the table says no


def test_what_is_grey_says_why_not_and_leads_to_the_rule(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(ada.bring(position("stock", 400)))
    page.locator("#decision [data-why]:visible").first.click()
    refusal = page.locator(".refusal:visible").first
    expect(refusal).to_be_visible()
    link = refusal.locator("a[href*='/titles/1830/rules#']").first
    expect(link).to_contain_text(re.compile(r"1830 \d+"))
    with ada.context.expect_page() as opened:
        link.click()
    rules = opened.value
    anchor = rules.url.split("#")[1]
    expect(rules.locator(f'[id="{anchor}"]')).to_be_visible()
    assert ada.view(page.url.split("/g/")[1].split("?")[0])["version"] == ada.version


def test_a_refused_move_shows_its_rule_and_changes_nothing(visit: NewVisitor) -> None:
    ada = visit()
    ada.allow(422)
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    page = ada.sit(game)
    page.locator('#decision [data-private="CS"]').get_by_role("button").click()
    amount = page.locator("#amount")
    expect(amount).to_be_focused()
    amount.evaluate("(field) => { field.min = 0; field.step = 1; field.form.noValidate = true; }")  # a page gone wrong
    amount.fill("46")
    page.locator("#confirm").click()
    refusal = page.locator(".refusal:visible").first
    expect(refusal).to_be_visible()
    expect(refusal).to_contain_text("1830 2.")
    assert ada.view(game)["version"] == 0
    assert ada.version == 0


def test_a_hex_without_a_glow_says_why_not(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(ada.bring(position("track")))
    page.locator("#why-hex").fill("K13")
    page.locator("form[data-why-hex]").get_by_role("button").click()
    expect(page.locator(".refusal:visible").first).to_contain_text(re.compile(r"1830 \d+"))


def test_an_unknown_table_is_a_page_with_a_way_back(visit: NewVisitor) -> None:
    ada = visit()
    ada.allow(403, 404)
    page = ada.open("/g/2222222222")
    expect(page.locator("main h1")).to_be_visible()
    page.get_by_role("link", name="To the start page").click()
    expect(page.locator("#quick")).to_be_visible()
    other = visit()
    game = other.create("me:Ben", "hotseat:Cleo")["table"]["id"]
    ada.open(f"/g/{game}")
    expect(page.locator("main")).not_to_contain_text("Ben")


def test_any_company_can_be_looked_ahead_for_while_another_decides(visit: NewVisitor) -> None:
    ada: Visitor = visit()
    page = ada.sit(ada.bring(position("stock", 400)))
    page.locator("[data-look]:visible").first.click()
    ahead = page.locator("#ahead")
    expect(ahead).to_be_visible()
    assert ahead.locator("button[data-action]").count() == 0
    page.keyboard.press("Escape")
    expect(ahead).to_have_count(0)
