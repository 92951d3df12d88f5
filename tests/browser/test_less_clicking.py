"""Less clicking: a run paid out by one key, a plan that outlives the moves of others, a map as its reader likes it,
notes that lead to the map.
"""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor, first_ply, recorded

GAME = "1830-3p-seed"


def test_a_run_is_run_and_paid_by_one_key_and_undone_in_two_steps(visit: NewVisitor) -> None:
    ada: Visitor = visit()
    game = ada.bring(recorded(GAME, first_ply(GAME, "run", 500)))
    page = ada.sit(game)
    version = ada.version
    button = page.locator("#run-shown .runpay")
    expect(button).to_contain_text(re.compile(r"\$\d+ a share"))
    expect(button).to_contain_text(re.compile(r"Share price \$\d+ → \$\d+"))
    page.keyboard.press("p")
    ada.sees(version + 2)
    expect(ada.decision.locator("h2")).not_to_contain_text("dividend")
    page.keyboard.press("Control+z")
    ada.sees(version + 3)
    expect(ada.decision.locator(".cards2")).to_be_visible()
    page.keyboard.press("Control+z")
    ada.sees(version + 4)
    expect(page.locator("#run-shown")).to_be_visible()


def test_a_plan_outlives_moves_and_a_new_visit(visit: NewVisitor) -> None:
    ada: Visitor = visit()
    game = ada.bring(recorded(GAME, first_ply(GAME, "track", 500)))
    page = ada.sit(game, "?tab=map")
    version = ada.version
    page.locator('[data-look="PRR"]:visible').first.click()
    expect(page.locator("#ahead")).to_be_visible()
    page.locator("#mapbox .ahead-hex").first.dispatch_event("click")
    page.locator("#chooser [data-line-add]").first.click()
    steps = page.locator("#ahead .line li")
    expect(steps).to_have_count(1)
    expect(steps).to_have_class("possible")
    expect(page.locator('#mapbox [data-layer="planned"] .tried')).to_have_count(1)
    page.keyboard.press("s")  # the company that is asked lays nothing: the game moves on
    ada.sees(version + 1)
    expect(steps).to_have_class("possible")
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    page.locator('[data-look="PRR"]:visible').first.click()
    expect(steps).to_have_count(1)
    other = visit()  # another device of the same person
    other.context.add_cookies(ada.context.cookies())  # type: ignore[arg-type]  # what it got is what it takes
    second = other.sit(game, "?tab=map")
    second.locator('[data-look="PRR"]:visible').first.click()
    planned = second.locator("#ahead .line li")
    expect(planned).to_have_count(1)
    second.locator("[data-line-drop]").click()
    expect(planned).to_have_count(0)
    page.locator("#mapbox .ahead-hex").first.dispatch_event("click")
    page.locator("#chooser [data-line-add]").first.click()
    expect(steps).to_have_count(1)  # what the other has dropped is not back
    page.locator("[data-line-clear]").click()
    expect(steps).to_have_count(0)


def test_the_map_shows_what_its_reader_wants_and_notes_lead_to_it(visit: NewVisitor) -> None:
    ada: Visitor = visit()
    page = ada.sit(ada.bring(recorded(GAME, first_ply(GAME, "track", 500))), "?tab=map")
    names, numbers = page.locator("#mapbox .hexes text.nm").first, page.locator("#mapbox .hexes text.tn").first
    expect(names).to_be_visible()
    expect(numbers).to_be_hidden()
    page.locator("[data-mapset] summary").click()
    with page.expect_response("**/settings/map"):
        page.get_by_label("Names", exact=True).uncheck()
    with page.expect_response("**/settings/map"):
        page.get_by_label("Tile numbers").check()
    expect(names).to_be_hidden()
    expect(numbers).to_be_visible()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    expect(names).to_be_hidden()
    expect(page.locator('[data-map-class="no-names"]')).not_to_be_checked()
    page.get_by_role("link", name="Plans").click()
    page.locator("[data-notes] textarea").fill("Upgrade H16, token for PRR <b>soon</b>")
    page.get_by_role("button", name="Keep the notes").click()
    expect(page.locator(".notes-read")).to_contain_text("<b>soon</b>")
    page.locator('.notes-read [data-spot="H16"]').click()
    expect(page.locator("#mapbox .spotring")).to_have_count(1)


def test_what_cannot_be_planned_is_refused_and_nothing_typed_is_lost(visit: NewVisitor) -> None:
    ada: Visitor = visit()
    ada.allow(400, 409, 413)
    ply = first_ply(GAME, "stock", 500)
    asked = ada.ask("GET", f"/games/{ada.bring(recorded(GAME, ply))}/view")["asked"]
    game = ada.bring(recorded(GAME, ply), seats=[{"kind": "me" if seat == asked else "bot"} for seat in range(3)])
    page = ada.sit(game, "?tab=plans")
    alert = page.locator("[data-plan-error]")
    page.locator("[data-stay=plan-buy] summary").click()
    buy = page.locator("form[data-plan=buy]")
    buy.locator("[name=percent]").fill("500")
    buy.locator("button").click()
    expect(alert).to_contain_text(re.compile(r"\w"))
    expect(buy.locator("[name=percent]")).to_have_value("500")
    plan = {"seat": asked, "revision": 0, "do": {"do": "undo"}}
    ada.ask("POST", f"/games/{game}/programmes", plan)  # another device of hers
    page.locator("[data-stay=plan-answer] summary").click()
    answer = page.locator("form[data-plan=answer]")
    answer.locator("[name=least]").fill("45")
    answer.locator("button").click()
    expect(page.locator(".plan-list li")).to_have_count(1)  # what that device has kept
    expect(alert).to_contain_text("another device has changed this meanwhile")
    expect(answer.locator("[name=least]")).to_have_value("45")
    answer.locator("button").click()
    expect(page.locator(".plan-list li")).to_have_count(2)
    notes = page.locator("form[data-notes] textarea")
    notes.fill("x" * 100_000)
    page.get_by_role("button", name="Keep the notes").click()
    expect(alert).to_contain_text("notes can have 20000 characters, these have 100000")
    assert len(notes.input_value()) == 100_000
