"""A study in the browser: an earlier position, another move, both lines beside the board, by clicks and by keys."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.test_access import grave, reader, wide_and_phone
from tests.browser.test_ways import fits
from tests.browser.visitor import recorded


@wide_and_phone
def test_two_lines_beside_the_board(visit: NewVisitor, phone: bool) -> None:
    mira = reader(visit, phone)
    game = mira.bring(recorded("18te-2p", 12))
    page = mira.sit(game)
    page.locator("[data-study-open]").click()  # on a phone it opens the row of the log
    study = page.locator("#study")
    lines = study.locator(".studylines > li")
    expect(lines).to_have_count(1)
    fits(page)
    if not phone:  # the table stays as high as the window
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    version = page.locator("#meta").get_attribute("data-version") or ""
    study.get_by_role("button", name="To its beginning").press("Enter")
    expect(page.locator("#meta")).not_to_have_attribute("data-version", version)
    expect(page.locator("#meta")).to_have_attribute("data-plies", "1")
    expect(study.locator(".studyhere")).to_contain_text("1.")
    study.locator("[data-study-glyph='?']").click()
    expect(study.locator("[data-study-glyph='?']")).to_have_attribute("aria-pressed", "true")
    study.locator("textarea").fill("<b>Too much</b>")
    study.get_by_role("button", name="Keep the comment").click()
    expect(study.get_by_text("<b>Too much</b>")).to_be_visible()
    version = page.locator("#meta").get_attribute("data-version") or ""
    mira.ask("POST", f"/games/{game}/undo", {"seat": 0, "expected_version": int(version), "to": 0})
    expect(page.locator("#meta")).to_have_attribute("data-plies", "0")  # the stream has brought it
    expect(study.locator(".studyhere")).to_contain_text("The beginning")
    options = mira.ask("GET", f"/games/{game}/options")
    action = next(option["action"] for option in options["options"] if option["action"]["type"] == "pass")
    mira.ask("POST", f"/games/{game}/actions", {"seat": 0, "expected_version": options["version"], "action": action})
    expect(lines).to_have_count(2)
    expect(study.get_by_text("<b>Too much</b>")).to_be_visible()
    lines.nth(1).locator("summary").click()
    lines.nth(1).get_by_label("Name of the line").fill("Wait")
    lines.nth(1).get_by_role("button", name="Rename").click()
    expect(lines.nth(1)).to_contain_text("Wait")
    expect(lines.nth(1)).to_have_attribute("aria-current", "true")
    fits(page)
    assert grave(page) == []
    lines.nth(0).get_by_role("button", name="To its end").click()
    expect(page.locator("#meta")).to_have_attribute("data-plies", "12")
    lines.nth(1).get_by_role("button", name="Delete this line").click()  # what was open has stayed so
    expect(lines).to_have_count(1)
