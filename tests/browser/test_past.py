"""Looking back and aside: the time bar, what-if, import and export, the server that went away."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.profiles import Profiles
from tests.browser.visitor import Visitor, first_ply, recorded
from tests.web_support import Server

GAME = "1830-3p-seed"


def at_ply(page: Page, ply: int) -> None:
    expect(page.locator("#meta")).to_have_attribute("data-ply", str(ply))


def test_the_time_bar_and_a_what_if_that_does_not_touch_the_game(visit: NewVisitor) -> None:
    ada = visit()
    made = ada.create("me:Ada", "hotseat:Ben")
    game = made["table"]["id"]
    page = ada.sit(game)
    for version in range(3):
        ada.sees(version)
        page.locator("#decision").get_by_role("button", name="Pass").first.click()
    ada.sees(3)
    bar = page.locator("#timebar")
    bar.locator("[data-step=prev]").click()
    at_ply(page, 2)
    expect(page.locator("#decision")).to_contain_text("Looking back")
    assert page.locator("#decision button[data-action]").count() == 0
    bar.locator("#ply").fill("1")
    at_ply(page, 1)
    page.reload()  # the address says where one is
    at_ply(page, 1)
    page.locator("#decision [data-step=live]").click()
    at_ply(page, 3)
    bar.locator("#ply").fill("1")
    at_ply(page, 1)
    page.locator("#decision [data-whatif]").click()
    page.wait_for_url(lambda url: "/g/" in url and game not in url)
    at_ply(page, 1)
    expect(page.locator("#banner")).to_contain_text("Analysis")
    page.locator('#decision [data-private="SV"]').get_by_role("button").click()
    page.locator("#confirm").click()
    at_ply(page, 2)
    page.locator("#banner a").click()
    page.wait_for_url(re.compile(game))
    assert ada.view(game)["ply"] == 3


def test_import_of_a_recorded_game_and_stepping_through_it(visit: NewVisitor, tmp_path: Path) -> None:
    ada = visit()
    file = tmp_path / "recorded.json"
    whole = recorded("1830-random-1106")
    file.write_text(json.dumps(whole))
    page = ada.open("/import")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    to_table = page.locator("#import-notes a")
    expect(page.locator("#decision, #import-notes a:visible").first).to_be_visible(timeout=20_000)
    if to_table.is_visible():
        to_table.click()
    expect(page.locator("html[data-ready] #decision")).to_be_visible()
    plies = int(page.locator("#meta").get_attribute("data-plies") or 0)
    assert plies > 300
    page.locator("#timebar #ply").fill("0")
    at_ply(page, 0)
    for ply in range(1, 6):
        page.locator("#timebar [data-step=next]").click()
        at_ply(page, ply)
    page.locator("#timebar #ply").fill(str(plies - 20))
    at_ply(page, plies - 20)
    page.locator("#log a[data-ply]").first.click()
    expect(page.locator("#meta")).not_to_have_attribute("data-ply", str(plies - 20))
    page.locator("#timebar [data-step=live]").click()
    at_ply(page, plies)


def test_a_file_that_does_not_replay_is_refused_with_the_reason(visit: NewVisitor, tmp_path: Path) -> None:
    ada = visit()
    ada.allow(400)
    wrong = recorded(GAME, 30)
    wrong["actions"][10], wrong["actions"][11] = wrong["actions"][11], wrong["actions"][10]
    page = ada.open("/import")
    for content in (json.dumps(wrong), "no json", "[1, 2]"):
        file = tmp_path / "wrong.json"
        file.write_text(content)
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_role("button", name="Import").click()
        expect(page.locator("#import .refusal")).to_be_visible()
        assert "Traceback" not in page.locator("#import").inner_text()
    assert "/import" in page.url
    assert ada.ask("GET", "/games") == []


def test_every_view_of_a_late_position(visit: NewVisitor) -> None:
    ada = visit()
    game = ada.bring(recorded(GAME, first_ply(GAME, "stock", after=900)))
    page = ada.sit(game)
    tabs = page.locator("#stage .tabs a[data-tab]")
    names = [tabs.nth(number).get_attribute("data-tab") for number in range(tabs.count())]
    assert {"map", "market", "companies", "players", "trains", "tiles", "ledger", "charts", "rules"} <= set(names)
    for name in names:
        page.locator(f'#stage .tabs a[data-tab="{name}"]').click()
        expect(page.locator("#stage")).to_have_attribute("data-tab", str(name))
        assert page.locator("#stage").inner_text()
    with page.expect_download() as ledger:
        page.locator('#stage .tabs a[data-tab="ledger"]').click()
        page.locator('#stage a[href*="csv"]').first.click()
    assert ledger.value.suggested_filename.endswith(".csv")


def test_a_figure_opens_its_receipt(visit: NewVisitor) -> None:
    ada = visit()
    game = ada.bring(recorded(GAME, first_ply(GAME, "stock", after=900)))
    page = ada.sit(game)
    page.locator("#matrix [data-pop*=receipt]").first.click()  # the matrix stands for the cards
    receipt = page.locator("#popover")
    expect(receipt).to_be_visible()
    expect(receipt.locator("a[href*='/titles/1830/rules#']").first).to_be_visible()
    expect(receipt).to_contain_text("Total")
    page.keyboard.press("Escape")
    expect(receipt).to_be_hidden()


def test_a_page_finds_its_table_again_after_the_server_was_away(profiles: Profiles, tmp_path: Path) -> None:
    first = Server(tmp_path)
    port = first.address.rsplit(":", 1)[1]
    ada = Visitor(profiles, first.address)
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    page = ada.sit(game)
    ada.offline_allowed = True
    first.kill()
    second = Server(tmp_path, "--port", port)
    try:
        other = ada.context.new_page()  # a move is made elsewhere; the open page hears of it by itself
        other.goto(f"{ada.address}/g/{game}")
        other.locator("#decision").get_by_role("button", name="Pass").first.click()
        ada.sees(1, other)
        expect(page.locator("#meta")).to_have_attribute("data-version", "1", timeout=20_000)
        page.locator("#decision").get_by_role("button", name="Pass").first.click()
        ada.sees(2, page)
    finally:
        assert ada.close() == []
        second.stop()
