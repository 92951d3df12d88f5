"""Several people at one table: the join link, live moves, undo by consent, stale clicks, hotseat, chat."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor, news, recorded

LIVE = 20_000  # milliseconds; `stellwerk bench web` measures how fast it is, here it must only happen


def pass_turn(page: Page) -> None:
    page.locator("#decision").get_by_role("button", name="Pass").first.click()


def yours(page: Page, yes: bool = True) -> None:
    expect(page.locator("#meta")).to_have_attribute("data-yours", "yes" if yes else "no", timeout=LIVE)


def two_players(visit: NewVisitor, **more: Any) -> tuple[Visitor, Visitor, str]:
    """Ada and Ben, each with a browser; Ada begins."""
    ada, ben = visit(), visit()
    made = ada.create("me:Ada", "open", **more)
    game = made["table"]["id"]
    ben.open(made["secrets"][1]["link"].removeprefix(ben.address))
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()
    ben.page.wait_for_url(re.compile(rf"/g/{game}"))
    ada.sit(game)
    return ada, ben, game


def test_a_table_by_the_form_a_link_and_a_live_game(visit: NewVisitor) -> None:
    ada, ben = visit(), visit()
    page = ada.open("/new?title=1830")
    page.locator("#count").select_option("2")
    seats = page.locator(".seat:not([hidden])")
    expect(seats).to_have_count(2)
    seats.nth(0).locator("[name=name]").fill("Ada")
    seats.nth(1).locator("[name=kind]").select_option("open")
    page.get_by_label("Draw the seats by lot").uncheck()
    page.get_by_role("button", name="Create game").click()
    links = page.locator("#made-links")
    expect(links.locator("li").first).to_be_visible()
    link = links.locator("[data-link]").first.inner_text()
    assert "/join/" in link
    assert "#" in link
    page.locator("#made-go").click()
    expect(page.locator("#decision")).to_contain_text("Free seats: 1")
    page.get_by_role("button", name="New link").click()
    expect(page.locator("#decision .newlink input")).to_have_value(re.compile(r"/join/\w+#"))
    link = page.locator("#decision .newlink input").input_value()
    kept = "() => Object.entries(localStorage).map(String).join()"
    assert link.split("#")[1] in page.evaluate(kept)  # to be copied again while the seat is free
    ben.open(link.removeprefix(ben.address))
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()
    expect(ben.page.locator("#decision")).to_be_visible()
    assert link.split("#")[1] not in ben.page.url
    yours(ada.page)  # the seat is taken: the game begins without a reload
    for browser in (ada.page, ben.page):
        assert link.split("#")[1] not in browser.evaluate(kept)
    yours(ben.page, False)
    pass_turn(ada.page)
    yours(ben.page)
    expect(ben.page.locator("#log")).to_contain_text("Ada")
    lot = ben.page.locator('#decision [data-private="SV"]')
    lot.get_by_role("button").click()
    ben.page.locator("#confirm").click()
    yours(ada.page)
    expect(ada.page.locator('#decision [data-private="SV"]')).to_contain_text("Ben")
    again = visit()  # the link is used up
    again.allow(403)
    again.open(link.removeprefix(again.address))
    again.page.get_by_role("button", name="Take the seat").click()
    expect(again.page.get_by_role("alert").locator(".refusal")).to_be_visible()


def test_a_move_is_brought_to_the_other_browser_which_asks_for_nothing(visit: NewVisitor) -> None:
    ada, ben, _ = two_players(visit)
    yours(ada.page)
    yours(ben.page, False)
    asked: list[str] = []
    ben.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    ada.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    pass_turn(ada.page)
    yours(ben.page)
    yours(ada.page, False)
    expect(ben.page.locator("#log")).to_contain_text("Ada passes")
    assert [line.split("?")[0].rpartition("/")[2] for line in asked] == ["act"], "one click, one request"


def test_a_page_that_misses_something_asks_for_what_is_now(visit: NewVisitor) -> None:
    ada, ben, _ = two_players(visit)
    yours(ben.page, False)
    ben.page.evaluate("document.getElementById('state').dataset.has = 'of another position'")
    with ben.page.expect_response(lambda answer: "/now?" in answer.url):
        pass_turn(ada.page)
    yours(ben.page)
    expect(ben.page.locator("#log")).to_contain_text("Ada passes")


def test_a_refresh_in_the_middle_of_a_turn_loses_nothing(visit: NewVisitor) -> None:
    ada, ben, game = two_players(visit)
    ada.page.locator('#decision [data-private="CS"]').get_by_role("button").click()
    expect(ada.page.locator("#confirm")).to_be_visible()
    ada.page.reload()
    yours(ada.page)
    assert ada.version == 0
    pass_turn(ada.page)
    yours(ben.page)
    ben.page.reload()
    yours(ben.page)
    ada.page.reload()
    yours(ada.page, False)
    assert ada.view(game)["version"] == 1


def test_one_takes_back_ones_own_move_at_once_and_makes_it_again(visit: NewVisitor) -> None:
    ada, ben, _ = two_players(visit)
    pass_turn(ada.page)
    yours(ben.page)
    undo = ada.page.locator("#undo")
    expect(undo).to_be_enabled()
    undo.click()
    yours(ada.page)
    yours(ben.page, False)
    redo = ada.page.locator("#redo")
    expect(redo).to_be_enabled()
    redo.click()
    yours(ben.page)


def test_undo_over_another_decision_asks_for_consent(visit: NewVisitor) -> None:
    ada, ben, _ = two_players(visit)
    pass_turn(ada.page)
    yours(ben.page)
    pass_turn(ben.page)
    yours(ada.page)
    ben.sees(2)
    for answer, version in (("no", 2), ("yes", 3)):
        expect(ada.page.locator("#undo")).to_have_attribute("data-way", "ask")
        ada.page.locator("#undo").click()
        expect(ada.page.locator("#consent")).to_contain_text("Ben")
        consent = ben.page.locator("#consent")
        expect(consent).to_contain_text("Ada", timeout=LIVE)
        consent.locator(f"[data-undo-answer={answer}]").click()
        expect(ben.page.locator("#consent")).to_have_count(0)
        expect(ada.page.locator("#consent")).to_have_count(0, timeout=LIVE)
        ada.sees(version)
        ben.sees(version)
    yours(ada.page)  # both passes are taken back
    expect(ada.page.locator("#meta")).to_have_attribute("data-ply", "0")


def test_a_stale_click_is_refused_kindly_with_the_new_position(visit: NewVisitor) -> None:
    ada = visit()
    ada.allow(409)
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    first = ada.sit(game)
    second = ada.context.new_page()
    second.route(re.compile(r"/g/\w+/live\?"), lambda route: route.abort())  # a tab that hears nothing
    ada.offline_allowed = True
    second.goto(f"{ada.address}/g/{game}")
    pass_turn(first)
    ada.sees(1, first)
    ada.sees(0, second)
    pass_turn(second)
    ada.sees(1, second)
    expect(second.locator("#toasts")).to_contain_text("moved on")
    assert ada.view(game)["version"] == 1
    pass_turn(second)  # what is shown now can be played
    ada.sees(2, second)
    ada.sees(2, first)


def test_two_clicks_at_once_make_one_move(visit: NewVisitor) -> None:
    ada = visit()
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    page = ada.sit(game)
    page.locator("#decision").get_by_role("button", name="Pass").first.dblclick()
    ada.sees(1)
    expect(page.locator("#decision")).to_contain_text("Ben")
    assert ada.view(game)["version"] == 1


def test_news_do_not_take_the_pressed_button_away(visit: NewVisitor) -> None:
    """Between pressing and letting go the table changes: the click counts, and the change comes after it."""
    ada = visit()
    game = ada.create("me:Ada", "hotseat:Ben")["table"]["id"]
    page = ada.sit(game)
    page.locator("#decision button[data-choose]").first.click()
    confirm = page.locator("#decision #confirm")
    confirm.hover()
    page.mouse.down()
    before = str(page.locator("#meta").get_attribute("data-table"))
    with news(page):
        ada.ask("PATCH", f"/games/{game}", {"undo": "off"})
    assert page.locator("#meta").get_attribute("data-table") == before
    page.mouse.up()
    ada.sees(1)
    expect(page.locator("#meta")).not_to_have_attribute("data-table", before)


def test_hotseat(visit: NewVisitor) -> None:
    ada = visit()
    game = ada.create("me:Ada", "hotseat:Ben", "hotseat:Cleo")["table"]["id"]
    page = ada.sit(game)
    for version, name in enumerate(("Ada", "Ben", "Cleo", "Ada")):
        ada.sees(version)
        yours(page)
        expect(page.locator("#decision")).to_contain_text(name)
        pass_turn(page)
    ada.sees(4)


def test_chat_is_live_and_script_in_it_is_text(visit: NewVisitor) -> None:
    evil = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    name = "<b onclick=x>Eve</b>"
    ada, eve = visit(), visit()
    made = ada.create("me:Ada", "open", name="<i>T</i>")
    game = made["table"]["id"]
    eve.open(made["secrets"][1]["link"].removeprefix(eve.address))
    eve.page.get_by_label("Your name").fill(name)
    eve.page.get_by_role("button", name="Take the seat").click()
    expect(eve.page.locator("#decision")).to_be_visible()
    ada.sit(game)
    eve.page.locator("[data-talk=chat]").first.click()
    eve.page.locator("#chatform [name=text]").fill(evil)
    eve.page.locator("#chatform").get_by_role("button").click()
    ada.page.locator("button[data-talk=chat]").click()
    for visitor in (ada, eve):
        line = visitor.page.locator("#chatlines li").last
        expect(line).to_contain_text(evil, timeout=LIVE)
        expect(line).to_contain_text(name)
        visitor.page.reload()
        expect(visitor.page.locator("#chatlines li").last).to_contain_text(evil)
        assert visitor.page.locator("#chatlines img, #players b[onclick], main i:text-is('T')").count() == 0
        assert "owned" not in visitor.page.title()


def test_a_spectator_follows_and_cannot_act(visit: NewVisitor) -> None:
    ada, walter = visit(), visit()
    made = ada.create("me:Ada", "hotseat:Ben")
    game = made["table"]["id"]
    ada.sit(game)
    walter.open(made["watch_link"].removeprefix(walter.address))
    walter.page.wait_for_url(re.compile(rf"/g/{game}"))
    yours(walter.page, False)
    assert walter.page.locator("#decision button[data-action]").count() == 0
    pass_turn(ada.page)
    walter.sees(1)


def test_a_recorded_position_is_played_on_by_two(visit: NewVisitor) -> None:
    """A table from a file with seats: the imported game goes on between two browsers."""
    ada, ben = visit(), visit()
    file = recorded("1830-2p-games18xx", 400)
    made = ada.ask("POST", "/import", {"file": file, "seats": [{"kind": "me"}, {"kind": "open"}]})
    game = made["table"]["id"]
    ben.open(made["secrets"][1]["link"].removeprefix(ben.address))
    ben.page.get_by_role("button", name="Take the seat").click()
    ben.page.wait_for_url(re.compile(rf"/g/{game}"))
    ada.sit(game)
    assert ada.version == ben.version
