"""The report of a game, opened by clicking: it comes by itself, fits, is accessible, and leads back to the table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.test_access import grave_light_and_dark, reader, wide_and_phone
from tests.browser.test_ways import fits
from tests.browser.visitor import recorded

MADE = 60_000  # milliseconds that a report may take on a busy machine


@wide_and_phone
def test_a_report_from_the_result_to_a_try(visit: NewVisitor, phone: bool) -> None:
    mira = reader(visit, phone)
    game = mira.bring(recorded("18te-2p"))
    page = mira.open(f"/g/{game}/result")
    page.get_by_role("link", name="Report of the game").click()
    expect(page.locator("#curve")).to_be_visible(timeout=MADE)  # the page that waits gives way to the report
    fits(page)
    page.evaluate("() => document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
    fits(page)
    assert grave_light_and_dark(page) == []
    if not phone:  # a click on the curve goes to the move below it
        page.locator('.one [data-goal="100"]').click()
        expect(page).to_have_url(re.compile(rf"/g/{game}\?.*ply=100"))
        page.go_back()
    button = page.locator("[data-try]").first
    before = button.get_attribute("data-from")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#meta")).to_have_attribute("data-ply", before or "")
    assert page.url != f"{mira.address}/g/{game}"
    expect(page.locator("#decision")).to_be_visible()
